//! JSON as a table of text: lines such as the `metadata.jsonl` of image folders, an array of objects, an object of arrays, what
//! Pandas writes, and lists of labels.
//!
//! A number, a text, true and false are fields of a table, and so is a list of so many numbers that it can be an image. Other
//! values are left out. All values stay in the text until the table is written, so that they take little memory.

use serde_json::value::RawValue;

mod rows;
mod value;

use self::{
    rows::{Column, Table},
    value::{Kind, field, is_field, kind, quoted},
};

/// Fields of a table at most, empty ones among them: each object can have keys of its own.
const MAX_FIELDS: usize = 20_000_000;

/// What can stand before a text.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// A table of text, with commas between its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonTable {
    /// The names of its columns. Labels in a list without a name are called `label`.
    pub columns: Vec<String>,
    /// A line with the names, and one for each row.
    pub csv: String,
}

impl JsonTable {
    /// The table in a text; `None` if it has no rows. Lists of many numbers can be left out: beside pictures, they describe
    /// one.
    ///
    /// ```
    /// use idxlens::format::json_table::JsonTable;
    ///
    /// let lines = "{\"file_name\": \"a.png\", \"label\": 3, \"box\": [1, 2]}\n{\"file_name\": \"b.png\", \"label\": 1}";
    /// let table = JsonTable::parse(lines, true).unwrap();
    /// assert_eq!(table.csv, "\"file_name\",\"label\"\n\"a.png\",3\n\"b.png\",1\n");
    /// ```
    #[must_use]
    pub fn parse(text: &str, has_images: bool) -> Option<Self> {
        let Table { columns, rows } = Table::parse(text)?;
        let field_in = |Column { cells, .. }: &Column| {
            cells.iter().map(|&(_, value)| value).find(|value| is_field(value, has_images)).map(kind)
        };
        let mut columns: Vec<_> = columns.into_iter().filter_map(|column| Some((field_in(&column)?, column))).collect();
        // A label can be missing before its image.
        columns.sort_by_key(|&(kind, _)| kind == Kind::List);
        let columns: Vec<_> = columns.into_iter().map(|(_, column)| column).collect();
        let gap = match &columns[..] {
            [] => return None,
            // A line without anything is none.
            [only] => can_have_gaps(only, rows, has_images).then_some("NaN")?,
            _ => "",
        };
        let mut csv = columns.iter().map(|column| quoted(&column.name)).collect::<Vec<_>>().join(",");
        let mut cells: Vec<_> = columns.iter().map(|column| column.cells.iter().peekable()).collect();
        for row in 0..rows {
            for (at, cells) in cells.iter_mut().enumerate() {
                csv.push(if at == 0 { '\n' } else { ',' });
                let value = cells.next_if(|&&(place, _)| place == row).map(|&(_, value)| value);
                let value = value.filter(|value| is_field(value, has_images));
                csv.push_str(&value.map_or(gap.into(), field));
            }
        }
        csv.push('\n');
        Some(Self { columns: columns.into_iter().map(|column| column.name.into_owned()).collect(), csv })
    }
}

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
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
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

/// Whether each row has a value in a column, or all values are numbers.
fn can_have_gaps(column: &Column, rows: usize, has_images: bool) -> bool {
    let mut fields = column.cells.iter().filter(|(_, value)| is_field(value, has_images));
    fields.clone().count() == rows || fields.all(|(_, value)| kind(value) == Kind::Number)
}
