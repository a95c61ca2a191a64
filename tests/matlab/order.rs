//! The order of items and elements: MATLAB stores arrays column by column, and idxlens puts them in row-major order.

use idxlens::format::matlab::Matlab;

use super::{
    arrays, count, read, read_as_stored, values,
    writer::{DOUBLE, F64, I32, U8, array, compressed, file, matrix, part},
};

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
