//! Searching labels that do not stay in memory.

use idxlens::{
    dataset::{
        Dataset, JobKind, Slot,
        labels::Label,
        selection::{MAX_ITEMS, Order, Query},
    },
    error::Error,
    format::{element::ElementType, encode::encode, layout::Layout},
};

use super::{LABELS, one, select};

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

/// The result of sorting by labels that are `before` when they are counted, and `after` when they are placed.
fn sorted_while_written(before: &[u8], after: &[u8]) -> Result<(), Error> {
    let mut dataset = Dataset::new();
    dataset.open(Slot::Labels, Some(before.len() as u64), 0);
    dataset.push(Slot::Labels, 0, before)?;
    assert!(dataset.start_search(&Query { order: Order::Label, ..Query::default() }));
    let mut reads = 0;
    while let Some(wanted) = dataset.job_wanted(JobKind::Search) {
        let file = if reads == 0 { before } else { after };
        reads += 1;
        let result = dataset.feed_job(
            JobKind::Search,
            wanted.start,
            &file[usize::try_from(wanted.start).unwrap().min(file.len())..],
        );
        if result.is_err() {
            assert_eq!(dataset.job_wanted(JobKind::Search), None, "that ends it");
            return result;
        }
    }
    Ok(())
}

#[test]
fn labels_that_change_while_they_are_sorted_are_no_panic() {
    let file = |labels: &[u8]| encode(&[u32::try_from(labels.len()).unwrap()], labels).unwrap();
    let before = file(&[1, 2, 2, 3]);
    assert_eq!(sorted_while_written(&before, &before), Ok(()));
    for (after, what) in [
        (file(&[3, 3, 3, 3]), "more of the last label"),
        (file(&[1, 1, 2, 3]), "more of the first"),
        (file(&[1, 2, 2, 9]), "a label that was not there"),
        (file(&[1, 2, 2, 0]), "another one, which would come first"),
        (file(&[1, 2, 2]), "fewer"),
        (file(&[]), "none"),
        (encode(&[2, 2], &[1_u8, 2, 2, 3]).unwrap(), "another shape"),
        (encode(&[4], &[1_i32, 2, 2, 4]).unwrap(), "another type"),
        (b"not any more".to_vec(), "no array"),
    ] {
        assert!(matches!(sorted_while_written(&before, &after), Err(Error::Changed { .. })), "{what}");
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
    // The first pass counts the labels, the second puts the items in order.
    let sorted = Query { order: Order::Label, ..Query::default() };
    assert_eq!(progress(&sorted), [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875]);
}

#[test]
fn a_search_that_finds_too_many_items_goes_no_further() {
    const MIB: u64 = 1 << 20;
    let layout = Layout::new(ElementType::U8, vec![u32::MAX]).unwrap();
    let zeros = vec![0; 1 << 20];
    let sorted = Query { order: Order::Label, ..Query::default() };
    let filtered = Query { labels: Some(vec![Label(0.0)..=Label(0.0)]), ..Query::default() };
    for query in [sorted, filtered] {
        let mut dataset = Dataset::new();
        dataset.open(Slot::Labels, Some(layout.data_offset() + layout.byte_len()), 0);
        dataset.push(Slot::Labels, 0, &layout.header().to_bytes()).unwrap();
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
