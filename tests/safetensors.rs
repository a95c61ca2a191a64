//! Safetensors files: the arrays in them, and what is wrong with damaged and hostile ones.
#![cfg(not(target_arch = "wasm32"))]
#![cfg(feature = "safetensors")]

use idxlens::{
    error::{Error, SafetensorsFault},
    format::{member::Member, reader::Reader, safetensors::Safetensors},
};
use proptest::prelude::*;

fn file(header: &str, data: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), data].concat()
}

/// The entry of an array in a header.
fn entry(name: &str, dtype: &str, shape: &str, start: u64, end: u64) -> String {
    format!(r#""{name}":{{"dtype":"{dtype}","shape":{shape},"data_offsets":[{start},{end}]}}"#)
}

/// The arrays of a file that is read in pieces of up to so many bytes, and the fault.
fn read(file: &[u8], size: u64, piece: u64) -> (Safetensors, Option<SafetensorsFault>) {
    let (mut safetensors, mut fault) = (Safetensors::new(size), None);
    while let Some(wanted) = safetensors.wanted() {
        let end = wanted.end.min(wanted.start.saturating_add(piece));
        let bytes = &file[usize::try_from(wanted.start).unwrap()..usize::try_from(end).unwrap()];
        fault = safetensors.push(bytes).err().map(|error| match error {
            Error::Safetensors(fault) => fault,
            error => panic!("{error}"),
        });
    }
    (safetensors, fault)
}

fn all(file: &[u8]) -> (Safetensors, Option<SafetensorsFault>) {
    read(file, file.len() as u64, u64::MAX)
}

fn names(safetensors: &Safetensors) -> Vec<(&str, bool)> {
    safetensors.members().iter().map(|member| (member.name(), member.is_readable())).collect()
}

/// An array as a file of its own.
fn array(file: &[u8], member: &Member) -> Vec<u8> {
    let [start, end] = [member.range().start, member.range().end].map(|at| usize::try_from(at).unwrap());
    [member.head(), &file[start..end]].concat()
}

fn sample() -> Vec<u8> {
    let entries = [
        r#""__metadata__":{"format":"pt"}"#.to_owned(),
        entry("train.images", "U8", "[2,2,3]", 4, 16),
        entry("train.labels", "I16", "[2]", 0, 4),
        entry("weights", "F8_E4M3", "[4]", 16, 20),
        entry("scale", "U8", "[]", 20, 21),
        entry("none", "F32", "[0,4]", 21, 21),
    ];
    let data: Vec<u8> = [&[1, 0, 2, 1][..], &(0..12).collect::<Vec<_>>(), &[0; 5]].concat();
    file(&format!("{{{}}}   ", entries.join(",")), &data)
}

#[test]
fn arrays_are_read_in_place() {
    let file = sample();
    let (safetensors, fault) = all(&file);
    assert_eq!(fault, None);
    assert_eq!(
        names(&safetensors),
        [
            ("train.images.npy", true),
            ("train.labels.npy", true),
            ("weights.npy", false),
            ("scale.npy", false),
            ("none.npy", false)
        ]
    );
    let [images, labels] = [0, 1].map(|index| array(&file, &safetensors.members()[index]));
    let mut images = Reader::new(&images[..]).unwrap();
    assert_eq!(images.header().shape(), [2, 2, 3]);
    assert_eq!(images.read_to_end::<u8>().unwrap(), (0..12).collect::<Vec<_>>());
    assert_eq!(Reader::new(&labels[..]).unwrap().read_to_end::<i16>().unwrap(), [1, 258]);
}

#[test]
fn a_file_that_ends_early_gives_the_arrays_before_its_end() {
    let file = sample();
    let data = file.len() - 21;
    for len in 0..file.len() {
        let (safetensors, fault) = all(&file[..len]);
        assert_eq!(fault, Some(SafetensorsFault::End { offset: len as u64 }), "{len}");
        let images = safetensors.members().iter().find(|member| member.name() == "train.images.npy");
        let found = images.map(|images| (images.range().end, images.is_cut()));
        let expected = (len > data + 4).then_some((len.min(data + 16) as u64, len < data + 16));
        assert_eq!(found, expected, "{len}");
    }
}

#[test]
fn lies_are_refused() {
    use SafetensorsFault as F;
    let offset = |header: &str, at: u64| 8 + header.len() as u64 + at;
    let twice = format!("{{{},{}}}", entry("a", "U8", "[4]", 0, 4), entry("b", "I64", "[1]", 3, 11));
    let cases = [
        ("{}}".to_owned(), F::Header),
        ("[]".to_owned(), F::Header),
        (r#"{"a":1}"#.to_owned(), F::Header),
        (r#"{"a":"#.to_owned() + &"[".repeat(1000), F::Header),
        (format!("{{{}}}", entry("a", "U8", "[-1]", 0, 4)), F::Header),
        (twice.clone(), F::Overlap { offset: offset(&twice, 3) }),
    ];
    for (header, expected) in cases {
        let (safetensors, fault) = all(&file(&header, &[0; 16]));
        assert_eq!((fault, safetensors.members().len()), (Some(expected), 0), "{header}");
    }
    for (shape, start, end) in
        [("[3]", 0, 4), ("[4]", 4, 0), ("[4294967295,4294967295,4294967295]", 0, 4), ("[4]", u64::MAX - 4, u64::MAX)]
    {
        let header = format!("{{{}}}", entry("a", "U8", shape, start, end));
        let (_, fault) = all(&file(&header, &[0; 16]));
        assert!(matches!(fault, Some(F::Offsets { .. })), "{header}: {fault:?}");
    }
    // Of a header that claims too much, nothing but the length is read.
    let long = [&100_000_001_u64.to_le_bytes()[..], b"{\"a\""].concat();
    let (_, fault) = read(&long, 1 << 40, u64::MAX);
    assert_eq!(fault, Some(F::HeaderLength { expected: 100_000_000, found: 100_000_001 }));
}

#[test]
fn no_name_leads_out_of_the_file() {
    let entries = [entry("../../etc/x", "U8", "[1]", 0, 1), entry("..", "U8", "[1]", 1, 2)];
    let file = file(&format!("{{{}}}", entries.join(",")), &[0; 2]);
    let (safetensors, _) = all(&file);
    assert_eq!((names(&safetensors), safetensors.unlisted()), (vec![("etc/x.npy", true)], 1));
}

#[test]
fn an_array_that_is_too_long_hides_no_other() {
    let entries = [entry("long", "U8", "[0,4294967296]", 0, 0), entry("short", "U8", "[2]", 0, 2)];
    let (safetensors, fault) = all(&file(&format!("{{{}}}", entries.join(",")), &[0; 2]));
    assert_eq!((names(&safetensors), fault), (vec![("long.npy", false), ("short.npy", true)], None));
}

proptest! {
    #[test]
    fn a_changed_file_is_the_same_however_it_is_cut(at in 0..500_usize, byte: u8, piece in 1..40_u64) {
        let mut file = sample();
        let len = file.len();
        file[at % len] = byte;
        let (whole, fault) = all(&file);
        let (cut, cut_fault) = read(&file, len as u64, piece);
        prop_assert_eq!((whole.members(), fault), (cut.members(), cut_fault));
        for member in whole.members() {
            prop_assert!(member.range().end <= len as u64);
        }
    }
}
