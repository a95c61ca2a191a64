//! NumPy's arrays: their types and elements, as `ndarray.__reduce_ex__` gives them.

use std::ops::Range;

use super::{
    heap::{Function, Heap, MAX_TEXT, Object, Value},
    tensors,
};
use crate::{
    error::PickleFault,
    format::{
        element::ElementType,
        layout::{ByteOrder, Layout},
        npy,
    },
};

/// A string of bytes, which may be the elements of an array.
#[derive(Clone, Debug, Default)]
pub(super) struct Data {
    /// The bytes, if they are few.
    pub(super) text: Box<[u8]>,
    /// Where they are; nowhere if they took too much room.
    pub(super) range: Option<Range<u64>>,
    /// Whether the file ends inside it.
    pub(super) is_cut: bool,
}

/// A type of elements. Some have no type that can be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    element_type: Option<ElementType>,
    /// The characters of a text, if the elements are some.
    text_len: Option<u32>,
    byte_order: ByteOrder,
}

/// An array with its elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Array {
    /// None if it cannot be read. Other objects take less without it.
    pub(super) layout: Option<Box<Layout>>,
    pub(super) is_fortran: bool,
    /// Whether the last dimension has the characters of texts.
    pub(super) are_texts: bool,
    /// The list of its elements, if these are objects.
    pub(super) objects: Option<Value>,
    pub(super) range: Range<u64>,
    /// The storage that a tensor is a view of. The range is relative to it until the storage has a place.
    pub(super) storage: Option<Value>,
}

/// The elements that cannot be read in place.
#[derive(Debug)]
pub(super) struct Output {
    /// Size of the file, which what comes out follows.
    size: u64,
    limit: u64,
    /// Whether strings of bytes are read in place.
    pub(super) is_in_place: bool,
    /// Whether elements in several places may come out, to be in one piece.
    pub(super) can_gather: bool,
    /// The bytes that were not taken yet.
    pub(super) bytes: Vec<u8>,
    /// All bytes so far.
    len: u64,
    /// The first array that was too large.
    pub(super) fault: Option<PickleFault>,
}

impl Array {
    /// Bytes of its layout.
    pub(super) fn layout_len(&self) -> usize {
        self.layout.as_ref().map_or(0, |layout| size_of::<Layout>() + size_of_val(layout.shape()))
    }
}

impl Output {
    /// Nothing yet, with that limit of the bytes.
    pub(super) fn new(size: u64, limit: u64) -> Self {
        Self { size, limit, is_in_place: true, can_gather: true, bytes: Vec::new(), len: 0, fault: None }
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Where the next bytes will be, if so many of them have room. `offset` is where they come from.
    pub(super) fn begin(&mut self, len: u64, offset: u64) -> Option<u64> {
        if len <= self.limit - self.len {
            return Some(self.size.saturating_add(self.len));
        }
        self.fault.get_or_insert(PickleFault::Limit { offset, expected: self.limit });
        None
    }

    pub(super) fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.len += bytes.len() as u64;
    }

    /// Puts a part of a string. Of a line, whose length is not known before, only the first bytes may have room: those are put,
    /// however it is cut. Returns whether all have room.
    pub(super) fn put_part(&mut self, bytes: &[u8], offset: u64) -> bool {
        let has_room = self.begin(bytes.len() as u64, offset).is_some();
        let room = usize::try_from(self.limit - self.len).unwrap_or(usize::MAX);
        self.put(&bytes[..bytes.len().min(room)]);
        has_room
    }

    /// Where so many bytes will be that come out later, if they have room.
    pub(super) fn reserve(&mut self, len: u64) -> Option<Range<u64>> {
        let start = self.size.saturating_add(self.len);
        self.len += Some(len).filter(|_| self.can_gather && len <= self.limit - self.len)?;
        Some(start..start + len)
    }

