//! Tar archives: which files they hold, where these are, and what is wrong with damaged and hostile ones.
#![cfg(not(target_arch = "wasm32"))]

mod writer;

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use idxlens::{
    error::{Error, GzipFault, TarFault},
    format::{
        encode::encode,
        tar::{Archive, Member},
        zip::MAX_MEMBERS,
    },
};
use proptest::prelude::*;

use self::writer::{Entry, archive, entry, seal};

/// An archive that was read as far as it can be, the data that came out, and why it was not read further.
struct Read {
    archive: Archive,
    output: Vec<u8>,
    fault: Option<Error>,
    /// Bytes that were read.
    len: u64,
}

/// Reads an archive in pieces of at most so many bytes.
fn read_in(mut archive: Archive, file: &[u8], piece: usize) -> Read {
    let (mut output, mut fault, mut len) = (Vec::new(), None, 0);
    while let Some(wanted) = archive.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        let bytes = &file[start..end.min(start.saturating_add(piece))];
        len += bytes.len() as u64;
        if let Err(error) = archive.push(bytes) {
            assert_eq!(archive.wanted(), None);
            fault = Some(error);
        }
        output.extend(archive.take_output());
    }
    Read { archive, output, fault, len }
}

fn read(file: &[u8]) -> Read {
    read_in(Archive::new(file.len() as u64), file, usize::MAX)
}

impl Read {
    /// The names of the files and their data, which is in `file` unless it came out.
    fn files<'a>(&'a self, file: &'a [u8]) -> Vec<(&'a str, &'a [u8])> {
        let from = if self.archive.is_gzip() { &self.output[..] } else { file };
        let data = |member: &Member| {
            usize::try_from(member.range().start).unwrap()..usize::try_from(member.range().end).unwrap()
        };
        self.archive.members().iter().map(|member| (member.name(), &from[data(member)])).collect()
    }

    fn names(&self) -> Vec<&str> {
        self.archive.members().iter().map(Member::name).collect()
    }
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A text that says this of the next file.
fn properties(records: &[(&str, &str)]) -> Vec<u8> {
    let line = |&(key, value): &(&str, &str)| {
        let rest = format!(" {key}={value}\n");
        // The length of the line counts its own digits.
        let mut length = rest.len() + 1;
        while length.to_string().len() + rest.len() != length {
            length += 1;
        }
        format!("{length}{rest}").into_bytes()
    };
    records.iter().flat_map(line).collect()
}

#[test]
fn files_are_found_in_place_and_come_out_of_gzip() {
    let images =
        encode(&[1000, 8, 8], &(0..64_000_u32).map(|value| value.to_le_bytes()[0]).collect::<Vec<u8>>()).unwrap();
    let labels = encode(&[3], &[1_u8, 2, 3]).unwrap();
    let whole = [0x93, b'N', b'U', b'M', b'P', b'Y', 1, 0].repeat(64);
    let file = archive(&[
        Entry { kind: b'5', ..entry("data/", b"") },
        entry("data/images", &images),
        entry("data/empty", b""),
        Entry { kind: 0, magic: b"", ..entry("labels", &labels) },
        // One that is as long as its block.
        entry("whole", &whole),
    ]);
    let expected: Vec<(&str, &[u8])> =
        vec![("data/images", &images), ("data/empty", b""), ("labels", &labels), ("whole", &whole)];
    for packed in [file.clone(), gz(&file), [gz(&file[..700]), gz(&file[700..])].concat()] {
        for piece in [usize::MAX, 1, 511, 513] {
            let found = read_in(Archive::new(packed.len() as u64), &packed, piece);
            assert_eq!((found.fault.as_ref(), found.archive.is_gzip()), (None, packed != file));
            assert_eq!(found.files(&packed), expected);
            assert!(found.archive.members().iter().all(Member::is_readable));
        }
    }
}

#[test]
fn only_the_records_of_a_plain_archive_are_read() {
    let large = vec![7; 10 << 20];
    let file = archive(&[entry("a", &large), entry("b", &large)]);
    let found = read(&file);
    assert_eq!(found.files(&file), [("a", &large[..]), ("b", &large[..])]);
    assert!(found.len < 1 << 20, "{} bytes were read", found.len);
}

