//! Files of predictions, in every format.

use idxlens::{
    dataset::labels::Label,
    format::encode::{encode, gzip},
    insight::predictions::{Fault, Predictions, Scale},
};

/// The classes in a file, for labels that may be any.
#[track_caller]
fn classes(file: &[u8], items: usize) -> Vec<f64> {
    let predictions = read(file, items).unwrap();
    (0..items).map(|item| predictions.class(item).0).collect()
}

/// The predictions in a file for items with the labels 0, 1, 2, 0, 1 and so on.
fn read(file: &[u8], items: usize) -> Result<Predictions, Fault> {
    Predictions::read(file, &[0.0, 1.0, 2.0].into_iter().cycle().take(items).collect::<Vec<_>>())
}

/// An NPY file of this version, type, order and shape.
fn npy(major: u8, header: &str, elements: &[u8]) -> Vec<u8> {
    let length = match major {
        1 => u16::try_from(header.len()).unwrap().to_le_bytes().to_vec(),
        _ => u32::try_from(header.len()).unwrap().to_le_bytes().to_vec(),
    };
    [b"\x93NUMPY", &[major, 0][..], &length, header.as_bytes(), elements].concat()
}

fn header(descr: &str, is_fortran: bool, shape: &str) -> String {
    let order = if is_fortran { "True" } else { "False" };
    format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}   \n")
}

#[test]
fn csv_with_a_class_per_line() {
    let kaggle = b"ImageId,Label\n1,7\n2,2\n3,1\n";
    assert_eq!(classes(kaggle, 3), [7.0, 2.0, 1.0]);
    assert_eq!(classes(b"1,7\n2,2\n3,1\n", 3), [7.0, 2.0, 1.0], "without a header");
    assert_eq!(classes(b"0,7\n1,2\n2,1", 3), [7.0, 2.0, 1.0], "from 0");
    assert_eq!(classes(b"id,label\n3,1\n1,7\n2,2\n", 3), [7.0, 2.0, 1.0], "in another order");
    assert_eq!(classes(b"7\n2\n1\n", 3), [7.0, 2.0, 1.0], "one column");
    assert_eq!(classes(b"7\r\n2\r\n1\r\n\r\n", 3), [7.0, 2.0, 1.0], "lines of Windows");
    assert_eq!(classes(b"label\n7\n2\n1\n", 3), [7.0, 2.0, 1.0], "one column with a header");
    assert_eq!(classes(b"\xEF\xBB\xBFlabel\n7\n2\n1\n", 3), [7.0, 2.0, 1.0], "with a byte order mark");
    let wide: Vec<u8> = "\u{feff}Größe\n7\n2\n1\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(classes(&wide, 3), [7.0, 2.0, 1.0], "in UTF-16");
    assert_eq!(classes(b"Gr\xF6\xDFe\n7\n2\n1\n", 3), [7.0, 2.0, 1.0], "in Windows-1252");
    assert_eq!(classes(b"7.000000000000000000e+00\n2.0\n1\n", 3), [7.0, 2.0, 1.0], "as NumPy writes them");
    assert_eq!(classes(b"0\n7\n2\n1\n", 3), [7.0, 2.0, 1.0], "as Pandas writes a series without its index");
    assert_eq!(classes(b",0\n0,7\n1,2\n2,1\n", 3), [7.0, 2.0, 1.0], "with its index");
    assert_eq!(classes(b"\"id\";\"label\"\n\"1\";\"7\"\n2;2\n3;1\n", 3), [7.0, 2.0, 1.0], "quoted, with semicolons");
    assert_eq!(classes(b"id\tlabel\n1\t7\n2\t2\n3\t1\n", 3), [7.0, 2.0, 1.0], "with tabs");
    assert_eq!(classes(b"file,prediction\na.png,7\nb.png,2\nc.png,1\n", 3), [7.0, 2.0, 1.0], "with names of files");
    assert_eq!(
        classes(b"id,label,y_pred,confidence\n1,0,7,.5\n2,0,2,.6\n3,0,1,1\n", 3),
        [7.0, 2.0, 1.0],
        "beside labels"
    );
    assert_eq!(classes(b"id,label,confidence\n1,7,.5\n2,2,.6\n3,1,1\n", 3), [7.0, 2.0, 1.0], "beside a confidence");
    assert_eq!(classes(&gzip(kaggle), 3), [7.0, 2.0, 1.0], "gzip");
    assert_eq!(classes(&gzip(&gzip(kaggle)), 3), [7.0, 2.0, 1.0], "gzip in gzip");
}

