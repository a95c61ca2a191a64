//! Suggestions: other layouts in which a file would make more sense. They are never applied without the user, because
//! an unusual file can be right.

use std::ops::RangeInclusive;

use crate::format::{
    element::ElementType,
    layout::{ByteOrder, Layout},
};

/// A probable fault of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The elements are in the other byte order.
    ByteOrder,
    /// The dimensions are in the other byte order: the size of the file matches if they are reversed.
    Dimensions,
    /// The size of the file matches if pixels have several channels, last or first.
    Channels,
    /// The size of the file matches if elements are wider or narrower.
    Width,
    /// Integers have 64 bits: the size of the file matches, and one half of each only repeats the sign.
    Int64,
    /// Rows and columns are swapped: neighbours in a column are more similar that way.
    Sides,
    /// Images are squares of another size: the size of the file matches, and their rows repeat that way.
    Squares,
    /// Another array follows.
    Another,
    /// The number of items is another: the size of the file is that of whole items.
    Count,
}

impl Fault {
    /// The variant's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByteOrder => "ByteOrder",
            Self::Dimensions => "Dimensions",
            Self::Channels => "Channels",
            Self::Width => "Width",
            Self::Int64 => "Int64",
            Self::Sides => "Sides",
            Self::Squares => "Squares",
            Self::Another => "Another",
            Self::Count => "Count",
        }
    }
}

/// A layout that makes more sense than the one that the header gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The probable fault of the header.
    pub fault: Fault,
    /// The layout that would be right then.
    pub layout: Layout,
}

/// Other layouts for a file that is read in `layout`, by some of its `elements` as they are stored, and by the `length`
/// in bytes of all of them, if known.
pub(crate) fn suggestions(layout: &Layout, elements: &[u8], length: Option<u64>) -> Vec<Suggestion> {
    let mut suggestions = Vec::new();
    let (element_type, shape) = (layout.element_type(), layout.shape());
    let mut offer = |fault, element_type, byte_order, shape| {
        let read: Result<Layout, _> = Layout::new(element_type, shape);
        let read = read.ok().and_then(|read| read.with_byte_order(byte_order).with_data_offset(layout.data_offset()));
        let fits = |read: &Layout| length == Some(read.byte_len());
        suggestions.extend(read.filter(fits).map(|layout| Suggestion { fault, layout }));
    };
    let order = likely_order(element_type, elements, is_time);
    if length.is_some_and(|length| length != layout.byte_len()) {
        let swapped = shape.iter().map(|size| size.swap_bytes()).collect();
        offer(Fault::Dimensions, element_type, order.unwrap_or(ByteOrder::Little), swapped);
    }
    if length.is_some_and(|length| length > layout.byte_len())
        && element_type.size() == 1
        && let &[items, rows, columns] = shape
    {
        for channels in [3, 4] {
            offer(Fault::Channels, element_type, ByteOrder::Big, vec![items, rows, columns, channels]);
            offer(Fault::Channels, element_type, ByteOrder::Big, vec![items, channels, rows, columns]);
        }
    }
    let readings = match length {
        Some(length) if length != layout.byte_len() => other_widths(layout, elements, length, order),
        _ => Vec::new(),
    };
    for &(other, order) in &readings {
        offer(Fault::Width, other, order, shape.to_vec());
    }
    if element_type == ElementType::I32
        && readings.is_empty()
        && let Some(order) = order_of_int64(elements)
    {
        offer(Fault::Int64, ElementType::I64, order, shape.to_vec());
    }
    if length.is_some_and(|length| length < layout.byte_len()) {
        offer(Fault::Width, ElementType::U8, ByteOrder::Big, shape.to_vec());
    }
    if let Some(length) = length.filter(|&length| length != layout.byte_len())
        && suggestions.is_empty()
        && element_type.size() == 1
        && let &[_, rows, columns] = shape
        && let Some((items, side)) = squares(elements, length).filter(|&(_, side)| [rows, columns] != [side; 2])
    {
        let squares = Layout::new(element_type, vec![items, side, side]).ok();
        let squares = squares.and_then(|squares| squares.with_data_offset(layout.data_offset()));
        suggestions.extend(squares.map(|layout| Suggestion { fault: Fault::Squares, layout }));
    }
    match (order, shape) {
        // If the size is wrong, the values cannot be judged.
        _ if !suggestions.is_empty() => {}
        (Some(order), _) if order != layout.byte_order() => {
            suggestions.push(Suggestion { fault: Fault::ByteOrder, layout: layout.clone().with_byte_order(order) });
        }
        (_, &[items, rows, columns]) if element_type.size() == 1 && has_swapped_sides(elements, rows, columns) => {
            let sides = Layout::new(element_type, vec![items, columns, rows]).ok();
            let sides = sides.and_then(|sides| sides.with_data_offset(layout.data_offset()));
            suggestions.extend(sides.map(|layout| Suggestion { fault: Fault::Sides, layout }));
        }
        _ => {}
    }
    suggestions
}

