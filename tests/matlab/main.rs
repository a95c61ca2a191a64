//! MATLAB files: the arrays in them, and what is wrong with damaged and hostile ones.
#![cfg(not(target_arch = "wasm32"))]

mod damage;
mod order;
mod writer;

use std::slice;

use idxlens::{
    error::Error,
    format::{element::ElementType, matlab::Matlab, reader::Reader, reorder::Reorder},
};

use self::writer::{DOUBLE, F64, I32, U8, array, compressed, file, matrix, part, structure};

/// The file and what comes out of it, read in pieces of up to so many bytes, and the fault.
fn read(file: &[u8], limit: u64, piece: usize) -> (Matlab, Vec<u8>, Option<Error>) {
    read_by(Matlab::new(file.len() as u64).with_limit(limit), file, piece)
}

/// The same, where nothing is put in row-major order.
fn read_as_stored(file: &[u8]) -> (Matlab, Vec<u8>, Option<Error>) {
    read_by(Matlab::new(file.len() as u64).with_max_ordered(0), file, usize::MAX)
}

fn read_by(mut matlab: Matlab, file: &[u8], piece: usize) -> (Matlab, Vec<u8>, Option<Error>) {
    let (mut output, mut fault) = (Vec::new(), None);
    while let Some(wanted) = matlab.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        fault = matlab.push(&file[start..end.min(start.saturating_add(piece))]).err();
        output.extend(matlab.take_output());
    }
    (matlab, output, fault)
}

/// Each array as a file of its own, in the usual order, with its name; empty if it cannot be read.
fn arrays(matlab: &Matlab, output: &[u8]) -> Vec<(String, Vec<u8>)> {
    let array = |range: std::ops::Range<u64>| {
        let [start, end] = [range.start, range.end].map(|at| usize::try_from(at).unwrap());
        &output[start..end]
    };
    let members = matlab.members().iter();
    members.map(|member| (member.name().to_owned(), [member.head(), array(member.range())].concat())).collect()
}

/// The type, shape and values of an array.
fn values(array: &[u8]) -> (ElementType, Vec<u32>, Vec<f64>) {
    let fortran = array.windows(4).any(|text| text == b"True");
    let (mut reorder, mut output) = (Reorder::new(array.len() as u64), Vec::new());
    while let Some(wanted) = reorder.wanted().filter(|_| fortran) {
        reorder.push(&array[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]).unwrap();
        output.extend(reorder.take_output());
    }
    let mut reader = Reader::new(if fortran { &output[..] } else { array }).unwrap();
    let (element_type, shape) = (reader.header().element_type(), reader.header().shape().to_vec());
    let mut values = vec![0.0; shape.iter().product::<u32>() as usize];
    assert_eq!(reader.read_values(&mut values).unwrap(), values.len());
    (element_type, shape, values)
}

/// Elements whose values tell their place: 0, 1, 2, ...
fn count(elements: u8) -> Vec<u8> {
    (0..elements).collect()
}

#[test]
fn structures_as_emnist_has_them_give_images_and_labels() {
    let split = |items: u8| {
        let labels = matrix(DOUBLE, &[items.into(), 1], "", &[part(U8, &vec![7; items.into()])]);
        let images = array("", &[items.into(), 4], &count(items * 4));
        structure("", &["images", "labels"], &[images, labels])
    };
    let mapping = array("", &[3, 2], &[0, 1, 2, 65, 66, 67]);
    let dataset = structure("dataset", &["train", "test", "mapping"], &[split(9), split(5), mapping]);
    let [plain, compressed] = [file(slice::from_ref(&dataset)), file(&[compressed(&dataset)])];
    for (matlab, output, fault) in [
        read(&plain, u64::MAX, usize::MAX),
        read(&compressed, u64::MAX, usize::MAX),
        read(&compressed, u64::MAX, 7),
        read_as_stored(&plain),
        read_as_stored(&compressed),
    ] {
        assert_eq!(fault, None);
        let arrays = arrays(&matlab, &output);
        let names: Vec<&str> = arrays.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!(
            names,
            [
                "dataset.train.images.npy",
                "dataset.train.labels.npy",
                "dataset.test.images.npy",
                "dataset.test.labels.npy",
                "dataset.mapping.txt"
            ]
        );
        let (element_type, shape, images) = values(&arrays[0].1);
        assert_eq!((element_type, shape), (ElementType::U8, vec![9, 4]));
        // The first item is the first row, whose elements are apart.
        assert_eq!(images[..5], [0.0, 9.0, 18.0, 27.0, 1.0]);
        // Doubles that are stored as bytes stay bytes.
        assert_eq!(values(&arrays[3].1), (ElementType::U8, vec![5], vec![7.0; 5]));
        // The table of class names has a row for each class.
        assert_eq!(arrays[4].1, b"0 65\n1 66\n2 67\n");
    }
}

