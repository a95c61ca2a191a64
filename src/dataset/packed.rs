//! Numbers and lists as bytes that can be kept, or sent to another worker: little-endian, each list after its length, and
//! at the end the CRC-32 of all bytes before it.

use flate2::Crc;

/// Puts numbers and lists one after another.
#[derive(Debug)]
pub(super) struct Packer(Vec<u8>);

/// Takes them out again, in the same order. Everything is `None` where the bytes are others than a packer's. Memory is
/// taken only for bytes that are there.
#[derive(Debug)]
pub(super) struct Unpacker<'a>(&'a [u8]);

impl Packer {
    /// Starts with a magic number that names what follows, and its version.
    pub(super) fn new(magic: [u8; 8]) -> Self {
        Self(magic.to_vec())
    }

    pub(super) fn u64(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub(super) fn f64(&mut self, number: f64) {
        self.u64(number.to_bits());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.u64(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn u64s(&mut self, numbers: impl ExactSizeIterator<Item = u64>) {
        self.u64(numbers.len() as u64);
        numbers.for_each(|number| self.u64(number));
    }

    pub(super) fn f64s(&mut self, numbers: impl ExactSizeIterator<Item = f64>) {
        self.u64s(numbers.map(f64::to_bits));
    }

    pub(super) fn f32s(&mut self, numbers: &[f32]) {
        self.u64(numbers.len() as u64);
        self.0.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let sum = checksum(&self.0);
        self.0.extend(sum.to_le_bytes());
        self.0
    }
}

impl<'a> Unpacker<'a> {
    pub(super) fn new(magic: [u8; 8], bytes: &'a [u8]) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk()?;
        let rest = body.strip_prefix(&magic)?;
        (checksum(body) == u32::from_le_bytes(*sum)).then_some(Self(rest))
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    pub(super) fn f64(&mut self) -> Option<f64> {
        self.u64().map(f64::from_bits)
    }

    pub(super) fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = usize::try_from(self.u64()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(super) fn u64s(&mut self) -> Option<impl ExactSizeIterator<Item = u64> + use<'a>> {
        let len = usize::try_from(self.u64()?).ok()?.checked_mul(8)?;
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes.as_chunks().0.iter().map(|number| u64::from_le_bytes(*number)))
    }

    pub(super) fn f64s(&mut self) -> Option<impl ExactSizeIterator<Item = f64> + use<'a>> {
        Some(self.u64s()?.map(f64::from_bits))
    }

    pub(super) fn f32s(&mut self) -> Option<impl ExactSizeIterator<Item = f32> + use<'a>> {
        let len = usize::try_from(self.u64()?).ok()?.checked_mul(4)?;
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes.as_chunks().0.iter().map(|number| f32::from_le_bytes(*number)))
    }

    /// Whether nothing is left.
    pub(super) fn end(self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

/// Puts a part after others, without a copy of those.
pub(super) fn append(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend_from_slice(part);
    bytes.extend((part.len() as u64).to_le_bytes());
}

/// The bytes before an appended part, and the part.
pub(super) fn split_appended(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (bytes, len) = bytes.split_last_chunk()?;
    let len = usize::try_from(u64::from_le_bytes(*len)).ok()?;
    bytes.split_at_checked(bytes.len().checked_sub(len)?)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
