//! Predictions in text of separated values.

use idxlens::{
    dataset::labels::Label,
    format::encode::gzip,
    insight::predictions::{ClassNames, ColumnOrder, Fault, Predictions, Scale},
};

use crate::predictions_files::{classes, read};

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
    assert_eq!(classes(b"id;label;confidence\n1;7;0,5\n2;2;0,6\n3;1;1\n", 3), [7.0, 2.0, 1.0], "decimal commas");
    assert_eq!(classes(b"id\tlabel\n1\t7\n2\t2\n3\t1\n", 3), [7.0, 2.0, 1.0], "with tabs");
    assert_eq!(classes(b"file,prediction\na.png,7\nb.png,2\nc.png,1\n", 3), [7.0, 2.0, 1.0], "with names of files");
    assert_eq!(
        classes(b"id,label,y_pred,confidence\n1,0,7,.5\n2,0,2,.6\n3,0,1,1\n", 3),
        [7.0, 2.0, 1.0],
        "beside labels"
    );
    assert_eq!(classes(b"id,label,confidence\n1,7,.5\n2,2,.6\n3,1,1\n", 3), [7.0, 2.0, 1.0], "beside a confidence");
    assert_eq!(classes(b"pred,id\n1,2\n7,0\n2,1\n", 3), [7.0, 2.0, 1.0], "the number of the item last");
    assert_eq!(classes(b"y_pred,conf,Index\n1,.5,3\n7,.5,1\n2,.9,2\n", 3), [7.0, 2.0, 1.0], "beside a confidence");
    assert_eq!(classes(b"pred,conf,id\n7,.5,50\n2,.5,40\n1,.5,90\n", 3), [7.0, 2.0, 1.0], "numbers of other things");
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
    // As European spreadsheets write them.
    expected(b"0,25;0,5;0,25\n0,125;0,125;0,75\n");
    expected(b"a\tb\tc\n0,25\t0,5\t0,25\n0,125\t0,125\t0,75\n");
    expected(b"pred\n0,25;0,5;0,25\n0,125;0,125;0,75\n");
    expected(b"name;a;b;c\na.png;0,25;0,5;0,25\nb.png;0,125;0,125;0,75\n");
    expected(b"a.png;0,25;0,5;0,25\nb.png;0,125;0,125;0,75\n");
    expected(b"probabilities\n0.25,0.5,0.25\n0.125,0.125,0.75\n");
    expected(b"# saved by numpy\n2.5e-01 5.0e-01 2.5e-01\n1.25e-01 1.25e-01 7.5e-01\n");
}

/// The classes "cat" 0, "dog" 1 and "T-shirt, top" 2.
pub(crate) fn names() -> ClassNames {
    ClassNames::new([(0.0, "cat"), (1.0, "dog"), (2.0, "T-shirt, top")])
}

