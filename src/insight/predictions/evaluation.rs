//! How predictions compare with labels.

use super::{Predictions, calibration::Calibration};
use crate::dataset::labels::Label;

/// Stands for the class of an item without a label, or without a prediction.
const NONE: u32 = u32::MAX;

/// Predictions beside the labels of the same items. Items without a label or without a prediction count nowhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    classes: Vec<Label>,
    labels: Vec<u32>,
    predicted: Vec<u32>,
    cells: Vec<Cell>,
    pub(super) certainty: Option<Certainty>,
}

/// How sure the predictions are, item by item; NaN of one without a prediction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Certainty {
    /// The probability of the predicted class.
    pub(super) confidence: Vec<f64>,
    /// Orders items as the confidence does, the surest first, and also where that is rounded to 1.
    pub(super) doubt: Vec<f64>,
    /// How much likelier it is than the second.
    pub(super) margin: Vec<f64>,
    /// How many classes are likelier than the label; the number of classes where no column stands for the label,
    /// or none is predicted.
    rank: Vec<usize>,
}

/// Items of one class for which one class is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The place of the label among [`Evaluation::classes`].
    pub label: u32,
    /// The place of the predicted class.
    pub predicted: u32,
    /// How many there are.
    pub items: u32,
}

/// How well one class is predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClassFigures {
    /// Items with this label.
    pub support: u32,
    /// Items for which it is predicted.
    pub predicted: u32,
    /// Items that are both.
    pub hits: u32,
}

impl ClassFigures {
    /// Which part of its predictions is right; `None` where it is not predicted.
    #[must_use]
    pub fn precision(&self) -> Option<f64> {
        ratio(self.hits, self.predicted)
    }

    /// Which part of its items is found; `None` where no item has this label.
    #[must_use]
    pub fn recall(&self) -> Option<f64> {
        ratio(self.hits, self.support)
    }

    /// The harmonic mean of precision and recall, 0 where one of them is not defined, as scikit-learn has it.
    #[must_use]
    pub fn f1(&self) -> f64 {
        ratio(2 * self.hits, self.support + self.predicted).unwrap_or(0.0)
    }
}

impl Evaluation {
    /// Compares predictions with the labels of the same items, NaN where an item has none.
    ///
    /// # Panics
    /// When there are more or fewer labels than predictions.
    #[must_use]
    pub fn new(predictions: &Predictions, labels: &[f64]) -> Self {
        assert_eq!(predictions.len(), labels.len(), "a label for each item");
        let labels: Vec<Label> = labels.iter().copied().map(Label).collect();
        let predicted: Vec<Label> = (0..predictions.len()).map(|item| predictions.class(item)).collect();
        let mut classes: Vec<Label> =
            labels.iter().chain(&predicted).copied().filter(|class| !class.0.is_nan()).collect();
        classes.sort_unstable();
        classes.dedup();
        let place = |class: &Label| classes.binary_search(class).ok().and_then(|place| u32::try_from(place).ok());
        let places = |values: &[Label]| values.iter().map(|class| place(class).unwrap_or(NONE)).collect::<Vec<_>>();
        let [labels, predicted] = [places(&labels), places(&predicted)];
        let cells = cells(&labels, &predicted);
        let certainty = Certainty::of(predictions, &labels, &classes);
        Self { classes, labels, predicted, cells, certainty }
    }

    /// Every class that is a label or predicted, in ascending order.
    #[must_use]
    pub fn classes(&self) -> &[Label] {
        &self.classes
    }

    /// The class predicted for each item; NaN where none is.
    #[must_use]
    pub fn predicted(&self) -> impl ExactSizeIterator<Item = Label> {
        self.predicted.iter().map(|&place| self.classes.get(place as usize).copied().unwrap_or(Label(f64::NAN)))
    }

    /// How many items have a prediction.
    #[must_use]
    pub fn covered(&self) -> u32 {
        let places = self.predicted.iter().filter(|&&place| place != NONE);
        u32::try_from(places.count()).unwrap_or(u32::MAX)
    }

    /// The confusion matrix: its cells that are not empty, row by row of labels.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many items have a label and a prediction.
    #[must_use]
    pub fn compared(&self) -> u32 {
        self.cells.iter().map(|cell| cell.items).sum()
    }

    /// How many items are predicted right.
    #[must_use]
    pub fn hits(&self) -> u32 {
        self.cells.iter().filter(|cell| cell.label == cell.predicted).map(|cell| cell.items).sum()
    }

