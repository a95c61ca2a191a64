//! The values of items: exact, a window of them, their range, and which background they have.

use std::ops::Range;

use idxlens::{
    dataset::{orientation::Orientation, range::NotFinite, store::Store},
    format::encode::encode,
};

use super::{BUDGET, MIB, feed, read};

#[test]
fn integers_of_64_bits_are_given_exactly() {
    let header = b"\x93NUMPY\x01\0\x42\0{'descr': '<i8', 'fortran_order': False, 'shape': (2, 2, 2)}     \n";
    let values: Vec<i64> = (0..8).map(|at| i64::MAX - at).collect();
    let file = [&header[..], &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>()].concat();
    let mut store = Store::new(Some(file.len() as u64), BUDGET);
    feed(&mut store, &file, MIB).unwrap();
    let exact = |element: &[u8]| i64::from_be_bytes(element[..8].try_into().unwrap());
    assert_eq!(store.elements(1, 0..2, 1..2, exact), Some(vec![values[5], values[7]]));
    assert_eq!(store.elements(1, 5..9, 0..2, exact), Some(vec![]));
    assert_eq!(store.elements(2, 0..2, 0..2, exact), None, "an item that is not there");
    assert_eq!(store.values(1, 0..1, 0..1), [9_223_372_036_854_775_807.0]);
}

#[test]
fn the_range_grows_with_the_values_and_ignores_nan() {
    let values = [f32::NAN, f32::INFINITY, 2.0, -3.5, f32::NEG_INFINITY, 8.0, -0.0, 7.0];
    let file = encode(&[4, 2], &values).unwrap();
    let mut store = Store::new(None, BUDGET);
    let expected = [None, Some((-3.5, 2.0)), Some((-3.5, 8.0)), Some((-3.5, 8.0))];
    store.push(store.read(), &file[..12]).unwrap();
    for (item, expected) in file[12..].chunks(8).zip(expected) {
        store.push(store.read(), &item[..7]).unwrap();
        store.push(store.read(), &item[7..]).unwrap();
        assert_eq!(store.range(), expected);
        assert_eq!(store.range(), expected);
    }
    assert_eq!(store.not_finite(), NotFinite { nan: 1, negative_infinity: 1, infinity: 1 });
    assert_eq!(read(&encode(&[2], &[3_u8, 64]).unwrap(), 9).range(), Some((0.0, 255.0)));
    assert_eq!(read(&encode(&[2], &[3_u8, 63]).unwrap(), 9).range(), Some((0.0, 63.0)), "dim bytes are brightened");
    assert_eq!(read(&encode(&[2], &[0_u8, 0]).unwrap(), 9).range(), Some((0.0, 255.0)));
    let colours = encode(&[1, 2, 2, 3], &[9_u8; 12]).unwrap();
    assert_eq!(read(&colours, 9).range(), Some((0.0, 255.0)), "colours are not");
    assert_eq!(read(&encode(&[2], &[3_i8, 4]).unwrap(), 9).range(), Some((3.0, 4.0)));
    assert_eq!(read(&encode(&[2], &[f64::MIN, f64::MAX]).unwrap(), 9).range(), Some((f64::MIN, f64::MAX)));
    assert_eq!(read(&encode(&[2], &[f64::NAN; 2]).unwrap(), 9).range(), None);
}

#[test]
fn values_are_a_window_of_the_item() {
    let store = read(&encode(&[2, 3, 4], &(0..24).collect::<Vec<i32>>()).unwrap(), 5);
    assert_eq!(store.values(0, 0..3, 0..4).len(), 12);
    assert_eq!(store.values(1, 0..1, 0..4), [12.0, 13.0, 14.0, 15.0]);
    assert_eq!(store.values(1, 1..3, 2..4), [18.0, 19.0, 22.0, 23.0]);
    assert_eq!(store.values(1, 2..9, 3..9), [23.0], "no further than the picture goes");
    assert_eq!(store.values(1, 0..u64::MAX, 3..u64::MAX), [15.0, 19.0, 23.0]);
    for (rows, columns) in
        [(3..4, 0..4), (0..3, 4..5), (0..0, 0..4), (0..3, u64::MAX..u64::MAX), (u64::MAX..u64::MAX, 0..4)]
    {
        assert!(store.values(0, rows.clone(), columns.clone()).is_empty(), "{rows:?} {columns:?}");
    }
    assert!(store.values(2, 0..3, 0..4).is_empty(), "an item that is not there");
    let truncated = read(&encode(&[2, 3, 4], &[5_i16; 24]).unwrap()[..50], 50);
    assert_eq!((truncated.values(0, 0..1, 0..2), truncated.values(1, 0..1, 0..2)), (vec![5.0, 5.0], vec![]));
}

