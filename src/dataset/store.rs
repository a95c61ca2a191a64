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

use std::{mem, ops};

use crate::{
    dataset::{
        axes::Axis,
        blocks::{Blocks, Division, Filling},
        border::Border,
        channels,
        images::Raster,
        look::Look,
        presentation::Presentation,
        range::{NotFinite, Range},
    },
    error::{Error, Warning},
    format::{
        checkpoint::{Checkpoint, Checkpoints},
        decode::{Decoder, Sink},
        header::{ElementType, Header},
        suggestion::{Suggestion, another, suggestions},
    },
};

/// First read: enough for a header, and in most files for the first page.
const FIRST_READ: u64 = 128 << 10;

/// Every further read, at most. Each one has a cost of its own in a browser, so they are not small.
const READ: u64 = 1 << 20;

/// Bytes of items in memory where not all of them are to stay.
const CACHE: u64 = 16 << 20;

/// Unpacked bytes between two checkpoints, at least.
const SPACING: u64 = 1 << 20;

/// The most checkpoints. They take 32 KiB each; half as many bytes as lie between two are unpacked for an item, on
/// average: of 6 GB, in 40 MiB, some 2.5 MB.
const CHECKPOINTS: u32 = 1280;

/// Bytes that gzip ends with: the length of what is inside, little-endian, modulo 2^32 (RFC 1952, section 2.3.1).
const LENGTH_LEN: u64 = 4;

/// One file's array, as far as it has arrived.
#[derive(Debug)]
pub struct Store {
    /// Bytes of the file, if they are known.
    size: Option<u64>,
    budget: u64,
    cache: u64,
    /// Whether the pass is needed for what others count.
    counted: bool,
    /// The pass: up to where the file is read, and the block at its front.
    pass: Decoder,
    read: u64,
    front: Filling,
    /// The blocks that are wanted but not here, in order, and the look at the first of them.
    lacking: Vec<u64>,
    look: Option<Look>,
    blocks: Blocks,
    range: Range,
    border: Border,
    presentation: Presentation,
    /// Whether the values have been asked what items should be shown as.
    judged: bool,
    suggestions: Vec<Suggestion>,
    /// How a person wants the file to be read, whatever its header says.
    chosen: Option<Header>,
    /// What is read when the pass has ended, where that has left it out: of a plain file what comes first of the bytes
    /// that the header does not promise, of gzip that goes on after them its last bytes.
    rest: Vec<u8>,
    /// Nothing more is wanted, even if it is unread.
    forgone: bool,
}

impl Store {
    /// A store for a file of `size` bytes, or of as many as there will be, none of which has been read. If its items
    /// take at most `budget` bytes, all that have arrived stay in memory; 0 is enough where reading again costs little.
    #[must_use]
    pub fn new(size: Option<u64>, budget: u64) -> Self {
        Self {
            size,
            budget,
            cache: CACHE,
            counted: false,
            pass: Decoder::new(),
            read: 0,
            front: Filling::default(),
            lacking: Vec::new(),
            look: None,
            blocks: Blocks::default(),
            range: Range::default(),
            border: Border::default(),
            presentation: Presentation::default(),
            judged: false,
            suggestions: Vec::new(),
            chosen: None,
            rest: Vec::new(),
            forgone: false,
        }
    }

    /// The same, for a file that is read as this header says, whatever its own is.
    #[must_use]
    pub fn reading(self, chosen: Option<Header>) -> Self {
        Self { pass: Decoder::reading(chosen.clone()), chosen, ..self }
    }

    /// Reads the file again as this header says, or as its own does, unless that is how it is read.
    pub fn read_as(&mut self, chosen: Option<Header>) {
        if chosen != self.chosen {
            self.presentation.suppose(None);
            *self = self.again().reading(chosen).presented_like(self);
        }
    }

    /// A store whose items are all seen once by whoever pushes: see [`Store::push_and_see`].
    #[must_use]
    pub fn counted(size: Option<u64>, budget: u64) -> Self {
        Self { counted: true, ..Self::new(size, budget) }
    }

    /// The same, with another number of bytes of items in memory where not all are to stay, instead of 16 MiB.
    #[must_use]
    pub fn with_cache(self, cache: u64) -> Self {
        Self { cache, ..self }
    }

