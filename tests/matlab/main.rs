//! MATLAB files: the arrays in them, and what is wrong with damaged and hostile ones.
#![cfg(not(target_arch = "wasm32"))]

mod writer;

use std::slice;

use idxlens::{
    error::{Error, MatlabFault},
    format::{element::ElementType, matlab::Matlab, reader::Reader, reorder::Reorder, zip::MAX_MEMBERS},
};
use proptest::prelude::*;

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
fn images_as_svhn_has_them_are_put_in_order() {
    // Two rows, three columns, two channels, seven items.
    let elements = count(2 * 3 * 2 * 7);
    let variables = [array("X", &[2, 3, 2, 7], &elements), array("y", &[7, 1], &count(7))];
    let file = file(&variables.map(|variable| compressed(&variable)));
    let (matlab, output, fault) = read(&file, u64::MAX, usize::MAX);
    assert_eq!(fault, None);
    let arrays = arrays(&matlab, &output);
    let (_, shape, images) = values(&arrays[0].1);
    assert_eq!(shape, [7, 2, 3, 2]);
    assert_eq!(images[..13], [0.0, 6.0, 2.0, 8.0, 4.0, 10.0, 1.0, 7.0, 3.0, 9.0, 5.0, 11.0, 12.0]);
    assert_eq!((&arrays[1].0[..], values(&arrays[1].1).1), ("y.npy", vec![7]));
}

#[test]
fn items_that_have_come_are_known_before_the_end_of_their_array() {
    let labels = array("y", &[3, 1], &count(3));
    // Two rows and two columns: the items come one after the other, or are spread over the array.
    for (shape, come_early) in [([2, 2, 3], true), ([3, 2, 2], false)] {
        let file = file(&[labels.clone(), array("X", &shape, &count(12))]);
        let mut matlab = Matlab::new(file.len() as u64);
        let mut known = Vec::new();
        for byte in file.chunks(1) {
            matlab.push(byte).unwrap();
            known.extend(matlab.unfinished().map(|member| (member.name().to_owned(), member.range())));
        }
        known.dedup();
        let items = |end| ("X.npy".to_owned(), 3..end);
        let expected = if come_early { vec![items(7), items(11)] } else { Vec::new() };
        // The elements of a vector are its items.
        assert_eq!(known, [vec![("y.npy".to_owned(), 0..1), ("y.npy".to_owned(), 0..2)], expected].concat());
        assert_eq!((matlab.members().len(), matlab.unfinished()), (2, None));
    }
}

#[test]
fn many_megabytes_are_put_in_order_however_they_are_cut() {
    // More bytes than are put in their places at once. Each number tells its place in the usual order.
    let (items, length) = (1500_u64, 900_u64);
    let element = |place: u64| place.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes();
    for (kind, size) in [(U8, 1), (4, 2), (I32, 4), (F64, 8)] {
        let stored = (0..items * length).flat_map(|at| element(at % items * length + at / items)[..size].to_vec());
        let variable = matrix(DOUBLE, &[1500, 900], "a", &[part(kind, &stored.collect::<Vec<_>>())]);
        let expected: Vec<u8> = (0..items * length).flat_map(|place| element(place)[..size].to_vec()).collect();
        for (file, piece) in [(file(&[compressed(&variable)]), 9_973), (file(&[variable]), usize::MAX)] {
            let (matlab, output, fault) = read(&file, u64::MAX, piece);
            assert_eq!((fault, matlab.members().len()), (None, 1));
            assert!(output == expected, "elements of {size} bytes");
        }
    }
}

#[test]
fn elements_that_come_out_late_do_not_hold_up_the_reading() {
    // 8 MB of one value, in a few kilobytes.
    let file = file(&[compressed(&array("a", &[4000, 2000], &vec![7; 8_000_000]))]);
    let (mut matlab, mut steps) = (Matlab::new(file.len() as u64), 0);
    while let Some(wanted) = matlab.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        matlab.push(&file[start..end]).unwrap();
        steps += 1;
    }
    assert!(steps >= 7, "{steps}");
    assert_eq!(matlab.take_output().len(), 8_000_000);
}

