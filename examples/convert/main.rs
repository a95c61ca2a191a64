//! Turns a dataset into another format: images, and their labels if they are there.
//!
//! ```sh
//! cargo run --features convert --example convert -- mnist_train.csv.gz mnist.npz
//! cargo run --features convert --example convert -- mnist.npz mnist.zip train
//! ```
//!
//! | it reads | it writes, by the end of the name |
//! |---|---|
//! | IDX, plain or .gz | `.idx`, `.idx.gz` or no other format: IDX |
//! | NumPy arrays, archives (`.npz`) and pickles of them, PyTorch's `.pt` | `.npy`, `.npz`: NumPy, with the names of classes |
//! | MATLAB 5, Lush matrices, safetensors | `.csv`, `.csv.gz`: a line for each item |
//! | tables of numbers (CSV, JSON), plain or .gz, Parquet and Arrow | `sprite.zip`: a sheet of all images, and a table |
//! | CIFAR-10 and CIFAR-100 | another `.zip`: PNG images in a folder for each class |
//! | pictures in the folders of their classes, and a sheet of many images | |
//! | folders of these, zip and tar archives, and files in xz, bzip2, Zstandard, LZ4 and gzip | |
//!
//! PNG has bytes and `u16`. Of other types, the smallest value becomes 0 and the largest 255.
//!
//! A third argument says which dataset it should be where there are several: the names of its files contain it. IDX and
//! `.npy` hold one array; images and labels become two files then.

mod converter;
mod input;
mod output;
mod pictures;
mod source;
mod tables;

use std::{env, path::Path, process::ExitCode};

use idxlens::dataset::pairing::{Candidate, pair};

use self::{
    input::arrays,
    source::{Array, ClassNames},
};

type Error = Box<dyn std::error::Error>;
type Result<T> = std::result::Result<T, Error>;

/// Images, and the labels of the first of them; or labels alone.
struct Dataset {
    images: Option<Array>,
    labels: Option<Array>,
    class_names: ClassNames,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let result = match &arguments[..] {
        [input, output] => convert(Path::new(input), Path::new(output), ""),
        [input, output, name] => convert(Path::new(input), Path::new(output), name),
        _ => Err("usage: convert INPUT OUTPUT [NAME]".into()),
    };
    let Err(error) = result else { return ExitCode::SUCCESS };
    eprintln!("{error}");
    ExitCode::FAILURE
}

fn convert(input: &Path, output: &Path, name: &str) -> Result<()> {
    let dataset = dataset(input, name).map_err(|error| format!("{}: {error}", input.display()))?;
    output::write(dataset, output).map_err(|error| format!("{}: {error}", output.display()).into())
}

/// The dataset in a file whose arrays have these letters in their names.
fn dataset(input: &Path, name: &str) -> Result<Dataset> {
    let (arrays, beside) = arrays(input)?;
    let mut arrays: Vec<_> = arrays.into_iter().filter(|array| array.name.contains(name)).map(Some).collect();
    let candidate = |array: &Array| Candidate { name: array.name.clone(), slot: array.slot, items: array.items() };
    let candidates: Vec<_> = arrays.iter().flatten().map(candidate).collect();
    let pairs = pair(&candidates);
    let [pair] = &pairs[..] else {
        let names: Vec<_> = candidates.iter().map(|candidate| &candidate.name[..]).collect();
        return Err(match names.len() {
            0 if name.is_empty() => "no arrays in it".into(),
            0 => "no arrays of that name in it".into(),
            _ => format!("several datasets; say which one, by a part of its name: {}", names.join(", ")).into(),
        });
    };
    let mut take = |place: Option<usize>| place.and_then(|place| arrays[place].take());
    let (images, labels) = (take(pair.images), take(pair.labels));
    let own = labels.as_ref().map(|labels| labels.class_names.clone()).unwrap_or_default();
    Ok(Dataset { images, labels, class_names: if own.is_empty() { beside } else { own } })
}

impl Dataset {
    /// The arrays that there are, each with its name.
    fn arrays(self) -> impl Iterator<Item = (&'static str, Array)> {
        [("images", self.images), ("labels", self.labels)].into_iter().filter_map(|(name, array)| Some((name, array?)))
    }
}
