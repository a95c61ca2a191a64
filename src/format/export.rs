//! Arrays to files in the formats that other programs read, as bytes come in.
//!
//! | format | one file holds |
//! |---|---|
//! | IDX | one array, big-endian, in one of its six types: see [`idx_type`] |
//! | NPY | one array of NumPy, little-endian, as the machines that run NumPy hold numbers |
//! | NPZ | arrays under names, as `numpy.savez` writes them: a zip archive of NPY files; the names of classes, too |
//! | CSV | a line for each item, with its label first |
//! | [`Pictures`] | a PNG for each item, in a folder for each class; [`ByteScale`] makes bytes of other types |
//! | [`Sprite`] | all items in one PNG, and a table of them |
//!
//! Source of the archive's form: [numpy.savez](https://numpy.org/doc/stable/reference/generated/numpy.savez.html).

mod byte_scale;
mod columns;
mod csv;
mod idx;
mod pictures;
mod png;
mod sprite;

use std::{collections::VecDeque, mem};

use crate::{
    error::Error,
    format::{
        element::ElementType,
        layout::{ByteOrder, Layout},
        npy,
        zip::writer::ZipWriter,
    },
};

pub use self::{
    byte_scale::ByteScale,
    idx::idx_type,
    pictures::{Folder, MAX_PICTURES, Pictures},
    sprite::{MAX_SHEET_SIDE, Sprite},
};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// IDX, which has no types but its six: others are converted.
    Idx,
    /// A NumPy array.
    Npy,
    /// NumPy arrays under names.
    Npz,
    /// Comma-separated values.
    Csv,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Idx, Self::Npy, Self::Npz, Self::Csv];

    /// Limit of the values of an item in CSV. Programs that read CSV take no more columns.
    pub const MAX_COLUMNS: u64 = 1 << 20;

    /// The extension of its files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Idx => "idx",
            Self::Npy => "npy",
            Self::Npz => "npz",
            Self::Csv => "csv",
        }
    }

    /// Whether it can hold arrays in this layout.
    #[must_use]
    pub fn holds(self, layout: &Layout) -> bool {
        match self {
            Self::Idx => layout.rank() > 0,
            Self::Npy | Self::Npz => true,
            Self::Csv => (1..=Self::MAX_COLUMNS).contains(&layout.item_elements()),
        }
    }
}

/// An array under the name that it has in an archive, or as a column.
#[derive(Clone, Debug)]
pub struct NamedArray {
    /// The name.
    pub name: String,
    /// Type and shape. Byte order and offset make no difference.
    pub layout: Layout,
}

/// A file that is being written: takes the elements of its arrays, one array after the other, and gives the bytes of
/// the file.
///
/// ```
/// use idxlens::format::{element::ElementType, export::{Export, Format, NamedArray}, layout::Layout};
///
/// let layout = Layout::new(ElementType::U8, vec![2, 1, 3])?;
/// let images = NamedArray { name: "images".into(), layout };
/// let mut export = Export::new(Format::Csv, vec![images], Some(ElementType::U8))?;
/// export.push(&[0, 128, 255, 1, 2, 3], &[7.0, 2.0])?;
/// export.finish()?;
/// assert_eq!(export.take_output(), b"label,1x1,1x2,1x3\n7,0,128,255\n2,1,2,3\n");
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Export {
    format: Format,
    /// Those that are not complete; the first is being written.
    arrays: VecDeque<NamedArray>,
    /// Bytes of the first that have been written.
    written: u64,
    label_type: Option<ElementType>,
    /// The file with the names of classes in an archive, if there is one.
    class_names: Option<Vec<u8>>,
    zip: ZipWriter,
    output: Vec<u8>,
}

/// The file in an archive that has the names of classes 0, 1, ...
const CLASS_NAMES: &str = "class_names.npy";

impl Export {
    /// A file in this format. Only an archive holds several arrays. With a type of labels, the lines of CSV begin with
    /// a label.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] for another number of arrays, or for one that the format cannot hold: see
    /// [`Format::holds`].
    pub fn new(format: Format, arrays: Vec<NamedArray>, label_type: Option<ElementType>) -> Result<Self, Error> {
        let is_fit = arrays.iter().all(|array| format.holds(&array.layout));
        let fitting = if is_fit { arrays.len() as u64 } else { 0 };
        if fitting == 0 || format != Format::Npz && fitting != 1 {
            return Err(Error::LengthMismatch { expected: 1, found: fitting });
        }
        let (arrays, zip) = (arrays.into(), ZipWriter::default());
        let mut export = Self { format, arrays, written: 0, label_type, class_names: None, zip, output: Vec::new() };
        export.begin();
        Ok(export)
    }

    /// Names classes 0, 1, ...: an archive has these names as an array `class_names`. Other files hold no second array.
    pub fn name_classes(&mut self, names: &[String]) {
        self.class_names = npy::texts(names).filter(|_| self.format == Format::Npz);
    }

