//! Which ways to look at an array there are, and what a line through values looks like.
#![cfg(not(target_arch = "wasm32"))]

use idxlens::{
    dataset::{
        Dataset, Slot,
        images::Arrangement,
        labels::Labels,
        orientation::Orientation,
        profile::{Block, Profile},
        store::Store,
        view::View,
    },
    draw::{
        line::Line,
        page::{Grid, Page},
        palette::{INFINITY, Limits, NEGATIVE_INFINITY, NOT_A_NUMBER, Palette, Rgba},
    },
    format::{element::Element, element::ElementType, encode::encode, layout::Layout},
};
use proptest::prelude::*;

const PAPER: Rgba = [0xFF, 0xFF, 0xFF, 0xFF];
const INK: Rgba = [0x00, 0x00, 0x00, 0xFF];

fn store<T: Element>(shape: &[u32], elements: &[T]) -> Store {
    let mut store = Store::new(None, u64::MAX);
    store.push(0, &encode(shape, elements).unwrap()).unwrap();
    store.push(store.read(), &[]).unwrap();
    store
}

/// A line of `width` x `height` pixels as text: ink #, paper ., what is no ordinary number ?, the line of zero -.
fn drawn(values: &[f64], width: u32, height: usize, range: (f64, f64)) -> Vec<String> {
    let mut line = Line::new(u32::try_from(values.len()).unwrap(), width);
    for (index, &value) in (0..).zip(values) {
        line.add(index, value);
    }
    let columns = width as usize;
    let mut pixels = vec![[0; 4]; columns * height];
    line.paint(&mut pixels, columns, height, range, &Palette::new(0xFF_FFFF, 0));
    let sign = |pixel: &Rgba| match *pixel {
        INK => '#',
        PAPER => '.',
        NOT_A_NUMBER | INFINITY | NEGATIVE_INFINITY => '?',
        _ => '-',
    };
    pixels.chunks(columns).map(|row| row.iter().map(sign).collect()).collect()
}

#[test]
fn each_array_has_the_ways_that_make_sense_for_it() {
    use ElementType::{F32, F64, I32, U8};
    use View::{HeatMap, Images, Labels, Plot, Signals, Slice, Table};
    let check = |element_type, shape: &[u32], slot, expected: &[View]| {
        let layout = Layout::new(element_type, shape.to_vec()).unwrap();
        assert_eq!(View::of(&layout, slot), expected, "{element_type:?} {shape:?}");
    };
    check(U8, &[], Slot::Labels, &[Labels]);
    check(U8, &[60_000], Slot::Labels, &[Labels, Plot, Table]);
    check(F32, &[63], Slot::Labels, &[Labels, Plot, Table]);
    check(F32, &[64], Slot::Labels, &[Plot, Labels, Table]);
    check(F64, &[1_000_000], Slot::Labels, &[Plot, Labels, Table]);
    check(I32, &[60_000, 8], Slot::Labels, &[Labels, Table]);
    check(F32, &[150, 4], Slot::Images, &[HeatMap, Signals, Table, Images]);
    check(U8, &[150, 785], Slot::Images, &[HeatMap, Signals, Table, Images]);
    for flattened in [784, 1024, 3072] {
        check(U8, &[9, flattened], Slot::Images, &[Images, HeatMap, Signals, Table]);
    }
    // A vector of as many floats is no picture.
    check(F32, &[9, 3072], Slot::Images, &[HeatMap, Signals, Table, Images]);
    check(U8, &[9, 28, 28], Slot::Images, &[Images]);
    check(U8, &[9, 5, 8, 8], Slot::Images, &[Images, Slice]);
    check(U8, &[9, 2, 2, 8, 8], Slot::Images, &[Slice, Images]);
}

#[test]
fn ways_are_known_by_their_names() {
    for name in ["images", "slice", "heat", "signals", "table", "labels", "plot"] {
        assert_eq!(View::named(name).map(View::name), Some(name));
    }
    assert_eq!(View::named("tables"), None);
}

