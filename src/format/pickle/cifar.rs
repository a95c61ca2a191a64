//! CIFAR's batches: dictionaries of rows of pixels and their labels.

use super::{
    arrays::Array,
    heap::{Heap, Object, Value},
};
use crate::format::element::ElementType;

/// Elements of a row of CIFAR's, and the shape of the image in it: channels, rows, columns.
const CIFAR_LEN: u32 = 3072;
const CIFAR_SHAPE: [u32; 3] = [3, 32, 32];

/// Gives the rows of CIFAR's batches the shape of images. Their labels tell them from other data.
pub(super) fn fold(heap: &mut Heap) {
    for at in 0..heap.len() {
        let Some(Object::Dict(entries)) = heap.get(Value::Object(at)) else { continue };
        let value = |key: &[u8]| entries.iter().find(|[it, _]| heap.text(*it) == Some(key)).map(|&[_, value]| value);
        let labels = value(b"labels").or_else(|| value(b"fine_labels"));
        if let (Some(data), Some(_)) = (value(b"data"), labels)
            && let Some(Object::Array(Some(Array { layout: Some(layout), is_fortran: false, .. }))) = heap.get_mut(data)
            && layout.element_type() == ElementType::U8
            && *layout.item_shape() == [CIFAR_LEN]
            && let Some(images) = layout.reshaped(&CIFAR_SHAPE)
        {
            **layout = images;
        }
    }
}
