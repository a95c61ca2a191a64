//! What JSON holds that can be predictions.

use super::super::{Fault, Table, words::Words};

/// A value that can be a prediction, or all of them.
pub(super) enum Value<'a> {
    Number(f64),
    Word(String),
    /// Null.
    Missing,
    /// NaN stands for null.
    Numbers(Vec<f64>),
    Words(Words<'a>),
    Rows(Table),
    /// Numbers of items, each with what is predicted for it.
    Numbered(Vec<f64>, Box<Value<'a>>),
    /// The same, where the numbers are the keys of an object.
    Keyed(Vec<f64>, Box<Value<'a>>),
    /// What is predicted for the item of that number.
    OfItem(f64, Box<Value<'a>>),
    /// A list that is no predictions, though its entries are of one kind.
    Refused(Fault),
    /// What cannot be a prediction.
    Other,
}

/// How a value holds one number or word for each item.
#[derive(PartialEq)]
pub(super) enum Form {
    /// For a single item.
    One,
    List,
    Numbered,
}

impl Value<'_> {
    /// `None` of a value with several numbers for an item, and of others.
    pub(super) fn form(&self) -> Option<Form> {
        match self {
            Self::Number(_) | Self::Word(_) | Self::Missing => Some(Form::One),
            Self::Numbers(_) | Self::Words(_) => Some(Form::List),
            Self::Keyed(_, all) if all.form() == Some(Form::List) => Some(Form::Numbered),
            _ => None,
        }
    }

    /// Whether it is a class that is predicted for one item.
    pub(super) fn is_of_one(&self) -> bool {
        match self {
            Self::Number(_) | Self::Word(_) => true,
            Self::OfItem(_, value) => value.is_of_one(),
            _ => false,
        }
    }

    /// The same for the items of these numbers, if there are as many.
    pub(super) fn of_items(self, items: Vec<f64>) -> Self {
        let are_numbered = !items.is_empty() && items.len() == self.count();
        if are_numbered { Self::Numbered(items, Box::new(self)) } else { self }
    }

    /// For how many items there are predictions.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Words(words) => words.len(),
            Self::Rows(rows) => rows.len(),
            _ => 0,
        }
    }
}
