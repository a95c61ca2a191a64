//! The door to a file: which of its bytes are wanted next, and where the items are that have come of them.
//!
//! A file is looked at in two ways. The *pass* goes over it once from start to end, for what only the whole can tell:
//! where gzip can be entered, its checksum, the range of values, the counts of labels. A *look* fetches the items that
//! are wanted now, from the nearest place at which the file can be entered: any byte of a plain file, a checkpoint of
//! a .gz. Looks go first. Items come in blocks, all of which stay in memory if they fit a budget; else only some do,
//! and the file is looked into again.
//!
//! A plain file whose items are single unsigned bytes needs no pass: everything about it is in its header and its size.
//!
//! Offsets and counts are `u64` throughout; only positions inside one block are `usize`. No block is larger than its
//! bytes.

use std::ops;

use crate::{
    dataset::{
        axes::Axis,
        blocks::{Blocks, Division, Filling},
        images::Raster,
        look::Look,
        pass::{Pass, READ},
        presentation::Presentation,
        range::NotFinite,
    },
    error::{Error, Warning},
    format::{checkpoint::Checkpoint, decode::Sink, element::ElementType, layout::Layout, suggestion::Suggestion},
};

/// Bytes of items in memory where not all of them are to stay.
const CACHE: u64 = 16 << 20;

/// One file's array, as far as it has arrived.
#[derive(Debug)]
pub struct Store {
    pass: Pass,
    cache: u64,
    blocks: Blocks,
    /// The blocks that are wanted but not here, in order, and the look at the first of them.
    lacking: Vec<u64>,
    look: Option<Look>,
    presentation: Presentation,
}

impl Store {
    /// A store for a file of `size` bytes, or of as many as there will be, none of which has been read. If its items
    /// take at most `budget` bytes, all that have arrived stay in memory; 0 is enough where reading again costs little.
    #[must_use]
    pub fn new(size: Option<u64>, budget: u64) -> Self {
        Self::over(Pass::new(size, budget, false, None))
    }

    fn over(pass: Pass) -> Self {
        Self {
            pass,
            cache: CACHE,
            blocks: Blocks::default(),
            lacking: Vec::new(),
            look: None,
            presentation: Presentation::default(),
        }
    }

    /// The same, for a file that is read as this header says, whatever its own is.
    #[must_use]
    pub fn with_layout(self, chosen: Option<Layout>) -> Self {
        Self { pass: self.pass.with_layout(chosen), ..self }
    }

    /// Reads the file again as this header says, or as its own does, unless that is how it is read.
    pub fn read_as(&mut self, chosen: Option<Layout>) {
        if chosen != self.pass.chosen {
            self.presentation.suppose(None);
            *self = self.again().with_layout(chosen).presented_like(self);
        }
    }

    /// A store whose items are all seen once by whoever pushes: see [`Store::push_and_see`].
    #[must_use]
    pub fn counted(size: Option<u64>, budget: u64) -> Self {
        Self::over(Pass::new(size, budget, true, None))
    }

    /// The same, with another number of bytes of items in memory where not all are to stay, instead of 16 MiB.
    #[must_use]
    pub fn with_cache(self, cache: u64) -> Self {
        Self { cache, ..self }
    }

    /// A store of the same kind for the same file, none of which has been read.
    #[must_use]
    pub fn again(&self) -> Self {
        Self::over(self.pass.again())
    }

    /// A store for the same file from its start, that keeps none of its items.
    #[must_use]
    pub fn once_more(&self) -> Self {
        Self::counted(self.size(), 0).with_cache(0).with_layout(self.pass.chosen.clone())
    }

    /// The bytes of the file that are wanted next; `None` when no more are.
    #[must_use]
    pub fn wanted(&self) -> Option<ops::Range<u64>> {
        let Some(look) = &self.look else { return self.pass.wanted() };
        let (start, end) = (look.offset(), self.look_end(look).min(look.offset() + READ));
        Some(start..self.size().map_or(end, |size| end.min(size)).max(start))
    }

    /// Notes which items are wanted now, in place of those before. Whether some of them are not here, but can be read.
    pub fn want(&mut self, items: &[u64]) -> bool {
        self.lacking.clear();
        self.blocks.turn();
        if let Some(division) = self.division() {
            let known = self.items();
            for &item in items.iter().filter(|&&item| item < known) {
                let block = division.block_of(item);
                if !self.blocks.keep(block)
                    && self.item(item).is_none()
                    && let Err(at) = self.lacking.binary_search(&block)
                {
                    self.lacking.insert(at, block);
                }
            }
            self.blocks.trim(division.limit(self.cache));
        }
        self.aim();
        self.is_lacking()
    }

    /// Whether items that are wanted are still to be read.
    #[must_use]
    pub fn is_lacking(&self) -> bool {
        !self.lacking.is_empty()
    }

