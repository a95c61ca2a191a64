//! Every reason why a file is refused ([`Error`]) or shown with a warning ([`Warning`]).
//!
//! A variant is a reason that the user can act on. Its fields are plain numbers with common names: `offset` is the
//! place in the bytes, `expected` the number that should be there, `found` the number that is. Messages are lower-case
//! clauses; the page adds what to do. This module uses nothing but `std`.

use std::fmt;

use self::columnar::Format;
pub use self::{
    columnar::ColumnarFault, csv::CsvFault, facts::Facts, foreign::Foreign, gzip::GzipFault, matlab::MatlabFault,
    npy::NpyFault, pickle::PickleFault, safetensors::SafetensorsFault, tar::TarFault, unpack::UnpackFault,
    zip::ZipFault,
};

mod columnar;
mod csv;
mod facts;
mod foreign;
mod gzip;
mod matlab;
mod npy;
mod pickle;
mod safetensors;
mod tar;
mod unpack;
mod zip;

/// Why a file cannot be opened, or why reading it had to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There are no bytes: an empty file, or (`layer` > 0) gzip data with nothing inside.
    Empty {
        /// Number of gzip layers around the empty data.
        layer: u8,
    },
    /// The bytes end inside the header.
    TruncatedHeader {
        /// Length of the header in bytes, as far as it is known from the bytes present.
        expected: u64,
        /// Bytes present.
        found: u64,
    },
    /// The bytes are in another known format.
    Foreign(Foreign),
    /// A NumPy array that cannot be read.
    Npy(NpyFault),
    /// A MATLAB file that cannot be read.
    Matlab(MatlabFault),
    /// An Arrow file that cannot be read.
    Arrow(ColumnarFault),
    /// A Parquet file that cannot be read.
    Parquet(ColumnarFault),
    /// A Python pickle that cannot be read.
    Pickle(PickleFault),
    /// A safetensors file that cannot be read.
    Safetensors(SafetensorsFault),
    /// A tar archive that cannot be read.
    Tar(TarFault),
    /// A file in xz, bzip2, Zstandard, LZ4 or gzip that cannot be unpacked.
    Unpack(UnpackFault),
    /// A zip archive that cannot be read.
    Zip(ZipFault),
    /// A table of numbers that cannot be read.
    Csv(CsvFault),
    /// The first two bytes are not zero, and no known format starts like this.
    BadMagic {
        /// The first four bytes.
        found: [u8; 4],
    },
    /// A program saved the file as text: bytes that are not UTF-8 became EF BF BD.
    Replaced,
    /// The third byte is not an element type of IDX.
    UnknownElementType {
        /// The byte.
        found: u8,
    },
    /// The dimensions multiply to 2^64 bytes or more.
    TooLarge {
        /// Byte offset of the dimension at which the product leaves 64 bits.
        offset: u64,
    },
    /// Gzip data that cannot be unpacked any further.
    Gzip {
        /// 1 for the file itself, 2 for gzip data inside that, and so on.
        layer: u8,
        /// The fault, at offsets within that layer.
        fault: GzipFault,
    },
    /// Too many layers of gzip inside gzip.
    GzipTooDeep {
        /// The limit of the layers that are opened.
        limit: u8,
    },
    /// The unpacked data continues too long after the last element.
    Excess {
        /// Byte offset in the unpacked data where it should have ended.
        offset: u64,
        /// Bytes that were unpacked past that offset before reading stopped.
        found: u64,
    },
    /// The file unpacks to other data than before: it was changed.
    Changed {
        /// Byte offset in the file up to which it was read again.
        offset: u64,
    },
    /// There is not enough memory for the items, or for a picture of them.
    OutOfMemory {
        /// Offset of the elements that do not fit.
        offset: u64,
        /// Bytes asked for.
        expected: u64,
    },
    /// The items of an array are in its last dimension, and cannot be put in order: they take more than 2 GiB, or are not all
    /// there.
    ItemsLast,
    /// A page of that size cannot be drawn.
    PageTooLarge {
        /// The limit of the pixels that are drawn at once.
        expected: u64,
        /// The number of pixels asked for.
        found: u64,
    },
    /// A plot must have a width and a height, and neither too large.
    PlotSize {
        /// The limit of each side in pixels.
        expected: u64,
        /// The side asked for.
        found: u64,
    },
    /// IDX is written with 1 to 255 dimensions.
    RankOutOfRange {
        /// The number of dimensions asked for.
        found: u64,
    },
    /// A whole number to write is beyond `i32`, the widest type of IDX for them.
    IdxRange {
        /// The place of the element in the array.
        found: u64,
    },
    /// The number of bytes to write does not match the shape.
    LengthMismatch {
        /// Bytes that the shape and element type ask for.
        expected: u64,
        /// Bytes given.
        found: u64,
    },
}

