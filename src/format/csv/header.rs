//! The lines before the rows of a table, which name its columns.

use super::field::{Bad, fields, number, unquoted};

/// Words for a value that is missing, in lower case. They name no column.
const UNKNOWN: [&[u8]; 4] = [b"na", b"n/a", b"null", b"?"];

/// Those lines.
#[derive(Debug, Default)]
pub(super) struct Heading {
    /// The number of the last one; 0 if there is none.
    pub(super) line: u64,
    /// The names of the columns; empty if they have none.
    pub(super) names: Vec<String>,
}

impl Heading {
    /// That of a table with these lines, each with its number.
    pub(super) fn of(lines: &[(u64, &[u8])], separator: u8) -> Option<Self> {
        let &(line, first) = lines.first()?;
        if starts_arff(first) {
            return Self::of_arff(lines);
        }
        let next = lines.get(1).map_or(&b""[..], |&(_, next)| next);
        Some(names(first, next, separator).map(|names| Self { line, names }).unwrap_or_default())
    }

    /// Weka's format: `@relation`, an `@attribute` for each column, and `@data` before the rows.
    fn of_arff(lines: &[(u64, &[u8])]) -> Option<Self> {
        let data = lines.iter().position(|(_, line)| keyword(line).eq_ignore_ascii_case(b"@data"))?;
        let attributes = lines[..data].iter().filter(|(_, line)| keyword(line).eq_ignore_ascii_case(b"@attribute"));
        let names = attributes.map(|(_, line)| attribute(line)).collect();
        Some(Self { line: lines[data].0, names })
    }
}

/// Whether a line starts a table in Weka's format.
pub(super) fn starts_arff(line: &[u8]) -> bool {
    keyword(line).eq_ignore_ascii_case(b"@relation")
}

/// The first word of a line.
fn keyword(line: &[u8]) -> &[u8] {
    line.trim_ascii().split(u8::is_ascii_whitespace).next().unwrap_or_default()
}

/// The name in a line such as `@attribute 'pixel 1' real`.
fn attribute(line: &[u8]) -> String {
    let line = line.trim_ascii();
    let rest = line[keyword(line).len()..].trim_ascii_start();
    let name = match rest {
        [quote @ (b'\'' | b'"'), inside @ ..] => inside.split(|byte| byte == quote).next(),
        _ => Some(keyword(rest)),
    };
    String::from_utf8_lossy(name.unwrap_or_default()).into_owned()
}

/// The names in the first line, if it has some: words above numbers, words alone, or the numbers of the columns, as Pandas
/// writes where columns have no names.
fn names(line: &[u8], next: &[u8], separator: u8) -> Option<Vec<String>> {
    let all = || fields(line, separator);
    let are_above = all().zip(fields(next, separator)).any(|(field, below)| is_name(field) && !is_name(below));
    let numbers: Vec<f64> = all().filter_map(|field| number(field).ok()).collect();
    let count_from = |first: u32| numbers.iter().copied().eq((first..).map(f64::from).take(numbers.len()));
    // Without a word beside them, numbers from 1 on can be values.
    let are_counted = numbers.len() > 2 && (count_from(0) || count_from(1) && all().any(is_name));
    (are_above || all().all(is_name) || are_counted)
        .then(|| all().map(|field| String::from_utf8_lossy(unquoted(field)).into_owned()).collect())
}

fn is_name(field: &[u8]) -> bool {
    let word = unquoted(field).to_ascii_lowercase();
    number(field) == Err(Bad::Word) && !UNKNOWN.contains(&&word[..])
}
