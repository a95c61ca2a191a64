//! The built-in dataset: digits that look handwritten, drawn from strokes, the same on every platform.
//!
//! Writers ([`hand`]) write glyphs ([`glyphs`]), and their strokes become pixels ([`pen`]).

mod chance;
// Each glyph reads best on one line.
#[rustfmt::skip]
mod glyphs;
mod hand;
mod pen;

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use anyhow::Result;
use idxlens::format::encode::{encode, gzip};

use chance::Chance;
use hand::Hand;
use pen::{Stroke, draw};

const ITEMS: u32 = 10_000;
/// The number of writers; each writes every digit equally often.
const WRITERS: u32 = 250;
/// The height and width of an image.
const SIDE: u8 = 28;

const IMAGES: &str = "digits-images-idx3-ubyte.gz";
const LABELS: &str = "digits-labels-idx1-ubyte.gz";
/// A picture of the first digits, black on a transparent background.
const THUMBNAIL: &str = "digits.png";

/// Writes the images, their labels and a thumbnail to a folder, unless this build of the program has already done so.
pub(crate) fn write(folder: &Path) -> Result<()> {
    if is_current(folder) {
        return Ok(());
    }
    let digits = digits();
    let images: Vec<u8> = digits.iter().flat_map(|digit| draw(&digit.strokes, SIDE)).collect();
    let labels: Vec<u8> = digits.iter().map(|digit| digit.label).collect();
    fs::create_dir_all(folder)?;
    let side = u32::from(SIDE);
    fs::write(folder.join(IMAGES), gzip(&encode(&[ITEMS, side, side], &images)?))?;
    fs::write(folder.join(LABELS), gzip(&encode(&[ITEMS], &labels)?))?;
    write_thumbnail(&folder.join(THUMBNAIL), &digits)
}

/// Whether the files are newer than this program.
fn is_current(folder: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path)?.modified();
    let Ok(program) = std::env::current_exe().and_then(|path| modified(&path)) else {
        return false;
    };
    [IMAGES, LABELS, THUMBNAIL].iter().all(|name| modified(&folder.join(name)).is_ok_and(|written| written > program))
}

/// A seed with which the thumbnail's fifteen digits show all ten classes, and never the same class side by side.
const SEED: u64 = 12;

/// A digit on paper.
struct Digit {
    label: u8,
    strokes: Vec<Stroke>,
}

/// All digits, with writers and labels shuffled.
fn digits() -> Vec<Digit> {
    let mut chance = Chance::new(SEED);
    let hands: Vec<_> = (0..WRITERS).map(|_| Hand::new(&mut chance)).collect();
    let each = ITEMS / WRITERS / 10;
    let mut order: Vec<(&Hand, u8)> =
        hands.iter().flat_map(|hand| (0..10).flat_map(move |label| (0..each).map(move |_| (hand, label)))).collect();
    chance.shuffle(&mut order);
    order.into_iter().map(|(hand, label)| Digit { label, strokes: hand.write(label, &mut chance) }).collect()
}

/// Draws the first digits for the button on the start page, at twice the resolution of the images.
fn write_thumbnail(path: &Path, digits: &[Digit]) -> Result<()> {
    const COLUMNS: usize = 5;
    const ROWS: usize = 3;
    let side = usize::from(2 * SIDE);
    // Black, with the ink as opacity.
    let mut pixels = vec![[0, 0]; ROWS * side * COLUMNS * side];
    for (i, digit) in digits.iter().take(ROWS * COLUMNS).enumerate() {
        let corner = i / COLUMNS * side * COLUMNS * side + i % COLUMNS * side;
        for (y, row) in draw(&digit.strokes, 2 * SIDE).chunks_exact(side).enumerate() {
            for (pixel, &ink) in pixels[corner + y * COLUMNS * side..].iter_mut().zip(row) {
                pixel[1] = ink;
            }
        }
    }
    let [width, height] = [COLUMNS, ROWS].map(|cells| u32::try_from(cells * side));
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), width?, height?);
    encoder.set_color(png::ColorType::GrayscaleAlpha);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.as_flattened())?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn images() -> Vec<Vec<u8>> {
        digits().iter().map(|digit| draw(&digit.strokes, SIDE)).collect()
    }

    #[test]
    fn the_same_everywhere() {
        let mut hash = sha1_smol::Sha1::new();
        for (digit, image) in digits().iter().zip(images()) {
            hash.update(&[digit.label]);
            hash.update(&image);
        }
        assert_eq!(hash.digest().to_string(), "4587d51b8f7c3936da89e66089d03e68623cb1dc");
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
