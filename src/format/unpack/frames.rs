//! Frames one after the other, some of which hold no data: those of Zstandard and of LZ4.

use super::{Decoder, Input, Progress};
use crate::error::UnpackFault;

/// The frames of a file.
pub(super) struct Frames<F> {
    /// The frame at hand; none between frames.
    frame: Option<Begun<F>>,
}

/// A frame that has begun.
pub(super) enum Begun<F> {
    /// One that holds no data, of which so many bytes are left.
    Skipped(usize),
    Frame(F),
}

/// A frame in one of the formats.
pub(super) trait Frame: Sized {
    /// The longest header of a frame.
    const MAX_HEADER_LEN: usize;

    /// Reads the header of the frame that begins. Only the end of the file leaves less than the longest header.
    fn begin(input: &mut Input<'_>) -> Result<Begun<Self>, UnpackFault>;

    /// Unpacks as [`Decoder::step`] does, up to the end of the frame.
    fn step(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Progress, UnpackFault>;
}

impl<F> Frames<F> {
    pub(super) fn new() -> Self {
        Self { frame: None }
    }
}

impl<F: Frame> Decoder for Frames<F> {
    fn step(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Progress, UnpackFault> {
        match &mut self.frame {
            None if input.bytes.is_empty() && input.is_last => return Ok(Progress::Ended),
            None if input.bytes.len() < F::MAX_HEADER_LEN && !input.is_last => return Ok(Progress::NeedsInput),
            None => self.frame = Some(F::begin(input)?),
            Some(Begun::Skipped(0)) => self.frame = None,
            Some(Begun::Skipped(_)) if input.bytes.is_empty() => return input.need(),
            Some(Begun::Skipped(left)) => {
                let len = input.bytes.len().min(*left);
                input.advance(len);
                *left -= len;
            }
            Some(Begun::Frame(frame)) => match frame.step(input, output)? {
                Progress::Ended => self.frame = None,
                progress => return Ok(progress),
            },
        }
        Ok(Progress::More)
    }
}
