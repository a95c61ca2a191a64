//! The `Range` header of HTTP (RFC 9110, section 14).

use std::ops::Range;

/// What a request wants of a file.
#[derive(Debug, PartialEq)]
pub(crate) enum Extent {
    /// All of it.
    Whole,
    /// These bytes; never empty, never past the end.
    Part(Range<u64>),
    /// Bytes that the file does not have.
    Unsatisfiable,
}

/// Reads a header such as `bytes=0-99`, `bytes=100-` or `bytes=-100` against a file of `size` bytes.
///
/// What it cannot read, and several ranges at once, ask for the whole file: a server is free to ignore the header.
pub(crate) fn extent(header: Option<&str>, size: u64) -> Extent {
    let Some((first, last)) =
        header.and_then(|text| text.strip_prefix("bytes=")).and_then(|range| range.trim().split_once('-'))
    else {
        return Extent::Whole;
    };
    let range = match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last => first..last.saturating_add(1).min(size),
        (Ok(first), Err(_)) if last.is_empty() => first..size,
        (Err(_), Ok(suffix)) if first.is_empty() => size.saturating_sub(suffix)..size,
        _ => return Extent::Whole,
    };
    if range.is_empty() { Extent::Unsatisfiable } else { Extent::Part(range) }
}

#[cfg(test)]
mod tests {
    use super::{Extent, extent};

    #[test]
    fn reads_the_three_forms() {
        assert_eq!(extent(Some("bytes=0-99"), 1000), Extent::Part(0..100));
        assert_eq!(extent(Some("bytes=900-"), 1000), Extent::Part(900..1000));
        assert_eq!(extent(Some("bytes=-1"), 1000), Extent::Part(999..1000));
    }

    #[test]
    fn stays_inside_the_file() {
        assert_eq!(extent(Some("bytes=990-2000"), 1000), Extent::Part(990..1000));
        assert_eq!(extent(Some("bytes=-2000"), 1000), Extent::Part(0..1000));
        assert_eq!(extent(Some("bytes=0-18446744073709551615"), 1000), Extent::Part(0..1000));
    }

    #[test]
    fn refuses_bytes_that_are_not_there() {
        assert_eq!(extent(Some("bytes=1000-"), 1000), Extent::Unsatisfiable);
        assert_eq!(extent(Some("bytes=1000-1001"), 1000), Extent::Unsatisfiable);
        assert_eq!(extent(Some("bytes=-0"), 1000), Extent::Unsatisfiable);
        assert_eq!(extent(Some("bytes=0-"), 0), Extent::Unsatisfiable);
    }

    #[test]
    fn ignores_what_it_cannot_read() {
        for header in ["", "bytes", "bytes=", "bytes=-", "bytes=5-1", "bytes=0-1,5-6", "items=0-1", "bytes=a-b"] {
            assert_eq!(extent(Some(header), 1000), Extent::Whole, "{header}");
        }
        assert_eq!(extent(None, 1000), Extent::Whole);
    }
}
