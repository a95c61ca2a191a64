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

/// A text as `numpy.str_` is one.
fn numpy_text(word: &str) -> Vec<u8> {
    let kind =
        [object("numpy", "dtype"), tuple(&[text("U3"), b"K\0".to_vec(), b"K\x01".to_vec()]), b"R".to_vec()].concat();
    let state = [b"(K\x03", &text("<")[..], b"NNNK\x0CK\x04K\x08tb"].concat();
    let characters: Vec<u8> = word.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let data = [&b"C\x0C"[..], &characters].concat();
    [object("numpy.core.multiarray", "scalar"), tuple(&[[kind, state].concat(), data]), b"R".to_vec()].concat()
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
        // NumPy's own texts.
        [b"](", &words.map(numpy_text).concat()[..], b"e"].concat(),
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
fn what_is_missing_among_words_is_an_empty_text() {
    let nan = [&b"G"[..], &f64::NAN.to_be_bytes()].concat();
    let words = [text("dog"), b"N".to_vec(), text("cat"), nan, text("dog"), b"K\x07".to_vec()].concat();
    let list = [b"](", &words[..], b"e"].concat();
    let (pickle, content, _) = all(&file(&dict(&[("labels", list)])));
    let (labels, names) = labels(&bytes(&content, &pickle.members()[0]));
    // Of 32 bits, because -1 stands for no label.
    assert_eq!(labels, [9, -1, 8, -1, 9, 7].map(i32::to_be_bytes).concat());
    assert_eq!(names, ["cat", "dog"]);
    // Other floats are no words.
    let mixed =
        [b"](", &[text("dog"), text("dog"), [&b"G"[..], &1.5_f64.to_be_bytes()].concat()].concat()[..], b"e"].concat();
    assert_eq!(names_of(&mixed), Vec::<String>::new());
}

fn names_of(object: &[u8]) -> Vec<String> {
    all(&file(object)).0.members().iter().map(|member| member.name().to_owned()).collect()
}

#[test]
fn other_texts_are_left_out() {
    let other = [
        // Names of the items, or of the classes.
        ("names", texts(&["a.png", "b.png", "c.png"])),
        ("mixed", [b"](", &text("dog")[..], b"K\x01e"].concat()),
        ("gaps", [b"](", &text("dog")[..], b"NNe"].concat()),
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
fn an_array_of_texts_that_are_no_classes_says_which_limit_they_exceed() {
    let long = "a".repeat(257);
    let many: Vec<String> = (0..10_001).map(|at| at.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).chain(["0"]).collect();
    for (words, fault) in [
        (&["dog", &long][..], PickleFault::TextLength { expected: 256 }),
        (&many, PickleFault::TextCount { expected: 10_000 }),
    ] {
        let array = array_of(&[u32::try_from(words.len()).unwrap()], "O8", "|", false, &texts(words));
        let (pickle, _, found) = all(&file(&dict(&[("x", images()), ("y", array)])));
        assert_eq!((names(&pickle), found), (vec![("x.npy", true)], Some(Error::Pickle(fault))));
        // A list can be anything.
        assert_eq!(all(&file(&texts(words))).2, None);
    }
    let bytes = [&b"](C\x03dogB\x2C\x01\0\0"[..], &[b'a'; 300], b"e"].concat();
    let array = array_of(&[2], "O8", "|", false, &bytes);
    assert_eq!(all(&file(&array)).2, Some(Error::Pickle(PickleFault::TextLength { expected: 256 })));
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

#[test]
fn a_list_under_the_key_of_class_names_names_them() {
    let names_of = |key: &str| {
        let words = texts(&["cat", "dog", "owl"]);
        let (pickle, _, fault) = all(&file(&dict(&[("x", images()), (key, words)])));
        assert_eq!(fault, None);
        pickle.members().iter().map(|member| member.name().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names_of("class_names"), ["x.npy", "class_names.npy"]);
    assert_eq!(names_of("label_names"), ["x.npy", "label_names.npy"]);
    assert_eq!(names_of("fine_label_names"), ["x.npy", "fine_label_names.npy"]);
    for key in ["file_names", "labels", "superclasses", "names"] {
        assert_eq!(names_of(key), ["x.npy"], "{key}");
    }
    let inner = dict(&[("class_names", texts(&["cat", "dog", "owl"]))]);
    let (pickle, ..) = all(&file(&dict(&[("x", images()), ("meta", inner)])));
    assert_eq!(pickle.members()[1].name(), "meta.class_names.npy");
}
