//! Files that changed after their index was made: reading them by it notices that.

use std::{io::Read as _, ops::Range};

use idxlens::{
    dataset::{Dataset, JobKind, Slot},
    error::Error,
    format::encode::gzip,
};

use super::{BUDGET, Index, begun, images, index, part, passed, read, recall};

#[test]
fn a_file_that_changed_in_between_is_noticed_when_it_is_read() {
    let file = images(|number| number.to_le_bytes()[1]);
    let index = index(&passed(&file)).unwrap();
    let mut changed = file.clone();
    let middle = file.len() / 2;
    changed[middle..middle + 400_000].fill(0xFF);
    let mut store = begun(&changed);
    assert!(recall(&mut store, &index));
    store.want(&[0]);
    read(&mut store, &changed).unwrap();
    store.want(&(1500..1700).collect::<Vec<_>>());
    assert!(matches!(read(&mut store, &changed), Err(Error::Changed { .. })));
}

/// A file of gzip members, each of 1,024 images of 32 x 32 bytes, and where they start.
fn members(count: usize) -> (Vec<u8>, Vec<usize>) {
    let images = gunzipped(&images(|number| number.to_le_bytes()[1]));
    let (header, images) = images.split_at(16);
    let header = [&header[..4], &u32::try_from(count * 1024).unwrap().to_be_bytes(), &header[8..]].concat();
    let (mut file, mut starts) = (Vec::new(), Vec::new());
    for member in 0..count {
        starts.push(file.len());
        let head = if member == 0 { &header[..] } else { &[] };
        file.extend(gzip(&[head, &images[..1 << 20]].concat()));
    }
    (file, starts)
}

fn gunzipped(file: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

/// Reads these items of a changed file by an index of the file that it was. The items before them can be had.
fn changed_from(changed: &[u8], index: &[Vec<u8>], items: Range<u64>) -> Result<u64, Error> {
    let mut store = begun(changed);
    assert!(recall(&mut store, index));
    store.want(&[items.start - 1000]);
    read(&mut store, changed).unwrap();
    assert!(store.item(items.start - 1000).is_some());
    store.want(&items.collect::<Vec<_>>());
    read(&mut store, changed)
}

#[test]
fn other_bytes_where_a_member_started_are_noticed_at_once() {
    let (file, starts) = members(6);
    let index = index(&passed(&file)).unwrap();
    for fill in [0xFF, 0x1F, 0] {
        let mut changed = file.clone();
        changed[starts[3]..starts[4]].fill(fill);
        // Enters there.
        let Err(Error::Changed { offset }) = changed_from(&changed, &index, 3100..3101) else { panic!("{fill}") };
        assert!(offset <= starts[4] as u64 + 1, "{fill}: {offset}");
        // Comes from the member before, and notices it at the latest where the index says that another starts.
        let Err(Error::Changed { offset }) = changed_from(&changed, &index, 2100..4000) else { panic!("{fill}") };
        assert!(offset <= starts[4] as u64 + (1 << 20), "{fill}: {offset}");
    }
    assert!(changed_from(&file, &index, 2100..4000).is_ok());
}

#[test]
fn less_data_than_the_index_says_is_noticed_where_it_lacks() {
    let (file, starts) = members(6);
    let index = index(&passed(&file)).unwrap();
    let shorter = gzip(&[7; 1000]);
    let mut changed = file.clone();
    changed[starts[2]..starts[3]].fill(0);
    changed[starts[2]..starts[2] + shorter.len()].copy_from_slice(&shorter);
    let Err(Error::Changed { offset }) = changed_from(&changed, &index, 2100..2101) else { panic!() };
    assert!(offset <= starts[3] as u64 + 1, "{offset}");
}

#[test]
fn a_member_that_is_read_whole_is_compared_with_its_checksum() {
    let (file, starts) = members(6);
    let index = index(&passed(&file)).unwrap();
    let mut changed = file.clone();
    // The trailer stands for the data, which can then be unpacked.
    changed[starts[3] - 8] ^= 1;
    assert!(matches!(changed_from(&changed, &index, 2100..3072), Err(Error::Changed { .. })));
}

#[test]
fn jobs_over_a_file_that_changed_in_between_notice_it() {
    let (file, starts) = members(6);
    let opened = |file: &[u8]| {
        let mut dataset = Dataset::new();
        dataset.open(Slot::Images, Some(file.len() as u64), BUDGET);
        dataset.push(Slot::Images, 0, part(file, 0, dataset.wanted(Slot::Images).unwrap().end)).unwrap();
        dataset
    };
    let mut first = opened(&file);
    while let Some(wanted) = first.wanted(Slot::Images) {
        first.push(Slot::Images, wanted.start, part(&file, wanted.start, wanted.end)).unwrap();
    }
    let index: Index = (0..).map_while(|number| first.index_part(Slot::Images, number)).collect();
    let scan = |file: &[u8], span_len: u64| {
        let mut dataset = opened(file);
        let recalled = index.iter().find_map(|part| dataset.recall(Slot::Images, part));
        assert!(recalled == Some(true) && dataset.start_scan_in(span_len));
        while let Some(wanted) = dataset.job_wanted(JobKind::Statistics) {
            dataset.feed_job(JobKind::Statistics, wanted.start, part(file, wanted.start, wanted.end))?;
        }
        assert!(dataset.is_scanned());
        Ok::<(), Error>(())
    };
    for span_len in [1 << 20, u64::MAX] {
        scan(&file, span_len).unwrap();
        for fill in [0xFF, 0x1F, 0] {
            let mut changed = file.clone();
            changed[starts[3]..starts[4]].fill(fill);
            assert!(matches!(scan(&changed, span_len), Err(Error::Changed { .. })), "{fill}, {span_len}");
        }
    }
}
