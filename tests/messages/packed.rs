//! The messages about gzip data, other packed files and tar archives.

use idxlens::error::{Error, GzipFault, TarFault, UnpackFault, Warning};

use super::{check, facts};

#[test]
fn gzip_faults_name_the_offset_expected_and_found() {
    let cases = [
        (
            GzipFault::Method { offset: 2, found: 0 },
            "gzip: unknown compression method at byte 2: expected 8 (deflate), found 0",
            facts("GzipMethod", Some(2), Some(8), Some(0)),
        ),
        (
            GzipFault::Flags { offset: 3, found: 0xE8 },
            "gzip: reserved flags at byte 3: expected 00 in the upper three bits, found e8",
            facts("GzipFlags", Some(3), None, Some(0xE8)),
        ),
        (
            GzipFault::HeaderChecksum { offset: 10, expected: 0x00FF, found: 0xFF00 },
            "gzip: wrong header checksum at byte 10: expected 00ff, found ff00",
            facts("GzipHeaderChecksum", Some(10), Some(0x00FF), Some(0xFF00)),
        ),
        (
            GzipFault::Corrupt { decoded: 9 },
            "gzip: the compressed data is damaged after 9 unpacked bytes",
            facts("GzipCorrupt", Some(9), None, None),
        ),
        (
            GzipFault::Truncated { offset: 16384 },
            "gzip: the compressed data ends at byte 16384: expected more, found the end",
            facts("GzipTruncated", Some(16384), None, None),
        ),
        (
            GzipFault::Checksum { offset: 25, expected: 0xF, found: 0xF000_0000 },
            "gzip: wrong checksum at byte 25: expected 0000000f, found f0000000",
            facts("GzipChecksum", Some(25), Some(0xF), Some(0xF000_0000)),
        ),
        (
            GzipFault::Length { offset: 29, expected: 2, found: 3 },
            "gzip: wrong length at byte 29: expected 2 bytes, found 3",
            facts("GzipLength", Some(29), Some(2), Some(3)),
        ),
        (
            GzipFault::Trailing { offset: 33, found: 7 },
            "gzip: the compressed data should end at byte 33: found 7 bytes more",
            facts("GzipTrailing", Some(33), None, Some(7)),
        ),
    ];
    for (fault, message, facts) in cases {
        let warning = Warning::Gzip { layer: 1, fault };
        check(&warning.to_string(), message);
        assert_eq!(warning.facts(), facts);
        let error = Error::Gzip { layer: 1, fault };
        assert_eq!((error.to_string().as_str(), error.facts()), (message, facts));
    }
}

#[test]
fn tar_faults_name_the_offset_and_the_limit() {
    let cases = [
        (
            TarFault::End { offset: 1200 },
            "the tar archive ends at byte 1200: expected more of a file, found the end",
            facts("TarEnd", Some(1200), None, None),
        ),
        (
            TarFault::Record { offset: 512 },
            "the tar archive is damaged at byte 512: expected a record",
            facts("TarRecord", Some(512), None, None),
        ),
        (
            TarFault::Limit { offset: 512, expected: 9 },
            "the tar archive is too large to be unpacked at byte 512: expected at most 9 bytes of files",
            facts("TarLimit", Some(512), Some(9), None),
        ),
    ];
    for (fault, message, facts) in cases {
        let error = Error::Tar(fault);
        check(&error.to_string(), message);
        assert_eq!(error.facts(), facts);
    }
}

#[test]
fn faults_of_packed_files_name_the_offset() {
    let cases = [
        (
            UnpackFault::End { offset: 12 },
            "the packed data ends at byte 12: expected more, found the end",
            facts("UnpackEnd", Some(12), None, None),
        ),
        (
            UnpackFault::Corrupt { offset: 12 },
            "the packed data is damaged at byte 12",
            facts("UnpackCorrupt", Some(12), None, None),
        ),
        (
            UnpackFault::Checksum { offset: 12 },
            "the data that was unpacked up to byte 12 does not match its checksum",
            facts("UnpackChecksum", Some(12), None, None),
        ),
        (
            UnpackFault::Method { offset: 12 },
            "the packed data at byte 12 needs what is not supported here",
            facts("UnpackMethod", Some(12), None, None),
        ),
        (
            UnpackFault::Memory { offset: 12, expected: 5, found: 6 },
            "unpacking takes too much memory at byte 12: expected at most 5 bytes, found 6",
            facts("UnpackMemory", Some(12), Some(5), Some(6)),
        ),
        (
            UnpackFault::Limit { offset: 12, expected: 5 },
            "too much comes out up to byte 12: expected at most 5 bytes",
            facts("UnpackLimit", Some(12), Some(5), None),
        ),
        (
            UnpackFault::Trailing { offset: 12 },
            "the packed data should end at byte 12: found something else",
            facts("UnpackTrailing", Some(12), None, None),
        ),
    ];
    for (fault, message, facts) in cases {
        let error = Error::Unpack(fault);
        check(&error.to_string(), message);
        assert_eq!(error.facts(), facts);
    }
}
