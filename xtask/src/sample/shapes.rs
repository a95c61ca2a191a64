//! Coloured shapes on coloured paper, with the names of their classes.

use anyhow::Result;
use idxlens::format::encode::encode;
use num_traits::ToPrimitive as _;

use super::{
    Sample,
    chance::Chance,
    picture::{COLUMNS, Picture, ROWS},
};

const SEED: u64 = 3;
const ITEMS: u32 = 360;
/// The height and width of an image.
pub(super) const SIDE: u8 = 24;
/// Samples per pixel along each axis.
const FINE: u8 = 4;

/// The names of the classes, by label.
pub(super) const NAMES: &str = "0 circle\n1 square\n2 triangle\n3 star\n4 cross\n5 ring\n";

type Colour = [f64; 3];

/// Colours that are told apart on each of the papers.
const COLOURS: [Colour; 7] = [
    [214.0, 60.0, 48.0],
    [236.0, 133.0, 34.0],
    [40.0, 144.0, 84.0],
    [38.0, 112.0, 190.0],
    [120.0, 76.0, 176.0],
    [206.0, 70.0, 140.0],
    [52.0, 58.0, 70.0],
];
const PAPERS: [Colour; 4] =
    [[250.0, 244.0, 226.0], [222.0, 236.0, 246.0], [228.0, 242.0, 222.0], [244.0, 228.0, 236.0]];

/// A shape on paper.
pub(super) struct Shape {
    pub(super) label: u8,
    colour: Colour,
    paper: Colour,
    /// The centre and the size, where the image is 1 high.
    centre: [f64; 2],
    size: f64,
    /// The tangent of half the angle that it is turned by, so that turning needs no sine.
    turn: f64,
}

pub(super) fn sample() -> Result<Sample> {
    let shapes = shapes(SEED, ITEMS);
    let side = u32::from(SIDE);
    let images: Vec<u8> = shapes.iter().flat_map(|shape| shape.draw(SIDE)).collect();
    let labels: Vec<u8> = shapes.iter().map(|shape| shape.label).collect();
    Ok(Sample {
        picture: picture(&shapes),
        mapping: Some(("shapes-mapping.txt", NAMES)),
        arrays: vec![
            ("shapes-images-idx4-ubyte.gz", encode(&[ITEMS, side, side, 3], &images)?),
            ("shapes-labels-idx1-ubyte.gz", encode(&[ITEMS], &labels)?),
        ],
    })
}

/// So many shapes of each class, shuffled.
pub(super) fn shapes(seed: u64, items: u32) -> Vec<Shape> {
    let mut chance = Chance::new(seed);
    let mut labels: Vec<u8> = (0..6).cycle().take(items as usize).collect();
    chance.shuffle(&mut labels);
    labels.into_iter().map(|label| Shape::new(label, &mut chance)).collect()
}

impl Shape {
    fn new(label: u8, chance: &mut Chance) -> Self {
        Self {
            label,
            colour: pick(&COLOURS, chance),
            paper: pick(&PAPERS, chance),
            centre: [chance.between(0.43, 0.57), chance.between(0.43, 0.57)],
            size: chance.between(0.3, 0.43),
            turn: chance.between(-0.2, 0.2),
        }
    }

    /// Draws the shape on `side` x `side` pixels: row-major, red, green and blue of each.
    pub(super) fn draw(&self, side: u8) -> Vec<u8> {
        let fine = f64::from(side) * f64::from(FINE);
        let mut values = Vec::with_capacity(usize::from(side).pow(2) * 3);
        for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            let place = |cell: u8, part: u8| (f64::from(cell) * f64::from(FINE) + f64::from(part) + 0.5) / fine;
            let covered = (0..FINE * FINE)
                .filter(|part| self.covers(place(column, part % FINE), place(row, part / FINE)))
                .count();
            let share = covered.to_f64().unwrap_or(0.0) / f64::from(FINE * FINE);
            for (paper, colour) in self.paper.iter().zip(self.colour) {
                values.push((paper + (colour - paper) * share).round().to_u8().expect("a colour fits a byte"));
            }
        }
        values
    }

    /// Whether a point of the image is inside the shape.
    fn covers(&self, x: f64, y: f64) -> bool {
        let (u, v) = ((x - self.centre[0]) / self.size, (y - self.centre[1]) / self.size);
        let square = self.turn * self.turn;
        let (cos, sin) = ((1.0 - square) / (1.0 + square), 2.0 * self.turn / (1.0 + square));
        let (x, y) = (cos * u - sin * v, sin * u + cos * v);
        let within = |across: f64, along: f64| x.abs() <= across && y.abs() <= along;
        let radius = x * x + y * y;
        match self.label {
            0 => radius <= 0.8,
            1 => within(0.8, 0.8),
            2 => y <= 0.5 && 0.866 * x.abs() - 0.5 * y <= 0.5,
            // The points that are inside of all sides of a pentagon but one.
            3 => {
                let sides = [(0.0, 1.0), (0.951, 0.309), (-0.951, 0.309), (0.588, -0.809), (-0.588, -0.809)];
                sides.iter().filter(|(a, b)| a * x + b * y <= 0.34).count() >= 4 && radius <= 1.2
            }
            4 => within(0.3, 0.9) || within(0.9, 0.3),
            _ => (0.25..=0.85).contains(&radius),
        }
    }
}

fn pick(colours: &[Colour], chance: &mut Chance) -> Colour {
    let at = chance.between(0.0, colours.len().to_f64().unwrap_or(0.0));
    colours[at.to_usize().unwrap_or(0).min(colours.len() - 1)]
}

/// The first shapes, at twice the resolution of the images.
fn picture(shapes: &[Shape]) -> Picture {
    let mut picture = Picture::new();
    for (cell, shape) in shapes.iter().take(COLUMNS * ROWS).enumerate() {
        let drawn = shape.draw(2 * SIDE);
        let pixels: Vec<_> = drawn.chunks_exact(3).map(|colour| [colour[0], colour[1], colour[2], 255]).collect();
        picture.put(cell, usize::from(2 * SIDE), &pixels);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::tests::{shape, values};

    #[test]
    fn each_class_has_a_name_and_as_many_colour_images() {
        let arrays = sample().unwrap().arrays;
        assert_eq!(shape(&arrays[0].1), [360, 24, 24, 3]);
        let mut counts = vec![0; NAMES.lines().count()];
        for label in values(&arrays[1].1) {
            counts[label.to_usize().unwrap()] += 1;
        }
        assert_eq!(counts, [60; 6]);
    }
}
