//! What a pass over labels in a .gz has found out, kept for the next visit: what they are and how often each occurs, then
//! the index of their array.

use super::{Counts, Label, LabelSource, Labels};
use crate::format::packed::{Packer, Unpacker};

/// The magic number of the first part, with the version of the form.
const MAGIC: [u8; 8] = *b"idxlabl\x01";

/// All that is known of the items beside their array.
#[derive(Debug)]
pub(super) struct Known {
    passed: u64,
    one_hot: bool,
    exceptions: (u64, Vec<u64>),
    counts: Counts,
}

impl Labels {
    /// Part `number`, from 0, of what the pass has found out: see [`Store::index_part`](crate::dataset::store::Store::index_part).
    #[must_use]
    pub fn index_part(&self, number: usize) -> Option<Vec<u8>> {
        let part = self.store.index_part(number.saturating_sub(1))?;
        Some(if number > 0 { part } else { self.first_part() })
    }

    /// Takes the next part of what an earlier pass found out about labels that are read in the same way, and ends the pass
    /// at the last: see [`Store::recall`](crate::dataset::store::Store::recall).
    pub fn recall(&mut self, part: &[u8]) -> Option<bool> {
        if let Some(known) = self.known_by(part) {
            self.known = Some(known);
            return None;
        }
        let Some(known) = self.known.take() else { return Some(false) };
        let recalled = self.store.recall(part);
        match recalled {
            None => self.known = Some(known),
            Some(true) => {
                (self.passed, self.one_hot) = (known.passed, known.one_hot);
                (self.exceptions, self.counts) = (known.exceptions, known.counts);
            }
            Some(false) => {}
        }
        recalled
    }

    fn first_part(&self) -> Vec<u8> {
        let mut packer = Packer::new(MAGIC);
        packer.u64s(&numbers(self.chosen));
        packer.u64s(&[self.passed, self.one_hot.into(), self.exceptions.0, self.counts.uncounted]);
        packer.u64s(&self.exceptions.1);
        packer.f64s(&self.counts.classes.keys().map(|label| label.0).collect::<Vec<_>>());
        packer.u64s(&self.counts.classes.values().copied().collect::<Vec<_>>());
        packer.finish()
    }

    /// What a first part says.
    fn known_by(&self, part: &[u8]) -> Option<Known> {
        let mut unpacker = Unpacker::new(MAGIC, part)?;
        let has_same_source = unpacker.u64s() == numbers(self.chosen);
        let [passed, one_hot, exceptions, uncounted] = unpacker.u64s()[..] else { return None };
        let first = unpacker.u64s();
        let (labels, counts) = (unpacker.f64s(), unpacker.u64s());
        unpacker.end()?;
        let fits = has_same_source
            && first.len() <= Self::MAX_EXCEPTIONS
            && labels.len() == counts.len()
            && labels.len() <= Self::MAX_CLASSES
            && counts.iter().try_fold(uncounted, |sum, &count| sum.checked_add(count)).is_some_and(|sum| sum <= passed);
        let classes = labels.into_iter().map(Label).zip(counts).collect();
        fits.then_some(Known {
            passed,
            one_hot: one_hot == 1,
            exceptions: (exceptions, first),
            counts: Counts { classes, uncounted },
        })
    }
}

/// A choice as numbers.
fn numbers(chosen: Option<LabelSource>) -> Vec<u64> {
    match chosen {
        None => Vec::new(),
        Some(LabelSource::Column(column)) => vec![column],
        Some(LabelSource::OneHot) => vec![0, 1],
    }
}
