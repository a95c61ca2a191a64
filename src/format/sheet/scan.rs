//! How large the cells of a sheet are, by what repeats.
//!
//! Margins and edges lie at the same place in every cell. So the sums of the values in each column, and of the differences
//! between neighbours, repeat with the width of a cell, as those of the rows do with its height.

use super::Cell;
use crate::format::{
    columns::row_shape,
    picture::{Kind, Pixel},
};

/// The smallest side of a cell that is looked for.
const MIN_SIDE: u32 = 4;

/// The share of the variance that a period explains, from which on it is one; and of the largest share found, from which
/// on a shorter period is preferred: a longer one also explains chance. In 420 sides of sheets of MNIST and notMNIST, 2 to
/// 100 cells long, 398 cells were found, and all but one of those in sheets of 5 × 5 cells or more.
const EVIDENCE: f64 = 0.1;
const ENOUGH: f64 = 0.7;

/// How much more neighbours differ from row to row than in a row, if each row is an image.
const APART: f64 = 1.5;

/// Sides of the usual images, the most frequent first.
const SIDES: [u32; 10] = [28, 32, 64, 96, 16, 8, 48, 128, 20, 24];

/// Pixels between cells that are looked for, at most. `make_grid` of torchvision has 2 between them, and around all.
const MAX_GAP: u32 = 16;

/// Gaps that are evidence. Fewer can be margins of images, unless no other lines are like them or the cells have a usual size.
const MIN_GAPS: u32 = 6;
const MIN_DISTINCT_GAPS: u32 = 2;

/// Cells that are proposed at most.
const MAX_CELLS: usize = 4;

/// Sums over a sheet, row by row.
#[derive(Debug)]
pub(super) struct Scan {
    width: u32,
    pub(super) kind: Kind,
    columns: Profile,
    rows: Profile,
    /// Of each row, where its last pixel ends that is neither black nor transparent.
    ends: Vec<u32>,
    above: Vec<f64>,
}

/// Sums of values and of the differences to the neighbours before them, along one side of a sheet, and the lowest and the
/// highest values.
#[derive(Debug, Default)]
struct Profile {
    values: Vec<f64>,
    differences: Vec<f64>,
    ranges: Vec<[u64; 2]>,
}

/// The gaps between cells along one side of a sheet.
#[derive(Debug)]
struct Gaps {
    /// Of a cell.
    side: u32,
    /// Of all their pixels.
    value: Option<u64>,
    /// How many rows or columns of pixels they are, and whether no others have only this value.
    lines: usize,
    are_all: bool,
}

/// No values yet.
const NO_RANGE: [u64; 2] = [u64::MAX, 0];

impl Scan {
    /// No rows yet, of so many pixels.
    pub(super) fn new(width: u32) -> Self {
        let zeros = || vec![0.0; width as usize];
        let columns = Profile { values: zeros(), differences: zeros(), ranges: vec![NO_RANGE; width as usize] };
        Self { width, kind: Kind::default(), columns, rows: Profile::default(), ends: Vec::new(), above: zeros() }
    }

    pub(super) fn push(&mut self, row: impl Iterator<Item = Pixel>, has_16_bits: bool) {
        let (mut left, mut sum, mut difference, mut range) = (0.0, 0.0, 0.0, NO_RANGE);
        let mut end = 0;
        self.kind.has_16_bits |= has_16_bits;
        for ((x, pixel), next) in row.enumerate().take(self.above.len()).zip(1..) {
            self.kind = self.kind.holding(pixel);
            let [red, green, blue, alpha] = pixel.map(u64::from);
            // A transparent pixel does not count.
            let exact = (red + green + blue) * alpha;
            #[expect(clippy::cast_precision_loss, reason = "50 bits are exact")]
            let value = exact as f64 / f64::from(u16::MAX);
            if exact > 0 {
                end = next;
            }
            self.columns.values[x] += value;
            for [low, high] in [&mut self.columns.ranges[x], &mut range] {
                (*low, *high) = ((*low).min(exact), (*high).max(exact));
            }
            self.columns.differences[x] += if x == 0 { 0.0 } else { f64::abs(value - left) };
            difference += f64::abs(value - self.above[x]);
            sum += value;
            left = value;
            self.above[x] = value;
        }
        let is_first = self.rows.values.is_empty();
        self.rows.values.push(sum);
        self.rows.differences.push(if is_first { 0.0 } else { difference });
        self.rows.ranges.push(range);
        self.ends.push(end);
    }

    /// How many cells there are up to the last that is neither black nor transparent, of so many across and down; all if
    /// each of them is.
    pub(super) fn filled(&self, cell: &Cell, [across, down]: [u32; 2]) -> u32 {
        let last = (0..down).rev().find_map(|row| {
            let top = (cell.margin + row * (cell.height + cell.gap)) as usize;
            let end = *self.ends.get(top..top + cell.height as usize)?.iter().max()?;
            let column = end.checked_sub(cell.margin + 1)? / (cell.width + cell.gap);
            Some(row * across + column.min(across - 1) + 1)
        });
        last.unwrap_or(across * down)
    }

