//! Pickles of protocol 0, whose strings are lines with escapes.

use idxlens::{
    error::{Error, Foreign, PickleFault},
    format::{
        encode::gzip,
        reader::{ReadError, Reader},
    },
};

use super::{all, bytes, names, read};

/// A dictionary of three images of 2 × 2 pixels and their labels, as Python 2 writes it.
fn python2(elements: &str) -> Vec<u8> {
    let array = "cnumpy.core.multiarray\n_reconstruct\np3\n(cnumpy\nndarray\np4\n(I0\ntS'b'\ntRp5\n";
    let state = "(I1\n(I3\nI2\nI2\ntcnumpy\ndtype\np6\n(S'u1'\nI0\nI1\ntRp7\n(I3\nS'|'\nNNNI-1\nI-1\nI0\ntbI00\n";
    let labels = "sS'labels'\np9\n(lp10\nI7\naI2\naI1\nas.";
    format!("(dp1\nS'data'\np2\n{array}{state}{elements}\ntp8\nb{labels}").into_bytes()
}

const ELEMENTS: &str = r#"'\x00\x01A\n\r\t\\\'"\xff\xFEz'"#;

const VALUES: [u8; 12] = *b"\0\x01A\n\r\t\\'\"\xFF\xFEz";

#[test]
fn strings_in_quotes_are_bytes() {
    let file = python2(&format!("S{ELEMENTS}"));
    // Windows ends lines with two characters in a file that was opened as text.
    let windows = String::from_utf8(file.clone()).unwrap().replace('\n', "\r\n").into_bytes();
    for file in [file.clone(), gzip(&file), windows] {
        for piece in [1, 7, usize::MAX] {
            let (pickle, content, fault) = read(&file, u64::MAX, piece);
            assert_eq!((names(&pickle), fault), (vec![("data.npy", true), ("labels.npy", true)], None));
            assert!(bytes(&content, &pickle.members()[0]).ends_with(&VALUES));
            assert!(bytes(&content, &pickle.members()[1]).ends_with(&[7, 2, 1]));
        }
    }
}

#[test]
fn characters_are_bytes_where_they_are_encoded() {
    // As Python 3 writes them: those above U+007F are bytes of Latin-1.
    let characters = b"V\\u0000\x01A\\u000a\\u000d\t\\u005c'\"\xFF\xFEz\np11\nVlatin1\np12\ntRp13";
    let start = python2("");
    let at = start.windows(3).position(|part| part == b"\ntp").unwrap();
    let file = [&start[..at], b"c_codecs\nencode\n(", characters, &start[at..]].concat();
    let lines = file.split(|&byte| byte == b'\n').collect::<Vec<_>>();
    for file in [file.clone(), lines.join(&b"\r\n"[..])] {
        let (pickle, content, fault) = all(&file);
        assert_eq!((names(&pickle), fault), (vec![("data.npy", true), ("labels.npy", true)], None));
        assert!(bytes(&content, &pickle.members()[0]).ends_with(&VALUES));
    }
}

#[test]
fn words_are_labels() {
    let words = [&b"Vgr\xF6\xDFe\n"[..], b"V\\u0394t\n", b"Vgr\xF6\xDFe\n", b"V\\U0001f600\n"];
    let items: Vec<u8> = words.map(|word| [word, b"a"].concat()).concat();
    let file = python2(&format!("S{ELEMENTS}"));
    let at = file.windows(3).position(|part| part == b"I7\n").unwrap();
    let (pickle, content, fault) = all(&[&file[..at], &items, b"s."].concat());
    assert_eq!((names(&pickle), fault), (vec![("data.npy", true), ("labels.npy", true)], None));
    let labels = bytes(&content, &pickle.members()[1]);
    assert!(labels.ends_with("größeΔt\0\0\0\0größe😀\0\0\0".as_bytes()));
}

#[test]
fn the_oldest_pickles_are_recognized() {
    let is_pickle = |file: &[u8]| matches!(Reader::new(file), Err(ReadError::Format(Error::Foreign(Foreign::Pickle))));
    let arrays = b"((cnumpy.core.multiarray\n_reconstruct\np0\n";
    for file in [&python2("S''")[..], arrays, b"(lp0\nI1\na.", b"}q\x01(U\x04data", b"]q\x00(K\x01K\x02e."] {
        assert!(is_pickle(file), "{file:?}");
    }
    for file in [&b"(dp)\n1,2\n"[..], b"dp1\n", b"(lp1)", b"cat\ndog\npig\n", b"}q\n", b"}q\t1", b"cnumpy\n"] {
        assert!(!is_pickle(file), "{file:?}");
    }
}