#[test]
fn csv_with_a_row_per_line() {
    let expected = |file: &[u8]| {
        let predictions = read(file, 2).unwrap();
        assert_eq!(predictions.scale(), Scale::Probabilities, "{}", String::from_utf8_lossy(file));
        assert_eq!(predictions.classes(), [0.0, 1.0, 2.0].map(Label));
        assert_eq!([0, 1].map(|item| predictions.probabilities(item)), [[0.25, 0.5, 0.25], [0.125, 0.125, 0.75]]);
        assert_eq!([0, 1].map(|item| predictions.class(item)), [1.0, 2.0].map(Label));
    };
    expected(b"0.25,0.5,0.25\n0.125,0.125,0.75\n");
    expected(b"0,0.25,0.5,0.25\n1,0.125,0.125,0.75\n");
    expected(b"id,a,b,c\n2,0.125,0.125,0.75\n1,0.25,0.5,0.25\n");
    expected(b",0,1,2\n0,0.25,0.5,0.25\n1,0.125,0.125,0.75\n");
    expected(b"0,1,2\n0.25,0.5,0.25\n0.125,0.125,0.75\n");
    expected(b"\"T-shirt, top\",\"Trouser\",Bag\n0.25,0.5,0.25\n0.125,0.125,0.75\n");
    expected(b"# saved by numpy\n2.5e-01 5.0e-01 2.5e-01\n1.25e-01 1.25e-01 7.5e-01\n");
}

#[test]
fn json_arrays_and_lines() {
    for text in [
        "[7, 2, 1]",
        "[[7], [2], [1]]",
        "7\n2\n1\n",
        "[7]\n[2]\n[1]",
        r#"{"predictions": [7, 2, 1]}"#,
        r#"[{"label": 7}, {"label": 2}, {"label": 1}]"#,
        "{\"id\": 1, \"class\": 7}\n{\"id\": 2, \"class\": 2}\n{\"id\": 3, \"class\": 1}\n",
        "{\"label\": 3, \"prediction\": 7}\n{\"label\": 3, \"prediction\": 2}\n{\"prediction\": 1, \"label\": 3}\n",
        "{\"label\": \"cat\", \"prediction\": 7}\n{\"label\": null, \"prediction\": 2}\n{\"prediction\": 1, \"label\": true}\n",
        "\n  [7.0, 2e0, 1]  ",
    ] {
        assert_eq!(classes(text.as_bytes(), 3), [7.0, 2.0, 1.0], "{text}");
    }
    for text in [
        "[[0.25, 0.5, 0.25], [0.125, 0.125, 0.75]]",
        "[0.25, 0.5, 0.25]\n[0.125, 0.125, 0.75]",
        r#"{"probabilities": [[0.25, 0.5, 0.25], [0.125, 0.125, 0.75]]}"#,
        "{\"label\": 1, \"probs\": [0.25, 0.5, 0.25]}\n{\"probs\": [0.125, 0.125, 0.75], \"label\": 2}",
    ] {
        let predictions = read(text.as_bytes(), 2).unwrap();
        assert_eq!(predictions.scale(), Scale::Probabilities, "{text}");
        assert_eq!([0, 1].map(|item| predictions.class(item)), [1.0, 2.0].map(Label), "{text}");
    }
}