    /// A store of the same kind for the same file, none of which has been read.
    #[must_use]
    pub fn again(&self) -> Self {
        Self { counted: self.counted, ..Self::new(self.size, self.budget) }.reading(self.chosen.clone())
    }

    /// A store for the same file from its start, that keeps none of its items.
    #[must_use]
    pub fn once_more(&self) -> Self {
        Self::counted(self.size, 0).with_cache(0).reading(self.chosen.clone())
    }

    /// The bytes of the file that are wanted next; `None` when no more are.
    #[must_use]
    pub fn wanted(&self) -> Option<ops::Range<u64>> {
        let (start, end) = match &self.look {
            Some(look) => (look.offset(), self.look_end(look).min(look.offset() + READ)),
            None if self.is_done() => return self.unread(),
            None => (self.read, self.read + if self.read == 0 { FIRST_READ } else { READ }),
        };
        Some(start..self.size.map_or(end, |size| end.min(size)).max(start))
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
    /// When the file cannot be opened: see [`Decoder::push`]. [`Error::Changed`] when it is not what it was.
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
            None if self.read == offset && !self.is_done() => self.push_pass(bytes, see),
            None if self.unread().is_some_and(|unread| unread.start == offset) => {
                self.rest.extend_from_slice(bytes);
                self.forgone = bytes.is_empty();
                self.judge();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Wants no more; what has arrived stays.
    pub fn stop(&mut self) {
        self.lacking.clear();
        self.aim();
        self.forgone = true;
        if self.is_stopped() {
            self.keep_front();
            self.judge();
        }
    }

    /// The pass is over: nothing more is to be found out.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.forgone || self.pass.is_done()
    }

    /// The person had enough before the file was read.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.forgone && !self.pass.is_done()
    }

