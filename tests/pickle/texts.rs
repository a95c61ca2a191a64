//! Texts in pickles: labels as words, in lists, in arrays of texts and in arrays of objects.

use idxlens::{
    error::{Error, PickleFault},
    format::{encode::gzip, text_labels::TextLabels},
};

use super::{
    all, bytes, images, names,
    writer::{array, array_of, dict, file, object, text, tuple},
};

fn texts(all: &[&str]) -> Vec<u8> {
    [b"](", &all.iter().flat_map(|one| text(one)).collect::<Vec<_>>()[..], b"e"].concat()
}

/// The labels in a NumPy array of texts, and the names of their classes.
fn labels(array: &[u8]) -> (Vec<u8>, Vec<String>) {
    let (mut texts, mut labels) = (TextLabels::new(array.len() as u64), Vec::new());
    while let Some(wanted) = texts.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        texts.push(&array[start..end]).unwrap();
        labels.extend(texts.take_output());
    }
    (labels, texts.class_names().iter().map(|(_, name)| name.clone()).collect())
}

/// The header of a NumPy array of objects, which a pickle follows.
fn objects(shape: &str, pickle: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '|O', 'fortran_order': False, 'shape': {shape}, }}\n");
    [b"\x93NUMPY\x01\0", &u16::try_from(text.len()).unwrap().to_le_bytes()[..], text.as_bytes(), pickle].concat()
}

fn dogs() -> (Vec<u8>, Vec<String>) {
    (vec![1, 0, 1], vec!["cat".to_owned(), "dog".to_owned()])
}

#[test]
fn words_beside_images_are_labels() {
    let words = ["dog", "cat", "dog"];
    let arrays = [
        texts(&words),
        array_of(&[3], "O8", "|", false, &texts(&words)),
        array_of(&[3, 1], "O8", "|", false, &texts(&words)),
        array(&[3], "S3", "|", false, b"dogcatdog"),
        array(
            &[3],
            "U3",
            "<",
            false,
            &words.concat().chars().flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<_>>(),
        ),
    ];
    for words in arrays {
        let pair = file(&tuple(&[images(), words]));
        for file in [pair.clone(), gzip(&pair)] {
            let (pickle, content, fault) = all(&file);
            assert_eq!((names(&pickle), fault), (vec![("images.npy", true), ("labels.npy", true)], None));
            assert_eq!(labels(&bytes(&content, &pickle.members()[1])), dogs());
        }
    }
}

#[test]
fn an_array_of_objects_is_read_behind_its_header() {
    let array = array_of(&[3], "O8", "|", false, &texts(&["dog", "cat", "dog"]));
    let plain = objects("(3,)", &file(&array));
    for file in [plain.clone(), gzip(&plain)] {
        let (pickle, content, fault) = all(&file);
        assert_eq!((names(&pickle), fault), (vec![("arr_0.npy", true)], None));
        assert_eq!(labels(&bytes(&content, &pickle.members()[0])), dogs());
    }
    // Whole numbers are numbers.
    let numbers = objects("(3,)", &file(&array_of(&[3], "O8", "|", false, b"](K\x07K\x02K\x01e")));
    let (pickle, content, _) = all(&numbers);
    assert!(bytes(&content, &pickle.members()[0]).ends_with(&[7, 2, 1]));
    // What it asks for is refused as everywhere.
    let (_, _, fault) = all(&objects("(1,)", &file(&object("os", "system"))));
    assert!(matches!(fault, Some(Error::Pickle(PickleFault::Global { .. }))), "{fault:?}");
    for head in [&b"\x93"[..], b"\x93NUMPX", &plain[..20], &objects("(3,)", b"").repeat(2)] {
        let (pickle, _, fault) = all(head);
        assert!(pickle.members().is_empty() && fault.is_some(), "{head:?}");
    }
}

#[test]
fn other_texts_are_left_out() {
    let other = [
        // Names of the items, or of the classes.
        ("names", texts(&["a.png", "b.png", "c.png"])),
        ("mixed", [b"](", &text("dog")[..], b"K\x01e"].concat()),
        ("nothing", texts(&["", ""])),
        ("long", texts(&["a".repeat(300).as_str(), "a".repeat(300).as_str()])),
    ];
    let (pickle, _, fault) = all(&file(&dict(&other)));
    assert_eq!((names(&pickle), fault), (vec![], None));
    // Those of an array are its own.
    let (pickle, _, _) = all(&file(&array_of(&[2], "O8", "|", false, &texts(&["a.png", "b.png"]))));
    assert_eq!(names(&pickle), [("arr_0.npy", true)]);
    for unreadable in [array(&[], "S3", "|", false, b"dog"), array(&[2, 2], "S1", "|", true, b"abcd")] {
        assert_eq!(names(&all(&file(&unreadable)).0), [("arr_0.npy", false)]);
    }
}

#[test]
fn objects_in_themselves_and_in_many_arrays_cost_little() {
    // An array whose elements are the array.
    let class = [object("numpy", "ndarray"), tuple(&[b"K\0".to_vec()]), text("b")].concat();
    let array = [object("numpy.core.multiarray", "_reconstruct"), class, b"\x87Rq\x05".to_vec()].concat();
    let kind =
        [object("numpy", "dtype"), tuple(&[text("O8"), b"K\0".to_vec(), b"K\x01".to_vec()]), b"R".to_vec()].concat();
    let state = [&b"(K\x01"[..], &tuple(&[b"K\x03".to_vec()]), &kind, b"\x89h\x05tb"].concat();
    let itself = [array, state].concat();
    let (pickle, _, fault) = all(&file(&tuple(&[images(), itself])));
    assert_eq!((names(&pickle), fault), (vec![("0.npy", true), ("1.npy", false)], None));

    // A list that is the elements of many arrays comes out once.
    let list = [b"](", &b"M\x39\x05".repeat(1000)[..], b"eq\x07"].concat();
    let first = array_of(&[1000], "O8", "|", false, &list);
    let again = array_of(&[1000], "O8", "|", false, b"h\x07");
    let arrays = [vec![first], vec![again; 100]].concat();
    let file = file(&[&b"]("[..], &arrays.concat(), b"e"].concat());
    let (pickle, content, _) = all(&file);
    assert_eq!((pickle.members().len(), content.len() - file.len()), (101, 8000));
}

#[test]
fn texts_take_little_memory() {
    // Two texts, given half a million times each, would take 256 MB.
    let (long, short) = (text(&"a".repeat(255)), text("b"));
    let items = [b"](", &long[..], b"q\x01", &short, b"q\x02", &b"h\x01h\x02".repeat(500_000), b"e"].concat();
    let (pickle, content, _) = all(&file(&items));
    assert!(pickle.members().is_empty() && content.len() < 4 << 20);
}
