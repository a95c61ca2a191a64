//! Tables of numbers, which become images, and their types.

use idxlens::format::element::ElementType;

use super::{
    pixels, read, shapes,
    writer::{self, Column, file, numbers, words},
};

#[test]
fn a_column_without_a_name_numbers_the_rows() {
    let mut columns = pixels(|at| format!("pixel{at}"), i64::from);
    columns.insert(0, numbers("", &[&[0, 1], &[2]]));
    let found = read(&file(&columns, "")).unwrap();
    assert_eq!(shapes(&found)[0], Some((ElementType::U8, vec![3, 8, 8])));
    assert_eq!(found.columnar.columns().left_out, [""]);
}

#[test]
fn doubles_are_not_rounded_because_floats_come_before_them() {
    let float = |at: u8| Column {
        schema: vec![writer::leaf(&format!("pixel{at}"), 4, None)],
        physical: 4,
        codec: 0,
        encoding: 0,
        pages: vec![(0.5_f32.to_le_bytes().to_vec(), 1)],
    };
    let double = |at: u8| Column {
        schema: vec![writer::leaf(&format!("pixel{at}"), 5, None)],
        physical: 5,
        pages: vec![(0.1_f64.to_le_bytes().to_vec(), 1)],
        ..float(at)
    };
    let mixed: Vec<Column> = (0..63).map(float).chain([double(63)]).collect();
    let found = read(&file(&mixed, "")).unwrap();
    assert_eq!(shapes(&found)[0], Some((ElementType::F64, vec![1, 8, 8])));
    assert_eq!(found.output[0][63 * 8..], 0.1_f64.to_be_bytes());
    let floats: Vec<Column> = (0..64).map(float).collect();
    assert_eq!(shapes(&read(&file(&floats, "")).unwrap())[0], Some((ElementType::F32, vec![1, 8, 8])));
}

#[test]
fn a_table_of_numbers_becomes_images() {
    let mut columns = pixels(|at| format!("pixel{at}"), i64::from);
    columns.push(words("class", &[&["5", "3"], &["5"]]));
    let found = read(&file(&columns, "")).unwrap();
    assert_eq!(shapes(&found), [Some((ElementType::U8, vec![3, 8, 8])), Some((ElementType::U8, vec![3]))]);
    assert_eq!(found.output[0], [(0..64).collect(), vec![1; 64], vec![2; 64]].concat());
    assert_eq!(found.output[1], [5, 3, 5]);
}

#[test]
fn a_value_that_is_no_byte_makes_the_images_wider() {
    let found = read(&file(&pixels(|at| format!("pixel{at}"), |at| i64::from(at) - 9), "")).unwrap();
    assert_eq!(shapes(&found)[0], Some((ElementType::I32, vec![3, 8, 8])));
    assert_eq!(found.output[0][..8], [255, 255, 255, 247, 255, 255, 255, 248]);
}

#[test]
fn the_values_tell_which_column_without_a_name_is_the_label() {
    let last = |values: &[i64]| {
        let mut columns = pixels(|at| format!("column {at}"), |_| 250);
        columns.push(numbers("column 64", &[&values[..2], &values[2..]]));
        read(&file(&columns, "")).unwrap()
    };
    let found = last(&[0, 1, 1]);
    assert_eq!((&found.output[1][..], found.columnar.columns().is_named), (&[0, 1, 1][..], false));
    assert_eq!(found.columnar.columns().labels[0].column, "column 64");
    assert_eq!(last(&[250, 250, 250]).columnar.columns().labels[0].column, "column 0");
}

#[test]
fn floats_of_half_precision_are_numbers() {
    let half = |at: u8| Column {
        schema: vec![writer::half(&format!("pixel{at}"))],
        physical: 7,
        codec: 0,
        encoding: 0,
        pages: vec![([0x3E00_u16, 0xC000].iter().flat_map(|half| half.to_le_bytes()).collect(), 2)],
    };
    let found = read(&file(&(0..64).map(half).collect::<Vec<_>>(), "")).unwrap();
    assert_eq!(shapes(&found)[0], Some((ElementType::F32, vec![2, 8, 8])));
    assert_eq!(found.output[0][..4], 1.5_f32.to_be_bytes());
    assert_eq!(found.output[0][64 * 4..][..4], (-2.0_f32).to_be_bytes());
}