#[test]
fn only_a_table_of_labels_and_characters_names_classes() {
    let doubles =
        |numbers: &[f64]| part(F64, &numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>());
    let variables = [
        matrix(DOUBLE, &[2, 3], "mapping", &[doubles(&[1.0, 2.0, 65.0, 66.0, 97.0, 98.0])]),
        matrix(DOUBLE, &[2, 2], "a.mapping", &[doubles(&[0.5, 1.0, 2.0, 3.0])]),
        array("mapping", &[3, 9], &count(27)),
        array("mapping", &[3, 2], &count(6)),
    ];
    let (matlab, output, fault) = read(&file(&variables), u64::MAX, 7);
    assert_eq!(fault, None);
    let arrays = arrays(&matlab, &output);
    assert_eq!(arrays[0], ("mapping.txt".to_owned(), b"1 65 97\n2 66 98\n".to_vec()));
    // Others are arrays.
    assert_eq!(arrays[1].0, "a.mapping.npy");
    assert_eq!(values(&arrays[1].1), (ElementType::F64, vec![2, 2], vec![0.5, 2.0, 1.0, 3.0]));
    assert_eq!((&arrays[2].0[..], &arrays[3].0[..]), ("mapping.npy", "mapping.npy"));
    assert_eq!(values(&arrays[3].1), (ElementType::U8, vec![3, 2], vec![0.0, 3.0, 1.0, 4.0, 2.0, 5.0]));
    // One that ends early names none.
    let whole = file(&variables[..1]);
    let (matlab, _, fault) = read(&whole[..whole.len() - 8], u64::MAX, usize::MAX);
    assert!(fault.is_some() && matlab.members().is_empty());
}

#[test]
fn both_byte_orders_and_every_type_are_read() {
    let doubles: Vec<u8> = [1.5_f64, -2.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    let little = file(&[matrix(DOUBLE, &[2, 1], "a", &[part(F64, &doubles)])]);
    let mut big = [&little[..124], b"\x01\0MI"].concat();
    // All words backwards; those of a double change places, too, and the name fills less than one.
    for word in little[128..].chunks(4) {
        big.extend(word.iter().rev());
    }
    let at = big.len() - 16;
    big[at..at + 8].rotate_left(4);
    big[at + 8..].rotate_left(4);
    let name = at - 16;
    big[name..name + 8].copy_from_slice(&[0, 1, 0, 1, b'a', 0, 0, 0]);
    for file in [little, big] {
        let (matlab, output, fault) = read(&file, u64::MAX, usize::MAX);
        assert_eq!(fault, None);
        assert_eq!(values(&arrays(&matlab, &output)[0].1), (ElementType::F64, vec![2], vec![1.5, -2.0]));
    }
    for (kind, element_type) in [1, 2, 3, 4, 5, 6, 7, 9, 12, 13].into_iter().zip([
        ElementType::I8,
        ElementType::U8,
        ElementType::I16,
        ElementType::U16,
        ElementType::I32,
        ElementType::U32,
        ElementType::F32,
        ElementType::F64,
        ElementType::I64,
        ElementType::U64,
    ]) {
        let elements = vec![0; 5 * element_type.size()];
        let file = file(&[matrix(DOUBLE, &[1, 5], "a", &[part(kind, &elements)])]);
        let (matlab, output, _) = read(&file, u64::MAX, usize::MAX);
        assert_eq!(values(&arrays(&matlab, &output)[0].1), (element_type, vec![5], vec![0.0; 5]));
    }
}

#[test]
fn what_is_no_array_of_numbers_is_named_or_left_out() {
    let elements = part(F64, &[0; 16]);
    let variables = [
        matrix(DOUBLE | 0x0800, &[2, 1], "complex", &[elements.clone(), elements.clone()]),
        matrix(5, &[2, 2], "sparse", &[part(I32, &[0; 8]), part(I32, &[0; 12]), elements]),
        matrix(1, &[1, 2], "cells", &[array("", &[2, 2], &count(4)), array("", &[2, 2], &count(4))]),
        matrix(4, &[1, 5], "text", &[part(16, b"words")]),
        matrix(17, &[], "table", &[]),
        array("number", &[1, 1], &[1]),
        array("nothing", &[0, 0], &[]),
        // Another kind than matrices, and a matrix without a word.
        part(U8, &count(16)),
        part(14, &[]),
        structure(
            "list",
            &["a", "b"],
            &[[9, 9, 8, 8].map(|value| array("", &[2, 1], &[value; 2])), Default::default()].concat(),
        ),
    ];
    let file = file(&variables);
    let (matlab, output, fault) = read(&file, u64::MAX, usize::MAX);
    assert_eq!(fault, None);
    let found: Vec<_> = matlab.members().iter().map(|member| (member.name(), member.is_readable())).collect();
    assert_eq!(
        found,
        [
            ("complex.npy", false),
            ("sparse.npy", false),
            ("cells.npy", false),
            ("list.1.a.npy", true),
            ("list.1.b.npy", true),
            ("list.2.a.npy", true),
            ("list.2.b.npy", true)
        ]
    );
    assert_eq!(output, [9, 9, 9, 9, 8, 8, 8, 8]);
}
