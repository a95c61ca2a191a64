//! Files that cannot be opened, and the error for each.

use idxlens::{
    error::{Error, Foreign, GzipFault},
    format::{
        encode::{encode, gzip},
        layout::Layout,
    },
};

use crate::files::{Outcome, decode, gz, idx};

fn refused(error: Error) -> Outcome {
    Outcome { error: Some(error), ..Outcome::default() }
}

/// `text`, then bytes that are no text, behind everything that the decoder looks at.
fn long(text: &[u8]) -> Vec<u8> {
    let mut file = text.to_vec();
    file.resize(4096, b' ');
    file.extend([0xFF; 4096]);
    file
}

fn zip_of(name: &[u8]) -> Vec<u8> {
    let [low, high] = u16::try_from(name.len()).unwrap().to_le_bytes();
    [b"PK\x03\x04", &[0; 22][..], &[low, high, 0, 0], name, b"..."].concat()
}

#[test]
fn files_without_a_header_are_refused_for_the_right_reason() {
    let short = |expected, found| Error::TruncatedHeader { expected, found };
    let magic = |found| Error::BadMagic { found };
    let cases: &[(&str, &[u8], Error)] = &[
        ("no bytes", b"", Error::Empty { layer: 0 }),
        ("one zero", &[0], short(4, 1)),
        ("two zeros", &[0, 0], short(4, 2)),
        ("three bytes of magic", &[0, 0, 8], short(4, 3)),
        ("three bytes, the type impossible", &[0, 0, 1], short(4, 3)),
        ("a zero and something", &[0, 5], short(4, 2)),
        ("half of gzip's magic", &[0x1F], short(4, 1)),
        ("three odd bytes", &[0xFF, 0, 1], short(4, 3)),
        ("no dimension", &[0, 0, 8, 1], short(8, 4)),
        ("half a dimension", &[0, 0, 8, 1, 0, 0], short(8, 6)),
        ("one dimension of three", &[0, 0, 8, 3, 0, 0, 0, 1, 0], short(16, 9)),
        ("a rank of 255 and nothing else", &[0, 0, 0x0E, 255], short(1024, 4)),
        ("a little-endian magic number, and nothing else", &[2, 8, 0, 0], short(12, 4)),
        ("one little-endian dimension of three", &[3, 8, 0, 0, 1, 0, 0, 0], short(16, 8)),
        ("a one in byte 0", &[1, 0, 8, 0], magic([1, 0, 8, 0])),
        ("a one in byte 1", &[0, 1, 8, 0], magic([0, 1, 8, 0])),
        ("FF in both", &[0xFF, 0xFF, 8, 0], magic([0xFF, 0xFF, 8, 0])),
        ("gzip's magic with one bit flipped", &[0x1F, 0x8A, 8, 0, 0], magic([0x1F, 0x8A, 8, 0])),
        ("little-endian with type 0A", &[3, 0x0A, 0, 0], magic([3, 0x0A, 0, 0])),
        ("type 0", &[0, 0, 0, 0], Error::UnknownElementType { found: 0 }),
        ("type 1", &[0, 0, 1, 0], Error::UnknownElementType { found: 1 }),
        ("type 7", &[0, 0, 7, 1, 0, 0, 0, 0], Error::UnknownElementType { found: 7 }),
        ("type 0A, which is not used", &[0, 0, 0x0A, 1], Error::UnknownElementType { found: 0x0A }),
        ("type 0F", &[0, 0, 0x0F, 1], Error::UnknownElementType { found: 0x0F }),
        ("type FF", &[0, 0, 0xFF, 0], Error::UnknownElementType { found: 0xFF }),
        ("a film (mp4)", b"\0\0\0\x18ftypmp42", Error::UnknownElementType { found: 0 }),
        ("an icon", &[0, 0, 1, 0, 1, 0, 16, 16], Error::UnknownElementType { found: 1 }),
    ];
    for (name, file, error) in cases {
        assert_eq!(decode(file), refused(error.clone()), "{name}");
    }
    assert_eq!(Layout::detect(&[3, 0x0A, 0, 0]), Err(magic([3, 0x0A, 0, 0])));
}

