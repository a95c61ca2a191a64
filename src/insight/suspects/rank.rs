//! The list of suspect labels.

use super::calibration::Calibration;
use super::labelling::Labelling;

/// An item whose image looks like another class than its label says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suspect {
    /// The item, as a place among the images.
    pub item: usize,
    /// Its label.
    pub label: u32,
    /// The label of the class it looks like most.
    pub suggested: u32,
    /// The label of the next class it looks like, if there is one that is neither its own nor the suggested one.
    pub runner_up: Option<u32>,
    /// The probability that the label is wrong, from 0 to 1.
    pub confidence: f64,
    /// Whether as many labels of that confidence are wrong as it says: it is at least one half, and there are enough
    /// suspects to tell. Otherwise it is good for the order alone.
    pub calibrated: bool,
}

/// The least confidence of a suspect: of a thousand such labels one is wrong.
const MIN_CONFIDENCE: f64 = 0.001;
/// Below it, confidence is too low where wrong labels name classes that the images resemble, and too high elsewhere.
const MIN_CALIBRATED: f64 = 0.5;
/// How many labels must be wrong, by all confidences together. With fewer, the part that is wrong is mostly assumed.
const MIN_WRONG: f64 = 10.0;

/// The suspects by the [scores](super::LabelScores) of one or several views, most suspicious first.
///
/// Views after the first are used only where more labels of the train set are told with them. Where no more labels are
/// told than by naming the most frequent class each time, nothing was learned, and there are no suspects. Images of one
/// value are none either, because there is nothing to see in them.
///
/// # Panics
/// When there is no view, or one does not have a row for each item and a column for each class.
#[must_use]
pub fn rank(labelling: &Labelling, views: &[Vec<f32>]) -> Vec<Suspect> {
    let classes = labelling.classes();
    let expected = labelling.labels().len() * classes.len();
    assert!(views.iter().all(|scores| scores.len() == expected), "each item has a score for each class");
    let Some(scores) = combine(labelling, views) else { return Vec::new() };
    let row = |item: usize| &scores[item * classes.len()..][..classes.len()];
    let known =
        |item: usize| Some((row(item), labelling.column(item)?)).filter(|(row, _)| row.iter().any(|&s| s != 0.0));
    let calibration = Calibration::fit(&labelling.train().filter_map(known).collect::<Vec<_>>());
    let suspect = |item: usize| {
        let (row, column) = known(item)?;
        let [suggested, runner_up] = best_others(row, column);
        let suggested = suggested?;
        let confidence = calibration.confidence(row, column);
        let runner_up = runner_up.map(|column| classes[column]);
        (confidence >= MIN_CONFIDENCE).then(|| Suspect {
            item,
            label: classes[column],
            suggested: classes[suggested],
            runner_up,
            confidence,
            calibrated: confidence >= MIN_CALIBRATED,
        })
    };
    let mut suspects: Vec<_> = (0..labelling.labels().len()).filter_map(suspect).collect();
    if suspects.iter().map(|suspect| suspect.confidence).sum::<f64>() < MIN_WRONG {
        for suspect in &mut suspects {
            suspect.calibrated = false;
        }
    }
    suspects.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then(a.item.cmp(&b.item)));
    suspects
}

/// The mean of the views' scores, as long as each view helps; `None` where nothing was learned.
fn combine(labelling: &Labelling, views: &[Vec<f32>]) -> Option<Vec<f32>> {
    let (first, others) = views.split_first().expect("a view");
    let mut best = first.clone();
    let mut hits = count_hits(labelling, &best);
    for (used, view) in others.iter().enumerate() {
        let weight = 1.0 / (used as f32 + 2.0);
        let mixed: Vec<f32> = best.iter().zip(view).map(|(best, view)| best + weight * (view - best)).collect();
        let of_mixed = count_hits(labelling, &mixed);
        if of_mixed > hits {
            (best, hits) = (mixed, of_mixed);
        }
    }
    let mut counts = vec![0_usize; labelling.classes().len()];
    labelling.train().filter_map(|item| labelling.column(item)).for_each(|column| counts[column] += 1);
    let [all, most] = [counts.iter().sum::<usize>() as f64, *counts.iter().max()? as f64];
    // Chance rarely adds three standard deviations, each of which is at most half the root of the number of items. Where
    // nearly all are of one class, no more than half of the others have to be told.
    let chance = (1.5 * all.sqrt()).min((all - most) / 2.0);
    (hits as f64 > most + chance).then_some(best)
}

/// How many items of the train set have their label's class as the best.
fn count_hits(labelling: &Labelling, scores: &[f32]) -> usize {
    let classes = labelling.classes().len();
    let hit = |&item: &usize| {
        labelling.column(item).is_some_and(|column| {
            let row = &scores[item * classes..][..classes];
            row.iter().all(|&score| score <= row[column])
        })
    };
    labelling.train().filter(hit).count()
}

/// The two best classes other than one's own.
fn best_others(row: &[f32], own: usize) -> [Option<usize>; 2] {
    let mut best = [None; 2];
    for (column, &score) in row.iter().enumerate().filter(|&(column, _)| column != own) {
        let beats = |other: Option<usize>| other.is_none_or(|other| score > row[other]);
        if beats(best[0]) {
            best = [Some(column), best[0]];
        } else if beats(best[1]) {
            best[1] = Some(column);
        }
    }
    best
}
