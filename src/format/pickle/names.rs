//! The arrays in what a pickle made, and their names: keys of dictionaries, and places in tuples and lists.

use std::mem;

use super::{
    arrays::{Array, Output},
    cifar,
    heap::{Heap, Object, Value},
    lists::Lists,
};
use crate::format::{
    member::Member,
    zip::{MAX_MEMBERS, MAX_NAMES_LEN},
};

/// Limit of the objects in objects that are looked at.
const MAX_DEPTH: usize = 16;

/// The name that NumPy gives an array that has none.
pub(super) const UNNAMED: &str = "arr_0";

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
    let lists = Lists::new(heap, output);
    let mut found = Found { heap, lists, seen, members: Vec::new(), names_len: 0, unlisted: 0 };
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
    lists: Lists<'a>,
    /// Which objects were looked at: they can be in one another, and in several others.
    seen: Vec<bool>,
    members: Vec<Member>,
    /// Bytes of their names: an array can have many.
    names_len: usize,
    unlisted: u64,
}

impl<'a> Found<'a> {
    /// Takes an array, or a list that is one. Another object may have parts, which are to be looked at if it `goes_on`.
    fn visit(&mut self, value: Value, goes_on: bool, name: impl Fn() -> String) -> Option<Place<'a>> {
        let (Value::Object(at), object) = (value, self.heap.get(value)?) else { return None };
        let is_new = !mem::replace(self.seen.get_mut(at)?, true);
        let array = match object {
            Object::List(_) => self.lists.array(value, names_classes(&name())),
            Object::Array(Some(Array { objects: Some(list), .. })) => self.lists.array(*list, true),
            _ => None,
        };
        if self.lists.take_refusal() {
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

/// Whether a list of that name has the names of classes.
fn names_classes(name: &str) -> bool {
    let key = name.rsplit(['.', '/']).next().unwrap_or_default();
    CLASS_NAMES.contains(&key) || key.ends_with(OF_LABELS)
}

/// The names of images with their labels, and of two or three such pairs, as the textbooks have them.
fn names_of(heap: &Heap, items: &[Value]) -> Option<&'static [&'static str]> {
    let is_pair = |items: &[Value]| match items {
        [images, labels] => {
            let shape = shape(heap, *images).filter(|shape| shape.len() > 1).map(|shape| shape[0]);
            let items = shape.or_else(|| rows(heap, *images));
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

/// How many lists are in a list.
fn rows(heap: &Heap, value: Value) -> Option<u32> {
    let Object::List(items) = heap.get(value)? else { return None };
    let has_lists = matches!(heap.get(*items.first()?), Some(Object::List(_)));
    u32::try_from(items.len()).ok().filter(|_| has_lists)
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