#[test]
fn npy_of_every_type_order_and_version() {
    let types: [(&str, &[u8]); 21] = [
        ("|u1", &[7, 2]),
        ("|i1", &[7, 2]),
        ("|b1", &[1, 0]),
        ("<u2", &[7, 0, 2, 0]),
        (">u2", &[0, 7, 0, 2]),
        ("<i2", &[7, 0, 2, 0]),
        (">i2", &[0, 7, 0, 2]),
        ("<u4", &[7, 0, 0, 0, 2, 0, 0, 0]),
        (">u4", &[0, 0, 0, 7, 0, 0, 0, 2]),
        ("<i4", &[7, 0, 0, 0, 2, 0, 0, 0]),
        (">i4", &[0, 0, 0, 7, 0, 0, 0, 2]),
        ("<u8", &[7, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]),
        (">u8", &[0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 2]),
        ("<i8", &[7, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]),
        (">i8", &[0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 2]),
        ("<f2", &[0x00, 0x47, 0x00, 0x40]),
        (">f2", &[0x47, 0x00, 0x40, 0x00]),
        ("<f4", &[0, 0, 0xE0, 0x40, 0, 0, 0, 0x40]),
        (">f4", &[0x40, 0xE0, 0, 0, 0x40, 0, 0, 0]),
        ("<f8", &[0, 0, 0, 0, 0, 0, 0x1C, 0x40, 0, 0, 0, 0, 0, 0, 0, 0x40]),
        (">f8", &[0x40, 0x1C, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0]),
    ];
    for (name, elements) in types {
        let expected = if name == "|b1" { [1.0, 0.0] } else { [7.0, 2.0] };
        for major in 1..=3 {
            assert_eq!(classes(&npy(major, &header(name, false, "(2,)"), elements), 2), expected, "{name} {major}");
        }
        assert_eq!(classes(&npy(1, &header(name, false, "(2, 1)"), elements), 2), expected, "{name}");
        assert_eq!(classes(&gzip(&npy(1, &header(name, true, "(2L, 1L)"), elements)), 2), expected, "{name}");
    }
    let rows = npy(1, &header("|u1", false, "(2, 3)"), &[1, 0, 0, 0, 0, 1]);
    let columns = npy(1, &header("|u1", true, "(2, 3)"), &[1, 0, 0, 0, 0, 1]);
    assert_eq!(read(&rows, 2).unwrap().probabilities(1), [0.0, 0.0, 1.0]);
    assert_eq!(read(&columns, 2).unwrap().probabilities(0), [1.0, 0.0, 0.0]);
    assert_eq!(read(&columns, 2).unwrap().probabilities(1), [0.0, 0.0, 1.0]);
}

#[test]
fn halves_have_the_values_of_ieee_754() {
    let elements: Vec<u8> = [0x0001_u16, 0x03FF, 0x0400, 0x3555, 0x3C00, 0xC000, 0x7BFF, 0xFC00]
        .iter()
        .flat_map(|bits| bits.to_le_bytes())
        .collect();
    let predictions = read(&npy(1, &header("<f2", false, "(1, 8)"), &elements), 1).unwrap();
    assert_eq!(predictions.scale(), Scale::Logits);
    let expected = [
        5.960_464_477_539_063e-8,
        6.097_555_160_522_461e-5,
        6.103_515_625e-5,
        0.333_251_953_125,
        1.0,
        -2.0,
        65504.0,
        f64::NEG_INFINITY,
    ];
    let expected: Vec<f64> = expected.iter().map(|logit| (logit - 65504.0_f64).exp()).collect();
    assert_eq!(predictions.probabilities(0), expected);
}

