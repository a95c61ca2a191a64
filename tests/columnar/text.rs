//! Labels and predictions without images, which come out as text.

use super::{
    Fault, notes, read, read_by, shapes,
    writer::{self, Column, file, numbers, numbers_or_none, words},
};
use idxlens::format::{columnar::Columnar, csv::Csv, element::ElementType};

/// The text that comes out of a file of these columns.
fn text(columns: &[Column]) -> String {
    let found = read(&file(columns, "")).unwrap();
    assert!(found.columnar.is_text());
    assert_eq!(shapes(&found), [None, None]);
    String::from_utf8(found.output[0].clone()).unwrap()
}

#[test]
fn labels_without_images_come_out_as_lines() {
    assert_eq!(text(&[numbers("label", &[&[5, 0], &[4]])]), "\"label\"\n5\n0\n4\n");
    let named = [words("file_name", &[&["a.png", "b, \"c\"\r\n.png"]]), words("label", &[&["cat", "dog"]])];
    assert_eq!(text(&named), "\"file_name\",\"label\"\n\"a.png\",\"cat\"\n\"b, \"\"c\"\" .png\",\"dog\"\n");
}

/// The labels that a text of Parquet's holds, and how many are missing.
fn labels(text: &str) -> (Vec<f64>, u64) {
    let (mut csv, mut labels) = (Csv::new(text.len() as u64).of_columns(), Vec::new());
    while let Some(wanted) = csv.wanted() {
        if wanted.start == 0 {
            labels.clear();
        }
        csv.push(&text.as_bytes()[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()])
            .unwrap();
        labels.extend(csv.take_output()[1].clone());
    }
    let header = csv.headers()[1].clone().unwrap();
    let mut values = vec![0.0; labels.len() / header.element_type().size()];
    header.element_type().decode_into(&labels, &mut values);
    (values, csv.columns().unwrap().unlabelled)
}

#[test]
fn a_row_without_a_label_keeps_its_place() {
    let alone = text(&[numbers_or_none("label", &[Some(7), None, Some(2), Some(7)])]);
    assert_eq!(alone, "\"label\"\n7\n\"\"\n2\n7\n");
    assert_eq!(labels(&alone), (vec![7.0, -1.0, 2.0, 7.0], 1));
    let numbered = [numbers("id", &[&[1, 2, 3]]), numbers_or_none("label", &[Some(7), None, Some(1)])];
    assert_eq!(labels(&text(&numbered)), (vec![7.0, -1.0, 1.0], 1));
    assert_eq!(labels("\"label\"\n\"dog\"\n\"\"\n\"cat\"\n\"dog\"\n"), (vec![1.0, -1.0, 0.0, 1.0], 1));
}

#[test]
#[cfg(feature = "insight")]
fn a_row_without_a_prediction_is_not_compared() {
    use idxlens::insight::predictions::{ClassNames, Evaluation, Predictions};

    let (text, labels) = (text(&[numbers_or_none("pred", &[Some(7), None, Some(2)])]), [7.0, 7.0, 7.0]);
    let predictions = Predictions::read(text.as_bytes(), &labels, &ClassNames::default()).unwrap();
    let found = Evaluation::new(&predictions, &labels);
    assert_eq!((found.compared(), found.hits()), (2, 1));
}

#[test]
fn a_name_that_is_a_number_is_no_label() {
    assert_eq!(labels(&text(&[numbers("0", &[&[3, 1, 3, 1]])])), (vec![3.0, 1.0, 3.0, 1.0], 0));
    assert_eq!(labels(&text(&[words("", &[&["b", "a", "b", "a"]])])), (vec![1.0, 0.0, 1.0, 0.0], 0));
}

#[test]
fn what_numbers_the_rows_comes_first() {
    let [label, index] = [numbers("label", &[&[7, 8]]), numbers("__index_level_0__", &[&[1, 0]])];
    assert_eq!(text(&[label.clone(), index]), "\"\",\"label\"\n1,7\n0,8\n");
    assert_eq!(text(&[label, numbers("ID", &[&[1, 0]])]), "\"ID\",\"label\"\n1,7\n0,8\n");
}

#[test]
fn a_column_that_is_called_predictions_makes_text_of_a_table() {
    let columns = [numbers("pred", &[&[1]]), numbers("p0", &[&[10]]), numbers("p1", &[&[90]])];
    assert_eq!(text(&columns), "\"pred\",\"p0\",\"p1\"\n1,10,90\n");
    // Without that name, these are values.
    let table = file(&columns[1..], "");
    assert_eq!(shapes(&read(&table).unwrap()), [Some((ElementType::U8, vec![1, 2])), None]);
    let called = Columnar::parquet(table.len() as u64).maybe_predictions(true, Vec::new());
    assert_eq!(read_by(called, &table, usize::MAX).unwrap().output[0], b"\"p0\",\"p1\"\n10,90\n");
}