#[test]
fn headers_that_promise_too_much_are_refused() {
    const MAX: u32 = u32::MAX;
    let cases = [
        ("2^64 - 2^33 + 1 bytes fit", idx(8, &[MAX, MAX], &[]), None),
        ("2^64 bytes of u8", idx(8, &[1 << 31, 1 << 31, 4], &[]), Some(4)),
        ("2^64 bytes in an item", idx(8, &[1, 1 << 31, 1 << 31, 4], &[]), Some(16)),
        ("2^64 bytes of f64", idx(0x0E, &[1 << 31, 1 << 30, 1], &[]), Some(4)),
        ("2^63 bytes of f64 fit", idx(0x0E, &[1 << 30, 1 << 30], &[]), None),
        ("a wrap to a small number", idx(8, &[3, 1 << 31, 1 << 31, 1 << 31, 1 << 31], &[]), Some(16)),
        ("no items, but each too large", idx(8, &[0, MAX, MAX, MAX], &[]), Some(16)),
        ("items of no size", idx(8, &[MAX, MAX, MAX, MAX, 0], &[]), None),
        ("255 dimensions of 2^32 - 1", idx(8, &[MAX; 255], &[]), Some(16)),
    ];
    for (name, file, offset) in cases {
        let error = offset.map(|offset| Error::TooLarge { offset });
        assert_eq!(decode(&file).error, error, "{name}");
    }
}

/// The first block of a tar archive.
fn tar_of(name: &[u8], magic: &[u8]) -> Vec<u8> {
    let mut block = vec![0; 1024];
    block[..name.len()].copy_from_slice(name);
    block[100..107].copy_from_slice(b"0000755");
    block[257..257 + magic.len()].copy_from_slice(magic);
    block[148..156].fill(b' ');
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    block
}

#[test]
fn a_block_with_a_wrong_checksum_is_no_tar_archive() {
    let mut block = tar_of(b"data/", b"ustar\x0000");
    block[0] += 1;
    assert!(matches!(decode(&block).error, Some(Error::BadMagic { .. })));
}

#[test]
fn files_that_were_saved_as_text_are_recognised() {
    let pixels: Vec<u8> = (0..=255).cycle().take(240_000).collect();
    let file = encode(&[60_000, 2, 2], &pixels).unwrap();
    let [plain, packed] =
        [file.clone(), gzip(&file)].map(|file| String::from_utf8_lossy(&file).into_owned().into_bytes());
    // 60,000 is 00 00 EA 60, whose third byte is replaced.
    assert_eq!(decode(&plain), refused(Error::Replaced));
    assert_eq!(decode(&packed), refused(Error::Replaced));
    assert_eq!(decode(&gzip(&packed)).error, Some(Error::Replaced));
    // Without the damage, the dimensions are too large for another reason.
    assert_eq!(decode(&[&[0, 0, 8, 3][..], &[0xFF; 12]].concat()), refused(Error::TooLarge { offset: 4 }));
}

