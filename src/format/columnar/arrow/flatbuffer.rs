//! Tables of flatbuffers, in which Arrow describes what is in a file. Every offset is checked, and nothing is copied.
//!
//! A field that is absent has its default, which is 0 for all that are read here.
//!
//! Source: the [format's description](https://flatbuffers.dev/internals/).

use std::num::TryFromIntError;

/// Bytes of an offset.
const OFFSET_LEN: usize = 4;

/// The bytes make no sense.
#[derive(Clone, Copy, Debug)]
pub(super) struct Damaged;

impl From<TryFromIntError> for Damaged {
    fn from(_: TryFromIntError) -> Self {
        Self
    }
}

/// A table: its fields are where its vtable says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    bytes: &'a [u8],
    at: usize,
    vtable: &'a [u8],
}

impl<'a> Table<'a> {
    /// The table that a buffer holds.
    pub(super) fn root(bytes: &'a [u8]) -> Result<Self, Damaged> {
        Self::at(bytes, target(bytes, 0)?)
    }

    fn at(bytes: &'a [u8], at: usize) -> Result<Self, Damaged> {
        let back = i32::from_le_bytes(array(bytes, at)?);
        let start = usize::try_from(i64::try_from(at)? - i64::from(back))?;
        let len = usize::from(u16::from_le_bytes(array(bytes, start)?));
        // Its own length and that of the table come before the places of fields.
        let vtable = bytes.get(start..).and_then(|vtable| vtable.get(4..len)).ok_or(Damaged)?;
        Ok(Self { bytes, at, vtable })
    }

    /// Where a field is, counted from 0, if it is not absent.
    fn place(&self, field: usize) -> Option<usize> {
        let offset = u16::from_le_bytes(array(self.vtable, 2 * field).ok()?);
        if offset == 0 { None } else { self.at.checked_add(offset.into()) }
    }

    /// The bytes of a number.
    fn number<const N: usize>(&self, field: usize) -> Result<[u8; N], Damaged> {
        self.place(field).map_or(Ok([0; N]), |at| array(self.bytes, at))
    }

    pub(super) fn byte(&self, field: usize) -> Result<u8, Damaged> {
        self.number(field).map(u8::from_le_bytes)
    }

    pub(super) fn short(&self, field: usize) -> Result<i16, Damaged> {
        self.number(field).map(i16::from_le_bytes)
    }

    pub(super) fn int(&self, field: usize) -> Result<i32, Damaged> {
        self.number(field).map(i32::from_le_bytes)
    }

    pub(super) fn long(&self, field: usize) -> Result<i64, Damaged> {
        self.number(field).map(i64::from_le_bytes)
    }

    /// A whole number from 0 on.
    pub(super) fn count(&self, field: usize) -> Result<u64, Damaged> {
        Ok(self.long(field)?.try_into()?)
    }

    /// Another table, if it is not absent.
    pub(super) fn table(&self, field: usize) -> Result<Option<Self>, Damaged> {
        let table = |at| Self::at(self.bytes, target(self.bytes, at)?);
        self.place(field).map(table).transpose()
    }

    /// Another table, which has to be there.
    pub(super) fn part(&self, field: usize) -> Result<Self, Damaged> {
        self.table(field)?.ok_or(Damaged)
    }

    /// The elements of a vector, each of so many bytes.
    pub(super) fn elements<const N: usize>(&self, field: usize) -> Result<&'a [[u8; N]], Damaged> {
        let Some((start, len)) = self.vector(field)? else { return Ok(&[]) };
        let bytes = self.bytes.get(start..).zip(len.checked_mul(N)).and_then(|(bytes, len)| bytes.get(..len));
        Ok(bytes.ok_or(Damaged)?.as_chunks().0)
    }

    /// The tables in a vector.
    pub(super) fn tables(
        &self,
        field: usize,
    ) -> Result<impl Iterator<Item = Result<Self, Damaged>> + use<'a>, Damaged> {
        let offsets: &[[u8; OFFSET_LEN]] = self.elements(field)?;
        let start = self.vector(field)?.map_or(0, |(start, _)| start);
        let bytes = self.bytes;
        Ok((0..offsets.len()).map(move |number| Self::at(bytes, target(bytes, start + OFFSET_LEN * number)?)))
    }

    /// The bytes of a text.
    pub(super) fn bytes(&self, field: usize) -> Result<&'a [u8], Damaged> {
        Ok(self.elements::<1>(field)?.as_flattened())
    }

    /// Where the elements of a vector begin, and how many they are, if it is not absent.
    fn vector(&self, field: usize) -> Result<Option<(usize, usize)>, Damaged> {
        let Some(at) = self.place(field) else { return Ok(None) };
        let at = target(self.bytes, at)?;
        let len = u32::from_le_bytes(array(self.bytes, at)?) as usize;
        Ok(Some((at.checked_add(OFFSET_LEN).ok_or(Damaged)?, len)))
    }
}

/// Where the offset at that place leads.
fn target(bytes: &[u8], at: usize) -> Result<usize, Damaged> {
    at.checked_add(u32::from_le_bytes(array(bytes, at)?) as usize).ok_or(Damaged)
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], Damaged> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().ok_or(Damaged)
}
