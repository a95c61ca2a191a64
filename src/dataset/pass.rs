//! The pass over a file, once from start to end: what only the whole can tell.

use std::{mem, ops};

use crate::{
    dataset::{
        blocks::{Division, Filling},
        border::Border,
        channels,
        range::Range,
    },
    error::{Error, Warning},
    format::{
        checkpoint::Checkpoints,
        decode::{Decoder, Sink},
        element::ElementType,
        header::Header,
        layout::Layout,
        suggestion::{Suggestion, another, suggestions},
    },
};

/// First read: enough for a header, and in most files for the first page.
const FIRST_READ: u64 = 128 << 10;

/// Every further read, at most. Each one has a cost of its own in a browser, so they are not small.
pub(crate) const READ: u64 = 1 << 20;

/// Unpacked bytes between two checkpoints, at least.
const SPACING: u64 = 1 << 20;

/// The most checkpoints. They take 32 KiB each; half as many bytes as lie between two are unpacked for an item, on
/// average: of 6 GB, in 40 MiB, some 2.5 MB.
const CHECKPOINTS: u32 = 1280;

/// Bytes that gzip ends with: the length of what is inside, little-endian, modulo 2^32 (RFC 1952, section 2.3.1).
const LENGTH_LEN: u64 = 4;

/// How far a file has been read, and what that has told.
#[derive(Debug)]
pub(crate) struct Pass {
    /// Bytes of the file, if they are known.
    pub(crate) size: Option<u64>,
    /// Bytes of items that stay in memory, at most.
    budget: u64,
    /// Whether the pass is needed for what others count.
    counted: bool,
    /// How a person wants the file to be read, whatever its header says.
    pub(crate) chosen: Option<Layout>,
    pub(crate) decoder: Decoder,
    /// Up to where the file is read, and the block at the front of that.
    pub(crate) read: u64,
    pub(crate) front: Filling,
    pub(crate) range: Range,
    pub(crate) border: Border,
    /// Whether the values have been asked what items should be shown as, and in which shape they make more sense.
    judged: bool,
    pub(crate) seeming: Option<Vec<u32>>,
    pub(crate) suggestions: Vec<Suggestion>,
    /// What is read at the end, where the pass has left it out: of a plain file what comes first of the bytes that the
    /// header does not promise, of gzip that goes on after them its last bytes.
    rest: Vec<u8>,
    /// Nothing more is wanted, even if it is unread.
    forgone: bool,
}

impl Pass {
    /// A pass that has not begun, over a file that is read as this header says, if there is one.
    pub(crate) fn new(size: Option<u64>, budget: u64, counted: bool, chosen: Option<Layout>) -> Self {
        Self {
            size,
            budget,
            counted,
            decoder: Decoder::with_layout(chosen.clone()),
            chosen,
            read: 0,
            front: Filling::default(),
            range: Range::default(),
            border: Border::default(),
            judged: false,
            seeming: None,
            suggestions: Vec::new(),
            rest: Vec::new(),
            forgone: false,
        }
    }

    /// The same, from the start.
    pub(crate) fn again(&self) -> Self {
        self.with_layout(self.chosen.clone())
    }

    /// The same, from the start, of a file that is read as this header says, or as its own does.
    pub(crate) fn with_layout(&self, chosen: Option<Layout>) -> Self {
        Self::new(self.size, self.budget, self.counted, chosen)
    }

    /// Nothing more is to be found out, but for what may be unread.
    pub(crate) fn is_done(&self) -> bool {
        self.forgone || self.decoder.is_done()
    }

    /// It has been stopped before it was done.
    pub(crate) fn is_stopped(&self) -> bool {
        self.forgone && !self.decoder.is_done()
    }

    /// Which elements are in which block, once the header is known.
    pub(crate) fn division(&self) -> Option<Division> {
        Division::of(self.decoder.layout()?, self.budget)
    }

    /// Where the elements end that can be had. A plain file can be entered anywhere, a .gz where the pass has been.
    pub(crate) fn end(&self) -> u64 {
        match (self.decoder.layout(), self.size) {
            (Some(layout), Some(size)) if self.decoder.layers() == 0 => {
                layout.byte_len().min(size.saturating_sub(layout.data_offset()))
            }
            _ => self.decoder.received(),
        }
    }

    /// The bytes of the file that are wanted next; `None` when no more are.
    pub(crate) fn wanted(&self) -> Option<ops::Range<u64>> {
        if self.is_done() {
            return self.unread();
        }
        let end = self.read + if self.read == 0 { FIRST_READ } else { READ };
        Some(self.read..self.size.map_or(end, |size| end.min(size)).max(self.read))
    }

