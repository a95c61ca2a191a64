//! Many images in one, with a table of them, as projectors of embeddings read it.
//!
//! Source: [TensorBoard's Embedding Projector](https://www.tensorflow.org/tensorboard/tensorboard_projector_plugin).

use std::collections::BTreeMap;

use super::{
    columns::OtherColumns,
    label_text,
    pictures::MAX_PICTURES,
    png::{Image, Kind},
};
use crate::{
    error::Error,
    format::{element::ElementType, layout::Layout, zip::writer::ZipWriter},
};

/// Limit of the width and the height of a sprite sheet, in pixels. Projectors take no larger ones.
pub const MAX_SHEET_SIDE: u32 = 8192;

/// More bytes than any `sprite.png` has.
const MAX_SHEET_LEN: u64 = 1 << 30;

/// Limit of the bytes of a row of cells, which is in memory.
const MAX_BAND_LEN: u64 = 64 << 20;

/// A zip archive that is being written: `sprite.png` is a square grid of cells with an item each, in row-major order, and
/// `metadata.tsv` has a line for each.
///
/// Cells are squares, as wide as the larger side of an item. The item stands in the middle of its cell, because a
/// projector draws the middle of the cell at the place of the item. Everything else is zero: black, or transparent.
///
/// ```
/// use idxlens::format::{element::ElementType, export::Sprite, layout::Layout};
///
/// let layout = Layout::new(ElementType::U8, vec![2, 2, 2])?;
/// let mut sprite = Sprite::new(&layout, Some(ElementType::U8), []).unwrap();
/// sprite.push(&[0, 128, 255, 7, 1, 2, 3, 4], &[0, 1], &[7.0, 2.0])?;
/// sprite.finish();
/// let archive = sprite.take_output();
/// let table = b"index\tlabel\n0\t7\n1\t2\n";
/// assert!(archive.windows(table.len()).any(|bytes| bytes == table));
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Sprite {
    item: Kind,
    item_len: usize,
    /// Items that are yet to come.
    left: u64,
    /// Cells in a row and in a column.
    cells: u32,
    /// The row of cells that is being filled, its pixels in row-major order.
    band: Vec<u8>,
    /// Cells of it that are filled.
    filled: u32,
    /// Rows of cells that are yet to be written.
    bands: u32,
    image: Option<Image>,
    label_type: Option<ElementType>,
    names: BTreeMap<u64, String>,
    columns: OtherColumns,
    zip: ZipWriter,
    /// The lines of the table, without its header.
    table: Vec<u8>,
}

impl Sprite {
    /// How many items of this layout a sheet can have; `None` unless they can be images and one of them fits.
    #[must_use]
    pub fn max_items(layout: &Layout) -> Option<u64> {
        let item = Kind::of(layout)?;
        let cell = u64::from(side(item)).pow(2) * item.pixel_len() as u64;
        let per_side = u64::from(MAX_SHEET_SIDE / side(item)).min(MAX_BAND_LEN / cell);
        // The table stays in memory until the end.
        Some((per_side * per_side).min(MAX_PICTURES)).filter(|&items| items > 0)
    }