#[test]
fn columns_stand_for_the_classes_that_their_names_tell() {
    let of = |header: &str, labels: &[f64]| {
        let file = format!("{header}\n0.5,0.25,0.25\n0.125,0.125,0.75\n");
        let predictions = Predictions::read(file.as_bytes(), labels, &names())?;
        let probabilities = [0, 1].map(|item| predictions.probabilities(item));
        Ok((predictions.order() == ColumnOrder::Named, predictions.classes().to_vec(), probabilities))
    };
    let reordered = Ok((true, [0.0, 1.0, 2.0].map(Label).to_vec(), [vec![0.25, 0.5, 0.25], vec![0.125, 0.125, 0.75]]));
    for header in
        ["dog,cat,\"T-shirt, top\"", "Dog, cat ,\"T-Shirt, Top\"", "p_dog,p_cat,\"p_T-shirt, top\"", "p1,p0,p2"]
    {
        assert_eq!(of(header, &[0.0, 1.0]), reordered, "{header}");
    }
    let in_order = Ok((false, [0.0, 1.0, 2.0].map(Label).to_vec(), [vec![0.5, 0.25, 0.25], vec![0.125, 0.125, 0.75]]));
    for header in ["a,b,c", "p1,p2,p3", "p1,p1,p0"] {
        assert_eq!(of(header, &[0.0, 1.0]), in_order, "{header}");
    }
    let of_r = b"\"dog\",\"cat\"\n\"1\",0.25,0.75\n\"2\",1,0\n";
    let of_r = Predictions::read(of_r, &[0.0, 1.0], &names()).unwrap();
    assert_eq!(
        (of_r.order(), of_r.class(0), of_r.class(1)),
        (ColumnOrder::Named, Label(0.0), Label(1.0)),
        "as R writes it"
    );
    let short =
        Predictions::read(b"x,dog\n1,0.25,0.5,0.25\n2,1,0,0\n", &[0.0, 2.0], &names()).map(|found| found.order());
    assert_eq!(short, Ok(ColumnOrder::Ascending), "a header that ends early");
    for header in ["1,0,2", "1.0,0.0,2.0"] {
        assert_eq!(of(header, &[0.0, 1.0]), reordered, "{header}");
    }
    let order = |header: &str| {
        let file = format!("{header}0.5,0.25,0.25\n");
        Predictions::read(file.as_bytes(), &[0.0], &ClassNames::default()).map(|found| found.order())
    };
    assert_eq!(order("dog,cat,owl\n"), Ok(ColumnOrder::Misnamed), "the labels have no names");
    assert_eq!([order(""), order("0,1,2\n")], [Ok(ColumnOrder::Ascending), Ok(ColumnOrder::Named)]);
    assert_eq!(of("p1,p2,p3", &[1.0, 3.0]).map(|found| found.1), Ok([1.0, 2.0, 3.0].map(Label).to_vec()), "from 1");
    assert_eq!(of("cat,dog,cat", &[0.0, 1.0]), Err(Fault::ColumnName { column: 3 }), "twice");
    assert_eq!(of("cat,bird,dog", &[0.0, 2.0]), Err(Fault::ColumnName { column: 2 }), "class 2 is called otherwise");

    // The model knows a class more: its probabilities are some of those that sum to 1.
    let labels = [0.0, 1.0];
    let more = Predictions::read(b"bird,cat,dog\n.5,.25,.25\n0,1,0\n", &labels, &names()).unwrap();
    assert_eq!(
        (more.classes(), more.unknown_classes()),
        (&[0.0, 1.0, 3.0].map(Label)[..], &[(Label(3.0), "bird".to_owned())][..])
    );
    assert_eq!(more.probabilities(0), [0.25, 0.25, 0.5]);
    let scores = Predictions::read(b"score,cat,dog\n5,.75,.25\n1,1,0\n", &labels, &names());
    assert_eq!(scores, Err(Fault::ColumnName { column: 1 }), "what is no probability may be something else");
}