#[test]
fn names_are_those_of_every_dialect() {
    let long = format!("folder/{}.npy", "x".repeat(200));
    let file = archive(&[
        Entry { prefix: b"a/prefix", ..entry("posix", b"1") },
        Entry { prefix: b"no prefix", magic: b"ustar  \0", ..entry("gnu", b"1") },
        Entry { kind: b'K', ..entry("././@LongLink", b"where a link leads\0") },
        Entry { kind: b'L', ..entry("././@LongLink", format!("{long}\0").as_bytes()) },
        Entry { magic: b"ustar  \0", ..entry(&long[..100], b"1") },
        Entry { kind: b'g', ..entry("pax_global_header", &properties(&[("comment", "of all")])) },
        Entry { kind: b'x', ..entry("PaxHeaders/a", &properties(&[("mtime", "1.5"), ("path", "grün")])) },
        entry("short", b"1"),
        // The start of a long name may look like a folder.
        Entry { kind: b'x', ..entry("PaxHeaders/b", &properties(&[("path", "folder/file")])) },
        entry("folder/", b"1"),
        // What was said counts once.
        entry("next", b"1"),
        // A link takes what was said about it.
        Entry { kind: b'L', ..entry("././@LongLink", b"a link\0") },
        Entry { kind: b'2', ..entry("link", b"") },
        entry("last", b"1"),
    ]);
    let expected = ["a/prefix/posix", "gnu", &long, "grün", "folder/file", "next", "last"];
    assert_eq!(read(&file).names(), expected);
    assert_eq!(read(&gz(&file)).names(), expected);
}

#[test]
fn names_lead_nowhere_and_what_is_no_file_is_left_out() {
    let file = archive(&[
        entry("../../etc/passwd", b"1"),
        entry("/root", b"1"),
        entry("a\\b\\..\\c\u{7}", b"1"),
        entry("x/._hidden", b"1"),
        entry("..", b"1"),
        Entry { kind: b'1', ..entry("hard link", b"") },
        Entry { kind: b'3', size: Some(b"77777777777\0"), ..entry("device", b"") },
        Entry { kind: b'V', ..entry("volume", b"its label") },
        entry("./last", b"1"),
    ]);
    assert_eq!(read(&file).names(), ["etc/passwd", "root", "a/b/c", "last"]);
}

