//! Digits that look handwritten, drawn from strokes.
//!
//! Writers ([`super::hand`]) write glyphs ([`super::glyphs`]), and their strokes become pixels ([`super::pen`]).

use anyhow::Result;
use idxlens::format::encode::encode;

use super::{
    Sample,
    chance::Chance,
    hand::Hand,
    pen::{Stroke, draw},
    picture::{CELL, COLUMNS, Picture, ROWS, ink},
};

const ITEMS: u32 = 10_000;
/// The number of writers; each writes every digit equally often.
const WRITERS: u32 = 250;
/// The height and width of an image.
pub(super) const SIDE: u8 = 28;

/// A seed with which the first digits, which the picture shows, are of many classes, and no two neighbours of one.
const SEED: u64 = 12;

/// A digit on paper.
pub(super) struct Digit {
    pub(super) label: u8,
    pub(super) strokes: Vec<Stroke>,
}

pub(super) fn sample() -> Result<Sample> {
    let digits = digits();
    let side = u32::from(SIDE);
    let images: Vec<u8> = digits.iter().flat_map(|digit| draw(&digit.strokes, SIDE)).collect();
    let labels: Vec<u8> = digits.iter().map(|digit| digit.label).collect();
    let mut picture = Picture::new();
    for (cell, digit) in digits.iter().take(COLUMNS * ROWS).enumerate() {
        let drawn = draw(&digit.strokes, 2 * SIDE);
        picture.put(cell, CELL, &drawn.into_iter().map(ink).collect::<Vec<_>>());
    }
    Ok(Sample {
        picture,
        mapping: None,
        arrays: vec![
            ("digits-images-idx3-ubyte.gz", encode(&[ITEMS, side, side], &images)?),
            ("digits-labels-idx1-ubyte.gz", encode(&[ITEMS], &labels)?),
        ],
    })
}

fn digits() -> Vec<Digit> {
    written(WRITERS, ITEMS / WRITERS / 10, &mut Chance::new(SEED))
}

/// Digits of so many writers, who write each digit equally often, with writers and labels shuffled.
pub(super) fn written(writers: u32, each: u32, chance: &mut Chance) -> Vec<Digit> {
    let hands: Vec<_> = (0..writers).map(|_| Hand::new(chance)).collect();
    let mut order: Vec<(&Hand, u8)> =
        hands.iter().flat_map(|hand| (0..10).flat_map(move |label| (0..each).map(move |_| (hand, label)))).collect();
    chance.shuffle(&mut order);
    order.into_iter().map(|(hand, label)| Digit { label, strokes: hand.write(label, chance) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn images() -> Vec<Vec<u8>> {
        digits().iter().map(|digit| draw(&digit.strokes, SIDE)).collect()
    }

    #[test]
    fn a_thousand_of_each() {
        let mut counts = [0; 10];
        for digit in digits() {
            counts[usize::from(digit.label)] += 1;
        }
        assert_eq!(counts, [1000; 10]);
    }

    #[test]
    fn every_digit_is_as_large_as_in_mnist_and_has_a_margin() {
        let side = usize::from(SIDE);
        for (item, image) in images().iter().enumerate() {
            assert_eq!(image.len(), side * side);
            let extent = |is_inked: &dyn Fn(usize) -> bool| {
                let inked: Vec<_> = (0..side).filter(|&i| is_inked(i)).collect();
                (inked[0], inked[inked.len() - 1])
            };
            let (top, bottom) = extent(&|y| image[y * side..][..side].iter().any(|&ink| ink > 0));
            let (left, right) = extent(&|x| image.iter().skip(x).step_by(side).any(|&ink| ink > 0));
            assert!(top > 0 && left > 0 && bottom < side - 1 && right < side - 1, "item {item} touches the border");
            let larger = (bottom - top).max(right - left) + 1;
            // The edge may fall between pixels, and a thin, rough line does not fill a pixel.
            assert!((18..=22).contains(&larger), "item {item} is {larger} pixels large");
        }
    }

    #[test]
    fn the_centre_of_mass_is_the_centre() {
        let mut off_centre = 0;
        for image in images() {
            let (mut mass, mut x_moment, mut y_moment) = (0.0, 0.0, 0.0);
            let places = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (f64::from(x) + 0.5, f64::from(y) + 0.5)));
            for ((x, y), ink) in places.zip(image) {
                let ink = f64::from(ink);
                mass += ink;
                x_moment += ink * x;
                y_moment += ink * y;
            }
            let centre = f64::from(SIDE) / 2.0;
            off_centre += i32::from((x_moment / mass - centre).abs().max((y_moment / mass - centre).abs()) > 1.0);
        }
        // Ink that is crossed twice counts once, and the margin takes precedence.
        assert!(off_centre < 100, "{off_centre} are more than a pixel off the centre");
    }
}