    /// Which part of the items that are compared is predicted right; `None` if there are none.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        ratio(self.hits(), self.compared())
    }

    /// For which part of the items the label is among the `k` likeliest classes; `None` if no item is compared, or where only a
    /// class is predicted.
    #[must_use]
    pub fn top(&self, k: usize) -> Option<f64> {
        let certainty = self.certainty.as_ref()?;
        let outcomes = self.outcomes().zip(&certainty.rank);
        let hits = outcomes.filter(|&((_, outcome), &rank)| outcome.is_some() && rank < k).count();
        ratio(u32::try_from(hits).unwrap_or(u32::MAX), self.compared())
    }

    /// The figures of each class, in the order of [`Evaluation::classes`].
    #[must_use]
    pub fn figures(&self) -> Vec<ClassFigures> {
        let mut figures = vec![ClassFigures::default(); self.classes.len()];
        for &Cell { label, predicted, items } in &self.cells {
            figures[label as usize].support += items;
            figures[predicted as usize].predicted += items;
            if label == predicted {
                figures[label as usize].hits += items;
            }
        }
        figures
    }

    /// The mean of the classes' precision, recall and F1, each class with the same weight. What is not defined counts
    /// as 0, as in scikit-learn. Classes that are only predicted for items without a label count nowhere.
    #[must_use]
    pub fn averages(&self) -> Option<[f64; 3]> {
        let mut figures = self.figures();
        figures.retain(|figures| figures.support + figures.predicted > 0);
        let count = f64::from(u32::try_from(figures.len()).unwrap_or(u32::MAX));
        let mean = |figure: fn(&ClassFigures) -> f64| figures.iter().map(figure).sum::<f64>() / count;
        (!figures.is_empty()).then(|| {
            [
                mean(|figures| figures.precision().unwrap_or(0.0)),
                mean(|figures| figures.recall().unwrap_or(0.0)),
                mean(ClassFigures::f1),
            ]
        })
    }

    /// How far confidence and accuracy agree; `None` if no item is compared, or where only a class is predicted.
    #[must_use]
    pub fn calibration(&self) -> Option<Calibration> {
        let confidence = &self.certainty.as_ref()?.confidence;
        let outcomes = self.outcomes().zip(confidence);
        Calibration::of(outcomes.filter_map(|((_, is_hit), &confidence)| Some((confidence, is_hit?))))
    }

    /// The items in a cell of the confusion matrix, or in all cells of a row or a column of it, in ascending order.
    #[must_use]
    pub fn items(&self, label: Option<u32>, predicted: Option<u32>) -> Vec<u32> {
        let items = (0..).zip(&self.labels).zip(&self.predicted);
        let is_in = |wanted: Option<u32>, place: u32| wanted.is_none_or(|wanted| wanted == place);
        let found =
            items.filter(|&((_, &of), &as_)| of != NONE && as_ != NONE && is_in(label, of) && is_in(predicted, as_));
        found.map(|((item, _), _)| item).collect()
    }

    /// The items that are predicted right, or wrong, in ascending order.
    #[must_use]
    pub fn outcome(&self, is_hit: bool) -> Vec<u32> {
        self.outcomes().filter(|&(_, outcome)| outcome == Some(is_hit)).map(|(item, _)| item).collect()
    }

    /// The items without a prediction, in ascending order.
    #[must_use]
    pub fn missing(&self) -> Vec<u32> {
        (0..).zip(&self.predicted).filter(|&(_, &place)| place == NONE).map(|(item, _)| item).collect()
    }

    /// Whether each item is predicted right; `None` of one without a label or a prediction.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (u32, Option<bool>)> {
        let pairs = self.labels.iter().zip(&self.predicted);
        (0..).zip(pairs.map(|(&label, &predicted)| (label != NONE && predicted != NONE).then_some(label == predicted)))
    }
}

impl Certainty {
    fn of(predictions: &Predictions, labels: &[u32], classes: &[Label]) -> Option<Self> {
        let columns = predictions.classes();
        if columns.is_empty() {
            return None;
        }
        let mut found = Self { confidence: vec![], doubt: vec![], margin: vec![], rank: vec![] };
        for (item, &label) in labels.iter().enumerate() {
            let Some(row) = predictions.row(item) else {
                for figure in [&mut found.confidence, &mut found.doubt, &mut found.margin] {
                    figure.push(f64::NAN);
                }
                found.rank.push(columns.len());
                continue;
            };
            found.confidence.push(row.confidence());
            found.doubt.push(row.doubt());
            found.margin.push(row.margin());
            let column = classes.get(label as usize).and_then(|label| columns.binary_search(label).ok());
            found.rank.push(column.map_or(columns.len(), |column| row.rank(column)));
        }
        Some(found)
    }
}

/// The cells that are not empty, from the places of labels and predicted classes.
fn cells(labels: &[u32], predicted: &[u32]) -> Vec<Cell> {
    let pairs = labels.iter().zip(predicted).filter(|&(&label, &predicted)| label != NONE && predicted != NONE);
    let mut cells: Vec<Cell> = pairs.map(|(&label, &predicted)| Cell { label, predicted, items: 1 }).collect();
    cells.sort_unstable();
    cells.dedup_by(|next, cell| {
        let is_same = (next.label, next.predicted) == (cell.label, cell.predicted);
        cell.items += u32::from(is_same) * next.items;
        is_same
    });
    cells
}

pub(super) fn ratio(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}
