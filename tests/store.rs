//! A file that is being read: which bytes are wanted, and when items are available.
#![cfg(not(target_arch = "wasm32"))]

use std::ops::Range;

use idxlens::{
    dataset::{
        images::{Arrangement, Raster, shapes},
        orientation::Orientation,
        range::NotFinite,
        store::Store,
    },
    error::{Error, Warning},
    format::{
        element::ElementType,
        encode::{encode, gzip},
        layout::Layout,
    },
};

const MIB: usize = 1 << 20;

/// Elements that differ by their place.
fn elements(count: usize) -> Vec<u8> {
    (0..count).map(|at| (at * 31 + at / 251).to_le_bytes()[0]).collect()
}

/// More than any file here needs.
const BUDGET: u64 = 1 << 30;

/// Gives a store what it wants of a file, in pieces of at most `piece` bytes.
fn feed(store: &mut Store, file: &[u8], piece: usize) -> Result<(), Error> {
    while let Some(wanted) = store.wanted() {
        let start = usize::try_from(wanted.start).unwrap().min(file.len());
        let end = usize::try_from(wanted.end).unwrap().min(file.len());
        store.push(wanted.start, &file[start..end.min(start + piece)])?;
    }
    Ok(())
}

/// Reads a whole file the way the worker does.
fn read(file: &[u8], piece: usize) -> Store {
    // The size is unknown, so that plain files are read to the end, too.
    let mut store = Store::new(None, BUDGET);
    feed(&mut store, file, piece).unwrap();
    store
}

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
fn the_file_is_wanted_from_its_start_to_its_end_once() {
    for file in [gzip(&elements(0)), gzip(&encode(&[3 << 20], &elements(3 * MIB)).unwrap()), elements(0)] {
        let mut store = Store::new(Some(file.len() as u64), BUDGET);
        let mut next = 0;
        while let Some(wanted) = store.wanted() {
            assert_eq!(wanted.start, next, "no gap and no overlap");
            let most = if next == 0 { 128 << 10 } else { 1 << 20 };
            assert!(wanted.end - wanted.start <= most);
            next = wanted.end;
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            if store.push(wanted.start, &file[start..end]).is_err() {
                break;
            }
        }
        assert_eq!(next, file.len() as u64);
        assert_eq!((store.wanted(), store.is_done(), store.is_stopped()), (None, true, false));
    }
}

#[test]
fn an_item_is_available_as_soon_as_its_last_byte_is_there() {
    let shapes: &[&[usize]] =
        &[&[5], &[4, 3], &[7, 2, 3], &[1, 1], &[2, MIB + 1], &[3, MIB], &[3, MIB - 1], &[5, MIB / 3]];
    for shape in shapes {
        let item_len: usize = shape[1..].iter().product();
        let data = elements(shape[0] * item_len);
        let dimensions: Vec<u32> = shape.iter().map(|&size| u32::try_from(size).unwrap()).collect();
        let file = encode(&dimensions, &data).unwrap();
        let header_len = 4 + 4 * shape.len();
        let mut store = Store::new(None, BUDGET);
        assert_eq!((store.items(), store.item(0), store.layout()), (0, None, None));

        // Cut just before and just behind the end of the header and of every item.
        let mut read = 0;
        for item in 0..=shape[0] {
            for end in [header_len + item * item_len - 1, header_len + item * item_len] {
                if end == read {
                    continue;
                }
                store.push(store.read(), &file[read..end]).unwrap();
                read = end;
                let whole = (end.saturating_sub(header_len)) / item_len;
                assert_eq!(store.items(), whole as u64, "{shape:?}");
                for (number, expected) in (0..).zip(data.chunks(item_len).take(whole)) {
                    assert!(store.item(number) == Some(expected), "item {number} of {shape:?}");
                }
                assert_eq!(store.item(whole as u64), None, "{shape:?}");
            }
        }
        assert_eq!((store.is_done(), store.warnings()), (true, &[][..]));
        assert_eq!((store.item(u64::MAX), store.read(), store.size()), (None, read as u64, None));
    }
}

#[test]
fn pieces_and_packing_make_no_difference() {
    let data = elements(3_000_000);
    let file = encode(&[300, 100, 100], &data).unwrap();
    for (file, layers) in [(file.clone(), 0), (gzip(&file), 1), (gzip(&gzip(&file)), 2)] {
        for piece in [64 << 10, 4093, 10 * MIB] {
            let store = read(&file, piece);
            assert_eq!((store.items(), store.layers(), store.warnings()), (300, layers, &[][..]));
            assert!((0..300).all(|item| store.item(item) == data.chunks(10_000).nth(usize::try_from(item).unwrap())));
        }
    }
}

