//! Labels as numbers of classes, which the methods take.

/// The labels of all images.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// As they arrived; NaN where there is none.
    given: Vec<f64>,
    /// The labels that occur, ascending.
    values: Vec<f64>,
    /// For each image the place of its label among the values.
    classes: Vec<Option<u32>>,
}

impl Labels {
    pub(super) fn extend(&mut self, labels: &[f64]) {
        self.given.extend_from_slice(labels);
    }

    /// Numbers the classes, once all labels are here.
    pub(super) fn number(&mut self) {
        self.values = self.given.iter().copied().filter(|label| !label.is_nan()).collect();
        self.values.sort_by(f64::total_cmp);
        self.values.dedup();
        let class = |label: &f64| self.values.binary_search_by(|value| value.total_cmp(label)).ok();
        self.classes = self.given.iter().map(|label| class(label)?.try_into().ok()).collect();
    }

    /// The class of each image, if it has a label.
    pub(super) fn classes(&self) -> &[Option<u32>] {
        &self.classes
    }

    /// The label of each class.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The label of a class.
    pub(super) fn value(&self, class: u32) -> f64 {
        self.values[class as usize]
    }
}