    /// Where that is which the pass has left out, as far as it is still to be read.
    fn unread(&self) -> Option<ops::Range<u64>> {
        let layout = self.decoder.layout().filter(|_| !self.forgone)?;
        let layers = self.decoder.layers();
        let (start, end) = if layers > 0 {
            let goes_on = matches!(self.decoder.warnings().last(), Some(Warning::Stopped(Error::Excess { .. })));
            let size = self.size.filter(|_| goes_on && layers == 1)?;
            (size.checked_sub(LENGTH_LEN)?, size)
        } else {
            let start = layout.data_end();
            let end = self.size?.min(start.saturating_add(Header::MAX_LEN as u64));
            if self.read >= end {
                return None;
            }
            (start, end)
        };
        let start = start + self.rest.len() as u64;
        (start < end).then_some(start..end)
    }

    /// Takes the bytes that are wanted. Blocks that are full go to `keep`; each item that is completed goes to `see`.
    ///
    /// # Errors
    /// As [`Decoder::push`].
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        keep: &mut dyn FnMut(Division, Filling),
        see: Sink<'_>,
    ) -> Result<(), Error> {
        if self.is_done() {
            self.rest.extend_from_slice(bytes);
            self.forgone = bytes.is_empty();
        } else {
            self.decode(bytes, keep, see)?;
        }
        self.judge();
        Ok(())
    }

    fn decode(&mut self, bytes: &[u8], keep: &mut dyn FnMut(Division, Filling), see: Sink<'_>) -> Result<(), Error> {
        self.read += bytes.len() as u64;
        if bytes.is_empty() {
            self.size = Some(self.read);
        }
        let begun = self.decoder.layout().is_some();
        let Self { decoder, budget, front, range, border, .. } = self;
        decoder.push(bytes, &mut |layout, mut elements| {
            let Some(division) = Division::of(layout, *budget) else { return Ok(()) };
            while !elements.is_empty() {
                let seen = division.whole(&front.bytes);
                let full = front.take(layout, &mut elements, &division.range(front.block, layout.byte_len()))?;
                let items = &front.bytes[seen..division.whole(&front.bytes)];
                if !items.is_empty() {
                    range.extend(layout.element_type(), items);
                    border.extend(layout, items);
                    see(layout, items)?;
                }
                if full {
                    let next = Filling::new(front.block + 1);
                    keep(division, mem::replace(front, next));
                }
            }
            Ok(())
        })?;
        if !begun {
            self.begin()?;
        }
        if bytes.is_empty() || self.size.is_some_and(|size| self.read >= size) || self.decoder.is_done() {
            let unread = self.size.map_or(0, |size| size.saturating_sub(self.read));
            self.decoder.finish(unread)?;
        }
        Ok(())
    }

    /// Decides what is to be found out, once the header is known.
    fn begin(&mut self) -> Result<(), Error> {
        let Some(layout) = self.decoder.layout() else { return Ok(()) };
        // If the header is right, they never have to be thinned out.
        let spacing = (layout.byte_len() / u64::from(CHECKPOINTS)).max(SPACING);
        let needed = self.decoder.layers() > 0 || self.counted || layout.element_type() != ElementType::U8;
        if self.decoder.layers() == 1 && !self.division().is_none_or(Division::is_kept) {
            self.decoder.record(Checkpoints::new(spacing, CHECKPOINTS as usize));
        }
        match self.size {
            Some(size) if !needed => self.decoder.finish(size.saturating_sub(self.read)),
            _ => Ok(()),
        }
    }

    /// Wants no more.
    pub(crate) fn stop(&mut self) {
        self.forgone = true;
        if self.is_stopped() {
            self.judge();
        }
    }

    /// The block at the front, when it is as full as it will be, if nothing of it is missing.
    pub(crate) fn take_front(&mut self) -> Option<Filling> {
        let front = mem::take(&mut self.front);
        let place = self.division()?.range(front.block, self.end());
        (!front.bytes.is_empty() && front.bytes.len() as u64 == place.end - place.start).then_some(front)
    }

    /// Asks the first values what they should be shown as, and read as, when there are enough of them; and once more
    /// when it is known what else there is.
    fn judge(&mut self) {
        let Some((layout, sample)) = self.decoder.layout().zip(self.decoder.sample()) else { return };
        if !self.is_done() && (self.judged || !sample.is_full()) {
            return;
        }
        if !self.judged {
            self.seeming = channels::likely(layout, sample.elements());
            self.judged = true;
        }
        let (length, beyond) = match self.rest.first_chunk() {
            // The length, as gzip ends with it.
            Some(&length) if self.decoder.layers() > 0 => {
                (u64::from(u32::from_le_bytes(length)).checked_sub(layout.data_offset()), sample.beyond())
            }
            Some(_) => (self.decoder.length(), &self.rest[..]),
            None => (self.decoder.length(), sample.beyond()),
        };
        self.suggestions = suggestions(layout, sample.elements(), length);
        self.suggestions.extend(another(layout, beyond));
    }
}
