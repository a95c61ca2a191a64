//! The index of a .gz: all that a pass over it has found out, as bytes that can be kept for the next visit. It records
//! no faults, so only a file without faults has one. Its first part has the findings, the others have the checkpoints.

use crate::{
    dataset::{
        border::Border,
        findings::Findings,
        range::{Bytes, NotFinite, ValueRange},
    },
    format::{
        checkpoint::{CheckpointReader, Checkpoints},
        layout::Layout,
        packed::{Packer, Unpacker},
    },
};

/// The magic number, with the version of the form.
const MAGIC: [u8; 8] = *b"idxindx\x03";

/// What a pass has found out.
#[derive(Debug)]
pub(super) struct Index {
    /// Bytes of the file.
    pub(super) size: u64,
    pub(super) findings: Findings,
    /// `None` while parts are still to come.
    pub(super) checkpoints: Option<Checkpoints>,
    reader: CheckpointReader,
}

impl Index {
    /// The first part of an index.
    pub(super) fn first_part(layout: &Layout, size: u64, findings: &Findings) -> Vec<u8> {
        let mut packer = Packer::new(MAGIC);
        packer.bytes(layout.to_string().as_bytes());
        packer.u64(size);
        let range = findings.range();
        let finite = range.finite().map(|(min, max)| [min, max]);
        packer.f64s(finite.as_ref().map_or(&[], |ends| ends));
        let NotFinite { nan, negative_infinity, infinity } = range.not_finite();
        packer.u64s(&[nan, negative_infinity, infinity]);
        packer.bytes(range.bytes().largest_dim().as_slice());
        let (images, values, sum) = findings.border().parts();
        packer.u32s(&[images, values]);
        packer.f64(sum);
        packer.u32s(findings.detected_shape().unwrap_or_default());
        packer.u64(findings.are_signals().into());
        packer.finish()
    }

    /// Reads the first part of an index of an array in this layout. It may still be that of another file.
    pub(super) fn begin(part: &[u8], layout: &Layout) -> Option<Self> {
        let mut unpacker = Unpacker::new(MAGIC, part)?;
        let is_own = unpacker.bytes() == layout.to_string().as_bytes();
        let size = unpacker.u64();
        let finite = match unpacker.f64s()[..] {
            [] => None,
            [min, max] if min <= max && min.is_finite() && max.is_finite() => Some((min, max)),
            _ => return None,
        };
        let [nan, negative_infinity, infinity] = unpacker.u64s()[..] else { return None };
        let bytes = match unpacker.bytes() {
            [] => Bytes::new(None),
            &[largest] => Bytes::new(Some(largest)),
            _ => return None,
        };
        let [images, values] = unpacker.u32s()[..] else { return None };
        let border = Border::new(images, values, unpacker.f64());
        let detected_shape = Some(unpacker.u32s()).filter(|shape| !shape.is_empty());
        let are_signals = unpacker.u64() == 1;
        unpacker.end().filter(|()| is_own)?;
        let range = ValueRange::new(finite, NotFinite { nan, negative_infinity, infinity }, bytes);
        let findings = Findings::known(range, border, detected_shape, are_signals);
        Some(Self { size, findings, checkpoints: None, reader: CheckpointReader::default() })
    }

    /// Reads the next part.
    pub(super) fn with(mut self, part: &[u8]) -> Option<Self> {
        self.checkpoints = self.reader.push(part).ok()?;
        Some(self)
    }

    /// Bytes of the checkpoints so far.
    pub(super) fn byte_len(&self) -> u64 {
        self.reader.byte_len()
    }
}