    /// Takes bytes of the file: those from `offset` on, if they are the ones wanted; others are left alone. No bytes at
    /// all mean that the file ended there.
    ///
    /// # Errors
    /// When the file cannot be opened: see [`Decoder::push`](crate::format::decode::Decoder::push). [`Error::Changed`]
    /// when it is not what it was.
    pub fn push(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.push_and_see(offset, bytes, &mut |_, _| Ok(()))
    }

    /// As [`Store::push`]; each item that the pass completes goes to `see`, in order, once, any number of them at a time.
    ///
    /// # Errors
    /// As [`Store::push`].
    pub fn push_and_see(&mut self, offset: u64, bytes: &[u8], see: Sink<'_>) -> Result<(), Error> {
        match &self.look {
            Some(look) if look.offset() == offset => self.push_look(bytes),
            None if self.pass.wanted().is_some_and(|wanted| wanted.start == offset) => self.push_pass(bytes, see),
            _ => Ok(()),
        }
    }

    /// Wants no more; what has arrived stays.
    pub fn stop(&mut self) {
        self.lacking.clear();
        self.aim();
        self.pass.stop();
        self.settle();
    }

    /// The pass is over: nothing more is to be found out.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.pass.is_done()
    }

    /// The person had enough before the file was read.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.pass.is_stopped()
    }

    /// Bytes of the file; `None` while they are not known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.pass.size
    }

    /// Bytes of the file that the pass has read so far.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.pass.read
    }

    /// The header, as soon as its bytes were there.
    #[must_use]
    pub fn layout(&self) -> Option<&Layout> {
        self.pass.decoder.layout()
    }

    /// The number of gzip layers around the array.
    #[must_use]
    pub fn layers(&self) -> u8 {
        self.pass.decoder.layers()
    }

    /// What is wrong with the file; final once it is done.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        self.pass.decoder.warnings()
    }

    /// The header that the file itself has, and its bytes.
    #[must_use]
    pub fn own_header(&self) -> Option<(Layout, &[u8])> {
        let head = self.pass.decoder.head();
        let layout = Layout::detect(head).ok()??;
        let bytes = head.get(..usize::try_from(layout.data_offset()).ok()?)?;
        Some((layout, bytes))
    }

    /// A part of an item as it is stored: `count` bytes from `first` on, where an element starts, as far as it goes.
    #[must_use]
    pub fn bytes(&self, index: u64, first: usize, count: usize) -> Vec<u8> {
        let Some((layout, item)) = self.layout().zip(self.item(index)) else { return Vec::new() };
        let end = first.saturating_add(count).min(item.len());
        let mut bytes = item.get(first..end).unwrap_or_default().to_vec();
        layout.convert_byte_order(&mut bytes);
        bytes
    }

    /// Other ways to read the file, that would make more sense of it; final once nothing more is wanted.
    #[must_use]
    pub fn suggestions(&self) -> &[Suggestion] {
        &self.pass.suggestions
    }

    /// Bytes of items in memory.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.blocks.len() + self.pass.front.bytes.len() as u64
    }

    /// Whole items that can be had: that are here, or that a look would bring.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.layout().map_or(0, |layout| self.pass.end().checked_div(layout.item_len()).unwrap_or(layout.items()))
    }

    /// The elements of item `index`, big-endian and row-major, if it is here as a whole.
    #[must_use]
    pub fn item(&self, index: u64) -> Option<&[u8]> {
        if index >= self.items() {
            return None;
        }
        let Some(division) = self.division() else { return Some(&[]) };
        let block = division.block_of(index);
        let front = (self.pass.front.block == block).then_some(&self.pass.front.bytes[..]);
        [self.blocks.get(block), front].into_iter().flatten().find_map(|bytes| division.item(bytes, index))
    }

    /// The items that are here, in order, in stretches: the number of the first, and their elements.
    #[must_use]
    pub fn runs(&self) -> Vec<(u64, &[u8])> {
        let Some(division) = self.division() else { return Vec::new() };
        let mut runs: Vec<(u64, &[u8])> = self.blocks.iter().collect();
        if let Err(at) = runs.binary_search_by_key(&self.pass.front.block, |run| run.0) {
            runs.insert(at, (self.pass.front.block, &self.pass.front.bytes));
        }
        for (first, items) in &mut runs {
            (*first, *items) = (division.first_of(*first), &items[..division.whole(items)]);
        }
        runs
    }

    /// How items make pictures, where that is not the header's own way.
    #[must_use]
    pub fn presentation(&self) -> &Presentation {
        &self.presentation
    }

    /// The same, to be changed.
    pub fn presentation_mut(&mut self) -> &mut Presentation {
        &mut self.presentation
    }

    /// Shows items as another store does those of the same shape.
    #[must_use]
    pub fn presented_like(self, other: &Self) -> Self {
        Self { presentation: other.presentation.clone(), ..self }
    }

    /// The axes that items are cut along, if they are shown as slices.
    #[must_use]
    pub fn axes(&self) -> Option<Vec<Axis>> {
        self.presentation.axes(self.layout()?)
    }

    /// How items make pictures.
    #[must_use]
    pub fn raster(&self) -> Option<Raster> {
        Some(self.presentation.raster(self.layout()?))
    }

    /// The numbers in a part of item `index` as it is shown (see [`Store::raster`]), row by row, as far as the picture
    /// goes, all channels of a pixel side by side; nothing if the item is not here.
    #[must_use]
    pub fn values(&self, index: u64, rows: ops::Range<u64>, columns: ops::Range<u64>) -> Vec<f64> {
        let (Some(layout), Some(raster), Some(item)) = (self.layout(), self.raster(), self.item(index)) else {
            return Vec::new();
        };
        if item.is_empty() {
            return Vec::new();
        }
        let mut values = Vec::new();
        for row in rows.start..rows.end.min(raster.rows) {
            for column in columns.start..columns.end.min(raster.columns) {
                values.extend(raster.pixel(raster.at(row, column)).map(|at| layout.element_type().value_at(item, at)));
            }
        }
        values
    }

    /// The range that values are shown in: that of the type for u8, else from the least to the greatest value that
    /// has passed, leaving out NaN and infinities. `None` while there is no such value.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        match self.layout()?.element_type() {
            ElementType::U8 => Some((0.0, 255.0)),
            _ => self.pass.range.ends,
        }
    }

    /// How many of the elements that have passed are no ordinary numbers.
    #[must_use]
    pub fn not_finite(&self) -> NotFinite {
        self.pass.range.not_finite
    }

    /// Whether the edges of the images are bright, by which their ink is dark already.
    #[must_use]
    pub fn has_dark_ink(&self) -> bool {
        self.range().is_some_and(|range| self.pass.border.is_paper(range))
    }

    /// Whether all items that arrive stay in memory.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.division().is_none_or(Division::is_kept)
    }

    fn division(&self) -> Option<Division> {
        self.pass.division()
    }

    fn push_pass(&mut self, bytes: &[u8], see: Sink<'_>) -> Result<(), Error> {
        let Self { pass, blocks, cache, .. } = self;
        let mut keep = |division: Division, filled: Filling| {
            // What is looked at must not make room for what only passes.
            if blocks.len() < division.limit(*cache) {
                blocks.insert(filled);
            }
        };
        pass.push(bytes, &mut keep, see)?;
        self.settle();
        Ok(())
    }

    /// Takes over what the pass has found out.
    fn settle(&mut self) {
        if self.is_done() {
            // Now it is a block like all others.
            self.pass.take_front().into_iter().for_each(|front| self.blocks.insert(front));
        }
        self.presentation.suppose(self.pass.seeming.clone());
    }

    /// Turns the look to the first block that is lacking.
    fn aim(&mut self) {
        let look = self.look.take();
        let Some((layout, &block)) = self.layout().zip(self.lacking.first()) else { return };
        let Some(division) = self.division() else { return };
        let start = division.range(block, self.pass.end()).start;
        let checkpoint = self.checkpoint(layout.data_offset() + start);
        // One that is on its way there goes on, unless there is a shorter one.
        let look = look.filter(|look| look.leads_to(block, start, layout, &checkpoint));
        self.look = Some(look.unwrap_or_else(|| Look::new(layout, &checkpoint)));
    }

    /// The nearest place to enter the file so that byte `decoded` of the unpacked data comes out.
    fn checkpoint(&self, decoded: u64) -> Checkpoint {
        match self.pass.decoder.checkpoints() {
            _ if self.layers() == 0 => Checkpoint::plain(decoded),
            Some(checkpoints) => checkpoints.before(decoded).clone(),
            None => Checkpoint::start(),
        }
    }

    /// Where the file need not be read any further for what is lacking side by side.
    fn look_end(&self, look: &Look) -> u64 {
        let Some((layout, &first)) = self.layout().zip(self.lacking.first()) else { return 0 };
        let Some(division) = self.division() else { return 0 };
        let run = (first..).zip(&self.lacking).take_while(|(next, block)| next == *block);
        let decoded =
            layout.data_offset() + division.range(run.last().map_or(first, |(block, _)| block), self.pass.end()).end;
        let end = match self.pass.decoder.checkpoints() {
            _ if self.layers() == 0 => decoded,
            Some(checkpoints) => checkpoints.after(decoded).map_or(u64::MAX, Checkpoint::encoded),
            None => u64::MAX,
        };
        // If that was not enough, the end of the file is.
        if end > look.offset() { end } else { u64::MAX }
    }

    fn push_look(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let (end, division, cache) = (self.pass.end(), self.division(), self.cache);
        let Self { look, lacking, blocks, .. } = self;
        let Some((look, division)) = look.as_mut().zip(division) else { return Ok(()) };
        let result = look.push(bytes, division, end, lacking, |filled| {
            blocks.insert(filled);
            blocks.trim(division.limit(cache));
        });
        if result.is_err() {
            lacking.clear();
        }
        self.aim();
        result
    }
}
