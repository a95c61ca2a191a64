//! Parquet and Arrow files that Arrow wrote.

use std::fs;

use idxlens::{
    error::Error,
    format::{
        columnar::Columnar,
        encode::{checksum, encode},
        header::Header,
    },
};

use super::{TYPES, folder, python};

const FILES: usize = 600;

/// Further files of each format, some of which are refused.
const FURTHER: [usize; 2] = [8, 7 + 9];

#[test]
fn parquet_files_hold_the_same_images_and_labels() {
    check("parquet", FURTHER[0], Columnar::parquet);
}

#[test]
fn arrow_files_and_streams_hold_the_same_images_and_labels() {
    check("arrow", FURTHER[1], Columnar::arrow);
}

fn check(form: &str, further: usize, open: fn(u64) -> Columnar) {
    let folder = folder(form);
    let arguments = [folder.to_str().unwrap(), &FILES.to_string(), form];
    let Some(told) = python("columnar.py", "numpy, PIL, pyarrow", &arguments) else { return };
    assert_eq!(told.lines().count(), FILES + further);
    for line in told.lines() {
        let [number, images, labels] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let file = fs::read(folder.join(format!("{number}.{form}"))).unwrap();
        let found = contents(&file, open).unwrap_or_else(|fault| [fault_of(&fault), String::new()]);
        assert_eq!(found, [images, labels], "{number}");
    }
}

/// What is in a file, in the words of columnar.py.
fn contents(file: &[u8], open: fn(u64) -> Columnar) -> Result<[String; 2], Error> {
    let mut columnar = open(file.len() as u64);
    let mut both = [Vec::new(), Vec::new()];
    let mut restarts = 0;
    while let Some(wanted) = columnar.wanted() {
        columnar.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()])?;
        if columnar.restarts() != restarts {
            restarts = columnar.restarts();
            both = [Vec::new(), Vec::new()];
        }
        for (all, output) in both.iter_mut().zip(columnar.take_output()) {
            all.extend(output);
        }
    }
    let none = || "none".to_owned();
    let [images, labels] = both;
    if let Some(lens) = columnar.pictures() {
        let bytes: Vec<u8> = lens.iter().flat_map(|len| len.to_be_bytes()).collect();
        let told = format!("pictures {} {:08x} {:08x}", lens.len(), checksum(&images), checksum(&bytes));
        let labels = columnar.picture_labels().map(|labels| {
            let whole: Vec<i32> = labels.iter().map(|label| label.to_string().parse().unwrap()).collect();
            let bytes = encode(&[u32::try_from(whole.len()).unwrap()], &whole).unwrap().split_off(8);
            format!("int32 {} {:08x}", labels.len(), checksum(&bytes))
        });
        return Ok([told, labels.unwrap_or_else(none)]);
    }
    let headers = columnar.headers();
    let [image_header, label_header] = headers.map(|header| header.map(|header| told_of(&header)));
    Ok([
        format!("{} {:08x}", image_header.unwrap(), checksum(&images)),
        label_header.map_or_else(none, |header| format!("{header} {:08x}", checksum(&labels))),
    ])
}

/// A fault with its row and its column.
fn fault_of(error: &Error) -> String {
    let (Error::Arrow(fault) | Error::Parquet(fault)) = error else { panic!("{error}") };
    let facts = error.facts();
    let row = facts.row.map(|row| format!(" {row}")).unwrap_or_default();
    let column = fault.column().map(|column| format!(" {column}")).unwrap_or_default();
    format!("{}{row}{column}", facts.name)
}

fn told_of(header: &Header) -> String {
    let (_, name) = TYPES.into_iter().find(|&(found, _)| found == header.element_type()).unwrap();
    let shape: Vec<String> = header.shape().iter().map(u32::to_string).collect();
    format!("{name} {}", shape.join("x"))
}
