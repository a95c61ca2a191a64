//! Zip archives: which files they hold, how each is read, and what is wrong with damaged and hostile ones.
#![cfg(not(target_arch = "wasm32"))]

mod writer;

use idxlens::{
    error::{Error, Warning, ZipFault},
    format::{
        decode::Decoder,
        encode::encode,
        zip::{Archive, MAX_MEMBERS, Member, Packing},
    },
};
use proptest::prelude::*;

use self::writer::{Entry, Writer, archive, entry, finish_large};

fn read(file: &[u8]) -> Result<Archive, Error> {
    let mut archive = Archive::new(file.len() as u64);
    while let Some(wanted) = archive.wanted() {
        archive.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()])?;
    }
    Ok(archive)
}

/// The bytes of a member as a file of its own.
fn member(file: &[u8], archive: &Archive, index: usize) -> Vec<u8> {
    let member = &archive.members()[index];
    let range = usize::try_from(member.range().start).unwrap()..usize::try_from(member.range().end).unwrap();
    [member.head(), &file[range], &member.tail()].concat()
}

fn names(archive: &Archive) -> Vec<&str> {
    archive.members().iter().map(idxlens::format::zip::Member::name).collect()
}

#[test]
fn files_are_read_in_place_stored_or_deflated() {
    let images = encode(&[100, 8, 8], &(0..64).flat_map(|value| [value; 100]).collect::<Vec<u8>>()).unwrap();
    let labels = encode(&[3], &[1_u8, 2, 3]).unwrap();
    let file = archive(&[Entry { deflated: true, ..entry("data/images", &images) }, entry("labels", &labels)]);
    for file in [file.clone(), [&b"before"[..], &file].concat()] {
        let archive = read(&file).unwrap();
        assert_eq!(names(&archive), ["data/images", "labels"]);
        assert_eq!(
            archive.members().iter().map(Member::packing).collect::<Vec<_>>(),
            [Packing::Deflated, Packing::Stored]
        );
        assert_eq!(member(&file, &archive, 1), labels);
        let mut decoder = Decoder::new();
        let mut elements = Vec::new();
        let mut sink = |_: &_, bytes: &[u8]| {
            elements.extend_from_slice(bytes);
            Ok(())
        };
        decoder.push(&member(&file, &archive, 0), &mut sink).unwrap();
        decoder.finish(0).unwrap();
        assert_eq!((decoder.layers(), decoder.warnings()), (1, &[][..]));
        assert_eq!(elements, images[16..]);
    }
}

#[test]
fn names_lead_nowhere_and_folders_are_left_out() {
    let file = archive(&[
        entry("folder/", b""),
        entry("../../etc/passwd", b"1"),
        entry("/root", b"1"),
        entry("a\\b\\..\\c\u{7}", b"1"),
        entry("__MACOSX/._x", b"1"),
        entry("x/.DS_Store", b"1"),
        entry("..", b"1"),
    ]);
    assert_eq!(names(&read(&file).unwrap()), ["etc/passwd", "root", "a/b/c"]);
}

#[test]
fn encrypted_files_and_other_methods_are_named_only() {
    let file = archive(&[
        Entry { flags: 1, ..entry("secret", b"1") },
        Entry { method: Some(14), ..entry("lzma", b"1") },
        entry("plain", b"1"),
    ]);
    let archive = read(&file).unwrap();
    let packings: Vec<_> = archive.members().iter().map(Member::packing).collect();
    assert_eq!(packings, [Packing::Unknown, Packing::Unknown, Packing::Stored]);
}

#[test]
fn comments_and_many_files_are_taken() {
    let mut writer = Writer::default();
    let names: Vec<String> = (0..MAX_MEMBERS + 500).map(|number| format!("{number}")).collect();
    for name in &names {
        writer.add(entry(name, b"1"));
    }
    let archive = read(&writer.finish(&vec![b'P'; 65_535])).unwrap();
    assert_eq!((archive.members().len(), archive.unlisted()), (MAX_MEMBERS, 500));
    let empty = read(&Writer::default().finish(b"")).unwrap();
    assert_eq!((empty.members().len(), empty.unlisted()), (0, 0));
}

#[test]
fn sizes_of_large_archives_are_read() {
    // As zipfile writes them: the sizes are in an extra field.
    let mut writer = Writer::default();
    writer.add(entry("a", b"hello"));
    let mut directory = writer.directory.clone();
    directory[20..28].fill(0xFF);
    directory[42..46].fill(0xFF);
    directory[30] = 28;
    directory.extend([&[1, 0, 24, 0][..], &5_u64.to_le_bytes(), &5_u64.to_le_bytes(), &0_u64.to_le_bytes()].concat());
    let file = finish_large(&writer.file, &directory, 1, b"");
    let archive = read(&file).unwrap();
    assert_eq!(member(&file, &archive, 0), b"hello");
}