/// A fault of a file that is shown nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// Rank 0: one element, and no dimension to count items along.
    Scalar,
    /// The header is little-endian, so the elements are read as little-endian, too.
    LittleEndian,
    /// The file has fewer elements than its header promises.
    Truncated {
        /// Byte offset of the end, in the unpacked data.
        offset: u64,
        /// Items that the header promises.
        expected: u64,
        /// Whole items present.
        found: u64,
    },
    /// More bytes follow the last element.
    Trailing {
        /// Byte offset of the first of them, in the unpacked data.
        offset: u64,
        /// How many there are.
        found: u64,
        /// How many whole items these bytes would make.
        items: u64,
    },
    /// Something is wrong with the gzip data around the elements, which are complete.
    Gzip {
        /// 1 for the file itself, 2 for gzip data inside that, and so on.
        layer: u8,
        /// The fault.
        fault: GzipFault,
    },
    /// Reading stopped here. The elements before are shown.
    Stopped(Error),
}

impl Error {
    /// This error's name and numbers.
    #[must_use]
    pub fn facts(&self) -> Facts {
        match *self {
            Self::Empty { .. } => Facts::named("Empty").at(0).found(0),
            Self::TruncatedHeader { expected, found } => {
                Facts::named("TruncatedHeader").at(found).expected(expected).found(found)
            }
            Self::Foreign(foreign) => Facts::named(foreign.name()).at(0),
            Self::Npy(fault) => fault.facts(),
            Self::Matlab(fault) => fault.facts(),
            Self::Arrow(ref fault) => fault.facts(Format::Arrow),
            Self::Parquet(ref fault) => fault.facts(Format::Parquet),
            Self::Pickle(ref fault) => fault.facts(),
            Self::Safetensors(fault) => fault.facts(),
            Self::Tar(fault) => fault.facts(),
            Self::Unpack(fault) => fault.facts(),
            Self::Zip(fault) => fault.facts(),
            Self::Csv(ref fault) => fault.facts(),
            Self::BadMagic { found } => Facts::named("BadMagic").at(0).found(u32::from_be_bytes(found).into()),
            Self::UnknownElementType { found } => Facts::named("UnknownElementType").at(2).found(found.into()),
            Self::Replaced => Facts::named("Replaced"),
            Self::TooLarge { offset } => Facts::named("TooLarge").at(offset),
            Self::Gzip { fault, .. } => fault.facts(),
            Self::GzipTooDeep { limit } => Facts::named("GzipTooDeep").at(0).expected(limit.into()),
            Self::Excess { offset, found } => Facts::named("Excess").at(offset).found(found),
            Self::OutOfMemory { offset, expected } => Facts::named("OutOfMemory").at(offset).expected(expected),
            Self::ItemsLast => Facts::named("ItemsLast"),
            Self::Changed { offset } => Facts::named("Changed").at(offset),
            Self::PageTooLarge { expected, found } => Facts::named("PageTooLarge").expected(expected).found(found),
            Self::PlotSize { expected, found } => Facts::named("PlotSize").expected(expected).found(found),
            Self::RankOutOfRange { found } => Facts::named("RankOutOfRange").at(3).found(found),
            Self::IdxRange { found } => Facts::named("IdxRange").found(found),
            Self::LengthMismatch { expected, found } => Facts::named("LengthMismatch").expected(expected).found(found),
        }
    }
}

