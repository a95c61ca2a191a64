//! The arrays in what a pickle made, and their names: keys of dictionaries, and places in tuples and lists.

use std::{borrow::Cow, collections::BTreeMap, iter, mem};

use super::{
    arrays::{Array, Data, Output},
    cifar,
    heap::{Heap, Object, Value},
};
use crate::{
    error::PickleFault,
    format::{
        element::ElementType,
        layout::{ByteOrder, Layout},
        member::Member,
        words::{MAX_WORD_LEN, MAX_WORDS, Words},
        zip::{MAX_MEMBERS, MAX_NAMES_LEN},
    },
};

/// Limit of the objects in objects that are looked at.
const MAX_DEPTH: usize = 16;

/// The name that NumPy gives an array that has none.
pub(super) const UNNAMED: &str = "arr_0";

/// Limit of the bytes of all texts that come out: a few can be given again and again.
const MAX_TEXTS_LEN: u64 = 64 << 20;

/// An object whose parts are being looked at.
struct Place<'a> {
    object: &'a Object,
    name: String,
    /// Its next part.
    next: usize,
}

/// The arrays, and how many more there are beyond the limit. Lists of numbers come out.
pub(super) fn members(heap: &mut Heap, root: Value, output: &mut Output) -> (Vec<Member>, u64) {
    cifar::fold(heap);
    let seen = vec![false; heap.len()];
    let mut found = Found {
        heap,
        output,
        seen,
        lists: BTreeMap::new(),
        members: Vec::new(),
        names_len: 0,
        texts_len: 0,
        unlisted: 0,
        is_refused: false,
    };
    let mut places = Vec::from_iter(found.visit(root, true, String::new));
    loop {
        let depth = places.len();
        let Some(place) = places.last_mut() else { break };
        let at = place.next;
        place.next += 1;
        match place.part(at) {
            None => _ = places.pop(),
            Some(part) => {
                let name = || place.name_of(found.heap, at);
                let inner = found.visit(part, depth < MAX_DEPTH, name);
                places.extend(inner);
            }
        }
    }
    (found.members, found.unlisted)
}

/// The keys of lists that name the classes.
const CLASS_NAMES: [&str; 5] = ["class_names", "label_names", "target_names", "classes", "categories"];

/// How others end: CIFAR-100 has `fine_label_names` and `coarse_label_names`.
const OF_LABELS: &str = "_label_names";

struct Found<'a> {
    heap: &'a Heap,
    output: &'a mut Output,
    /// Which objects were looked at: they can be in one another, and in several others.
    seen: Vec<bool>,
    /// The lists that were looked at: the arrays that they are.
    lists: BTreeMap<usize, Option<Array>>,
    members: Vec<Member>,
    /// Bytes of their names: an array can have many.
    names_len: usize,
    /// Bytes of the texts that came out.
    texts_len: u64,
    unlisted: u64,
    /// Whether the array at hand has a fault of its own.
    is_refused: bool,
}

