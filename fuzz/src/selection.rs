//! Which items are found, and in which order.

use std::ops::RangeInclusive;

use arbitrary::{Arbitrary, Unstructured};
use idxlens::{
    dataset::{
        Dataset, Slot,
        labels::Label,
        selection::{Order, Query},
    },
    format::encode::encode,
};

/// Labels, and what is asked of them.
#[derive(Arbitrary, Debug)]
struct Question {
    labels: Option<Vec<(i8, i8)>>,
    except: bool,
    items: Option<Vec<(u8, u8)>>,
    order: u8,
    seed: u32,
    descending: bool,
    has_nan: bool,
    data: Vec<i8>,
}

/// What is found is what is found one by one.
///
/// # Panics
/// If that does not hold.
pub fn selection(input: &[u8]) {
    let Ok(question) = Question::arbitrary(&mut Unstructured::new(input)) else { return };
    let label = |number: i8| if question.has_nan && number == 7 { f32::NAN } else { f32::from(number) };
    let labels: Vec<f32> = question.data.iter().map(|&number| label(number)).collect();
    let file = encode(&[u32::try_from(labels.len()).unwrap()], &labels).unwrap();
    let mut dataset = Dataset::new();
    dataset.open(Slot::Labels, Some(file.len() as u64), 1 << 20);
    dataset.push(Slot::Labels, 0, &file).unwrap();

    let ranges = |wanted: &(i8, i8)| Label(label(wanted.0).into())..=Label(label(wanted.1).into());
    let order = [Order::Number, Order::Label, Order::Ink, Order::Random { seed: question.seed }];
    let query = Query {
        labels: question.labels.as_ref().map(|labels| labels.iter().map(ranges).collect()),
        except: question.except,
        columns: Vec::new(),
        items: question.items.as_ref().map(|items| items.iter().map(|&(a, b)| a.into()..=b.into()).collect()),
        order: order[usize::from(question.order) % order.len()],
        descending: question.descending,
    };
    let found = dataset.select(&query).unwrap();

    let of = |item: u32| Label(labels[item as usize].into());
    let contains = |range: &RangeInclusive<Label>, label: Label| *range.start() <= label && label <= *range.end();
    let mut expected: Vec<u32> = (0..u32::try_from(labels.len()).unwrap())
        .filter(|&item| query.items.as_ref().is_none_or(|items| items.iter().any(|range| range.contains(&item.into()))))
        .filter(|&item| {
            let is_among = |ranges: &Vec<_>| ranges.iter().any(|range| contains(range, of(item)));
            query.labels.as_ref().is_none_or(|ranges| is_among(ranges) != query.except)
        })
        .collect();
    match query.order {
        Order::Number if query.descending => expected.reverse(),
        Order::Label if query.descending => expected.sort_by_key(|&item| std::cmp::Reverse(of(item))),
        Order::Label => expected.sort_by_key(|&item| of(item)),
        Order::Random { .. } => {
            assert_eq!(found, dataset.select(&query).unwrap(), "once more");
            let mut sorted = found;
            sorted.sort_unstable();
            return assert_eq!(sorted, expected, "{query:?}");
        }
        // Nothing is measured.
        Order::Number | Order::Ink => {}
    }
    assert_eq!(found, expected, "{query:?}");
}
