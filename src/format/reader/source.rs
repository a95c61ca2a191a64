//! The bytes of a file, and the elements that they decode to.

use std::{
    fmt,
    io::{self, Read},
    ops::{ControlFlow, Range},
};

use crate::{error::Warning, format::decode::Decoder};

use super::error::ReadError;

/// A file on its way through the decoder.
pub(super) struct Source<R> {
    input: R,
    pub(super) decoder: Decoder,
    /// Bytes of the file, those in `unpushed` still for the decoder.
    chunk: Box<[u8]>,
    unpushed: Range<usize>,
    /// Bytes of elements, those before `start` already read.
    pub(super) elements: Vec<u8>,
    pub(super) start: usize,
    ended: bool,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R, decoder: Decoder) -> Self {
        let chunk = vec![0; 64 << 10].into();
        Self { input, decoder, chunk, unpushed: 0..0, elements: Vec::new(), start: 0, ended: false }
    }

    /// Decodes some more elements; false at the end of the file.
    pub(super) fn fill(&mut self) -> Result<bool, ReadError> {
        self.elements.drain(..self.start);
        self.start = 0;
        while !self.ended {
            let mut rest = &self.chunk[self.unpushed.clone()];
            let elements = &mut self.elements;
            let flow = self.decoder.push_until(&mut rest, &mut |_, bytes| {
                elements.extend_from_slice(bytes);
                Ok(ControlFlow::Break(()))
            })?;
            self.unpushed.start = self.unpushed.end - rest.len();
            if flow.is_break() {
                return Ok(true);
            }
            // Bytes after the array of a plain file are counted, too.
            self.ended = self.decoder.layers() > 0 && self.decoder.is_done();
            if !self.ended {
                self.unpushed = 0..self.read_chunk()?;
                self.ended = self.unpushed.is_empty();
            }
        }
        self.decoder.finish(0)?;
        Ok(false)
    }

    fn read_chunk(&mut self) -> io::Result<usize> {
        loop {
            match self.input.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// Whether the file is whole, as far as it was read.
    pub(super) fn check(&self) -> Result<(), ReadError> {
        let harmless = |warning: &&Warning| matches!(warning, Warning::LittleEndian | Warning::Scalar);
        let damage = self.decoder.warnings().iter().find(|warning| !harmless(warning));
        damage.map_or(Ok(()), |warning| Err(ReadError::Damaged(warning.clone())))
    }
}

impl<R> fmt::Debug for Source<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("decoder", &self.decoder).field("ended", &self.ended).finish_non_exhaustive()
    }
}
