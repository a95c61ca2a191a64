//! The built-in samples: small datasets, the same on every platform.
//!
//! One has digits that people wrote. The project draws the others itself, from a seed with exactly rounded arithmetic alone.
//! The page fetches a sample when it is chosen; the first screen shows its picture.

mod chance;
mod digits;
mod errors;
// Each glyph reads best on one line.
#[rustfmt::skip]
mod glyphs;
mod hand;
mod handwritten;
mod header;
mod pen;
mod picture;
mod shapes;
mod signals;
mod volumes;

use std::fs;
use std::path::Path;

use anyhow::Result;
use idxlens::format::encode::gzip;

use picture::Picture;

/// Draws a sample.
type Make = fn() -> Result<Sample>;

/// The name of each sample, as in links, and the function that makes it. The page lists them in the same order.
const SAMPLES: [(&str, Make); 7] = [
    ("handwritten", handwritten::sample),
    ("digits", digits::sample),
    ("shapes", shapes::sample),
    ("signals", signals::sample),
    ("volumes", volumes::sample),
    ("header", header::sample),
    ("errors", errors::sample),
];

/// A dataset that is ready to be written.
struct Sample {
    /// The names of its files and the IDX files that they are when unpacked.
    arrays: Vec<(&'static str, Vec<u8>)>,
    /// The name of the file of class names, and what it holds.
    mapping: Option<(&'static str, &'static str)>,
    picture: Picture,
}

/// Writes all samples to a folder in place of what is there, unless this build of the program has already done so.
pub(crate) fn write(folder: &Path) -> Result<()> {
    if is_current(folder) {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for (name, make) in SAMPLES {
        let sample = make()?;
        for (file, array) in sample.arrays {
            fs::write(folder.join(file), gzip(&array))?;
        }
        if let Some((file, names)) = sample.mapping {
            fs::write(folder.join(file), names)?;
        }
        // Last, because it tells that the sample is complete.
        fs::write(folder.join(picture_of(name)), sample.picture.png()?)?;
    }
    Ok(())
}

/// Whether the pictures of all samples are newer than this program.
fn is_current(folder: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path)?.modified();
    let Ok(program) = std::env::current_exe().and_then(|path| modified(&path)) else {
        return false;
    };
    SAMPLES.iter().all(|(name, _)| modified(&folder.join(picture_of(name))).is_ok_and(|written| written > program))
}

fn picture_of(name: &str) -> String {
    format!("{name}.png")
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use idxlens::format::{layout::Layout, reader::Reader};

    use super::*;

    /// All samples by their names, because drawing the digits takes seconds.
    static MADE: LazyLock<Vec<(&str, Sample)>> =
        LazyLock::new(|| SAMPLES.iter().map(|(name, make)| (*name, make().unwrap())).collect());

    /// The shape that a file claims.
    pub(super) fn shape(file: &[u8]) -> Vec<u32> {
        Layout::detect(file).unwrap().unwrap().shape().to_vec()
    }

    /// The values of a file that is as long as it claims.
    pub(super) fn values(file: &[u8]) -> Vec<f64> {
        let mut values = vec![0.0; shape(file).iter().map(|&size| size as usize).product()];
        let mut reader = Reader::new(file).unwrap();
        assert_eq!(reader.read_values(&mut values).unwrap(), values.len());
        assert_eq!(reader.warnings(), []);
        values
    }

    #[test]
    fn the_same_everywhere() {
        let hash = |sample: &Sample| {
            let mut hash = sha1_smol::Sha1::new();
            sample.arrays.iter().for_each(|(_, array)| hash.update(array));
            hash.digest().to_string()[..12].to_owned()
        };
        let hashes: Vec<_> = MADE.iter().map(|(name, sample)| (*name, hash(sample))).collect();
        let expected = [
            ("handwritten", "4d7c029b988d"),
            ("digits", "c8ab88c2e64e"),
            ("shapes", "f5f0adbd5887"),
            ("signals", "8b1ba55162c6"),
            ("volumes", "16e35af3dfee"),
            ("header", "35e6ad941dca"),
            ("errors", "f951fcd5a2fb"),
        ];
        assert_eq!(hashes, expected.map(|(name, hash)| (name, hash.to_owned())));
    }

    #[test]
    fn each_array_has_as_many_items_as_its_labels() {
        for (name, sample) in &*MADE {
            let items: Vec<_> = sample.arrays.iter().map(|(_, array)| shape(array)[0]).collect();
            assert!(items.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {items:?}");
        }
    }

    #[test]
    fn all_but_the_digits_are_small_and_so_are_the_pictures() {
        let mut pictures = 0;
        for (name, sample) in &*MADE {
            let size: usize = sample.arrays.iter().map(|(_, array)| gzip(array).len()).sum();
            assert!(size < 65_000 || *name == "digits", "{name} takes {size} bytes");
            pictures += sample.picture.png().unwrap().len();
        }
        assert!(pictures < 15_000, "the pictures take {pictures} bytes");
    }
}