#[test]
fn json_is_told_from_tables() {
    use Foreign as F;
    let cases: &[(&[u8], Foreign)] = &[
        (b"[[0, 0, 0], [0, 0, 0]]", F::Json),
        (b"[\n  {\"a\": 1}\n]", F::Json),
        (b"{\n  \"images\": [1, 2, 3]\n}", F::Json),
        (&long(b"{\"images\": [[0, 0, 0], [0, 0, 0]], "), F::Json),
        (b"{\"a\": 1, \"b\": 2, \"c\": 3}\n{\"a\": 1}", F::Json),
        (b"[0, 0, 0]", F::Json),
        (b"[\n  7,\n  2\n]", F::Json),
        (b"[7]", F::Json),
        // Lists in the fields of a table, what R prints, and other brackets.
        (b"[0 0 0 0],3\n[0 0 0 1],2\n", F::Text),
        (b"[0, 0, 0];3\n[0, 0, 1];2\n", F::Csv),
        (b"[1] 0.5 0.25 0.125\n", F::Text),
        (b"[section]", F::Text),
    ];
    for (bytes, foreign) in cases {
        let error = decode(bytes).error;
        assert_eq!(error, Some(Error::Foreign(*foreign)), "{:?}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn other_formats_are_called_by_their_names() {
    use Foreign as F;
    let html = long(b"\n\n\n\n\n<!DOCTYPE html>\n<html lang=\"en\"><head><title>Page</title>");
    let umlauts = "ä".repeat(2000);
    // With spaces in place of a checksum, which it lacks, its bytes with signs add up to 0.
    let no_tar = [&b"\x04\x22\x4D\x18\x80\x80\x80\xF5"[..], &[0; 504]].concat();
    let cases: &[(&[u8], Foreign)] = &[
        (&zip_of(b"gzip/emnist-letters-test-images-idx3-ubyte.gz"), F::Zip),
        (b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", F::Zip),
        (b"PK\x03\x04", F::Zip),
        (&zip_of(b"x_train.npy"), F::NumpyZip),
        (&zip_of(&[&[b'x'; 300][..], b".npy"].concat()), F::NumpyZip),
        (b"\xFD7zXZ\0\0\x04", F::Xz),
        (b"BZh91AY&SY", F::Bzip2),
        (b"\x78\x01\x63\x60", F::Zlib),
        (b"\x78\x5E\x63\x60", F::Zlib),
        (b"\x78\x9C\x63\x60", F::Zlib),
        (b"\x78\xDA\x63\x60", F::Zlib),
        (b"\x28\xB5\x2F\xFD\x04", F::Zstd),
        (b"\x04\x22\x4D\x18\x64", F::Lz4),
        (&no_tar, F::Lz4),
        (b"\x50\x2A\x4D\x18\x04", F::Zstd),
        (b"7z\xBC\xAF\x27\x1C\0\x04", F::SevenZip),
        (&tar_of(b"notMNIST_small/", b"ustar\x0000"), F::Tar),
        (&tar_of(b"\x1F/a folder", b""), F::Tar),
        (&tar_of(b"BZh", b"ustar  \0"), F::Tar),
        (b"\x80\x04\x95\0\0\0\0\0\0\0\0}", F::Pickle),
        (b"\x80\x02}q\0.", F::Pickle),
        (b"\x89HDF\r\n\x1A\n\0\0", F::Hdf5),
        (b"MATLAB 5.0 MAT-file, Platform: GLNXA64", F::Matlab),
        (b"MATLAB 7.3 MAT-file, Platform: GLNXA64", F::Matlab73),
        // Doubles, and bytes.
        (b"\0\0\0\0\x02\0\0\0\x03\0\0\0\0\0\0\0\x02\0\0\0x\0", F::Matlab4),
        (b"\x32\0\0\0\x02\0\0\0\x03\0\0\0\0\0\0\0\x03\0\0\0x1\0", F::Matlab4),
        (b"\x58\0\0\0\0\0\0\0{\"x\":{", F::Safetensors),
        // Lengths that are the magic numbers of other formats: zlib, a pickle, little-endian IDX of rank 8.
        (b"\x78\x01\0\0\0\0\0\0{\"x\":{", F::Safetensors),
        (b"\x80\x02\0\0\0\0\0\0{\"x\":{", F::Safetensors),
        (b"\x08\x08\0\0\0\0\0\0{\"x\":{", F::Safetensors),
        (b"PAR1\x15\x04", F::Parquet),
        (b"ARROW1\0\0\xFF\xFF\xFF\xFF", F::Arrow),
        (b"FEA1\0\0\0\0", F::Feather),
        (b"\xFF\xFF\xFF\xFF\xB0\x02\0\0\x10\0\0\0\0\0\x0A\0", F::Arrow),
        (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", F::Png),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF", F::Jpeg),
        (b"GIF89a\x01\0\x01\0", F::Gif),
        (b"%PDF-1.7\n", F::Pdf),
        (&html, F::Html),
        (b"<!DOCTYPE html>", F::Html),
        (b"<html>", F::Html),
        (b"  \r\n\t<HTML><BODY>302 Found</BODY></HTML>", F::Html),
        (b"<?xml version=\"1.0\"?><!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\">", F::Html),
        (b"<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>", F::Xml),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:9fb6\nsize 9912422\n", F::GitLfs),
        (b"404: Not Found", F::HttpError),
        (b"404 page not found\n", F::HttpError),
        (b"HTTP/1.1 403 Forbidden\r\nServer: x\r\n", F::HttpError),
        (b"302 Found", F::HttpError),
        (b"Not Found", F::HttpError),
        (b"AccessDenied", F::HttpError),
        (b"Too Many Requests", F::HttpError),
        (b"\x52\x4C\x3D\x1E\x04\0\0\0", F::Lush),
        (b"\x1E\x3D\x4C\x57\0\0\0\x04", F::Lush),
        (b"\x1E\x3D\x4C\x58", F::Lush),
        (b".MAT 2 3 4\n", F::Lush),
        (b".HEADER\nBOARD_FILE 3.0\n", F::Board),
        (b"<?xml version=\"1.0\"?><foundation:EDMDDataSet/>", F::Board),
        (b"# VobSub index file, v7 (do not modify this line!)\n", F::Subtitles),
        (b"\xFFtOc\0\0\0\x02", F::GitPack),
        (b"label,pixel0,pixel1\n7,0,0\n", F::Csv),
        (b"404,0,0\n", F::Csv),
        (&long("label,größe,a\n".as_bytes()), F::Csv),
        (b"1;0;0\n", F::Csv),
        (b"label\tx\ty\n", F::Csv),
        (b"\xEF\xBB\xBFlabel,a,b", F::Csv),
        (b"\xEF\xBB\xBFlabel", F::ByteOrderMark),
        (b"\xEF\xBB\xBF[{\"label\": 7}]", F::Json),
        (b"\xFF\xFE[\x001\0,\x002\0]\0", F::Json),
        (b"\xFF\xFEl\0a\0", F::ByteOrderMark),
        (b"\xFE\xFF\0l\0a", F::ByteOrderMark),
        (b"\xFF\xFEl\0,\0a\0,\0b\0", F::Csv),
        (b"\xFE\xFF\0l\0,\0a\0,\0b", F::Csv),
        (b"n\xE9,a,b\n1,2,3\n", F::Csv),
        (b"202599\nBald Male\n000001.jpg -1  1\n", F::Csv),
        (b"\"size\" \"age\"\n\"1\" 1.5 3\n", F::Csv),
        (b"twelve words\nand three more\n", F::Text),
        (b"a", F::Text),
        (b"0 0 0 0", F::Text),
        (b"10000 digits", F::Text),
        (b"\n\n\n\n", F::Text),
        (umlauts.as_bytes(), F::Text),
        (&umlauts.as_bytes()[..511], F::Text),
        (&long(b"text, and no more"), F::Text),
    ];
    for (file, foreign) in cases {
        let error = Error::Foreign(*foreign);
        assert_eq!(decode(file), refused(error.clone()), "{:?}", String::from_utf8_lossy(file));
        let inside = decode(&gzip(file));
        assert_eq!((inside.error, inside.layers), (Some(error), 1), "{:?}", String::from_utf8_lossy(file));
    }
}

#[test]
fn gzip_without_an_array_is_refused_for_the_right_reason() {
    let gzip_fault = |layer, fault| Error::Gzip { layer, fault };
    let array = idx(8, &[2], &[7, 2]);
    let member = gz(&array);
    let with = |at: usize, byte: u8| {
        let mut member = member.clone();
        member[at] = byte;
        member
    };
    let truncated = |offset| gzip_fault(1, GzipFault::Truncated { offset });
    let cases = [
        ("magic only", member[..2].to_vec(), 1, truncated(2)),
        ("a header only", member[..10].to_vec(), 1, truncated(10)),
        ("cut inside the array's header", member[..20].to_vec(), 1, truncated(20)),
        ("method 0", with(2, 0), 1, gzip_fault(1, GzipFault::Method { offset: 2, found: 0 })),
        ("method 9", with(2, 9), 1, gzip_fault(1, GzipFault::Method { offset: 2, found: 9 })),
        ("reserved flags", with(3, 0xE8), 1, gzip_fault(1, GzipFault::Flags { offset: 3, found: 0xE8 })),
        ("a block of no type", with(10, 7), 1, gzip_fault(1, GzipFault::Corrupt { decoded: 0 })),
        ("a block of no type, two layers in", gz(&with(10, 7)), 2, gzip_fault(2, GzipFault::Corrupt { decoded: 0 })),
        ("cut, two layers in", gz(&member[..9]), 2, gzip_fault(2, GzipFault::Truncated { offset: 9 })),
        ("a wrong block length", with(11, 11), 1, gzip_fault(1, GzipFault::Corrupt { decoded: 0 })),
        ("nothing", gz(&[]), 1, Error::Empty { layer: 1 }),
        ("nothing, twice", gz(&gz(&[])), 2, Error::Empty { layer: 2 }),
        ("nothing, and half a magic number", [gz(&[]), vec![0x1F]].concat(), 1, truncated(24)),
        ("many nothings", gz(&[]).repeat(5), 1, Error::Empty { layer: 1 }),
        ("half a header", gz(&array[..6]), 1, Error::TruncatedHeader { expected: 8, found: 6 }),
        ("a bad magic number", gz(&[0, 1, 8, 1]), 1, Error::BadMagic { found: [0, 1, 8, 1] }),
        ("no such type", gz(&[0, 0, 10, 1]), 1, Error::UnknownElementType { found: 10 }),
        ("four layers", gz(&gz(&gz(&member))), 3, Error::GzipTooDeep { limit: 3 }),
    ];
    for (name, file, layers, error) in cases {
        assert_eq!(decode(&file), Outcome { layers, ..refused(error) }, "{name}");
    }
}
