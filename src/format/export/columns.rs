//! What a table has of an item beside its label: the numbers in other columns, and the name of its picture.

use std::collections::BTreeMap;

use super::label_text;
use crate::format::element::ElementType;

/// The name of the column with the names of pictures.
const PICTURES: &str = "original_file";

/// The columns of a table behind the label.
#[derive(Debug, Default)]
pub(super) struct OtherColumns {
    names: Vec<String>,
    /// The words that numbers stand for, by the column and the bits of the number.
    words: BTreeMap<(usize, u64), String>,
    pictures: Option<PictureNames>,
}

impl OtherColumns {
    pub(super) fn add(&mut self, names: impl IntoIterator<Item = String>) {
        self.names.extend(names);
    }

    pub(super) fn name_values(&mut self, column: usize, words: impl IntoIterator<Item = (f64, String)>) {
        self.words.extend(words.into_iter().map(|(value, word)| ((column, value.to_bits()), word)));
    }

    pub(super) fn name_pictures(&mut self, names: String) {
        self.pictures = Some(PictureNames::new(names));
    }

    /// The number of an item's values: its label, and those in these columns.
    pub(super) fn width(&self) -> usize {
        1 + self.names.len()
    }

    /// The names of the columns, if labels are of this type. Without labels there are no other numbers.
    pub(super) fn header(&self, of: Option<ElementType>) -> impl Iterator<Item = String> {
        let names = self.names.iter().filter(move |_| of.is_some()).cloned();
        names.chain(self.pictures.as_ref().map(|_| PICTURES.into()))
    }

    /// The fields of an item, by its values, the label being the first.
    pub(super) fn fields(&self, of: Option<ElementType>, item: u32, values: &[f64]) -> impl Iterator<Item = String> {
        let others = values.iter().skip(1).enumerate().filter(move |_| of.is_some()).map(move |(column, &value)| {
            let word = self.words.get(&(column, value.to_bits()));
            word.cloned().unwrap_or_else(|| label_text(of, value))
        });
        others.chain(self.pictures.as_ref().map(|names| names.of(item).to_owned()))
    }
}

/// The names of all pictures of a dataset, as one text, which takes less memory.
#[derive(Debug)]
struct PictureNames {
    text: String,
    /// Where each name begins.
    starts: Vec<usize>,
}

impl PictureNames {
    /// Names that each end with a line break.
    fn new(text: String) -> Self {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { starts: [0].into_iter().chain(starts).collect(), text }
    }

    /// The name of an item's picture; nothing if it has none.
    fn of(&self, item: u32) -> &str {
        let at = item as usize;
        let (start, end) = (self.starts.get(at), self.starts.get(at + 1));
        start.zip(end).map_or("", |(&start, &end)| &self.text[start..end - 1])
    }
}
