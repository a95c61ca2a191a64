//! A picture that holds many images: in cells of one size, perhaps with gaps between them, or each in a row.
//!
//! Nothing in the picture says how large a cell is: it is guessed, and whoever asked says how to cut. Both read the picture
//! row by row. PNG is decoded here, value by value; of other formats, whoever can decode them hands over the pixels.

use std::{mem, rc::Rc};

mod scan;

use self::scan::Scan;
use crate::format::{
    layout::ByteOrder,
    npy,
    picture::{self, Kind, Pixel, Png},
};

/// Limit of the pixels of a sheet. One of a projector has 8192 × 8192, and one of 65,000 digits, each in a row, 784 × 65,000.
pub const MAX_PIXELS: u64 = 1 << 27;

/// Limit of the width and of the height: there are sums for each column and each row.
const MAX_SIDE: u32 = 1 << 20;

/// Limit of the bytes of a row of cells, which are put together.
const MAX_BAND_LEN: u64 = 64 << 20;

/// Bytes of rows that are decoded at a time, about, and the limit of those of an interlaced picture, which come all at once.
const STEP_LEN: usize = 1 << 20;
const MAX_FRAME_LEN: usize = 128 << 20;

/// The size of a cell, in pixels, and the shape of the image in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its width.
    pub width: u32,
    /// Its height. An image that is a row of the sheet has 1.
    pub height: u32,
    /// Height and width of the image, perhaps with channels before them.
    pub shape: Vec<u32>,
    /// Pixels between neighbours.
    pub gap: u32,
    /// Pixels around all cells, no more than between them.
    pub margin: u32,
}

impl Cell {
    /// A cell that is an image as it is, next to others.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, shape: vec![height, width], gap: 0, margin: 0 }
    }

    /// How many such cells fill a picture of that size, across and down. `None` if they do not.
    fn count(&self, width: u32, height: u32) -> Option<[u32; 2]> {
        let along = |side: u32, whole: u32| {
            let cells = whole.checked_sub(self.margin.checked_mul(2)?)?.checked_add(self.gap)?;
            let pitch = side.checked_add(self.gap)?;
            (side > 0 && self.margin <= self.gap && cells >= pitch && cells.is_multiple_of(pitch))
                .then(|| cells / pitch)
        };
        Some([along(self.width, width)?, along(self.height, height)?])
    }

    /// Whether a row or a column of pixels goes through cells, by its place and the side of a cell.
    fn holds(&self, at: u32, side: u32) -> bool {
        at.checked_sub(self.margin).is_some_and(|at| at % (side + self.gap) < side)
    }
}

/// A picture that is read twice: to guess its cells, and to cut it.
///
/// ```
/// use idxlens::format::sheet::{Cell, Sheet};
///
/// // Two images of 2 × 2 pixels, side by side.
/// let row = |values: [u8; 4]| values.map(|value| [value, value, value, 255]).concat();
/// let mut sheet = Sheet::new(4, 2).unwrap();
/// sheet.push_pixels(&[row([1, 2, 5, 6]), row([3, 4, 7, 8])].concat());
/// assert!(sheet.cut(Cell::new(2, 2)));
/// sheet.push_pixels(&[row([1, 2, 5, 6]), row([3, 4, 7, 8])].concat());
/// assert_eq!(sheet.take_output(), [1, 2, 3, 4, 5, 6, 7, 8]);
/// ```
#[derive(Debug)]
pub struct Sheet {
    width: u32,
    height: u32,
    /// Rows that have come since the start.
    rows: u32,
    /// A PNG file, and how far it is decoded.
    file: Option<Rc<[u8]>>,
    png: Option<Png<Rc<[u8]>>>,
    scan: Scan,
    cutter: Option<Cutter>,
}

