//! Which elements of an item are read for a reduction, and in which order.

use std::ops::Range;

use crate::dataset::{
    images::{Direction, Raster},
    reduction::Reduction,
};

/// Bytes from which on it takes less time to read two parts of a file than also what lies between them: in a browser a
/// read costs as much as some hundred kilobytes.
const MIN_SKIPPED: u64 = 256 << 10;

/// Bytes of one of the parts that are read where others are skipped, about. A read of fewer bytes costs as much.
const STRIPE_LEN: u64 = 16 << 10;

/// Limit of the stripes that are read of each row of squares. More of them hardly change a mean.
const MAX_STRIPES: u64 = 4;

/// Stripes of a group from which on their distances can differ without two of them being the same.
const MIN_UNEVEN: u64 = 4 * MAX_STRIPES;

/// The parts of an item that are read for a reduction, as ranges of elements.
///
/// The lines of a picture, its rows or columns as they lie in the item, are read in groups, each as long as a row of
/// squares or several. Of large groups some lines are enough: one stripe of every fourth group gives a preview; the other
/// groups, and then a few more stripes of each, refine it.
#[derive(Clone, Debug)]
pub(crate) struct ReadPlan {
    start: u64,
    /// Elements from the first to the last of a line, inclusive.
    line_len: u64,
    line_stride: u64,
    lines: u64,
    /// From one line to the next in the picture.
    direction: Direction,
    /// Whether the last line of the item is the first of the picture.
    is_flipped: bool,
    /// Channels that lie one behind the other, and the elements from one to the next.
    planes: u64,
    plane_stride: u64,
    group_lines: u64,
    stripe_lines: u64,
    /// Stripes of a group that are read.
    stripes: u64,
}

impl ReadPlan {
    /// A plan for a file of which parts can be skipped, with elements of `size` bytes.
    pub(crate) fn sparse(reduction: &Reduction, size: u64) -> Self {
        let whole = Self::whole(reduction);
        let (raster, shrink) = (reduction.raster(), reduction.shrink());
        let dimensions = raster.dimensions();
        let outer = dimensions.iter().find(|dimension| dimension.direction != Direction::Channel);
        let Some(outer) = outer.filter(|_| whole.lines > 0) else { return whole };
        let is_plane = |stride: u64| stride > outer.stride;
        let plane =
            dimensions.iter().find(|dimension| dimension.direction == Direction::Channel && is_plane(dimension.stride));
        let inner = dimensions.iter().filter(|dimension| *dimension != outer && Some(*dimension) != plane);
        let line_bytes = outer.stride.saturating_mul(size).max(1);
        let band_bytes = line_bytes.saturating_mul(shrink);
        let (group_lines, stripe_lines) = if band_bytes > MIN_SKIPPED {
            (shrink, (STRIPE_LEN / line_bytes).clamp(1, shrink))
        } else {
            let lines = shrink * (MIN_SKIPPED / band_bytes);
            (lines, lines)
        };
        Self {
            line_len: inner.map(|dimension| (dimension.size - 1) * dimension.stride).sum::<u64>() + 1,
            line_stride: outer.stride,
            lines: outer.size,
            direction: outer.direction,
            is_flipped: if outer.direction == Direction::Row { raster.turn_row(0) } else { raster.turn_column(0) } > 0,
            planes: plane.map_or(1, |plane| plane.size),
            plane_stride: plane.map_or(0, |plane| plane.stride),
            group_lines,
            stripe_lines,
            stripes: group_lines.min(outer.size).div_ceil(stripe_lines).min(MAX_STRIPES),
            ..whole
        }
    }

    /// A plan for data that has to be unpacked, whatever is skipped of it: all elements that are drawn, and those
    /// between them.
    pub(crate) fn whole(reduction: &Reduction) -> Self {
        let raster: Raster = reduction.raster();
        let is_empty = raster.rows.min(raster.columns) == 0;
        let last = raster.dimensions().iter().map(|dimension| (dimension.size - 1) * dimension.stride).sum::<u64>();
        Self {
            start: raster.start(),
            line_len: last + 1,
            line_stride: 0,
            lines: u64::from(!is_empty),
            direction: Direction::Row,
            is_flipped: false,
            planes: 1,
            plane_stride: 0,
            group_lines: 1,
            stripe_lines: 1,
            stripes: 1,
        }
    }

    /// From one line to the next in the picture.
    pub(crate) fn direction(&self) -> Direction {
        self.direction
    }

    /// Whether groups are skipped at first, and read later.
    pub(crate) fn is_interlaced(&self) -> bool {
        self.stripes > 1
    }

    /// How many parts there are.
    pub(crate) fn len(&self) -> u64 {
        self.round_len() * self.stripes
    }

    /// The number of parts with one stripe of each group.
    fn round_len(&self) -> u64 {
        self.planes * self.groups()
    }

    /// How many groups come first, how many halfway between them, and how many between all these.
    fn interlaced(&self) -> [u64; 3] {
        let groups = self.groups();
        if self.is_interlaced() { [groups.div_ceil(4), (groups + 1) / 4, groups / 2] } else { [groups, 0, 0] }
    }

    /// How fine the picture is when the parts before this one have been read. At 0 it cannot be drawn; at 1 it has every
    /// fourth group.
    pub(crate) fn level(&self, part: u64) -> u64 {
        let [first, second, _] = self.interlaced().map(|groups| groups * self.planes);
        match part {
            _ if part >= self.round_len() => 2 + part / self.round_len().max(1),
            _ if part >= first + second => 2,
            _ => u64::from(part >= first),
        }
    }

    /// A part of a round: its plane and group.
    fn place(&self, part: u64) -> (u64, u64) {
        let [first, second, third] = self.interlaced();
        let [before_second, before_third] = [first * self.planes, (first + second) * self.planes];
        if !self.is_interlaced() {
            (part / first, part % first)
        } else if part < before_second {
            (part / first, 4 * (part % first))
        } else if part < before_third {
            ((part - before_second) / second, 4 * ((part - before_second) % second) + 2)
        } else {
            ((part - before_third) / third, 2 * ((part - before_third) % third) + 1)
        }
    }

    fn groups(&self) -> u64 {
        self.lines.div_ceil(self.group_lines)
    }

    /// The elements of a part. Empty where a group at the edge of the picture has fewer stripes.
    pub(crate) fn part(&self, number: u64) -> Range<u64> {
        let round_len = self.round_len().max(1);
        let (round, (plane, group)) = (number / round_len, self.place(number % round_len));
        let first = group * self.group_lines;
        let group_lines = self.group_lines.min(self.lines - first);
        let all = group_lines.div_ceil(self.stripe_lines);
        let used = all.min(self.stripes);
        if round >= used {
            return 0..0;
        }
        // The stripes of a group are about evenly apart. They begin at another place in each group, and their distances
        // differ by one, so that a pattern in the picture does not always meet them at the same place.
        let uneven = if all < MIN_UNEVEN { 0 } else { round };
        let stripe = (spread(group, all) + round * all / used + uneven) % all;
        let begin = first + stripe * self.stripe_lines;
        let end = (begin + self.stripe_lines).min(first + group_lines);
        let (begin, end) = if self.is_flipped { (self.lines - end, self.lines - begin) } else { (begin, end) };
        let plane = self.start + plane * self.plane_stride;
        plane + begin * self.line_stride..plane + (end - 1) * self.line_stride + self.line_len
    }
}

/// A number below `count` that looks random, but is always the same for the same group.
fn spread(group: u64, count: u64) -> u64 {
    // Fibonacci hashing: the fraction of multiples of the golden ratio.
    ((group.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) * count) >> 32
}
