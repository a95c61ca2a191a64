//! gzip: members one after the other.

use std::mem;

use super::{Decoder, Input, Progress};
use crate::{
    error::{GzipFault, UnpackFault},
    format::gzip::Gunzip,
};

pub(super) struct Gzip(Gunzip);

impl Gzip {
    pub(super) fn new() -> Self {
        Self(Gunzip::new(false))
    }
}

impl Decoder for Gzip {
    fn step(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Progress, UnpackFault> {
        let mut rest = input.bytes;
        let result = self.0.step(&mut rest, None);
        let unpacked = result.map_err(|fault| known(fault, input.end() - rest.len() as u64))?;
        output.extend_from_slice(unpacked);
        let is_over = unpacked.is_empty() && rest.is_empty();
        input.advance(input.bytes.len() - rest.len());
        if !is_over {
            return Ok(Progress::More);
        }
        if !input.is_last {
            return Ok(Progress::NeedsInput);
        }
        let faults = mem::replace(&mut self.0, Gunzip::new(false)).finish();
        faults.first().map_or(Ok(Progress::Ended), |&fault| Err(known(fault, input.end())))
    }
}

/// What a fault means to the user. Damaged data was read up to that offset.
fn known(fault: GzipFault, read: u64) -> UnpackFault {
    match fault {
        GzipFault::Truncated { offset } => UnpackFault::End { offset },
        GzipFault::Trailing { offset, .. } => UnpackFault::Trailing { offset },
        GzipFault::Checksum { offset, .. } | GzipFault::Length { offset, .. } => UnpackFault::Checksum { offset },
        GzipFault::Method { offset, .. } => UnpackFault::Method { offset },
        GzipFault::Flags { offset, .. } | GzipFault::HeaderChecksum { offset, .. } => UnpackFault::Corrupt { offset },
        GzipFault::Corrupt { .. } => UnpackFault::Corrupt { offset: read },
    }
}
