//! Digits that people wrote: the test set of "Optical Recognition of Handwritten Digits" by E. Alpaydin and C. Kaynak (1998),
//! UCI Machine Learning Repository, doi:10.24432/C50P49. Its licence is CC BY 4.0. Only its form is another here: IDX.
//!
//! `optdigits.gz` has the images, 8 x 8 values from 0 to 16 each, and then their labels, as scikit-learn's `load_digits`
//! returns them.

use std::io::Read as _;

use anyhow::{Result, ensure};
use flate2::read::GzDecoder;
use idxlens::format::encode::encode;

use super::{
    Sample,
    picture::{Colour, Picture, ROWS, ink},
};

const PACKED: &[u8] = include_bytes!("optdigits.gz");

const ITEMS: u32 = 1797;
/// The height and width of an image.
const SIDE: u32 = 8;
/// The value of a pixel full of ink.
const FULL: u8 = 16;
/// The height and width of an image in the picture.
const ENLARGED: usize = 48;
/// Digits beside each other in it.
const COLUMNS: usize = 8;

pub(super) fn sample() -> Result<Sample> {
    let mut bytes = Vec::new();
    GzDecoder::new(PACKED).read_to_end(&mut bytes)?;
    let pixels = (SIDE * SIDE) as usize;
    ensure!(bytes.len() == ITEMS as usize * (pixels + 1), "optdigits.gz has {} bytes", bytes.len());
    let (images, labels) = bytes.split_at(ITEMS as usize * pixels);
    let mut picture = Picture::with_columns(COLUMNS);
    for (cell, image) in images.chunks_exact(pixels).take(COLUMNS * ROWS).enumerate() {
        picture.put(cell, ENLARGED, &enlarged(image));
    }
    Ok(Sample {
        picture,
        mapping: None,
        arrays: vec![
            ("handwritten-images-idx3-ubyte.gz", encode(&[ITEMS, SIDE, SIDE], images)?),
            ("handwritten-labels-idx1-ubyte.gz", encode(&[ITEMS], labels)?),
        ],
    })
}

/// An image, large enough to be seen and apart from its neighbours.
fn enlarged(image: &[u8]) -> Vec<Colour> {
    let side = SIDE as usize;
    let value = |at: usize| image[at / ENLARGED * side / ENLARGED * side + at % ENLARGED * side / ENLARGED];
    (0..ENLARGED * ENLARGED).map(|at| ink(value(at).min(FULL - 1) * 17)).collect()
}
