//! Which views an array has, and how its items are shown in them.
#![cfg(all(feature = "draw", not(target_arch = "wasm32")))]

use idxlens::{
    dataset::{
        Dataset, JobKind, Slot, images::Arrangement, orientation::Orientation, statistics::Average, store::Store,
        view::View,
    },
    draw::{
        page::{Grid, Page},
        palette::{Limits, Palette},
    },
    format::{element::Element, element::ElementType, encode::encode, layout::Layout},
};
use proptest::prelude::*;

mod skip;

fn store<T: Element>(shape: &[u32], elements: &[T]) -> Store {
    let mut store = Store::new(None, u64::MAX);
    store.push(0, &encode(shape, elements).unwrap()).unwrap();
    store.push(store.read(), &[]).unwrap();
    store
}

#[test]
fn each_array_has_the_views_that_fit_it() {
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
fn views_are_found_by_their_names() {
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
    assert_eq!(
        (raster.rows, raster.columns, raster.channels, raster.arrangement),
        (32, 32, 3, Arrangement::ColourSquare)
    );
    assert_eq!(store.values(0, 1..2, 1..2), [1.0, 2.0, 3.0]);
}

/// Images of 3 gradients of 32 x 32. `order` gives the row, the column and the channel of the element at an index.
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
        let shown = store.raster().map(|raster| raster.arrangement);
        let seems = store.presentation().detected_shape().map(<[u32]>::to_vec);
        store.presentation_mut().arrange(Some(vec![3, 32, 32]), Orientation::default());
        assert_eq!(
            store.raster().map(|raster| raster.arrangement),
            Some(Arrangement::ChannelsFirst),
            "who wants it gets it"
        );
        (seems, shown.unwrap())
    };
    let (last, first) = (Some(vec![32, 32, 3]), Some(vec![3, 32, 32]));
    assert_eq!(seems(&[3072], &apart), (None, ColourSquare));
    assert_eq!(seems(&[3072], &beside), (last.clone(), ChannelsLast));
    assert_eq!(seems(&[3, 32, 32], &apart), (None, ChannelsFirst));
    assert_eq!(seems(&[3, 32, 32], &beside), (last, ChannelsLast));
    assert_eq!(seems(&[32, 32, 3], &beside), (None, ChannelsLast));
    assert_eq!(seems(&[32, 32, 3], &apart), (first, ChannelsFirst));
    // Values that fit every order change nothing.
    for elements in [noise(1), noise(77), ramp, columns, vec![9; 20 * 3072]] {
        assert_eq!(seems(&[3072], &elements), (None, ColourSquare));
        assert_eq!(seems(&[32, 32, 3], &elements), (None, ChannelsLast));
        assert_eq!(seems(&[3, 32, 32], &elements), (None, ChannelsFirst));
    }
}

#[test]
fn channels_are_detected_from_enough_values_and_rows() {
    // Equal rows of interleaved colours, under a header with separate channels.
    let seems = |shape: [u32; 4]| {
        let row = shape[1] * shape[3];
        let elements: Vec<u8> = (0..shape.iter().product()).map(|at| (at % row * 37 % 251).to_le_bytes()[0]).collect();
        store(&shape, &elements).presentation().detected_shape().map(<[u32]>::to_vec)
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
            // After 64 KiB the order is known, and does not change any more.
            let is_known = store.read() >= 20 + (64 << 10);
            assert_eq!(store.presentation().detected_shape().is_some(), is_known, "{} bytes of {piece}", store.read());
        }
    }
}

