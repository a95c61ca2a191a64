//! Tables in gzip.

use std::mem;

use super::Csv;
use crate::{error::Error, format::gzip::Gunzip};

impl Csv {
    /// Takes the lines in the bytes of a .gz. Whether the pass starts again.
    pub(super) fn unpack(&mut self, mut gunzip: Box<Gunzip>, is_last: bool) -> Result<bool, Error> {
        let damaged = |fault| Error::Gzip { layer: 1, fault };
        let packed = mem::take(&mut self.packed);
        let mut rest = &packed[..];
        loop {
            if self.take_lines(false)? {
                return Ok(true);
            }
            if self.lines.is_full {
                self.packed = rest.to_vec();
                self.gunzip = Some(gunzip);
                return Ok(false);
            }
            let unpacked = gunzip.step(&mut rest, None).map_err(damaged)?;
            if unpacked.is_empty() {
                break;
            }
            self.lines.text.extend_from_slice(unpacked);
        }
        if !is_last {
            self.gunzip = Some(gunzip);
            return Ok(false);
        }
        match gunzip.finish().first() {
            Some(&fault) => Err(damaged(fault)),
            None => self.take_lines(true),
        }
    }
}
