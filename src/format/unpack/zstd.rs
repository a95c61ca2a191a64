//! Zstandard: frames one after the other, some of which are skipped.

use ruzstd::{
    decoding::{
        BlockDecodingStrategy, FrameDecoder,
        errors::{FrameDecoderError, FrameHeaderError, ReadFrameHeaderError},
    },
    io::Read as _,
};

use super::{
    Input, MAX_WINDOW, Progress, STEP_LEN,
    frames::{Begun, Frame},
};
use crate::error::UnpackFault;

/// Bytes of the header of a block.
const BLOCK_HEADER_LEN: usize = 3;

/// Bytes of the checksum after the last block.
const CHECKSUM_LEN: usize = 4;

/// The header of an empty block that is the last one, and room for a checksum.
const END: [u8; BLOCK_HEADER_LEN + CHECKSUM_LEN] = [1, 0, 0, 0, 0, 0, 0];

/// A frame, or what is behind its end, while its data comes out.
pub(super) struct Zstd {
    decoder: Box<FrameDecoder>,
    /// What is wrong, once what came before has come out.
    fault: Option<UnpackFault>,
}

impl Frame for Zstd {
    const MAX_HEADER_LEN: usize = 18;

    fn begin(input: &mut Input<'_>) -> Result<Begun<Self>, UnpackFault> {
        // A new one for each frame, because one that is used again takes the memory that a header asks for at once.
        let mut decoder = Box::new(FrameDecoder::new());
        decoder.set_max_window_size(MAX_WINDOW.into());
        let (offset, mut rest) = (input.offset, input.bytes);
        let result = decoder.reset(&mut rest);
        let begun = match result {
            Ok(()) => Begun::Frame(Self { decoder, fault: None }),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                Begun::Skipped(length as usize)
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(_))) => {
                return Err(UnpackFault::Trailing { offset });
            }
            Err(
                FrameDecoderError::WindowSizeTooBig { requested: found, .. }
                | FrameDecoderError::FrameHeaderError(FrameHeaderError::WindowTooBig { got: found }),
            ) => return Err(UnpackFault::Memory { offset, expected: MAX_WINDOW.into(), found }),
            Err(FrameDecoderError::DictNotProvided { .. }) => return Err(UnpackFault::Method { offset }),
            // Only the end of the file leaves less than the longest header.
            Err(FrameDecoderError::ReadFrameHeaderError(_)) if input.bytes.len() < Self::MAX_HEADER_LEN => {
                return Err(UnpackFault::End { offset: input.end() });
            }
            Err(_) => return Err(UnpackFault::Corrupt { offset }),
        };
        input.advance(input.bytes.len() - rest.len());
        Ok(begun)
    }

    fn step(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Progress, UnpackFault> {
        let Self { decoder, fault } = self;
        if drain(decoder, output) > 0 {
            return Ok(Progress::More);
        }
        if let Some(fault) = fault.take() {
            return Err(fault);
        }
        if decoder.is_finished() {
            let checksum = decoder.get_checksum_from_data();
            let is_wrong = checksum.is_some() && checksum != decoder.get_calculated_checksum();
            return if is_wrong { Err(UnpackFault::Checksum { offset: input.offset }) } else { Ok(Progress::Ended) };
        }
        if !has_block(input.bytes) && !input.is_last {
            return Ok(Progress::NeedsInput);
        }
        *fault = block(decoder, input).err();
        if fault.is_some() {
            // The decoder keeps what later data may refer to until the frame ends.
            decoder.decode_blocks(&END[..], BlockDecodingStrategy::UptoBlocks(1)).ok();
        }
        Ok(Progress::More)
    }
}

/// Decodes the next block of a frame.
fn block(decoder: &mut FrameDecoder, input: &mut Input<'_>) -> Result<(), UnpackFault> {
    let mut rest = input.bytes;
    let result = decoder.decode_blocks(&mut rest, BlockDecodingStrategy::UptoBlocks(1));
    match result {
        Ok(_) => {
            input.advance(input.bytes.len() - rest.len());
            Ok(())
        }
        Err(_) if !has_block(input.bytes) => Err(UnpackFault::End { offset: input.end() }),
        Err(_) => Err(UnpackFault::Corrupt { offset: input.offset }),
    }
}

/// Whether a block is there, with the checksum that may follow the last one.
fn has_block(bytes: &[u8]) -> bool {
    let Some(&[low, middle, high]) = bytes.first_chunk() else { return false };
    let is_last = low & 1 == 1;
    // A block of one value has a single byte, whatever its length.
    let is_single = low >> 1 & 3 == 1;
    let len = u32::from_le_bytes([low, middle, high, 0]) >> 3;
    let len = BLOCK_HEADER_LEN + if is_single { 1 } else { len as usize };
    bytes.len() >= len + if is_last { CHECKSUM_LEN } else { 0 }
}

/// Takes what no later data refers to; after the end of the frame, all there is. Returns how much that was.
fn drain(decoder: &mut FrameDecoder, output: &mut Vec<u8>) -> usize {
    let len = decoder.can_collect().min(STEP_LEN);
    let start = output.len();
    output.resize(start + len, 0);
    // Reading from memory cannot fail.
    let read = decoder.read(&mut output[start..]).unwrap_or(0);
    output.truncate(start + read);
    read
}
