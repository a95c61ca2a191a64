//! Files of predictions, in every format.

use idxlens::{
    dataset::labels::Label,
    format::encode::{encode, gzip},
    insight::predictions::{ClassNames, Fault, Predictions, Scale},
};

/// The classes in a file, for labels that may be any.
#[track_caller]
pub(crate) fn classes(file: &[u8], items: usize) -> Vec<f64> {
    let predictions = read(file, items).unwrap();
    (0..items).map(|item| predictions.class(item).0).collect()
}

/// The predictions in a file for items with the labels 0, 1, 2, 0, 1 and so on.
pub(crate) fn read(file: &[u8], items: usize) -> Result<Predictions, Fault> {
    Predictions::read(
        file,
        &[0.0, 1.0, 2.0].into_iter().cycle().take(items).collect::<Vec<_>>(),
        &ClassNames::default(),
    )
}

/// An NPY file of this version, type, order and shape.
pub(crate) fn npy(major: u8, header: &str, elements: &[u8]) -> Vec<u8> {
    let length = match major {
        1 => u16::try_from(header.len()).unwrap().to_le_bytes().to_vec(),
        _ => u32::try_from(header.len()).unwrap().to_le_bytes().to_vec(),
    };
    [b"\x93NUMPY", &[major, 0][..], &length, header.as_bytes(), elements].concat()
}

pub(crate) fn header(descr: &str, is_fortran: bool, shape: &str) -> String {
    let order = if is_fortran { "True" } else { "False" };
    format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}   \n")
}

#[test]
fn rows_are_probabilities_their_logarithms_or_logits() {
    let scale = |text: &str| read(text.as_bytes(), 2).unwrap().scale();
    assert_eq!(scale("0.33,0.33,0.33\n0.5,0.25,0.25"), Scale::Probabilities, "rounded");
    assert_eq!(scale("1,0,0\n0,0,1"), Scale::Probabilities, "one-hot");
    assert_eq!(scale("-0.6931,-1.3863,-1.3863\n-0.0,-40,-inf"), Scale::LogProbabilities);
    assert_eq!(scale("-0.6931,-1.3863,-1.3863\n-5,-40,-60"), Scale::Logits, "their sum is not 1");
    assert_eq!(scale("0.5,0.25,0.25\n0.5,0.5,0.25"), Scale::Logits);
    assert_eq!(scale("1.5,-0.25,-0.25\n0.5,0.25,0.25"), Scale::Logits, "one is negative");
    assert_eq!(scale("4,-2,1\n9,7,8"), Scale::Logits);
}

#[test]
fn one_fraction_per_item_is_the_probability_of_class_1() {
    let predictions = Predictions::read(b"0.75\n0.25\n1", &[1.0, 0.0, 1.0], &ClassNames::default()).unwrap();
    assert_eq!((predictions.scale(), predictions.classes()), (Scale::Probabilities, &[0.0, 1.0].map(Label)[..]));
    assert_eq!([0, 1, 2].map(|item| predictions.class(item)), [1.0, 0.0, 1.0].map(Label));
    assert_eq!(read(b"0.75\n1.5\n1", 3), Err(Fault::Fraction { row: 1 }));
}

#[test]
fn columns_stand_for_classes() {
    let classes = |labels: &[f64], columns: usize| {
        let row = vec!["1"; columns].join(",");
        let predictions =
            Predictions::read(vec![row; labels.len()].join("\n").as_bytes(), labels, &ClassNames::default());
        predictions.map(|predictions| predictions.classes().iter().map(|class| class.0).collect::<Vec<_>>())
    };
    assert_eq!(classes(&[0.0, 2.0, f64::NAN], 4).unwrap(), [0.0, 1.0, 2.0, 3.0], "from 0");
    assert_eq!(classes(&[8.0, 5.0, 3.0], 3).unwrap(), [3.0, 5.0, 8.0], "the labels that occur");
    assert_eq!(classes(&[3.0, 1.0, 1.0], 3).unwrap(), [1.0, 2.0, 3.0], "from 1");
    assert_eq!(classes(&[0.0, 4.0, 2.0], 4), Err(Fault::Columns { expected: 3, found: 4 }));
    assert_eq!(classes(&[0.0, 0.5, 2.0], 4), Err(Fault::Columns { expected: 3, found: 4 }));
}

