//! bzip2: streams one after the other.

use bzip2::{Decompress, Status};

use super::{Decoder, Input, Progress, STEP_LEN};
use crate::error::UnpackFault;

/// The first bytes of every stream.
const MAGIC: &[u8] = b"BZh";

pub(super) struct Bzip2 {
    /// None between streams.
    stream: Option<Decompress>,
}

impl Bzip2 {
    pub(super) fn new() -> Self {
        Self { stream: None }
    }
}

impl Decoder for Bzip2 {
    fn step(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Progress, UnpackFault> {
        let Some(stream) = &mut self.stream else {
            return match input.bytes {
                [] if input.is_last => Ok(Progress::Ended),
                bytes if bytes.len() < MAGIC.len() && !input.is_last => Ok(Progress::NeedsInput),
                bytes if bytes.starts_with(MAGIC) => {
                    self.stream = Some(Decompress::new(false));
                    Ok(Progress::More)
                }
                _ => Err(UnpackFault::Trailing { offset: input.offset }),
            };
        };
        let (consumed, start) = (stream.total_in(), output.len());
        output.resize(start + STEP_LEN, 0);
        let produced = stream.total_out();
        let result = stream.decompress(input.bytes, &mut output[start..]);
        let [consumed, produced] =
            [stream.total_in() - consumed, stream.total_out() - produced].map(|len| usize::try_from(len).unwrap_or(0));
        output.truncate(start + produced);
        input.advance(consumed);
        match result {
            Ok(Status::StreamEnd) => {
                self.stream = None;
                Ok(Progress::More)
            }
            Ok(Status::Ok) if consumed == 0 && produced == 0 => input.need(),
            Ok(Status::Ok) => Ok(Progress::More),
            _ => Err(UnpackFault::Corrupt { offset: input.offset }),
        }
    }
}
