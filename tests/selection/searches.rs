//! Searching labels that do not stay in memory.

use std::ops::{Range, RangeInclusive};

use idxlens::{
    dataset::{
        Dataset, JobKind, Slot,
        labels::Label,
        selection::{MAX_ITEMS, Order, Query},
        shared::SpanPass,
    },
    error::Error,
    format::{
        element::ElementType,
        encode::{checksum, encode, gzip},
        layout::Layout,
    },
};

use super::{LABELS, labelled, one, select};

#[test]
fn labels_not_in_memory_are_searched_only_where_a_query_needs_them() {
    let file = encode(&[8], &LABELS).unwrap();
    let mut dataset = Dataset::new();
    dataset.open(Slot::Labels, Some(file.len() as u64), 0);
    dataset.push(Slot::Labels, 0, &file).unwrap();
    let numbers = Query { items: Some(vec![2..=3]), descending: true, ..Query::default() };
    assert!(!dataset.start_search(&numbers), "numbers need no labels");
    assert_eq!(select(&dataset, &numbers), [3, 2]);
}

#[test]
fn a_cancelled_search_has_no_result() {
    type Event = fn(&mut Dataset);
    let file = encode(&[8], &LABELS).unwrap();
    let overtake: [(&str, Event); 4] = [
        ("another file", |dataset| dataset.open(Slot::Labels, Some(16), 0)),
        ("another way to read it", |dataset| dataset.read_as(Slot::Labels, "u8,8,8".parse::<Layout>().ok())),
        ("no file", |dataset| dataset.close(Slot::Labels)),
        ("cancelled", |dataset| dataset.cancel_job(JobKind::Search)),
    ];
    for (what, overtake) in overtake {
        let mut dataset = Dataset::new();
        dataset.open(Slot::Labels, Some(file.len() as u64), 0);
        dataset.push(Slot::Labels, 0, &file).unwrap();
        for read in [1, 9, file.len()] {
            assert!(dataset.start_search(&Query { labels: Some(vec![one(77.0)]), ..Query::default() }));
            dataset.feed_job(JobKind::Search, 0, &file[..read]).unwrap();
            let found = dataset.search_results().unwrap();
            assert_eq!(found, (read == file.len()).then(Vec::new), "{read} bytes read");
        }
        assert!(dataset.start_search(&Query { labels: Some(vec![one(5.0)]), ..Query::default() }));
        dataset.feed_job(JobKind::Search, 0, &file[..9]).unwrap();
        overtake(&mut dataset);
        assert_eq!((dataset.job_wanted(JobKind::Search), dataset.search_results().unwrap()), (None, None), "{what}");
    }
}

/// The result of sorting by labels that are `before` when they are opened, and `after` when they are searched.
fn sorted_after_a_change(before: &[u8], after: &[u8]) -> Result<(), Error> {
    let mut dataset = Dataset::new();
    dataset.open(Slot::Labels, Some(before.len() as u64), 0);
    dataset.push(Slot::Labels, 0, before)?;
    assert!(dataset.start_search(&Query { order: Order::Label, ..Query::default() }));
    while let Some(wanted) = dataset.job_wanted(JobKind::Search) {
        let rest = &after[usize::try_from(wanted.start).unwrap().min(after.len())..];
        let result = dataset.feed_job(JobKind::Search, wanted.start, rest);
        if result.is_err() {
            assert_eq!(dataset.job_wanted(JobKind::Search), None, "that ends it");
            return result;
        }
    }
    Ok(())
}

#[test]
fn a_search_notices_that_labels_have_changed() {
    let file = |labels: &[u8]| encode(&[u32::try_from(labels.len()).unwrap()], labels).unwrap();
    let before = file(&[1, 2, 2, 3]);
    assert_eq!(sorted_after_a_change(&before, &before), Ok(()));
    for (after, what) in [
        (file(&[9, 0, 0, 3]), "other labels"),
        (file(&[1, 2, 2]), "fewer"),
        (file(&[]), "none"),
        (encode(&[2, 2], &[1_u8, 2, 2, 3]).unwrap(), "another shape"),
        (encode(&[4], &[1_i32, 2, 2, 4]).unwrap(), "another type"),
        (b"not any more".to_vec(), "no array"),
    ] {
        assert!(matches!(sorted_after_a_change(&before, &after), Err(Error::Changed { .. })), "{what}");
    }
}

