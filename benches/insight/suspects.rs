//! How well suspect labels are found, and whether their confidence is right.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use idxlens::insight::Task as _;
use idxlens::insight::suspects::{LabelScores, Labelling, Suspect, View, rank};

use crate::data::Data;
use crate::planted::{Random, average_precision, plant, runners_up};
use crate::report;

/// What is planted, which part of the labels it replaces, and the average precision to reach on MNIST and notMNIST.
const CASES: [(Wrong, f64, [Option<f64>; 2]); 4] = [
    (Wrong::Any, 0.01, [Some(0.995), None]),
    (Wrong::RunnerUp, 0.01, [Some(0.98), Some(0.87)]),
    (Wrong::RunnerUp, 0.05, [Some(0.995), None]),
    (Wrong::Any, 0.05, [None, None]),
];
const SEEDS: u64 = 12;
/// Ranges of confidence whose suspects are counted.
const RANGES: [(f64, f64); 5] = [(0.1, 0.3), (0.3, 0.5), (0.5, 0.85), (0.85, 0.95), (0.95, 1.0)];

/// The label that a wrong one is.
#[derive(Clone, Copy, PartialEq)]
enum Wrong {
    /// Any other class.
    Any,
    /// The second class of the nearest images.
    RunnerUp,
}

/// Measures and reports; writes one case for each dataset to a folder if there is one.
pub(crate) fn measure(folder: Option<&Path>) {
    for (at, data) in Data::all().into_iter().enumerate() {
        let second = runners_up(&data);
        let classes = data.labels.iter().max().map_or(0, |&max| max as usize + 1);
        for (wrong, part, targets) in CASES {
            let (mut precision, mut ranges) = (0.0, [[0.0; 3]; RANGES.len()]);
            for seed in 0..SEEDS {
                let any = |item: usize, random: &mut Random| {
                    (data.labels[item] + 1 + random.below(classes - 1) as u32) % classes as u32
                };
                let (labels, planted) = plant(&data, part, seed, |item, random| match wrong {
                    Wrong::Any => any(item, random),
                    Wrong::RunnerUp => second[item],
                });
                let begun = Instant::now();
                let suspects = suspects(&data, &labels);
                let time = begun.elapsed().as_secs_f64();
                let of_seed = average_precision(suspects.iter().map(|suspect| suspect.item), &planted);
                precision += of_seed / SEEDS as f64;
                count(&suspects, &planted, &mut ranges);
                if let Some(folder) = folder
                    && (wrong, seed) == (Wrong::RunnerUp, 0)
                    && part < 0.02
                {
                    write(folder, &data, &labels, &planted, (time, of_seed));
                }
            }
            let kind = if wrong == Wrong::Any { "any other class" } else { "the runner-up class" };
            let what = format!("suspect labels, {}, {} % changed to {kind}", data.name, part * 100.0);
            report(&format!("{what}: average precision"), precision, targets[at]);
            for [confidence, wrong, count] in ranges.into_iter().filter(|&[.., count]| count > 0.0) {
                let shown = 100.0 * confidence / count;
                report(&format!("{what}: planted among {count} shown at {shown:.0} % on average"), wrong / count, None);
            }
        }
    }
}

/// The suspects by both views.
fn suspects(data: &Data, labels: &[u32]) -> Vec<Suspect> {
    let mut first = HashMap::new();
    let groups: Vec<u32> =
        data.images.iter().enumerate().map(|(at, image)| *first.entry(image).or_insert(at as u32)).collect();
    let labels: Vec<_> = labels.iter().copied().map(Some).collect();
    let train = 0..labels.len();
    let labelling = Arc::new(Labelling::new(labels, &groups, train));
    let views = [View::Plain, View::Deskewed].map(|view| {
        let mut task = LabelScores::new(Arc::clone(&data.images), Arc::clone(&labelling), view);
        while task.step() {}
        task.into_scores()
    });
    rank(&labelling, &views)
}

/// Adds to each range the confidences, the planted ones and all of its suspects.
fn count(suspects: &[Suspect], planted: &[bool], ranges: &mut [[f64; 3]; RANGES.len()]) {
    for suspect in suspects {
        let within = |&(from, to): &(f64, f64)| (from..=to).contains(&suspect.confidence);
        if let Some(range) = RANGES.iter().position(within) {
            let planted = f64::from(u8::from(planted[suspect.item]));
            for (sum, value) in ranges[range].iter_mut().zip([suspect.confidence, planted, 1.0]) {
                *sum += value;
            }
        }
    }
}

/// Writes a case for other programs: images, labels and planted errors as bytes, and what we needed and found.
fn write(folder: &Path, data: &Data, labels: &[u32], planted: &[bool], (time, precision): (f64, f64)) {
    let write = |name: &str, bytes: Vec<u8>| {
        fs::write(folder.join(format!("{}.{name}", data.name)), bytes).expect("the folder can be written to");
    };
    write("images", data.images.iter().flatten().copied().collect());
    write("labels", labels.iter().map(|&label| label as u8).collect());
    write("planted", planted.iter().map(|&planted| u8::from(planted)).collect());
    write("idxlens", format!("{time} {precision}").into_bytes());
}
