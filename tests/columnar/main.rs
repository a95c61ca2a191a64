//! Parquet and Arrow files: which columns become images and labels, and what is refused. tests/differential has files of Arrow's.
#![cfg(all(feature = "columnar", not(target_arch = "wasm32")))]

mod arrow;
mod arrow_writer;
mod labels;
mod names;
mod refused;
mod shards;
mod tables;
mod text;
mod writer;

use idxlens::{
    error::{ColumnarFault as Fault, Error},
    format::{columnar::Columnar, element::ElementType, header::Header},
};
use writer::{Column, file, numbers, pictures, words};

/// What a file gives.
#[derive(Debug)]
struct Found {
    columnar: Columnar,
    output: [Vec<u8>; 2],
}

/// Reads a file, so many bytes at a time.
fn read_in(file: &[u8], step: usize) -> Result<Found, Fault> {
    read_by(Columnar::parquet(file.len() as u64), file, step)
}

fn read_by(mut columnar: Columnar, file: &[u8], step: usize) -> Result<Found, Fault> {
    let mut output = [Vec::new(), Vec::new()];
    let mut restarts = 0;
    while let Some(wanted) = columnar.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        let result = columnar.push(&file[start..end.min(start.saturating_add(step))]);
        result.map_err(|error| {
            if let Error::Arrow(fault) | Error::Parquet(fault) = error { fault } else { panic!("{error}") }
        })?;
        if restarts != columnar.restarts() {
            restarts = columnar.restarts();
            output = [Vec::new(), Vec::new()];
        }
        for (all, part) in output.iter_mut().zip(columnar.take_output()) {
            all.extend(part);
        }
        check_so_far(&columnar, &output);
    }
    Ok(Found { columnar, output })
}

/// The headers tell at any time what has come out.
fn check_so_far(columnar: &Columnar, output: &[Vec<u8>; 2]) {
    if columnar.pictures().is_some() || columnar.is_text() {
        return;
    }
    let len = |header: &Header| {
        header.shape().iter().map(|&size| size as usize).product::<usize>() * header.element_type().size()
    };
    let [images, labels] = columnar.headers();
    assert_eq!(images.as_ref().map_or(0, len), output[0].len());
    assert!(labels.is_none_or(|header| len(&header) == output[1].len()));
    assert_eq!(images.map_or(0, |header| header.shape()[0]), columnar.items());
}

fn read(file: &[u8]) -> Result<Found, Fault> {
    let found = read_in(file, usize::MAX);
    let in_parts = read_in(file, 7);
    assert_eq!(found.as_ref().map(|found| &found.output), in_parts.as_ref().map(|found| &found.output));
    found
}

fn shapes(found: &Found) -> [Option<(ElementType, Vec<u32>)>; 2] {
    let told = |header: Header| (header.element_type(), header.shape().to_vec());
    found.columnar.headers().map(|header| header.map(told))
}

