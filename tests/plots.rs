//! Plots of all labels, prepared step by step.
#![cfg(all(feature = "draw", not(target_arch = "wasm32")))]

use idxlens::{
    dataset::{
        Dataset, JobKind, Slot,
        labels::Labels,
        profile::{Block, Profile},
    },
    draw::{
        line::Line,
        line::PlotSize,
        page::{MAX_PIXELS, Page},
        palette::{Limits, Palette, Rgba},
    },
    error::Error,
    format::encode::encode,
};
use proptest::prelude::*;

/// The line through the labels at these places, drawn from all labels prepared `step` at a time.
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
fn a_line_is_prepared_as_far_as_values_have_arrived() {
    let mut labels = Labels::new(None, u64::MAX);
    let file = encode(&[1000], &[7_i16; 1000]).unwrap();
    labels.push(0, &file[..8 + 2 * 300]).unwrap();
    let mut profile = Profile::new(None, 1000);
    assert!(profile.prepare(&labels, 200));
    assert_eq!(profile.prepared(), 200);
    assert!(!profile.prepare(&labels, 200), "no more is here");
    assert_eq!((profile.prepared(), profile.count()), (300, 1000));
    labels.push(labels.store().read(), &file[8 + 2 * 300..]).unwrap();
    assert!(!profile.prepare(&labels, u32::MAX));
    assert_eq!(profile.prepared(), 1000);
    assert_eq!(Profile::new(Some(vec![5; 12]), 1000).count(), 12);
}

