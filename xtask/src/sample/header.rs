//! Coloured shapes in a file whose header lacks the dimension of the colours, as converters that know only grey images
//! write it. The values are three times as many as the header says.

use anyhow::Result;
use idxlens::format::encode::encode;

use super::{
    Sample,
    picture::{COLUMNS, Picture, ROWS, ink},
    shapes::{NAMES, SIDE, shapes},
};

const SEED: u64 = 9;
const ITEMS: u32 = 180;
/// The bytes of the header of an array of rank 3.
const HEADER: usize = 16;

pub(super) fn sample() -> Result<Sample> {
    let shapes = shapes(SEED, ITEMS);
    let side = u32::from(SIDE);
    let values: Vec<u8> = shapes.iter().flat_map(|shape| shape.draw(SIDE)).collect();
    let labels: Vec<u8> = shapes.iter().map(|shape| shape.label).collect();
    let promised = (ITEMS * side * side) as usize;
    let mut images = encode(&[ITEMS, side, side], &values[..promised])?;
    images.extend(&values[promised..]);
    Ok(Sample {
        picture: picture(&images[HEADER..]),
        mapping: Some(("wrong-header-mapping.txt", NAMES)),
        arrays: vec![
            ("wrong-header-images-idx3-ubyte.gz", images),
            ("wrong-header-labels-idx1-ubyte.gz", encode(&[ITEMS], &labels)?),
        ],
    })
}

/// The first images as the header makes them look, each pixel enlarged.
fn picture(values: &[u8]) -> Picture {
    const ENLARGED: usize = 2;
    let side = usize::from(SIDE);
    let mut picture = Picture::new();
    for (cell, image) in values.chunks_exact(side * side).take(COLUMNS * ROWS).enumerate() {
        let pixels: Vec<_> = (0..(ENLARGED * side).pow(2))
            .map(|i| ink(image[i / (ENLARGED * side) / ENLARGED * side + i % (ENLARGED * side) / ENLARGED]))
            .collect();
        picture.put(cell, ENLARGED * side, &pixels);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::tests::shape;

    #[test]
    fn there_are_three_times_as_many_values_as_the_header_says() {
        let arrays = sample().unwrap().arrays;
        assert_eq!(shape(&arrays[0].1), [180, 24, 24]);
        assert_eq!(arrays[0].1.len(), HEADER + 180 * 24 * 24 * 3);
    }
}
