//! A variable of the file, unpacked if it is compressed.

use super::{arrays::Arrays, matrix::MATRIX, walk::Walk};
use crate::{
    error::MatlabFault,
    format::{
        inflate::{Inflate, Outcome},
        layout::ByteOrder,
    },
};

/// Bytes that are unpacked at a time.
const UNPACKED_LEN: usize = 128 << 10;

/// Limit of the bytes behind a matrix that are taken for padding.
const MAX_PADDING: usize = 4096;

/// Bytes of the kind and the length before a variable.
const TAG_LEN: u64 = 8;

/// The kind of a compressed variable.
const COMPRESSED: u32 = 15;

#[derive(Debug)]
pub(super) struct Variable {
    /// Byte offset of its tag.
    offset: u64,
    /// Byte offset of the first byte that it takes, and of its end.
    pub(super) start: u64,
    pub(super) end: u64,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Plain(Walk),
    Compressed {
        walk: Walk,
        inflate: Inflate,
        unpacked: Box<[u8]>,
        /// Bytes that have come out behind the matrix.
        rest: usize,
    },
    /// Neither: it is skipped.
    Other,
}

/// What became of the bytes that a variable took.
#[derive(Debug)]
pub(super) enum Progress {
    /// More may come out.
    More,
    /// Not without more input.
    NeedsInput,
    /// The variable has ended.
    Ended,
}

impl Variable {
    /// The variable at `offset`, by its tag.
    pub(super) fn new(kind: u32, len: u32, offset: u64, byte_order: ByteOrder) -> Self {
        let start = offset + TAG_LEN;
        let end = start.saturating_add(len.into());
        let walk = Walk::new(byte_order);
        match kind {
            // The tag of a matrix is a part of it, as it is where another holds it.
            MATRIX => Self { offset, start: offset, end, form: Form::Plain(walk) },
            COMPRESSED => {
                let unpacked = vec![0; UNPACKED_LEN].into();
                Self {
                    offset,
                    start,
                    end,
                    form: Form::Compressed { walk, inflate: Inflate::zlib(), unpacked, rest: 0 },
                }
            }
            _ => Self { offset, start, end, form: Form::Other },
        }
    }

    /// Takes bytes from the front of `bytes`.
    pub(super) fn take(&mut self, bytes: &mut &[u8], arrays: &mut Arrays) -> Result<Progress, MatlabFault> {
        match &mut self.form {
            Form::Plain(walk) => {
                walk.take(bytes, self.offset, arrays)?;
                Ok(if walk.is_over() { Progress::Ended } else { Progress::NeedsInput })
            }
            Form::Compressed { walk, inflate, unpacked, rest } => {
                let step = inflate.step(bytes, unpacked, false);
                *bytes = &bytes[step.consumed..];
                let mut produced = &unpacked[..step.produced];
                walk.take(&mut produced, self.offset, arrays)?;
                *rest += produced.len();
                match step.outcome {
                    // Padding is passed over. A longer rest is not looked at, and neither is the checksum behind it.
                    _ if *rest > MAX_PADDING => Ok(Progress::Ended),
                    Outcome::Ended if walk.is_over() => Ok(Progress::Ended),
                    Outcome::Ended | Outcome::Corrupt => Err(self.fault()),
                    Outcome::Open | Outcome::BlockEnd if step.consumed + step.produced == 0 => Ok(Progress::NeedsInput),
                    Outcome::Open | Outcome::BlockEnd => Ok(Progress::More),
                }
            }
            Form::Other => Ok(Progress::Ended),
        }
    }

    /// Its data is damaged.
    pub(super) fn fault(&self) -> MatlabFault {
        let offset = self.offset;
        if let Form::Compressed { .. } = self.form {
            MatlabFault::Compressed { offset }
        } else {
            MatlabFault::Variable { offset }
        }
    }
}
