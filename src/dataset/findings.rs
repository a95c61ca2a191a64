//! Findings from the values of a file: their range, their borders, and better ways to read or show them.

use crate::{
    dataset::{
        border::Border,
        channels,
        range::{Bytes, ValueRange},
        signals,
    },
    format::{
        layout::Layout,
        sample::Sample,
        suggestion::{self, Fault, Suggestion},
        text_damage::TextDamage,
    },
};

/// The findings from the items that have passed.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    range: ValueRange,
    border: Border,
    is_judged: bool,
    detected_shape: Option<Vec<u32>>,
    are_signals: bool,
    suggestions: Vec<Suggestion>,
    text_damage: Option<TextDamage>,
    /// The bytes of an element that was cut.
    partial: Vec<u8>,
}

impl Findings {
    /// What was found in a file that makes sense as it is.
    pub(crate) fn known(
        range: ValueRange,
        border: Border,
        detected_shape: Option<Vec<u32>>,
        are_signals: bool,
    ) -> Self {
        Self { range, border, detected_shape, are_signals, is_judged: true, ..Self::default() }
    }

    /// The range of the values, and how many are not finite.
    pub(crate) fn range(&self) -> &ValueRange {
        &self.range
    }

    /// Takes over what is known of values of u8: see [`ValueRange::set_bytes`].
    pub(crate) fn set_bytes(&mut self, bytes: Bytes) {
        self.range.set_bytes(bytes);
    }

    /// Values at the edges of the first images.
    pub(crate) fn border(&self) -> &Border {
        &self.border
    }

    /// The item shape in which the values make more sense than in the header's.
    pub(crate) fn detected_shape(&self) -> Option<&[u32]> {
        self.detected_shape.as_deref()
    }

    /// Whether the values are those of signals, although their number would suit square images.
    pub(crate) fn are_signals(&self) -> bool {
        self.are_signals
    }

    /// Other layouts in which the file would make more sense.
    pub(crate) fn suggestions(&self) -> &[Suggestion] {
        &self.suggestions
    }

    /// What happened to the file if a program handled it as text.
    pub(crate) fn text_damage(&self) -> Option<TextDamage> {
        self.text_damage
    }

    /// Whether [`Findings::judge`] was called.
    pub(crate) fn is_judged(&self) -> bool {
        self.is_judged
    }

    /// Takes the next whole items, big-endian.
    pub(crate) fn add_items(&mut self, layout: &Layout, items: &[u8]) {
        self.range.extend(layout.element_type(), items);
        self.border.extend(layout, items);
    }

    /// Takes the next bytes of items that are too large to be collected, as the file has them. Their edges do not count.
    pub(crate) fn add_elements(&mut self, layout: &Layout, bytes: &[u8]) {
        let Self { range, partial, .. } = self;
        partial.extend_from_slice(bytes);
        let size = layout.element_type().size();
        let whole = partial.len() / size * size;
        layout.convert_byte_order(&mut partial[..whole]);
        range.extend(layout.element_type(), &partial[..whole]);
        partial.drain(..whole);
    }

    /// Judges the first bytes of the file, the first values, the length of all elements in bytes if that is known, and the
    /// bytes that follow the last element. The shape is detected only once, so that the images do not change again.
    pub(crate) fn judge(
        &mut self,
        layout: &Layout,
        head: &[u8],
        sample: &Sample,
        length: Option<u64>,
        following: &[u8],
    ) {
        if !self.is_judged {
            let mut elements = sample.elements().to_vec();
            layout.convert_byte_order(&mut elements);
            let values: Vec<f64> = layout.element_type().values(&elements).collect();
            self.detected_shape = channels::detect(layout, &values);
            self.are_signals = signals::detect(layout, &values);
            self.is_judged = true;
        }
        self.text_damage = TextDamage::detect(layout, [head, sample.elements(), following], length);
        self.suggestions = suggestion::suggestions(layout, sample.elements(), length);
        self.suggestions.extend(suggestion::another_array(layout, following));
    }

    /// Suggests the number of items that fills the length of all elements, where nothing else explains it for sure.
    pub(crate) fn suggest_count(&mut self, layout: &Layout, sample: &Sample, length: Option<u64>) {
        let is_sure = self.suggestions.iter().any(|suggestion| suggestion.fault != Fault::Width)
            || !self.suggestions.is_empty() && !suggestion::makes_sense(layout, sample.elements());
        if !is_sure {
            self.suggestions.extend(suggestion::other_count(layout, length));
        }
    }
}
