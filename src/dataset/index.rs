//! The index of a .gz: all that a pass over it has found out, as bytes that can be kept for the next visit. Only a file
//! without faults has one, because it lists none. The checkpoints in it take most of the bytes.

use crate::{
    dataset::{
        border::Border,
        findings::Findings,
        packed::{Packer, Unpacker, append, split_appended},
        range::{NotFinite, ValueRange},
    },
    format::{checkpoint::Checkpoints, layout::Layout},
};

/// The magic number, with the version of the form.
const MAGIC: [u8; 8] = *b"idxindx\x01";

/// What a pass has found out.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) layout: Layout,
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
        let (range, not_finite) = (findings.range().finite(), findings.range().not_finite());
        packer.f64s(range.map(|(min, max)| [min, max]).as_ref().map_or(&[][..], |range| range).iter().copied());
        for count in [not_finite.nan, not_finite.negative_infinity, not_finite.infinity] {
            packer.u64(count);
        }
        let (images, values, sum) = findings.border().parts();
        packer.u64(images.into());
        packer.u64(values.into());
        packer.f64(sum);
        packer.u64s(findings.detected_shape().unwrap_or_default().iter().map(|&size| size.into()));
        packer.u64(findings.are_signals().into());
        let mut bytes = checkpoints.to_bytes();
        append(&mut bytes, &packer.finish());
        bytes
    }

    /// The index that these bytes are; `None` if they are none. It may still be that of another file.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (checkpoints, rest) = split_appended(bytes)?;
        let mut unpacker = Unpacker::new(MAGIC, rest)?;
        let layout = str::from_utf8(unpacker.bytes()?).ok()?.parse().ok()?;
        let size = unpacker.u64()?;
        let finite = match unpacker.f64s()?.collect::<Vec<_>>()[..] {
            [] => None,
            [min, max] if min <= max && min.is_finite() && max.is_finite() => Some((min, max)),
            _ => return None,
        };
        let [nan, negative_infinity, infinity] = [unpacker.u64()?, unpacker.u64()?, unpacker.u64()?];
        let range = ValueRange::new(finite, NotFinite { nan, negative_infinity, infinity });
        let [images, values] = [unpacker.u64()?, unpacker.u64()?].map(|count| u32::try_from(count).ok());
        let border = Border::new(images?, values?, unpacker.f64()?);
        let shape = unpacker.u64s()?.map(|size| u32::try_from(size).ok()).collect::<Option<Vec<_>>>()?;
        let detected_shape = Some(shape).filter(|shape| !shape.is_empty());
        let findings = Findings::known(range, border, detected_shape, unpacker.u64()? == 1);
        unpacker.end()?;
        let checkpoints = Checkpoints::from_bytes(checkpoints).ok()?;
        Some(Self { layout, size, checkpoints, findings })
    }
}