    /// Bytes of the file; `None` while they are not known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Bytes of the file that the pass has read so far.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.read
    }

    /// The header, as soon as its bytes were there.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        self.pass.header()
    }

    /// The number of gzip layers around the array.
    #[must_use]
    pub fn layers(&self) -> u8 {
        self.pass.layers()
    }

    /// What is wrong with the file; final once it is done.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        self.pass.warnings()
    }

    /// The header that the file itself has, and its bytes.
    #[must_use]
    pub fn own_header(&self) -> Option<(Header, &[u8])> {
        let header = Header::parse(self.pass.head()).ok()??;
        let bytes = self.pass.head().get(..usize::try_from(header.len()).ok()?)?;
        Some((header, bytes))
    }

    /// A part of an item as it is stored: `count` bytes from `first` on, where an element starts, as far as it goes.
    #[must_use]
    pub fn bytes(&self, index: u64, first: usize, count: usize) -> Vec<u8> {
        let Some((header, item)) = self.header().zip(self.item(index)) else { return Vec::new() };
        let end = first.saturating_add(count).min(item.len());
        let mut bytes = item.get(first..end).unwrap_or_default().to_vec();
        header.put_in_order(&mut bytes);
        bytes
    }

    /// Other ways to read the file, that would make more sense of it; final once nothing more is wanted.
    #[must_use]
    pub fn suggestions(&self) -> &[Suggestion] {
        &self.suggestions
    }

    /// Where that is which the pass has left out, as far as it is still to be read.
    fn unread(&self) -> Option<ops::Range<u64>> {
        let header = self.header().filter(|_| !self.forgone)?;
        let (start, end) = if self.layers() > 0 {
            let goes_on = matches!(self.warnings().last(), Some(Warning::Stopped(Error::Excess { .. })));
            let size = self.size.filter(|_| goes_on && self.layers() == 1)?;
            (size.checked_sub(LENGTH_LEN)?, size)
        } else {
            let start = header.len().checked_add(header.byte_len())?;
            (start, self.size.filter(|&size| self.read < size)?.min(start.saturating_add(Header::MAX_LEN as u64)))
        };
        let start = start + self.rest.len() as u64;
        (start < end).then_some(start..end)
    }

    /// Bytes of items in memory.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.blocks.len() + self.front.bytes.len() as u64
    }

    /// Whole items that can be had: that are here, or that a look would bring.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.header().map_or(0, |header| self.end().checked_div(header.item_len()).unwrap_or(header.items()))
    }

    /// The elements of item `index`, big-endian and row-major, if it is here as a whole.
    #[must_use]
    pub fn item(&self, index: u64) -> Option<&[u8]> {
        if index >= self.items() {
            return None;
        }
        let Some(division) = self.division() else { return Some(&[]) };
        let block = division.block_of(index);
        let front = (self.front.block == block).then_some(&self.front.bytes[..]);
        [self.blocks.get(block), front].into_iter().flatten().find_map(|bytes| division.item(bytes, index))
    }

    /// The items that are here, in order, in stretches: the number of the first, and their elements.
    #[must_use]
    pub fn runs(&self) -> Vec<(u64, &[u8])> {
        let Some(division) = self.division() else { return Vec::new() };
        let mut runs: Vec<(u64, &[u8])> = self.blocks.iter().collect();
        if let Err(at) = runs.binary_search_by_key(&self.front.block, |run| run.0) {
            runs.insert(at, (self.front.block, &self.front.bytes));
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
        self.presentation.axes(self.header()?)
    }

    /// How items make pictures.
    #[must_use]
    pub fn raster(&self) -> Option<Raster> {
        Some(self.presentation.raster(self.header()?))
    }

    /// The numbers in a part of item `index` as it is shown (see [`Store::raster`]), row by row, as far as the picture
    /// goes, all channels of a pixel side by side; nothing if the item is not here.
    #[must_use]
    pub fn values(&self, index: u64, rows: ops::Range<u64>, columns: ops::Range<u64>) -> Vec<f64> {
        let (Some(header), Some(raster), Some(item)) = (self.header(), self.raster(), self.item(index)) else {
            return Vec::new();
        };
        if item.is_empty() {
            return Vec::new();
        }
        let mut values = Vec::new();
        for row in rows.start..rows.end.min(raster.rows) {
            for column in columns.start..columns.end.min(raster.columns) {
                values.extend(raster.pixel(raster.at(row, column)).map(|at| header.element_type().value_at(item, at)));
            }
        }
        values
    }

    /// The range that values are shown in: that of the type for u8, else from the least to the greatest value that
    /// has passed, leaving out NaN and infinities. `None` while there is no such value.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        match self.header()?.element_type() {
            ElementType::U8 => Some((0.0, 255.0)),
            _ => self.range.ends,
        }
    }

    /// How many of the elements that have passed are no ordinary numbers.
    #[must_use]
    pub fn not_finite(&self) -> NotFinite {
        self.range.not_finite
    }

    /// Whether the edges of the images are bright, by which their ink is dark already.
    #[must_use]
    pub fn has_dark_ink(&self) -> bool {
        self.range().is_some_and(|range| self.border.is_paper(range))
    }

    /// Whether all items that arrive stay in memory.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.division().is_none_or(Division::is_kept)
    }

    fn division(&self) -> Option<Division> {
        Division::of(self.header()?, self.budget)
    }

    /// Where the elements end that can be had. A plain file can be entered anywhere, a .gz where the pass has been.
    fn end(&self) -> u64 {
        match (self.header(), self.size) {
            (Some(header), Some(size)) if self.layers() == 0 => {
                header.byte_len().min(size.saturating_sub(header.len()))
            }
            _ => self.pass.received(),
        }
    }

    fn push_pass(&mut self, bytes: &[u8], see: Sink<'_>) -> Result<(), Error> {
        self.read += bytes.len() as u64;
        if bytes.is_empty() {
            self.size = Some(self.read);
        }
        let begun = self.header().is_some();
        let (budget, cache) = (self.budget, self.cache);
        let Self { pass, front, blocks, range, border, .. } = self;
        pass.push(bytes, &mut |header, mut elements| {
            let Some(division) = Division::of(header, budget) else { return Ok(()) };
            while !elements.is_empty() {
                let seen = division.whole(&front.bytes);
                let full = front.take(header, &mut elements, &division.range(front.block, header.byte_len()))?;
                let items = &front.bytes[seen..division.whole(&front.bytes)];
                if !items.is_empty() {
                    range.extend(header.element_type(), items);
                    border.extend(header, items);
                    see(header, items)?;
                }
                if full {
                    let next = Filling::new(front.block + 1);
                    let filled = mem::replace(front, next);
                    // What is looked at must not make room for what only passes.
                    if blocks.len() < division.limit(cache) {
                        blocks.insert(filled);
                    }
                }
            }
            Ok(())
        })?;
        if !begun {
            self.begin()?;
        }
        if bytes.is_empty() || self.size.is_some_and(|size| self.read >= size) || self.pass.is_done() {
            let unread = self.size.map_or(0, |size| size.saturating_sub(self.read));
            self.pass.finish(unread)?;
        }
        if self.is_done() {
            self.keep_front();
        }
        self.judge();
        Ok(())
    }

    /// Asks the first values what they should be shown as, and read as, when there are enough of them; and once more
    /// when it is known what else there is.
    fn judge(&mut self) {
        let Some((header, sample)) = self.pass.header().zip(self.pass.sample()) else { return };
        if !self.is_done() && (self.judged || !sample.is_full()) {
            return;
        }
        if !self.judged {
            self.presentation.suppose(channels::likely(header, sample.elements()));
            self.judged = true;
        }
        let (length, beyond) = match self.rest.first_chunk() {
            // The length, as gzip ends with it.
            Some(&length) if self.layers() > 0 => {
                (u64::from(u32::from_le_bytes(length)).checked_sub(header.len()), sample.beyond())
            }
            Some(_) => (self.pass.length(), &self.rest[..]),
            _ => (self.pass.length(), sample.beyond()),
        };
        self.suggestions = suggestions(header, sample.elements(), length);
        self.suggestions.extend(another(header, beyond));
    }

    /// Decides what the pass is to find out, once the header is known.
    fn begin(&mut self) -> Result<(), Error> {
        let Some(header) = self.header() else { return Ok(()) };
        // If the header is right, they never have to be thinned out.
        let spacing = (header.byte_len() / u64::from(CHECKPOINTS)).max(SPACING);
        let needed = self.layers() > 0 || self.counted || header.element_type() != ElementType::U8;
        if self.layers() == 1 && !self.is_kept() {
            self.pass.record(Checkpoints::new(spacing, CHECKPOINTS as usize));
        }
        match self.size {
            Some(size) if !needed => self.pass.finish(size.saturating_sub(self.read)),
            _ => Ok(()),
        }
    }

    /// The block at the front is as full as it will be: now it is one like all others, if nothing of it is missing.
    fn keep_front(&mut self) {
        let front = mem::take(&mut self.front);
        let Some(division) = self.division() else { return };
        let place = division.range(front.block, self.end());
        if !front.bytes.is_empty() && front.bytes.len() as u64 == place.end - place.start {
            self.blocks.insert(front);
        }
    }

    /// Turns the look to the first block that is lacking.
    fn aim(&mut self) {
        let look = self.look.take();
        let Some((header, &block)) = self.pass.header().zip(self.lacking.first()) else { return };
        let Some(division) = self.division() else { return };
        let start = division.range(block, self.end()).start;
        let checkpoint = self.checkpoint(header.len() + start);
        // One that is on its way there goes on, unless there is a shorter one.
        let look = look.filter(|look| look.leads_to(block, start, header, &checkpoint));
        self.look = Some(look.unwrap_or_else(|| Look::new(header, &checkpoint)));
    }

    /// The nearest place to enter the file so that byte `decoded` of the unpacked data comes out.
    fn checkpoint(&self, decoded: u64) -> Checkpoint {
        match self.pass.checkpoints() {
            _ if self.layers() == 0 => Checkpoint::plain(decoded),
            Some(checkpoints) => checkpoints.before(decoded).clone(),
            None => Checkpoint::start(),
        }
    }

    /// Where the file need not be read any further for what is lacking side by side.
    fn look_end(&self, look: &Look) -> u64 {
        let Some((header, &first)) = self.header().zip(self.lacking.first()) else { return 0 };
        let Some(division) = self.division() else { return 0 };
        let run = (first..).zip(&self.lacking).take_while(|(next, block)| next == *block);
        let decoded = header.len() + division.range(run.last().map_or(first, |(block, _)| block), self.end()).end;
        let end = match self.pass.checkpoints() {
            _ if self.layers() == 0 => decoded,
            Some(checkpoints) => checkpoints.after(decoded).map_or(u64::MAX, Checkpoint::encoded),
            None => u64::MAX,
        };
        // If that was not enough, the end of the file is.
        if end > look.offset() { end } else { u64::MAX }
    }

    fn push_look(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let (end, division, cache) = (self.end(), self.division(), self.cache);
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
