//! Columns of numbers, whatever file they are in: what their names say, which of them is the label, and which elements
//! hold them.

use std::collections::BTreeSet;

use crate::format::{
    element::{Element, ElementType},
    layout::ByteOrder,
};

/// Names of a column of labels, as [`plain`] gives them, the surest first: `y` can be a place.
const LABELS: [&str; 18] = [
    "label",
    "labels",
    "class",
    "classes",
    "classid",
    "classlabel",
    "classname",
    "target",
    "targets",
    "digit",
    "emotion",
    "category",
    "species",
    "breed",
    "diagnosis",
    "dx",
    "labelid",
    "y",
];

/// Names of a column of predicted classes, in lower case.
#[cfg(any(feature = "insight", feature = "columnar"))]
pub(crate) const PREDICTED: [&str; 13] = [
    "prediction",
    "predictions",
    "predicted",
    "predicted_label",
    "predicted_class",
    "pred",
    "preds",
    "pred_label",
    "pred_class",
    "y_pred",
    "y_predicted",
    "yhat",
    "y_hat",
];

/// Names of a number for each class in a row, in lower case.
#[cfg(any(feature = "insight", feature = "columnar"))]
pub(crate) const PREDICTED_ROWS: [&str; 11] = [
    "probabilities",
    "probability",
    "probs",
    "proba",
    "prob",
    "y_proba",
    "scores",
    "logits",
    "log_probs",
    "logprobs",
    "outputs",
];

/// Names of a column that names files, as [`plain`] gives them.
const FILES: [&str; 10] =
    ["filename", "file", "files", "path", "filepath", "image", "imagename", "imagepath", "img", "imgname"];

/// Endings of the names of pictures, in lower case.
const PICTURES: [&str; 10] = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".ppm", ".pgm"];

/// Names of other columns whose words are no classes, as [`plain`] gives them.
const NO_CLASSES: [&str; 7] = ["split", "usage", "subset", "set", "partition", "fold", "date"];

/// Names of a first column that numbers the rows, as [`plain`] gives them.
const NUMBERS: [&str; 6] = ["id", "imageid", "index", "idx", "item", "row"];

/// Starts of the names of pixels.
const PIXELS: [&str; 3] = ["pixel", "pix", "px"];

/// The smallest side of a square image whose pixels have no names. Fewer values are features.
const MIN_SIDE: usize = 8;

/// The types that values can have. The first is taken that holds all of them.
pub(super) const TYPES: [ElementType; 4] = [ElementType::U8, ElementType::I32, ElementType::F32, ElementType::F64];

/// Whole numbers up to this one are exact in `f64`.
pub(super) const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

/// Whether a column with this name holds labels.
pub(super) fn is_label(name: &str) -> bool {
    label_rank(name).is_some()
}

/// How sure it is that a column with this name holds labels: 0 is the surest.
pub(super) fn label_rank(name: &str) -> Option<usize> {
    let name = plain(name);
    LABELS.iter().position(|label| *label == name)
}

/// Whether a column with this name holds predicted classes.
#[cfg(feature = "columnar")]
pub(super) fn is_prediction(name: &str) -> bool {
    PREDICTED.iter().any(|predicted| name.eq_ignore_ascii_case(predicted))
}

/// Whether lists in a column with this name have a number for each class.
#[cfg(feature = "columnar")]
pub(super) fn are_predictions(name: &str) -> bool {
    PREDICTED_ROWS.iter().any(|rows| name.eq_ignore_ascii_case(rows)) || is_prediction(name)
}

/// Whether a column with this name names files.
pub(super) fn names_files(name: &str) -> bool {
    FILES.contains(&&plain(name)[..])
}

/// The name of a column without what separates its words: `ClassId`, `class_id` and `Class ID` are one.
fn plain(name: &str) -> String {
    name.to_lowercase().replace([' ', '_', '-'], "")
}

/// Whether this is the name of a picture.
pub(super) fn is_picture(name: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    PICTURES.iter().any(|ending| name.ends_with(ending.as_bytes()))
}

/// Whether the words in a column with this name are no classes.
pub(super) fn has_no_classes(name: &str) -> bool {
    NO_CLASSES.contains(&&plain(name)[..]) || names_files(name)
}

/// Whether a first column with this name numbers the rows.
pub(super) fn is_row_number(name: &str) -> bool {
    // Pandas leaves the name of its index empty, and calls it unnamed where it reads it again.
    name.is_empty() || name == "unnamed: 0" || NUMBERS.contains(&&plain(name)[..])
}