fn notes(column: &str, names: &str) -> String {
    format!(r#"{{"info": {{"features": {{"{column}": {{"names": {names}, "_type": "ClassLabel"}}}}}}}}"#)
}

/// The names of the classes in the first column of labels.
fn class_names(found: &Found) -> Vec<(u32, String)> {
    found.columnar.columns().labels.remove(0).class_names
}

/// The labels of pictures, which are whole numbers.
fn picture_labels(found: &Found) -> Option<Vec<i64>> {
    found
        .columnar
        .picture_labels()
        .map(|labels| labels.iter().map(|label| format!("{label}").parse().unwrap()).collect())
}

/// A table of square images of 64 pixels.
fn pixels(names: impl Fn(u8) -> String, value: impl Fn(u8) -> i64) -> Vec<Column> {
    (0..64).map(|at| numbers(&names(at), &[&[value(at), 1], &[2]])).collect()
}

#[test]
fn pictures_come_out_with_their_labels_and_the_names_of_classes() {
    let files = [b"one".to_vec(), Vec::new(), b"three".to_vec()];
    let columns = [
        numbers("id", &[&[7, 8], &[9]]),
        pictures("image", &[&files[..2], &files[2..]]),
        numbers("label", &[&[1, 0], &[1]]),
        words("text", &[&["a", "b"], &["c"]]),
    ];
    let found = read(&file(&columns, &notes("label", r#"["cat", "dog"]"#))).unwrap();
    assert_eq!(found.output[0], b"onethree");
    assert_eq!(found.columnar.pictures(), Some(&[3, 0, 5][..]));
    assert_eq!(picture_labels(&found), Some(vec![1, 0, 1]));
    assert_eq!(class_names(&found), [(0, "cat".to_owned()), (1, "dog".to_owned())]);
    let told = found.columnar.columns();
    assert_eq!((&told.labels[0].column[..], told.labels.len(), told.is_named), ("label", 1, true));
    assert_eq!(told.left_out, ["id", "text"]);
}

#[test]
fn pictures_of_one_size_can_be_bare_pixels() {
    let shape = |lens: [usize; 3]| {
        let files = lens.map(|len| vec![7; len]);
        let found =
            read(&file(&[pictures("image", &[&files[..2], &files[2..]]), numbers("label", &[&[1, 0], &[1]])], ""));
        let found = found.unwrap();
        assert_eq!(found.columnar.pictures().map(<[u32]>::len), Some(3));
        shapes(&found)[0].clone()
    };
    assert_eq!(shape([784; 3]), Some((ElementType::U8, vec![3, 28, 28])));
    assert_eq!(shape([768; 3]), Some((ElementType::U8, vec![3, 768])), "of three colours");
    assert_eq!(shape([0, 784, 784]), Some((ElementType::U8, vec![2, 28, 28])), "one is missing");
    for others in [[784, 784, 783], [783; 3], [0; 3], [9; 3]] {
        assert_eq!(shape(others), None, "{others:?}");
    }
}

#[test]
fn values_that_repeat_a_part_of_the_one_before_are_joined() {
    let label = words("label", &[&[""; 4]]);
    let image = pictures("image", &[&[vec![], vec![], vec![], vec![]]]);
    let columns = [
        writer::with_prefixes(image.clone(), &[(0, b"abcd"), (2, b"x"), (3, b""), (0, b"")]),
        writer::with_prefixes(label.clone(), &[(0, b"owl"), (3, b"s"), (0, b"wren"), (4, b"")]),
    ];
    let found = read(&file(&columns, "")).unwrap();
    assert_eq!((&found.output[0][..], found.columnar.pictures()), (&b"abcdabxabx"[..], Some(&[4, 3, 3, 0][..])));
    assert_eq!(picture_labels(&found).unwrap(), [0, 1, 2, 2]);
    // A page on which every value is missing.
    let mut missing = writer::numbers_or_none("label", &[None; 4]);
    missing.encoding = 7;
    let found = read(&file(&[columns[0].clone(), missing], "")).unwrap();
    assert_eq!(picture_labels(&found).unwrap(), [-1; 4]);
    // More of the value before than there is.
    let lying = writer::with_prefixes(label, &[(0, b"owl"), (4, b"s"), (0, b"wren"), (4, b"")]);
    assert!(matches!(read(&file(&[columns[0].clone(), lying], "")).unwrap_err(), Fault::Page { .. }));
    // Each value is the one before and a byte: together they are larger than the limit.
    let long = [b'a'; 100];
    let values: Vec<(i64, &[u8])> =
        (0..33).map(|at| if at == 0 { (0, &long[..]) } else { (99 + at, &b"a"[..]) }).collect();
    let many = file(&[writer::with_prefixes(image, &values), numbers("label", &[&[1; 33]])], "");
    assert!(read(&many).is_ok());
    let mut limited = Columnar::parquet(many.len() as u64).with_limit(3000);
    let fault = loop {
        let wanted = limited.wanted().unwrap();
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        if let Err(fault) = limited.push(&many[start..end]) {
            break fault;
        }
    };
    assert!(matches!(fault, Error::Parquet(Fault::Page { .. })), "{fault}");
}
