//! The objects that a pickle makes, and the limit of their memory.

use std::mem;

use super::{
    arrays::{Array, Data, Kind},
    tensors::{Class, Storage},
};
use crate::format::{layout::Layout, words::MAX_WORD_LEN};

/// Limit of the bytes of all objects beside the elements of arrays: a list of 60,000 images takes most of it. Vectors that grow
/// take up to three times as much.
const MAX_MEMORY: u64 = 64 << 20;

/// Bytes of an array that is worth showing before the end of its file.
const MIN_IMAGES: u64 = 1 << 20;

/// Limit of the bytes that are kept of a string: one more than the name of a class has, to tell those that are longer.
pub(super) const MAX_TEXT: usize = MAX_WORD_LEN + 1;

/// An object, or where it is on the heap.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// A whole number of 64 bits, or a truth value.
    Int(i64),
    Object(usize),
    /// None, or a float that is NaN, as Pandas has in place of a missing value.
    Missing,
    /// A text that is too long to be kept.
    Long,
    /// Other floats, longer numbers.
    Other,
}

/// An object that others can share.
#[derive(Clone, Debug)]
pub(super) enum Object {
    Text(Box<[u8]>),
    Data(Data),
    Tuple(Vec<Value>),
    List(Vec<Value>),
    Dict(Vec<[Value; 2]>),
    Function(Function),
    Kind(Kind),
    Array(Option<Array>),
    Storage(Storage),
}

impl Object {
    /// The array that this is, if it is large enough for images.
    pub(super) fn images(&self) -> Option<&Array> {
        let Self::Array(Some(array)) = self else { return None };
        let is_large = |layout: &Layout| layout.rank() > 1 && layout.byte_len() >= MIN_IMAGES;
        let can_be = !array.is_fortran && !array.are_texts && array.storage.is_none() && !array.range.is_empty();
        Some(array).filter(|_| can_be && array.layout.as_deref().is_some_and(is_large))
    }
}

/// What makes objects of others. Nothing else can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// An array without elements, which come later.
    Array,
    /// An array of a string of bytes (protocol 5).
    FromBuffer,
    Number,
    Kind,
    /// The class of arrays, which only the first function takes.
    ArrayClass,
    /// The bytes of a text (Python 3 up to protocol 2).
    Encode,
    /// No bytes (the same).
    NoBytes,
    /// An instance of a class (protocols 0 and 1). None of the classes here has any, so its class is what is refused.
    Instance,
    Dict,
    /// A class of the storages of tensors, or the type of their elements.
    Storage(Class),
    /// A tensor: a view of a storage.
    Tensor,
    /// A tensor that is trained: the same.
    Parameter,
}

impl Function {
    /// The function of that name in that module.
    pub(super) fn named(module: &[u8], name: &[u8]) -> Option<Self> {
        // NumPy 2 has renamed its inner modules.
        let inner = module.strip_prefix(b"numpy.core.").or_else(|| module.strip_prefix(b"numpy._core."));
        match (inner, module, name) {
            (Some(b"multiarray"), _, b"_reconstruct") => Some(Self::Array),
            (Some(b"multiarray"), _, b"scalar") => Some(Self::Number),
            (Some(b"numeric"), _, b"_frombuffer") => Some(Self::FromBuffer),
            (_, b"numpy", b"ndarray") => Some(Self::ArrayClass),
            (_, b"numpy", b"dtype") => Some(Self::Kind),
            (_, b"_codecs", b"encode") => Some(Self::Encode),
            (_, b"__builtin__", b"bytes") => Some(Self::NoBytes),
            (_, b"copy_reg" | b"copyreg", b"_reconstructor") => Some(Self::Instance),
            (_, b"collections", b"OrderedDict") => Some(Self::Dict),
            (_, b"torch._utils", b"_rebuild_tensor" | b"_rebuild_tensor_v2" | b"_rebuild_tensor_v3") => {
                Some(Self::Tensor)
            }
            (_, b"torch._utils", b"_rebuild_parameter") => Some(Self::Parameter),
            (_, b"torch" | b"torch.storage", name) => Class::named(name).map(Self::Storage),
            _ => None,
        }
    }
}

/// Limit of the bytes of a string that Python may give to several objects. It shares those of one byte.
const MAX_SHARED: usize = 8;

/// All objects.
#[derive(Clone, Debug)]
pub(super) struct Heap {
    objects: Vec<Object>,
    /// Bytes taken so far; only those of elements are given back.
    taken: u64,
    /// Limit of them.
    pub(super) limit: u64,
}

impl Default for Heap {
    fn default() -> Self {
        Self { objects: Vec::new(), taken: 0, limit: MAX_MEMORY }
    }
}

impl Heap {
    /// Counts bytes that are taken.
    pub(super) fn take(&mut self, bytes: usize) {
        self.taken += bytes as u64;
    }

    /// Adds an object.
    pub(super) fn add(&mut self, object: Object) -> Value {
        let more = match &object {
            Object::Text(text) => text.len(),
            Object::Data(data) => data.text.len(),
            Object::Tuple(items) | Object::List(items) => mem::size_of_val(&items[..]),
            Object::Dict(items) => mem::size_of_val(&items[..]),
            Object::Array(Some(array)) => array.layout_len(),
            Object::Storage(storage) => storage.key.len(),
            Object::Function(_) | Object::Kind(_) | Object::Array(None) => 0,
        };
        self.take(mem::size_of::<Object>() + more);
        self.objects.push(object);
        Value::Object(self.objects.len() - 1)
    }

    /// Drops the bytes that are kept of a string: they are elements of an array, and no text. Python keeps one object for each
    /// short string, so those may be keys, too.
    pub(super) fn drop_text(&mut self, value: Value) {
        if let Some(Object::Data(data)) = self.get_mut(value)
            && data.text.len() > MAX_SHARED
        {
            let text = mem::take(&mut data.text);
            self.taken -= text.len() as u64;
        }
    }

    /// Bytes of all objects.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// Whether the objects are within the limit.
    pub(super) fn has_room(&self) -> bool {
        self.has_room_for(0)
    }

    /// Whether the limit leaves room for so many more bytes.
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        self.taken.saturating_add(bytes as u64) <= self.limit
    }

    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(super) fn get(&self, value: Value) -> Option<&Object> {
        match value {
            Value::Object(at) => self.objects.get(at),
            _ => None,
        }
    }

    pub(super) fn get_mut(&mut self, value: Value) -> Option<&mut Object> {
        match value {
            Value::Object(at) => self.objects.get_mut(at),
            _ => None,
        }
    }

    pub(super) fn function(&self, value: Value) -> Option<Function> {
        match self.get(value) {
            Some(&Object::Function(function)) => Some(function),
            _ => None,
        }
    }

    /// All objects.
    pub(super) fn objects(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter()
    }

    /// The items of a tuple.
    pub(super) fn tuple(&self, value: Value) -> Option<&[Value]> {
        match self.get(value) {
            Some(Object::Tuple(items)) => Some(items),
            _ => None,
        }
    }

    /// The characters of a short string, which Python 2 stores like bytes.
    pub(super) fn text(&self, value: Value) -> Option<&[u8]> {
        match self.get(value)? {
            Object::Text(text) => Some(text),
            Object::Data(data) => Some(&data.text),
            _ => None,
        }
    }
}
