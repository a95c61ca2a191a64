//! Lists of many arrays of one shape, which become one array, as `np.stack` makes it.
//!
//! A list or tuple of up to ten arrays holds parts of a dataset: splits, batches, folds, or the images of each digit. These stay
//! arrays of their own. More of them are the items of one. Their elements are not next to each other in a plain file, and come
//! out of it once all of it is known. A list of pairs of an image and a label becomes a list of images and one of labels first.

use std::{collections::VecDeque, ops::Range};

use super::{
    arrays::{Array, Output},
    heap::{Heap, Object, Value},
};
use crate::{
    error::PickleFault,
    format::{element::ElementType, feed::OUTPUT_LEN, layout::Layout},
};

/// Limit of the arrays in a list that are parts of a dataset, and no items.
const MAX_PARTS: usize = 10;

/// Dimensions of an item at most: rows, columns and channels. Arrays of more are datasets.
const MAX_ITEM_RANK: usize = 3;

/// Limit of the bytes of all these arrays that the file is shorter than: the same few can be given again and again.
const MAX_REPEATED: u64 = 64 << 20;

/// Bytes of the file that are read at a time, and the limit of the pieces in them.
const READ_LEN: u64 = 1 << 20;
const MAX_NEAR: usize = 1024;

/// Where the elements are that have to come out, in their order.
#[derive(Debug, Default)]
pub(super) struct Pieces(VecDeque<Range<u64>>);

impl Pieces {
    /// The bytes of the file that are wanted next; `None` when all have come out.
    pub(super) fn wanted(&self) -> Option<Range<u64>> {
        let start = self.0.front()?.start;
        let limit = start.saturating_add(READ_LEN);
        // Those that lie close together come at once.
        let near = self.0.iter().take(MAX_NEAR).take_while(|piece| (start..limit).contains(&piece.start));
        Some(start..near.map(|piece| piece.end.min(limit)).max()?)
    }

    /// Takes the bytes that are wanted, or the first of them.
    pub(super) fn take(&mut self, bytes: &[u8], output: &mut Output) {
        let Some(Range { start, .. }) = self.wanted() else { return };
        while let Some(piece) = self.0.front_mut().filter(|_| output.bytes.len() < OUTPUT_LEN) {
            let place = piece.start.checked_sub(start).and_then(|place| usize::try_from(place).ok());
            let Some(found @ [_, ..]) = place.and_then(|place| bytes.get(place..)) else { return };
            let len = usize::try_from(piece.end - piece.start).map_or(found.len(), |len| len.min(found.len()));
            output.fill(&found[..len]);
            piece.start += len as u64;
            if piece.is_empty() {
                self.0.pop_front();
            }
        }
    }
}

/// What comes out of all lists.
#[derive(Default)]
struct Gathered {
    pieces: VecDeque<Range<u64>>,
    len: u64,
}

/// What a list of arrays is.
enum List {
    Stack(Array),
    /// Images whose sizes differ, which make no array.
    Unequal,
}

/// Makes one array of each list that is one. Gives the elements that have to come out for that. Where the pickle `is_cut`, a list
/// ends in parts of an array.
pub(super) fn fold(heap: &mut Heap, is_cut: bool, output: &mut Output) -> Pieces {
    divide_pairs(heap, is_cut);
    let mut gathered = Gathered::default();
    // An array that has just been made is no item of another.
    let lists: Vec<_> =
        (0..heap.len()).filter_map(|at| Some((at, list(heap, at, is_cut, output, &mut gathered)?))).collect();
    let is_any = !lists.is_empty();
    for (at, list) in lists {
        if let Some(object) = heap.get_mut(Value::Object(at)) {
            *object = match list {
                List::Stack(array) => Object::Array(Some(array)),
                List::Unequal => Object::Tuple(Vec::new()),
            };
        }
    }
    // An array of objects has a list of them.
    for at in (0..heap.len()).filter(|_| is_any).map(Value::Object) {
        let Some(Object::Array(Some(Array { objects: Some(list), .. }))) = heap.get(at) else { continue };
        let folded = match heap.get(*list) {
            Some(Object::Array(Some(stack))) => Object::Array(Some(stack.clone())),
            Some(Object::Tuple(_)) => Object::Tuple(Vec::new()),
            _ => continue,
        };
        if let Some(array) = heap.get_mut(at) {
            *array = folded;
        }
    }
    Pieces(gathered.pieces)
}

