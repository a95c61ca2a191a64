//! How one item is drawn: its rows, columns and channels, and where they are in the item.

use std::ops::Range;

use crate::{
    dataset::{axes::Axis, orientation::Orientation},
    format::{element::ElementType, layout::Layout},
};

pub use self::shapes::shapes;

mod shapes;

/// Where the pixels of an item are among its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Height.
    pub rows: u64,
    /// Width.
    pub columns: u64,
    /// Elements per pixel: 1, or 3 or 4 for a colour.
    pub channels: u64,
    /// Where rows and columns come from.
    pub arrangement: Arrangement,
    /// Index in the item of the first element drawn, before the orientation applies.
    start: u64,
    /// The distances from one row, column and channel to the next.
    strides: Strides,
    orientation: Orientation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Strides {
    row: u64,
    column: u64,
    channel: u64,
}

/// A direction of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From one row to the next.
    Row,
    /// From one column to the next.
    Column,
    /// From one channel of a pixel to the next.
    Channel,
}

/// A direction in which a picture has more than one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dimension {
    pub(crate) direction: Direction,
    /// Elements from one place to the next.
    pub(crate) stride: u64,
    /// Places.
    pub(crate) size: u64,
}

/// Where the rows and columns of an item come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Two dimensions: rows and columns.
    Image,
    /// A single element.
    Scalar,
    /// One dimension: a row.
    Row,
    /// One dimension whose length is a square number: folded into a square, as flattened images are.
    Square,
    /// One dimension of bytes, three times as long as a known square of colour images: all of red, then all of green,
    /// then all of blue, as in CIFAR-10.
    ColourSquare,
    /// Three dimensions, the last of them 3 or 4 long: red, green, blue, alpha of one pixel after the other.
    ChannelsLast,
    /// Three dimensions, the first of them 3 or 4 long: all of red, then all of green, ...
    ChannelsFirst,
    /// Three or more dimensions: slices of the last two, one below the other.
    Slices,
    /// One slice, along the dimensions that the user chose.
    Slice,
    /// Three or more dimensions, the last of them at most 4 long: channels side by side.
    Channels,
}

impl Arrangement {
    /// All arrangements.
    pub const ALL: [Self; 10] = [
        Self::Image,
        Self::Scalar,
        Self::Row,
        Self::Square,
        Self::ColourSquare,
        Self::ChannelsLast,
        Self::ChannelsFirst,
        Self::Slices,
        Self::Slice,
        Self::Channels,
    ];

    /// The name of the arrangement.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Scalar => "scalar",
            Self::Row => "row",
            Self::Square => "square",
            Self::ColourSquare => "colour-square",
            Self::ChannelsLast => "channels-last",
            Self::ChannelsFirst => "channels-first",
            Self::Slices => "slices",
            Self::Slice => "slice",
            Self::Channels => "channels",
        }
    }
}

/// Shorter rows are a few numbers rather than an image that lost its shape.
const MIN_FOLDED: u32 = 64;

/// Sides of well-known square colour images: `MNIST-M`, `CIFAR-10`, `Tiny ImageNet`, `STL-10`.
const COLOUR_SIDES: [u64; 4] = [28, 32, 64, 96];

impl Raster {
    /// How the items of an array are drawn.
    #[must_use]
    pub fn of(layout: &Layout) -> Self {
        let elements = layout.item_elements();
        let rows_of = |columns: u64| elements.checked_div(columns).unwrap_or(0);
        let plain = |rows, columns, arrangement| Self {
            rows,
            columns,
            channels: 1,
            arrangement,
            start: 0,
            strides: Strides { row: columns, column: 1, channel: 0 },
            orientation: Orientation::default(),
        };
        match *layout.item_shape() {
            [] => plain(1, 1, Arrangement::Scalar),
            [length] if length >= MIN_FOLDED && length.isqrt().pow(2) == length => {
                let side = length.isqrt().into();
                plain(side, side, Arrangement::Square)
            }
            [length] => {
                let is_coloured = |side: &u64| 3 * side * side == u64::from(length);
                match COLOUR_SIDES.into_iter().find(is_coloured) {
                    Some(side) if layout.element_type() == ElementType::U8 => {
                        let strides = Strides { row: side, column: 1, channel: side * side };
                        Self { channels: 3, strides, ..plain(side, side, Arrangement::ColourSquare) }
                    }
                    _ => plain(1, length.into(), Arrangement::Row),
                }
            }
            [rows, columns] => plain(rows.into(), columns.into(), Arrangement::Image),
            [rows, columns, channels @ 3..=4] => {
                let [rows, columns, channels] = [rows, columns, channels].map(u64::from);
                let strides = Strides { row: columns * channels, column: channels, channel: 1 };
                Self { channels, strides, ..plain(rows, columns, Arrangement::ChannelsLast) }
            }
            [channels @ 3..=4, rows, columns] => {
                let [rows, columns, channels] = [rows, columns, channels].map(u64::from);
                let strides = Strides { row: columns, column: 1, channel: elements / channels };
                Self { channels, strides, ..plain(rows, columns, Arrangement::ChannelsFirst) }
            }
            [.., columns, channels @ 1..=4] => {
                let columns = u64::from(columns) * u64::from(channels);
                plain(rows_of(columns), columns, Arrangement::Channels)
            }
            [.., columns] => plain(rows_of(columns.into()), columns.into(), Arrangement::Slices),
        }
    }

