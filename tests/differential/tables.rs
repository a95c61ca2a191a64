//! Tables of numbers in the forms in which numpy, Python's csv and scikit-learn write them, and which scipy reads.

use std::fs;

use idxlens::format::{csv::Csv, encode::checksum, reader::Reader};

use super::{folder, python};

const TABLES: usize = 500;

#[test]
fn tables_hold_what_other_programs_find_in_them() {
    let folder = folder("tables");
    let Some(told) = python("tables.py", "scipy, sklearn", &[folder.to_str().unwrap(), &TABLES.to_string()]) else {
        return;
    };
    assert_eq!(told.lines().count(), TABLES);
    for line in told.lines() {
        let mut parts = line.split('\t');
        let [number, writer, values, labels] = [(); 4].map(|()| parts.next().unwrap());
        let file = fs::read(folder.join(number)).unwrap();
        let mut csv = Csv::new(file.len() as u64);
        let mut output = [vec![], vec![]];
        while let Some(wanted) = csv.wanted() {
            if wanted.start == 0 {
                output = [vec![], vec![]];
            }
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            csv.push(&file[start..end]).unwrap_or_else(|error| panic!("{writer} {number}: {error}"));
            for (all, elements) in output.iter_mut().zip(csv.take_output()) {
                all.extend(elements);
            }
        }
        let headers = csv.headers().map(|header| header.expect("values and labels").to_bytes());
        let [found, found_labels] = [0, 1].map(|slot| doubles(&[&headers[slot][..], &output[slot]].concat()));
        assert_eq!((found, found_labels), (values.into(), labels.into()), "{writer} {number}");
        let names = csv.columns().unwrap().class_names.into_iter().map(|(_, name)| name);
        assert!(names.eq(parts.map(str::to_owned)), "{writer} {number}: names of classes");
    }
}

/// The checksum of the elements of a file as doubles.
fn doubles(file: &[u8]) -> String {
    let mut reader = Reader::new(file).unwrap();
    let layout = reader.layout();
    let count = layout.byte_len() / layout.element_type().size() as u64;
    let mut values = vec![0.0_f64; usize::try_from(count).unwrap()];
    reader.read_values(&mut values).unwrap();
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
    format!("{:08x}", checksum(&bytes))
}
