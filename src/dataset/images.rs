//! How one item becomes a picture: its rows and columns.

use crate::format::header::Header;

/// The rows and columns of an item drawn as a picture, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageSize {
    /// Height.
    pub rows: u64,
    /// Width.
    pub columns: u64,
    /// Whether that is how the header says it, or a shape we chose.
    pub how: Arrangement,
}

/// Where an item's rows and columns come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Two dimensions: rows and columns as they are.
    Image,
    /// A single element.
    Scalar,
    /// One dimension: a row.
    Row,
    /// One dimension whose length is a square number: folded into a square, as flattened images are.
    Square,
    /// Three or more dimensions: slices of the last two, one below the other.
    Slices,
    /// Three or more dimensions, the last of them at most 4 long: channels beside each other.
    Channels,
}

/// A row this short is a few numbers, not an image that lost its shape.
const SMALLEST_FOLDED: u32 = 64;

impl ImageSize {
    /// How the items of an array are drawn.
    #[must_use]
    pub fn of(header: &Header) -> Self {
        let elements = header.item_elements();
        let rows_of = |columns: u64| elements.checked_div(columns).unwrap_or(0);
        let (rows, columns, how) = match *header.item_shape() {
            [] => (1, 1, Arrangement::Scalar),
            [length] if length >= SMALLEST_FOLDED && length.isqrt().pow(2) == length => {
                let side = length.isqrt().into();
                (side, side, Arrangement::Square)
            }
            [length] => (1, length.into(), Arrangement::Row),
            [rows, columns] => (rows.into(), columns.into(), Arrangement::Image),
            [.., columns, channels @ 1..=4] => {
                let columns = u64::from(columns) * u64::from(channels);
                (rows_of(columns), columns, Arrangement::Channels)
            }
            [.., columns] => (rows_of(columns.into()), columns.into(), Arrangement::Slices),
        };
        Self { rows, columns, how }
    }

    /// What a person should be told about the arrangement; nothing when it is the header's own.
    #[must_use]
    pub fn description(&self) -> Option<String> {
        match self.how {
            Arrangement::Image | Arrangement::Scalar => None,
            Arrangement::Row => Some(format!("{} values in a row", self.columns)),
            Arrangement::Square => {
                Some(format!("{} values as {} x {}", self.rows * self.columns, self.rows, self.columns))
            }
            Arrangement::Slices => Some("slices one below the other".to_owned()),
            Arrangement::Channels => Some("channels side by side".to_owned()),
        }
    }
}