#[test]
fn a_flattened_colour_image_of_a_known_size_is_folded() {
    let mut pixels = vec![0_u8; 3072];
    (pixels[33], pixels[1024 + 33], pixels[2048 + 33]) = (1, 2, 3);
    let store = store(&[1, 3072], &pixels);
    let raster = store.raster().unwrap();
    assert_eq!((raster.rows, raster.columns, raster.channels, raster.how), (32, 32, 3, Arrangement::ColourSquare));
    assert_eq!(raster.description().as_deref(), Some("3072 values as 3 x 32 x 32"));
    assert_eq!(store.values(0, 1..2, 1..2), [1.0, 2.0, 3.0]);
}

/// Images of 3 slopes of 32 x 32, whose elements are in this order: what is at an index is (row, column, channel).
fn slopes(images: u32, order: impl Fn(u32) -> (u32, u32, u32)) -> Vec<u8> {
    let value = |image: u32, (row, column, channel)| image * 11 + row * 5 + column * (channel + 1) + 60 * channel;
    (0..images)
        .flat_map(|image| (0..3072).map(move |at| (image, at)))
        .map(|(image, at)| value(image, order(at)).to_le_bytes()[0])
        .collect()
}

#[test]
fn channels_are_where_the_values_say() {
    use Arrangement::{ChannelsFirst, ChannelsLast, ColourSquare};
    let apart = slopes(20, |at| (at / 32 % 32, at % 32, at / 1024));
    let beside = slopes(20, |at| (at / 96, at / 3 % 32, at % 3));
    let noise = |seed: u32| {
        (0..20 * 3072_u32).map(|at| (at + seed).wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect::<Vec<_>>()
    };
    let ramp: Vec<u8> = (0..=255).cycle().take(20 * 3072).collect();
    let columns: Vec<u8> = (0..32).cycle().take(20 * 3072).collect();
    let seems = |shape: &[u32], elements: &[u8]| {
        let mut store = store(&[&[20], shape].concat(), elements);
        let shown = store.raster().map(|raster| raster.how);
        let seems = store.presentation().seems().map(<[u32]>::to_vec);
        store.presentation_mut().arrange(Some(vec![3, 32, 32]), Orientation::default());
        assert_eq!(store.raster().map(|raster| raster.how), Some(Arrangement::ChannelsFirst), "who wants it gets it");
        (seems, shown.unwrap())
    };
    let (last, first) = (Some(vec![32, 32, 3]), Some(vec![3, 32, 32]));
    assert_eq!(seems(&[3072], &apart), (None, ColourSquare));
    assert_eq!(seems(&[3072], &beside), (last.clone(), ChannelsLast));
    assert_eq!(seems(&[3, 32, 32], &apart), (None, ChannelsFirst));
    assert_eq!(seems(&[3, 32, 32], &beside), (last, ChannelsLast));
    assert_eq!(seems(&[32, 32, 3], &beside), (None, ChannelsLast));
    assert_eq!(seems(&[32, 32, 3], &apart), (first, ChannelsFirst));
    // What tells nothing changes nothing.
    for elements in [noise(1), noise(77), ramp, columns, vec![9; 20 * 3072]] {
        assert_eq!(seems(&[3072], &elements), (None, ColourSquare));
        assert_eq!(seems(&[32, 32, 3], &elements), (None, ChannelsLast));
        assert_eq!(seems(&[3, 32, 32], &elements), (None, ChannelsFirst));
    }
}

#[test]
fn channels_are_told_by_enough_values_and_enough_rows() {
    // Rows that are all the same, of colours side by side, under a header that says they are apart.
    let seems = |shape: [u32; 4]| {
        let row = shape[1] * shape[3];
        let elements: Vec<u8> = (0..shape.iter().product()).map(|at| (at % row * 37 % 251).to_le_bytes()[0]).collect();
        store(&shape, &elements).presentation().seems().map(<[u32]>::to_vec)
    };
    assert_eq!(seems([4, 4, 16, 16]), Some(vec![16, 16, 4]));
    assert_eq!(seems([3, 4, 16, 16]), None, "3072 values");
    assert_eq!(seems([1, 3, 50, 1500]), Some(vec![50, 1500, 3]));
    assert_eq!(seems([1, 3, 50, 1600]), None, "13 rows are looked at");
}

#[test]
fn channels_are_where_the_values_say_however_they_come() {
    let file = encode(&[40, 3, 32, 32], &slopes(40, |at| (at / 96, at / 3 % 32, at % 3))).unwrap();
    for piece in [100, 4093, file.len()] {
        let mut store = Store::new(None, u64::MAX);
        for bytes in file.chunks(piece) {
            store.push(store.read(), bytes).unwrap();
            // From 64 KiB on it is known, and does not change any more.
            let is_known = store.read() >= 20 + (64 << 10);
            assert_eq!(store.presentation().seems().is_some(), is_known, "{} bytes of {piece}", store.read());
        }
    }
}

#[test]
fn channels_of_any_type_are_where_the_values_say() {
    let beside: Vec<f32> =
        slopes(20, |at| (at / 96, at / 3 % 32, at % 3)).into_iter().map(|value| f32::from(value) / 255.0).collect();
    let store = store(&[20, 3, 32, 32], &beside);
    assert_eq!(store.presentation().seems(), Some(&[32, 32, 3][..]));
    // Pictures of them are shown like them.
    assert_eq!(
        self::store(&[1, 3, 32, 32], &beside[..3072]).presented_like(&store).raster().unwrap().how,
        Arrangement::ChannelsLast
    );
}

#[test]
fn a_part_of_the_columns_is_drawn() {
    let store = store(&[2, 5], &[0.0_f32, 1.0, 2.0, 3.0, 4.0, 4.0, 3.0, 2.0, 1.0, 0.0]);
    let text = |first, columns| {
        let grid = Grid { columns: 1, gap_x: 0, gap_y: 0, shrink: 1, plot: None, window: Some((first, columns)) };
        let page = Page::compose(&store, &[1, 0], grid, &Palette::new(0, 0xFF_FFFF)).unwrap();
        assert_eq!(page.range, Some((0.0, 4.0)), "of all, whatever is seen");
        page.pixels
            .chunks(page.width.max(1) as usize)
            .map(|row| row.iter().map(|pixel| (pixel[0] / 63).to_string()).collect())
            .collect::<Vec<String>>()
    };
    assert_eq!(text(0, 5), ["43210", "01234"]);
    assert_eq!(text(1, 2), ["32", "12"]);
    assert_eq!(text(4, 9), ["0", "4"]);
    assert_eq!(text(9, 9), [""; 0]);
    assert_eq!(text(u64::MAX, u64::MAX), [""; 0]);
}

proptest! {
    #[test]
    fn a_window_is_a_part_of_the_picture(rows in 1_u32..5, columns in 1_u32..9, letters in "t?h?v?", first in 0_u64..9, count in 0_u64..9) {
        let elements: Vec<i32> = (0..rows.cast_signed() * columns.cast_signed()).collect();
        let mut store = store(&[1, rows, columns], &elements);
        store.presentation_mut().arrange(None, Orientation::parse(&letters));
        let raster = store.raster().unwrap();
        let window = raster.window(first, count);
        let shown = first.min(raster.columns)..(first + count).min(raster.columns);
        prop_assert_eq!(window.columns, shown.end - shown.start);
        for row in 0..raster.rows {
            let whole: Vec<usize> = raster.row(row).collect();
            let part: Vec<usize> = window.row(row).collect();
            prop_assert_eq!(&whole[usize::try_from(shown.start).unwrap()..usize::try_from(shown.end).unwrap()], &part[..]);
            for column in 0..window.columns {
                prop_assert_eq!(window.at(row, column), part[usize::try_from(column).unwrap()]);
            }
        }
    }
}

#[test]
fn a_row_stays_a_row_where_it_is_looked_at_as_one() {
    let mut store = store(&[1, 64], &(0..64_u8).collect::<Vec<_>>());
    let size = |store: &Store| store.raster().map(|raster| (raster.rows, raster.columns));
    assert_eq!(size(&store), Some((8, 8)));
    store.presentation_mut().show(Some(View::Signals));
    assert_eq!(size(&store), Some((1, 64)));
    store.presentation_mut().arrange(Some(vec![4, 16]), Orientation::parse("t"));
    assert_eq!(size(&store), Some((1, 64)), "a row has no other shape, and is not turned");
    store.presentation_mut().show(Some(View::Plot));
    assert_eq!(size(&store), Some((16, 4)), "which makes no sense here");
    store.presentation_mut().show(None);
    assert_eq!(size(&store), Some((16, 4)));
}

#[test]
fn who_gives_rows_a_shape_sees_images() {
    let mut store = store(&[1, 6], &[0_u8; 6]);
    store.presentation_mut().arrange(Some(vec![2, 3]), Orientation::default());
    assert_eq!(store.raster().map(|raster| (raster.rows, raster.columns)), Some((2, 3)));
    store.presentation_mut().arrange(Some(vec![2, 4]), Orientation::default());
    assert_eq!(store.raster().map(|raster| (raster.rows, raster.columns)), Some((1, 6)));
}

#[test]
fn a_line_goes_through_its_values() {
    assert_eq!(drawn(&[0.0, 2.0, 0.0], 5, 3, (0.0, 2.0)), ["..#..", ".###.", "##.##"]);
    assert_eq!(drawn(&[0.0, 3.0], 4, 4, (0.0, 3.0)), ["...#", "..##", ".##.", "##.."]);
    assert_eq!(drawn(&[5.0], 3, 3, (0.0, 10.0)), ["...", "#..", "..."]);
    assert_eq!(drawn(&[7.0; 3], 3, 3, (7.0, 7.0)), ["...", "###", "..."], "a range of no width");
    assert_eq!(drawn(&[], 2, 1, (0.0, 1.0)), [".."]);
}

#[test]
fn a_value_after_the_last_is_drawn_where_that_is() {
    let mut line = Line::new(2, 3);
    (0..).zip([0.0, 1.0]).for_each(|(index, value)| line.add(index, value));
    line.add(9, 2.0);
    let mut pixels = [[0; 4]; 9];
    line.paint(&mut pixels, 3, 3, (0.0, 2.0), &Palette::new(0xFF_FFFF, 0));
    assert_eq!([2, 5, 8].map(|at| pixels[at]), [INK, INK, PAPER]);
}

#[test]
fn values_outside_of_the_range_are_drawn_at_its_ends() {
    assert_eq!(drawn(&[-9.0, -9.0, 9.0], 3, 2, (0.0, 1.0)), ["..#", "###"]);
}

#[test]
fn zero_has_a_line_where_values_go_both_ways() {
    assert_eq!(drawn(&[-1.0, -1.0], 2, 3, (-1.0, 1.0)), ["..", "--", "##"]);
    assert_eq!(drawn(&[-1.0, -1.0], 2, 3, (-1.0, 0.0)), ["..", "..", "##"]);
    assert_eq!(drawn(&[1.0, 1.0], 2, 3, (0.0, 1.0)), ["##", "..", ".."]);
}

#[test]
fn what_is_not_finite_parts_the_line_and_is_marked() {
    let values = [1.0, f64::NAN, 1.0, f64::INFINITY, f64::NEG_INFINITY];
    let marked = ["...?.", "...?.", "...?.", "...?.", ".....", "#.#..", ".?..?", ".?..?", ".?..?", ".?..?"];
    assert_eq!(drawn(&values, 5, 10, (0.0, 2.25)), marked);
}

#[test]
fn an_item_is_a_line_in_its_cell() {
    let store = store(&[2, 3], &[0.0_f32, 2.0, 0.0, 4.0, 4.0, 4.0]);
    let grid = Grid { columns: 2, gap_x: 1, gap_y: 0, shrink: 1, plot: Some((3, 3)), window: None };
    let text = |palette: &Palette| {
        let page = Page::compose(&store, &[0, 1], grid, palette).unwrap();
        let sign = |pixel: &Rgba| if *pixel == INK { '#' } else { '.' };
        let rows = page.pixels.chunks(7).map(|row| row.iter().map(sign).collect::<String>()).collect::<Vec<_>>();
        (rows.join(" "), page.range)
    };
    let palette = Palette::new(0xFF_FFFF, 0);
    assert_eq!(text(&palette), ("....### .#..... ###....".to_owned(), Some((0.0, 4.0))));
    let of_each = palette.within(Limits::Item);
    assert_eq!(text(&of_each), (".#..... ###.### #.#....".to_owned(), None));
}

proptest! {
    #[test]
    fn no_peak_is_lost(values in prop::collection::vec(-1e6_f64..1e6, 1..5000), width in 1_u32..300) {
        let mut line = Line::new(u32::try_from(values.len()).unwrap(), width);
        for (index, &value) in (0..).zip(&values) {
            line.add(index, value);
        }
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        prop_assert_eq!(line.range(), Some((least, greatest)));
        // Nor is the line broken: every column has some of it.
        let mut pixels = vec![[0; 4]; width as usize * 40];
        line.paint(&mut pixels, width as usize, 40, (least, greatest), &Palette::new(0xFF_FFFF, 0));
        let columns = if values.len() == 1 { 1 } else { width as usize };
        prop_assert!((0..columns).all(|x| (0..40).any(|y| pixels[y * width as usize + x] == INK)));
    }
}

/// The line through all of these labels, prepared `step` at a time, and those at these places drawn by it.
fn prepared(values: &[f64], items: Option<Vec<u32>>, step: u32, places: std::ops::Range<u32>, width: u32) -> Line {
    let labels = labels(values);
    let mut profile = Profile::new(items, values.len() as u64);
    while profile.prepare(&labels, step) {}
    Line::through(&profile, &labels, places, width)
}

fn labels(values: &[f64]) -> Labels {
    let mut labels = Labels::new(None, u64::MAX);
    labels.push(0, &encode(&[u32::try_from(values.len()).unwrap()], values).unwrap()).unwrap();
    labels.push(labels.store().read(), &[]).unwrap();
    labels
}

#[test]
fn a_line_is_prepared_up_to_what_is_here() {
    let mut labels = Labels::new(None, u64::MAX);
    let file = encode(&[1000], &[7_i16; 1000]).unwrap();
    labels.push(0, &file[..8 + 2 * 300]).unwrap();
    let mut profile = Profile::new(None, 1000);
    assert!(profile.prepare(&labels, 200));
    assert_eq!(profile.taken(), 200);
    assert!(!profile.prepare(&labels, 200), "no more is here");
    assert_eq!((profile.taken(), profile.count()), (300, 1000));
    labels.push(labels.store().read(), &file[8 + 2 * 300..]).unwrap();
    assert!(!profile.prepare(&labels, u32::MAX));
    assert_eq!(profile.taken(), 1000);
    assert_eq!(Profile::new(Some(vec![5; 12]), 1000).count(), 12);
}

#[test]
fn a_line_is_prepared_in_blocks() {
    let mut values: Vec<f64> = (0..150).map(|at| f64::from(at * 37 % 101)).collect();
    (values[3], values[70], values[80]) = (f64::NAN, f64::INFINITY, f64::NEG_INFINITY);
    let labels = labels(&values);
    let mut profile = Profile::new(None, 150);
    for end in [1, 50, 64, 65, 150_u32] {
        profile.prepare(&labels, end - profile.taken());
        let expected = values[..end as usize].chunks(64).map(|block| {
            let finite = || block.iter().copied().filter(|value| value.is_finite());
            let ends = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
            let odd = block.iter().copied().rfind(|value| !value.is_finite());
            // As text, in which NaN is itself.
            format!("{:?}", Block { first: block[0], last: block[block.len() - 1], ends: Some(ends), odd })
        });
        assert!(profile.blocks().iter().map(|block| format!("{block:?}")).eq(expected), "{:?}", profile.blocks());
    }
}

#[test]
fn a_dataset_prepares_the_line_through_its_labels() {
    let file = encode(&[5], &[0.0, 1.0, 2.0, 9.0, 4.0]).unwrap();
    let mut dataset = Dataset::new();
    dataset.open(Slot::Labels, Some(file.len() as u64), u64::MAX);
    dataset.push(Slot::Labels, 0, &file).unwrap();
    assert!(dataset.prepared().is_none() && !dataset.prepare(9), "nobody has asked for it");
    for (items, count) in [(None, 5), (Some(vec![4, 0, 2]), 3)] {
        dataset.profile(items);
        assert!(dataset.prepare(2));
        assert!(!dataset.prepare(9));
        let profile = dataset.prepared().unwrap();
        assert_eq!((profile.taken(), profile.count()), (count, count));
    }
    let ends = dataset.prepared().unwrap().blocks()[0].ends;
    assert_eq!(ends, Some((0.0, 4.0)), "of those selected");
}

#[test]
fn a_dataset_shows_its_images_and_what_they_are_like_in_the_same_way() {
    let file = encode(&[2, 2, 3], &(0..12).collect::<Vec<u8>>()).unwrap();
    let mut dataset = Dataset::new();
    assert!(dataset.presentation_mut().is_none() && dataset.measured_images(false).is_none());
    dataset.open(Slot::Images, Some(file.len() as u64), u64::MAX);
    dataset.push(Slot::Images, 0, &file).unwrap();
    dataset.presentation_mut().unwrap().arrange(None, Orientation::parse("t"));
    assert!(dataset.survey());
    while let Some(wanted) = dataset.unmeasured() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        dataset.measure(wanted.start, &file[start..end]).unwrap();
    }
    for (store, expected) in [
        (dataset.store(Slot::Images).unwrap(), [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]),
        (&dataset.measured_images(false).unwrap(), [3.0, 6.0, 4.0, 7.0, 5.0, 8.0]),
        (&dataset.measured_images(true).unwrap(), [3.0; 6]),
    ] {
        assert_eq!(store.values(0, 0..9, 0..9), expected);
    }
}

