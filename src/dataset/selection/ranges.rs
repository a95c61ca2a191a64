//! Sets of values as ranges.

use std::ops::RangeInclusive;

/// The ranges in order, without empty ones and without overlaps.
pub(super) fn merged<T: Copy + Ord>(ranges: &[RangeInclusive<T>]) -> Vec<(T, T)> {
    let mut sorted: Vec<(T, T)> =
        ranges.iter().filter(|range| !range.is_empty()).map(|range| (*range.start(), *range.end())).collect();
    sorted.sort_unstable();
    let mut merged: Vec<(T, T)> = Vec::new();
    for (start, end) in sorted {
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// Whether a value is in one of the [`merged`] ranges.
pub(super) fn contains<T: Copy + Ord>(ranges: &[(T, T)], value: T) -> bool {
    let after = ranges.partition_point(|(start, _)| *start <= value);
    after > 0 && value <= ranges[after - 1].1
}
