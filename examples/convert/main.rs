//! Turns a dataset into another format: images, and their labels if they are there.
//!
//! ```sh
//! cargo run --example convert -- mnist_train.csv.gz mnist.npz
//! cargo run --example convert -- mnist.npz mnist.zip train
//! ```
//!
//! | it reads | it writes, by the end of the name |
//! |---|---|
//! | IDX, plain or .gz | `.idx`, `.idx.gz` or no other format: IDX |
//! | NumPy arrays, archives (`.npz`) and pickles of them, Lush matrices | `.npy`, `.npz`: NumPy |
//! | tables of numbers (CSV), plain or .gz | `.csv`, `.csv.gz`: a line for each item |
//! | CIFAR-10 and CIFAR-100 | `.zip`: PNG images in a folder for each class |
//! | these in zip and tar archives | |
//!
//! A third argument says which dataset it should be where there are several: the names of its files contain it. IDX and
//! `.npy` hold one array; images and labels become two files then.

mod input;
mod output;

use std::{env, error::Error, path::Path, process::ExitCode};

use idxlens::dataset::pairing::{Candidate, pair};

use self::input::{Array, arrays};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Images, and the labels of the first of them; or labels alone.
struct Dataset {
    images: Option<Array>,
    labels: Option<Array>,
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
    let mut arrays: Vec<_> = arrays(input)?.into_iter().filter(|array| array.name.contains(name)).map(Some).collect();
    let candidate = |array: &Array| Candidate { name: array.name.clone(), slot: array.slot, items: array.items() };
    let candidates: Vec<_> = arrays.iter().flatten().map(candidate).collect();
    let pairs = pair(&candidates);
    let [pair] = &pairs[..] else {
        let names: Vec<_> = candidates.iter().map(|candidate| &candidate.name[..]).collect();
        return Err(match names.len() {
            0 => "no arrays of that name in it".into(),
            _ => format!("several datasets; say which one, by a part of its name: {}", names.join(", ")).into(),
        });
    };
    let mut take = |place: Option<usize>| place.and_then(|place| arrays[place].take());
    Ok(Dataset { images: take(pair.images), labels: take(pair.labels) })
}

impl Dataset {
    /// The arrays that there are, each with its name.
    fn arrays(self) -> impl Iterator<Item = (&'static str, Array)> {
        [("images", self.images), ("labels", self.labels)].into_iter().filter_map(|(name, array)| Some((name, array?)))
    }
}