impl<'a> Found<'a> {
    /// Takes an array, or a list that is one. Another object may have parts, which are to be looked at if it `goes_on`.
    fn visit(&mut self, value: Value, goes_on: bool, name: impl Fn() -> String) -> Option<Place<'a>> {
        let (Value::Object(at), object) = (value, self.heap.get(value)?) else { return None };
        let is_new = !mem::replace(self.seen.get_mut(at)?, true);
        let array = match object {
            Object::List(_) => self.listed(value, names_classes(&name())),
            Object::Array(Some(Array { objects: Some(list), .. })) => self.listed(*list, true),
            _ => None,
        };
        if mem::take(&mut self.is_refused) {
            return None;
        }
        let array = array.or(if let Object::Array(array) = object { array.clone() } else { None });
        if let Some(array) = array {
            self.add(name, &array);
            return None;
        }
        if is_new && !goes_on {
            // What is too deep here can be in sight elsewhere.
            self.seen[at] = false;
        }
        let has_parts = matches!(object, Object::Dict(_) | Object::List(_) | Object::Tuple(_));
        (is_new && has_parts && goes_on).then(|| Place { object, name: name(), next: 0 })
    }

    /// The array that the items of a list are, which comes out once.
    fn listed(&mut self, list: Value, may_differ: bool) -> Option<Array> {
        let (Value::Object(at), Object::List(items)) = (list, self.heap.get(list)?) else { return None };
        if let Some(array) = self.lists.get(&at) {
            return array.clone();
        }
        let array = self.array_of(items).or_else(|| self.texts_of(items, may_differ));
        self.lists.insert(at, array.clone());
        array
    }

    fn add(&mut self, name: impl FnOnce() -> String, array: &Array) {
        let Array { layout, is_fortran, are_texts, range, .. } = array;
        let is_cut = layout.as_ref().is_some_and(|it| it.byte_len() > range.end - range.start);
        // In Fortran's order no item is whole before the end.
        if is_cut && (*is_fortran || range.is_empty()) {
            return;
        }
        let is_listed = self.members.len() < MAX_MEMBERS && self.names_len <= MAX_NAMES_LEN;
        let name = Some(name).filter(|_| is_listed).map(|name| name());
        let name = name.map(|name| if name.is_empty() { UNNAMED.into() } else { name });
        self.names_len += name.as_ref().map_or(0, String::len);
        let (layout, range) = (layout.as_deref(), range.clone());
        let member = name.and_then(|name| {
            if *are_texts {
                Member::texts(&name, layout, range)
            } else {
                Member::new(&name, layout, *is_fortran, range)
            }
        });
        match member {
            Some(member) => self.members.push(member),
            None => self.unlisted += 1,
        }
    }

    /// An array of whole numbers, of bytes if they are small enough. `None` if there are none, or others.
    fn array_of(&mut self, items: &[Value]) -> Option<Array> {
        let numbers = items.iter().map(|item| if let Value::Int(number) = item { Some(*number) } else { None });
        let numbers: Vec<i64> = numbers.collect::<Option<_>>().filter(|_| !items.is_empty())?;
        let bytes: Option<Vec<u8>> = numbers.iter().map(|&number| u8::try_from(number).ok()).collect();
        let (element_type, bytes) = match bytes {
            Some(bytes) => (ElementType::U8, bytes),
            None => (ElementType::I64, numbers.iter().flat_map(|number| number.to_le_bytes()).collect()),
        };
        let layout = u32::try_from(numbers.len()).ok().and_then(|len| Layout::new(element_type, vec![len]).ok());
        let range = self.output.put_all(&bytes, 0);
        let layout = layout.filter(|_| range.is_some()).map(|it| Box::new(it.with_byte_order(ByteOrder::Little)));
        Some(Array { layout, range: range.unwrap_or_default(), ..Array::default() })
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

impl Place<'_> {
    /// The part at that index.
    fn part(&self, at: usize) -> Option<Value> {
        match self.object {
            Object::Dict(entries) => entries.get(at).map(|&[_, value]| value),
            Object::Tuple(items) | Object::List(items) => items.get(at).copied(),
            _ => None,
        }
    }

    /// The name of that part.
    fn name_of(&self, heap: &Heap, at: usize) -> String {
        let name = match self.object {
            Object::Dict(entries) => match entries[at][0] {
                Value::Int(number) => number.to_string(),
                key => heap.text(key).map_or(at.to_string(), |text| String::from_utf8_lossy(text).into_owned()),
            },
            Object::Tuple(items) | Object::List(items) => {
                let name = names_of(heap, items).and_then(|names| names.get(at));
                name.map_or_else(|| at.to_string(), |&name| name.to_owned())
            }
            _ => String::new(),
        };
        if self.name.is_empty() { name } else { format!("{}.{name}", self.name) }
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

/// Whether a list of that name has the names of classes.
fn names_classes(name: &str) -> bool {
    let key = name.rsplit('.').next().unwrap_or_default();
    CLASS_NAMES.contains(&key) || key.ends_with(OF_LABELS)
}

/// The names of images with their labels, and of two or three such pairs, as the textbooks have them.
fn names_of(heap: &Heap, items: &[Value]) -> Option<&'static [&'static str]> {
    let is_pair = |items: &[Value]| match items {
        [images, labels] => {
            let items = shape(heap, *images).filter(|shape| shape.len() > 1).map(|shape| shape[0]);
            items.is_some() && items == count(heap, *labels)
        }
        _ => false,
    };
    let parts = |value: &Value| match heap.get(*value) {
        Some(Object::Tuple(items) | Object::List(items)) => is_pair(items),
        _ => false,
    };
    match items.len() {
        2 if is_pair(items) => Some(&["images", "labels"]),
        2 if items.iter().all(parts) => Some(&["train", "test"]),
        3 if items.iter().all(parts) => Some(&["train", "valid", "test"]),
        _ => None,
    }
}

fn shape(heap: &Heap, value: Value) -> Option<&[u32]> {
    match heap.get(value)? {
        Object::Array(Some(Array { layout: Some(layout), are_texts, .. })) => {
            Some(&layout.shape()[..layout.rank() - usize::from(*are_texts)])
        }
        _ => None,
    }
}

/// How many labels these are, if they are labels.
fn count(heap: &Heap, value: Value) -> Option<u32> {
    match heap.get(value)? {
        Object::List(items) => u32::try_from(items.len()).ok(),
        Object::Array(Some(Array { objects: Some(list), .. })) => match heap.get(*list)? {
            Object::List(items) => u32::try_from(items.len()).ok(),
            _ => None,
        },
        _ => match shape(heap, value)? {
            [count] | [count, 1] => Some(*count),
            _ => None,
        },
    }
}
