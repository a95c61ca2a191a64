//! Arrays in files that hold several: each is a part of the file, and with a header before it a NumPy array. Class names beside
//! them are a text.

use std::ops::Range;

use crate::format::{layout::Layout, npy, zip::visible};

/// An array in a file, or a text about the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    name: String,
    head: Vec<u8>,
    range: Range<u64>,
    is_cut: bool,
    is_text: bool,
}

impl Member {
    /// An array with its elements in that range, or the first of them. Those that NumPy's header has no type or shape for
    /// have no layout. `None` if no name is left that can be shown.
    pub(super) fn new(name: &str, layout: Option<&Layout>, is_fortran: bool, range: Range<u64>) -> Option<Self> {
        let head = |it: &Layout| npy::header(it.element_type(), it.byte_order(), it.shape(), is_fortran);
        Self::with_head(name, layout, head, range)
    }

    /// An array of texts in that range. The last dimension of the layout has their characters.
    pub(super) fn texts(name: &str, layout: Option<&Layout>, range: Range<u64>) -> Option<Self> {
        Self::with_head(name, layout, npy::text_header, range)
    }

    fn with_head(
        name: &str,
        layout: Option<&Layout>,
        head: impl FnOnce(&Layout) -> Vec<u8>,
        range: Range<u64>,
    ) -> Option<Self> {
        let name = visible(name.as_bytes());
        let head = layout.map(head);
        let is_cut = layout.is_some_and(|it| it.byte_len() > range.end - range.start);
        let (head, is_text) = (head.unwrap_or_default(), false);
        (!name.is_empty()).then(|| Self { name: format!("{name}.npy"), head, range, is_cut, is_text })
    }

    /// A text in that range.
    pub(super) fn text(name: &str, range: Range<u64>) -> Option<Self> {
        let name = visible(name.as_bytes());
        let text = || Self { name: format!("{name}.txt"), head: Vec::new(), range, is_cut: false, is_text: true };
        (!name.is_empty()).then(text)
    }

    /// Its name as that of a file, whose folders do not lead out of the file that holds it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes that go before its elements, so that they are a NumPy array; none if it cannot be read, and of a text.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// Where its elements are.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// Whether its last elements are missing, because the file is damaged.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Whether it can be read: its elements are numbers of a known type, or it is a text.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.is_text || !self.head.is_empty()
    }
}
