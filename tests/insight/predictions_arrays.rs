//! Predictions in JSON, in NumPy arrays and in IDX files.

use idxlens::{
    dataset::labels::Label,
    format::encode::{encode, gzip},
    insight::predictions::{ClassNames, Fault, Predictions, Scale},
};

use crate::{
    predictions_csv::names,
    predictions_files::{classes, header, npy, read},
};

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
    assert_eq!(classes(b"[true, false, true]", 3), [1.0, 0.0, 1.0]);
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
fn json_can_leave_predictions_out() {
    let classes = |file: &str, items: usize| {
        let predictions = read(file.as_bytes(), items).expect(file);
        let classes = (0..items).map(|item| predictions.class(item).0);
        classes.map(|class| (!class.is_nan()).then_some(class)).collect::<Vec<_>>()
    };
    for text in [
        "[null, 2, null, 0]",
        r#"[{"pred": null}, {"pred": 2}, {"pred": null}, {"pred": 0}]"#,
        "[null, [0, 0, 1], [null, 0.5, 0.5], [1, 0, 0]]",
        "[null, null, null]\n[0, 0, 1]\nnull\n[1, 0, 0]",
    ] {
        assert_eq!(classes(text, 4), [None, Some(2.0), None, Some(0.0)], "{text}");
    }
    // What is left out takes memory, too.
    let nulls = format!("[{}[{}]]", "null,".repeat(100_000), ["1"; 1000].join(","));
    assert_eq!(read(nulls.as_bytes(), 4), Err(Fault::TooLarge { expected: Predictions::MAX_LEN as u64 }));
}