/// The layout of another array after the one in `layout`, if the `following` bytes start like one.
pub(crate) fn another_array(layout: &Layout, following: &[u8]) -> Option<Suggestion> {
    let other = Layout::detect(following).ok()??;
    let start = layout.data_end().checked_add(other.data_offset())?;
    let layout = Some(other).filter(|other| other.byte_len() > 0)?.with_data_offset(start)?;
    Some(Suggestion { fault: Fault::Another, layout })
}

/// The layout with as many items as fill the `length` in bytes of all elements, if that is known and they are not as many
/// as `layout` has. Single bytes fill any length, so this is the last thing to offer.
pub(crate) fn other_count(layout: &Layout, length: Option<u64>) -> Option<Suggestion> {
    let length = length.filter(|&length| length != layout.byte_len() && length.is_multiple_of(layout.item_len()))?;
    let items = u32::try_from(length.checked_div(layout.item_len())?).ok().filter(|&items| items > 0)?;
    let mut shape = layout.shape().to_vec();
    *shape.first_mut()? = items;
    let counted = Layout::new(layout.element_type(), shape).ok()?.with_byte_order(layout.byte_order());
    Some(Suggestion { fault: Fault::Count, layout: counted.with_data_offset(layout.data_offset())? })
}

/// The byte order in which these elements make sense, if they do not in the other. Numbers that are neither large nor
/// tiny make sense, and so do those that `known` recognizes.
fn likely_order(element_type: ElementType, elements: &[u8], known: fn(ElementType, f64) -> bool) -> Option<ByteOrder> {
    // One number in six is plausible by chance, so all of eight are in one file in a million.
    const MIN: u32 = 8;
    let size = element_type.size();
    let (mut seen, mut plausible, mut shorter) = (0, [0, 0], 0);
    let mut last = [0.0; 2];
    for element in elements.chunks_exact(size) {
        let mut reversed = [0; 8];
        for (to, from) in reversed.iter_mut().zip(element.iter().rev()) {
            *to = *from;
        }
        if *element == reversed[..size] {
            continue;
        }
        let values = [element_type.value(element), element_type.value(&reversed)];
        seen += 1;
        for (count, value) in plausible.iter_mut().zip(values) {
            *count += u32::from((1e-6..=1e6).contains(&value.abs()) || known(element_type, value));
        }
        shorter += bits(values[1]) - bits(values[0]) + bits(values[1] - last[1]) - bits(values[0] - last[0]);
        last = values;
    }
    if element_type == ElementType::I16 {
        // All of these are plausible, but small ones that are close to each other are more so.
        let enough = i64::from(seen).max(22) * 3;
        return if shorter >= enough {
            Some(ByteOrder::Big)
        } else if shorter <= -enough {
            Some(ByteOrder::Little)
        } else {
            None
        };
    }
    let is = |count: u32, other: u32| seen >= MIN && count * 10 >= seen * 9 && other * 2 <= seen;
    match plausible {
        [big, little] if is(big, little) => Some(ByteOrder::Big),
        [big, little] if is(little, big) => Some(ByteOrder::Little),
        _ => None,
    }
}

/// The types of another width, and their byte orders, in which elements of this `length` in bytes make sense. In wider
/// ones, two elements that make sense in the present `order` often do together.
fn other_widths(
    layout: &Layout,
    elements: &[u8],
    length: u64,
    order: Option<ByteOrder>,
) -> Vec<(ElementType, ByteOrder)> {
    let size = layout.element_type().size();
    let is_longer = length > layout.byte_len();
    let types = [ElementType::I16, ElementType::I32, ElementType::F32, ElementType::F64];
    let fitting = types.into_iter().filter(|other| if is_longer { other.size() > size } else { other.size() < size });
    // Floats would be mistaken for times.
    let readings = fitting.filter_map(|other| Some((other, likely_order(other, elements, |_, _| false)?)));
    let is_padded = is_padded(elements, size);
    let is_better = |of_other| !is_longer || order.is_none_or(|order| is_padded && of_other == order);
    let mut readings: Vec<_> = readings.filter(|&(_, of_other)| is_better(of_other)).collect();
    // Whole numbers as floats look like integers in the other byte order.
    if readings.iter().any(|&(other, _)| other == ElementType::F32) {
        readings.retain(|&(other, _)| other != ElementType::I32);
    }
    readings
}

/// Whether the elements make sense in the layout's type.
pub(crate) fn makes_sense(layout: &Layout, elements: &[u8]) -> bool {
    likely_order(layout.element_type(), elements, is_time).is_some()
}

