//! Numbers and lists as bytes that can be kept, or sent to another worker: little-endian, each list after its length, and
//! at the end the CRC-32 of all bytes before it.
//!
//! Each function is called from many places, and none where time counts. Inlined, they would be a third of what this costs
//! the page in bytes.

use crate::format::encode::checksum;

/// Puts numbers and lists one after another.
#[derive(Debug)]
pub(crate) struct Packer(Vec<u8>);

/// Takes them out again, in the same order. Where the bytes are others than a packer's, numbers are 0 and lists empty from
/// there on, and [`Unpacker::end`] tells. Memory is taken only for bytes that are there.
#[derive(Debug)]
pub(crate) struct Unpacker<'a> {
    rest: &'a [u8],
    has_failed: bool,
}

impl Packer {
    /// Starts with a magic number that names what follows, and its version.
    pub(crate) fn new(magic: [u8; 8]) -> Self {
        Self::with_capacity(magic, 0)
    }

    /// Starts so, with room for about so many bytes.
    #[inline(never)]
    pub(crate) fn with_capacity(magic: [u8; 8], capacity: u64) -> Self {
        let mut bytes = Vec::with_capacity(usize::try_from(capacity).unwrap_or(0));
        bytes.extend_from_slice(&magic);
        Self(bytes)
    }

    #[inline(never)]
    pub(crate) fn u64(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub(crate) fn f64(&mut self, number: f64) {
        self.u64(number.to_bits());
    }

    #[inline(never)]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.u64(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    #[inline(never)]
    pub(crate) fn u32s(&mut self, numbers: &[u32]) {
        self.u64(numbers.len() as u64);
        for number in numbers {
            self.0.extend_from_slice(&number.to_le_bytes());
        }
    }

    #[inline(never)]
    pub(crate) fn u64s(&mut self, numbers: &[u64]) {
        self.u64(numbers.len() as u64);
        for &number in numbers {
            self.u64(number);
        }
    }

    #[inline(never)]
    pub(crate) fn f32s(&mut self, numbers: &[f32]) {
        self.u64(numbers.len() as u64);
        for number in numbers {
            self.0.extend_from_slice(&number.to_le_bytes());
        }
    }

    #[inline(never)]
    pub(crate) fn f64s(&mut self, numbers: &[f64]) {
        self.u64(numbers.len() as u64);
        for &number in numbers {
            self.f64(number);
        }
    }

    #[inline(never)]
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let sum = checksum(&self.0);
        self.0.extend_from_slice(&sum.to_le_bytes());
        self.0
    }
}

impl<'a> Unpacker<'a> {
    /// `None` for bytes that a packer with another magic number made, or that were changed.
    #[inline(never)]
    pub(crate) fn new(magic: [u8; 8], bytes: &'a [u8]) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk()?;
        let rest = body.strip_prefix(&magic)?;
        (checksum(body) == u32::from_le_bytes(*sum)).then_some(Self { rest, has_failed: false })
    }

    #[inline(never)]
    pub(crate) fn u64(&mut self) -> u64 {
        self.take(1, 8).first_chunk().map_or(0, |number| u64::from_le_bytes(*number))
    }

    pub(crate) fn f64(&mut self) -> f64 {
        f64::from_bits(self.u64())
    }

    #[inline(never)]
    pub(crate) fn bytes(&mut self) -> &'a [u8] {
        let len = self.u64();
        self.take(len, 1)
    }

    #[inline(never)]
    pub(crate) fn u32s(&mut self) -> Vec<u32> {
        let len = self.u64();
        self.take(len, 4).as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)).collect()
    }

    #[inline(never)]
    pub(crate) fn u64s(&mut self) -> Vec<u64> {
        let len = self.u64();
        self.take(len, 8).as_chunks().0.iter().map(|number| u64::from_le_bytes(*number)).collect()
    }

    #[inline(never)]
    pub(crate) fn f32s(&mut self) -> Vec<f32> {
        self.u32s().into_iter().map(f32::from_bits).collect()
    }

    #[inline(never)]
    pub(crate) fn f64s(&mut self) -> Vec<f64> {
        self.u64s().into_iter().map(f64::from_bits).collect()
    }

    /// `None` unless everything was there, and nothing is left.
    pub(crate) fn end(self) -> Option<()> {
        (self.rest.is_empty() && !self.has_failed).then_some(())
    }

    /// The next so many numbers of `size` bytes each.
    #[inline(never)]
    fn take(&mut self, count: u64, size: u64) -> &'a [u8] {
        let len = count.checked_mul(size).and_then(|len| usize::try_from(len).ok());
        let Some((taken, rest)) = len.and_then(|len| self.rest.split_at_checked(len)) else {
            *self = Self { rest: &[], has_failed: true };
            return &[];
        };
        self.rest = rest;
        taken
    }
}
