//! The message of each error and warning: in lower case, with the fault, its place, and the expected and found numbers.
#![cfg(not(target_arch = "wasm32"))]

use idxlens::error::{
    Error, Facts, Foreign, GzipFault, MatlabFault, ParquetFault, PickleFault, SafetensorsFault, TarFault, UnpackFault,
    Warning,
};

fn facts(name: &'static str, offset: Option<u64>, expected: Option<u64>, found: Option<u64>) -> Facts {
    Facts { name, offset, expected, found, ..Facts::default() }
}

fn check(message: &str, expected: &str) {
    assert_eq!(message, expected);
    assert_eq!(message.to_lowercase(), message, "lower case");
    assert!(!message.ends_with('.'), "a clause, not a sentence: {message}");
}

#[test]
fn errors_name_the_offset_expected_and_found() {
    let truncated = GzipFault::Truncated { offset: 16384 };
    let cases = [
        (
            Error::Empty { layer: 0 },
            "the file is empty: expected a header at byte 0, found no bytes",
            facts("Empty", Some(0), None, Some(0)),
        ),
        (
            Error::Empty { layer: 2 },
            "the gzip data is empty: expected a header at byte 0, found no bytes",
            facts("Empty", Some(0), None, Some(0)),
        ),
        (
            Error::TruncatedHeader { expected: 16, found: 9 },
            "the header ends at byte 9: expected 16 bytes, found 9",
            facts("TruncatedHeader", Some(9), Some(16), Some(9)),
        ),
        (
            Error::Foreign(Foreign::Html),
            "not idx: expected 0000 at byte 0, found a web page (html)",
            facts("Html", Some(0), None, None),
        ),
        (
            Error::BadMagic { found: [0, 1, 8, 3] },
            "not idx: expected 0000 at byte 0, found 00010803",
            facts("BadMagic", Some(0), None, Some(0x0001_0803)),
        ),
        (
            Error::Replaced,
            "saved as text: bytes that are not utf-8 were replaced by ef bf bd",
            facts("Replaced", None, None, None),
        ),
        (
            Error::UnknownElementType { found: 0x0A },
            "unknown element type at byte 2: expected 08, 09, 0b, 0c, 0d or 0e, found 0a",
            facts("UnknownElementType", Some(2), None, Some(10)),
        ),
        (
            Error::TooLarge { offset: 12 },
            "the dimensions are too large at byte 12: expected less than 2^64 bytes in all, found more",
            facts("TooLarge", Some(12), None, None),
        ),
        (
            Error::Gzip { layer: 1, fault: truncated },
            "gzip: the compressed data ends at byte 16384: expected more, found the end",
            facts("GzipTruncated", Some(16384), None, None),
        ),
        (
            Error::Gzip { layer: 2, fault: truncated },
            "gzip layer 2: the compressed data ends at byte 16384: expected more, found the end",
            facts("GzipTruncated", Some(16384), None, None),
        ),
        (
            Error::GzipTooDeep { limit: 3 },
            "gzip inside gzip: expected at most 3 layers, found another",
            facts("GzipTooDeep", Some(0), Some(3), None),
        ),
        (
            Error::Excess { offset: 16, found: 8192 },
            "the unpacked data should end at byte 16: found at least 8192 bytes more, and stopped there",
            facts("Excess", Some(16), None, Some(8192)),
        ),
        (
            Error::OutOfMemory { offset: 16, expected: 8192 },
            "out of memory at byte 16 of the elements: asked for 8192 bytes more",
            facts("OutOfMemory", Some(16), Some(8192), None),
        ),
        (
            Error::Changed { offset: 4096 },
            "the file has changed: it was read again up to byte 4096, and other data came out",
            facts("Changed", Some(4096), None, None),
        ),
        (
            Error::PageTooLarge { expected: 100, found: 101 },
            "the page is too large: expected at most 100 pixels, found 101",
            facts("PageTooLarge", None, Some(100), Some(101)),
        ),
        (
            Error::PlotSize { expected: 100, found: 101 },
            "the plot must be 1 to 100 pixels wide and high: found 101",
            facts("PlotSize", None, Some(100), Some(101)),
        ),
        (
            Error::RankOutOfRange { found: 256 },
            "the rank does not fit the header's byte 3: expected 1 to 255, found 256",
            facts("RankOutOfRange", Some(3), None, Some(256)),
        ),
        (
            Error::LengthMismatch { expected: 784, found: 783 },
            "the elements do not fill the shape: expected 784 bytes, found 783",
            facts("LengthMismatch", None, Some(784), Some(783)),
        ),
    ];
    for (error, message, facts) in cases {
        check(&error.to_string(), message);
        assert_eq!(error.facts(), facts);
        assert_eq!(Warning::Stopped(error.clone()).to_string(), message);
        assert_eq!(Warning::Stopped(error).facts(), facts);
    }
}