#[test]
fn idx_of_every_type() {
    assert_eq!(classes(&encode(&[3], &[7_u8, 2, 1]).unwrap(), 3), [7.0, 2.0, 1.0]);
    assert_eq!(classes(&gzip(&encode(&[3], &[7_i32, 2, 1]).unwrap()), 3), [7.0, 2.0, 1.0]);
    assert_eq!(classes(&encode(&[3, 1], &[7.0_f64, 2.0, 1.0]).unwrap(), 3), [7.0, 2.0, 1.0]);
    let rows = encode(&[2, 3], &[-1.0_f32, 3.0, 0.5, 2.0, -4.0, 9.0]).unwrap();
    assert_eq!(read(&rows, 2).unwrap().scale(), Scale::Logits);
    assert_eq!(read(&rows, 2).unwrap().class(1), Label(2.0));
    let backwards = [&[1, 8, 0, 0, 3, 0, 0, 0][..], &[7, 2, 1]].concat();
    assert_eq!(classes(&backwards, 3), [7.0, 2.0, 1.0], "little-endian");
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
    let predictions = Predictions::read(b"0.75\n0.25\n1", &[1.0, 0.0, 1.0]).unwrap();
    assert_eq!((predictions.scale(), predictions.classes()), (Scale::Probabilities, &[0.0, 1.0].map(Label)[..]));
    assert_eq!([0, 1, 2].map(|item| predictions.class(item)), [1.0, 0.0, 1.0].map(Label));
    assert_eq!(read(b"0.75\n1.5\n1", 3), Err(Fault::Fraction { row: 1 }));
}

#[test]
fn columns_stand_for_classes() {
    let classes = |labels: &[f64], columns: usize| {
        let row = vec!["1"; columns].join(",");
        let predictions = Predictions::read(vec![row; labels.len()].join("\n").as_bytes(), labels);
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
    let cases: [(&str, &[u8], Fault); 23] = [
        ("fewer rows", b"7\n2\n", Fault::Rows { expected: 3, found: 2 }),
        ("more rows", b"7\n2\n1\n0\n4\n", Fault::Rows { expected: 3, found: 5 }),
        ("fewer numbered rows", b"id,label\n1,7\n2,2\n", Fault::Rows { expected: 3, found: 2 }),
        ("a row twice", b"id,label\n1,7\n2,2\n2,2\n", Fault::ItemNumber { row: 4 }),
        ("a gap", b"id,label\n1,7\n2,2\n4,2\n", Fault::ItemNumber { row: 4 }),
        ("a short row", b"1,2,3\n1,2,3\n1,2\n", Fault::Ragged { row: 3, expected: 3, found: 2 }),
        ("a short row of json", b"[[1,2,3],[1,2,3],[1,2]]", Fault::Ragged { row: 3, expected: 3, found: 2 }),
        ("text", b"label\n7\ntwo\n1\n", Fault::Text { row: 3, column: 1 }),
        ("text in a row", b"1,2,3\n1,x,3\n1,2,3", Fault::Text { row: 2, column: 2 }),
        ("nothing in a row", b"1,2,3\n1,,3\n1,2,3", Fault::Text { row: 2, column: 2 }),
        ("NaN", b"7\nnan\n1\n", Fault::NotFinite { row: 2 }),
        ("NaN in a row", b"1,2,3\n1,nan,3\n1,2,3", Fault::NotFinite { row: 2 }),
        ("infinity", b"1,2,3\n1,inf,3\n1,2,3", Fault::NotFinite { row: 2 }),
        ("nothing is possible", b"-inf,-inf,-inf\n1,2,3\n1,2,3", Fault::NotFinite { row: 1 }),
        ("a fraction", b"7\n2.5\n1\n", Fault::Fraction { row: 2 }),
        ("columns", b"1,2\n3,4\n5,6", Fault::Columns { expected: 3, found: 2 }),
        ("json without an end", b"[1, 2", Fault::Json { row: 1, column: 5 }),
        ("json with NaN", b"[1,\n2,\nNaN]", Fault::Json { row: 3, column: 1 }),
        ("json of names", br#"{"name": 1}"#, Fault::Json { row: 1, column: 11 }),
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
    let cases: [(&str, &[u8]); 12] = [
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
