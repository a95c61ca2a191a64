//! Of the labels shown as wrong with some probability, that part is wrong.

use std::sync::Arc;

use idxlens::insight::{
    GrayImages,
    suspects::{Suspect, View, rank},
};

use crate::{
    images::{Random, real},
    suspects::{bars, labelling, scores},
};

/// A range of confidence: all that is shown, and what is shown at about 90 %.
const RANGES: [(f64, f64); 2] = [(0.5, 1.0), (0.8, 0.97)];
/// Standard deviations that a count may be off by.
const DEVIATIONS: f64 = 3.0;
/// The part of an expected count that it may be off by beside chance.
const MODEL: f64 = 0.03;

/// Images with labels that may have errors of their own.
struct Data {
    images: Arc<GrayImages>,
    /// One view takes half as long as two.
    view: View,
    labels: Vec<Option<u32>>,
    /// The class that each image resembles most, beside that of its label.
    runner_up: Vec<u32>,
    /// The probability that the labels are wrong as they are.
    own: Vec<f64>,
}

impl Data {
    /// With the part of the labels that are known to be wrong.
    fn new(images: GrayImages, labels: Vec<Option<u32>>, view: View, wrong: f64) -> Self {
        let own = vec![0.0; labels.len()];
        let mut data = Self { images: Arc::new(images), view, labels, runner_up: Vec::new(), own };
        let classes = data.classes() as usize;
        let rows = data.scores(&data.labels);
        let runner_up = |(row, label): (&[f32], &Option<u32>)| {
            let others = (0..classes).filter(|&class| Some(class as u32) != *label);
            others.max_by(|&a, &b| row[a].total_cmp(&row[b])).expect("there are several classes") as u32
        };
        data.runner_up = rows.chunks(classes).zip(&data.labels).map(runner_up).collect();
        for suspect in rank(&labelling(&data.labels, 0..data.labels.len()), &[rows]) {
            // Where few are wrong, confidence assumes that 0.15 % are.
            let right = (1.0 - suspect.confidence) * 0.0015;
            data.own[suspect.item] = suspect.confidence * wrong / (suspect.confidence * wrong + right);
        }
        data
    }

    fn classes(&self) -> u32 {
        self.labels.iter().flatten().max().expect("a label") + 1
    }

    fn scores(&self, labels: &[Option<u32>]) -> Vec<f32> {
        scores(&self.images, &labelling(labels, 0..labels.len()), self.view)
    }

    /// Changes one label in so many, to any class or to the runner-up, and gives the suspects and which labels changed.
    fn suspects(&self, step: usize, resembling: bool, random: &mut Random) -> (Vec<Suspect>, Vec<bool>) {
        let (mut labels, mut changed) = (self.labels.clone(), vec![false; self.labels.len()]);
        for _ in 0..labels.len() / step {
            let item = random.below(labels.len());
            let image = self.images.image(item);
            if !changed[item] && image.iter().any(|&value| value != image[0]) {
                changed[item] = true;
                let other = 1 + random.below(self.classes() as usize - 1) as u32;
                let any = labels[item].map(|label| (label + other) % self.classes());
                labels[item] = if resembling { Some(self.runner_up[item]) } else { any };
            }
        }
        (rank(&labelling(&labels, 0..labels.len()), &[self.scores(&labels)]), changed)
    }

    /// Checks all kinds of errors.
    fn check(&self, what: &str) {
        for (step, resembling) in [(100, false), (100, true), (20, false), (20, true)] {
            let mut random = Random::new(step as u64);
            let (suspects, changed) = self.suspects(step, resembling, &mut random);
            for (from, to) in RANGES {
                let shown = || suspects.iter().filter(|it| it.calibrated && (from..=to).contains(&it.confidence));
                let expected: f64 = shown().map(|it| it.confidence).sum();
                // A label that was not changed is wrong with the probability that it had before.
                let is_wrong = |item: usize| if changed[item] { 1.0 } else { self.own[item] };
                let wrong: f64 = shown().map(|it| is_wrong(it.item)).sum();
                let deviation = shown().map(|it| it.confidence * (1.0 - it.confidence)).sum::<f64>().sqrt();
                let seen = format!(
                    "{what}, one in {step}, {resembling}: of {} shown at {from} to {to}, {wrong:.1} are wrong, and {expected:.1} \
                     were expected",
                    shown().count(),
                );
                // The sharpness is fitted, and off by some per cent.
                let allowed = DEVIATIONS * deviation + MODEL * expected + 0.5;
                assert!((wrong - expected).abs() <= allowed, "{seen}, {allowed:.1} may be off");
            }
        }
    }
}

#[test]
fn made_images_are_calibrated() {
    let (images, labels) = bars(3000, 0.15, &mut Random::new(21));
    Data::new(images, labels, View::Plain, 0.0).check("bars");
}

#[test]
fn mnist_is_calibrated() {
    let Some((images, labels)) = real("mnist", 10_000) else { return };
    // Northcutt, Athalye and Mueller, "Pervasive label errors in test sets" (NeurIPS 2021).
    Data::new(images, labels, View::Deskewed, 0.0015).check("MNIST");
}

#[test]
fn notmnist_is_calibrated() {
    let Some((images, labels)) = real("notmnist", 10_000) else { return };
    // Its author, Bulatov, found about 0.5 % by looking at the letters (2011).
    Data::new(images, labels, View::Deskewed, 0.005).check("notMNIST");
}

#[test]
fn no_percentage_is_shown_of_few_suspects() {
    let (images, mut labels) = bars(400, 0.05, &mut Random::new(22));
    labels[7] = Some(0);
    let data = Data::new(images, labels, View::Plain, 0.0);
    let suspects = rank(&labelling(&data.labels, 0..400), &[data.scores(&data.labels)]);
    assert_eq!(suspects[0].item, 7);
    assert!(suspects.iter().all(|suspect| !suspect.calibrated));
}
