//! Two predictions of the same items.

use super::Evaluation;

/// Where two predictions of the same items agree with each other and with the labels. Items are in ascending order;
/// those without a label are only in the first list, and those that only one of them predicts in none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Items for which they predict different classes.
    pub disagreements: Vec<u32>,
    /// Items for which both are right.
    pub both_right: Vec<u32>,
    /// Items for which only the first is right.
    pub only_first: Vec<u32>,
    /// Items for which only the second is right.
    pub only_second: Vec<u32>,
    /// Items for which both are wrong.
    pub both_wrong: Vec<u32>,
}

impl Comparison {
    /// Compares two evaluations of the same items.
    #[must_use]
    pub fn of(first: &Evaluation, second: &Evaluation) -> Self {
        let mut found = Self::default();
        let classes = first.predicted().zip(second.predicted());
        for ((item, class), (one, other)) in (0..).zip(classes).zip(first.outcomes().zip(second.outcomes())) {
            if class.0 != class.1 && !class.0.0.is_nan() && !class.1.0.is_nan() {
                found.disagreements.push(item);
            }
            match (one.1, other.1) {
                (Some(true), Some(true)) => found.both_right.push(item),
                (Some(true), Some(false)) => found.only_first.push(item),
                (Some(false), Some(true)) => found.only_second.push(item),
                (Some(false), Some(false)) => found.both_wrong.push(item),
                _ => {}
            }
        }
        found
    }
}
