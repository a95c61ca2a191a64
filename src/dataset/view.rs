//! Ways to look at an array: which of them make sense for it, and which is the first.

use crate::{
    dataset::{
        Slot,
        images::{Arrangement, Raster},
    },
    format::layout::Layout,
};

/// A way to look at the items of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Each as a picture.
    Images,
    /// A slice of each, of more than two dimensions, as a picture.
    Slice,
    /// Each as a row of one picture, which is the whole matrix.
    HeatMap,
    /// Each as a line through its values.
    Signals,
    /// Each as a line of numbers.
    Table,
    /// Each as a number.
    Labels,
    /// All as one line, of a value per item.
    Plot,
}

/// More slices than this are no strip that one looks at as a whole.
const LONGEST_STRIP: u32 = 16;

/// So many floats, one per item, are a signal rather than labels.
const LONG: u64 = 64;

impl View {
    /// The ways that make sense for the array in a slot, the usual one first.
    ///
    /// ```
    /// use idxlens::dataset::{Slot, view::View};
    /// use idxlens::format::{element::ElementType, layout::Layout};
    ///
    /// let views = |shape: &[u32]| Ok::<_, idxlens::error::Error>(View::of(&Layout::new(ElementType::U8, shape.to_vec())?, Slot::Images));
    /// assert_eq!(views(&[60_000, 28, 28])?, [View::Images]);
    /// assert_eq!(views(&[150, 4])?[0], View::HeatMap);
    /// # Ok::<(), idxlens::error::Error>(())
    /// ```
    #[must_use]
    pub fn of(layout: &Layout, slot: Slot) -> &'static [Self] {
        let floats = layout.element_type().is_float();
        match (slot, layout.item_shape()) {
            (_, []) if layout.rank() == 0 => &[Self::Labels],
            (_, []) if floats && layout.items() >= LONG => &[Self::Plot, Self::Labels, Self::Table],
            (_, []) => &[Self::Labels, Self::Plot, Self::Table],
            (Slot::Labels, _) => &[Self::Labels, Self::Table],
            (Slot::Images, [_]) if Raster::of(layout).how == Arrangement::Row => {
                &[Self::HeatMap, Self::Signals, Self::Table, Self::Images]
            }
            (Slot::Images, [_]) => &[Self::Images, Self::HeatMap, Self::Signals, Self::Table],
            (Slot::Images, [_, _]) => &[Self::Images],
            (Slot::Images, &[slices, _, _])
                if Raster::of(layout).how != Arrangement::Slices || slices <= LONGEST_STRIP =>
            {
                &[Self::Images, Self::Slice]
            }
            (Slot::Images, _) => &[Self::Slice, Self::Images],
        }
    }

    /// The name of a way.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Images => "images",
            Self::Slice => "slice",
            Self::HeatMap => "heat",
            Self::Signals => "signals",
            Self::Table => "table",
            Self::Labels => "labels",
            Self::Plot => "plot",
        }
    }

    /// The inverse of [`View::name`].
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::Images, Self::Slice, Self::HeatMap, Self::Signals, Self::Table, Self::Labels, Self::Plot];
        all.into_iter().find(|view| view.name() == name)
    }

    /// Whether an item is a single row of values, whatever images its elements could be.
    #[must_use]
    pub fn is_flat(self) -> bool {
        matches!(self, Self::HeatMap | Self::Signals | Self::Table)
    }
}
