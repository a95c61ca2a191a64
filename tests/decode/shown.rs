//! Arrays of another length than their header promises: they are shown with a warning.

use idxlens::{
    error::Warning,
    format::{element::ElementType, layout::Layout},
};

use crate::files::{Outcome, decode, gz, idx};

/// A name, the header, the elements that are present, and the expected warning.
type Case<'a> = (&'a str, ElementType, &'a [u32], &'a [u8], &'a [Warning]);

#[test]
fn arrays_with_something_wrong_are_shown_with_a_warning() {
    let shown = |element_type, shape: &[u32], elements: &[u8], warnings: &[Warning]| Outcome {
        layout: Some(Layout::new(element_type, shape.to_vec()).unwrap()),
        elements: elements.to_vec(),
        warnings: warnings.to_vec(),
        ..Outcome::default()
    };
    let truncated = |offset, expected, found| Warning::Truncated { offset, expected, found };
    let trailing = |offset, found, items| Warning::Trailing { offset, found, items };
    let cases: &[Case<'_>] = &[
        ("nothing wrong", ElementType::U8, &[3], &[10, 11, 12], &[]),
        ("nothing wrong with 2 x 3", ElementType::U8, &[2, 3], &[1, 2, 3, 4, 5, 6], &[]),
        ("nothing wrong with i32", ElementType::I32, &[2], &[0, 0, 0, 255, 255, 255, 255, 255], &[]),
        ("an element missing", ElementType::U8, &[2], &[1], &[truncated(9, 2, 1)]),
        ("all elements missing", ElementType::U8, &[2], &[], &[truncated(8, 2, 0)]),
        ("half an element", ElementType::I16, &[2], &[0, 1, 0], &[truncated(11, 2, 1)]),
        ("half an item", ElementType::U8, &[2, 2, 2], &[1, 2, 3, 4, 5, 6], &[truncated(22, 2, 1)]),
        ("one byte of 2^40", ElementType::U8, &[1 << 20, 1 << 20], &[1], &[truncated(13, 1 << 20, 0)]),
        ("a byte too many", ElementType::U8, &[1], &[1, 9], &[trailing(9, 1, 1)]),
        ("two too many", ElementType::U8, &[2], &[1, 2, 3, 4], &[trailing(10, 2, 2)]),
        ("a tail that makes no item", ElementType::F64, &[1], &[9; 15], &[trailing(16, 7, 0)]),
        ("RGBA under a header for grey", ElementType::U8, &[2, 1, 2], &[9; 16], &[trailing(20, 12, 6)]),
        ("every byte as two", ElementType::U8, &[2, 2], &[0, 1, 0, 2, 0, 3, 0, 4], &[trailing(16, 4, 2)]),
        ("a second file behind", ElementType::U8, &[1], &[5, 0, 0, 8, 1, 0, 0, 0, 1, 6], &[trailing(9, 9, 9)]),
        ("no items", ElementType::U8, &[0, 28, 28], &[], &[]),
        ("no items, and bytes", ElementType::U8, &[0, 28, 28], &[1; 800], &[trailing(16, 800, 1)]),
        ("items of no size", ElementType::I16, &[u32::MAX, 0], &[], &[]),
        ("items of no size, and bytes", ElementType::I16, &[u32::MAX, 0], &[1], &[trailing(12, 1, 0)]),
        ("rank 0", ElementType::U8, &[], &[5], &[Warning::Scalar]),
        ("rank 0, empty", ElementType::F32, &[], &[], &[truncated(4, 1, 0), Warning::Scalar]),
        ("rank 0, and bytes", ElementType::I16, &[], &[0, 5, 1, 1, 1], &[trailing(6, 3, 1), Warning::Scalar]),
        ("rank 255", ElementType::U8, &[1; 255], &[9], &[]),
        ("rank 255, cut", ElementType::F64, &[1; 255], &[9], &[truncated(1025, 1, 0)]),
    ];
    for &(name, element_type, shape, elements, warnings) in cases {
        let file = idx(element_type.code().unwrap(), shape, elements);
        let layout = Layout::new(element_type, shape.to_vec()).unwrap();
        let promised = usize::try_from(layout.byte_len()).unwrap().min(elements.len());
        let expected = shown(element_type, shape, &elements[..promised], warnings);
        assert_eq!(decode(&file), expected, "{name}");
        for layers in 1..=3 {
            let wrapped = (0..layers).fold(file.clone(), |file, _| gz(&file));
            assert_eq!(decode(&wrapped), Outcome { layers, ..expected.clone() }, "{name}, {layers} layers of gzip");
        }
    }
}
