//! Slices of arrays of many dimensions: which axes fit, and that every view of a slice shows the same elements.
#![cfg(all(feature = "draw", not(target_arch = "wasm32")))]

use idxlens::{
    dataset::{
        Slot,
        axes::{Axis, fitting},
        images::{Arrangement, Raster},
        orientation::Orientation,
        store::Store,
        view::View,
    },
    draw::{
        page::{Grid, Page},
        palette::Palette,
    },
    format::{element::Element, element::ElementType, encode::encode, layout::Layout},
};
use proptest::prelude::*;

/// Axes as a word: `3,r,c`.
fn parse(word: &str) -> Vec<Axis> {
    let axis = |part: &str| match part {
        "r" => Axis::Rows,
        "c" => Axis::Columns,
        "k" => Axis::Channels,
        place => Axis::At(place.parse().unwrap()),
    };
    word.split(',').filter(|part| !part.is_empty()).map(axis).collect()
}

/// The inverse of [`parse`].
fn word(axes: &[Axis]) -> String {
    let part = |axis: &Axis| match axis {
        Axis::Rows => "r".to_owned(),
        Axis::Columns => "c".to_owned(),
        Axis::Channels => "k".to_owned(),
        Axis::At(place) => place.to_string(),
    };
    axes.iter().map(part).collect::<Vec<_>>().join(",")
}

fn store<T: Element>(shape: &[u32], elements: &[T], axes: &str) -> Store {
    let mut store = Store::new(None, u64::MAX);
    store.push(0, &encode(shape, elements).unwrap()).unwrap();
    store.push(store.read(), &[]).unwrap();
    store.presentation_mut().show(Some(View::Slice));
    store.presentation_mut().cut(parse(axes));
    store
}

/// The axes of items of this shape when the user chose these.
fn axes(chosen: &str, item_shape: &[u32]) -> String {
    word(&fitting(&parse(chosen), item_shape))
}

#[test]
fn the_last_two_dimensions_are_the_picture_at_first_and_the_others_are_cut_in_the_middle() {
    let usual = |item_shape: &[u32]| axes("", item_shape);
    assert_eq!(usual(&[5, 8, 8]), "2,r,c");
    assert_eq!(usual(&[2, 5, 8, 8]), "0,2,r,c");
    assert_eq!(usual(&[7, 32, 32, 3]), "3,r,c,k");
    assert_eq!(usual(&[7, 3, 32, 32]), "3,k,r,c");
    assert_eq!(usual(&[3, 3, 3]), "r,c,k");
    assert_eq!(usual(&[7, 4, 32, 32]), "3,1,r,c");
    assert_eq!(usual(&[7, 32, 32, 2]), "3,15,r,c");
    assert_eq!(usual(&[8, 8]), "r,c");
}

#[test]
fn axes_that_do_not_fit_are_the_usual_ones() {
    for chosen in ["", "r,c", "r,c,c", "r,0,0", "0,0,c", "r,r,c", "k,r,c", "r,c,0,0"] {
        assert_eq!(axes(chosen, &[5, 8, 8]), "2,r,c", "{chosen}");
    }
    assert_eq!(axes("k,r,k,c", &[3, 8, 3, 8]), "1,3,r,c");
    assert_eq!(axes("c,2,r", &[5, 8, 8]), "c,2,r");
    assert_eq!(axes("k,c,r", &[4, 8, 8]), "k,c,r");
    assert_eq!(axes("99,c,r", &[5, 8, 8]), "4,c,r", "no further than the last");
    assert_eq!(axes("99,c,r", &[0, 8, 8]), "0,c,r");
}

#[test]
fn a_slice_is_one_of_the_ways_of_more_than_two_dimensions() {
    let views = |shape: &[u32]| View::of(&Layout::new(ElementType::U8, shape.to_vec()).unwrap(), Slot::Images);
    assert_eq!(views(&[9, 28, 28]), [View::Images]);
    // Colour images, and strips that are not too long, are shown whole at first.
    for shape in [&[9, 32, 32, 3][..], &[9, 3, 32, 32], &[9, 32, 32, 2], &[9, 16, 8, 8]] {
        assert_eq!(views(shape), [View::Images, View::Slice], "{shape:?}");
    }
    for shape in [&[9, 17, 8, 8][..], &[9, 2, 2, 8, 8], &[9, 2, 32, 32, 3], &[1, 1, 1, 1, 1, 1]] {
        assert_eq!(views(shape), [View::Slice, View::Images], "{shape:?}");
    }
}

