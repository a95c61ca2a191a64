//! Volumes like scans of a head: ellipsoids inside each other, after the phantom of Shepp and Logan.

use anyhow::Result;
use idxlens::format::encode::encode;
use num_traits::ToPrimitive as _;

use super::{
    Sample,
    chance::Chance,
    picture::{COLUMNS, Picture, ROWS, ink},
};

const SEED: u64 = 2;
const ITEMS: u32 = 6;
const SLICES: u8 = 32;
/// The height and width of a slice.
const SIDE: u8 = 48;
/// Samples per voxel along the rows and columns of a slice.
const FINE: u8 = 3;

/// A part of the phantom.
#[derive(Clone, Copy)]
struct Ellipsoid {
    /// Half of its lengths to the right, down and through the slices, where the volume is 2 wide.
    radii: [f64; 3],
    centre: [f64; 3],
    /// The tangent of half the angle that a slice of it is turned by.
    turn: f64,
    /// How much brighter it is than the part around it.
    brighter: f64,
}

const fn part(radii: [f64; 3], centre: [f64; 3], turn: f64, brighter: f64) -> Ellipsoid {
    Ellipsoid { radii, centre, turn, brighter }
}

const PHANTOM: [Ellipsoid; 9] = [
    part([0.72, 0.94, 0.92], [0.0, 0.0, 0.0], 0.0, 235.0),
    part([0.66, 0.87, 0.86], [0.0, -0.01, 0.0], 0.0, -145.0),
    part([0.13, 0.33, 0.4], [0.22, 0.0, 0.05], -0.16, -55.0),
    part([0.17, 0.42, 0.45], [-0.22, 0.0, 0.05], 0.16, -55.0),
    part([0.21, 0.25, 0.4], [0.0, -0.4, -0.1], 0.0, 50.0),
    part([0.07, 0.07, 0.2], [0.0, 0.1, 0.2], 0.0, 70.0),
    part([0.09, 0.05, 0.15], [-0.1, 0.6, -0.2], 0.0, 60.0),
    part([0.05, 0.09, 0.15], [0.12, 0.6, -0.2], 0.0, 60.0),
    part([0.1, 0.1, 0.16], [0.36, 0.42, 0.3], 0.0, 110.0),
];

pub(super) fn sample() -> Result<Sample> {
    let mut chance = Chance::new(SEED);
    let volumes: Vec<_> = (0..ITEMS).map(|_| draw(&vary(&mut chance))).collect();
    let [slices, side] = [SLICES, SIDE].map(u32::from);
    Ok(Sample {
        picture: picture(&volumes[0]),
        mapping: None,
        arrays: vec![("volumes-images-idx4-ubyte.gz", encode(&[ITEMS, slices, side, side], &volumes.concat())?)],
    })
}

/// The phantom of another head.
fn vary(chance: &mut Chance) -> Vec<Ellipsoid> {
    let stretch: [f64; 3] = std::array::from_fn(|_| chance.between(0.88, 1.02));
    let vary = |part: &Ellipsoid| {
        let size = if part.radii[0] > 0.5 { 1.0 } else { chance.between(0.75, 1.2) };
        Ellipsoid {
            radii: std::array::from_fn(|axis| part.radii[axis] * stretch[axis] * size),
            centre: part.centre.map(|place| if place == 0.0 { 0.0 } else { place + 0.03 * chance.normal() }),
            ..*part
        }
    };
    PHANTOM.iter().map(vary).collect()
}

/// The voxels of a phantom, slice by slice and row by row.
fn draw(parts: &[Ellipsoid]) -> Vec<u8> {
    let places = |count: u8| (0..count).map(move |i| (f64::from(i) + 0.5) / f64::from(count) * 2.0 - 1.0);
    let mut voxels = Vec::new();
    for z in places(SLICES) {
        let mut sums = vec![0.0; usize::from(SIDE).pow(2)];
        for (row, y) in places(SIDE * FINE).enumerate() {
            for (column, x) in places(SIDE * FINE).enumerate() {
                let fine = usize::from(FINE);
                let brightness: f64 =
                    parts.iter().filter(|part| part.contains([x, y, z])).map(|part| part.brighter).sum();
                sums[row / fine * usize::from(SIDE) + column / fine] += brightness.clamp(0.0, 255.0);
            }
        }
        let all = f64::from(FINE * FINE);
        voxels.extend(sums.iter().map(|sum| (sum / all).round().to_u8().expect("brightness fits a byte")));
    }
    voxels
}

impl Ellipsoid {
    fn contains(&self, place: [f64; 3]) -> bool {
        let [x, y, z]: [f64; 3] = std::array::from_fn(|axis| place[axis] - self.centre[axis]);
        let square = self.turn * self.turn;
        let (cos, sin) = ((1.0 - square) / (1.0 + square), 2.0 * self.turn / (1.0 + square));
        let turned = [cos * x - sin * y, sin * x + cos * y, z];
        turned.iter().zip(self.radii).map(|(length, radius)| length / radius * length / radius).sum::<f64>() <= 1.0
    }
}

/// Slices through the middle.
fn picture(voxels: &[u8]) -> Picture {
    let side = usize::from(SIDE);
    let mut picture = Picture::new();
    for (cell, slice) in voxels.chunks_exact(side * side).skip(8).step_by(2).take(COLUMNS * ROWS).enumerate() {
        picture.put(cell, side, &slice.iter().copied().map(ink).collect::<Vec<_>>());
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::tests::{shape, values};

    #[test]
    fn each_volume_fills_its_slices_and_differs_from_the_others() {
        let arrays = sample().unwrap().arrays;
        assert_eq!(shape(&arrays[0].1), [ITEMS, 32, 48, 48]);
        let voxels = values(&arrays[0].1);
        let volumes: Vec<_> = voxels.chunks_exact(32 * 48 * 48).collect();
        assert!(volumes.windows(2).all(|pair| pair[0] != pair[1]));
        for slice in volumes.iter().flat_map(|volume| volume.chunks_exact(48 * 48).skip(4).take(24)) {
            assert!(slice.iter().any(|&voxel| voxel > 80.0));
        }
    }
}