#[test]
fn the_dimension_that_counts_the_items_is_found() {
    for (stored, shape) in [
        (&[1, 6][..], &[6][..]),
        (&[6, 1], &[6]),
        (&[6, 2], &[6, 2]),
        (&[2, 6], &[6, 2]),
        (&[3, 3, 2], &[2, 3, 3]),
        (&[2, 3, 3], &[2, 3, 3]),
        (&[3, 3, 3], &[3, 3, 3]),
        (&[2, 3, 4], &[4, 2, 3]),
        (&[4, 3, 2], &[4, 3, 2]),
        // 28 × 28 values, of fewer items.
        (&[50, 784], &[50, 784]),
        (&[784, 50], &[50, 784]),
        (&[3072, 784], &[3072, 784]),
    ] {
        let elements: Vec<u8> =
            (0..stored.iter().product::<u32>()).map(|at| at.wrapping_mul(0x9E37_79B9).to_be_bytes()[0]).collect();
        let file = file(&[array("a", stored, &elements)]);
        let (matlab, output, fault) = read(&file, u64::MAX, usize::MAX);
        assert_eq!(fault, None);
        let array = values(&arrays(&matlab, &output)[0].1);
        assert_eq!(array.1, shape, "{stored:?}");
        assert_eq!(array.2.len(), elements.len());
        // An array that is put in order here has the same values as one that is put in order later.
        if stored == shape {
            let (matlab, output, _) = read_as_stored(&file);
            assert_eq!(values(&arrays(&matlab, &output)[0].1), array, "{stored:?}");
        }
    }
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

#[test]
fn other_arrays_are_read_beside_a_damaged_one() {
    let good = compressed(&array("good", &[3, 2], &count(6)));
    let mut broken = good.clone();
    let last = broken.len() - 1;
    // The checksum.
    broken[last] ^= 1;
    // The same behind padding, as SciPy writes it.
    let mut padded = compressed(&[array("padded", &[3, 2], &count(6)), vec![0; 3]].concat());
    *padded.last_mut().unwrap() ^= 1;
    let mut noise = good.clone();
    noise[8] = 0xFF;
    let offset = 128 + good.len() as u64;
    let mut long = array("long", &[3, 2], &count(6));
    long[32] = 200;
    let wide = matrix(DOUBLE, &[u32::MAX; 9], "wide", &[part(U8, &count(8))]);
    let deep = (0..40).fold(array("", &[3, 2], &count(6)), |inner, _| structure("deep", &["a"], &[inner]));
    let child = {
        // A field that ends after its structure.
        let mut child = structure("child", &["a"], &[array("", &[3, 2], &count(6))]);
        let len = child.len();
        child[len - 60] += 8;
        child
    };
    for (variable, fault) in [
        (broken, MatlabFault::Compressed { offset }),
        (padded, MatlabFault::Compressed { offset }),
        (noise, MatlabFault::Compressed { offset }),
        (compressed(&long), MatlabFault::Variable { offset }),
        (compressed(&good), MatlabFault::Variable { offset }),
        (compressed(&array("cut", &[3, 2], &count(6))[..60]), MatlabFault::Compressed { offset }),
        (long, MatlabFault::Variable { offset }),
        (wide, MatlabFault::Variable { offset }),
        (deep, MatlabFault::Variable { offset }),
        (child, MatlabFault::Variable { offset }),
    ] {
        let (matlab, _, found) = read(&file(&[good.clone(), variable, good.clone()]), u64::MAX, usize::MAX);
        assert_eq!(found, Some(Error::Matlab(fault)));
        let readable = matlab.members().iter().filter(|member| member.name() == "good.npy");
        assert!(readable.count() >= 2, "{fault:?}");
    }
}

#[test]
fn a_file_that_ends_early_gives_the_arrays_before_its_end() {
    let whole = file(&[array("a", &[3, 2], &count(6)), compressed(&array("b", &[3, 2], &count(6)))]);
    let middle = 128 + array("a", &[3, 2], &count(6)).len();
    for len in 0..whole.len() {
        let (matlab, output, fault) = read(&whole[..len], u64::MAX, usize::MAX);
        let is_whole = len == 128 || len == middle;
        let expected = (!is_whole).then_some(Error::Matlab(MatlabFault::End { offset: len as u64 }));
        assert_eq!(fault, expected, "{len}");
        let names: Vec<_> = arrays(&matlab, &output).into_iter().map(|(name, _)| name).collect();
        assert!(names.len() <= 2 && (len < middle || names[0] == "a.npy"), "{len}: {names:?}");
    }
    // Two of three images, and a part of the third; none where the elements of each are spread.
    for (shape, items) in [(&[4, 4, 3][..], 2), (&[3, 4, 4], 0)] {
        let whole = array("a", shape, &count(48));
        let cut = &file(slice::from_ref(&whole))[..128 + whole.len() - 10];
        let (matlab, output, _) = read(cut, u64::MAX, usize::MAX);
        let found: Vec<_> = matlab.members().iter().map(|member| (member.range(), member.is_cut())).collect();
        assert_eq!(found, if items > 0 { vec![(0..items * 16, true)] } else { Vec::new() });
        assert_eq!(output.len() as u64, items * 16);
        if items == 0 {
            assert!(read_as_stored(cut).0.members().is_empty());
        }
    }
    let mut other = whole;
    other[125] = 2;
    assert_eq!(read(&other, u64::MAX, usize::MAX).2, Some(Error::Matlab(MatlabFault::Header)));
}

#[test]
fn arrays_beyond_a_limit_are_named_or_counted() {
    let variables = ["a", "b", "c"].map(|name| array(name, &[3, 2], &count(6)));
    let (matlab, output, fault) = read(&file(&variables), 8, usize::MAX);
    let expected = MatlabFault::Limit { offset: 128 + variables[0].len() as u64, expected: 8 };
    assert_eq!(fault, Some(Error::Matlab(expected)));
    let readable: Vec<_> = matlab.members().iter().map(idxlens::format::member::Member::is_readable).collect();
    assert_eq!((readable, output.len()), (vec![true, false, false], 6));
    let many = vec![array("a", &[2, 1], &[1, 2]); MAX_MEMBERS + 3];
    let (matlab, _, fault) = read(&file(&many), u64::MAX, usize::MAX);
    assert_eq!((matlab.members().len(), matlab.unlisted(), fault), (MAX_MEMBERS, 3, None));
}

/// A few variables of each kind.
fn sample() -> Vec<u8> {
    let images = array("", &[4, 4, 3], &count(48));
    let cells = matrix(1, &[1, 2], "cells", &[images.clone(), images.clone()]);
    // Its elements are in their tag.
    let small = array("", &[3, 1], &count(3));
    let dataset = structure("set", &["images", "small", "cells"], &[images, small, cells]);
    file(&[dataset.clone(), compressed(&dataset), array("last", &[2, 9], &count(18))])
}

proptest! {
    #[test]
    fn a_changed_file_is_the_same_however_it_is_cut(at in 124..1200_usize, byte: u8, piece in 1..40_usize) {
        let mut file = sample();
        let len = file.len();
        file[at.min(len - 1)] = byte;
        let (whole, output, fault) = read(&file, u64::MAX, usize::MAX);
        let (cut, cut_output, cut_fault) = read(&file, u64::MAX, piece);
        prop_assert_eq!((arrays(&whole, &output), fault), (arrays(&cut, &cut_output), cut_fault));
    }
}
