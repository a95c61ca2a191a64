//! MATLAB files that scipy wrote, safetensors files of that library, pickles of Python's, and tensors as `PyTorch` saves
//! them.
//!
//! Differences: scipy keeps the dimensions as they are; idxlens puts that of the items first. Lists of
//! whole numbers, and of words of which some are the same, become arrays.

use std::{collections::BTreeMap, fs};

use idxlens::format::{
    matlab::Matlab, member::Member, pickle::Pickle, reader::Reader, safetensors::Safetensors, text_labels::TextLabels,
    zip::Archive,
};

use super::{ARRAYS, folder, ours, python, reordered};

#[test]
fn files_of_arrays_hold_the_same_arrays() {
    let folder = folder("arrays");
    let arguments = [folder.to_str().unwrap(), &ARRAYS.to_string()];
    let Some(told) = python("arrays.py", "scipy, safetensors", &arguments) else { return };
    let mut expected = BTreeMap::<&str, Vec<(String, String)>>::new();
    for line in told.lines() {
        let [file, name, told] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        expected.entry(file).or_default().push((name.to_owned(), told.to_owned()));
    }
    assert!(expected.len() > 800);
    for (name, mut expected) in expected {
        let file = fs::read(folder.join(name)).unwrap();
        let (members, data) = match name.rsplit('.').next() {
            Some("mat") => matlab(&file),
            Some("pkl") => pickled(Pickle::new(file.len() as u64), &file),
            Some("pt") => saved(&file),
            _ => (tensors(&file), file),
        };
        let readable = members.iter().filter(|member| member.is_readable());
        let mut found: Vec<_> = readable.map(|member| (member.name().to_owned(), told_of(&data, member))).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{name}");
    }
}

fn matlab(file: &[u8]) -> (Vec<Member>, Vec<u8>) {
    let (mut matlab, mut output) = (Matlab::new(file.len() as u64), Vec::new());
    while let Some(wanted) = matlab.wanted() {
        matlab.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]).unwrap();
        output.extend(matlab.take_output());
    }
    (matlab.members().to_vec(), output)
}

/// An archive if it is one.
fn saved(file: &[u8]) -> (Vec<Member>, Vec<u8>) {
    if !file.starts_with(b"PK") {
        return pickled(Pickle::new(file.len() as u64), file);
    }
    let mut archive = Archive::new(file.len() as u64);
    while let Some(wanted) = archive.wanted() {
        archive.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]).unwrap();
    }
    pickled(Pickle::in_archive(&archive).unwrap(), file)
}

fn pickled(mut pickle: Pickle, file: &[u8]) -> (Vec<Member>, Vec<u8>) {
    let mut content = file.to_vec();
    while let Some(wanted) = pickle.wanted() {
        pickle.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]).unwrap();
        content.extend(pickle.take_output());
    }
    (pickle.members().to_vec(), content)
}

fn tensors(file: &[u8]) -> Vec<Member> {
    let mut tensors = Safetensors::new(file.len() as u64);
    while let Some(wanted) = tensors.wanted() {
        tensors.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]).unwrap();
    }
    tensors.members().to_vec()
}

/// What is in an array, in the words of arrays.py.
fn told_of(data: &[u8], member: &Member) -> String {
    let [start, end] = [member.range().start, member.range().end].map(|at| usize::try_from(at).unwrap());
    let array = [member.head(), &data[start..end]].concat();
    if let Some(texts) = texts_in(&array) {
        return format!("texts {}", texts.join("|"));
    }
    let (told, warnings) = ours(&reordered(&array).unwrap_or(array));
    assert_eq!(warnings, 0, "{}", member.name());
    told
}

/// The texts in an array of such.
fn texts_in(array: &[u8]) -> Option<Vec<String>> {
    let (mut texts, mut labels) = (TextLabels::new(array.len() as u64), Vec::new());
    while let Some(wanted) = texts.wanted() {
        texts.push(&array[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]).ok()?;
        labels.extend(texts.take_output());
    }
    let file = [texts.header()?.to_bytes(), labels].concat();
    let mut values = vec![0.0; texts.header()?.shape()[0] as usize];
    Reader::new(&file[..]).unwrap().read_values(&mut values).unwrap();
    let name = |value: f64| texts.class_names().iter().find(|(label, _)| (f64::from(*label) - value).abs() < 0.5);
    Some(values.into_iter().map(|value| name(value).map_or_else(String::new, |(_, name)| name.clone())).collect())
}