    /// The likely cells, the likeliest first.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let (width, height) = (self.width, self.rows.len());
        let fills = |cell: &Cell| cell.count(width, height).is_some_and(|count| count != [1, 1]);
        let [across, down] = [&self.columns, &self.rows].map(Profile::period);
        let both = across.zip(down).map(|(width, height)| Cell::new(width, height));
        // A strip has one image across, or one down.
        let strips = [across.map(|side| Cell::new(side, height)), down.map(|side| Cell::new(width, side))];
        let strips = strips.into_iter().flatten().filter(|cell| cell.width == cell.height);
        let mut grids: Vec<Cell> = both.into_iter().chain(strips).collect();
        if let Some((cell, is_certain)) = self.apart() {
            let number = |cell: &Cell| cell.count(width, height).map_or(0, |[across, down]| across * down);
            let is_likelier = is_certain || grids.first().is_none_or(|other| number(&cell) > number(other));
            grids.insert(usize::from(!is_likelier && !grids.is_empty()), cell);
        }
        // Where the cells found are squares, others are less likely than any size that the user knows.
        let usual = SIDES.into_iter().filter(|_| across.is_none() || across != down);
        let squares = [across, down].into_iter().flatten().chain(usual).map(|side| Cell::new(side, side));
        let mut found: Vec<Cell> = Vec::new();
        for cell in self.row(height).into_iter().chain(grids).chain(squares).filter(fills) {
            if found.len() < MAX_CELLS && !found.contains(&cell) {
                found.push(cell);
            }
        }
        found
    }

    /// An image in each row, if that is likely: the width is that of a square, and neighbours in a column are strangers.
    fn row(&self, height: u32) -> Option<Cell> {
        let shape = row_shape(self.width).filter(|_| height > 1)?;
        let sum = |profile: &Profile| profile.differences.iter().sum::<f64>();
        let pairs = |along: u32, others: u32| f64::from(along - 1) * f64::from(others);
        let across = sum(&self.columns) / pairs(self.width, height);
        let down = sum(&self.rows) / pairs(height, self.width);
        (down > APART * across).then_some(Cell { shape, ..Cell::new(self.width, 1) })
    }

    /// Cells with gaps between them, which have one value; and whether that is certain: no other lines have that value, so that
    /// it is no background, or the cells have a usual size.
    fn apart(&self) -> Option<(Cell, bool)> {
        let is_plain = |profile: &Profile| profile.ranges.iter().all(|[low, high]| low == high);
        if is_plain(&self.columns) || is_plain(&self.rows) {
            return None;
        }
        let found = (1..=MAX_GAP).flat_map(|gap| [(gap, gap), (gap, 0)]).filter_map(|(gap, margin)| {
            let [across, down] = [self.columns.gaps(gap, margin)?, self.rows.gaps(gap, margin)?];
            let cell = Cell { gap, margin, ..Cell::new(across.side, down.side) };
            let [columns, rows] = cell.count(self.width, self.rows.len())?;
            let are_alike = across.value.zip(down.value).is_none_or(|(across, down)| across == down);
            let are_all = across.are_all && down.are_all;
            let is_usual = cell.width == cell.height && SIDES.contains(&cell.width);
            let is_certain = are_all || is_usual;
            let least = if is_certain { MIN_DISTINCT_GAPS } else { MIN_GAPS };
            let lines = across.lines + down.lines;
            let gaps = columns + rows - 2;
            (are_alike && gaps >= least).then_some((cell, is_certain, (are_all, is_usual, gaps, lines)))
        });
        found.max_by_key(|&(_, _, evidence)| evidence).map(|(cell, is_certain, _)| (cell, is_certain))
    }
}

impl Profile {
    fn len(&self) -> u32 {
        u32::try_from(self.values.len()).unwrap_or(u32::MAX)
    }

    /// The gaps of so many pixels between the smallest cells.
    fn gaps(&self, gap: u32, margin: u32) -> Option<Gaps> {
        let len = self.len().checked_sub(2 * margin)?.checked_add(gap)?;
        let pitches = (MIN_SIDE + gap..=len).filter(|&pitch| len.is_multiple_of(pitch));
        pitches.map(|pitch| pitch - gap).find_map(|side| {
            let cell = Cell { gap, margin, ..Cell::new(side, side) };
            let mut lines = (0..).zip(&self.ranges).filter(|&(at, _)| !cell.holds(at, side)).map(|(_, range)| range);
            // A strip has none on one of its sides.
            let Some(&line) = lines.next() else { return Some(Gaps { side, value: None, lines: 0, are_all: true }) };
            let others = lines.try_fold(0, |others, other| (*other == line).then_some(others + 1))?;
            let all = self.ranges.iter().filter(|&other| *other == line).count();
            let [value, high] = line;
            (value == high).then_some(Gaps { side, value: Some(value), lines: others + 1, are_all: all == others + 1 })
        })
    }

    /// The length after which the profile repeats.
    fn period(&self) -> Option<u32> {
        let len = self.len();
        let periods = (MIN_SIDE..=len / 2).filter(|&period| len.is_multiple_of(period));
        let share =
            |period| f64::midpoint(explained(&self.values, len, period), explained(&self.differences, len, period));
        let shares: Vec<(u32, f64)> = periods.map(|period| (period, share(period))).collect();
        let largest = shares.iter().map(|&(_, share)| share).fold(EVIDENCE, f64::max);
        shares.into_iter().find(|&(_, share)| share >= EVIDENCE.max(ENOUGH * largest)).map(|(period, _)| period)
    }
}

/// The share of the variance of a profile that its place in the period explains, less what chance would explain.
fn explained(profile: &[f64], len: u32, period: u32) -> f64 {
    let around_mean =
        |values: &mut dyn Iterator<Item = &f64>, mean: f64| -> f64 { values.map(|value| (value - mean).powi(2)).sum() };
    let mean = profile.iter().sum::<f64>() / f64::from(len);
    let total = around_mean(&mut profile.iter(), mean) / f64::from(len - 1);
    let within = (0..period as usize).map(|phase| {
        let values = || profile[phase..].iter().step_by(period as usize);
        around_mean(&mut values(), values().sum::<f64>() / f64::from(len / period))
    });
    let within = within.sum::<f64>() / f64::from(len - period);
    if total > 0.0 { 1.0 - within / total } else { 0.0 }
}
