//! Names that programs give to predictions, in columns of CSV and in objects of JSON; in lower case.

pub(super) use crate::format::columns::{PREDICTED, PREDICTED_ROWS as ROWS};

/// Of a class, which can be the true one where a predicted one stands beside it.
pub(super) const CLASSES: [&str; 6] = ["label", "labels", "class", "class_id", "target", "y"];

/// Of an image: a label beside it is no prediction.
const IMAGES: [&str; 12] =
    ["image", "images", "img", "imgs", "picture", "pictures", "pixels", "features", "inputs", "data", "x", "bytes"];

/// Whether a name is one of an image.
pub(super) fn is_image(name: &str) -> bool {
    IMAGES.iter().any(|image| name.eq_ignore_ascii_case(image))
}

/// All names that tell of predictions, the most telling first.
pub(super) fn telling() -> impl Iterator<Item = &'static str> {
    ROWS.into_iter().chain(PREDICTED).chain(CLASSES)
}

/// Whether a name that is not empty is one of the number of an item.
pub(super) fn is_item(name: &str) -> bool {
    !name.is_empty() && ITEMS.iter().any(|item| name.eq_ignore_ascii_case(item))
}

/// Of a number that tells which item a row is for. Pandas leaves the name of its index empty.
pub(super) const ITEMS: [&str; 9] = ["", "id", "imageid", "image_id", "index", "idx", "item", "row", "unnamed: 0"];