#[test]
fn damage_is_reported_where_it_is() {
    let good = archive(&[entry("a", &[7; 100]), entry("b", &[8; 100])]);
    let fault = |file: &[u8]| match read(file) {
        Err(Error::Zip(fault)) => Some(fault),
        other => panic!("{other:?}"),
    };
    let size = good.len() as u64;
    assert_eq!(fault(&good[..good.len() - 1]), Some(ZipFault::End { offset: size - 1 }));
    assert_eq!(fault(b""), Some(ZipFault::End { offset: 0 }));
    assert_eq!(fault(b"PK\x05\x06"), Some(ZipFault::End { offset: 4 }));
    let edited = |at: usize, byte: u8| {
        let mut file = good.clone();
        file[at] = byte;
        file
    };
    let end = good.len() - 22;
    assert_eq!(fault(&edited(end + 4, 3)), Some(ZipFault::Parts { offset: end as u64 }));
    let directory = good.len() - 22 - 2 * 47;
    assert_eq!(fault(&edited(directory, 0)), Some(ZipFault::Directory { offset: directory as u64 }));
    assert_eq!(fault(&edited(end + 10, 3)), Some(ZipFault::Directory { offset: end as u64 }));
    assert_eq!(fault(&edited(end + 15, 3)), Some(ZipFault::Directory { offset: end as u64 }));
    assert_eq!(fault(&edited(0, 0)), Some(ZipFault::Entry { offset: 0 }));
    let long = archive(&[Entry { packed_len: Some(u32::MAX - 1), ..entry("a", b"1") }]);
    assert_eq!(fault(&long), Some(ZipFault::Entry { offset: 0 }));
    let away = archive(&[Entry { offset: Some(5000), ..entry("a", b"1") }]);
    assert!(matches!(fault(&away), Some(ZipFault::Directory { .. })));
    // Two entries with the same data, and one that reaches into the next.
    let twice = archive(&[entry("a", &[7; 100]), Entry { offset: Some(0), ..entry("a", &[7; 100]) }]);
    assert_eq!(fault(&twice), Some(ZipFault::Overlap { offset: 0 }));
    let into = archive(&[Entry { packed_len: Some(101), ..entry("a", &[7; 100]) }, entry("b", b"1")]);
    assert_eq!(fault(&into), Some(ZipFault::Overlap { offset: 135 }));
    for fault in [ZipFault::End { offset: 1 }, ZipFault::Parts { offset: 1 }, ZipFault::Overlap { offset: 1 }] {
        let error = Error::Zip(fault);
        assert!(error.to_string().contains("byte 1") && error.facts().name.starts_with("Zip"));
    }
}

#[test]
fn lies_about_a_file_are_faults_of_its_gzip_frame() {
    let array = encode(&[4], &[1_u8, 2, 3, 4]).unwrap();
    let deflated = Entry { deflated: true, ..entry("a", &array) };
    let check = |entry: Entry<'_>, expected: &str| {
        let file = archive(&[entry]);
        let archive = read(&file).unwrap();
        let mut decoder = Decoder::new();
        decoder.push(&member(&file, &archive, 0), &mut |_, _| Ok(())).unwrap();
        decoder.finish(0).unwrap();
        assert_eq!(decoder.warnings().iter().map(|warning| warning.facts().name).collect::<Vec<_>>(), [expected]);
    };
    check(Entry { checksum: Some(1), ..deflated }, "GzipChecksum");
    check(Entry { len: Some(1 << 30), ..deflated }, "GzipLength");
    // A few kilobytes that unpack to many are not unpacked to the end.
    let bomb = [encode(&[4], &[1_u8, 2, 3, 4]).unwrap(), vec![0; 1 << 24]].concat();
    let file = archive(&[Entry { deflated: true, ..entry("a", &bomb) }]);
    let archive = read(&file).unwrap();
    let mut decoder = Decoder::new();
    decoder.push(&member(&file, &archive, 0), &mut |_, _| Ok(())).unwrap();
    assert!(matches!(decoder.warnings(), [Warning::Stopped(Error::Excess { .. })]));
}

proptest! {
    #[test]
    fn a_changed_archive_is_read_or_refused(at in 0..400_usize, byte: u8, cut in 0..400_usize) {
        let mut file = archive(&[entry("a", &[7; 60]), Entry { deflated: true, ..entry("b", &[8; 60]) }]);
        let len = file.len();
        file[at % len] = byte;
        file.truncate(len - if cut % 4 == 0 { cut % len } else { 0 });
        if let Ok(archive) = read(&file) {
            for (index, found) in archive.members().iter().enumerate() {
                prop_assert!(found.range().end <= file.len() as u64);
                member(&file, &archive, index);
            }
        }
    }
}
