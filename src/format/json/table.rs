//! JSON as a table of text: lines such as the `metadata.jsonl` of image folders, an array of objects, an object of arrays, what
//! Pandas writes, and lists of labels.
//!
//! A number, a text, true and false are fields of a table, and so is a list of so many numbers that it can be an image. Other
//! values are left out. All values stay in the text until the table is written, so that they take little memory.

use super::{
    rows::{Column, Table},
    value::{Kind, field, is_field, kind},
};
use crate::format::csv::field::quoted;

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
    /// use idxlens::format::json::JsonTable;
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

/// Whether each row has a value in a column, or all values are numbers.
fn can_have_gaps(column: &Column, rows: usize, has_images: bool) -> bool {
    let mut fields = column.cells.iter().filter(|(_, value)| is_field(value, has_images));
    fields.clone().count() == rows || fields.all(|(_, value)| kind(value) == Kind::Number)
}