impl Sheet {
    /// A picture of that size, whose pixels are handed over. `None` if it is too large.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let pixels = u64::from(width) * u64::from(height);
        let is_small = (1..=MAX_PIXELS).contains(&pixels) && width.max(height) <= MAX_SIDE;
        let scan = is_small.then(|| Scan::new(width))?;
        Some(Self { width, height, rows: 0, file: None, png: None, scan, cutter: None })
    }

    /// A PNG file. `None` if it is damaged or too large.
    #[must_use]
    pub fn of_png(file: &[u8]) -> Option<Self> {
        let file = Rc::from(file);
        let png = Png::new(Rc::clone(&file), MAX_FRAME_LEN)?;
        let sheet = Self::new(png.width, png.height)?;
        Some(Self { file: Some(file), png: Some(png), ..sheet })
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    /// The share of the rows that have come since the start.
    #[must_use]
    pub fn progress(&self) -> f64 {
        f64::from(self.rows) / f64::from(self.height)
    }

    /// Decodes the next rows of a PNG file. Returns whether there are more; `None` if the file is damaged there.
    pub fn step(&mut self) -> Option<bool> {
        let mut png = self.png.take()?;
        if png.is_interlaced() {
            let mut bytes = vec![0; png.len().filter(|&len| len <= MAX_FRAME_LEN)?];
            let samples = png.frame(&mut bytes)?;
            for row in samples.rows(self.width as usize) {
                self.push(row.pixels(), row.has_16_bits());
            }
            return Some(false);
        }
        for _ in 0..(STEP_LEN / self.width as usize).max(1) {
            if self.rows == self.height {
                return Some(false);
            }
            let row = png.row()?;
            self.push(row.pixels(), row.has_16_bits());
        }
        self.png = Some(png);
        Some(true)
    }

    /// Takes the pixels of the next rows: red, green, blue and alpha, a byte each.
    pub fn push_pixels(&mut self, pixels: &[u8]) {
        for row in pixels.chunks_exact(4 * self.width as usize) {
            self.push(picture::pixels(row), false);
        }
    }

    /// The likely cells of a picture of which all rows have come, the likeliest first.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        self.scan.cells()
    }

    /// How many images such cells hold, once all rows have come; `None` if they do not fill the picture. Black and transparent
    /// cells at the end only fill the grid.
    #[must_use]
    pub fn images(&self, cell: &Cell) -> Option<u32> {
        cell.count(self.width, self.height).map(|count| self.scan.filled(cell, count))
    }

    /// Cuts the picture, whose rows come once more. Returns whether such cells fill it.
    pub fn cut(&mut self, cell: Cell) -> bool {
        let pixels = cell.shape.iter().try_fold(1_u32, |len, &size| len.checked_mul(size));
        let count = cell.count(self.width, self.height);
        let count = count.filter(|_| pixels.is_some_and(|pixels| pixels == cell.width * cell.height));
        let (width, kind) = (self.width, self.scan.kind);
        let band_len = u64::from(width) * u64::from(cell.height) * kind.pixel_len() as u64;
        let count = count.filter(|[across, _]| *across == 1 || band_len <= MAX_BAND_LEN);
        self.cutter = count.map(|[across, down]| {
            let images = self.scan.filled(&cell, [across, down]);
            let rows = images.div_ceil(across) * cell.height;
            Cutter { width, cell, across, images, left: images, rows, kind, band: Vec::new(), output: Vec::new() }
        });
        self.rows = 0;
        self.png = self.file.as_ref().and_then(|file| Png::new(Rc::clone(file), MAX_FRAME_LEN));
        self.cutter.is_some()
    }

    /// How many cells at the end only fill the grid, where the picture is cut.
    #[must_use]
    pub fn empty_cells(&self) -> u32 {
        let cells = |cutter: &Cutter| cutter.cell.count(self.width, self.height).map(|[across, down]| across * down);
        self.cutter.as_ref().and_then(|cutter| Some(cells(cutter)? - cutter.images)).unwrap_or_default()
    }

    /// The header of a NumPy array of the images: `(count, height, width)`, with channels behind it if a pixel needs them.
    /// The elements are bytes, or 16 bits, big-endian.
    #[must_use]
    pub fn header(&self) -> Vec<u8> {
        let Some(Cutter { cell, images, kind, .. }) = &self.cutter else { return Vec::new() };
        let channels = Some(kind.channels()).filter(|&channels| channels > 1);
        let shape: Vec<u32> = [*images].into_iter().chain(cell.shape.iter().copied()).chain(channels).collect();
        npy::header(kind.element_type(), ByteOrder::Big, &shape, false)
    }

    /// The elements that have come out since the last call.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.cutter.as_mut().map(|cutter| mem::take(&mut cutter.output)).unwrap_or_default()
    }

    fn push(&mut self, row: impl Iterator<Item = Pixel>, has_16_bits: bool) {
        if self.rows == self.height {
            return;
        }
        self.rows += 1;
        match &mut self.cutter {
            Some(cutter) if cutter.cell.holds(self.rows - 1, cutter.cell.height) => cutter.push(row),
            Some(_) => {}
            None => self.scan.push(row, has_16_bits),
        }
    }
}

/// Puts the rows of each cell together, one row of cells after the other.
#[derive(Debug)]
struct Cutter {
    /// Pixels of a row of the sheet.
    width: u32,
    cell: Cell,
    /// Cells across.
    across: u32,
    /// The images, those that are yet to come, and the rows of pixels that they are in.
    images: u32,
    left: u32,
    rows: u32,
    kind: Kind,
    /// The rows of the cells at hand.
    band: Vec<u8>,
    output: Vec<u8>,
}

impl Cutter {
    fn push(&mut self, row: impl Iterator<Item = Pixel>) {
        let Some(rows) = self.rows.checked_sub(1) else { return };
        self.rows = rows;
        let across = self.across as usize;
        let row_len = self.cell.width as usize * self.kind.pixel_len();
        // A row of a single cell comes out at once.
        let pixels = if across == 1 { &mut self.output } else { &mut self.band };
        for (_, pixel) in (0..self.width).zip(row).filter(|&(x, _)| self.cell.holds(x, self.cell.width)) {
            self.kind.write(pixel, pixels);
        }
        if across == 1 || self.band.len() < across * row_len * self.cell.height as usize {
            return;
        }
        let images = self.left.min(self.across);
        for column in 0..images as usize {
            for row in self.band.chunks_exact(row_len).skip(column).step_by(across) {
                self.output.extend_from_slice(row);
            }
        }
        self.left -= images;
        self.band.clear();
    }
}
