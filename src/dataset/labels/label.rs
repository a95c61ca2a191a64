//! A label, and the order of labels.

use std::cmp::Ordering;

use super::LabelSource;
use crate::format::layout::Layout;

/// A label: one number. Integer types hold class numbers; floats occur too, as regression targets.
#[derive(Clone, Copy, Debug)]
pub struct Label(pub f64);

impl Label {
    /// The label of an item, if it has one.
    pub(crate) fn of(layout: &Layout, item: &[u8], source: LabelSource) -> Option<Self> {
        let mut values = layout.element_type().values(item);
        match source {
            // Minus zero is zero.
            LabelSource::Column(column) => values.nth(usize::try_from(column).ok()?).map(|value| Self(value + 0.0)),
            LabelSource::OneHot => {
                let largest = (0_u32..).zip(values).reduce(|best, next| if next.1 > best.1 { next } else { best });
                largest.map(|(column, _)| Self(column.into()))
            }
        }
    }
}

/// Numeric order, with NaN after everything else.
impl Ord for Label {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.partial_cmp(&other.0).unwrap_or_else(|| self.0.is_nan().cmp(&other.0.is_nan()))
    }
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Label {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Label {}
