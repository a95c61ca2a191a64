//! xz: streams one after the other.

use lzma_rust2::{Action, Error, Status, XzStream};

use super::{Decoder, Input, MAX_WINDOW, Progress, STEP_LEN};
use crate::error::UnpackFault;

/// Limit of the memory in KiB. What the decoder adds to the dictionary is 40 KiB.
const MAX_MEMORY: u32 = (MAX_WINDOW >> 10) + 40;

pub(super) struct Xz(XzStream);

impl Xz {
    pub(super) fn new() -> Self {
        Self(XzStream::new_mem_limit(true, MAX_MEMORY))
    }

    /// What an error at that offset means to the user. Only the words of the crate tell some apart.
    fn fault(&self, error: Error, offset: u64) -> UnpackFault {
        match error {
            Error::Eof => UnpackFault::End { offset },
            Error::OutOfMemory(_) => {
                let found = u64::from(self.0.memory_usage().unwrap_or(0)) << 10;
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
        let (consumed, produced) = (self.0.total_in(), self.0.total_out());
        let start = output.len();
        output.resize(start + STEP_LEN, 0);
        let action = if input.is_last { Action::Finish } else { Action::Run };
        let result = self.0.process(input.bytes, &mut output[start..], action);
        // Counted by the totals: at a fault there is no other count.
        let [consumed, produced] =
            [self.0.total_in() - consumed, self.0.total_out() - produced].map(|len| usize::try_from(len).unwrap_or(0));
        output.truncate(start + produced);
        input.advance(consumed);
        match result.map_err(|error| self.fault(error, input.offset))?.status {
            Status::StreamEnd => Ok(Progress::Ended),
            Status::Ok if consumed == 0 && produced == 0 => input.need(),
            Status::Ok => Ok(Progress::More),
        }
    }
}
