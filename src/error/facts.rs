//! Errors and warnings as data.

/// The numbers of an [`Error`](super::Error) or [`Warning`](super::Warning) under common names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Facts {
    /// The name of the variant; of the innermost one if they are nested. Names of gzip faults start with "Gzip".
    pub name: &'static str,
    /// The offset in bytes.
    pub offset: Option<u64>,
    /// The number that should be there.
    pub expected: Option<u64>,
    /// The number that is there.
    pub found: Option<u64>,
    /// The number of whole items in `found` bytes.
    pub items: Option<u64>,
    /// The line of a text, from 1.
    pub row: Option<u64>,
    /// The field of that line, from 1.
    pub in_row: Option<u64>,
}

impl Facts {
    pub(super) fn named(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }

    pub(super) fn at(self, offset: u64) -> Self {
        Self { offset: Some(offset), ..self }
    }

    pub(super) fn expected(self, expected: u64) -> Self {
        Self { expected: Some(expected), ..self }
    }

    pub(super) fn found(self, found: u64) -> Self {
        Self { found: Some(found), ..self }
    }

    pub(super) fn in_text(self, line: u64, column: u64) -> Self {
        Self { row: Some(line), in_row: Some(column), ..self }
    }
}