#[test]
fn classes_can_be_words() {
    let read = |file: &str, labels: &[f64]| {
        let predictions = Predictions::read(file.as_bytes(), labels, &names())?;
        let classes: Vec<f64> = (0..predictions.len()).map(|item| predictions.class(item).0).collect();
        Ok((classes, predictions.unknown_classes().to_vec()))
    };
    let labels = [0.0, 1.0, 2.0];
    for file in [
        "\"dog\"\ncat\n\"T-shirt, top\"\n",
        "prediction\ndog\ncat\n\"T-SHIRT, TOP\"\n",
        "name;class\na.png;dog\nb.png;cat\nc.png;T-shirt, top\n",
        "a.png,dog\nb.png,cat\nc.png,\"T-shirt, top\"\n",
        "a.png,dog,.9\nb.png,cat,.8\nc.png,\"T-shirt, top\",1\n",
        "id,label\n3,\"T-shirt, top\"\n1,dog\n2,cat\n",
        "id,label\n3,2\n1,dog\n2,0\n",
    ] {
        assert_eq!(read(file, &labels), Ok((vec![1.0, 0.0, 2.0], vec![])), "{file}");
    }
    let others = vec![(Label(8.0), "bird".to_owned()), (Label(9.0), "fish".to_owned())];
    assert_eq!(read("cat\nbird\nfish\nbird\n", &[0.0, 1.0, 2.0, 7.0]), Ok((vec![0.0, 8.0, 9.0, 8.0], others)));
    assert_eq!(read("name,class\na,bird\nb,fish\nc,8\n", &labels), Err(Fault::Text { row: 2, column: 2 }));
    assert_eq!(read("bird\nfish\nowl\n", &labels), Err(Fault::Other));
    assert_eq!(read("y_pred\nbird\nowl\nbird\n", &labels).map(|found| found.0), Ok(vec![3.0, 4.0, 3.0]), "called so");
    let unnamed = Predictions::read(b"id,y_pred\n1,bird\n2,owl\n3,cat\n", &labels, &ClassNames::default());
    assert_eq!(unnamed, Err(Fault::Text { row: 2, column: 2 }), "the labels have no names");
    assert_eq!(read("dog\ncat\n", &labels), Err(Fault::Rows { expected: 3, found: 2 }));
    let long = ClassNames::new([(0.0, "polar bear"), (1.0, "Boeing 737")]);
    let predictions = Predictions::read(b"Boeing 737\npolar bear\n", &[0.0, 1.0], &long).unwrap();
    assert_eq!([0, 1].map(|item| predictions.class(item)), [1.0, 0.0].map(Label), "with spaces");
    assert_eq!(read("cat\n0.5\ndog\n", &labels), Err(Fault::Fraction { row: 2 }));
    assert_eq!(read("cat\nnan\ndog\n", &labels), Err(Fault::NotFinite { row: 2 }));
    assert_eq!(read("cat\n1.0\ndog\n", &labels), Ok((vec![0.0, 1.0, 1.0], vec![])));
    assert_eq!(read("cat\nbird\n3\n", &labels).map(|found| found.0), Ok(vec![0.0, 4.0, 3.0]), "beside a number");
    // Names that differ in the size of letters alone are told apart.
    let letters = ClassNames::new([(10.0, "A"), (36.0, "a"), (11.0, "B")]);
    let predictions = Predictions::read(b"a\nA\nb\n", &[10.0, 36.0, 11.0], &letters).unwrap();
    assert_eq!([0, 1, 2].map(|item| predictions.class(item)), [36.0, 10.0, 11.0].map(Label));
}

#[test]
fn the_truth_is_not_taken_for_a_prediction() {
    let classes = |file: &str, items: usize| {
        let predictions = Predictions::read(file.as_bytes(), &vec![0.0; items], &names())?;
        Ok((0..items).map(|item| predictions.class(item).0).collect::<Vec<_>>())
    };
    for file in [
        "y_pred,y_true\ndog,cat\ncat,dog\n",
        "prediction,label\n1,0\n0,1\n",
        "label,prediction\n0,dog\n1,cat\n",
        "predicted,actual,conf\ndog,cat,.5\ncat,dog,.5\n",
        "prediction,confidence\ndog,.9\ncat,1\n",
        "dog,.9\ncat,.8\n",
        "pred_label,true_label\n1,0\n0,1\n",
        "id,Pred,x\n1,1,7\n2,0,8\n",
    ] {
        assert_eq!(classes(file, 2), Ok(vec![1.0, 0.0]), "{file}");
    }
    let unclear = |column, other| Err(Fault::ClassColumns { column, other });
    assert_eq!(classes("id,truth,output\n1,cat,1\n2,dog,0\n", 2), unclear(2, 3));
    assert_eq!(classes("name,label,guess\na,cat,dog\nb,dog,cat\n", 2), unclear(2, 3));
    assert_eq!(classes("id,output,label\n1,1,0\n2,0,1\n", 2), unclear(3, 2));
    assert_eq!(classes("label,score\n0,.9\n1,.1\n", 2), unclear(1, 2), "a score is the probability of class 1");
    assert_eq!(classes("cat,.1,.9\ndog,.9,.1\n", 2), unclear(1, 2));
    assert_eq!(classes("true,found\n1,1\n0,0\n", 2), unclear(1, 2));
    // Beside several numbers, a label is the true one.
    for header in ["y,p0,p1", "label,cat,dog", "id,class,prob_cat,prob_dog"] {
        let start = if header.starts_with("id") { ["1,0", "2,1"] } else { ["cat", "dog"] };
        let file = format!("{header}\n{},.1,.9\n{},.9,.1\n", start[0], start[1]);
        assert_eq!(classes(&file, 2), Ok(vec![1.0, 0.0]), "{header}");
    }
}

