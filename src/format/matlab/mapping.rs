//! The table of EMNIST's class names: the label of each class, and the codes of its characters.

use std::{fmt::Write as _, ops::RangeInclusive};

use crate::format::layout::Layout;

/// Limit of the classes, and those of the columns.
const MAX_CLASSES: u32 = 4096;
const COLUMNS: RangeInclusive<u32> = 2..=4;
/// The code of the last character before those that are visible, and of the last that there is (Unicode).
const SPACE: f64 = 32.0;
const MAX_CODE: f64 = 1_114_111.0;

/// A table that is coming, column by column.
#[derive(Debug)]
pub(super) struct Mapping {
    stored: Layout,
    elements: Vec<u8>,
}

impl Mapping {
    /// None of the elements yet. `None` of another array, by its name and how it is stored.
    pub(super) fn new(name: &str, stored: &Layout) -> Option<Self> {
        let is_named = name.rsplit('.').next() == Some("mapping");
        let &[classes, columns] = stored.shape() else { return None };
        let is_table = COLUMNS.contains(&columns) && (1..=MAX_CLASSES).contains(&classes);
        (is_named && is_table).then(|| Self { stored: stored.clone(), elements: Vec::new() })
    }

    pub(super) fn take(&mut self, elements: &[u8]) {
        self.elements.extend_from_slice(elements);
    }

    /// How the array is stored.
    pub(super) fn stored(&self) -> &Layout {
        &self.stored
    }

    /// Those that have come.
    pub(super) fn elements(&self) -> &[u8] {
        &self.elements
    }

    /// The table as EMNIST's text files have it, with a line for each class. `None` of another array: its first column is no
    /// list of classes, or the others have no codes of visible characters.
    pub(super) fn text(&self) -> Option<String> {
        let mut elements = self.elements.clone();
        self.stored.convert_byte_order(&mut elements);
        let values: Vec<f64> = self.stored.element_type().values(&elements).collect();
        let &[classes, columns] = self.stored.shape() else { return None };
        let (columns, classes) = (columns as usize, classes as usize);
        if values.len() != columns * classes {
            return None;
        }
        let (labels, codes) = values.split_at(classes);
        let is_whole = |value: &f64| (0.0..=MAX_CODE).contains(value) && value.fract() == 0.0;
        let is_list = labels.iter().all(is_whole) && labels.is_sorted_by(|one, next| one < next);
        if !is_list || !codes.iter().all(|code| is_whole(code) && *code > SPACE) {
            return None;
        }
        let mut text = String::new();
        for class in 0..classes {
            for column in 0..columns {
                let end = if column + 1 == columns { '\n' } else { ' ' };
                write!(text, "{}{end}", values[column * classes + class]).ok()?;
            }
        }
        Some(text)
    }
}
