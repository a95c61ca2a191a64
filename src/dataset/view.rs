//! Views: the ways to show an array, which of them fit it, and which is the usual one.

use crate::{
    dataset::{
        images::{Arrangement, Raster},
        slot::Slot,
    },
    format::layout::Layout,
};

/// A way to show the items of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Each item as a picture.
    Images,
    /// A slice of each item as a picture, where items have more than two dimensions.
    Slice,
    /// Each item as a row of one picture of the whole matrix.
    HeatMap,
    /// Each item as a line through its values.
    Signals,
    /// Each item as a row of numbers.
    Table,
    /// Each item as a number.
    Labels,
    /// All items as one line with a value per item.
    Plot,
}

/// Limit of the slices that are shown as one strip.
const MAX_STRIP: u32 = 16;

/// From this many floats on, with one per item, they are a signal rather than labels.
const MIN_SIGNAL: u64 = 64;

impl View {
    /// Every view.
    pub const ALL: [Self; 7] =
        [Self::Images, Self::Slice, Self::HeatMap, Self::Signals, Self::Table, Self::Labels, Self::Plot];

    /// The views that fit the array in a slot, the usual one first.
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
            (_, []) if floats && layout.items() >= MIN_SIGNAL => &[Self::Plot, Self::Labels, Self::Table],
            (_, []) => &[Self::Labels, Self::Plot, Self::Table],
            (Slot::Labels, _) => &[Self::Labels, Self::Table],
            (Slot::Images, [_]) if Raster::of(layout).arrangement == Arrangement::Row => {
                &[Self::HeatMap, Self::Signals, Self::Table, Self::Images]
            }
            (Slot::Images, [_]) => &[Self::Images, Self::HeatMap, Self::Signals, Self::Table],
            (Slot::Images, [_, _]) => &[Self::Images],
            (Slot::Images, &[slices, _, _])
                if Raster::of(layout).arrangement != Arrangement::Slices || slices <= MAX_STRIP =>
            {
                &[Self::Images, Self::Slice]
            }
            (Slot::Images, _) => &[Self::Slice, Self::Images],
        }
    }

    /// The views of signals whose length would suit square images.
    pub(crate) const SIGNALS: &'static [Self] = &[Self::Signals, Self::HeatMap, Self::Table, Self::Images];

    /// The name of the view.
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
        Self::ALL.into_iter().find(|view| view.name() == name)
    }

    /// Whether an item is a single row of values, whatever images its elements could be.
    #[must_use]
    pub fn is_flat(self) -> bool {
        matches!(self, Self::HeatMap | Self::Signals | Self::Table)
    }
}