    /// The items of an array as rows of all their elements.
    #[must_use]
    pub fn flat(layout: &Layout) -> Self {
        let columns = layout.item_elements();
        let strides = Strides { row: columns, column: 1, channel: 0 };
        let orientation = Orientation::default();
        Self { rows: 1, columns, channels: 1, arrangement: Arrangement::Row, start: 0, strides, orientation }
    }

    /// A slice of each item of an array, none of whose dimensions is empty, along these axes, one for each dimension of
    /// an item: see [`axes::fitting`](super::axes::fitting).
    #[must_use]
    pub fn cut(layout: &Layout, axes: &[Axis]) -> Self {
        let mut raster = Self { columns: 1, arrangement: Arrangement::Slice, ..Self::flat(layout) };
        let mut stride = layout.item_elements();
        for (&size, axis) in layout.item_shape().iter().zip(axes) {
            let size = u64::from(size);
            stride /= size;
            match *axis {
                Axis::Rows => (raster.rows, raster.strides.row) = (size, stride),
                Axis::Columns => (raster.columns, raster.strides.column) = (size, stride),
                Axis::Channels => (raster.channels, raster.strides.channel) = (size, stride),
                Axis::At(place) => raster.start += u64::from(place) * stride,
            }
        }
        raster
    }

    /// The same picture in this orientation.
    #[must_use]
    pub fn turned(mut self, orientation: Orientation) -> Self {
        if orientation.transposed {
            (self.rows, self.columns) = (self.columns, self.rows);
            (self.strides.row, self.strides.column) = (self.strides.column, self.strides.row);
        }
        self.orientation = orientation;
        self
    }

    /// A part of the picture: as many of `columns` columns from `first` on as it has.
    #[must_use]
    pub fn window(mut self, first: u64, columns: u64) -> Self {
        let first = first.min(self.columns);
        let columns = columns.min(self.columns - first);
        let before = if self.orientation.mirrored { self.columns - first - columns } else { first };
        self.start += before * self.strides.column;
        self.columns = columns;
        self
    }

    /// A part of the picture: as many of these rows and columns as it has.
    #[must_use]
    pub fn part(&self, rows: Range<u64>, columns: Range<u64>) -> Self {
        let mut part = self.window(columns.start, columns.end.saturating_sub(columns.start));
        let first = rows.start.min(part.rows);
        let count = rows.end.saturating_sub(rows.start).min(part.rows - first);
        let before = if part.orientation.upturned { part.rows - first - count } else { first };
        part.start += before * part.strides.row;
        part.rows = count;
        part
    }

    /// Index in the item of the first element drawn, in the order of the item.
    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    /// Elements from one row to the next.
    pub(crate) fn row_stride(&self) -> u64 {
        self.strides.row
    }

    /// The directions in which there is more than one place, the one with the largest stride first.
    pub(crate) fn dimensions(&self) -> Vec<Dimension> {
        let Self { rows, columns, channels, strides, .. } = *self;
        let mut dimensions = vec![
            Dimension { direction: Direction::Row, stride: strides.row, size: rows },
            Dimension { direction: Direction::Column, stride: strides.column, size: columns },
            Dimension { direction: Direction::Channel, stride: strides.channel, size: channels },
        ];
        dimensions.retain(|dimension| dimension.size > 1);
        dimensions.sort_by_key(|dimension| u64::MAX - dimension.stride);
        dimensions
    }

    /// The row of the picture that a row of the item is, or the other way round.
    pub(crate) fn turn_row(&self, row: u64) -> u64 {
        if self.orientation.upturned { self.rows - 1 - row } else { row }
    }

    /// The column of the picture that a column of the item is, or the other way round.
    pub(crate) fn turn_column(&self, column: u64) -> u64 {
        if self.orientation.mirrored { self.columns - 1 - column } else { column }
    }

    /// Index in the item of the first element of a pixel.
    #[must_use]
    pub fn at(&self, row: u64, column: u64) -> usize {
        let (row, column) = (self.turn_row(row), self.turn_column(column));
        to_usize(self.start + row * self.strides.row + column * self.strides.column)
    }

    /// Indices of the channels of the pixel whose first element is at `first`.
    #[must_use]
    pub fn pixel(&self, first: usize) -> impl ExactSizeIterator<Item = usize> + use<> {
        let stride = to_usize(self.strides.channel);
        (0..to_usize(self.channels)).map(move |channel| first + channel * stride)
    }

    /// Indices of the first elements of the pixels of a row, from left to right.
    #[must_use]
    pub fn row(&self, row: u64) -> impl ExactSizeIterator<Item = usize> + use<> {
        let start = to_usize(self.start + self.turn_row(row) * self.strides.row);
        let (columns, stride) = (to_usize(self.columns), to_usize(self.strides.column));
        let mirrored = self.orientation.mirrored;
        (0..columns).map(move |column| start + stride * if mirrored { columns - 1 - column } else { column })
    }

    /// Whether the pixels of a row are single elements side by side in the item.
    #[must_use]
    pub fn is_contiguous(&self) -> bool {
        self.channels == 1 && self.strides.column == 1 && !self.orientation.mirrored
    }
}

/// A length within an item in memory. Lengths beyond that make no difference.
fn to_usize(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