#[test]
fn warnings_name_the_offset_expected_and_found() {
    let cases = [
        (
            Warning::Scalar,
            "rank 0 at byte 3: expected at least one dimension, found a single element",
            facts("Scalar", Some(3), None, Some(0)),
        ),
        (
            Warning::LittleEndian,
            "the header is little-endian at byte 0: expected big-endian numbers",
            facts("LittleEndian", Some(0), None, None),
        ),
        (
            Warning::Truncated { offset: 38_353_297, expected: 60_000, found: 48_920 },
            "the data ends at byte 38353297: expected 60000 items, found 48920",
            facts("Truncated", Some(38_353_297), Some(60_000), Some(48_920)),
        ),
        (
            Warning::Trailing { offset: 16, found: 800, items: 1 },
            "the data should end at byte 16: found 800 bytes more, as much as 1 whole items",
            Facts { items: Some(1), ..facts("Trailing", Some(16), None, Some(800)) },
        ),
    ];
    for (warning, message, facts) in cases {
        check(&warning.to_string(), message);
        assert_eq!(warning.facts(), facts);
    }
}

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
        assert_eq!((error.to_string().as_str(), error.facts()), (message, facts));
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

#[test]
fn faults_of_files_of_arrays() {
    use MatlabFault as M;
    use PickleFault as P;
    use SafetensorsFault as S;
    let cases = [
        (
            Error::Matlab(M::Header),
            "the header of the matlab file cannot be read at byte 124: expected version 5",
            facts("MatlabHeader", Some(124), None, None),
        ),
        (
            Error::Matlab(M::End { offset: 200 }),
            "the matlab file ends at byte 200: expected more of a variable, found the end",
            facts("MatlabEnd", Some(200), None, None),
        ),
        (
            Error::Matlab(M::Variable { offset: 128 }),
            "the variable at byte 128 of the matlab file is damaged",
            facts("MatlabVariable", Some(128), None, None),
        ),
        (
            Error::Matlab(M::Compressed { offset: 128 }),
            "the compressed variable at byte 128 of the matlab file is damaged",
            facts("MatlabCompressed", Some(128), None, None),
        ),
        (
            Error::Matlab(M::Limit { offset: 128, expected: 9 }),
            "the variable at byte 128 of the matlab file is too large: expected at most 9 bytes of arrays",
            facts("MatlabLimit", Some(128), Some(9), None),
        ),
        (
            Error::Pickle(P::Global { offset: 20, found: "os.system".into() }),
            "the pickle asks for an object at byte 20: expected numpy arrays, found \"os.system\"",
            facts("PickleGlobal", Some(20), None, None),
        ),
        (
            Error::Pickle(P::Opcode { offset: 20, found: 0x6F }),
            "the pickle has an instruction at byte 20 that makes no data: found 6f",
            facts("PickleOpcode", Some(20), None, Some(0x6F)),
        ),
        (
            Error::Pickle(P::Instruction { offset: 20 }),
            "the instruction at byte 20 of the pickle does not fit what comes before it",
            facts("PickleInstruction", Some(20), None, None),
        ),
        (
            Error::Pickle(P::End { offset: 20 }),
            "the pickle ends at byte 20: expected more of it, found the end",
            facts("PickleEnd", Some(20), None, None),
        ),
        (
            Error::Pickle(P::Limit { offset: 20, expected: 9 }),
            "the array at byte 20 of the pickle is too large: expected at most 9 bytes of arrays",
            facts("PickleLimit", Some(20), Some(9), None),
        ),
        (
            Error::Pickle(P::Memory { offset: 20, expected: 9 }),
            "the pickle has too many objects at byte 20: expected at most 9 bytes of them, found more",
            facts("PickleMemory", Some(20), Some(9), None),
        ),
        (
            Error::Safetensors(S::HeaderLength { expected: 9, found: 10 }),
            "the safetensors header is too long: expected at most 9 bytes, found 10",
            facts("SafetensorsHeaderLength", Some(0), Some(9), Some(10)),
        ),
        (
            Error::Safetensors(S::Header),
            "the safetensors header cannot be read, from byte 8 on",
            facts("SafetensorsHeader", Some(8), None, None),
        ),
        (
            Error::Safetensors(S::End { offset: 20 }),
            "the safetensors file ends at byte 20: expected more of an array, found the end",
            facts("SafetensorsEnd", Some(20), None, None),
        ),
        (
            Error::Safetensors(S::Offsets { offset: 20 }),
            "the array at byte 20 of the safetensors file has other bytes than its shape takes",
            facts("SafetensorsOffsets", Some(20), None, None),
        ),
        (
            Error::Safetensors(S::Overlap { offset: 20 }),
            "two arrays in the safetensors file overlap at byte 20: expected one after the other",
            facts("SafetensorsOverlap", Some(20), None, None),
        ),
    ];
    for (error, message, facts) in cases {
        check(&error.to_string(), message);
        assert_eq!(error.facts(), facts);
    }
}