#[test]
fn sizes_are_octal_binary_or_in_a_text() {
    let binary = [&[0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &[5]].concat();
    let file = archive(&[
        Entry { size: Some(b"       5 \0  "), ..entry("spaces", b"hello") },
        Entry { size: Some(&binary), ..entry("binary", b"hello") },
        Entry { kind: b'x', ..entry("x", &properties(&[("size", "5")])) },
        Entry { size: Some(b"77777777777\0"), ..entry("text", b"hello") },
    ]);
    let found = read(&file);
    assert_eq!(found.files(&file), [("spaces", &b"hello"[..]), ("binary", b"hello"), ("text", b"hello")]);
    for size in [
        &[0xFF; 12][..],
        &[0x80, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        &[[0x80, 0, 0, 0].as_slice(), &[0xFF; 8]].concat(),
        b"9\0",
    ] {
        let fault = read(&archive(&[entry("a", b"1"), Entry { size: Some(size), ..entry("b", b"1") }])).fault;
        assert_eq!(fault, Some(Error::Tar(TarFault::Record { offset: 1024 })), "{size:?}");
    }
}

#[test]
fn sparse_files_are_named_only() {
    // Two blocks with more of the map, of which the first announces the second.
    let mut map = vec![0; 1024];
    map[504] = 1;
    let data = [map, b"data".to_vec()].concat();
    let sparse =
        Entry { kind: b'S', has_map: 1, size: Some(b"00000000004\0"), magic: b"ustar  \0", ..entry("old", &data) };
    let text = properties(&[("GNU.sparse.major", "1"), ("GNU.sparse.name", "real"), ("path", "GNUSparseFile.0/real")]);
    let file = archive(&[sparse, Entry { kind: b'x', ..entry("x", &text) }, entry("new", b"12"), entry("last", b"1")]);
    for file in [&file, &gz(&file)] {
        let found = read(file);
        let members = found.archive.members().iter().map(|member| (member.name(), member.is_readable()));
        assert_eq!(members.collect::<Vec<_>>(), [("old", false), ("real", false), ("last", true)]);
        assert_eq!(found.fault, None);
    }
}

#[test]
fn files_beyond_the_limit_are_counted() {
    let names: Vec<String> = (0..MAX_MEMBERS + 500).map(|number| number.to_string()).collect();
    let file = archive(&names.iter().map(|name| entry(name, b"1")).collect::<Vec<_>>());
    for file in [&file, &gz(&file)] {
        let found = read(file);
        assert_eq!((found.archive.members().len(), found.archive.unlisted()), (MAX_MEMBERS, 500));
    }
}

#[test]
fn only_what_can_be_data_comes_out_of_gzip_and_not_too_much() {
    let png = [b"\x89PNG\r\n\x1a\n".to_vec(), vec![0; 1000]].concat();
    let array = encode(&[400], &[1_u8; 400]).unwrap();
    let file = archive(&[
        entry("picture.png", &png),
        entry("labels.gz", &gz(&array)),
        entry("classes.txt", b"0 zero\n1 one\n"),
        entry("first", &array),
        entry("second", &array),
        entry("note.pdf", b"%PDF-1.7"),
    ]);
    let found = read(&gz(&file));
    let readable: Vec<_> = found.archive.members().iter().map(Member::is_readable).collect();
    assert_eq!((readable, found.fault), (vec![true, true, true, true, true, false], None));
    let packed = gz(&file);
    let found = read_in(Archive::new(packed.len() as u64).with_limit(500), &packed, usize::MAX);
    let readable: Vec<_> = found.archive.members().iter().map(Member::is_readable).collect();
    assert_eq!(readable, [false, true, true, true, false, false]);
    assert!(matches!(found.fault, Some(Error::Tar(TarFault::Limit { expected: 500, .. }))));
    assert!(found.output.len() <= 500);
}

#[test]
fn what_was_read_before_damage_is_there() {
    let array = encode(&[400], &(0..400_u32).map(|value| value.to_le_bytes()[0]).collect::<Vec<u8>>()).unwrap();
    let mut file = archive(&[entry("a", &array), entry("b", &array), entry("c", &array)]);
    let second = 1024;
    for cut in [second + 1, second + 511] {
        let found = read(&file[..cut]);
        assert_eq!(found.names(), ["a"]);
        assert_eq!(found.fault, Some(Error::Tar(TarFault::End { offset: cut as u64 })));
    }
    // A file that is cut is there as far as it goes.
    let cut = second + 512 + 100;
    let is_cut = |found: &Read| found.archive.members().iter().map(Member::is_cut).collect::<Vec<_>>();
    let found = read(&file[..cut]);
    assert_eq!(found.files(&file[..cut])[1], ("b", &array[..100]));
    assert_eq!(is_cut(&found), [false, true]);
    assert_eq!(found.fault, Some(Error::Tar(TarFault::End { offset: cut as u64 })));
    let found = read(&gz(&file[..cut]));
    assert_eq!(found.files(&[])[1], ("b", &array[..100]));
    assert_eq!(is_cut(&found), [false, true]);
    assert_eq!(found.fault, Some(Error::Tar(TarFault::End { offset: cut as u64 })));
    // Neither the block of zeros nor the last padding has to be there.
    for end in [3072, 2048 + 512 + array.len()] {
        assert_eq!(read(&file[..end]).fault, None);
        assert_eq!(read(&gz(&file[..end])).files(&[])[2], ("c", &array[..]));
    }
    let packed = gz(&file);
    let found = read(&packed[..packed.len() - 30]);
    assert!(matches!(found.fault, Some(Error::Tar(TarFault::End { .. }))));
    assert_eq!(found.files(&[])[0], ("a", &array[..]));
    let mut wrong = packed.clone();
    let at = wrong.len() - 8;
    wrong[at] ^= 1;
    let found = read(&wrong);
    assert!(matches!(found.fault, Some(Error::Gzip { layer: 1, fault: GzipFault::Checksum { .. } })));
    assert_eq!(found.names(), ["a", "b", "c"]);
    file[second] ^= 1;
    for file in [file.clone(), gz(&file)] {
        let found = read(&file);
        assert_eq!(
            (found.names(), found.fault.clone()),
            (vec!["a"], Some(Error::Tar(TarFault::Record { offset: 1024 })))
        );
        assert_eq!(is_cut(&found), [false]);
    }
}

#[test]
fn checksums_of_bytes_with_signs_are_taken() {
    let mut file = archive(&[entry("größe", b"1")]);
    let sum: i32 = file[..512]
        .iter()
        .enumerate()
        .map(|(at, &byte)| i32::from(if (148..156).contains(&at) { b' ' } else { byte }.cast_signed()))
        .sum();
    file[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    assert_eq!(read(&file).names(), ["größe"]);
    seal(&mut file);
    assert_eq!(read(&file).names(), ["größe"]);
}

#[test]
fn texts_that_lie_are_refused() {
    let fault = |kind, data: &[u8]| read(&archive(&[Entry { kind, ..entry("x", data) }, entry("a", b"1")])).fault;
    for text in [&b"5 a=b"[..], b"99 path=x\n", b"path=x\n", b"8 path x\n", b"2 \n", b"9 size=-1\n", b"0 a=b\n"] {
        assert!(
            matches!(fault(b'x', text), Some(Error::Tar(TarFault::Record { .. }))),
            "{}",
            String::from_utf8_lossy(text)
        );
    }
    // Zeros may follow.
    assert_eq!(fault(b'x', b"11 path=xy\n\0\0"), None);
    assert!(matches!(fault(b'L', &vec![b'x'; 70_000]), Some(Error::Tar(TarFault::Record { .. }))));
    assert!(matches!(fault(b'L', &vec![b'x'; (1 << 20) + 1]), Some(Error::Tar(TarFault::Record { .. }))));
}

#[test]
fn a_text_that_lies_is_named_by_its_start_however_it_is_cut() {
    let file = archive(&[Entry { kind: b'x', ..entry("x", b"14 path=other\0") }, entry("a", b"1")]);
    for piece in [1, 7, 513, file.len()] {
        let found = read_in(Archive::new(file.len() as u64), &file, piece);
        assert_eq!(found.fault, Some(Error::Tar(TarFault::Record { offset: 512 })), "{piece}");
    }
}

#[test]
fn a_bomb_comes_out_in_parts_and_reading_stops_after_the_end() {
    let zeros = encode(&[1 << 22], &vec![0_u8; 1 << 22]).unwrap();
    let packed = gz(&archive(&[entry("zeros", &zeros)]));
    let mut archive = Archive::new(packed.len() as u64);
    let mut len = 0;
    while let Some(wanted) = archive.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        archive.push(&packed[start..end]).unwrap();
        let output = archive.take_output();
        assert!(output.len() <= 3 << 19);
        len += output.len();
    }
    assert_eq!(len, zeros.len());
    let endless = gz(&[writer::archive(&[entry("a", b"1")]), vec![0; 8 << 20]].concat());
    let found = read_in(Archive::new(endless.len() as u64), &endless, 4096);
    assert_eq!((found.names(), found.fault.clone()), (vec!["a"], None));
    assert!(found.len < endless.len() as u64 / 2);
}

proptest! {
    #[test]
    fn a_changed_archive_is_read_alike_however_it_is_cut(
        at in 0..4608_usize, byte: u8, cut in 0..8000_usize, piece in 1..2000_usize, is_packed: bool,
    ) {
        let array = encode(&[100], &[7_u8; 100]).unwrap();
        let text = properties(&[("path", "other"), ("size", "108")]);
        let mut file = archive(&[
            entry("a", &array),
            Entry { kind: b'x', ..entry("x", &text) },
            entry("b", &array),
            Entry { kind: b'L', ..entry("l", b"long\0") },
            entry("c", &array),
        ]);
        file[at] = byte;
        if at % 512 < 257 && at / 512 % 2 == 0 {
            seal(&mut file[at / 512 * 512..]);
        }
        file.truncate(file.len() - if cut < 4000 { cut } else { 0 });
        let file = if is_packed { gz(&file) } else { file };
        let whole = read(&file);
        let cut = read_in(Archive::new(file.len() as u64), &file, piece);
        prop_assert_eq!(whole.files(&file), cut.files(&file));
        prop_assert_eq!(whole.fault, cut.fault);
    }
}
