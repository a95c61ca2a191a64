//! The index of a .gz: all that a pass over it has found out, as bytes that can be kept for the next visit. It records
//! no faults, so only a file without faults has one. The checkpoints in it take most of the bytes.

use crate::{
    dataset::{
        border::Border,
        findings::Findings,
        range::{NotFinite, ValueRange},
    },
    format::{
        checkpoint::Checkpoints,
        layout::Layout,
        packed::{Packer, Unpacker, append, split_appended},
    },
};

/// The magic number, with the version of the form.
const MAGIC: [u8; 8] = *b"idxindx\x01";

/// What a pass has found out.
#[derive(Debug)]
pub(super) struct Index {
    /// Bytes of the file.
    pub(super) size: u64,
    pub(super) checkpoints: Checkpoints,
    pub(super) findings: Findings,
}

impl Index {
    /// The index as bytes.
    pub(super) fn to_bytes(layout: &Layout, size: u64, checkpoints: &Checkpoints, findings: &Findings) -> Vec<u8> {
        let mut packer = Packer::new(MAGIC);
        packer.bytes(layout.to_string().as_bytes());
        packer.u64(size);
        let range = findings.range();
        let finite = range.finite().map(|(min, max)| [min, max]);
        packer.f64s(finite.as_ref().map_or(&[], |ends| ends));
        let NotFinite { nan, negative_infinity, infinity } = range.not_finite();
        packer.u64s(&[nan, negative_infinity, infinity]);
        let (images, values, sum) = findings.border().parts();
        packer.u32s(&[images, values]);
        packer.f64(sum);
        packer.u32s(findings.detected_shape().unwrap_or_default());
        packer.u64(findings.are_signals().into());
        let mut bytes = checkpoints.to_bytes();
        append(&mut bytes, &packer.finish());
        bytes
    }

    /// The index of an array in this layout that these bytes are; `None` if they are none. It may still be that of another
    /// file.
    pub(super) fn from_bytes(bytes: &[u8], layout: &Layout) -> Option<Self> {
        let (checkpoints, rest) = split_appended(bytes)?;
        let mut unpacker = Unpacker::new(MAGIC, rest)?;
        let is_own = unpacker.bytes() == layout.to_string().as_bytes();
        let size = unpacker.u64();
        let finite = match unpacker.f64s()[..] {
            [] => None,
            [min, max] if min <= max && min.is_finite() && max.is_finite() => Some((min, max)),
            _ => return None,
        };
        let [nan, negative_infinity, infinity] = unpacker.u64s()[..] else { return None };
        let [images, values] = unpacker.u32s()[..] else { return None };
        let border = Border::new(images, values, unpacker.f64());
        let detected_shape = Some(unpacker.u32s()).filter(|shape| !shape.is_empty());
        let are_signals = unpacker.u64() == 1;
        unpacker.end().filter(|()| is_own)?;
        let range = ValueRange::new(finite, NotFinite { nan, negative_infinity, infinity });
        let findings = Findings::known(range, border, detected_shape, are_signals);
        Some(Self { size, checkpoints: Checkpoints::from_bytes(checkpoints).ok()?, findings })
    }
}
