//! Axes: which dimensions of an item are the rows and columns of its picture, and where the others are cut.

use std::{error, fmt, str::FromStr};

/// The role of a dimension of an item in its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The rows.
    Rows,
    /// The columns.
    Columns,
    /// The channels of a colour.
    Channels,
    /// Cut at this place.
    At(u32),
}

/// A text is not an axis: `r`, `c`, `k` or a number below 2^32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseAxisError(String);

impl fmt::Display for ParseAxisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown axis {:?}: expected r, c, k or a number below 2^32", self.0)
    }
}

impl error::Error for ParseAxisError {}

/// The form that links use: `r` for rows, `c` for columns, `k` for channels, or the place of the cut.
impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows => f.write_str("r"),
            Self::Columns => f.write_str("c"),
            Self::Channels => f.write_str("k"),
            Self::At(place) => place.fmt(f),
        }
    }
}

/// The inverse of the form that links use.
impl FromStr for Axis {
    type Err = ParseAxisError;

    fn from_str(text: &str) -> Result<Self, ParseAxisError> {
        match text {
            "r" => Ok(Self::Rows),
            "c" => Ok(Self::Columns),
            "k" => Ok(Self::Channels),
            _ => text.parse().map(Self::At).map_err(|_| ParseAxisError(text.to_owned())),
        }
    }
}

/// The axes of items of this shape, which has at least two dimensions: those chosen if they fit it, with each place
/// limited to the dimension. Otherwise the picture is the last two dimensions, with the one beside them as channels if it
/// looks like that, and the others are cut in the middle.
#[must_use]
pub fn fitting(chosen: &[Axis], item_shape: &[u32]) -> Vec<Axis> {
    let mut axes = if fits(chosen, item_shape) { chosen.to_vec() } else { usual(item_shape) };
    for (axis, &size) in axes.iter_mut().zip(item_shape) {
        if let Axis::At(place) = axis {
            *place = (*place).min(size.saturating_sub(1));
        }
    }
    axes
}

fn fits(axes: &[Axis], item_shape: &[u32]) -> bool {
    let (mut rows, mut columns, mut channels) = (0, 0, 0);
    for (axis, &size) in axes.iter().zip(item_shape) {
        match axis {
            Axis::Rows => rows += 1,
            Axis::Columns => columns += 1,
            Axis::Channels if is_colour(size) => channels += 1,
            Axis::Channels => return false,
            Axis::At(_) => (),
        }
    }
    axes.len() == item_shape.len() && rows == 1 && columns == 1 && channels <= 1
}

fn usual(item_shape: &[u32]) -> Vec<Axis> {
    // In the middle, because the first and the last slice of a volume are often empty.
    let mut axes: Vec<_> = item_shape.iter().map(|&size| Axis::At(size.saturating_sub(1) / 2)).collect();
    let picture: &[Axis] = match *item_shape {
        [.., _, _, channels] if is_colour(channels) => &[Axis::Rows, Axis::Columns, Axis::Channels],
        // Four leading slices are more often something else.
        [.., 3, _, _] => &[Axis::Channels, Axis::Rows, Axis::Columns],
        _ => &[Axis::Rows, Axis::Columns],
    };
    let first = axes.len().saturating_sub(picture.len());
    for (axis, &of_picture) in axes[first..].iter_mut().zip(picture) {
        *axis = of_picture;
    }
    axes
}

/// Whether this many channels make a colour, with or without opacity.
fn is_colour(channels: u32) -> bool {
    (3..=4).contains(&channels)
}
