//! Where a text stops being JSON.

use serde_json::value::RawValue;

use super::value::without_mark;

/// Where a text stops being JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonDamage {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub character: usize,
    /// Whether the text ends too early there.
    pub is_cut: bool,
}

impl JsonDamage {
    /// What is wrong with a text; `None` if it is JSON, or lines of it.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        let text = without_mark(text);
        let fault = |text| serde_json::from_str::<&RawValue>(text).err();
        let of = |first_line: usize, text: &str, error: &serde_json::Error| {
            // serde_json counts bytes.
            let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
            let before = &line.as_bytes()[..line.len().min(error.column().saturating_sub(1))];
            let character = String::from_utf8_lossy(before).chars().count() + 1;
            Self { line: first_line + error.line(), character, is_cut: error.is_eof() }
        };
        let whole = of(0, text, &fault(text)?);
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next()?;
        if fault(first).is_some() {
            return Some(whole);
        }
        lines.find_map(|(at, line)| Some(of(at, line, &fault(line)?)))
    }
}
