//! Thrift's compact protocol, in which Parquet writes its footer and the headers of its pages.
//!
//! Source: the [protocol's description](https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).

/// The types of fields that are read.
pub(super) const TRUE: u8 = 1;
pub(super) const FALSE: u8 = 2;
pub(super) const BYTE: u8 = 3;
pub(super) const I32: u8 = 5;
pub(super) const I64: u8 = 6;
pub(super) const BINARY: u8 = 8;
pub(super) const LIST: u8 = 9;
pub(super) const STRUCT: u8 = 12;

/// How deep values may be in others that are passed over.
const MAX_DEPTH: u8 = 16;

/// Bytes that have not been read. Every method is `None` where they end too early or make no sense.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub(super) fn bytes(&mut self, len: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    /// A number in groups of 7 bits, the lowest first.
    pub(super) fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    /// A number whose lowest bit is its sign.
    pub(super) fn zigzag(&mut self) -> Option<i64> {
        let value = self.varint()?;
        Some((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    /// A number that cannot be negative.
    pub(super) fn count<T: TryFrom<i64>>(&mut self) -> Option<T> {
        T::try_from(self.zigzag()?).ok()
    }

    pub(super) fn binary(&mut self) -> Option<&'a [u8]> {
        let len = usize::try_from(self.varint()?).ok()?;
        self.bytes(len)
    }

    pub(super) fn text(&mut self) -> Option<String> {
        Some(String::from_utf8_lossy(self.binary()?).into_owned())
    }

    /// The number and the type of the next field of a structure, after a field with the number `last`. The type is 0 at its
    /// end.
    pub(super) fn field(&mut self, last: &mut i64) -> Option<(i64, u8)> {
        let byte = self.byte()?;
        let (step, kind) = (byte >> 4, byte & 15);
        if kind == 0 {
            return (step == 0).then_some((*last, 0));
        }
        *last = match step {
            0 => self.zigzag()?,
            step => last.checked_add(step.into())?,
        };
        Some((*last, kind))
    }

    /// The values of a list of at most `limit` structures. Nothing is set aside for as many as it claims.
    pub(super) fn list<T>(&mut self, limit: u64, mut value: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let (len, kind) = self.list_header()?;
        if kind != STRUCT || len > limit {
            return None;
        }
        (0..len).map(|_| value(self)).collect()
    }

    /// Passes over a value of this type.
    pub(super) fn skip(&mut self, kind: u8) -> Option<()> {
        self.skip_in(kind, 0)
    }

    fn list_header(&mut self) -> Option<(u64, u8)> {
        let byte = self.byte()?;
        let len = if byte >> 4 == 15 { self.varint()? } else { u64::from(byte >> 4) };
        Some((len, byte & 15))
    }

    fn skip_in(&mut self, kind: u8, depth: u8) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        match kind {
            TRUE | FALSE => {}
            BYTE => _ = self.byte()?,
            4 | I32 | I64 => _ = self.varint()?,
            7 => _ = self.bytes(8)?,
            BINARY => _ = self.binary()?,
            // A set is written like a list. In both, a truth value takes a byte.
            LIST | 10 => {
                let (len, kind) = self.list_header()?;
                for _ in 0..len {
                    self.skip_in(if kind <= FALSE { BYTE } else { kind }, depth + 1)?;
                }
            }
            STRUCT => {
                let mut last = 0;
                while let (_, kind @ 1..) = self.field(&mut last)? {
                    self.skip_in(kind, depth + 1)?;
                }
            }
            // Nothing that is read has a map.
            _ => return None,
        }
        Some(())
    }
}
