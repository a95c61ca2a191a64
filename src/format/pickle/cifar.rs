//! CIFAR's batches: dictionaries of rows of pixels and their labels.

use super::{
    arrays::Array,
    heap::{Heap, Object, Value},
};
use crate::format::element::ElementType;

/// Elements of a row of CIFAR's, and the shape of the image in it: channels, rows, columns.
const CIFAR_LEN: u32 = 3072;
const CIFAR_SHAPE: [u32; 3] = [3, 32, 32];

/// The keys of CIFAR-100's labels.
const FINE: &[u8] = b"fine_labels";
const COARSE: &[u8] = b"coarse_labels";

/// Gives the rows of CIFAR's batches the shape of images, and CIFAR-100's labels two columns. The labels tell these batches from
/// other data.
pub(super) fn fold(heap: &mut Heap) {
    for at in 0..heap.len() {
        let Some(Object::Dict(entries)) = heap.get(Value::Object(at)) else { continue };
        let labels = value(heap, entries, b"labels").or_else(|| value(heap, entries, FINE));
        if let (Some(data), Some(_)) = (value(heap, entries, b"data"), labels)
            && let Some(Object::Array(Some(Array { layout: Some(layout), is_fortran: false, .. }))) = heap.get_mut(data)
            && layout.element_type() == ElementType::U8
            && *layout.item_shape() == [CIFAR_LEN]
            && let Some(images) = layout.reshaped(&CIFAR_SHAPE)
        {
            **layout = images;
            join_labels(heap, at);
        }
    }
}

/// Puts the coarse label of each image beside its fine one, the fine one first, because the first column is the label.
fn join_labels(heap: &mut Heap, at: usize) -> Option<()> {
    let Object::Dict(entries) = heap.get(Value::Object(at))? else { return None };
    let list = |key| match heap.get(value(heap, entries, key)?)? {
        Object::List(items) => Some(items),
        _ => None,
    };
    let (fine, coarse) = (list(FINE)?, list(COARSE)?);
    // Many batches can share a long list.
    let row_len = size_of::<Object>() + size_of::<[Value; 2]>() + size_of::<Value>();
    let are_numbers = fine.iter().chain(coarse).all(|label| matches!(label, Value::Int(_)));
    if fine.len() != coarse.len() || !are_numbers || !heap.has_room_for(fine.len() * row_len) {
        return None;
    }
    let rows: Vec<_> = fine.iter().zip(coarse).map(|(&fine, &coarse)| Object::List(vec![fine, coarse])).collect();
    let entries: Vec<_> = entries.iter().filter(|[key, _]| heap.text(*key) != Some(COARSE)).copied().collect();
    let fine = entries.iter().position(|[key, _]| heap.text(*key) == Some(FINE))?;
    let rows = rows.into_iter().map(|row| heap.add(row)).collect();
    let labels = heap.add(Object::List(rows));
    if let Some(Object::Dict(batch)) = heap.get_mut(Value::Object(at)) {
        *batch = entries;
        batch[fine][1] = labels;
    }
    Some(())
}

/// What a dictionary has under a key.
fn value(heap: &Heap, entries: &[[Value; 2]], key: &[u8]) -> Option<Value> {
    entries.iter().find(|[it, _]| heap.text(*it) == Some(key)).map(|&[_, value]| value)
}