#[test]
fn a_header_is_no_row() {
    let rows =
        |file: &str| Predictions::read(file.as_bytes(), &[0.0, 1.0, 2.0], &names()).map(|found| found.class(0).0);
    let rows_of_more = Predictions::read(b"0,7\n1,2\n2,1\n3,0\n", &[7.0, 2.0, 1.0], &names());
    assert_eq!(rows_of_more, Err(Fault::Rows { expected: 3, found: 4 }));
    for file in ["label\ncat\ndog\n", "Category\ncat\ndog\n", "label\n0\n1\n", "img,0,1,2\na,1,0,0\nb,0,1,0\n"] {
        assert_eq!(rows(file), Err(Fault::Rows { expected: 3, found: 2 }), "{file}");
    }
    // The header has more columns than the rows, or there are none.
    for (file, found) in
        [("x,cat\n1\n0\n", Err(Fault::Rows { expected: 3, found: 2 })), ("x,cat,7\n", Err(Fault::Other))]
    {
        assert_eq!(rows(file), found, "{file}");
    }
    for file in ["0\ndog\ncat\ncat\n", ",0\na,1\nb,0\nc,0\n", "a.png,1\nb.png,0\nc.png,0\n", ",label\n,1\n,0\n,1\n"] {
        assert_eq!(rows(file), Ok(1.0), "{file}");
    }
}

#[test]
fn the_name_of_a_single_column_of_probabilities_tells_its_class() {
    let of = |header: &str, labels: &[f64]| {
        let file = format!("{header}\n0.75\n0.25\n");
        let found = Predictions::read(file.as_bytes(), labels, &names())?;
        Ok((found.order(), [0, 1].map(|item| found.class(item).0)))
    };
    for header in ["dog", "prob_dog", "dog_prob", "score"] {
        assert_eq!(of(header, &[0.0, 1.0]), Ok((ColumnOrder::Single, [1.0, 0.0])), "{header}");
    }
    for header in ["cat", "p(cat)", "Cat probability", "p0", "prob_0"] {
        assert_eq!(of(header, &[0.0, 1.0]), Ok((ColumnOrder::Single, [0.0, 1.0])), "{header}");
    }
    assert_eq!(of("\"p_T-shirt, top\"", &[0.0, 1.0]), Err(Fault::ColumnName { column: 1 }));
}

#[test]
fn items_can_be_without_a_prediction() {
    let classes = |file: &str, items: usize| {
        let predictions = Predictions::read(file.as_bytes(), &vec![1.0; items], &names())?;
        let classes = (0..items).map(|item| predictions.class(item).0);
        Ok(classes.map(|class| (!class.is_nan()).then_some(class)).collect::<Vec<_>>())
    };
    let expected = Ok(vec![Some(1.0), None, Some(0.0), None]);
    for file in [
        "id,label\n1,1\n2,\n3,0\n4,\n",
        "id,label\n0,1\n2,0\n",
        "id,label\n2,cat\n0,dog\n",
        "name,class\na,dog\nb,\nc,cat\nd,\n",
        "id,cat,dog\n0,.25,.75\n1,,\n2,.75,.25\n3,,\n",
        "id,cat,dog\n0,.25,.75\n1,.5,\n2,.75,.25\n3,NA,.5\n",
    ] {
        assert_eq!(classes(file, 4), expected, "{file}");
    }
    assert_eq!(classes("name,class\na,dog\nb,NA\nc,cat\nd,None\n", 4), expected);
    assert_eq!(classes("id,label\n1,1\n2,N/A\n3,0\n4,null\n", 4), expected);
    assert_eq!(classes("id,label\n4,1\n2,0\n", 4), Ok(vec![None, Some(0.0), None, Some(1.0)]), "from 1");
    for file in ["id,label\n0,1\n1,0\n", "id,label\n1,1\n3,0\n", "1,1\n4,0\n"] {
        assert_eq!(classes(file, 4), Err(Fault::Rows { expected: 4, found: 2 }), "{file}");
    }
    assert_eq!(classes("id,label\n0,1\n3,0\n3,0\n", 4), Err(Fault::ItemNumber { row: 4 }));
    assert_eq!(classes("id,label\n0,1\n4,0\n", 4), Err(Fault::ItemNumber { row: 3 }));
    assert_eq!(classes("id,label\n1,\n2,\n", 2), Err(Fault::Other), "none at all");
    assert_eq!(classes("id,label\n1,nan\n2,1\n", 2), Err(Fault::NotFinite { row: 2 }));
}
