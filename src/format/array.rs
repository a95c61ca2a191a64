//! The array that is being decoded, inside any number of layers.

use std::ops::ControlFlow;

use crate::{
    error::{Error, Warning},
    format::{layout::Layout, recorder::Recorder, sample::Sample},
};

/// Takes elements as they arrive, with the layout of their array. An error from it ends the decoding.
pub type Sink<'a> = &'a mut dyn FnMut(&Layout, &[u8]) -> Result<(), Error>;

/// A [`Sink`] that can pause the decoding after the elements that it was given.
pub type PausingSink<'a> = &'a mut dyn FnMut(&Layout, &[u8]) -> Result<ControlFlow<()>, Error>;

/// The NumPy arrays that are read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Accepts {
    /// Those of numbers in the usual order.
    #[default]
    Numbers,
    /// Also those in Fortran's order, with their dimensions backwards.
    Fortran,
    /// Those of texts alone, with the characters as elements.
    Texts,
}

/// The decoder's knowledge of the array.
#[derive(Debug, Default)]
pub(crate) struct Array {
    /// The layout that the user chose instead of the one that the header gives.
    pub(crate) chosen: Option<Layout>,
    pub(crate) layout: Option<Layout>,
    /// The first unpacked bytes, which contain the header of the file.
    pub(crate) head: Vec<u8>,
    /// Bytes before the first element that are still to come.
    pub(crate) ahead: u64,
    /// Bytes of elements handed out.
    pub(crate) received: u64,
    /// Bytes past the last element.
    pub(crate) excess: u64,
    /// Gzip layers opened.
    pub(crate) layers: u8,
    /// Records checkpoints in the outermost layer.
    pub(crate) recorder: Option<Recorder>,
    /// `None` where no caller needs it.
    pub(crate) sample: Option<Sample>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) accepts: Accepts,
    /// Checksums were checked before.
    pub(crate) trusts_checksums: bool,
}

impl Array {
    /// Starts the array. The next bytes are its header.
    pub(crate) fn begin(&mut self, layout: Layout) {
        self.ahead = layout.data_offset();
        self.layout = Some(layout);
    }

    /// Whether all elements have come.
    pub(crate) fn is_complete(&self) -> bool {
        self.layout.as_ref().is_some_and(|layout| self.received == layout.byte_len())
    }

    /// The offset of the end of the last element by the layout.
    pub(crate) fn end(&self) -> u64 {
        self.layout.as_ref().map_or(0, Layout::data_end)
    }

    /// Hands the elements among these bytes to `sink`.
    ///
    /// # Errors
    /// The errors of `sink`.
    pub(crate) fn receive(&mut self, bytes: &[u8], sink: PausingSink<'_>) -> Result<ControlFlow<()>, Error> {
        let Some(layout) = &self.layout else { return Ok(ControlFlow::Continue(())) };
        let before = usize::try_from(self.ahead).map_or(bytes.len(), |ahead| ahead.min(bytes.len()));
        let left = layout.byte_len() - self.received;
        let after = &bytes[before..];
        let (elements, beyond) =
            after.split_at(usize::try_from(left).map_or(after.len(), |left| left.min(after.len())));
        if let Some(sample) = &mut self.sample {
            sample.extend(elements);
            sample.exceed(beyond);
        }
        let flow = if elements.is_empty() { ControlFlow::Continue(()) } else { sink(layout, elements)? };
        self.skip(bytes.len() as u64);
        Ok(flow)
    }

    /// Counts bytes of the array and after it.
    pub(crate) fn skip(&mut self, mut bytes: u64) {
        let before = self.ahead.min(bytes);
        self.ahead -= before;
        bytes -= before;
        let left = self.layout.as_ref().map_or(0, |layout| layout.byte_len() - self.received);
        let taken = left.min(bytes);
        self.received += taken;
        self.excess += bytes - taken;
    }

    /// Compares the number of bytes with the layout.
    pub(crate) fn count(&mut self) {
        let Some(layout) = &self.layout else { return };
        if self.received < layout.byte_len() {
            self.warnings.push(Warning::Truncated {
                offset: layout.data_offset() + self.received,
                expected: layout.items(),
                found: self.received / layout.item_len(),
            });
        } else if self.excess > 0 && !matches!(self.warnings.last(), Some(Warning::Stopped(Error::Excess { .. }))) {
            let (offset, found) = (self.end(), self.excess);
            let items = found.checked_div(layout.item_len()).unwrap_or(0);
            self.warnings.push(Warning::Trailing { offset, found, items });
        }
        if layout.rank() == 0 {
            self.warnings.push(Warning::Scalar);
        }
    }
}
