//! NumPy arrays of texts become labels with class names.
#![cfg(not(target_arch = "wasm32"))]

use idxlens::{
    error::{Error, NpyFault},
    format::{element::ElementType, encode::gzip, reader::Reader, text_labels::TextLabels},
};
use proptest::{collection::vec, prelude::*};

type Names = Vec<(u32, String)>;

fn npy(descr: &str, shape: &str, texts: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    [b"\x93NUMPY\x01\0", &u16::try_from(text.len()).unwrap().to_le_bytes()[..], text.as_bytes(), texts].concat()
}

/// The texts as NumPy stores them, in this many bytes each.
fn bytes(texts: &[&str], len: usize) -> Vec<u8> {
    texts.iter().flat_map(|text| text.bytes().chain([0].into_iter().cycle()).take(len)).collect()
}

fn characters(texts: &[&str], len: usize, code: fn(u32) -> [u8; 4]) -> Vec<u8> {
    let padded = |text: &str| text.chars().map(u32::from).chain([0].into_iter().cycle()).take(len).collect::<Vec<_>>();
    texts.iter().flat_map(|text| padded(text).into_iter().flat_map(code)).collect()
}

/// The file of labels, if the texts are some, and the names.
fn read(file: &[u8]) -> Result<(Option<Vec<u8>>, Names), Error> {
    let (mut texts, mut labels) = (TextLabels::new(file.len() as u64), Vec::new());
    while let Some(wanted) = texts.wanted() {
        texts.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()])?;
        labels.extend(texts.take_output());
    }
    let file = texts.header().map(|header| [header.to_bytes(), labels].concat());
    Ok((file, texts.class_names().to_vec()))
}

fn labels(file: &[u8]) -> Vec<i32> {
    let (labels, _) = read(file).expect("classes");
    let mut reader = Reader::new(labels.as_deref().expect("labels")).unwrap();
    match reader.layout().element_type() {
        ElementType::U8 => reader.read_to_end::<u8>().unwrap().into_iter().map(i32::from).collect(),
        _ => reader.read_to_end().unwrap(),
    }
}

fn names(texts: &[&str]) -> Names {
    (0..).zip(texts.iter().map(|&text| text.to_owned())).collect()
}

#[test]
fn texts_become_the_numbers_of_their_classes() {
    // Spaces around a text are no part of it, and an empty one is none.
    let texts = ["dog", "caf\u{e9}", "", "dog", "bird", " dog"];
    let files = [
        npy("|S5", "6,", &bytes(&texts, 5)),
        npy("<U4", "6,", &characters(&texts, 4, u32::to_le_bytes)),
        npy(">U4", "6, 1", &characters(&texts, 4, u32::to_be_bytes)),
        gzip(&npy("<U9", "6,", &characters(&texts, 9, u32::to_le_bytes))),
    ];
    for file in files {
        assert_eq!(labels(&file), [2, 1, -1, 2, 0, 2]);
        assert_eq!(read(&file).unwrap().1, names(&["bird", "caf\u{e9}", "dog"]));
    }
}

#[test]
fn bytes_are_utf_8_or_windows_1252() {
    let file = npy("|S4", "3,", b"B\xE4r\0B\xC3\xA4rB\xE4r\0");
    assert_eq!((labels(&file), read(&file).unwrap().1), (vec![0; 3], names(&["B\u{e4}r"])));
}

#[test]
fn texts_that_are_numbers_are_these_labels() {
    let file = npy("<U3", "4,", &characters(&["7", "0", "300", "7"], 3, u32::to_le_bytes));
    assert_eq!(labels(&file), [7, 0, 300, 7]);
    assert_eq!(read(&file).unwrap().1, []);
}

