//! `PyTorch`'s tensors: each is a view of a storage, whose elements are not in the pickle.
//!
//! Since version 1.6 `torch.save` writes a zip archive of `data.pkl` and a file for each storage, `data/0`. Before, it wrote
//! five pickles in a row: a magic number, the protocol, facts about the machine, the object, and the keys of the storages.
//! The storages follow, each after the number of its elements.
//!
//! Source: `torch/serialization.py` and `torch/_utils.py`.

use std::{collections::BTreeMap, iter, ops::Range};

use super::{
    arrays::{Array, MAX_RANK},
    heap::{Function, Heap, Object, Value},
};
use crate::format::{
    element::ElementType,
    layout::{ByteOrder, Layout},
    zip::{Archive, Packing},
};

/// The first pickle of a file that is no archive: the magic number.
pub(super) const MAGIC: &[u8] = b"\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.";

/// The pickles of such a file, of which the fourth is the object.
pub(super) const PICKLES: usize = 5;
const OBJECT: usize = 3;

/// Bytes of the number of elements before each storage.
const COUNT_LEN: u64 = 8;

/// The names of `torch`'s storages and of some types of elements, and these types.
const TYPES: &[(&[u8], Class)] = &[
    (b"ByteStorage", Class(Some(ElementType::U8))),
    (b"CharStorage", Class(Some(ElementType::I8))),
    (b"BoolStorage", Class(Some(ElementType::Bool))),
    (b"ShortStorage", Class(Some(ElementType::I16))),
    (b"IntStorage", Class(Some(ElementType::I32))),
    (b"LongStorage", Class(Some(ElementType::I64))),
    (b"HalfStorage", Class(Some(ElementType::F16))),
    (b"FloatStorage", Class(Some(ElementType::F32))),
    (b"DoubleStorage", Class(Some(ElementType::F64))),
    (b"BFloat16Storage", Class(Some(ElementType::Bf16))),
    // Of a storage of bytes, each tensor names the type of its elements.
    (b"UntypedStorage", Class(Some(ElementType::U8))),
    (b"uint16", Class(Some(ElementType::U16))),
    (b"uint32", Class(Some(ElementType::U32))),
    (b"uint64", Class(Some(ElementType::U64))),
    (b"float8_e4m3fn", Class(None)),
    (b"float8_e4m3fnuz", Class(None)),
    (b"float8_e5m2", Class(None)),
    (b"float8_e5m2fnuz", Class(None)),
    (b"float8_e8m0fnu", Class(None)),
];

/// A class of storages, or of the elements of a tensor, by their type, if that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class(Option<ElementType>);

/// The elements that tensors are views of.
#[derive(Clone, Debug)]
pub(super) struct Storage {
    pub(super) key: Box<[u8]>,
    class: Class,
    len: u64,
}

/// Where the storages are.
#[derive(Clone, Debug, Default)]
pub(super) enum Storages {
    /// The pickle is none of `torch`'s.
    #[default]
    None,
    /// After the pickles.
    Behind,
    /// In files of an archive, by their keys.
    Apart { files: BTreeMap<Vec<u8>, Range<u64>>, byte_order: ByteOrder },
}

impl Storages {
    /// The pickle in an archive that `torch.save` wrote, and the storages beside it. `None` if it is another archive.
    pub(super) fn find(archive: &Archive) -> Option<(Range<u64>, Self)> {
        let stored = || archive.members().iter().filter(|member| member.packing() == Packing::Stored);
        let (pickle, folder) =
            stored().find_map(|member| Some((member.range(), member.name().strip_suffix("data.pkl")?)))?;
        let inside = || stored().filter_map(|member| Some((member.name().strip_prefix(folder)?, member.range())));
        let storage = |(name, range): (&str, _)| Some((name.strip_prefix("data/")?.as_bytes().to_vec(), range));
        // It holds "little" or "big".
        let is_big = inside().any(|(name, range)| name == "byteorder" && range.end - range.start == 3);
        let byte_order = if is_big { ByteOrder::Big } else { ByteOrder::Little };
        let is_own = inside().any(|(name, _)| name == "version");
        is_own.then(|| (pickle, Self::Apart { files: inside().filter_map(storage).collect(), byte_order }))
    }

    /// How many pickles there are at most.
    pub(super) fn pickles(&self) -> usize {
        if let Self::Behind = self { PICKLES } else { usize::MAX }
    }

    /// The object that the user saved, of those that the pickles made.
    pub(super) fn object(&self, roots: &mut Vec<Value>) {
        if let Self::Behind = self
            && roots.len() > OBJECT
        {
            roots.swap(0, OBJECT);
            roots.truncate(1);
        }
    }

