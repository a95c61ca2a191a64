//! Digits of which some have a wrong label, to be found with the class pictures, the statistics and a filter.

use anyhow::Result;
use idxlens::format::encode::encode;

use super::{
    Sample,
    chance::Chance,
    digits::{self, Digit},
    pen::draw,
    picture::{CELL, COLUMNS, Picture, ROWS, ink},
};

const SEED: u64 = 4;
const WRITERS: u32 = 36;
const ITEMS: u32 = 10 * WRITERS;
/// The number of wrong labels. The names of the files and the text of the page state it.
const ERRORS: usize = 12;

const IMAGES: &str = "digits-with-12-errors-images-idx3-ubyte.gz";
const LABELS: &str = "digits-with-12-errors-labels-idx1-ubyte.gz";

pub(super) fn sample() -> Result<Sample> {
    let mut chance = Chance::new(SEED);
    let digits = digits::written(WRITERS, 1, &mut chance);
    let side = u32::from(digits::SIDE);
    let images: Vec<u8> = digits.iter().flat_map(|digit| draw(&digit.strokes, digits::SIDE)).collect();
    Ok(Sample {
        picture: picture(&digits),
        mapping: None,
        arrays: vec![
            (IMAGES, encode(&[ITEMS, side, side], &images)?),
            (LABELS, encode(&[ITEMS], &labels(&digits, &mut chance))?),
        ],
    })
}

/// The labels of digits, some of them wrong.
fn labels(digits: &[Digit], chance: &mut Chance) -> Vec<u8> {
    let mut labels: Vec<u8> = digits.iter().map(|digit| digit.label).collect();
    let mut order: Vec<usize> = (0..digits.len()).collect();
    chance.shuffle(&mut order);
    for &item in &order[..ERRORS] {
        let mut others: Vec<u8> = (0..10).filter(|&label| label != labels[item]).collect();
        chance.shuffle(&mut others);
        labels[item] = others[0];
    }
    labels
}

/// Two classes, one in each row, with a framed digit that does not belong there.
fn picture(digits: &[Digit]) -> Picture {
    const CLASSES: [(u8, u8, usize); ROWS] = [(3, 8, 2), (7, 1, 1)];
    const RED: [u8; 4] = [0xB4, 0x32, 0x1F, 255];
    let mut picture = Picture::new();
    for (row, (class, wrong, place)) in CLASSES.into_iter().enumerate() {
        let mut right = digits.iter().filter(|digit| digit.label == class);
        let mut other = digits.iter().filter(|digit| digit.label == wrong);
        for column in 0..COLUMNS {
            let digit = if column == place { other.next() } else { right.next() };
            let drawn = digit.map(|digit| draw(&digit.strokes, 2 * digits::SIDE)).unwrap_or_default();
            picture.put(row * COLUMNS + column, CELL, &drawn.into_iter().map(ink).collect::<Vec<_>>());
        }
        let (left, top) = (place * CELL, row * CELL);
        for i in 0..CELL {
            for line in [0, 1, CELL - 2, CELL - 1] {
                *picture.pixel(left + i, top + line) = RED;
                *picture.pixel(left + line, top + i) = RED;
            }
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_labels_are_wrong_as_the_names_say() {
        let mut chance = Chance::new(SEED);
        let digits = digits::written(WRITERS, 1, &mut chance);
        let labels = labels(&digits, &mut chance);
        let wrong = digits.iter().zip(&labels).filter(|(digit, label)| digit.label != **label).count();
        assert_eq!(wrong, ERRORS);
        for name in [IMAGES, LABELS] {
            assert!(name.contains(&format!("-{ERRORS}-errors-")), "{name}");
        }
    }
}