    /// A sheet of all items of an array. With a type of labels, the table has a column for them, and one for the names of
    /// classes if there are any. `None` for more items than [`Sprite::max_items`].
    #[must_use]
    pub fn new(
        layout: &Layout,
        label_type: Option<ElementType>,
        names: impl IntoIterator<Item = (f64, String)>,
    ) -> Option<Self> {
        let (item, items) = (Kind::of(layout)?, layout.items());
        let is_fit = Self::max_items(layout).is_some_and(|limit| items <= limit);
        // A grid without cells would be an image without pixels.
        let cells = u32::try_from(items.max(1).isqrt()).ok().filter(|_| is_fit)?;
        let cells = if u64::from(cells).pow(2) < items { cells + 1 } else { cells };
        let width = cells * side(item);
        let image = Image::new(item.resized(width, width)?);
        let band = vec![0; item.pixel_len().checked_mul((width * side(item)) as usize)?];
        let names: BTreeMap<_, _> = names.into_iter().map(|(label, name)| (label.to_bits(), name)).collect();
        let mut zip = ZipWriter::default();
        zip.begin("sprite.png", MAX_SHEET_LEN);
        Some(Self {
            item,
            item_len: usize::try_from(layout.item_len()).ok()?,
            left: items,
            cells,
            band,
            filled: 0,
            bands: cells,
            image: Some(image),
            label_type,
            names,
            columns: OtherColumns::default(),
            zip,
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

    /// Takes the next items: their elements, big-endian, their numbers, and of each item its label, NaN for none, and the numbers
    /// in the other columns.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] when these are not as many items, or more than the array has.
    pub fn push(&mut self, elements: &[u8], items: &[u32], labels: &[f64]) -> Result<(), Error> {
        let expected = self.left.min(items.len() as u64).saturating_mul(self.item_len as u64);
        let found = elements.len() as u64;
        let width = self.columns.width();
        if expected != found || items.len() as u64 > self.left || labels.len() != items.len().saturating_mul(width) {
            return Err(Error::LengthMismatch { expected, found });
        }
        for ((item, number), labels) in elements.chunks_exact(self.item_len).zip(items).zip(labels.chunks_exact(width))
        {
            self.place(item);
            let mut fields = vec![number.to_string()];
            if self.label_type.is_some() {
                fields.push(label_text(self.label_type, labels[0]));
                if !self.names.is_empty() {
                    fields.push(self.names.get(&labels[0].to_bits()).cloned().unwrap_or_default());
                }
            }
            fields.extend(self.columns.fields(self.label_type, *number, labels));
            self.table.extend(line(fields));
        }
        self.left -= items.len() as u64;
        Ok(())
    }

    /// Ends the archive. Cells without an item stay empty.
    pub fn finish(&mut self) {
        while self.bands > 0 {
            self.write_band();
        }
        if let Some(image) = self.image.take() {
            self.zip.write(&image.finish());
            self.zip.end();
        }
        let mut columns = vec!["index".to_owned()];
        if self.label_type.is_some() {
            columns.push("label".into());
            columns.extend((!self.names.is_empty()).then(|| "name".into()));
        }
        columns.extend(self.columns.header(self.label_type));
        // A projector takes the line for an item if there is one column.
        let mut table = if columns.len() > 1 { line(columns) } else { Vec::new() };
        table.append(&mut self.table);
        self.zip.add("metadata.tsv", &table);
        self.zip.finish();
    }

    /// The bytes of the archive that are complete, without those taken before.
    #[must_use]
    pub fn take_output(&mut self) -> Vec<u8> {
        self.zip.take_output()
    }

    /// Puts an item into the next cell.
    fn place(&mut self, item: &[u8]) {
        let (side, pixel_len) = (side(self.item), self.item.pixel_len());
        let [columns, rows] = [self.item.columns(), self.item.rows()];
        let (left, top) = (self.filled * side + (side - columns) / 2, (side - rows) / 2);
        let row_len = columns as usize * pixel_len;
        for (row, pixels) in (top..).zip(item.chunks_exact(row_len)) {
            let start = (row * self.cells * side + left) as usize * pixel_len;
            self.band[start..start + row_len].copy_from_slice(pixels);
        }
        self.filled += 1;
        if self.filled == self.cells {
            self.write_band();
        }
    }

    fn write_band(&mut self) {
        if let Some(image) = &mut self.image {
            image.write(&self.band);
            self.zip.write(&image.take_output());
        }
        self.band.fill(0);
        self.filled = 0;
        self.bands -= 1;
    }
}

/// A line of the table, whose format has no quotes.
fn line(fields: Vec<String>) -> Vec<u8> {
    let fields = fields.into_iter().map(|field| field.replace(['\t', '\n', '\r'], " "));
    (fields.collect::<Vec<_>>().join("\t") + "\n").into()
}

/// The side of a cell, in pixels.
fn side(item: Kind) -> u32 {
    item.columns().max(item.rows())
}
