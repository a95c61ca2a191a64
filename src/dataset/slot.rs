//! The parts of a dataset.

/// Which part of a dataset a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The images, or whatever the items are.
    Images = 0,
    /// The labels of the items.
    Labels = 1,
}