impl Warning {
    /// This warning's name and numbers.
    #[must_use]
    pub fn facts(&self) -> Facts {
        match *self {
            Self::Scalar => Facts::named("Scalar").at(3).found(0),
            Self::LittleEndian => Facts::named("LittleEndian").at(0),
            Self::Truncated { offset, expected, found } => {
                Facts::named("Truncated").at(offset).expected(expected).found(found)
            }
            Self::Trailing { offset, found, items } => {
                Facts { items: Some(items), ..Facts::named("Trailing").at(offset).found(found) }
            }
            Self::Gzip { fault, .. } => fault.facts(),
            Self::Stopped(ref error) => error.facts(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { layer: 0 } => write!(f, "the file is empty: expected a header at byte 0, found no bytes"),
            Self::Empty { .. } => write!(f, "the gzip data is empty: expected a header at byte 0, found no bytes"),
            Self::TruncatedHeader { expected, found } => {
                write!(f, "the header ends at byte {found}: expected {expected} bytes, found {found}")
            }
            Self::Foreign(foreign) => write!(f, "not idx: expected 0000 at byte 0, found {foreign}"),
            Self::Npy(fault) => fault.fmt(f),
            Self::Matlab(fault) => fault.fmt(f),
            Self::Arrow(fault) => fault.write(f, Format::Arrow),
            Self::Parquet(fault) => fault.write(f, Format::Parquet),
            Self::Pickle(fault) => fault.fmt(f),
            Self::Safetensors(fault) => fault.fmt(f),
            Self::Tar(fault) => fault.fmt(f),
            Self::Unpack(fault) => fault.fmt(f),
            Self::Zip(fault) => fault.fmt(f),
            Self::Csv(fault) => fault.fmt(f),
            Self::BadMagic { found } => {
                write!(f, "not idx: expected 0000 at byte 0, found {:08x}", u32::from_be_bytes(*found))
            }
            Self::UnknownElementType { found } => {
                write!(f, "unknown element type at byte 2: expected 08, 09, 0b, 0c, 0d or 0e, found {found:02x}")
            }
            Self::Replaced => f.write_str("saved as text: bytes that are not utf-8 were replaced by ef bf bd"),
            Self::TooLarge { offset } => write!(
                f,
                "the dimensions are too large at byte {offset}: expected less than 2^64 bytes in all, found more"
            ),
            Self::Gzip { layer, fault } => fault.write(f, *layer),
            Self::GzipTooDeep { limit } => {
                write!(f, "gzip inside gzip: expected at most {limit} layers, found another")
            }
            Self::Excess { offset, found } => write!(
                f,
                "the unpacked data should end at byte {offset}: found at least {found} bytes more, and stopped there"
            ),
            Self::ItemsLast => {
                write!(f, "the items in the last dimension take more than 2 GiB, or are not all there")
            }
            Self::OutOfMemory { offset, expected } => {
                write!(f, "out of memory at byte {offset} of the elements: asked for {expected} bytes more")
            }
            Self::Changed { offset } => {
                write!(f, "the file has changed: it was read again up to byte {offset}, and other data came out")
            }
            Self::PageTooLarge { expected, found } => {
                write!(f, "the page is too large: expected at most {expected} pixels, found {found}")
            }
            Self::PlotSize { expected, found } => {
                write!(f, "the plot must be 1 to {expected} pixels wide and high: found {found}")
            }
            Self::RankOutOfRange { found } => {
                write!(f, "the rank does not fit the header's byte 3: expected 1 to 255, found {found}")
            }
            Self::IdxRange { found } => {
                write!(f, "element {found} does not fit i32, the widest type of idx for whole numbers")
            }
            Self::LengthMismatch { expected, found } => {
                write!(f, "the elements do not fill the shape: expected {expected} bytes, found {found}")
            }
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar => write!(f, "rank 0 at byte 3: expected at least one dimension, found a single element"),
            Self::LittleEndian => write!(f, "the header is little-endian at byte 0: expected big-endian numbers"),
            Self::Truncated { offset, expected, found } => {
                write!(f, "the data ends at byte {offset}: expected {expected} items, found {found}")
            }
            Self::Trailing { offset, found, items } => write!(
                f,
                "the data should end at byte {offset}: found {found} bytes more, as much as {items} whole items"
            ),
            Self::Gzip { layer, fault } => fault.write(f, *layer),
            Self::Stopped(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl std::error::Error for Warning {}