/// Whether every other element of this size is zero, but not all are.
fn is_padded(elements: &[u8], size: usize) -> bool {
    let are_zero = |first: usize| {
        elements.chunks_exact(size).skip(first).step_by(2).all(|element| element.iter().all(|&byte| byte == 0))
    };
    are_zero(0) != are_zero(1)
}

/// The byte order of integers of 64 bits that fit into 32, if these elements can be such integers.
fn order_of_int64(elements: &[u8]) -> Option<ByteOrder> {
    let repeats_sign = |high: [u8; 4], low: [u8; 4]| high == [if low[0] < 0x80 { 0 } else { 0xFF }; 4];
    let mut orders = vec![ByteOrder::Big, ByteOrder::Little];
    for &[a, b, c, d, e, f, g, h] in elements.as_chunks::<8>().0 {
        orders.retain(|order| match order {
            ByteOrder::Big => repeats_sign([a, b, c, d], [e, f, g, h]),
            ByteOrder::Little => repeats_sign([e, f, g, h], [d, c, b, a]),
        });
    }
    // Nothing but zeros can be either.
    if let [order] = orders[..] { Some(order) } else { None }
}

/// Whether an integer can be a time in seconds since 1970, from 2000 to 2038, where 31 bits end. Small numbers in the
/// other byte order are as large, but end in zeros.
fn is_time(element_type: ElementType, value: f64) -> bool {
    // The start of the year 2000.
    element_type == ElementType::I32 && value >= 946_684_800.0 && value % 65_536.0 != 0.0
}

/// The number of bits of an integer without its sign, or one more.
fn bits(integer: f64) -> i64 {
    ((integer.abs() + 1.0).to_bits() >> 52).cast_signed()
}

/// Whether neighbours in a column are much more similar if rows and columns are swapped.
fn has_swapped_sides(elements: &[u8], rows: u32, columns: u32) -> bool {
    const MIN: u32 = 8;
    // Fewer values than this are not enough to tell, unless they are a whole image.
    const ENOUGH: u64 = 4096;
    let difference = |lag: u32| {
        let below = elements.iter().skip(lag as usize);
        elements.iter().zip(below).map(|(&one, &other)| u64::from(one.abs_diff(other))).sum::<u64>()
    };
    let is_enough = elements.len() as u64 >= (u64::from(rows) * u64::from(columns)).min(ENOUGH);
    is_enough && rows != columns && rows.min(columns) >= MIN && difference(rows) * 5 < difference(columns) * 3
}

/// The number and the side of square images that these elements are, if all of them have this length and the values
/// show the side. A file of larger squares may fit as well, with several images in each.
fn squares(elements: &[u8], length: u64) -> Option<(u32, u32)> {
    // The sample has too few of larger ones.
    const SIDES: RangeInclusive<u32> = 8..=104;
    // In MNIST's test images their sides explain 0.19, in notMNIST's 0.32, and others up to 64 except multiples at most
    // 0.02. Of larger ones the sample has few items, and values with a period of their own can pass: the length decides.
    const MIN: f64 = 0.1;
    let fits = |side: &u32| length.is_multiple_of(u64::from(side.pow(2)));
    let side = SIDES.filter(fits).find(|&side| explained_by_row(elements, side) >= MIN)?;
    Some((u32::try_from(length / u64::from(side.pow(2))).ok()?, side))
}

/// The share of the variance of the differences between one row and the next that a row's place in its square explains.
/// Images are empty at their edges, or change abruptly from the last row of one to the first of the next.
fn explained_by_row(elements: &[u8], side: u32) -> f64 {
    const MIN_ITEMS: usize = 6;
    let length = side as usize;
    let rows: Vec<&[u8]> = elements.chunks_exact(length).collect();
    let difference = |pair: &[&[u8]]| -> f64 {
        pair[0].iter().zip(pair[1]).map(|(one, other)| f64::from(one.abs_diff(*other))).sum()
    };
    let differences: Vec<f64> = rows.windows(2).map(difference).collect();
    let all = variance(differences.iter());
    if differences.len() < MIN_ITEMS * length || all == 0.0 {
        return 0.0;
    }
    let at_each = (0..length).map(|row| variance(differences.iter().skip(row).step_by(length)));
    1.0 - at_each.sum::<f64>() / f64::from(side) / all
}

/// The variance of at least two values.
fn variance<'values>(values: impl Iterator<Item = &'values f64>) -> f64 {
    let (count, sum, squares) = values
        .fold((0.0, 0.0, 0.0), |(count, sum, squares), value| (count + 1.0, sum + value, squares + value * value));
    (squares - sum * sum / count) / (count - 1.0)
}