#[test]
fn damaged_lines_are_refused_where_they_are() {
    let at = python2("S''").windows(4).position(|part| part == b"S''\n").unwrap() as u64;
    for (elements, place) in [
        (r"S'\q'", 3),
        (r"S'\x0g'", 5),
        (r"S'\x+1'", 4),
        ("S1", 1),
        ("S'a' b", 4),
        ("S'a", 3),
        (r"V\x00", 2),
        (r"V\u00+1", 5),
        ("S'\\\n'", 3),
    ] {
        for piece in [1, usize::MAX] {
            let (_, _, fault) = read(&python2(elements), u64::MAX, piece);
            assert_eq!(fault, Some(Error::Pickle(PickleFault::Instruction { offset: at + place })), "{elements}");
        }
    }
    // A character that is no byte.
    let (_, _, fault) = all(b"c_codecs\nencode\n(V\\u0100\n");
    assert_eq!(fault, Some(Error::Pickle(PickleFault::Instruction { offset: 23 })));
}

#[test]
fn what_comes_before_a_cut_keeps_its_name() {
    let file = python2(&format!("S{ELEMENTS}"));
    let at = |part: &[u8]| file.windows(part.len()).position(|other| other == part).unwrap();
    // In the elements; behind them; behind the array; in the labels.
    for (end, labels) in
        [(at(b"\\xFEz"), false), (at(b"\ntp8"), false), (at(b"S'labels'"), false), (at(b"I1\nas."), true)]
    {
        for file in [file[..end].to_vec(), gzip(&file[..end])] {
            let (pickle, _, fault) = all(&file);
            assert!(matches!(fault, Some(Error::Pickle(PickleFault::End { .. }))), "{fault:?}");
            let expected =
                if labels { vec![("data.npy", true), ("labels.npy", true)] } else { vec![("data.npy", true)] };
            assert_eq!(names(&pickle), expected, "{end}");
        }
    }
}

#[test]
fn what_comes_before_another_object_keeps_its_name() {
    let file = python2(&format!("S{ELEMENTS}"));
    for other in ["cpandas\nDataFrame\n", "ccopy_reg\n_reconstructor\n(cpandas\nDataFrame\n"] {
        let (pickle, _, fault) = all(&[&file[..file.len() - 1], b"S'frame'\n", other.as_bytes()].concat());
        assert!(matches!(fault, Some(Error::Pickle(PickleFault::Global { found, .. })) if found == "pandas.DataFrame"));
        assert_eq!(names(&pickle), [("data.npy", true), ("labels.npy", true)]);
    }
}

#[test]
fn elements_are_limited() {
    let file = python2(&format!("S'{}'", "\\x00".repeat(12)));
    for piece in [1, 5, usize::MAX] {
        let (pickle, content, fault) = read(&file, 10, piece);
        assert!(matches!(fault, Some(Error::Pickle(PickleFault::Limit { expected: 10, .. }))), "{fault:?}");
        assert_eq!(content.len(), file.len() + 10);
        assert_eq!(names(&pickle), [("data.npy", false), ("labels.npy", false)]);
    }
}

#[test]
fn other_objects_are_named() {
    // No class that is known makes an instance.
    let (_, _, fault) = all(b"(inumpy\nndarray\np0\n.");
    assert_eq!(fault, Some(Error::Pickle(PickleFault::Instruction { offset: 1 })));
    for object in [
        &b"(isklearn.utils\nBunch\np0\n"[..],
        b"ccopy_reg\n_reconstructor\np0\n(csklearn.utils\nBunch\np1\n",
        b"ccopyreg\n_reconstructor\n(csklearn.utils\nBunch\n",
    ] {
        let (_, _, fault) = all(object);
        let found = "sklearn.utils.Bunch".to_owned();
        assert!(matches!(fault, Some(Error::Pickle(PickleFault::Global { found: it, .. })) if it == found));
    }
}
