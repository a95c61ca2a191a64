//! Lines through values: which pixels they cover.
#![cfg(all(feature = "draw", not(target_arch = "wasm32")))]

use idxlens::{
    dataset::store::Store,
    draw::{
        line::Line,
        line::PlotSize,
        page::{Grid, Page},
        palette::{INFINITY, Limits, NEGATIVE_INFINITY, NOT_A_NUMBER, Palette, Rgba},
    },
    format::{element::Element, encode::encode},
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

/// A line of `width` x `height` pixels as text: foreground #, background ., not finite ?, zero line -.
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
fn a_line_goes_through_its_values() {
    assert_eq!(drawn(&[0.0, 2.0, 0.0], 5, 3, (0.0, 2.0)), ["..#..", ".###.", "##.##"]);
    assert_eq!(drawn(&[0.0, 3.0], 4, 4, (0.0, 3.0)), ["...#", "..##", ".##.", "##.."]);
    assert_eq!(drawn(&[5.0], 3, 3, (0.0, 10.0)), ["...", "#..", "..."]);
    assert_eq!(drawn(&[7.0; 3], 3, 3, (7.0, 7.0)), ["...", "###", "..."], "a range of no width");
    assert_eq!(drawn(&[], 2, 1, (0.0, 1.0)), [".."]);
}

#[test]
fn a_position_after_the_last_value_draws_the_last_value() {
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
fn values_that_are_not_finite_interrupt_the_line_and_are_marked() {
    let values = [1.0, f64::NAN, 1.0, f64::INFINITY, f64::NEG_INFINITY];
    let marked = ["...?.", "...?.", "...?.", "...?.", ".....", "#.#..", ".?..?", ".?..?", ".?..?", ".?..?"];
    assert_eq!(drawn(&values, 5, 10, (0.0, 2.25)), marked);
}

#[test]
fn an_item_is_a_line_in_its_cell() {
    let store = store(&[2, 3], &[0.0_f32, 2.0, 0.0, 4.0, 4.0, 4.0]);
    let grid =
        Grid { columns: 2, gap_x: 1, gap_y: 0, shrink: 1, plot: Some(PlotSize::new(3, 3).unwrap()), window: None };
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
        // The line has no gap: it covers a pixel of every column.
        let mut pixels = vec![[0; 4]; width as usize * 40];
        line.paint(&mut pixels, width as usize, 40, (least, greatest), &Palette::new(0xFF_FFFF, 0));
        let columns = if values.len() == 1 { 1 } else { width as usize };
        prop_assert!((0..columns).all(|x| (0..40).any(|y| pixels[y * width as usize + x] == INK)));
    }
}