/// What a search finds when others pass over some spans, which come back in another order; and how many those are.
fn shared(dataset: &mut Dataset, query: &Query, file: &[u8]) -> (Vec<u32>, usize) {
    let part = |wanted: Range<u64>| {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        &file[start..end.min(file.len())]
    };
    assert!(dataset.start_search_in(query, 100_000));
    let (mut taken, mut count) = (Vec::new(), 0);
    for round in 0.. {
        taken.extend((0..2).map_while(|_| dataset.take_span(JobKind::Search)));
        if let Some(wanted) = dataset.job_wanted(JobKind::Search) {
            dataset.feed_job(JobKind::Search, wanted.start, part(wanted)).unwrap();
        } else if taken.is_empty() {
            break;
        }
        if round % 3 == 0 {
            while let Some((number, task)) = taken.pop() {
                count += 1;
                let mut span = SpanPass::from_bytes(&task).unwrap();
                while let Some(wanted) = span.wanted() {
                    span.feed(wanted.start, part(wanted)).unwrap();
                }
                dataset.finish_span(JobKind::Search, number, &span.to_bytes());
            }
        }
    }
    (dataset.search_results().unwrap().unwrap(), count)
}

#[test]
fn others_search_some_spans() {
    let mut state = 1_u32;
    let rows: Vec<i16> = (0..1_000_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i16::try_from((state >> 8) % 23).unwrap()
        })
        .collect();
    let plain = encode(&[500_000, 2], &rows).unwrap();
    let of = |labels: RangeInclusive<f64>| Some(vec![Label(*labels.start())..=Label(*labels.end())]);
    let queries = [
        Query { labels: of(3.0..=5.0), ..Query::default() },
        Query { labels: of(3.0..=5.0), except: true, descending: true, ..Query::default() },
        Query { order: Order::Label, ..Query::default() },
        Query { order: Order::Column(1), descending: true, items: Some(vec![40_000..=90_000]), ..Query::default() },
        Query { columns: vec![(1, vec![one(4.0)])], order: Order::Random { seed: 7 }, ..Query::default() },
    ];
    for file in [gzip(&plain), plain.clone()] {
        let mut dataset = Dataset::new();
        dataset.open(Slot::Labels, Some(file.len() as u64), 0);
        while let Some(wanted) = dataset.wanted(Slot::Labels) {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            dataset.push(Slot::Labels, wanted.start, &file[start..end]).unwrap();
        }
        for query in &queries {
            let (found, count) = shared(&mut dataset, query, &file);
            assert!(found == select(&labelled(&plain), query), "{query:?}");
            assert!(count > 0, "{query:?}");
        }
    }
}