/// Whether a column with this name, in lower case, holds pixels.
pub(super) fn is_pixel(name: &str) -> bool {
    PIXELS.iter().any(|start| name.starts_with(start)) || sides(name).is_some()
}

/// Whether one of so many values is a label because the others are a square image.
pub(super) fn may_have_label(values: usize) -> bool {
    values > 0 && !is_square(values) && is_square(values - 1)
}

/// Whether of the first column and the last one only the last has the values of labels.
pub(super) fn is_last_label(ends: &[Vec<f64>; 2]) -> bool {
    ends.each_ref().map(|values| are_labels(values)) == [false, true]
}

/// Whether values can be labels: classes from 0 or 1 on, most of which occur.
pub(super) fn are_labels(values: &[f64]) -> bool {
    if !values.iter().all(|value| *value >= 0.0 && value.fract() == 0.0 && *value < 1e6) {
        return false;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the values are whole and small")]
    let classes: BTreeSet<usize> = values.iter().map(|value| *value as usize).collect();
    classes.len() > 1 && classes.last().is_some_and(|&max| max <= 2 * classes.len())
}

/// The side of a square of so many pixels.
fn side(pixels: usize) -> Option<usize> {
    let side = pixels.isqrt();
    (side * side == pixels).then_some(side)
}

/// Whether so many values without names are a square image, gray or of three colours.
pub(super) fn is_square(values: usize) -> bool {
    image_side(values).is_some() || values.is_multiple_of(3) && image_side(values / 3).is_some()
}

/// The side of a square image of so many pixels.
pub(super) fn image_side(pixels: usize) -> Option<usize> {
    side(pixels).filter(|&side| side >= MIN_SIDE)
}

/// The shape of an image in a row of so many values: a square, perhaps of three channels one after the other, as in CIFAR.
#[cfg(any(feature = "json", feature = "pictures"))]
pub(super) fn row_shape(values: u32) -> Option<Vec<u32>> {
    let side = |pixels: u32| u32::try_from(image_side(usize::try_from(pixels).ok()?)?).ok();
    let gray = side(values).map(|side| vec![side, side]);
    gray.or_else(|| side(values / 3).filter(|_| values.is_multiple_of(3)).map(|side| vec![3, side, side]))
}

/// The pixels of the smallest square image, gray or of three colours, that has so many values or lacks less than a row.
pub(super) fn image_len(values: usize) -> Option<usize> {
    let len = |colors: usize| {
        let pixels = values.div_ceil(colors);
        let side = pixels.isqrt() + usize::from(side(pixels).is_none());
        (side >= MIN_SIDE && colors * side * side - values < side).then_some(colors * side * side)
    };
    [1, 3].into_iter().filter_map(len).min()
}

/// Rows and columns in the name of the last pixel, like `28x28`.
fn sides(name: &str) -> Option<[u32; 2]> {
    let (rows, columns) = name.split_once('x')?;
    Some([rows.parse().ok()?, columns.parse().ok()?])
}

/// The shape of an item: a gray image, or else a row of values, whose order only the core knows where they are colours.
pub(super) fn shape(values: usize, last: &str, are_pixels: bool) -> Vec<u32> {
    let named = sides(last).filter(|[rows, columns]| u64::from(*rows) * u64::from(*columns) == values as u64);
    let square = side(values).filter(|_| are_pixels && is_square(values)).and_then(|side| u32::try_from(side).ok());
    let square = square.map(|side| [side, side]);
    named.or(square).map_or_else(|| vec![u32::try_from(values).unwrap_or(u32::MAX)], Vec::from)
}

/// Appends a value as an element of this type; `None` when the type does not hold it. Fractions are rounded to the
/// nearest float, and whole numbers never.
pub(super) fn append(value: f64, element_type: ElementType, elements: &mut Vec<u8>) -> Option<()> {
    let order = ByteOrder::Big;
    match element_type {
        ElementType::U8 => u8::from_f64(value)?.write_to(order, elements),
        ElementType::I32 => i32::from_f64(value)?.write_to(order, elements),
        ElementType::F32 => {
            let near = f32::from_f64(value)?;
            (value.fract() != 0.0 || f64::from(near) - value == 0.0).then(|| near.write_to(order, elements))?;
        }
        _ => value.write_to(order, elements),
    }
    Some(())
}