#[test]
fn classes_of_other_labels_keep_their_numbers() {
    let file = npy("|S4", "5,", &bytes(&["fox", "dog", "bird", "dog", "fox"], 4));
    let read = |known: &[&[(u32, &str)]]| {
        let (mut texts, mut labels) = (TextLabels::new(file.len() as u64), Vec::new());
        for classes in known {
            texts.add_classes(classes.iter().map(|&(label, name)| (label, name.to_owned())).collect());
        }
        while texts.wanted().is_some() {
            texts.push(&file).unwrap();
            labels.extend(texts.take_output());
        }
        (labels, texts.class_names().to_vec())
    };
    let own = (vec![2, 1, 0, 1, 2], names(&["bird", "dog", "fox"]));
    assert_eq!(read(&[]), own);
    // Without any text, there are no classes.
    let empty = npy("|S1", "2,", &[0; 2]);
    let mut texts = TextLabels::new(empty.len() as u64);
    texts.add_classes(vec![(0, "cat".to_owned())]);
    assert_eq!(texts.push(&empty), Err(Error::Npy(NpyFault::Texts)));
    // Less than half of the texts are known.
    assert_eq!(read(&[&[(0, "cat"), (4, "dog")]]), own);
    let large = [(1_000_000_000, "bird"), (0, "dog"), (1, "fox")];
    assert_eq!(read(&[&large, &[]]), own);
    let both = vec![(3, "bird".to_owned()), (5, "dog".to_owned()), (6, "fox".to_owned())];
    assert_eq!(
        read(&[&[(0, "cat")], &[(5, "dog"), (3, "bird")], &[(9, "dog"), (8, "fox")]]),
        (vec![6, 5, 3, 5, 6], both)
    );
}

#[test]
fn texts_that_all_differ_are_names_in_their_order() {
    let file = npy("|S4", "3,", &bytes(&["dog", "cat", "bird"], 4));
    assert_eq!(read(&file).unwrap(), (None, names(&["dog", "cat", "bird"])));
}

#[test]
fn an_array_that_is_cut_gives_the_labels_before_its_end() {
    let whole = npy("|S3", "4,", &bytes(&["dog", "cat", "dog", "cat"], 3));
    let (labels, _) = read(&whole[..whole.len() - 2]).unwrap();
    // The header promises all, so that whoever reads it knows.
    assert_eq!(labels.unwrap(), [0, 0, 8, 1, 0, 0, 0, 4, 1, 0, 1]);
}

#[test]
fn texts_that_are_no_classes_are_refused() {
    let many: Vec<String> = (0..20_001).map(|at| format!("{:05}x", at / 2)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let files = [
        // Two for an item, one for all, none, and empty ones.
        npy("|S1", "2, 2", b"abab"),
        npy("|S1", "", b"a"),
        npy("|S1", "0,", b""),
        npy("|S0", "3,", b""),
    ];
    for file in files {
        assert_eq!(read(&file), Err(Error::Npy(NpyFault::Texts)));
    }
    // The limit that they exceed is named.
    let too_many = NpyFault::TextCount { expected: 10_000 };
    let too_long = |found| NpyFault::TextLength { expected: 256, found };
    let texts = |count: usize, len: usize| npy(&format!("|S{len}"), &format!("{count},"), &vec![b'a'; count * len]);
    assert!(read(&texts(2, 256)).is_ok());
    for (file, fault) in [
        (npy("|S6", "20001,", &bytes(&many, 6)), too_many),
        (texts(2, 257), too_long(257)),
        (texts(2, 5000), too_long(5000)),
    ] {
        assert_eq!(read(&file), Err(Error::Npy(fault)));
        assert!(fault.to_string().contains("expected at most"));
    }
    let idx = [0, 0, 8, 2, 0, 0, 0, 2, 0, 0, 0, 1, b'a', b'a'];
    for other in [&npy("<i4", "3,", &[0; 12])[..], &npy("|u1", "2, 1", b"aa"), &idx, b"\x93NUM", b""] {
        assert!(read(other).is_err(), "{other:?}");
    }
}

proptest! {
    /// The end of the file can be anywhere, and its header can say anything.
    #[test]
    fn no_input_panics(len in 0..9_u32, items in 0..40_u32, kind in "[SUa]", rest in vec(any::<u8>(), 0..400)) {
        let _ = read(&npy(&format!("<{kind}{len}"), &format!("{items},"), &rest));
    }
}

#[test]
fn the_file_can_come_byte_by_byte() {
    let file = gzip(&npy("|S3", "3,", b"dogcatdog"));
    let (mut texts, mut labels) = (TextLabels::new(file.len() as u64), Vec::new());
    while let Some(wanted) = texts.wanted() {
        let start = usize::try_from(wanted.start).unwrap();
        texts.push(&file[start..=start]).unwrap();
        labels.extend(texts.take_output());
    }
    assert_eq!(labels, [1, 0, 1]);
}