#[test]
fn hostile_tasks_of_a_search_are_refused_or_harmless() {
    let file = encode(&[150_000, 2], &vec![1_u8; 300_000]).unwrap();
    let mut dataset = Dataset::new();
    dataset.open(Slot::Labels, Some(file.len() as u64), 0);
    while let Some(wanted) = dataset.wanted(Slot::Labels) {
        dataset.push(Slot::Labels, wanted.start, &file[usize::try_from(wanted.start).unwrap()..]).unwrap();
    }
    let query = Query { columns: vec![(1, vec![one(1.0)])], order: Order::Label, ..Query::default() };
    assert!(dataset.start_search_in(&query, 100_000));
    let (_, task) = dataset.take_span(JobKind::Search).unwrap();
    let found = |task: &[u8]| {
        let mut span = SpanPass::from_bytes(task)?;
        if let Some(wanted) = span.wanted().filter(|wanted| wanted.start < file.len() as u64) {
            let _ = span.feed(wanted.start, &file[usize::try_from(wanted.start).unwrap()..]);
        }
        Some(span.to_bytes())
    };
    let result = found(&task).unwrap();
    // With a checksum that fits.
    let changed = |bytes: &[u8], at: usize, change: u8| {
        let (mut hostile, body) = (bytes.to_vec(), bytes.len() - 4);
        hostile[at] ^= change;
        let sum = checksum(&hostile[..body]).to_le_bytes();
        hostile[body..].copy_from_slice(&sum);
        hostile
    };
    for at in 8..task.len() - 4 {
        for change in [1, 0x80, 0xFF] {
            let _ = found(&changed(&task, at, change));
        }
    }
    for at in (8..200).chain((200..result.len() - 4).step_by(997)) {
        assert!(dataset.start_search_in(&query, 100_000));
        let (number, _) = dataset.take_span(JobKind::Search).unwrap();
        dataset.finish_span(JobKind::Search, number, &changed(&result, at, 0xFF));
    }
}

#[test]
fn search_progress_counts_the_labels_read() {
    let file = encode(&[100], &[7_u8; 100]).unwrap();
    let mut dataset = Dataset::new();
    assert!(dataset.job_progress(JobKind::Search) >= 1.0, "nothing is searched");
    dataset.open(Slot::Labels, Some(108), 0);
    dataset.push(Slot::Labels, 0, &file).unwrap();
    let mut progress = |query: &Query| {
        assert!(dataset.start_search(query));
        let mut progress = vec![dataset.job_progress(JobKind::Search)];
        while let Some(wanted) = dataset.job_wanted(JobKind::Search) {
            let start = usize::try_from(wanted.start).unwrap();
            let end = if start == 0 { 8 + 25 } else { start + 25 };
            dataset.feed_job(JobKind::Search, wanted.start, &file[start..end]).unwrap();
            progress.push(dataset.job_progress(JobKind::Search));
        }
        progress.pop();
        progress
    };
    assert_eq!(progress(&Query { labels: Some(vec![one(7.0)]), ..Query::default() }), [0.0, 0.25, 0.5, 0.75]);
    assert_eq!(progress(&Query { order: Order::Label, ..Query::default() }), [0.0, 0.25, 0.5, 0.75]);
}

#[test]
fn a_search_that_finds_too_many_items_goes_no_further() {
    const MIB: u64 = 1 << 20;
    let len = MAX_ITEMS + 4 * MIB;
    let layout = Layout::new(ElementType::U8, vec![u32::try_from(len).unwrap()]).unwrap();
    let zeros = vec![0; 1 << 20];
    let sorted = Query { order: Order::Label, ..Query::default() };
    let filtered = Query { labels: Some(vec![Label(0.0)..=Label(0.0)]), ..Query::default() };
    for query in [sorted, filtered] {
        let mut dataset = Dataset::new();
        dataset.open(Slot::Labels, Some(layout.data_offset() + len), 0);
        dataset.push(Slot::Labels, 0, &layout.header().to_bytes()).unwrap();
        for offset in (layout.data_offset()..).step_by(1 << 20).take(36) {
            dataset.push(Slot::Labels, offset, &zeros).unwrap();
        }
        assert!(dataset.start_search(&query));
        dataset.feed_job(JobKind::Search, 0, &layout.header().to_bytes()).unwrap();
        let mut sifted = 0;
        let result = loop {
            let wanted = dataset.job_wanted(JobKind::Search).unwrap();
            let result = dataset.feed_job(JobKind::Search, wanted.start, &zeros);
            sifted += MIB;
            if result.is_err() {
                break result;
            }
            assert!(sifted <= MAX_ITEMS, "{sifted} items");
        };
        assert!(matches!(result, Err(Error::OutOfMemory { .. })), "{result:?}");
        assert_eq!((sifted, dataset.job_wanted(JobKind::Search)), (MAX_ITEMS + MIB, None));
    }
}
