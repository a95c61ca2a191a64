//! Lists of numbers and of words, which come out as arrays.

use std::{borrow::Cow, collections::BTreeMap, iter, mem};

use super::{
    arrays::{Array, Data, Output},
    heap::{Heap, Object, Value},
};
use crate::{
    error::PickleFault,
    format::{
        element::ElementType,
        layout::{ByteOrder, Layout},
        words::{MAX_WORD_LEN, MAX_WORDS, Words},
    },
};

/// Limit of the bytes of all texts that come out: a few can be given again and again.
const MAX_TEXTS_LEN: u64 = 64 << 20;

/// Lists in one another at most that are an array: of colour images.
const MAX_NESTED: usize = 4;

/// Makes arrays of lists, each once: it can be in several objects.
pub(super) struct Lists<'a> {
    heap: &'a Heap,
    output: &'a mut Output,
    /// The lists that were looked at: the arrays that they are.
    known: BTreeMap<usize, Option<Array>>,
    /// Bytes of the texts that came out.
    texts_len: u64,
    /// Values of lists in lists that were looked at.
    nested: u64,
    /// Whether the array at hand has a fault of its own.
    is_refused: bool,
}

impl<'a> Lists<'a> {
    pub(super) fn new(heap: &'a Heap, output: &'a mut Output) -> Self {
        Self { heap, output, known: BTreeMap::new(), texts_len: 0, nested: 0, is_refused: false }
    }

    /// Whether the last array has a fault of its own, which is reported.
    pub(super) fn take_refusal(&mut self) -> bool {
        mem::take(&mut self.is_refused)
    }

    /// The array that the items of a list are, which comes out once.
    pub(super) fn array(&mut self, list: Value, may_differ: bool) -> Option<Array> {
        let (Value::Object(at), Object::List(items)) = (list, self.heap.get(list)?) else { return None };
        if let Some(array) = self.known.get(&at) {
            return array.clone();
        }
        let array = self.array_of(items).or_else(|| self.texts_of(items, may_differ));
        self.known.insert(at, array.clone());
        array
    }

    /// An array of whole numbers, of bytes if they are small enough. `None` if there are none, or others.
    fn array_of(&mut self, items: &[Value]) -> Option<Array> {
        let (shape, numbers) = self.flattened(items)?;
        let bytes: Option<Vec<u8>> = numbers.iter().map(|&number| u8::try_from(number).ok()).collect();
        let (element_type, bytes) = match bytes {
            Some(bytes) => (ElementType::U8, bytes),
            None => (ElementType::I64, numbers.iter().flat_map(|number| number.to_le_bytes()).collect()),
        };
        let layout = Layout::new(element_type, shape).ok();
        let range = self.output.put_all(&bytes, 0);
        let layout = layout.filter(|_| range.is_some()).map(|it| Box::new(it.with_byte_order(ByteOrder::Little)));
        Some(Array { layout, range: range.unwrap_or_default(), ..Array::default() })
    }

    /// The whole numbers in a list, or in lists of equally many in it, as `ndarray.tolist` makes them, and their shape.
    fn flattened(&mut self, items: &[Value]) -> Option<(Vec<u32>, Vec<i64>)> {
        let mut shape = vec![u32::try_from(items.len()).ok()?];
        let mut level = Cow::Borrowed(items);
        while let Some(Object::List(first)) = self.heap.get(*level.first()?) {
            let len = level.len().checked_mul(first.len())?;
            // All of them are looked at once in each level. Lists that are in others again and again would be more.
            let limit = MAX_NESTED as u64 * (self.heap.taken() / size_of::<Value>() as u64);
            self.nested = self.nested.saturating_add(len as u64);
            if shape.len() == MAX_NESTED || self.nested > limit {
                return None;
            }
            shape.push(u32::try_from(first.len()).ok()?);
            let mut next = Vec::with_capacity(len);
            for &list in &*level {
                match self.heap.get(list) {
                    Some(Object::List(items)) if items.len() == first.len() => next.extend_from_slice(items),
                    _ => return None,
                }
            }
            level = Cow::Owned(next);
        }
        let numbers = level.iter().map(|item| if let Value::Int(number) = item { Some(*number) } else { None });
        Some((shape, numbers.collect::<Option<_>>()?))
    }

    /// Reports why the texts of an array of objects are no labels. A list can be anything.
    fn refuse(&mut self, fault: PickleFault, is_array: bool) -> Option<Array> {
        if is_array {
            self.output.fault.get_or_insert(fault);
            self.is_refused = true;
        }
        None
    }

    /// An array of texts, as bytes. `None` if there are none, or others, or too many for classes. Those that all differ name
    /// the items, or something else, unless they `may_differ`, as in an array of objects or under the key of class names.
    fn texts_of(&mut self, items: &[Value], may_differ: bool) -> Option<Array> {
        let (heap, mut words, mut missing) = (self.heap, Words::default(), 0);
        for &item in items {
            match text_of(heap, item) {
                _ if is_long(heap, item) => {
                    let expected = MAX_WORD_LEN as u64;
                    return self.refuse(PickleFault::TextLength { expected }, may_differ);
                }
                Some(word) if word.is_empty() => missing += 1,
                Some(word) => words.add(&word),
                None => return None,
            }
            if words.are_too_many() {
                return self.refuse(PickleFault::TextCount { expected: MAX_WORDS as u64 }, may_differ);
            }
        }
        let len = words.all().map(<[u8]>::len).max().unwrap_or_default();
        if 2 * missing > items.len() || !may_differ && words.all().len() + missing == items.len() {
            return None;
        }
        let (count, width) = (u32::try_from(items.len()).ok()?, u32::try_from(len).ok().filter(|&len| len > 0)?);
        let layout = Layout::new(ElementType::U8, vec![count, width]).ok()?;
        self.texts_len = self.texts_len.saturating_add(layout.byte_len());
        if self.texts_len > MAX_TEXTS_LEN {
            return None;
        }
        let texts = items.iter().filter_map(|&item| text_of(heap, item));
        let mut padded = Vec::with_capacity(items.len() * len);
        for text in texts {
            padded.extend(text.iter().copied().chain(iter::repeat(0)).take(len));
        }
        let range = self.output.put_all(&padded, 0);
        let layout = Some(Box::new(layout)).filter(|_| range.is_some());
        Some(Array { layout, are_texts: true, range: range.unwrap_or_default(), ..Array::default() })
    }
}

/// Whether a value is a string of which no bytes are kept, because it has too many.
fn is_long(heap: &Heap, value: Value) -> bool {
    let is_dropped = |data: &Data| data.text.is_empty() && data.range.as_ref().is_some_and(|range| !range.is_empty());
    matches!(value, Value::Long) || matches!(heap.get(value), Some(Object::Data(data)) if is_dropped(data))
}

/// An item of a list of texts: a number as its digits, and a missing value as nothing.
fn text_of(heap: &Heap, item: Value) -> Option<Cow<'_, [u8]>> {
    match item {
        Value::Int(number) => Some(Cow::Owned(number.to_string().into_bytes())),
        Value::Missing => Some(Cow::Borrowed(&[])),
        Value::Long | Value::Other => None,
        Value::Object(_) => heap.text(item).map(Cow::Borrowed),
    }
}