#[test]
fn the_rest_of_a_plain_file_is_counted_without_being_read() {
    let mut store = Store::new(Some(1 << 40), BUDGET);
    store.push(store.read(), &encode(&[2, 2], &[1_u8, 2, 3, 4]).unwrap()).unwrap();
    assert_eq!(store.wanted(), Some(16..16 + 1024), "only how the rest starts");
    store.push(16, &[0; 1024]).unwrap();
    assert_eq!(store.wanted(), None);
    let found = (1 << 40) - 16;
    assert_eq!(store.warnings(), [Warning::Trailing { offset: 16, found, items: found / 2 }]);
}

#[test]
fn sizes_beyond_32_bits_are_exact() {
    let layout = Layout::new(ElementType::U8, vec![8_100_000, 28, 28]).unwrap();
    let mut store = Store::new(None, BUDGET);
    store.push(store.read(), &layout.header().to_bytes()).unwrap();
    store.push(store.read(), &[9; 784]).unwrap();
    assert_eq!(store.wanted(), Some(800..800 + (1 << 20)));
    assert_eq!(store.items(), 1);
    store.push(store.read(), &[]).unwrap();
    assert_eq!(store.warnings(), [Warning::Truncated { offset: 800, expected: 8_100_000, found: 1 }]);
}

#[test]
fn a_file_that_ends_before_its_size_is_shown_as_far_as_it_goes() {
    let file = encode(&[3, 2], &[1_u8, 2, 3, 4, 5, 6]).unwrap();
    let mut store = Store::new(None, BUDGET);
    store.push(store.read(), &file[..15]).unwrap();
    assert_eq!((store.items(), store.is_done()), (1, false));
    store.push(store.read(), &[]).unwrap();
    assert_eq!((store.items(), store.is_done()), (1, true));
    assert_eq!(store.warnings(), [Warning::Truncated { offset: 15, expected: 3, found: 1 }]);

    let mut empty = Store::new(Some(0), BUDGET);
    assert_eq!(empty.wanted(), Some(0..0), "even of an empty file the end is to be seen");
    assert_eq!(empty.push(empty.read(), &[]), Err(Error::Empty { layer: 0 }));
    assert_eq!(empty.wanted(), None);
}

#[test]
fn stopping_keeps_the_bytes_that_arrived_and_wants_no_more() {
    let file = gzip(&encode(&[1000, 1000], &elements(MIB - 48_576)).unwrap());
    let mut store = Store::new(None, BUDGET);
    store.push(store.read(), &file[..file.len() / 2]).unwrap();
    let items = store.items();
    assert!(0 < items && items < 1000);
    for _ in 0..3 {
        store.stop();
        assert_eq!((store.wanted(), store.is_done(), store.is_stopped()), (None, true, true));
        assert_eq!((store.items(), store.warnings()), (items, &[][..]));
        assert!(store.item(items - 1).is_some());
    }

    let mut done = read(&file, MIB);
    done.stop();
    assert!(done.is_done() && !done.is_stopped(), "what is done cannot be stopped");
}

#[test]
fn a_file_that_cannot_be_opened_is_done() {
    let mut store = Store::new(Some(1 << 30), BUDGET);
    assert_eq!(store.push(store.read(), &[0, 0, 1, 1]), Err(Error::UnknownElementType { found: 1 }));
    assert_eq!((store.wanted(), store.is_done(), store.items()), (None, true, 0));
    assert_eq!(store.push(store.read(), &[0; 100]), Ok(()));
    assert_eq!(store.layout(), None);
    assert_eq!(store.range(), None);
}

#[test]
fn items_of_no_size_are_all_there_and_cost_nothing() {
    for element_type in ElementType::IDX {
        let layout = Layout::new(element_type, vec![u32::MAX, u32::MAX, 0]).unwrap();
        let store = read(&layout.header().to_bytes(), MIB);
        assert_eq!((store.items(), store.is_done()), (u64::from(u32::MAX), true));
        assert_eq!((store.item(0), store.item(u64::from(u32::MAX) - 1)), (Some(&[][..]), Some(&[][..])));
        assert_eq!(store.item(u64::from(u32::MAX)), None);
        assert_eq!(store.range(), (element_type == ElementType::U8).then_some((0.0, 255.0)));
        assert!(store.values(0, 0..u64::MAX, 0..u64::MAX).is_empty());
    }
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