#[test]
fn values_are_turned_and_shaped_as_the_picture_is() {
    let mut store = read(&encode(&[2, 2, 6], &(0..24).collect::<Vec<i32>>()).unwrap(), 5);
    let mut values = |shape: &[u32], letters: &str, columns: Range<u64>| {
        store
            .presentation_mut()
            .arrange((!shape.is_empty()).then(|| shape.to_vec()), Orientation::parse(letters).unwrap());
        store.values(1, 0..1, columns).into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(values(&[], "", 0..9), "12 13 14 15 16 17");
    assert_eq!(values(&[], "t", 0..9), "12 18");
    assert_eq!(values(&[], "th", 0..9), "18 12");
    assert_eq!(values(&[], "hv", 1..3), "22 21");
    assert_eq!(values(&[3, 4], "v", 0..9), "20 21 22 23");
    assert_eq!(values(&[2, 2, 3], "", 0..9), "12 13 14 15 16 17");
    assert_eq!(values(&[2, 2, 3], "h", 0..1), "15 16 17");
    assert_eq!(values(&[3, 2, 2], "", 0..1), "12 16 20");
    assert_eq!(values(&[5, 5], "", 0..9), "12 13 14 15 16 17", "25 are not as many as 12");
    assert_eq!(values(&[u32::MAX, u32::MAX, u32::MAX], "", 0..2), "12 13");
    store.presentation_mut().arrange(Some(vec![2, 3, 2]), Orientation::parse("t").unwrap());
    assert_eq!(store.values(1, 0..u64::MAX, 0..u64::MAX).len(), 12);
}

#[test]
fn a_bright_background_is_detected_by_the_border() {
    let framed = |border: u8, inside: u8| {
        let pixel = move |at: usize| {
            if [0, 5].contains(&(at % 36 / 6)) || [0, 5].contains(&(at % 6)) { border } else { inside }
        };
        read(&encode(&[100, 6, 6], &(0..3600).map(pixel).collect::<Vec<u8>>()).unwrap(), 1 << 20)
            .has_bright_background()
    };
    assert_eq!([0, 117, 200, 201, 255].map(|border| framed(border, 0)), [false, false, false, true, true]);
    assert!(!framed(0, 255));
    // The first images decide, whatever comes after them.
    let mut pixels = vec![255_u8; 64 * 16];
    pixels.resize(1000 * 16, 0);
    assert!(read(&encode(&[1000, 4, 4], &pixels).unwrap(), 1 << 20).has_bright_background());
    // Every side counts by its length: a single dark side is enough to decide nothing.
    let sides: [fn(usize, usize) -> bool; 4] = [|row, _| row == 0, |row, _| row == 9, |_, at| at == 0, |_, at| at == 9];
    for is_dark in sides {
        let pixels: Vec<u8> = (0..100).map(|at| if is_dark(at / 10, at % 10) { 0 } else { 255 }).collect();
        assert!(!read(&encode(&[1, 10, 10], &pixels).unwrap(), 1 << 20).has_bright_background(), "{pixels:?}");
    }
    let scaled = |values: &[f32]| read(&encode(&[1, 4, 4], values).unwrap(), 9).has_bright_background();
    assert!(scaled(&[1.0, 1.0, 1.0, 1.0, 1.0, -1.0, f32::NAN, 1.0, 1.0, -1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0]));
    assert!(!scaled(&[0.0; 16]) && !scaled(&[f32::NAN; 16]));
    assert!(!scaled(&[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    assert!(!read(&encode(&[100], &[255_u8; 100]).unwrap(), 9).has_bright_background(), "labels have no border");
    assert!(
        !read(&encode(&[9, 8, 8, 3], &[255_u8; 9 * 192]).unwrap(), 9).has_bright_background(),
        "nor has a photo one of ink"
    );
}
