//! xz: streams one after the other.

use lzma_rust2::{Action, Error, Status, XzStream};

use super::{Decoder, Input, MAX_WINDOW, Progress, STEP_LEN};
use crate::error::UnpackFault;

/// Bytes of the file for the decoder at a time: at a fault it drops what it has unpacked of them. Each piece ends at a
/// multiple of this, so that the same comes out of a file however it arrives.
const PIECE_LEN: u64 = 4 << 10;

/// Limit of the memory in KiB. What the decoder adds to the dictionary is 40 KiB.
const MAX_MEMORY: u32 = (MAX_WINDOW >> 10) + 40;

pub(super) struct Xz {
    stream: XzStream,
    /// What comes out in a step.
    buffer: Vec<u8>,
}

impl Xz {
    pub(super) fn new() -> Self {
        Self { stream: XzStream::new_mem_limit(true, MAX_MEMORY), buffer: vec![0; STEP_LEN] }
    }

    /// What an error at that offset means to the user. Only the words of the crate tell some apart.
    fn fault(&self, error: Error, offset: u64) -> UnpackFault {
        match error {
            Error::Eof => UnpackFault::End { offset },
            Error::OutOfMemory(_) => {
                let found = u64::from(self.stream.memory_usage().unwrap_or(0)) << 10;
                UnpackFault::Memory { offset, expected: MAX_WINDOW.into(), found }
            }
            Error::Unsupported(_) => UnpackFault::Method { offset },
            Error::InvalidData(text) | Error::InvalidInput(text) if text.contains("upported") => {
                UnpackFault::Method { offset }
            }
            Error::InvalidData(text) if text.contains("checksum") => UnpackFault::Checksum { offset },
            Error::InvalidData(text) if text.contains("inter-stream") => UnpackFault::Trailing { offset },
            _ => UnpackFault::Corrupt { offset },
        }
    }
}

impl Decoder for Xz {
    fn step(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Progress, UnpackFault> {
        let wanted = usize::try_from(PIECE_LEN - input.offset % PIECE_LEN).unwrap_or(usize::MAX);
        let piece = &input.bytes[..wanted.min(input.bytes.len())];
        let is_last = input.is_last && piece.len() == input.bytes.len();
        if piece.len() < wanted && !is_last {
            return input.need();
        }
        let (consumed, produced) = (self.stream.total_in(), self.stream.total_out());
        let action = if is_last { Action::Finish } else { Action::Run };
        let result = self.stream.process(piece, &mut self.buffer, action);
        // Counted by the totals: at a fault there is no other count.
        let [consumed, produced] = [self.stream.total_in() - consumed, self.stream.total_out() - produced]
            .map(|len| usize::try_from(len).unwrap_or(0));
        output.extend_from_slice(&self.buffer[..produced]);
        input.advance(consumed);
        match result.map_err(|error| self.fault(error, input.offset))?.status {
            Status::StreamEnd => Ok(Progress::Ended),
            Status::Ok if consumed == 0 && produced == 0 => input.need(),
            Status::Ok => Ok(Progress::More),
        }
    }
}
