//! Selecting items, and their order.

use std::{cmp::Reverse, ops::RangeInclusive};

use arbitrary::{Arbitrary, Unstructured};
use idxlens::{
    dataset::{
        Dataset, JobKind, Slot,
        labels::{Label, LabelSource},
        selection::{Order, Query},
    },
    error::Error,
    format::encode::encode,
};

use crate::hash;

/// Labels, and what is asked of them.
#[derive(Arbitrary, Debug)]
struct Question {
    labels: Option<Vec<(i8, i8)>>,
    except: bool,
    columns: Vec<(u8, Vec<(i8, i8)>)>,
    items: Option<Vec<(u8, u8)>>,
    order: u8,
    seed: u32,
    descending: bool,
    has_nan: bool,
    /// Bytes of labels that stay in memory; the others are looked through in their file, so many bytes at a time.
    budget: u16,
    step: u8,
    /// Bytes that another program writes to the file after this many reads.
    written: Option<(u8, Vec<[i8; 2]>)>,
    /// Two columns.
    data: Vec<[i8; 2]>,
}

/// A search in memory or in a file finds the same items as a one-by-one search. A file that changes meanwhile causes no
/// panic.
///
/// # Panics
/// If that does not hold.
pub fn selection(input: &[u8]) {
    let Ok(question) = Question::arbitrary(&mut Unstructured::new(input)) else { return };
    let label = |number: i8| if question.has_nan && number == 7 { f32::NAN } else { f32::from(number) };
    let rows = |data: &[[i8; 2]]| data.iter().map(|row| row.map(label)).collect::<Vec<[f32; 2]>>();
    let encoded = |rows: &[[f32; 2]]| encode(&[u32::try_from(rows.len()).unwrap(), 2], rows.as_flattened()).unwrap();
    let labels = rows(&question.data);
    let file = encoded(&labels);
    let mut dataset = Dataset::new();
    // Or rows might be read as one-hot.
    dataset.set_label_source(Some(LabelSource::Column(0)));
    dataset.open(Slot::Labels, Some(file.len() as u64), 1 << 20);
    dataset.push(Slot::Labels, 0, &file).unwrap();

    let ranges = |wanted: &(i8, i8)| Label(label(wanted.0).into())..=Label(label(wanted.1).into());
    let random = Order::Random { seed: question.seed };
    let order = [Order::Number, Order::Label, random, Order::Column(0), Order::Column(1), Order::Column(2)];
    // Sorting by mean is made for millions of items, and takes longer than everything else.
    let is_by_ink = hash(0, input).is_multiple_of(64);
    let order = if is_by_ink { Order::Mean } else { order[usize::from(question.order) % order.len()] };
    // A column that is named twice would be one with the ranges of both.
    let mut columns: Vec<(u64, Vec<_>)> = Vec::new();
    for (column, wanted) in &question.columns {
        let column = u64::from(column % 3);
        if columns.iter().all(|(other, _)| *other != column) {
            columns.push((column, wanted.iter().map(ranges).collect()));
        }
    }
    let query = Query {
        labels: question.labels.as_ref().map(|labels| labels.iter().map(ranges).collect()),
        except: question.except,
        columns,
        items: question.items.as_ref().map(|items| items.iter().map(|&(a, b)| a.into()..=b.into()).collect()),
        order,
        descending: question.descending,
        unlabelled: (question.seed % 2 == 0).then_some(Label(-1.0)),
    };
    let found = dataset.select(&query).unwrap();
    let step = usize::from(question.step).max(1);
    assert_eq!(searched(&file, &query, question.budget, step, None), Ok(found.clone()), "searched: {query:?}");
    if let Some((reads, data)) = &question.written {
        let written = encoded(&rows(data));
        let written = Some((usize::from(*reads), &written[..]));
        if let Ok(mut found) = searched(&file, &query, question.budget, step, written) {
            let count = found.len();
            found.sort_unstable();
            found.dedup();
            assert!(found.len() == count && found.iter().all(|&item| (item as usize) < labels.len()), "{query:?}");
        }
    }

    let number =
        |item: u32, column: u64| Some(Label((*labels[item as usize].get(usize::try_from(column).ok()?)?).into()));
    let of = |item: u32| number(item, 0).unwrap();
    let contains = |range: &RangeInclusive<Label>, label: Label| *range.start() <= label && label <= *range.end();
    let mut expected: Vec<u32> = (0..u32::try_from(labels.len()).unwrap())
        .filter(|&item| query.items.as_ref().is_none_or(|items| items.iter().any(|range| range.contains(&item.into()))))
        .filter(|&item| {
            let is_among = |ranges: &Vec<_>| ranges.iter().any(|range| contains(range, of(item)));
            query.labels.as_ref().is_none_or(|ranges| is_among(ranges) != query.except)
        })
        .filter(|&item| {
            query.columns.iter().all(|(column, ranges)| {
                number(item, *column).is_some_and(|number| ranges.iter().any(|range| contains(range, number)))
            })
        })
        .collect();
    // In both directions, items without a value come last.
    let mut sort = |number: &dyn Fn(u32) -> Label, unlabelled: Option<Label>| {
        let place = |number: Label| (number.0.is_nan(), Some(number) == unlabelled);
        if query.descending {
            expected.sort_by_key(|&item| (place(number(item)), Reverse(number(item))));
        } else {
            expected.sort_by_key(|&item| (place(number(item)), number(item)));
        }
    };
    match query.order {
        Order::Number | Order::Column(2..) if query.descending => expected.reverse(),
        Order::Column(column @ 0..2) => sort(&|item| number(item, column).unwrap(), None),
        Order::Label => sort(&of, query.unlabelled),
        Order::Random { .. } => {
            assert_eq!(found, dataset.select(&query).unwrap(), "once more");
            let mut sorted = found;
            sorted.sort_unstable();
            return assert_eq!(sorted, expected, "{query:?}");
        }
        // Nothing is measured.
        Order::Number | Order::Column(_) | Order::Mean => {}
    }
    assert_eq!(found, expected, "{query:?}");
}

/// The items found in a file that is read `step` bytes at a time, and that another file replaces after some reads.
fn searched(
    file: &[u8],
    query: &Query,
    budget: u16,
    step: usize,
    written: Option<(usize, &[u8])>,
) -> Result<Vec<u32>, Error> {
    let mut dataset = Dataset::new();
    dataset.set_label_source(Some(LabelSource::Column(0)));
    dataset.open(Slot::Labels, Some(file.len() as u64), budget.into());
    dataset.push(Slot::Labels, 0, file)?;
    assert_eq!(dataset.wanted(Slot::Labels), None);
    if !dataset.start_search(query) {
        return dataset.select(query);
    }
    let mut reads = 0;
    while let Some(wanted) = dataset.job_wanted(JobKind::Search) {
        let file = written.as_ref().filter(|(after, _)| reads >= *after).map_or(file, |&(_, file)| file);
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap().min(file.len()));
        dataset.feed_job(JobKind::Search, wanted.start, &file[start..end.min(start + step)])?;
        assert!((0.0..=1.0).contains(&dataset.job_progress(JobKind::Search)));
        reads += 1;
    }
    Ok(dataset.search_results()?.expect("the end of the search"))
}
