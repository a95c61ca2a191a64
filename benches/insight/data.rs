//! Images with labels, as published.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use idxlens::format::reader::Reader;
use idxlens::insight::GrayImages;

/// A set of images with their labels.
pub(crate) struct Data {
    pub(crate) name: &'static str,
    pub(crate) images: Arc<GrayImages>,
    pub(crate) labels: Vec<u32>,
}

impl Data {
    /// The test sets that lie beside the checkout. Says which are missing.
    pub(crate) fn all() -> Vec<Self> {
        let sets = [("MNIST", "mnist"), ("notMNIST", "notmnist")];
        sets.iter().filter_map(|(name, folder)| Self::read(name, folder)).collect()
    }

    fn read(name: &'static str, folder: &str) -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(folder);
        let file = |name: &str| fs::read(folder.join(name)).ok();
        let Some((images, labels)) = file("t10k-images-idx3-ubyte.gz").zip(file("t10k-labels-idx1-ubyte.gz")) else {
            eprintln!("There is no {}: its lines are left out.", folder.display());
            return None;
        };
        let mut reader = Reader::new(&images[..]).expect("an IDX file");
        let &[_, height, width] = reader.header().shape() else { panic!("images have rank 3") };
        let mut images = GrayImages::new(height as usize, width as usize);
        reader.items::<u8>().for_each(|image| images.push(&image.expect("an image")));
        let mut reader = Reader::new(&labels[..]).expect("an IDX file");
        let labels = reader.items::<u8>().map(|label| label.expect("a label")[0].into()).collect();
        Some(Self { name, images: Arc::new(images), labels })
    }
}