#[test]
fn faults_of_parquet_files_say_where_they_are() {
    use ParquetFault as P;
    let column = || "label".to_owned();
    let in_row = |name, row, expected| Facts { row: Some(row), ..facts(name, None, expected, None) };
    let cases = [
        (
            P::End { offset: 20 },
            "the parquet file ends at byte 20: expected more of it, found the end",
            facts("ParquetEnd", Some(20), None, None),
        ),
        (
            P::Footer { offset: 20 },
            "the footer of the parquet file cannot be read, from byte 20 on",
            facts("ParquetFooter", Some(20), None, None),
        ),
        (P::Encrypted, "the parquet file is encrypted", facts("ParquetEncrypted", None, None, None)),
        (
            P::Page { offset: 20 },
            "the page at byte 20 of the parquet file is damaged",
            facts("ParquetPage", Some(20), None, None),
        ),
        (
            P::Codec { found: 4, column: column() },
            "column \"label\" of the parquet file has an unknown compression: found codec 4",
            facts("ParquetCodec", None, None, Some(4)),
        ),
        (
            P::Encoding { found: 7, column: column() },
            "column \"label\" of the parquet file has an unknown encoding: found 7",
            facts("ParquetEncoding", None, None, Some(7)),
        ),
        (
            P::Null { row: 3, column: column() },
            "row 3, column \"label\" of the parquet file is empty",
            in_row("ParquetNull", 3, None),
        ),
        (
            P::Ragged { row: 3, expected: 9, column: column() },
            "row 3, column \"label\" of the parquet file has another shape: expected 9 values, like the first row",
            in_row("ParquetRagged", 3, Some(9)),
        ),
        (
            P::TooLarge { row: 3, column: column() },
            "the number in row 3, column \"label\" of the parquet file is too large",
            in_row("ParquetTooLarge", 3, None),
        ),
        (
            P::Limit { offset: 20, expected: 9 },
            "the data at byte 20 of the parquet file is too large: expected at most 9",
            facts("ParquetLimit", Some(20), Some(9), None),
        ),
        (P::Empty, "the parquet file has no rows", facts("ParquetEmpty", None, None, None)),
        (
            P::Columns { found: 2 },
            "none of the 2 columns of the parquet file holds images or numbers",
            facts("ParquetColumns", None, None, Some(2)),
        ),
    ];
    for (fault, message, facts) in cases {
        let error = Error::Parquet(fault);
        check(&error.to_string(), message);
        assert_eq!(error.facts(), facts);
    }
}

#[test]
fn every_other_format_is_called_by_a_name_of_its_own() {
    use Foreign as F;
    let all = [
        (F::Zip, "Zip", "a zip archive"),
        (F::NumpyZip, "NumpyZip", "a zip archive of numpy arrays (npz)"),
        (F::Xz, "Xz", "xz-compressed data"),
        (F::Bzip2, "Bzip2", "bzip2-compressed data"),
        (F::Zlib, "Zlib", "a bare zlib stream"),
        (F::Zstd, "Zstd", "zstandard-compressed data"),
        (F::SevenZip, "SevenZip", "a 7-zip archive"),
        (F::Tar, "Tar", "a tar archive"),
        (F::Pickle, "Pickle", "a python pickle"),
        (F::Hdf5, "Hdf5", "an hdf5 file"),
        (F::Matlab, "Matlab", "a matlab file"),
        (F::Matlab4, "Matlab4", "a matlab 4 file"),
        (F::Matlab73, "Matlab73", "a matlab 7.3 file"),
        (F::Safetensors, "Safetensors", "a safetensors file"),
        (F::Parquet, "Parquet", "a parquet file"),
        (F::Feather, "Feather", "an arrow file (feather)"),
        (F::ArrowStream, "ArrowStream", "an arrow stream"),
        (F::Png, "Png", "a png picture"),
        (F::Jpeg, "Jpeg", "a jpeg picture"),
        (F::Gif, "Gif", "a gif picture"),
        (F::Pdf, "Pdf", "a pdf document"),
        (F::Html, "Html", "a web page (html)"),
        (F::Xml, "Xml", "an xml document"),
        (F::GitLfs, "GitLfs", "a git-lfs pointer, not the file it stands for"),
        (F::HttpError, "HttpError", "the text of an http error"),
        (F::Lush, "Lush", "a lush matrix of text, or of a rare type"),
        (F::Board, "Board", "a circuit board, another format that is called idx"),
        (F::Subtitles, "Subtitles", "a subtitle index, another format that is called idx"),
        (F::GitPack, "GitPack", "a git pack index, another format that is called idx"),
        (F::Csv, "Csv", "comma-separated text"),
        (F::Json, "Json", "json"),
        (F::ByteOrderMark, "ByteOrderMark", "text with a byte order mark"),
        (F::Text, "Text", "text"),
    ];
    for (foreign, name, description) in all {
        let error = Error::Foreign(foreign);
        check(&error.to_string(), &format!("not idx: expected 0000 at byte 0, found {description}"));
        assert_eq!(error.facts(), facts(name, Some(0), None, None));
    }
}
