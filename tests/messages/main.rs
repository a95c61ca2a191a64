//! The message of each error and warning: in lower case, with the fault, its place, and the expected and found numbers.
#![cfg(not(target_arch = "wasm32"))]

mod arrays;
mod packed;

use idxlens::error::{Error, Facts, Foreign, GzipFault, Warning};

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
fn every_other_format_is_called_by_a_name_of_its_own() {
    use Foreign as F;
    let all = [
        (F::Zip, "Zip", "a zip archive"),
        (F::NumpyZip, "NumpyZip", "a zip archive of numpy arrays (npz)"),
        (F::Xz, "Xz", "xz-compressed data"),
        (F::Bzip2, "Bzip2", "bzip2-compressed data"),
        (F::Zlib, "Zlib", "a bare zlib stream"),
        (F::Zstd, "Zstd", "zstandard-compressed data"),
        (F::Lz4, "Lz4", "lz4-compressed data"),
        (F::SevenZip, "SevenZip", "a 7-zip archive"),
        (F::Tar, "Tar", "a tar archive"),
        (F::Pickle, "Pickle", "a python pickle"),
        (F::Hdf5, "Hdf5", "an hdf5 file"),
        (F::Matlab, "Matlab", "a matlab file"),
        (F::Matlab4, "Matlab4", "a matlab 4 file"),
        (F::Matlab73, "Matlab73", "a matlab 7.3 file"),
        (F::Safetensors, "Safetensors", "a safetensors file"),
        (F::Parquet, "Parquet", "a parquet file"),
        (F::Arrow, "Arrow", "an arrow file"),
        (F::Feather, "Feather", "a feather file of version 1"),
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
