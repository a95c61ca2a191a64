//! Labels and predictions without images, which come out as text.

use super::{
    Fault, notes, read, read_by, shapes,
    writer::{Column, file, numbers, numbers_or_none, words},
};
use idxlens::format::{element::ElementType, parquet::Parquet};

/// The text that comes out of a file of these columns.
fn text(columns: &[Column]) -> String {
    let found = read(&file(columns, "")).unwrap();
    assert!(found.parquet.is_text());
    assert_eq!(shapes(&found), [None, None]);
    String::from_utf8(found.output[0].clone()).unwrap()
}

#[test]
fn labels_without_images_come_out_as_lines() {
    assert_eq!(text(&[numbers("label", &[&[5, 0], &[4]])]), "\"label\"\n5\n0\n4\n");
    let named = [words("file_name", &[&["a.png", "b, \"c\"\r\n.png"]]), words("label", &[&["cat", "dog"]])];
    assert_eq!(text(&named), "\"file_name\",\"label\"\n\"a.png\",\"cat\"\n\"b, \"\"c\"\" .png\",\"dog\"\n");
}

#[test]
fn what_is_missing_is_an_empty_field() {
    let columns = [numbers("id", &[&[1, 2, 3]]), numbers_or_none("label", &[Some(7), None, Some(-1)])];
    assert_eq!(text(&columns), "\"id\",\"label\"\n1,7\n2,\n3,-1\n");
}

#[test]
fn a_column_that_is_called_predictions_makes_text_of_a_table() {
    let columns = [numbers("pred", &[&[1]]), numbers("p0", &[&[10]]), numbers("p1", &[&[90]])];
    assert_eq!(text(&columns), "\"pred\",\"p0\",\"p1\"\n1,10,90\n");
    // Without that name, these are values.
    let table = file(&columns[1..], "");
    assert_eq!(shapes(&read(&table).unwrap()), [Some((ElementType::U8, vec![1, 2])), None]);
    let called = Parquet::new(table.len() as u64).called_predictions(true);
    assert_eq!(read_by(called, &table, usize::MAX).unwrap().output[0], b"\"p0\",\"p1\"\n10,90\n");
}

#[test]
fn class_names_in_notes_come_with_the_text() {
    let found = read(&file(&[numbers("label", &[&[1]])], &notes("label", r#"["cat", "dog"]"#))).unwrap();
    let label = found.parquet.columns().labels.remove(0);
    assert_eq!(label.class_names, [(0, "cat".to_owned()), (1, "dog".to_owned())]);
}

#[test]
fn lines_of_many_rows_are_put_together_in_parts() {
    let values: Vec<i64> = (0..1000).collect();
    let table = file(&[numbers("id", &[&values]), numbers("label", &[&values])], "");
    // Ten rows at a time.
    let limited = Parquet::new(table.len() as u64).with_limit(20_000);
    let found = read_by(limited, &table, usize::MAX).unwrap();
    let lines: String = values.iter().map(|value| format!("{value},{value}\n")).collect();
    assert_eq!(String::from_utf8(found.output[0].clone()).unwrap(), format!("\"id\",\"label\"\n{lines}"));
}

#[test]
fn text_has_a_limit_and_whole_numbers_are_exact() {
    let table = file(&[numbers("label", &[&[1000; 300]])], "");
    let limited = Parquet::new(table.len() as u64).with_limit(1200);
    assert!(matches!(read_by(limited, &table, usize::MAX), Err(Fault::Limit { expected: 1200, .. })));
    let column = "label".to_owned();
    let inexact = file(&[numbers("label", &[&[1, 1 << 53]])], "");
    assert_eq!(read(&inexact).unwrap_err(), Fault::TooLarge { row: 2, column });
}
