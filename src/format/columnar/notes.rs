//! The names of classes that the library `datasets` notes.

use serde_json::Value;

/// Limit of the notes that are read.
const MAX_NOTES: usize = 4 << 20;

/// The names of the classes in each column that the notes name: `{"info": {"features": {"label": {"names": [...]}}}}`.
#[derive(Debug, Default)]
pub(super) struct Notes(Value);

impl Notes {
    pub(super) fn read(json: &str) -> Self {
        let notes = if json.len() > MAX_NOTES { None } else { serde_json::from_str(json).ok() };
        Self(notes.unwrap_or_default())
    }

    /// The names of the classes in a column, each with its label, unless they are only the labels once more.
    pub(super) fn names(&self, column: &str) -> Vec<(u32, String)> {
        let names = self.list(column).into_iter().flatten().filter_map(Value::as_str);
        let names: Vec<(u32, String)> = (0..).zip(names.map(str::to_owned)).collect();
        if names.iter().all(|(label, name)| *name == label.to_string()) { Vec::new() } else { names }
    }

    /// Whether a column holds classes.
    pub(super) fn has(&self, column: &str) -> bool {
        self.list(column).is_some()
    }

    /// Whether other notes name the classes in the same way, or do not name them.
    pub(super) fn agree_with(&self, other: &Self, column: &str) -> bool {
        self.list(column).zip(other.list(column)).is_none_or(|(own, other)| own == other)
    }

    fn list(&self, column: &str) -> Option<&Vec<Value>> {
        self.0.get("info")?.get("features")?.get(column)?.get("names")?.as_array()
    }
}
