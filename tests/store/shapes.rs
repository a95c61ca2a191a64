//! The rows and columns that items of each shape have, and the other shapes that fit them.

use idxlens::{
    dataset::{
        images::{Arrangement, Raster, shapes},
        orientation::Orientation,
    },
    format::{element::ElementType, layout::Layout},
};

#[test]
fn every_shape_has_rows_and_columns() {
    use Arrangement as A;
    let cases: &[(&[u32], u64, u64, Arrangement)] = &[
        (&[], 1, 1, A::Scalar),
        (&[9], 1, 1, A::Scalar),
        (&[9, 28, 28], 28, 28, A::Image),
        (&[9, 2, 50], 2, 50, A::Image),
        (&[9, 50], 1, 50, A::Row),
        (&[9, 49], 1, 49, A::Row),
        (&[9, 63], 1, 63, A::Row),
        (&[9, 64], 8, 8, A::Square),
        (&[9, 784], 28, 28, A::Square),
        (&[9, 785], 1, 785, A::Row),
        (&[9, u32::MAX], 1, u32::MAX.into(), A::Row),
        (&[9, 65_535 * 65_535], 65_535, 65_535, A::Square),
        (&[9, 3, 32, 16], 32, 16, A::ChannelsFirst),
        (&[9, 4, 32, 16], 32, 16, A::ChannelsFirst),
        (&[9, 32, 16, 3], 32, 16, A::ChannelsLast),
        (&[9, 3, 16, 4], 3, 16, A::ChannelsLast),
        (&[9, 5, 32, 16], 160, 16, A::Slices),
        (&[9, 32, 16, 2], 32, 32, A::Channels),
        (&[9, 2, 32, 16, 3], 64, 48, A::Channels),
        (&[9, 2, 3, 4, 5], 24, 5, A::Slices),
        (&[9, 0], 1, 0, A::Row),
        (&[9, 0, 5], 0, 5, A::Image),
        (&[9, 5, 0], 5, 0, A::Image),
        (&[9, 5, 0, 0], 0, 0, A::Slices),
        (&[9, 0, 5, 3], 0, 5, A::ChannelsLast),
        (&[0, 28, 28], 28, 28, A::Image),
    ];
    for &(shape, rows, columns, arrangement) in cases {
        let raster = Raster::of(&Layout::new(ElementType::F64, shape.to_vec()).unwrap());
        assert_eq!((raster.rows, raster.columns, raster.arrangement), (rows, columns, arrangement), "{shape:?}");
    }
}

#[test]
fn the_pixels_of_a_row_are_side_by_side_unless_they_are_turned_or_coloured() {
    let is_contiguous = |shape: &[u32], letters: &str| {
        let raster = Raster::of(&Layout::new(ElementType::U8, shape.to_vec()).unwrap());
        raster.turned(Orientation::parse(letters).unwrap()).is_contiguous()
    };
    for (shape, letters, expected) in [
        (&[9, 4, 5][..], "", true),
        (&[9, 4, 5], "v", true),
        (&[9, 4, 5], "h", false),
        (&[9, 4, 5], "t", false),
        (&[9, 20], "", true),
        (&[9, 4, 5, 3], "", false),
        (&[9, 3, 4, 5], "", false),
    ] {
        assert_eq!(is_contiguous(shape, letters), expected, "{shape:?} {letters}");
    }
}

#[test]
fn shapes_that_divide_are_offered_the_squarest_first() {
    let offered = |item_shape: &[u32]| {
        let layout = Layout::new(ElementType::U8, [&[9], item_shape].concat()).unwrap();
        let written = |shape: Vec<u32>| shape.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        shapes(&layout).into_iter().map(written).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(offered(&[9]), "3x3");
    assert_eq!(offered(&[12]), "3x4 4x3 2x6 6x2");
    assert_eq!(offered(&[48]), "6x8 8x6 4x12 12x4", "4 x 4 x 3 could be 3 columns of 4 channels");
    assert_eq!(offered(&[75]), "5x15 15x5 5x5x3 3x5x5");
    assert_eq!(offered(&[7, 112]), "28x28 16x49 49x16 14x56 56x14 14x14x4 4x14x14");
    assert_eq!(offered(&[3072]), "48x64 64x48 32x96 96x32 32x32x3 3x32x32");
    assert_eq!(offered(&[7919]), "", "a prime number");
    for none in [&[] as &[u32], &[0], &[1], &[1 << 13, 1 << 12]] {
        assert_eq!(offered(none), "", "{none:?}");
    }
}