#[test]
fn channels_of_any_type_are_where_the_values_say() {
    let beside: Vec<f32> =
        slopes(20, |at| (at / 96, at / 3 % 32, at % 3)).into_iter().map(|value| f32::from(value) / 255.0).collect();
    let store = store(&[20, 3, 32, 32], &beside);
    assert_eq!(store.presentation().detected_shape(), Some(&[32, 32, 3][..]));
    // Pictures are shown like the items.
    assert_eq!(
        self::store(&[1, 3, 32, 32], &beside[..3072]).presented_like(&store).raster().unwrap().arrangement,
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
        store.presentation_mut().arrange(None, Orientation::parse(&letters).unwrap());
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
fn a_row_of_a_heat_map_is_not_folded() {
    let mut store = store(&[1, 64], &(0..64_u8).collect::<Vec<_>>());
    let size = |store: &Store| store.raster().map(|raster| (raster.rows, raster.columns));
    assert_eq!(size(&store), Some((8, 8)));
    store.presentation_mut().show(Some(View::Signals));
    assert_eq!(size(&store), Some((1, 64)));
    store.presentation_mut().arrange(Some(vec![4, 16]), Orientation::parse("t").unwrap());
    assert_eq!(size(&store), Some((1, 64)), "a row has no other shape, and is not turned");
    store.presentation_mut().show(Some(View::Plot));
    assert_eq!(size(&store), Some((16, 4)), "which makes no sense here");
    store.presentation_mut().show(None);
    assert_eq!(size(&store), Some((16, 4)));
}

/// The usual view of 300 items of 256 floats.
fn usual_view(value: impl FnMut(u32, u32) -> f32) -> View {
    let mut value = value;
    let values: Vec<f32> =
        (0..300).flat_map(|item| (0..256).map(move |at| (item, at))).map(|(item, at)| value(item, at)).collect();
    let store = store(&[300, 256], &values);
    store.presentation().views(store.layout().unwrap(), Slot::Images)[0]
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
fn signals_are_not_folded_into_images() {
    let mut random = 1_u32;
    let mut noise = move || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as f32 / (1 << 24) as f32 - 0.5
    };
    let waves =
        |periods: f32| move |item, at| ((at as f32 / 256.0) * periods * std::f32::consts::TAU + item as f32).sin();
    for periods in [0.7, 1.0, 3.0, 11.3, 40.0] {
        assert_eq!(usual_view(waves(periods)), View::Signals, "{periods}");
    }
    assert_eq!(usual_view(|_, _| noise()), View::Signals);
    let mut walk = 0.0;
    assert_eq!(
        usual_view(|_, at| {
            walk = if at == 0 { 0.0 } else { walk + noise() };
            walk
        }),
        View::Signals
    );
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
fn flattened_images_of_floats_are_folded() {
    // A spot somewhere in an image of 16 x 16, on an even ground.
    let spot = |item: u32, at: u32| {
        let (row, column) = ((at / 16) as f32, (at % 16) as f32);
        let (y, x) = ((item * 7 % 9 + 3) as f32, (item * 5 % 11 + 3) as f32);
        (-((row - y).powi(2) + (column - x).powi(2)) / 6.0).exp()
    };
    assert_eq!(usual_view(spot), View::Images);
    assert_eq!(usual_view(|_, _| 0.0), View::Images);
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/mnist/t10k-images-idx3-ubyte.gz");
    let Ok(file) = std::fs::File::open(file) else { return skip::report("the files of MNIST are missing") };
    let mut bytes = vec![0; 16 + 400 * 784];
    std::io::Read::read_exact(&mut flate2::read::GzDecoder::new(file), &mut bytes).unwrap();
    let floats: Vec<f32> = bytes[16..].iter().map(|&byte| f32::from(byte) / 255.0).collect();
    let store = store(&[400, 784], &floats);
    assert_eq!(store.presentation().views(store.layout().unwrap(), Slot::Images)[0], View::Images);
}

#[test]
fn rows_with_a_shape_are_shown_as_images() {
    let mut store = store(&[1, 6], &[0_u8; 6]);
    store.presentation_mut().arrange(Some(vec![2, 3]), Orientation::default());
    assert_eq!(store.raster().map(|raster| (raster.rows, raster.columns)), Some((2, 3)));
    store.presentation_mut().arrange(Some(vec![2, 4]), Orientation::default());
    assert_eq!(store.raster().map(|raster| (raster.rows, raster.columns)), Some((1, 6)));
}

#[test]
fn average_images_are_drawn_like_the_images() {
    let file = encode(&[2, 2, 3], &(0..120).step_by(10).collect::<Vec<u8>>()).unwrap();
    let mut dataset = Dataset::new();
    assert!(dataset.presentation_mut().is_none() && dataset.average_images(Average::Mean).is_none());
    dataset.open(Slot::Images, Some(file.len() as u64), u64::MAX);
    dataset.push(Slot::Images, 0, &file).unwrap();
    dataset.presentation_mut().unwrap().arrange(None, Orientation::parse("t").unwrap());
    assert!(dataset.start_scan());
    while let Some(wanted) = dataset.job_wanted(JobKind::Statistics) {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        dataset.feed_job(JobKind::Statistics, wanted.start, &file[start..end]).unwrap();
    }
    let grid = Grid { columns: 1, gap_x: 0, gap_y: 0, shrink: 1, plot: None, window: None };
    let greys = |items: &dyn Fn(&Palette) -> Page, limits| {
        let page = items(&Palette::new(0, 0xFF_FFFF).within(limits));
        (page.pixels.iter().map(|pixel| pixel[0]).collect::<Vec<_>>(), (page.width, page.height), page.range)
    };
    let images = |palette: &Palette| Page::compose(dataset.store(Slot::Images).unwrap(), &[0], grid, palette).unwrap();
    let average = |average| {
        let images = dataset.average_images(average).unwrap();
        move |palette: &Palette| Page::compose(&images, &[0], grid, palette).unwrap()
    };
    let (means, deviations) = (average(Average::Mean), average(Average::Deviation));
    let bytes = Some((0.0, 255.0));
    assert_eq!(greys(&images, Limits::File), (vec![0, 30, 10, 40, 20, 50], (2, 3), bytes));
    assert_eq!(greys(&means, Limits::File), (vec![30, 60, 40, 70, 50, 80], (2, 3), bytes));
    assert_eq!(greys(&means, Limits::Item).2, Some((30.0, 80.0)));
    assert_eq!(greys(&means, Limits::Fixed(30.0, 80.0)).0, [0, 153, 51, 204, 102, 255]);
    // Deviations of 30 are between 0 and half the range of a byte, whatever the limits of the values.
    for limits in [Limits::File, Limits::Item, Limits::Fixed(30.0, 80.0)] {
        assert_eq!(greys(&deviations, limits), (vec![60; 6], (2, 3), Some((0.0, 127.5))));
    }
    // There are average images of all items, and none of classes.
    let page =
        Page::compose(&dataset.average_images(Average::Mean).unwrap(), &[0, 1], grid, &Palette::new(0, 1)).unwrap();
    assert_eq!(page.missing, 1);
}
