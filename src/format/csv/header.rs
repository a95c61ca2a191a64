//! The lines before the rows of a table, which name its columns.

use std::collections::BTreeMap;

use super::{
    commas::have_decimals,
    field::{Bad, FIRST_SPACE, WHOLE_LINE, decimal, fields, is_item, number, separator, unquoted},
    start::are_classes,
};
use crate::format::{
    columns::{is_label, is_picture, is_pixel, is_row_number},
    encoding::decoded,
};

/// Fields of a header line whose names Pandas made different, at least.
const MIN_MANGLED: usize = 8;

/// Those lines.
#[derive(Debug)]
pub(super) struct Heading<'a> {
    /// The number of the last one; 0 if there is none.
    pub(super) line: u64,
    /// The separator of the fields in the rows.
    pub(super) separator: u8,
    /// The decimal mark of numbers: a point, or a comma besides.
    pub(super) mark: u8,
    /// The names of the columns; empty if they have none.
    names: Vec<&'a [u8]>,
}

impl<'a> Heading<'a> {
    /// That of a table with these lines, each with its number. `None` when a table in Weka's format has no rows.
    pub(super) fn of(lines: &[(u64, &'a [u8])]) -> Option<Self> {
        let &(line, first) = lines.first()?;
        if starts_arff(first) {
            return Self::of_arff(lines);
        }
        if let [_, names, row, ..] = lines
            && is_count(first)
            && has_row_names(names.1, row.1, b' ')
            && let Some(heading) = Self::of(&lines[1..]).filter(|heading| heading.line > 0)
        {
            return Some(heading);
        }
        let next = lines.get(1).map_or(first, |&(_, next)| next);
        let separator = separator(first).or_else(|| separator(next)).unwrap_or_else(|| spaced(lines));
        let is_short = lines.len() > 1 && lines[1..].iter().all(|&(_, row)| has_row_names(first, row, separator));
        let unnamed = is_short.then_some(&b""[..]);
        let names: Vec<&[u8]> = unnamed.into_iter().chain(fields(first, separator).map(unquoted)).collect();
        let mark = if have_decimals(&names, lines, separator) { b',' } else { b'.' };
        if !are_names(&names, &lines[1..], separator, mark) {
            return Some(Self { line: 0, separator, mark, names: Vec::new() });
        }
        // One name stands for all values of a row.
        let is_common = names.len() == 1 && fields(next, separator).nth(1).is_some();
        Some(Self { line, separator, mark, names: if is_common { Vec::new() } else { names } })
    }

    /// That of a table whose first line certainly has the names, with commas between.
    pub(super) fn first(lines: &[(u64, &'a [u8])]) -> Option<Self> {
        let &(line, first) = lines.first()?;
        Some(Self { line, separator: b',', mark: b'.', names: fields(first, b',').map(unquoted).collect() })
    }

    /// Weka's format: `@relation`, an `@attribute` for each column, and `@data` before the rows.
    fn of_arff(lines: &[(u64, &'a [u8])]) -> Option<Self> {
        let data = lines.iter().position(|(_, line)| keyword(line).eq_ignore_ascii_case(b"@data"))?;
        let attributes = lines[..data].iter().filter(|(_, line)| keyword(line).eq_ignore_ascii_case(b"@attribute"));
        let names = attributes.map(|(_, line)| attribute(line)).collect();
        let &(_, row) = lines.get(data + 1)?;
        Some(Self { line: lines[data].0, separator: separator(row).unwrap_or(b' '), mark: b'.', names })
    }

    /// How many columns have names.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The name of a column as it is written, unless it is empty.
    pub(super) fn name(&self, column: usize) -> Option<String> {
        let name = self.names.get(column).filter(|name| !name.is_empty())?;
        Some(decoded(name).into_owned())
    }

    /// The name of a column in lower case, which may be empty.
    pub(super) fn lower(&self, column: usize) -> Option<String> {
        self.names.get(column).map(|name| String::from_utf8_lossy(name).to_lowercase())
    }
}

/// Whether a line is the number of the rows, which `CelebA` has above the names of the columns.
pub(super) fn is_count(line: &[u8]) -> bool {
    fields(line, b' ').count() == 1 && number(line).is_ok_and(is_item)
}

/// Whether a row has a field more than the names above it, for its own name: so R and `CelebA` write.
pub(super) fn has_row_names(names: &[u8], row: &[u8], separator: u8) -> bool {
    let count = fields(names, separator).count();
    count > 1 && fields(row, separator).count() == count + 1
}

/// The separator in lines that have only spaces. Those in a class do not separate: behind the name of a picture, or where
/// lines are classes.
fn spaced(lines: &[(u64, &[u8])]) -> u8 {
    let names_words = |&(_, line): &(u64, &[u8])| {
        let mut fields = fields(line, b' ');
        fields.next().is_some_and(is_picture) && fields.all(is_name)
    };
    let mut counts = lines.iter().map(|&(_, line)| fields(line, b' ').count());
    let first = counts.next();
    let are_ragged = counts.any(|count| Some(count) != first);
    // Names of columns, or of a picture, are in fields of their own.
    let has_fields = || {
        lines
            .iter()
            .take(1)
            .flat_map(|(_, line)| fields(line, b' '))
            .any(|field| is_known_name(field) || is_picture(field))
    };
    let has_words = |(_, line): &(u64, &[u8])| fields(line, b' ').all(is_name);
    if are_ragged && lines.iter().all(names_words) {
        FIRST_SPACE
    } else if (are_ragged || !has_fields())
        && are_classes(lines.iter().map(|&(_, line)| line))
        && lines.iter().all(has_words)
    {
        WHOLE_LINE
    } else {
        b' '
    }
}

/// Whether a line starts a table in Weka's format.
pub(super) fn starts_arff(line: &[u8]) -> bool {
    keyword(line).eq_ignore_ascii_case(b"@relation")
}

/// Whether a word is the name of a column that many tables have. A letter can be a class.
fn is_known_name(word: &[u8]) -> bool {
    let name = String::from_utf8_lossy(word).to_lowercase();
    name.len() > 1 && (is_label(&name) || is_pixel(&name) || is_row_number(&name))
}

/// The first word of a line.
fn keyword(line: &[u8]) -> &[u8] {
    line.trim_ascii().split(u8::is_ascii_whitespace).next().unwrap_or_default()
}

/// The name in a line such as `@attribute 'pixel 1' real`.
fn attribute(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    let rest = line[keyword(line).len()..].trim_ascii_start();
    match rest {
        [quote @ (b'\'' | b'"'), inside @ ..] => inside.split(|byte| byte == quote).next().unwrap_or_default(),
        _ => keyword(rest),
    }
}

/// What the rows hold below a field of the first line.
#[derive(Clone, Default)]
struct Below {
    has_numbers: bool,
    has_words: bool,
    /// Whether the field occurs again, so that it is a value.
    recurs: bool,
}

/// Whether the fields of the first line name the columns: words alone, a word that many tables have as a name or that stands
/// above numbers only, or the numbers of the columns, as Pandas writes where columns have no names.
fn are_names(first: &[&[u8]], rows: &[(u64, &[u8])], separator: u8, mark: u8) -> bool {
    if first.iter().any(|field| is_picture(field)) {
        return false;
    }
    let is_name = |field: &[u8]| decimal(field, mark) == Err(Bad::Word);
    let are_words = first.iter().all(|field| is_name(field));
    if are_words && first.iter().any(|field| is_known_name(field)) {
        return true;
    }
    let mut columns = vec![Below::default(); first.len()];
    for (_, row) in rows {
        for ((column, name), field) in columns.iter_mut().zip(first).zip(fields(row, separator)) {
            let found = decimal(field, mark);
            column.has_numbers |= found.is_ok();
            column.has_words |= found == Err(Bad::Word);
            column.recurs |= unquoted(field) == *name;
        }
    }
    if are_words {
        // Words that occur again in their columns are classes. Above numbers, they are the header of another part.
        return !columns.iter().all(|column| column.recurs && !column.has_numbers);
    }
    let words = || first.iter().zip(&columns).filter(|(name, column)| is_name(name) && !column.recurs);
    let stands_above = |(name, below): (&&[u8], &Below)| is_known_name(name) || below.has_numbers && !below.has_words;
    let numbers: Vec<f64> = first.iter().filter_map(|field| number(field).ok()).collect();
    let count_from = |first: u32| numbers.iter().copied().eq((first..).map(f64::from).take(numbers.len()));
    // Pandas leaves the name of its index empty. A letter can be a class.
    let has_name = || words().any(|(name, _)| name.len() > 1);
    let are_counted = match numbers.len() {
        0 | 1 => false,
        // Without a word beside them, they can be values.
        2 => has_name() && (count_from(0) || count_from(1)),
        _ => count_from(0) || count_from(1) && has_name(),
    };
    words().any(stands_above) || are_counted || are_mangled(first) || first == [b"", b"0".as_slice()]
}

/// A word for a missing value is no name.
fn is_name(field: &[u8]) -> bool {
    number(field) == Err(Bad::Word)
}

/// Whether these are names that Pandas made different, after it had taken a row for them: `0,0.1,12,0.2,12.1`.
fn are_mangled(first: &[&[u8]]) -> bool {
    let mut counts: BTreeMap<&[u8], u32> = BTreeMap::new();
    let has_point = first.iter().any(|field| field.contains(&b'.'));
    first.len() >= MIN_MANGLED
        && has_point
        && first.iter().all(|field| {
            let (name, number) = match field.iter().position(|&byte| byte == b'.') {
                Some(point) => {
                    (&field[..point], str::from_utf8(&field[point + 1..]).ok().and_then(|it| it.parse().ok()))
                }
                None => (*field, Some(0)),
            };
            let next = counts.entry(name).or_default();
            *next += 1;
            number == Some(*next - 1)
        })
}
