//! How one item is drawn: its rows, columns and channels, and where they are in the item.

use crate::{
    dataset::{axes::Axis, orientation::Orientation},
    format::{element::ElementType, layout::Layout},
};

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

/// Limit of the ratio of the sides of a suggested shape.
const MAX_RATIO: u64 = 4;

/// Items with more elements than this get no suggested shapes.
const MAX_RESHAPED: u64 = 1 << 24;

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

    /// Index in the item of the first element of a pixel.
    #[must_use]
    pub fn at(&self, row: u64, column: u64) -> usize {
        let row = if self.orientation.upturned { self.rows - 1 - row } else { row };
        let column = if self.orientation.mirrored { self.columns - 1 - column } else { column };
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
        let row = if self.orientation.upturned { self.rows - 1 - row } else { row };
        let start = to_usize(self.start + row * self.strides.row);
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

/// Item shapes that the items of an array could have as images, the squarest first: rows x columns in grey, or colours
/// with their channels last or first.
///
/// ```
/// use idxlens::{dataset::images::shapes, format::{element::ElementType, layout::Layout}};
///
/// let shapes = shapes(&Layout::new(ElementType::U8, vec![10, 3072])?);
/// assert_eq!(shapes[..2], [vec![48, 64], vec![64, 48]]);
/// assert!(shapes.contains(&vec![32, 32, 3]) && shapes.contains(&vec![3, 32, 32]));
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[must_use]
pub fn shapes(layout: &Layout) -> Vec<Vec<u32>> {
    let elements = layout.item_elements();
    let mut shapes: Vec<Vec<u32>> = Vec::new();
    let mut offer = |sizes: &[u64]| {
        let shape = sizes.iter().filter_map(|&size| u32::try_from(size).ok()).collect();
        if shapes.last() != Some(&shape) {
            shapes.push(shape);
        }
    };
    if !(2..=MAX_RESHAPED).contains(&elements) {
        return Vec::new();
    }
    for channels in [1, 3, 4].into_iter().filter(|channels| elements.is_multiple_of(*channels)) {
        let pixels = elements / channels;
        let side = pixels.isqrt();
        let sides = (1..=side).rev().take_while(|rows| rows * rows * MAX_RATIO >= pixels);
        for rows in sides.filter(|rows| pixels.is_multiple_of(*rows)) {
            let columns = pixels / rows;
            // Smaller sides could be mistaken for channels.
            if channels == 1 {
                offer(&[rows, columns]);
                offer(&[columns, rows]);
            } else if rows == columns && rows > 4 {
                offer(&[rows, columns, channels]);
                offer(&[channels, rows, columns]);
            }
        }
    }
    shapes
}

/// A length within an item in memory. Lengths beyond that make no difference.
fn to_usize(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