    /// Where each storage is, of a file of `size` bytes whose pickles end at `end`.
    fn ranges(&self, heap: &Heap, keys: Option<Value>, end: u64, size: u64) -> BTreeMap<Vec<u8>, Range<u64>> {
        match self {
            Self::None => BTreeMap::new(),
            Self::Apart { files, .. } => files.clone(),
            Self::Behind => {
                let known = heap.objects().filter_map(|object| match object {
                    Object::Storage(Storage { key, class, len }) => Some((&key[..], len.saturating_mul(class.size()))),
                    _ => None,
                });
                let known: BTreeMap<&[u8], u64> = known.collect();
                let keys = keys.and_then(|keys| heap.get(keys));
                let keys = if let Some(Object::List(keys)) = keys { &keys[..] } else { &[] };
                let mut offset = end;
                let ranges = keys.iter().map_while(|&key| {
                    let key = heap.text(key)?;
                    let start = offset.saturating_add(COUNT_LEN);
                    offset = start.saturating_add(*known.get(key)?);
                    Some((key.to_vec(), start.min(size)..offset.min(size)))
                });
                ranges.collect()
            }
        }
    }

    /// Puts the tensors where their elements are.
    pub(super) fn place(&self, heap: &mut Heap, keys: Option<Value>, end: u64, size: u64) {
        let ranges = self.ranges(heap, keys, end, size);
        let byte_order = if let Self::Apart { byte_order, .. } = self { *byte_order } else { ByteOrder::Little };
        for at in (0..heap.len()).map(Value::Object) {
            let Some(Object::Array(Some(Array { storage: Some(storage), .. }))) = heap.get(at) else { continue };
            let Some(Object::Storage(Storage { key, .. })) = heap.get(*storage) else { continue };
            let whole = ranges.get(&key[..]).cloned();
            let Some(Object::Array(Some(array))) = heap.get_mut(at) else { continue };
            let place = |offset: u64, whole: &Range<u64>| whole.start.saturating_add(offset).min(whole.end);
            array.range = whole.as_ref().map_or(0..0, |it| place(array.range.start, it)..place(array.range.end, it));
            array.layout =
                array.layout.take().filter(|_| whole.is_some()).map(|it| Box::new(it.with_byte_order(byte_order)));
        }
    }
}

impl Class {
    /// The class that `torch` has under that name.
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        TYPES.iter().find(|(known, _)| *known == name).map(|&(_, class)| class)
    }

    /// Bytes of an element.
    fn size(self) -> u64 {
        // Those that cannot be read have 8 bits.
        self.0.map_or(1, |element_type| element_type.size() as u64)
    }
}

/// The storage that a reference outside of the pickle means: `('storage', type, key, device, length)`.
pub(super) fn storage(heap: &Heap, reference: Value) -> Option<Storage> {
    let [kind, class, key, _, Value::Int(len), ..] = *heap.tuple(reference)? else { return None };
    let (Some(b"storage"), Some(Function::Storage(class))) = (heap.text(kind), heap.function(class)) else {
        return None;
    };
    Some(Storage { key: heap.text(key)?.into(), class, len: u64::try_from(len).ok()? })
}

/// A view of a storage, whose elements may be of another type than those of the storage. `None` if its parts do not fit each
/// other.
pub(super) fn tensor(
    heap: &Heap,
    storage: Value,
    offset: i64,
    [shape, strides]: [Value; 2],
    class: Option<Value>,
) -> Option<Array> {
    let Object::Storage(Storage { class: stored, .. }) = heap.get(storage)? else { return None };
    let class = match class.and_then(|class| heap.function(class)) {
        Some(Function::Storage(class)) => class,
        _ => *stored,
    };
    let [shape, strides] = [integers(heap, shape)?, integers(heap, strides)?];
    let offset = u64::try_from(offset).ok().filter(|_| shape.len() == strides.len() && shape.len() <= MAX_RANK)?;
    let is_usual = is_dense(iter::zip(&shape, &strides).rev());
    let is_fortran = !is_usual && is_dense(iter::zip(&shape, &strides));
    let layout = || {
        let shape = shape.iter().map(|&size| u32::try_from(size)).collect::<Result<_, _>>().ok()?;
        let layout = Layout::new(class.0?, shape).ok()?;
        let start = offset.checked_mul(layout.element_type().size() as u64)?;
        let range = start..start.checked_add(layout.byte_len())?;
        let is_readable = (is_usual || is_fortran) && layout.rank() > 0 && layout.byte_len() > 0;
        is_readable.then(|| (Box::new(layout), range))
    };
    let (layout, range) = layout().unzip();
    Some(Array { layout, is_fortran, range: range.unwrap_or_default(), storage: Some(storage), ..Array::default() })
}

/// Whether elements of these sizes and strides follow each other without gaps, from the dimension that varies fastest on.
fn is_dense<'a>(dimensions: impl Iterator<Item = (&'a i64, &'a i64)>) -> bool {
    let mut dense = 1_i64;
    let mut is_dense = true;
    for (&size, &stride) in dimensions {
        is_dense &= size <= 1 || stride == dense;
        dense = dense.saturating_mul(size);
    }
    is_dense
}

fn integers(heap: &Heap, tuple: Value) -> Option<Vec<i64>> {
    heap.tuple(tuple)?.iter().map(|&value| if let Value::Int(number) = value { Some(number) } else { None }).collect()
}