#[test]
fn a_line_is_prepared_in_blocks() {
    let mut values: Vec<f64> = (0..150).map(|at| f64::from(at * 37 % 101)).collect();
    (values[3], values[70], values[80]) = (f64::NAN, f64::INFINITY, f64::NEG_INFINITY);
    let labels = labels(&values);
    let mut profile = Profile::new(None, 150);
    for end in [1, 50, 64, 65, 150_u32] {
        profile.prepare(&labels, end - profile.prepared());
        let expected = values[..end as usize].chunks(64).map(|block| {
            let finite = || block.iter().copied().filter(|value| value.is_finite());
            let ends = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
            let not_finite = block.iter().copied().rfind(|value| !value.is_finite());
            // Compared as text, because NaN does not equal itself.
            format!("{:?}", Block { first: block[0], last: block[block.len() - 1], range: Some(ends), not_finite })
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
    dataset.feed_job(JobKind::Profile, 0, &[]).unwrap();
    assert!(dataset.profile().is_none(), "before it is started");
    for (items, count) in [(None, 5), (Some(vec![4, 0, 2]), 3)] {
        dataset.start_profile(items);
        assert_eq!(dataset.job_wanted(JobKind::Profile), Some(0..0));
        dataset.feed_job(JobKind::Profile, 0, &[]).unwrap();
        assert_eq!(dataset.job_wanted(JobKind::Profile), None);
        let profile = dataset.profile().unwrap();
        assert_eq!((profile.prepared(), profile.count()), (count, count));
    }
    let ends = dataset.profile().unwrap().blocks()[0].range;
    assert_eq!(ends, Some((0.0, 4.0)), "of those selected");
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

/// The labels of all items as one picture.
fn plot(values: &[f64], span: Option<(u32, u32)>, size: (u32, u32), limits: Limits) -> Page {
    let labels = labels(values);
    let mut profile = Profile::new(None, values.len() as u64);
    while profile.prepare(&labels, 64) {}
    let size = PlotSize::new(size.0, size.1).unwrap();
    Page::plot(Some((&profile, &labels)), span, size, &Palette::new(0xFF_FFFF, 0).within(limits)).unwrap()
}

#[test]
fn a_plot_shows_the_labels_or_a_span_of_them() {
    let values = [3.0, 0.0, 4.0, 8.0];
    let check = |span, limits, expected: &str, range| {
        let page = plot(&values, span, (4, 3), limits);
        let sign = |pixel: &Rgba| if *pixel == [0, 0, 0, 0xFF] { '#' } else { '.' };
        let rows: Vec<String> = page.pixels.chunks(4).map(|row| row.iter().map(sign).collect()).collect();
        assert_eq!((rows.join(" ").as_str(), page.range), (expected, range), "{span:?} {limits:?}");
        assert_eq!((page.width, page.height, page.missing), (4, 3, 0));
    };
    check(None, Limits::File, "...# #.## ###.", Some((0.0, 8.0)));
    check(None, Limits::Item, "...# #.## ###.", Some((0.0, 8.0)));
    check(None, Limits::Fixed(0.0, 80.0), ".... .... ####", Some((0.0, 80.0)));
    check(Some((2, 3)), Limits::File, "..## .##. ##..", Some((4.0, 8.0)));
    // Beyond the last value there is nothing.
    check(Some((2, u32::MAX)), Limits::File, "..## .##. ##..", Some((4.0, 8.0)));
    check(Some((9, u32::MAX)), Limits::File, ".... .... ....", None);
}

#[test]
fn a_plot_counts_the_values_that_are_not_prepared() {
    let size = PlotSize::new(2, 2).unwrap();
    let palette = Palette::new(0xFF_FFFF, 0);
    assert_eq!(Page::plot(None, None, size, &palette).unwrap().missing, u32::MAX);
    let labels = labels(&[1.0; 100]);
    let mut profile = Profile::new(None, 100);
    profile.prepare(&labels, 70);
    assert_eq!(Page::plot(Some((&profile, &labels)), None, size, &palette).unwrap().missing, 30);
}

#[test]
fn a_plot_has_a_size_within_limits() {
    let error = |found| Err(Error::PlotSize { expected: 32_767, found });
    assert_eq!((PlotSize::new(0, 5), PlotSize::new(5, 0)), (error(0), error(0)));
    assert_eq!((PlotSize::new(32_768, 5), PlotSize::new(5, u32::MAX)), (error(32_768), error(u64::from(u32::MAX))));
    let size = PlotSize::new(32_767, 1).unwrap();
    assert_eq!((size.width(), size.height()), (32_767, 1));
    // Both sides are within their limit, but there would be too many pixels.
    let square = PlotSize::new(32_767, 32_767).unwrap();
    let error = Error::PageTooLarge { expected: MAX_PIXELS, found: 32_767 * 32_767 };
    assert_eq!(Page::plot(None, None, square, &Palette::new(0xFF_FFFF, 0)), Err(error));
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

#[test]
fn a_dataset_prepares_more_of_a_line_when_more_labels_arrive() {
    let file = encode(&[5], &[0.0, 1.0, 2.0, 9.0, 4.0]).unwrap();
    let arrived = file.len() - 16;
    let mut dataset = Dataset::new();
    assert!(dataset.job_wanted(JobKind::Profile).is_none(), "there is no line");
    dataset.open(Slot::Labels, Some(file.len() as u64), u64::MAX);
    dataset.push(Slot::Labels, 0, &file[..arrived]).unwrap();
    dataset.start_profile(None);
    assert_eq!(dataset.job_wanted(JobKind::Profile), Some(0..0));
    dataset.feed_job(JobKind::Profile, 0, &[]).unwrap();
    assert!(dataset.job_wanted(JobKind::Profile).is_none(), "two labels have not arrived");
    assert!((dataset.job_progress(JobKind::Profile) - 0.6).abs() < 1e-9);
    dataset.push(Slot::Labels, arrived as u64, &file[arrived..]).unwrap();
    assert_eq!(dataset.job_wanted(JobKind::Profile), Some(0..0));
    dataset.feed_job(JobKind::Profile, 0, &[]).unwrap();
    assert!(dataset.job_wanted(JobKind::Profile).is_none());
    assert!(dataset.job_progress(JobKind::Profile) >= 1.0);
    dataset.cancel_job(JobKind::Profile);
    assert!(dataset.profile().is_none());
}
