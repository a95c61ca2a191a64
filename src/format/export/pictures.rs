//! An archive of images in a folder for each class, with a table of them, as loaders of image folders read it.

use std::collections::BTreeMap;

use super::{columns::OtherColumns, label_text, png::Kind};
use crate::{
    error::Error,
    format::{element::ElementType, layout::Layout, zip::writer::ZipWriter},
};

/// Limit of the images in an archive. What the directory says about each stays in memory until the end.
pub const MAX_PICTURES: u64 = 1_000_000;

/// A class: the name of its folder, and its own, if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The name of the folder, without slashes.
    pub folder: String,
    /// The name of the class, or nothing.
    pub name: String,
}

/// A zip archive that is being written: `7/00042.png` is item 42 with label 7, and `metadata.csv` has a line for each. The
/// parts of a split have a folder each, with folders of the classes and a table in it.
///
/// ```
/// use idxlens::format::{element::ElementType, export::Pictures, layout::Layout};
///
/// let layout = Layout::new(ElementType::U8, vec![1, 2, 2])?;
/// let mut pictures = Pictures::new(&layout, Some(ElementType::U8), 100, []).unwrap();
/// pictures.push(&[0, 128, 255, 7], &[42], &[7.0])?;
/// pictures.finish();
/// let archive = pictures.take_output();
/// assert!(archive.windows(8).any(|name| name == b"7/42.png"));
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Pictures {
    kind: Kind,
    item_len: usize,
    label_type: Option<ElementType>,
    /// Digits of the number of an item.
    digits: usize,
    folders: BTreeMap<u64, Folder>,
    zip: ZipWriter,
    /// The folder of the part, with a slash; or nothing.
    part: String,
    columns: OtherColumns,
    /// The lines of the table, without its header.
    table: Vec<u8>,
}

/// The columns of every table.
const COLUMNS: [&str; 3] = ["file_name", "label", "name"];

impl Pictures {
    /// Whether items of this array can be images, one by one.
    #[must_use]
    pub fn fit(layout: &Layout) -> bool {
        Kind::of(layout).is_some()
    }

    /// An archive of items of an array of `total` items in this layout, with labels of this type if they have any. Classes
    /// that have no folder here have one with the label as its name. `None` unless the items [`fit`](Pictures::fit).
    #[must_use]
    pub fn new(
        layout: &Layout,
        label_type: Option<ElementType>,
        total: u64,
        folders: impl IntoIterator<Item = (f64, Folder)>,
    ) -> Option<Self> {
        Some(Self {
            kind: Kind::of(layout)?,
            item_len: usize::try_from(layout.item_len()).ok()?,
            label_type,
            digits: total.saturating_sub(1).to_string().len(),
            folders: folders.into_iter().map(|(label, folder)| (label.to_bits(), folder)).collect(),
            zip: ZipWriter::default(),
            part: String::new(),
            columns: OtherColumns::default(),
            table: Vec::new(),
        })
    }

    /// Adds columns with these names to the table, for the other numbers of items that have several. Call it before the first
    /// item, or not at all.
    pub fn add_columns(&mut self, names: impl IntoIterator<Item = String>) {
        self.columns.add(names);
    }

    /// Writes these words in place of numbers in one of the added columns, which count from 0.
    pub fn name_values(&mut self, column: usize, words: impl IntoIterator<Item = (f64, String)>) {
        self.columns.name_values(column, words);
    }

    /// Adds the names of the pictures that items were made of to the table: of each item of the dataset, from the first one on,
    /// with a line break behind it. Call it before the first item, or not at all.
    pub fn name_pictures(&mut self, names: String) {
        self.columns.name_pictures(names);
    }

    /// Begins the part in this folder. Call it before the first item, or not at all.
    pub fn begin(&mut self, folder: &str) {
        if !self.part.is_empty() {
            self.end();
        }
        self.part = format!("{folder}/");
    }

    /// Takes the next items: their elements, big-endian, their numbers, and of each item its label, NaN for none, and the numbers
    /// in the other columns.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] when these are not as many items.
    pub fn push(&mut self, elements: &[u8], items: &[u32], labels: &[f64]) -> Result<(), Error> {
        let (expected, found) = (items.len().saturating_mul(self.item_len), elements.len());
        let width = self.columns.width();
        if expected != found || labels.len() != items.len().saturating_mul(width) {
            return Err(Error::LengthMismatch { expected: expected as u64, found: found as u64 });
        }
        for ((item, number), labels) in elements.chunks_exact(self.item_len).zip(items).zip(labels.chunks_exact(width))
        {
            let digits = self.digits;
            let (label, text) = (labels[0], label_text(self.label_type, labels[0]));
            let Folder { folder, name } = self.folders.get(&label.to_bits()).cloned().unwrap_or_else(|| {
                let folder = if text.is_empty() { "unlabelled".into() } else { text.clone() };
                Folder { folder, name: String::new() }
            });
            let path = format!("{folder}/{number:0digits$}.png");
            self.zip.add(&format!("{}{path}", self.part), &self.kind.encode(item));
            let others = self.columns.fields(self.label_type, *number, labels);
            let row: Vec<_> = [path, text, name].into_iter().chain(others).collect();
            self.table.extend(line(&row));
        }
        Ok(())
    }

    /// Ends the archive, with the table.
    pub fn finish(&mut self) {
        self.end();
        self.zip.finish();
    }

    /// Ends the part, with its table.
    fn end(&mut self) {
        let columns: Vec<_> =
            COLUMNS.into_iter().map(String::from).chain(self.columns.header(self.label_type)).collect();
        let mut table = line(&columns);
        table.append(&mut self.table);
        self.zip.add(&format!("{}metadata.csv", self.part), &table);
    }

    /// The bytes of the archive that are complete, without those taken before.
    #[must_use]
    pub fn take_output(&mut self) -> Vec<u8> {
        self.zip.take_output()
    }
}

/// A line of CSV.
fn line(fields: &[String]) -> Vec<u8> {
    (fields.iter().map(|field| quoted(field)).collect::<Vec<_>>().join(",") + "\n").into()
}

/// A field of CSV: in quotes where it needs them.
fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.into() }
}