#[test]
fn blocks_stand_for_the_values_in_them_alone() {
    let values: Vec<f64> = (0..300_000).map(|at| f64::from(at % 70_001)).collect();
    for (from, to, width) in [(10, 74, 1), (4000, 5000, 3), (0, 300_000, 1000)] {
        let mut line = Line::new(to - from, width);
        for (index, &value) in (0..).zip(&values[from as usize..to as usize]) {
            line.add(index, value);
        }
        let painted = |line: &Line| {
            let mut pixels = vec![[0; 4]; width as usize * 40];
            line.paint(&mut pixels, width as usize, 40, (0.0, 70_000.0), &Palette::new(0xFF_FFFF, 0));
            pixels
        };
        let prepared = prepared(&values, None, 1 << 14, from..to, width);
        assert_eq!(prepared.range(), line.range());
        assert!(painted(&prepared) == painted(&line), "{from}..{to} at {width}");
    }
}

#[test]
fn a_line_goes_through_the_items_that_are_selected_in_their_order() {
    let line = prepared(&[0.0, 1.0, 2.0, 9.0, 4.0], Some(vec![4, 0, 2]), 1, 0..3, 3);
    assert_eq!(line.range(), Some((0.0, 4.0)));
    assert_eq!(prepared(&[0.0, 1.0, 2.0, 9.0, 4.0], None, 9, 1..3, 3).range(), Some((1.0, 2.0)));
    assert_eq!(prepared(&[0.0, 1.0], None, 9, 5..7, 3).range(), None);
}

proptest! {
    #[test]
    fn a_prepared_line_is_the_line(
        values in prop::collection::vec(
            prop_oneof![20 => -1e6_f64..1e6, 1 => Just(f64::NAN), 1 => Just(f64::INFINITY), 1 => Just(f64::NEG_INFINITY)],
            1..3000,
        ),
        width in 1_u32..60,
        step in 1_u32..500,
        (from, to) in (0_u32..3000, 0_u32..3000),
    ) {
        let last = u32::try_from(values.len()).unwrap() - 1;
        let (from, to) = (from.min(last), to.min(last));
        let (from, to) = (from.min(to), from.max(to) + 1);
        let mut line = Line::new(to - from, width);
        for (index, &value) in (0..).zip(&values[from as usize..to as usize]) {
            line.add(index, value);
        }
        let painted = |line: &Line| {
            let mut pixels = vec![[0; 4]; width as usize * 40];
            line.paint(&mut pixels, width as usize, 40, (-1e6, 1e6), &Palette::new(0xFF_FFFF, 0));
            pixels
        };
        let prepared = prepared(&values, None, step, from..to, width);
        prop_assert_eq!(prepared.range(), line.range());
        prop_assert_eq!(painted(&prepared), painted(&line));
    }
}