    /// Puts bytes in their reserved place.
    pub(super) fn fill(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Puts bytes, if they have room.
    pub(super) fn put_all(&mut self, bytes: &[u8], offset: u64) -> Option<Range<u64>> {
        let start = self.begin(bytes.len() as u64, offset)?;
        self.put(bytes);
        Some(start..start + bytes.len() as u64)
    }
}

/// Sizes of a shape at most, as in IDX. NumPy has 64.
pub(super) const MAX_RANK: usize = 255;

/// Parts of the state of an array: a version, the shape, the type, the order, and the elements.
pub(super) const STATE_LEN: usize = 5;

/// Arguments of a function at most. A long tuple, given again and again, would take long.
const MAX_ARGUMENTS: usize = 8;

/// Calls a function that makes an object. `None` if its arguments are others than it takes.
pub(super) fn call(
    heap: &mut Heap,
    function: Function,
    arguments: Value,
    output: &mut Output,
    offset: u64,
) -> Option<Value> {
    let arguments = heap.tuple(arguments).filter(|all| all.len() <= MAX_ARGUMENTS)?.to_vec();
    let object = match (function, &arguments[..]) {
        (Function::Array, [class, ..]) if heap.function(*class) == Some(Function::ArrayClass) => Object::Array(None),
        (Function::FromBuffer, &[data, kind, shape, order]) => {
            let is_fortran = heap.text(order)? == b"F";
            let array = array(heap, shape, kind, is_fortran, data)?;
            heap.drop_text(data);
            Object::Array(Some(array))
        }
        // In any other order of the axes it is only named.
        (Function::FromBuffer, &[_, _, _, _, _]) => Object::Array(Some(Array::default())),
        (Function::Tensor, &[storage, Value::Int(offset), shape, strides, ref rest @ ..]) => {
            // After whether it is trained and its hooks.
            let tensor = tensors::tensor(heap, storage, offset, [shape, strides], rest.get(2).copied())?;
            heap.take(tensor.layout_len());
            Object::Array(Some(tensor))
        }
        (Function::Parameter, &[tensor, ..]) => return Some(tensor),
        (Function::Number, &[kind, data]) => match text(heap, kind, data) {
            Some(text) => Object::Text(text.into_bytes().into()),
            None => return Some(number(heap, kind, data)),
        },
        (Function::Kind, [name, ..]) => {
            // Two bytes without a name are records here: the state has their fields.
            let named = npy::element_type(str::from_utf8(heap.text(*name)?).ok()?).ok();
            let (element_type, text_len) = named.filter(|&(element_type, _)| element_type != ElementType::Bf16).unzip();
            Object::Kind(Kind { element_type, text_len: text_len.flatten(), byte_order: ByteOrder::Little })
        }
        (Function::Encode, &[text, _]) => match heap.get(text)? {
            // It came out as bytes already.
            Object::Data(_) => return Some(text),
            Object::Text(characters) => {
                let text: Vec<u8> =
                    str::from_utf8(characters).ok()?.chars().map(u8::try_from).collect::<Result<_, _>>().ok()?;
                let range = output.put_all(&text, offset);
                Object::Data(Data { text: text.into(), range, is_cut: false })
            }
            _ => return None,
        },
        (Function::NoBytes, []) => Object::Data(Data { range: Some(0..0), ..Data::default() }),
        (Function::Dict, []) => Object::Dict(Vec::new()),
        _ => return None,
    };
    Some(heap.add(object))
}

/// Sets the state of an array or of a type. `None` if it is another object, or the state is not one of its own.
pub(super) fn set_state(heap: &mut Heap, object: Value, state: Value) -> Option<()> {
    // A dictionary of another class has attributes, which nothing here needs.
    if let (Object::Dict(_), Object::Dict(_)) = (heap.get(object)?, heap.get(state)?) {
        return Some(());
    }
    match (heap.get(object)?, heap.tuple(state)?) {
        (Object::Array(None), &[_, shape, kind, Value::Int(order), data]) => {
            let array = array(heap, shape, kind, order != 0, data)?;
            heap.take(array.layout_len());
            heap.drop_text(data);
            *heap.get_mut(object)? = Object::Array(Some(array));
        }
        (Object::Kind(kind), &[_, order, ..]) => {
            let byte_order = if heap.text(order)? == b">" { ByteOrder::Big } else { ByteOrder::Little };
            let kind = Kind { byte_order, ..*kind };
            *heap.get_mut(object)? = Object::Kind(kind);
        }
        _ => return None,
    }
    Some(())
}

/// An array of such elements. `None` if its parts do not fit each other.
fn array(heap: &Heap, shape: Value, kind: Value, is_fortran: bool, data: Value) -> Option<Array> {
    let Object::Kind(kind) = heap.get(kind)? else { return None };
    let unreadable = Array { is_fortran, ..Array::default() };
    let shape = heap.tuple(shape).filter(|shape| shape.len() <= MAX_RANK)?;
    let shape = shape.iter().map(|&size| if let Value::Int(size) = size { Some(size) } else { None });
    let sizes: Vec<i64> = shape.collect::<Option<_>>()?;
    let Some(element_type) = kind.element_type else { return Some(Array { objects: Some(data), ..unreadable }) };
    let are_texts = kind.text_len.is_some();
    // A text alone is no label of an item.
    if are_texts && (sizes.is_empty() || is_fortran) {
        return Some(unreadable);
    }
    let sizes = sizes.into_iter().map(u32::try_from).chain(kind.text_len.map(Ok));
    let Ok(shape) = sizes.collect() else { return Some(unreadable) };
    let Ok(layout) = Layout::new(element_type, shape) else { return Some(unreadable) };
    let Object::Data(Data { range, is_cut, .. }) = heap.get(data)? else { return None };
    let Some(range) = range.clone() else { return Some(unreadable) };
    let len = range.end - range.start;
    let fits = if *is_cut { len <= layout.byte_len() } else { len == layout.byte_len() };
    let layout = Some(layout.with_byte_order(kind.byte_order)).filter(|it| it.rank() > 0 && it.byte_len() > 0);
    let layout = layout.map(Box::new);
    fits.then_some(Array { layout, are_texts, range, ..unreadable })
}

/// The text in these bytes, if it is a short one.
fn text(heap: &Heap, kind: Value, data: Value) -> Option<String> {
    let (Some(Object::Kind(kind)), Some(bytes)) = (heap.get(kind), heap.text(data)) else { return None };
    let layout = Layout::new(kind.element_type?, vec![kind.text_len?]).ok()?.with_byte_order(kind.byte_order);
    (layout.byte_len() == bytes.len() as u64).then(|| npy::text(&layout, bytes)).filter(|text| text.len() < MAX_TEXT)
}

/// The number in these bytes, if it is a whole one.
fn number(heap: &Heap, kind: Value, data: Value) -> Value {
    let (Some(Object::Kind(kind)), Some(bytes)) = (heap.get(kind), heap.text(data)) else { return Value::Other };
    let Some(element_type) = kind.element_type.filter(|it| !it.is_float() && it.size() == bytes.len()) else {
        return Value::Other;
    };
    let is_little = kind.byte_order == ByteOrder::Little;
    let mut little = bytes.to_vec();
    if !is_little {
        little.reverse();
    }
    let is_signed = matches!(element_type, ElementType::I8 | ElementType::I16 | ElementType::I32 | ElementType::I64);
    integer(&little, is_signed).map_or(Value::Other, Value::Int)
}

/// A little-endian number of up to 8 bytes.
pub(super) fn integer(bytes: &[u8], is_signed: bool) -> Option<i64> {
    let is_negative = is_signed && bytes.last().is_some_and(|&last| last >= 0x80);
    let mut whole = [if is_negative { 0xFF } else { 0 }; 8];
    whole.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let number = i64::from_le_bytes(whole);
    (is_signed || number >= 0).then_some(number)
}