    /// The number of bytes of the file, with these names of classes; `None` for CSV, where that depends on the values.
    #[must_use]
    pub fn size(format: Format, arrays: &[NamedArray], class_names: &[String]) -> Option<u64> {
        let len = |array: &NamedArray| {
            let (own, size) = (array.layout.byte_len(), array.layout.element_type().size() as u64);
            let elements = if format == Format::Idx { own / size * idx_len(array) } else { own };
            header(format, array).len() as u64 + elements
        };
        match format {
            Format::Idx | Format::Npy => arrays.first().map(len),
            Format::Npz => {
                let class_names = npy::texts(class_names).map(|file| (CLASS_NAMES.to_owned(), file.len() as u64));
                let files: Vec<_> = arrays.iter().map(|array| (member(array), len(array))).chain(class_names).collect();
                Some(ZipWriter::size_of(files.iter().map(|(name, len)| (name.as_str(), *len))))
            }
            Format::Csv => None,
        }
    }

    /// Takes the next items of the array that is being written: their elements, big-endian, and for CSV the label of
    /// each, NaN for none. When an array is complete, the next one begins.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] when there are more elements than the array has, or these are no whole items with as
    /// many labels; [`Error::IdxRange`] for a whole number that IDX has no type for.
    pub fn push(&mut self, elements: &[u8], labels: &[f64]) -> Result<(), Error> {
        let found = elements.len() as u64;
        let Some(NamedArray { layout, .. }) = self.arrays.front() else {
            return if elements.is_empty() { Ok(()) } else { Err(Error::LengthMismatch { expected: 0, found }) };
        };
        let expected = layout.byte_len() - self.written;
        let labelled = self.label_type.map_or(found, |_| layout.item_len().saturating_mul(labels.len() as u64));
        if found > expected || found.checked_rem(layout.item_len()).unwrap_or(0) > 0 || labelled != found {
            return Err(Error::LengthMismatch { expected, found });
        }
        let element_type = layout.element_type();
        match self.format {
            Format::Idx => {
                idx::write(element_type, elements, self.written / element_type.size() as u64, &mut self.output)?;
            }
            Format::Npy | Format::Npz => {
                let mut elements = elements.to_vec();
                layout.clone().with_byte_order(ByteOrder::Little).convert_byte_order(&mut elements);
                if self.format == Format::Npz {
                    self.zip.write(&elements);
                } else {
                    self.output.append(&mut elements);
                }
            }
            Format::Csv => {
                let item_len = usize::try_from(layout.item_len()).unwrap_or(usize::MAX);
                for (index, item) in elements.chunks_exact(item_len).enumerate() {
                    let label = self.label_type.map(|label_type| (label_type, labels[index]));
                    csv::row(element_type, item, label, &mut self.output);
                }
            }
        }
        self.written += found;
        self.advance();
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] when elements are missing.
    pub fn finish(&mut self) -> Result<(), Error> {
        if let Some(NamedArray { layout, .. }) = self.arrays.front() {
            return Err(Error::LengthMismatch { expected: layout.byte_len(), found: self.written });
        }
        if let Some(names) = self.class_names.take() {
            self.zip.begin(CLASS_NAMES, names.len() as u64);
            self.zip.write(&names);
            self.zip.end();
        }
        if self.format == Format::Npz {
            self.zip.finish();
        }
        Ok(())
    }

    /// The bytes of the file that are complete, without those taken before.
    #[must_use]
    pub fn take_output(&mut self) -> Vec<u8> {
        let mut output = mem::take(&mut self.output);
        output.append(&mut self.zip.take_output());
        output
    }

    /// Begins the first array.
    fn begin(&mut self) {
        let Some(array) = self.arrays.front() else { return };
        let header = match self.format {
            Format::Csv => csv::header(&array.name, &array.layout, self.label_type.is_some()),
            format => header(format, array),
        };
        if self.format == Format::Npz {
            self.zip.begin(&member(array), header.len() as u64 + array.layout.byte_len());
            self.zip.write(&header);
        } else {
            self.output.extend_from_slice(&header);
        }
        self.written = 0;
        self.advance();
    }

    /// Goes on with the next array if this one is complete.
    fn advance(&mut self) {
        let is_complete = |array: &mut NamedArray| array.layout.byte_len() == self.written;
        if self.arrays.front_mut().is_some_and(is_complete) {
            if self.format == Format::Npz {
                self.zip.end();
            }
            self.arrays.pop_front();
            self.begin();
        }
    }
}

/// The bytes of an element in IDX.
fn idx_len(array: &NamedArray) -> u64 {
    idx_type(array.layout.element_type()).size() as u64
}

/// The bytes before the elements of an array.
fn header(format: Format, NamedArray { layout, .. }: &NamedArray) -> Vec<u8> {
    match format {
        Format::Idx => idx::header(layout).to_bytes(),
        Format::Npy | Format::Npz => npy::header(layout.element_type(), ByteOrder::Little, layout.shape(), false),
        Format::Csv => Vec::new(),
    }
}

/// A label in a table or as a folder, where whole numbers have no point; nothing for NaN, because the item has none.
fn label_text(label_type: Option<ElementType>, label: f64) -> String {
    let text = label_type.filter(|_| !label.is_nan()).map(|label_type| label_type.digits(label).to_string());
    text.unwrap_or_default().trim_end_matches(".0").to_owned()
}

/// The name of an array's file in an archive.
fn member(array: &NamedArray) -> String {
    format!("{}.npy", array.name)
}