#[test]
fn numbered_rows_beside_as_many_labels_come_out_as_text() {
    let columns = [numbers("p0", &[&[10, 20]]), numbers("p1", &[&[90, 80]]), numbers("id", &[&[1, 0]])];
    let beside = |columns: &[Column], labels: u64| {
        let table = file(columns, "");
        let parquet = Columnar::parquet(table.len() as u64).maybe_predictions(false, vec![labels]);
        read_by(parquet, &table, usize::MAX).unwrap().columnar.is_text()
    };
    assert_eq!([beside(&columns, 2), beside(&columns, 3), beside(&columns[..2], 2)], [true, false, false]);
    // With a label of its own, a table is no predictions.
    let labelled = [&columns[..], &[numbers("label", &[&[0, 1]])]].concat();
    assert!(!beside(&labelled, 2));
}

#[test]
fn a_class_can_be_called_none() {
    let table = text(&[words("label", &[&["none", "Center", "none", "NA", "NA", "Center"]])]);
    assert_eq!(labels(&table), (vec![2.0, 0.0, 2.0, 1.0, 1.0, 0.0], 0));
}

#[test]
fn long_words_of_many_rows_come_out_in_parts() {
    let word = "x".repeat(200);
    let all = vec![&word[..]; 400_000];
    let classes: Vec<i64> = (0..400_000).map(|at| at % 3).collect();
    let table = file(&[words("word", &[&all]), numbers("label", &[&classes])], "");
    let found = read_by(Columnar::parquet(table.len() as u64), &table, usize::MAX).unwrap();
    assert_eq!(found.output[0].len(), "\"word\",\"label\"\n".len() + 400_000 * (200 + 2 + 1 + 1 + 1));
}

#[test]
fn class_names_in_notes_come_with_the_text() {
    let found = read(&file(&[numbers("label", &[&[1]])], &notes("label", r#"["cat", "dog"]"#))).unwrap();
    let label = found.columnar.columns().labels.remove(0);
    assert_eq!(label.class_names, [(0, "cat".to_owned()), (1, "dog".to_owned())]);
}

#[test]
fn lines_of_many_rows_are_put_together_in_parts() {
    let values: Vec<i64> = (0..1000).collect();
    let table = file(&[numbers("id", &[&values]), numbers("label", &[&values])], "");
    // Some hundred rows at a time.
    let limited = Columnar::parquet(table.len() as u64).with_limit(20_000);
    let found = read_by(limited, &table, usize::MAX).unwrap();
    let lines: Vec<String> = values.iter().map(|value| format!("{value},{value}")).collect();
    assert_eq!(
        String::from_utf8(found.output[0].clone()).unwrap(),
        format!("\"id\",\"label\"\n{}\n", lines.join("\n"))
    );
}

#[test]
fn text_has_a_limit() {
    let table = file(&[numbers("label", &[&[1000; 300]])], "");
    let limited = Columnar::parquet(table.len() as u64).with_limit(1200);
    assert!(matches!(read_by(limited, &table, usize::MAX), Err(Fault::Limit { expected: 1200, .. })));
}

#[test]
fn a_column_whose_numbers_are_not_exact_is_left_out() {
    let hashes = numbers("hash", &[&[1, 1 << 60]]);
    let found = read(&file(&[hashes.clone(), numbers("label", &[&[5, 6]])], "")).unwrap();
    assert_eq!(found.output[0], b"\"label\"\n5\n6\n");
    assert_eq!(found.columnar.columns().left_out, ["hash"]);
    assert_eq!(read(&file(&[hashes], "")).unwrap_err(), Fault::TooLarge { row: 2, column: "hash".to_owned() });
}

#[test]
fn tables_about_other_things_are_refused_by_their_footer() {
    let columns = [words("url", &[&["a"]]), words("text", &[&["b"]]), numbers("width", &[&[9]])];
    assert_eq!(read(&file(&columns, "")).unwrap_err(), Fault::Columns { found: 3 });
    // Long texts are left out.
    let review = "a very good film ".repeat(40);
    let found = read(&file(&[words("text", &[&[&review]]), numbers("label", &[&[1]])], "")).unwrap();
    assert_eq!(found.output[0], b"\"label\"\n1\n");
}

#[test]
fn a_length_that_no_file_has_is_refused() {
    let leaf = writer::leaf("label", 2, None);
    let schema = writer::list(&[writer::branch("schema", 1), leaf]);
    let place = writer::structure(&[
        (1, writer::int(2)),
        (4, writer::int(0)),
        (5, writer::long(1)),
        (7, writer::long(i64::MAX.cast_unsigned())),
        (9, writer::long(4)),
    ]);
    let chunk = writer::structure(&[(3, (12, place))]);
    let group = writer::structure(&[(1, writer::list(&[chunk])), (3, writer::long(1))]);
    let footer = writer::structure(&[(2, schema), (4, writer::list(&[group]))]);
    let table = writer::end(b"PAR1".to_vec(), &footer);
    assert!(matches!(read(&table), Err(Fault::Directory { .. })));
}
