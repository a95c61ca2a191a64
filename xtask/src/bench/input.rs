//! The file that all benchmarks use.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use idxlens::format::decode::Decoder;
use idxlens::format::element::ElementType;
use idxlens::format::encode::{encode, gzip};

use crate::root;

/// The test images of MNIST, if they lie beside the checkout.
const MNIST: &str = "../shared/data/mnist/t10k-images-idx3-ubyte.gz";
const SAMPLE: &str = "www/samples/digits-images-idx3-ubyte.gz";

/// Images in a gzip file written for the benchmarks.
pub(crate) struct Input {
    /// The compressed file.
    pub(crate) path: PathBuf,
    /// Its decompressed size in bytes.
    pub(crate) unpacked: u64,
    /// A description of its content.
    pub(crate) description: String,
    /// The shape and the elements of the images before they were repeated.
    pub(crate) shape: Vec<u32>,
    pub(crate) once: Vec<u8>,
    /// Where the labels of the images are, if they have the usual name.
    pub(crate) labels: PathBuf,
}

impl Input {
    /// Writes the images of a file to `folder`, repeated `times` times.
    pub(crate) fn write(folder: &Path, images: Option<&Path>, times: usize) -> Result<Self> {
        let (source, name) = match images {
            Some(images) => (images.to_owned(), images.to_string_lossy().into_owned()),
            None if root().join(MNIST).exists() => (root().join(MNIST), "the test images of MNIST".into()),
            None => (root().join(SAMPLE), "the sample".into()),
        };
        let file = fs::read(&source).with_context(|| format!("could not read {}", source.display()))?;
        let mut elements = Vec::new();
        let mut decoder = Decoder::new();
        decoder.push(&file, &mut |_, bytes| {
            elements.extend_from_slice(bytes);
            Ok(())
        })?;
        decoder.finish(0)?;
        let layout = decoder.layout().context("the file has no header")?;
        ensure!(
            layout.element_type() == ElementType::U8 && layout.rank() == 3,
            "{name}: to measure with, images of 8 bits per pixel are needed"
        );
        let once = layout.shape().to_vec();
        let mut shape = once.clone();
        shape[0] *= u32::try_from(times)?;
        let unpacked = encode(&shape, &elements.repeat(times))?;

        let path = folder.join("images-idx3-ubyte.gz");
        // Compression is slow and gives the same file for the same images, so the file is reused.
        let known = folder.join("images-idx3-ubyte");
        if !path.exists() || fs::read(&known).ok().as_ref() != Some(&unpacked) {
            fs::write(&path, gzip(&unpacked))?;
            fs::write(&known, &unpacked)?;
        }
        let size = path.metadata()?.len();
        let unpacked = unpacked.len() as u64;
        let shape = shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(" x ");
        Ok(Self {
            description: format!(
                "{shape} ({name}, {times} times): {}, as .gz {}",
                megabytes(unpacked),
                megabytes(size)
            ),
            path: path.canonicalize()?,
            unpacked,
            shape: once,
            once: elements,
            labels: source.with_file_name(labels_of(&source)),
        })
    }
}

/// The usual name of the labels of images.
fn labels_of(images: &Path) -> String {
    images.file_name().unwrap_or_default().to_string_lossy().replace("images-idx3", "labels-idx1")
}

/// A size in megabytes with one decimal.
pub(crate) fn megabytes(bytes: u64) -> String {
    let tenths = (bytes + 50_000) / 100_000;
    format!("{}.{} MB", tenths / 10, tenths % 10)
}
