//! Figures of predictions beside those of scikit-learn, for random labels and predictions. Either side can lack classes of
//! the other, and some items have no label.
//!
//! Differences:
//! - A precision or recall that is not defined is 0 in scikit-learn, with a warning; idxlens leaves it open.
//! - Of classes with equal numbers, scikit-learn's top-k takes the last first; idxlens takes the first, as argmax does.

use std::{fmt::Write as _, fs};

use idxlens::insight::predictions::{Bin, ClassNames, Evaluation, Predictions};

use super::{Noise, folder, python};

const CASES: u32 = 300;
/// Sums are added up in another order.
const TOLERANCE: f64 = 1e-12;

/// The labels of a case, and the file of its predictions.
fn case(noise: &mut Noise, number: u32) -> (Vec<f64>, String) {
    let classes = 3 + noise.below(10);
    let items = 1 + noise.below(400);
    let has_rows = number.is_multiple_of(2);
    // Labels of classes that are never predicted, and the reverse.
    let [labels, predicted] = [0, 0].map(|_| 1 + noise.below(u64::from(classes)));
    let mut file = String::new();
    let labels = (0..items).map(|_| {
        let label = f64::from(noise.below(labels.into()));
        if has_rows {
            let row: Vec<f64> = (0..classes).map(|_| f64::from(1 + noise.below(1 << 30)).powi(3)).collect();
            let total: f64 = row.iter().sum();
            let row: Vec<_> = row.iter().map(|number| (number / total).to_string()).collect();
            writeln!(file, "{}", row.join(",")).unwrap();
        } else {
            // Often right.
            let class =
                if noise.below(3) > 0 { label } else { f64::from(classes - predicted + noise.below(predicted.into())) };
            writeln!(file, "{class}").unwrap();
        }
        if noise.below(20) == 0 { f64::NAN } else { label }
    });
    let mut labels: Vec<f64> = labels.collect();
    // scikit-learn takes no case without labels.
    labels[0] = 0.0;
    (labels, file)
}

/// The values of a figure by its name in predictions.py.
fn figure(found: &Evaluation, name: &str) -> Vec<f64> {
    // Classes that are only predicted for items without a label are none to scikit-learn.
    let figures: Vec<_> = found.figures().into_iter().zip(0_u32..).collect();
    let known: Vec<_> = figures.iter().filter(|(figures, _)| figures.support + figures.predicted > 0).collect();
    let bins = || found.calibration().unwrap().bins.into_iter().filter(|bin| bin.items > 0);
    let each = |value: &dyn Fn(&Bin) -> f64| bins().map(|bin| value(&bin)).collect();
    match name {
        "classes" => known.iter().map(|(_, class)| found.classes()[*class as usize].0).collect(),
        "accuracy" => found.accuracy().into_iter().collect(),
        "confusion" => {
            let cell = |label: u32, predicted: u32| {
                let cells = found.cells().iter().find(|cell| (cell.label, cell.predicted) == (label, predicted));
                cells.map_or(0.0, |cell| f64::from(cell.items))
            };
            known.iter().flat_map(|&&(_, label)| known.iter().map(move |&&(_, class)| cell(label, class))).collect()
        }
        "precision" => known.iter().map(|(figures, _)| figures.precision().unwrap_or(0.0)).collect(),
        "recall" => known.iter().map(|(figures, _)| figures.recall().unwrap_or(0.0)).collect(),
        "f1" => known.iter().map(|(figures, _)| figures.f1()).collect(),
        "support" => known.iter().map(|(figures, _)| f64::from(figures.support)).collect(),
        "averages" => found.averages().unwrap().to_vec(),
        "accuracies" => each(&|bin| bin.accuracy),
        "confidences" => each(&|bin| bin.confidence),
        "ece" => vec![found.calibration().unwrap().error],
        name => vec![found.top(name.strip_prefix("top-").unwrap().parse().unwrap()).unwrap()],
    }
}

#[test]
fn figures_of_predictions_agree_with_scikit_learn() {
    let folder = folder("predictions");
    let mut noise = Noise(13);
    let mut cases = Vec::new();
    for number in 0..CASES {
        let (labels, file) = case(&mut noise, number);
        let name = format!("{number:04}");
        let lines: Vec<_> = labels.iter().map(f64::to_string).collect();
        fs::write(folder.join(format!("{name}.labels")), lines.join("\n")).unwrap();
        let kind = if number.is_multiple_of(2) { "rows" } else { "classes" };
        fs::write(folder.join(format!("{name}.{kind}")), &file).unwrap();
        let predictions = Predictions::read(file.as_bytes(), &labels, &ClassNames::default()).unwrap();
        cases.push(Evaluation::new(&predictions, &labels));
    }
    let Some(told) = python("predictions.py", "sklearn", &[folder.to_str().unwrap()]) else { return };
    let mut compared = 0;
    for line in told.lines() {
        let mut parts = line.split('\t');
        let [case, name] = [(); 2].map(|()| parts.next().unwrap());
        let expected: Vec<f64> = parts.map(|value| value.parse().unwrap()).collect();
        let found = figure(&cases[case.parse::<usize>().unwrap()], name);
        let is_near = |(one, other): (&f64, &f64)| (one - other).abs() < TOLERANCE;
        assert!(
            found.len() == expected.len() && found.iter().zip(&expected).all(is_near),
            "{case} {name}: {found:?}, but scikit-learn has {expected:?}"
        );
        compared += 1;
    }
    assert!(compared > 8 * CASES, "{compared} figures");
}
