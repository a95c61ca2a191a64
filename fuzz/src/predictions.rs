//! Files of predictions.

use idxlens::{
    format::encode::gzip,
    insight::predictions::{ClassNames, Comparison, Evaluation, Fault, Predictions},
};

use crate::{hash, peak};

/// Bytes that reading takes in addition to those that depend on the file.
const BASE: usize = 1 << 20;
/// Bytes that reading and comparing takes for each byte of a file: the shortest row, "7" and a line feed, becomes a number
/// and its place in several lists.
const PER_BYTE: usize = 256;

/// A file gives the same predictions however it is compressed; memory depends on the bytes that are there; all figures are
/// shares, and the lists have each item once.
///
/// # Panics
/// If that does not hold.
pub fn predictions(input: &[u8]) {
    // The first byte says for how many items, with which labels.
    let Some((&first, file)) = input.split_first() else { return };
    let labels: Vec<f64> =
        (0..first % 32).map(|item| if item % 7 == 6 { f64::NAN } else { f64::from(item % 5) }).collect();
    let (found, taken) = peak(|| read(file, &labels));
    let is_packed = file.starts_with(&[0x1F, 0x8B]);
    assert!(is_packed || taken < BASE + PER_BYTE * file.len(), "{taken} bytes for {} bytes", file.len());
    if hash(0, input).is_multiple_of(4) && !is_packed {
        let packed = read(&gzip(file), &labels);
        assert_eq!(packed.map(|(predictions, _)| predictions), found.clone().map(|(predictions, _)| predictions));
    }
    let Ok((predictions, evaluation)) = found else { return };
    assert_eq!(predictions.len(), labels.len());
    assert_eq!(evaluation.predicted().len(), labels.len());
    let pairs = labels.iter().zip(evaluation.predicted());
    let compared = pairs.filter(|(label, predicted)| !label.is_nan() && !predicted.0.is_nan()).count();
    assert_eq!(evaluation.compared() as usize, compared);
    let [right, wrong] = [true, false].map(|outcome| evaluation.outcome(outcome));
    assert_eq!(right.len() + wrong.len(), compared);
    assert_eq!(right.len(), evaluation.hits() as usize);
    for list in [evaluation.confident_errors(), evaluation.unsure_hits(), evaluation.smallest_margins()] {
        let mut sorted = list.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert!(sorted.len() == list.len() && sorted.iter().all(|&item| (item as usize) < labels.len()));
    }
    let is_share = |share: f64| (0.0..=1.0 + 1e-9).contains(&share);
    let averages = evaluation.averages().into_iter().flatten();
    assert!(evaluation.accuracy().into_iter().chain(averages).chain(evaluation.top(2)).all(is_share));
    for item in 0..labels.len() {
        let sum: f64 = predictions.probabilities(item).iter().sum();
        let has_none = predictions.classes().is_empty() || predictions.class(item).0.is_nan();
        assert!(has_none || (sum - 1.0).abs() < 0.2, "{sum}");
    }
    let same = Comparison::of(&evaluation, &evaluation);
    assert!(same.disagreements.is_empty() && same.both_right == right && same.both_wrong == wrong);
}

fn read(file: &[u8], labels: &[f64]) -> Result<(Predictions, Evaluation), Fault> {
    let predictions =
        Predictions::read(file, labels, &ClassNames::new([(0.0, "cat"), (1.0, "dog"), (2.0, "Dog"), (9.0, "7")]))?;
    let evaluation = Evaluation::new(&predictions, labels);
    Ok((predictions, evaluation))
}