#[test]
fn a_file_that_does_not_fit_says_why() {
    let cases: [(&str, &[u8], Fault); 24] = [
        ("fewer rows", b"7\n2\n", Fault::Rows { expected: 3, found: 2 }),
        ("more rows", b"7\n2\n1\n0\n4\n", Fault::Rows { expected: 3, found: 5 }),
        ("fewer numbered rows", b"id,label\n1,7\n2,2\n", Fault::Rows { expected: 3, found: 2 }),
        ("a row twice", b"id,label\n1,7\n2,2\n2,2\n", Fault::ItemNumber { row: 4 }),
        ("a gap", b"id,label\n1,7\n2,2\n4,2\n", Fault::ItemNumber { row: 4 }),
        ("a short row", b"1,2,3\n1,2,3\n1,2\n", Fault::Ragged { row: 3, expected: 3, found: 2 }),
        ("a short row of json", b"[[1,2,3],[1,2,3],[1,2]]", Fault::Ragged { row: 3, expected: 3, found: 2 }),
        ("text", b"label\n7\ntwo\n1\n", Fault::Text { row: 3, column: 1 }),
        ("text in a row", b"1,2,3\n1,x,3\n1,2,3", Fault::Text { row: 2, column: 2 }),
        ("NaN", b"7\nnan\n1\n", Fault::NotFinite { row: 2 }),
        ("NaN in a row", b"1,2,3\n1,nan,3\n1,2,3", Fault::NotFinite { row: 2 }),
        ("infinity", b"1,2,3\n1,inf,3\n1,2,3", Fault::NotFinite { row: 2 }),
        ("nothing is possible", b"-inf,-inf,-inf\n1,2,3\n1,2,3", Fault::NotFinite { row: 1 }),
        ("a fraction", b"7\n2.5\n1\n", Fault::Fraction { row: 2 }),
        ("columns", b"1,2\n3,4\n5,6", Fault::Columns { expected: 3, found: 2 }),
        ("json without an end", b"[1, 2", Fault::Damaged),
        ("json with NaN", b"[1,\n2,\nNaN]", Fault::Json { row: 3, column: 1 }),
        ("json with a name later", br#"[{"class": 1}, {"name": 1}]"#, Fault::Json { row: 1, column: 27 }),
        ("words that name no class", br#"[0, "dog", "cat"]"#, Fault::Word { row: 2 }),
        ("json of rows and classes", b"[[1,2,3],[1,2,3],7]", Fault::Json { row: 1, column: 19 }),
        ("a PyTorch file", b"PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaamodel/data.pkl", Fault::Pickle),
        ("a pickle", b"\x80\x04\x95", Fault::Pickle),
        ("half a gzip file", &gzip(b"7\n2\n1\n")[..20], Fault::Damaged),
        ("half an idx file", &encode(&[3], &[1_i32, 2, 3]).unwrap()[..17], Fault::Damaged),
    ];
    for (name, file, fault) in cases {
        assert_eq!(read(file, 3), Err(fault), "{name}");
        assert!(!fault.to_string().is_empty() && fault.name() != "Other", "{name}");
    }
    let objects = npy(1, &header("|O", false, "(3,)"), b"\x80\x04");
    assert_eq!(read(&objects, 3), Err(Fault::ElementType));
    let records = npy(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,)}", &[0; 12]);
    assert_eq!(read(&records, 3), Err(Fault::ElementType));
    let short = npy(1, &header("<f4", false, "(3, 3)"), &[0; 35]);
    assert_eq!(read(&short, 3), Err(Fault::Truncated { expected: 36, found: 35 }));
    let claims = npy(1, &header("<f8", false, "(4000000000, 4000000000)"), &[0; 8]);
    assert_eq!(read(&claims, 3), Err(Fault::Other), "more than 2^64 bytes");
    let claims = npy(1, &header("<f8", false, "(3, 4000000000)"), &[0; 8]);
    assert_eq!(read(&claims, 3), Err(Fault::Truncated { expected: 96_000_000_000, found: 8 }));
}

#[test]
fn other_files_are_no_predictions() {
    let images = encode(&[3, 2, 2], &[0_u8; 12]).unwrap();
    let cube = npy(1, &header("|u1", false, "(3, 2, 2)"), &[0; 12]);
    let numbers = vec!["1"; 785].join(",");
    let cases: [(&str, &[u8]); 16] = [
        ("json of names", br#"{"name": 1}"#),
        ("json lines of names", b"{\"name\": 1}\n{\"name\": 2}"),
        ("a list of json", br#"[{"name": 1}, {"class": 1}]"#),
        ("json of rows of rows", b"[[[1, 2]]]"),
        ("nothing", b""),
        ("a text", b"Read me first.\nThen the rest.\n"),
        ("a page", b"<!doctype html>\n<p>1</p>"),
        ("an error", b"404: Not Found"),
        ("spaces", b" \n\n"),
        ("images", &images),
        ("an array of three dimensions", &cube),
        ("a picture", b"\x89PNG\r\n\x1a\n"),
        ("an empty array", b"[]"),
        ("a table of pixels for other items", numbers.as_bytes()),
        ("a scalar", &npy(1, &header("|u1", false, "()"), &[1])),
        ("a header alone", b"\x93NUMPY\x01\x00\x10\x00{"),
    ];
    for (name, file) in cases {
        assert_eq!(read(file, 3), Err(Fault::Other), "{name}");
    }
}
