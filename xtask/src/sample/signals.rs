//! Signals: noisy waves of five forms, one in each row, with the names of the forms.

use anyhow::Result;
use idxlens::format::encode::encode;
use num_traits::ToPrimitive as _;

use super::{
    Sample,
    chance::Chance,
    picture::{CELL, COLUMNS, Picture, ROWS, ink},
};

const SEED: u64 = 5;
const ITEMS: u32 = 200;
/// Values of a signal. No square number, because flattened images have such lengths.
const LENGTH: u32 = 180;
/// A step of the values, as a sensor has it. Each multiple is exact, and compresses well.
const STEP: f32 = 1.0 / 32.0;

/// The names of the classes, by label.
const NAMES: &str = "0 sine\n1 triangle\n2 square\n3 sawtooth\n4 pulses\n";

pub(super) fn sample() -> Result<Sample> {
    let mut chance = Chance::new(SEED);
    let mut labels: Vec<u8> = (0..5).cycle().take(ITEMS as usize).collect();
    chance.shuffle(&mut labels);
    let values: Vec<f32> = labels.iter().flat_map(|&label| signal(label, &mut chance)).collect();
    Ok(Sample {
        picture: picture(),
        mapping: Some(("signals-mapping.txt", NAMES)),
        arrays: vec![
            ("signals-data-idx2-float.gz", encode(&[ITEMS, LENGTH], &values)?),
            ("signals-labels-idx1-ubyte.gz", encode(&[ITEMS], &labels)?),
        ],
    })
}

/// A wave of a form, from -1 to 1, at a phase from 0 to 1.
fn wave(label: u8, phase: f64) -> f64 {
    match label {
        // Two parabolas, which differ from a sine by 6 % at most and need no function that platforms round differently.
        0 if phase < 0.5 => 16.0 * phase * (0.5 - phase),
        0 => -16.0 * (phase - 0.5) * (1.0 - phase),
        1 => 1.0 - 4.0 * (phase - 0.5).abs(),
        2 if phase < 0.5 => 1.0,
        2 => -1.0,
        3 => 2.0 * phase - 1.0,
        _ => {
            let distance = (phase - 0.5) * 20.0;
            2.0 / (1.0 + distance * distance) - 0.5
        }
    }
}

/// A signal with a period, strength, drift and noise of its own.
fn signal(label: u8, chance: &mut Chance) -> Vec<f32> {
    let period = chance.between(22.0, 70.0);
    let start = chance.between(0.0, 1.0);
    let strength = chance.between(0.5, 1.5);
    let drift = chance.between(-0.6, 0.6) / f64::from(LENGTH);
    (0..LENGTH)
        .map(|i| {
            let i = f64::from(i);
            let value = strength * wave(label, (start + i / period).fract()) + drift * i + 0.04 * chance.normal();
            (value / f64::from(STEP)).round().to_f32().expect("a signal is finite") * STEP
        })
        .collect()
}

/// Two waves without noise, one below the other.
fn picture() -> Picture {
    const RADIUS: f64 = 1.3;
    const WAVES: [(u8, f64); ROWS] = [(0, 76.0), (4, 60.0)];
    let mut picture = Picture::new();
    for (row, (label, period)) in WAVES.into_iter().enumerate() {
        let height = |x: i32| {
            let phase = ((f64::from(x) + 8.0) / period).rem_euclid(1.0);
            CELL.to_f64().unwrap_or(0.0) / 2.0 - 19.0 * wave(label, phase)
        };
        for (x, y) in (0..COLUMNS * CELL).flat_map(|x| (0..CELL).map(move |y| (x, y))) {
            let (across, down) = (x.to_i32().unwrap_or(0), y.to_f64().unwrap_or(0.0));
            let nearest = (across - 3..across + 3)
                .map(|from| {
                    let (top, bottom) = (height(from), height(from + 1));
                    let dx = f64::from(across - from);
                    // The distance to the piece of the line from this column to the next.
                    let slope = bottom - top;
                    let along = ((dx + (down - top) * slope) / (1.0 + slope * slope)).clamp(0.0, 1.0);
                    let (a, b) = (dx - along, down - top - along * slope);
                    (a * a + b * b).sqrt()
                })
                .fold(f64::INFINITY, f64::min);
            let strength = 255.0 * (RADIUS + 0.5 - nearest).clamp(0.0, 1.0);
            *picture.pixel(x, row * CELL + y) = ink(strength.to_u8().unwrap_or(0));
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::tests::{shape, values};

    #[test]
    fn every_signal_is_finite_and_each_form_is_equally_frequent() {
        let arrays = sample().unwrap().arrays;
        assert_eq!(shape(&arrays[0].1), [ITEMS, LENGTH]);
        assert!(values(&arrays[0].1).iter().all(|value| value.abs() < 3.0));
        let mut counts = vec![0; NAMES.lines().count()];
        for label in values(&arrays[1].1) {
            counts[label.to_usize().unwrap()] += 1;
        }
        assert_eq!(counts, [40; 5]);
    }
}