#[test]
fn a_slice_can_be_turned_but_has_no_other_shape() {
    let mut store = store(&[1, 2, 2, 3], &(0..12).collect::<Vec<i32>>(), "1,r,c");
    let all = |store: &Store| store.values(0, 0..9, 0..9);
    assert_eq!(all(&store), [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
    store.presentation_mut().arrange(Some(vec![4, 3]), Orientation::parse("t").unwrap());
    assert_eq!(all(&store), [6.0, 9.0, 7.0, 10.0, 8.0, 11.0]);
    store.presentation_mut().show(None);
    assert_eq!((all(&store).len(), store.axes()), (12, None));
}

#[test]
fn without_an_axis_for_them_there_is_one_column_or_one_row() {
    let layout = Layout::new(ElementType::U8, vec![9, 4, 5]).unwrap();
    let size = |axes: &str| {
        let raster = Raster::cut(&layout, &parse(axes));
        (raster.rows, raster.columns, raster.arrangement, raster.at(0, 0))
    };
    assert_eq!(size("r,c"), (4, 5, Arrangement::Slice, 0));
    assert_eq!(size("r,2"), (4, 1, Arrangement::Slice, 2));
    assert_eq!(size("3,c"), (1, 5, Arrangement::Slice, 15));
}

#[test]
fn nothing_is_cut_of_items_of_no_size() {
    for shape in [&[2, 0, 5, 8, 8], &[2, 5, 5, 0, 8]] {
        let store = store::<u8>(shape, &[], "");
        assert_eq!((store.axes(), store.values(0, 0..9, 0..9)), (None, vec![]));
        let grid = Grid { columns: 2, gap_x: 0, gap_y: 0, shrink: 1, plot: None, window: None };
        let page = Page::compose(&store, &[0, 1], grid, &Palette::new(0, 0xFF_FFFF)).unwrap();
        assert!(page.pixels.is_empty());
    }
}

/// An item's shape, and axes that fit it.
fn cuts() -> impl Strategy<Value = (Vec<u32>, Vec<Axis>)> {
    prop::collection::vec(1_u32..6, 3..6).prop_flat_map(|item_shape| {
        let places = item_shape.iter().map(|&size| 0..size).collect::<Vec<_>>();
        let roles = Just((0..item_shape.len()).collect::<Vec<_>>()).prop_shuffle();
        (Just(item_shape), places, roles, any::<bool>()).prop_map(|(item_shape, places, roles, coloured)| {
            let mut axes: Vec<Axis> = places.into_iter().map(Axis::At).collect();
            (axes[roles[0]], axes[roles[1]]) = (Axis::Rows, Axis::Columns);
            if let Some(&channels) = roles.get(2).filter(|&&role| coloured && (3..=4).contains(&item_shape[role])) {
                axes[channels] = Axis::Channels;
            }
            (item_shape, axes)
        })
    })
}

proptest! {
    #[test]
    fn a_slice_has_the_elements_that_its_axes_say((item_shape, axes) in cuts()) {
        let len: u32 = item_shape.iter().product();
        let elements: Vec<i32> = (0..2 * len.cast_signed()).collect();
        let store = store(&[&[2], &item_shape[..]].concat(), &elements, &word(&axes));
        prop_assert_eq!(store.axes().map(|axes| word(&axes)), Some(word(&axes)));
        let size = |axis: Axis| axes.iter().position(|&other| other == axis).map_or(1, |at| item_shape[at]);
        let (rows, columns, channels) = (size(Axis::Rows), size(Axis::Columns), size(Axis::Channels));
        let mut expected = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                for channel in 0..channels {
                    let at = axes.iter().zip(&item_shape).fold(0, |at, (axis, size)| at * size + match *axis {
                        Axis::Rows => row,
                        Axis::Columns => column,
                        Axis::Channels => channel,
                        Axis::At(place) => place,
                    });
                    expected.push(f64::from(len + at));
                }
            }
        }
        prop_assert_eq!(store.values(1, 0..99, 0..99), &expected[..]);

        // The picture shows the same values.
        let grid = Grid { columns: 1, gap_x: 0, gap_y: 0, shrink: 1, plot: None, window: None };
        let palette = Palette::new(0, 0xFF_FFFF);
        let page = Page::compose(&store, &[1], grid, &palette).unwrap();
        prop_assert_eq!((page.width, page.height), (columns, rows));
        let grey = |value: f64| (255.0 * value / f64::from(2 * len - 1)).round();
        if channels == 1 {
            for (pixel, &value) in page.pixels.iter().zip(&expected) {
                prop_assert!((f64::from(pixel[0]) - grey(value)).abs() <= 1.0);
            }
        }
    }
}

#[test]
fn axes_have_the_form_that_links_use() {
    for (text, axis) in [
        ("r", Axis::Rows),
        ("c", Axis::Columns),
        ("k", Axis::Channels),
        ("0", Axis::At(0)),
        ("4294967295", Axis::At(u32::MAX)),
    ] {
        assert_eq!((text.parse(), axis.to_string().as_str()), (Ok(axis), text));
    }
    for text in ["", "x", "R", "-1", "4294967296", "1.5", "rc"] {
        let error = text.parse::<Axis>().unwrap_err();
        assert_eq!(error.to_string(), format!("unknown axis {text:?}: expected r, c, k or a number below 2^32"));
    }
}
