//! Lush matrices: what their headers say, and what is wrong with them.

use idxlens::{
    dataset::store::Store,
    error::{Error, Foreign, Warning},
    format::{
        element::ElementType,
        encode::gzip,
        header::{Header, Part},
        layout::{ByteOrder, Layout},
    },
};

use crate::files::decode;

/// A matrix of this type, with the sizes as they are written.
fn matrix(code: u8, rank: u32, sizes: &[u32], elements: &[u8]) -> Vec<u8> {
    let numbers = [&[0x1E3D_4C00 | u32::from(code), rank], sizes].concat();
    [numbers.iter().flat_map(|number| number.to_le_bytes()).collect(), elements.to_vec()].concat()
}

/// The same file, written by a big-endian machine.
fn reversed(file: &[u8], header: usize, size: usize) -> Vec<u8> {
    let numbers = file[..header].chunks(4).chain(file[header..].chunks(size));
    numbers.flat_map(|number| number.iter().rev().copied()).collect()
}

#[test]
fn every_type_and_both_byte_orders_are_read() {
    use ElementType as T;
    let cases = [
        (0x51, T::F32),
        (0x53, T::F64),
        (0x54, T::I32),
        (0x55, T::U8),
        (0x56, T::I16),
        (0x59, T::U32),
        (0x5A, T::U64),
        (0x5B, T::I64),
    ];
    for (code, element_type) in cases {
        let elements: Vec<u8> = (0..24 * element_type.size()).map(|value| value.to_le_bytes()[0]).collect();
        let file = matrix(code, 3, &[2, 3, 4], &elements);
        let layout = Layout::new(element_type, vec![2, 3, 4]).unwrap().with_data_offset(20).unwrap();
        for (file, order) in
            [(file.clone(), ByteOrder::Little), (reversed(&file, 20, element_type.size()), ByteOrder::Big)]
        {
            let outcome = decode(&file);
            assert_eq!(outcome.layout, Some(layout.clone().with_byte_order(order)), "{element_type:?}");
            assert_eq!((outcome.elements, outcome.warnings, outcome.error), (file[20..].to_vec(), vec![], None));
            let packed = decode(&gzip(&file));
            assert_eq!((packed.layers, packed.layout), (1, Some(layout.clone().with_byte_order(order))));
        }
    }
}

#[test]
fn at_least_three_sizes_are_there() {
    let cases: [(&[u32], u32, usize); 4] =
        [(&[24_300, 1, 1], 1, 20), (&[7, 4, 1], 2, 20), (&[1, 1, 1], 0, 20), (&[3, 2, 5, 5], 4, 24)];
    for (sizes, rank, header) in cases {
        let shape = &sizes[..usize::try_from(rank).unwrap()];
        let elements = vec![7; usize::try_from(sizes.iter().product::<u32>()).unwrap()];
        let file = matrix(0x55, rank, sizes, &elements);
        let outcome = decode(&file);
        let layout = outcome.layout.unwrap();
        assert_eq!((layout.shape(), layout.data_offset()), (shape, header as u64));
        assert_eq!(outcome.elements, elements);
        let parts = Header::parts(&file[..header]);
        assert_eq!(parts.last().unwrap().1.end, header);
        let dimensions = parts.iter().filter(|(part, _)| *part == Part::Dimension).count();
        assert_eq!((dimensions, parts[0].0, parts[1].0), (shape.len(), Part::ElementType, Part::Rank));
        assert_eq!(parts.len() - 2 - dimensions, 3_usize.saturating_sub(shape.len()), "{:?}", Part::Padding);
    }
}

#[test]
fn lengths_are_those_of_any_array_and_a_cut_header_is_incomplete() {
    let file = matrix(0x54, 1, &[3, 1, 1], &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
    assert_eq!(decode(&file[..28]).warnings, [Warning::Truncated { offset: 28, expected: 3, found: 2 }]);
    assert_eq!(decode(&[&file[..], &[9; 4]].concat()).warnings, [Warning::Trailing { offset: 32, found: 4, items: 1 }]);
    for length in 4..20 {
        assert_eq!(decode(&file[..length]).error, Some(Error::TruncatedHeader { expected: 20, found: length as u64 }));
    }
    let deep = matrix(0x55, 9, &[1; 9], &[1]);
    for deep in [&deep, &reversed(&deep, 44, 1)] {
        assert_eq!(decode(&deep[..40]).error, Some(Error::TruncatedHeader { expected: 44, found: 40 }));
    }
}

#[test]
fn what_no_known_file_has_is_called_by_its_name() {
    for code in [0x52, 0x57, 0x58] {
        assert_eq!(decode(&matrix(code, 3, &[1; 3], &[1])).error, Some(Error::Foreign(Foreign::Lush)));
    }
    assert_eq!(decode(&matrix(0x55, 256, &[1; 256], &[1])).error, Some(Error::Foreign(Foreign::Lush)));
    let huge = matrix(0x55, 3, &[u32::MAX; 3], &[1]);
    assert!(matches!(decode(&huge).error, Some(Error::TooLarge { .. })));
}

#[test]
fn the_own_header_is_known_while_the_file_is_read_otherwise() {
    let file = matrix(0x55, 3, &[2, 2, 2], &[1, 2, 3, 4, 5, 6, 7, 8]);
    let mut store = Store::new(Some(file.len() as u64), 1 << 20);
    while let Some(wanted) = store.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        store.push(wanted.start, &file[start..end]).unwrap();
    }
    let (layout, bytes) = store.own_header().unwrap();
    assert_eq!((layout.shape(), bytes), (&[2, 2, 2][..], &file[..20]));
    assert!(!store.is_numpy());
    assert_eq!(store.item(1), Some(&[5, 6, 7, 8][..]));
}