#[test]
fn keys_of_json_can_be_numbers_of_items() {
    for text in [
        r#"{"0": 7, "2": 1, "1": 2}"#,
        r#"{"1": 7, "2": 2, "3": 1}"#,
        r#"{"prediction": {"0": 7, "1": 2, "2": 1}, "confidence": {"0": 1, "1": 1, "2": 1}}"#,
        r#"{"0": {"label": 3, "prediction": 7}, "1": {"prediction": 2}, "2": {"prediction": 1}}"#,
    ] {
        assert_eq!(classes(text.as_bytes(), 3), [7.0, 2.0, 1.0], "{text}");
    }
    // One number beside a class is the confidence in it; that beside a label is a probability.
    for text in [
        "{\"prob\": 0.9, \"prediction\": 7}\n{\"prob\": 0.8, \"prediction\": 2}\n{\"prob\": 0.7, \"prediction\": 1}",
        r#"{"prediction": [7, 2, 1], "prob": [0.9, 0.8, 0.7]}"#,
        r#"{"prob": {"0": 0.9, "1": 0.8, "2": 0.7}, "prediction": {"0": 7, "1": 2, "2": 1}}"#,
        r#"{"0": {"prob": 0.9, "prediction": 7}, "1": {"prob": 1, "prediction": 2}, "2": {"prob": 1, "prediction": 1}}"#,
    ] {
        assert_eq!(classes(text.as_bytes(), 3), [7.0, 2.0, 1.0], "{text}");
    }
    let pairs = read(b"{\"prob\": 0.9, \"label\": 0}\n{\"prob\": 0.2, \"label\": 0}", 2).unwrap();
    assert_eq!([0, 1].map(|item| pairs.class(item)), [1.0, 0.0].map(Label));
    let found = |text: &str, items: usize| {
        let predictions = Predictions::read(text.as_bytes(), &vec![1.0; items], &names())?;
        Ok((0..items).map(|item| predictions.class(item)).collect::<Vec<_>>())
    };
    assert_eq!(
        found(r#"{"4": 2, "0": "dog", "1": null}"#, 5).unwrap(),
        [1.0, f64::NAN, f64::NAN, f64::NAN, 2.0].map(Label)
    );
    let rows = read(br#"{"1": [0.25, 0.5, 0.25], "0": [0.125, 0.125, 0.75]}"#, 2).unwrap();
    assert_eq!([0, 1].map(|item| rows.class(item)), [2.0, 1.0].map(Label));
    for (text, items, fault) in [
        (r#"{"0": 7, "1": 2}"#, 3, Fault::Rows { expected: 3, found: 2 }),
        (r#"{"0": 7, "1": 2, "2": 1, "3": 1}"#, 3, Fault::Rows { expected: 3, found: 4 }),
        (r#"{"0": 7, "1": 2, "1": 1}"#, 3, Fault::ItemNumber { row: 3 }),
        (r#"{"0": 7, "1": 2, "name": 1}"#, 3, Fault::Other),
        (r#"{"name": 7, "1": 2, "2": 1}"#, 3, Fault::Other),
        (r#"{"0": "mouse", "1": "rat"}"#, 2, Fault::Other),
        (r#"{"0": {"name": 1}, "1": {"name": 1}}"#, 2, Fault::Other),
        (r#"{"0": [7, 2], "1": [1]}"#, 2, Fault::Ragged { row: 2, expected: 2, found: 1 }),
    ] {
        assert_eq!(found(text, items), Err(fault), "{text}");
    }
}

#[test]
fn entries_of_json_can_say_which_item_they_are_for() {
    for text in [
        r#"[{"id": 2, "pred": 1}, {"id": 0, "pred": 7}, {"id": 1, "pred": 2}]"#,
        "{\"pred\": 1, \"index\": 3}\n{\"pred\": 7, \"index\": 1}\n{\"pred\": 2, \"index\": 2}",
        r#"{"ID": [2, 0, 1], "pred": [1, 7, 2]}"#,
        // Names are none, nor are other numbers.
        r#"[{"id": "c", "pred": 7}, {"id": "a", "pred": 2}, {"id": "b", "pred": 1}]"#,
        r#"{"id": [2, 0], "pred": [7, 2, 1]}"#,
        r#"{"id": 5, "predictions": [7, 2, 1]}"#,
        r#"[{"id": 1001, "pred": 7}, {"id": 50, "pred": 2}, {"id": 90, "pred": 1}]"#,
        r#"{"0": {"id": 9, "pred": 7}, "1": {"id": 8, "pred": 2}, "2": {"id": 7, "pred": 1}}"#,
        r#"{"index": [["a", 1], ["b", 2], 3], "pred": [7, 2, 1]}"#,
    ] {
        assert_eq!(classes(text.as_bytes(), 3), [7.0, 2.0, 1.0], "{text}");
    }
    let rows = r#"[{"id": 1, "probs": [0.25, 0.5, 0.25]}, {"id": 0, "probs": [0.125, 0.125, 0.75]}]"#;
    let rows = read(rows.as_bytes(), 2).unwrap();
    assert_eq!([0, 1].map(|item| rows.class(item)), [2.0, 1.0].map(Label));
    let some = r#"[{"id": 4, "pred": 2}, {"id": 0, "pred": 1}]"#;
    let some = read(some.as_bytes(), 5).unwrap();
    assert_eq!(
        (0..5).map(|item| some.class(item)).collect::<Vec<_>>(),
        [1.0, f64::NAN, f64::NAN, f64::NAN, 2.0].map(Label)
    );
    let boxes = r#"[{"id": [5, 6, 7], "probs": [0.25, 0.5, 0.25]}, {"id": [8], "probs": [0.125, 0.125, 0.75]}]"#;
    let boxes = read(boxes.as_bytes(), 2).unwrap();
    assert_eq!([0, 1].map(|item| boxes.class(item)), [1.0, 2.0].map(Label));
    assert_eq!(classes(br#"{"id": 0, "prediction": 7}"#, 1), [7.0]);
    // An order that only some entries tell is none.
    for (text, row) in [
        (r#"[{"id": 1, "pred": 2}, {"id": 0, "pred": 1}, {"pred": 3}]"#, 3),
        ("{\"pred\": 2}\n{\"id\": 3, \"pred\": 1}\n{\"pred\": 3}", 1),
        (r#"[{"pred": 2}, {"id": 0, "pred": 1}, {"id": 1, "pred": 3}]"#, 1),
    ] {
        assert_eq!(read(text.as_bytes(), 3), Err(Fault::ItemNumber { row }), "{text}");
    }
}

#[test]
fn json_can_be_a_table_of_pandas() {
    for table in [
        // orient="split": of a frame, of a series; with an index in another order, of names, of other numbers.
        r#"{"columns":["score","prediction"],"index":[0,1,2],"data":[[0.5,2],[1,1],[0,0]]}"#,
        r#"{"columns":["id","y_pred"],"index":["a","b","c"],"data":[[7,2],[8,1],[9,0]]}"#,
        r#"{"columns":["prob","pred"],"index":[70,10,20],"data":[[0.9,2],[0.8,1],[0.7,0]]}"#,
        r#"{"name":"prediction","index":[0,1,2],"data":[2,1,0]}"#,
        r#"{"columns":["pred"],"index":[2,0,1],"data":[[0],[2],[1]]}"#,
        r#"{"columns":["pred"],"index":[3,1,2],"data":[[0],[2],[1]]}"#,
        r#"{"columns":["pred"],"index":[0,0,1],"data":[[2],[1],[0]]}"#,
        // Columns that are numbers have probabilities, also beside the class.
        r#"{"columns":[0,1,2],"index":[0,1,2],"data":[[0.1,0.1,0.8],[0,1,0],[0.8,0.1,0.1]]}"#,
        r#"{"columns":["0","1","2"],"index":[0,1,2],"data":[[0.1,0.1,0.8],[0,1,0],[0.8,0.1,0.1]]}"#,
        r#"{"columns":[0,1,2,"pred"],"index":[0,1,2],"data":[[0.1,0.1,0.8,2],[0,1,0,1],[0.8,0.1,0.1,0]]}"#,
        r#"{"columns":["0","pred"],"index":[0,1,2],"data":[[9,2],[9,1],[9,0]]}"#,
        // orient="table".
        r#"{"schema":{"primaryKey":["index"]},"data":[{"index":0,"pred":2},{"index":1,"pred":1},{"index":2,"pred":0}]}"#,
        r#"{"schema":{"primaryKey":["index"]},"data":[{"index":2,"pred":0},{"index":0,"pred":2},{"index":1,"pred":1}]}"#,
        // An image can be beside what is predicted of it.
        r#"[{"image":"a.png","pred":2},{"image":"b.png","pred":1},{"image":"c.png","pred":0}]"#,
        r#"[{"image":"a.png","pred":2,"probs":[0,0,1]},{"image":"b.png","probs":[0,1,0]},{"image":"c.png","probs":[1,0,0]}]"#,
        // index=False.
        r#"{"columns":["pred"],"data":[[2],[1],[0]]}"#,
        r#"{"schema":{"fields":[]},"data":[{"pred":2},{"pred":1},{"pred":0}]}"#,
        // What is beside predictions changes nothing about them.
        r#"{"predictions":[2,1,0],"columns":["a"],"data":"mnist"}"#,
        r#"{"predictions":[2,1,0],"columns":["a"],"index":[1,[2]],"data":{"x":1}}"#,
    ] {
        assert_eq!(classes(table.as_bytes(), 3), [2.0, 1.0, 0.0], "{table}");
    }
    let gaps = read(br#"{"columns":["pred"],"index":[2,0],"data":[[0],[null]]}"#, 3).unwrap();
    assert_eq!((gaps.class(2), gaps.class(0).0.is_nan(), gaps.class(1).0.is_nan()), (Label(0.0), true, true));
    let rows = |found| Fault::Rows { expected: 3, found };
    for (table, fault) in [
        (r#"{"columns":["pred"],"index":[0],"data":[[1,2]]}"#, Fault::Damaged),
        (r#"{"columns":["a","pred"],"index":[0],"data":[[1]]}"#, Fault::Damaged),
        (r#"{"columns":["pred"],"index":[0,1,2],"data":[[1],[2]]}"#, Fault::Damaged),
        (r#"{"columns":["pred"],"index":[],"data":[[1],[2],[0]]}"#, Fault::Damaged),
        (r#"{"columns":["pred"],"index":[0,1],"data":[[1],[2]]}"#, rows(2)),
        (r#"{"columns":["pred"],"index":[0,1,2,3],"data":[[1],[2],[1],[2]]}"#, rows(4)),
        // None of these is a table of predictions.
        (r#"{"columns":["name"],"index":[0,1,2],"data":[[1],[2],[3]]}"#, Fault::Other),
        (r#"{"columns":["pred"],"index":[0],"data":[7]}"#, Fault::Other),
        (r#"{"columns":[["a","pred"],["b","x"]],"index":[0,1,2],"data":[[1,2],[2,3],[0,1]]}"#, Fault::Other),
        (r#"{"columns":[2,0,1],"index":[0],"data":[[1,0,0]]}"#, Fault::Other),
        (r#"{"columns":["pred"],"index":[0,1,2],"data":[[1],[[2]],[0]]}"#, Fault::Other),
        (r#"{"schema":{"primaryKey":["a","b"]},"data":[{"a":0,"b":1,"pred":2}]}"#, Fault::Other),
        (r#"{"data":[1,2,0]}"#, Fault::Other),
        (r#"[["pred"],[0,1,2],[[1],[2],[0]],null]"#, Fault::Other),
        // A label beside an image is none.
        (r#"[{"image":[0,1],"label":2},{"image":[0,1],"label":2},{"image":[0,1],"label":2}]"#, Fault::Other),
        (r#"{"images":["a","b","c"],"labels":[2,1,0]}"#, Fault::Other),
        (r#"{"columns":["pixels","label"],"index":[0,1,2],"data":[[[1],2],[[1],1],[[1],0]]}"#, Fault::Other),
        (r#"{"schema":{"primaryKey":["index"]},"data":[{"index":0,"image":"a","label":2}]}"#, Fault::Other),
        (r#"{"columns":["pred"],"index":[0,1,2]}"#, Fault::Other),
    ] {
        assert_eq!(read(table.as_bytes(), 3).err(), Some(fault), "{table}");
    }
}

#[test]
fn classes_can_be_words_in_json_and_in_arrays_of_texts() {
    let characters = |texts: &[&str]| -> Vec<u8> {
        let padded =
            |text: &&str| text.chars().map(u32::from).chain([0].into_iter().cycle()).take(4).collect::<Vec<_>>();
        texts.iter().flat_map(|text| padded(text).into_iter().flat_map(u32::to_le_bytes)).collect()
    };
    let words = ["dog", "", "cat", "fox"];
    let files = [
        br#"["dog", null, "Cat", "fox"]"#.to_vec(),
        b"1\nnull\n\"cat\"\n\"fox\"\n".to_vec(),
        br#"[{"id": 1, "prediction": "dog"}, {"prediction": null}, {"prediction": 0}, {"prediction": "fox"}]"#.to_vec(),
        npy(1, &header("<U4", false, "(4,)"), &characters(&words)),
        npy(1, &header("|S3", false, "(4,)"), b"dog\0\0\0catfox"),
    ];
    for file in files {
        let predictions = Predictions::read(&file, &[1.0; 4], &names()).unwrap();
        let found = [0, 1, 2, 3].map(|item| predictions.class(item));
        assert_eq!(found[..3], [1.0, f64::NAN, 0.0].map(Label));
        assert_eq!(predictions.unknown_classes(), [(found[3], "fox".to_owned())]);
    }
    let read = |texts: &[&str]| {
        Predictions::read(&npy(1, &header("<U4", false, "(2,)"), &characters(texts)), &[1.0; 2], &names())
    };
    assert_eq!(read(&["7", "owl"]), Err(Fault::Word { row: 2 }), "none is a class");
    assert_eq!(
        read(&["dog", "cat", "dog"]).map(|predictions| predictions.len()),
        Ok(2),
        "more bytes than the header says"
    );
    let pairs = npy(1, &header("|S3", false, "(1, 2)"), b"dogcat");
    assert_eq!(Predictions::read(&pairs, &[1.0], &names()), Err(Fault::ElementType));
    let one = npy(1, &header("|S3", false, "()"), b"dog");
    assert_eq!(Predictions::read(&one, &[1.0; 3], &names()), Err(Fault::ElementType));
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
fn nan_in_place_of_a_class_is_no_prediction() {
    let floats = |shape: &str, numbers: &[f32]| {
        let elements: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        npy(1, &header("<f4", false, shape), &elements)
    };
    for file in [
        floats("(4,)", &[f32::NAN, 2.0, f32::NAN, 0.0]),
        floats("(4, 1)", &[f32::NAN, 2.0, f32::NAN, 0.0]),
        encode(&[4], &[f32::NAN, 2.0, f32::NAN, 0.0]).unwrap(),
    ] {
        let predictions = read(&file, 4).unwrap();
        let found = [0, 1, 2, 3].map(|item| predictions.class(item));
        assert_eq!((predictions.scale(), found), (Scale::Class, [f64::NAN, 2.0, f64::NAN, 0.0].map(Label)));
    }
    let probabilities = floats("(3,)", &[0.75, f32::NAN, 0.25]);
    let predictions = Predictions::read(&probabilities, &[1.0, 0.0, 1.0], &ClassNames::default()).unwrap();
    assert_eq!([0, 1, 2].map(|item| predictions.class(item)), [1.0, f64::NAN, 0.0].map(Label));
    assert!(predictions.probabilities(1).is_empty());
    // Among logits, and everywhere, it shows that a training failed.
    let refused = |shape: &str, numbers: &[f32]| read(&floats(shape, numbers), 2).unwrap_err();
    assert_eq!(refused("(2, 3)", &[1.0, 2.0, 3.0, f32::NAN, f32::NAN, f32::NAN]), Fault::NotFinite { row: 2 });
    assert_eq!(refused("(2,)", &[f32::NAN; 2]), Fault::NotFinite { row: 1 });
    assert_eq!(refused("(2,)", &[f32::NAN, f32::INFINITY]), Fault::NotFinite { row: 2 });
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
fn words_are_taken_as_in_csv() {
    let read = |text: &str, items: usize| Predictions::read(text.as_bytes(), &vec![1.0; items], &names());
    let missing = read(r#"["cat", "", " dog ", "N/A"]"#, 4).unwrap();
    assert_eq!([0, 1, 2, 3].map(|item| missing.class(item)), [0.0, f64::NAN, 1.0, f64::NAN].map(Label));
    assert_eq!(read(r#"[0, 1, "cat", 0.5]"#, 4), Err(Fault::Fraction { row: 4 }));
    assert_eq!(read(r#"[0, 0.5, "cat"]"#, 3), Err(Fault::Fraction { row: 2 }));
    assert_eq!(read(r#"["cat", "nan"]"#, 2), Err(Fault::NotFinite { row: 2 }));
    assert_eq!(read(r#"[0, 1, "cta"]"#, 3), Err(Fault::Word { row: 3 }));
    assert_eq!(read("{\"pred\": 1}\n{\"pred\": \"cta\"}\n", 2), Err(Fault::Word { row: 2 }));
    // Many words are texts, and are not kept.
    let many: Vec<String> = (0..5000).map(|item| format!("\"x{item}\"")).collect();
    assert_eq!(read(&format!("[\"cat\", {}]", many.join(",")), 5001), Err(Fault::Word { row: 2 }));
    let numbers: Vec<String> = (0..200_000).map(|item| format!("\"{item}\"")).collect();
    assert!(matches!(read(&format!("[{}]", numbers.join(",")), 200_000), Err(Fault::Word { .. })));
}
