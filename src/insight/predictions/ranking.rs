//! Lists of items that are worth a look, the most telling first.

use super::{Evaluation, evaluation::Certainty};

impl Evaluation {
    /// The items predicted wrong, the surest first. Empty where only a class is predicted.
    #[must_use]
    pub fn confident_errors(&self) -> Vec<u32> {
        self.ranked(Some(false), |certainty| &certainty.doubt, false)
    }

    /// The items predicted right, the least sure first. Empty where only a class is predicted.
    #[must_use]
    pub fn unsure_hits(&self) -> Vec<u32> {
        self.ranked(Some(true), |certainty| &certainty.doubt, true)
    }

    /// All items with a prediction, those first whose two likeliest classes are closest. Empty where only a class is predicted.
    #[must_use]
    pub fn smallest_margins(&self) -> Vec<u32> {
        self.ranked(None, |certainty| &certainty.margin, false)
    }

    /// How sure the prediction of an item is: the probability of its class, and how much likelier that is than the
    /// second. `None` where only a class or none is predicted, or where there is no such item.
    #[must_use]
    pub fn confidence(&self, item: usize) -> Option<(f64, f64)> {
        let Certainty { confidence, margin, .. } = self.certainty.as_ref()?;
        let found = (*confidence.get(item)?, *margin.get(item)?);
        (!found.0.is_nan()).then_some(found)
    }

    /// The items with this outcome, or all, by a figure. Equal ones are in the order of their numbers.
    fn ranked(&self, outcome: Option<bool>, figure: fn(&Certainty) -> &Vec<f64>, is_descending: bool) -> Vec<u32> {
        let Some(figure) = self.certainty.as_ref().map(figure) else { return Vec::new() };
        let has_outcome = |found: Option<bool>| outcome.is_none() || found == outcome;
        let mut items: Vec<u32> = self
            .outcomes()
            .filter(|&(item, found)| has_outcome(found) && !figure[item as usize].is_nan())
            .map(|(item, _)| item)
            .collect();
        items.sort_by(|&one, &other| {
            let order = figure[one as usize].total_cmp(&figure[other as usize]);
            if is_descending { order.reverse() } else { order }
        });
        items
    }
}