/// Makes a list of images and one of labels of each list of pairs of them, as PyTorch's datasets are listed.
fn divide_pairs(heap: &mut Heap, is_cut: bool) {
    for at in (0..heap.len()).map(Value::Object) {
        let Some(Object::List(items) | Object::Tuple(items)) = heap.get(at) else { continue };
        let pair = |item: &Value| match heap.get(*item)? {
            Object::Tuple(pair) | Object::List(pair) => match pair[..] {
                [image, label @ Value::Int(_)] if matches!(heap.get(image)?, Object::Array(Some(_))) => {
                    Some((image, label))
                }
                _ => None,
            },
            _ => None,
        };
        let pairs: Vec<(Value, Value)> = items.iter().map_while(pair).collect();
        let mut rest = items[pairs.len()..].iter();
        // The file can end in the parts of a pair.
        let are_all = rest.len() == 0 || is_cut && rest.all(|item| pair(item).is_none());
        if pairs.len() <= MAX_PARTS || !are_all {
            continue;
        }
        let (images, labels): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let lists = [images, labels].map(|items| heap.add(Object::List(items)));
        if let Some(list) = heap.get_mut(at) {
            *list = Object::Tuple(lists.to_vec());
        }
    }
}

fn list(heap: &Heap, at: usize, is_cut: bool, output: &mut Output, gathered: &mut Gathered) -> Option<List> {
    let (Object::List(items) | Object::Tuple(items)) = heap.get(Value::Object(at))? else { return None };
    let array = |item: &Value| match heap.get(*item)? {
        Object::Array(Some(array)) => Some(array),
        _ => None,
    };
    let mut arrays: Vec<&Array> = items.iter().map_while(array).collect();
    let mut rest = items[arrays.len()..].iter();
    let are_all = rest.len() == 0 || is_cut && rest.all(|item| array(item).is_none());
    arrays.pop_if(|last| is_cut && last.range.is_empty());
    if !are_all || arrays.len() <= MAX_PARTS || arrays.iter().any(|array| array.is_fortran || array.are_texts) {
        return None;
    }
    let layouts: Vec<&Layout> = arrays.iter().map(|array| array.layout.as_deref()).collect::<Option<_>>()?;
    let first = layouts[0];
    if layouts.iter().any(|layout| *layout != first) {
        return are_unequal(&layouts).then(|| {
            output.fault.get_or_insert(PickleFault::Shapes { found: layouts.len() as u64 });
            List::Unequal
        });
    }
    let shape = [&[u32::try_from(arrays.len()).ok()?], first.shape()].concat();
    let is_item = first.rank() <= MAX_ITEM_RANK;
    let layout = Layout::new(first.element_type(), shape).ok().filter(|_| is_item)?.with_byte_order(first.byte_order());
    // The last one can be cut, where the file ends.
    let (last, whole) = arrays.split_last()?;
    let are_whole = whole.iter().all(|array| array.range.end - array.range.start == first.byte_len());
    if !are_whole {
        return None;
    }
    let is_in_one_piece = arrays.windows(2).all(|pair| pair[0].range.end == pair[1].range.start);
    let range = if is_in_one_piece {
        arrays[0].range.start..last.range.end
    } else {
        let ranges = || arrays.iter().map(|array| array.range.clone()).filter(|range| !range.is_empty());
        let len: u64 = ranges().map(|range| range.end - range.start).sum();
        let can_be_read = output.is_in_place && ranges().all(|range| range.end <= output.size());
        if !can_be_read || gathered.len.saturating_add(len) > MAX_REPEATED.max(output.size()) {
            return None;
        }
        let range = output.reserve(len)?;
        gathered.len += len;
        gathered.pieces.extend(ranges());
        range
    };
    Some(List::Stack(Array { layout: Some(Box::new(layout)), range, ..Array::default() }))
}

/// Whether arrays are images of different sizes, and not the weights of a model, which are floats. Those that differ in their
/// first dimension alone have a different number of items.
fn are_unequal(layouts: &[&Layout]) -> bool {
    let first = layouts[0];
    let is_like = |it: &&Layout| it.element_type() == first.element_type() && it.rank() == first.rank();
    let is_of_pixels = matches!(first.element_type(), ElementType::U8 | ElementType::U16);
    let is_image = is_of_pixels && (2..=MAX_ITEM_RANK).contains(&first.rank());
    is_image && layouts.iter().all(is_like) && layouts.iter().any(|it| it.shape()[1..] != first.shape()[1..])
}
