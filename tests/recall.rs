//! An index of a .gz that an earlier pass made ends the next pass at once.
#![cfg(not(target_arch = "wasm32"))]

use std::{io::Read as _, ops::Range, sync::LazyLock};

use flate2::Crc;
use idxlens::{
    dataset::{Dataset, JobKind, Slot, labels::LabelSource, store::Store},
    error::Error,
    format::{
        element::Element,
        encode::{encode, gzip},
    },
};
use proptest::prelude::*;

const BUDGET: u64 = 1 << 20;

/// The parts of an index.
type Index = Vec<Vec<u8>>;

/// A file and its index.
static INDEXED: LazyLock<(Vec<u8>, Index)> = LazyLock::new(|| {
    let file = images(|number| number.to_le_bytes()[1]);
    let index = index(&passed(&file)).unwrap();
    (file, index)
});

/// 3,000 images of 32 x 32 numbers that gzip does not compress.
fn images<T: Element>(number: impl Fn(u32) -> T) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        number(state >> 8)
    };
    gzip(&encode(&[3000, 32, 32], &(0..3000 * 1024).map(|_| next()).collect::<Vec<T>>()).unwrap())
}

fn part(file: &[u8], offset: u64, end: u64) -> &[u8] {
    let [start, end] = [offset, end].map(|at| usize::try_from(at).unwrap().min(file.len()));
    &file[start..end]
}

/// Gives a store what it wants of a file, and returns how many bytes these are.
fn read(store: &mut Store, file: &[u8]) -> Result<u64, Error> {
    let mut count = 0;
    while let Some(wanted) = store.wanted() {
        let bytes = part(file, wanted.start, wanted.end);
        count += bytes.len() as u64;
        store.push(wanted.start, bytes)?;
    }
    Ok(count)
}

/// A store that has read a file to its end.
fn passed(file: &[u8]) -> Store {
    let mut store = Store::new(Some(file.len() as u64), BUDGET).with_cache(BUDGET);
    read(&mut store, file).unwrap();
    store
}

/// A store that knows the header of a file.
fn begun(file: &[u8]) -> Store {
    let mut store = Store::new(Some(file.len() as u64), BUDGET).with_cache(BUDGET);
    store.push(0, part(file, 0, store.wanted().unwrap().end)).unwrap();
    store
}

/// The index of a store that has one.
fn index(store: &Store) -> Option<Index> {
    let parts: Index = (0..).map_while(|number| store.index_part(number)).collect();
    (!parts.is_empty()).then_some(parts)
}

/// Whether an index ends the pass.
fn recall(store: &mut Store, index: &[Vec<u8>]) -> bool {
    index.iter().find_map(|part| store.recall(part)) == Some(true)
}

fn sealed(body: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(body);
    [body, &crc.sum().to_le_bytes()].concat()
}

#[test]
fn dim_bytes_are_as_bright_as_after_the_pass() {
    for (mask, end) in [(15, 15.0), (127, 255.0)] {
        let file = images(|number| number.to_le_bytes()[1] & mask);
        let first = passed(&file);
        let mut second = begun(&file);
        assert!(recall(&mut second, &index(&first).unwrap()));
        assert_eq!([first.range(), second.range()], [Some((0.0, end)); 2]);
    }
}

#[test]
fn every_item_is_there_without_another_pass() {
    let file = images(|number| i16::try_from(number % 3000).unwrap() - 1000);
    let first = passed(&file);
    let mut second = begun(&file);
    assert!(!second.is_done() && !second.is_recalled());
    assert!(recall(&mut second, &index(&first).unwrap()));
    assert!(second.is_done() && second.is_recalled() && !first.is_recalled());
    assert_eq!(second.items(), 3000);
    assert_eq!((second.range(), second.not_finite()), (first.range(), first.not_finite()));
    assert_eq!(second.has_bright_background(), first.has_bright_background());
    assert_eq!(second.presentation().detected_shape(), first.presentation().detected_shape());
    assert_eq!((second.warnings(), second.read()), (first.warnings(), file.len() as u64));
    let mut first = first;
    for item in [2999, 0, 1500, 7, 2222] {
        second.want(&[item]);
        let count = read(&mut second, &file).unwrap();
        assert!(count < file.len() as u64 / 3, "{count}");
        first.want(&[item]);
        read(&mut first, &file).unwrap();
        assert!(second.item(item).is_some() && second.item(item) == first.item(item), "{item}");
    }
    // It is the index of the same file that can be kept again.
    assert_eq!(index(&second), index(&first));
}

#[test]
fn counts_and_range_of_floats_with_gaps() {
    let file = images(|number| match number % 4096 {
        0 => f32::NAN,
        1 => f32::INFINITY,
        number => f32::from(u16::try_from(number).unwrap()),
    });
    let first = passed(&file);
    let mut second = begun(&file);
    assert!(recall(&mut second, &index(&first).unwrap()));
    assert_eq!((second.range(), second.not_finite()), (first.range(), first.not_finite()));
    assert!(second.not_finite().nan > 0);
}

#[test]
fn an_index_is_made_only_of_a_file_without_faults_that_does_not_stay_in_memory() {
    let file = images(|number| number.to_le_bytes()[1]);
    assert!(index(&passed(&file)).is_some());
    assert_eq!(index(&begun(&file)), None, "not read to its end");
    let mut wrong_sum = file.clone();
    let at = file.len() - 5;
    wrong_sum[at] ^= 1;
    assert_eq!(index(&passed(&wrong_sum)), None, "a wrong checksum");
    assert_eq!(index(&passed(&file[..file.len() - 100])), None, "cut");
    let mut stopped = begun(&file);
    stopped.stop();
    assert_eq!(index(&stopped), None, "stopped");
    let mut kept = Store::new(Some(file.len() as u64), 1 << 30);
    read(&mut kept, &file).unwrap();
    assert_eq!(index(&kept), None, "in memory");
    assert_eq!(index(&passed(&encode(&[3, 2], &[1_i16; 6]).unwrap())), None, "plain");
    assert_eq!(index(&passed(&gzip(&file))), None, "gzip in gzip");
    let mut chosen = Store::new(Some(file.len() as u64), BUDGET).with_layout(Some("i8,3000x32x32,16".parse().unwrap()));
    read(&mut chosen, &file).unwrap();
    assert_eq!(index(&chosen), None, "in a layout that the user chose");
}

#[test]
fn an_index_of_another_file_is_refused() {
    let file = images(|number| number.to_le_bytes()[1]);
    let index = index(&passed(&file)).unwrap();
    let mut of_other_size = begun(&[&file[..], &[0]].concat());
    assert!(!recall(&mut of_other_size, &index));
    let mut of_other_type = begun(&images(|number| number.to_le_bytes()[1].cast_signed()));
    assert!(!recall(&mut of_other_type, &index));
    let mut without_header = Store::new(Some(file.len() as u64), BUDGET);
    assert!(!recall(&mut without_header, &index));
    let mut over = passed(&file);
    assert!(!recall(&mut over, &index) && !over.is_recalled());
    let mut in_memory = Store::new(Some(file.len() as u64), 1 << 30);
    in_memory.push(0, &file[..1000]).unwrap();
    assert!(!recall(&mut in_memory, &index));
}

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

#[test]
fn a_first_part_starts_again_and_others_have_their_place() {
    let (file, index) = &*INDEXED;
    let mut store = begun(file);
    assert_eq!(store.recall(&index[1]), Some(false));
    assert_eq!(store.recall(&index[0]), None);
    assert_eq!(store.recall(&index[0]), None);
    // What is no part drops those before.
    assert_eq!(store.recall(&[]), Some(false));
    assert_eq!(store.recall(&index[1]), Some(false));
    assert_eq!(store.recall(&index[0]), None);
    assert!(!store.is_recalled() && store.wanted().is_some());
    assert_eq!(store.recall(&index[1]), Some(true));
    // The pass is over.
    assert_eq!(store.recall(&index[0]), Some(false));
}

#[test]
fn bytes_that_were_cut_or_changed_are_refused() {
    let file = images(|number| number.to_le_bytes()[1]);
    let index = index(&passed(&file)).unwrap();
    let mut store = begun(&file);
    for (number, part) in index.iter().enumerate() {
        let mut refuses = |bytes: &[u8]| {
            let mut hostile = index.clone();
            hostile[number] = bytes.to_vec();
            !recall(&mut store, &hostile)
        };
        let end = part.len().saturating_sub(300);
        let places = || (0..part.len()).filter(|&at| !(300..end).contains(&at) || at % 4099 == 0);
        // What is before the checksum would be whole with one.
        for len in places().filter(|&len| len != part.len() - 4) {
            assert!(refuses(&part[..len]) && refuses(&sealed(&part[..len])), "{len} of part {number}");
        }
        for at in places() {
            let mut changed = part.clone();
            changed[at] ^= 1;
            assert!(refuses(&changed), "{at} of part {number}");
        }
    }
    assert!(recall(&mut store, &index));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn hostile_bytes_are_refused_or_harmless(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
        of_checkpoints: bool,
        item in 0..3000_u64,
    ) {
        let (file, index) = &*INDEXED;
        let mut hostile = index.clone();
        let part = &mut hostile[usize::from(of_checkpoints)];
        let mut body = part[..part.len() - 4].to_vec();
        for (at, value) in changes {
            let at = at.index(body.len().min(100));
            body[at] = value;
        }
        *part = sealed(&body);
        let mut store = begun(file);
        if recall(&mut store, &hostile) {
            store.want(&[item]);
            let _ = read(&mut store, file);
            prop_assert!(store.held_bytes() < 16 << 20);
            prop_assert!(!store.is_waiting());
        }
    }
}

/// A dataset that has read the first bytes of a labels file, or all of it.
fn labelled(file: &[u8], whole: bool) -> Dataset {
    let mut dataset = Dataset::new();
    dataset.open(Slot::Labels, Some(file.len() as u64), BUDGET);
    while let Some(wanted) = dataset.wanted(Slot::Labels) {
        dataset.push(Slot::Labels, wanted.start, part(file, wanted.start, wanted.end)).unwrap();
        if !whole {
            break;
        }
    }
    dataset
}

#[test]
fn an_index_ends_the_pass_over_labels_and_knows_their_counts() {
    let mut state = 1_u32;
    let noise: Vec<u8> = (0..4_000_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .collect();
    let single = gzip(&encode(&[4_000_000], &noise).unwrap());
    let mut rows = vec![0_u8; 4_000_000];
    for (row, &class) in rows.chunks_exact_mut(8).zip(&noise) {
        row[usize::from(class % 8)] = 1;
    }
    rows[80..88].fill(1);
    let one_hot = gzip(&encode(&[500_000, 8], &rows).unwrap());
    for file in [single, one_hot] {
        let first = labelled(&file, true);
        let index: Index = (0..).map_while(|number| first.index_part(Slot::Labels, number)).collect();
        assert!(index.len() > 2, "{} parts", index.len());
        let recall = |dataset: &mut Dataset, index: &[Vec<u8>]| {
            index.iter().find_map(|part| dataset.recall(Slot::Labels, part)) == Some(true)
        };
        let mut next = labelled(&file, false);
        assert!(next.wanted(Slot::Labels).is_some());
        assert!(recall(&mut next, &index) && next.wanted(Slot::Labels).is_none());
        let facts = |dataset: &Dataset| {
            let labels = dataset.labels().unwrap();
            let counts: Vec<_> = labels.counts().collect();
            (counts, labels.uncounted(), labels.source(), labels.is_one_hot(), labels.not_one_hot().to_vec())
        };
        assert_eq!(facts(&next), facts(&first));
        assert!(!facts(&next).0.is_empty());

        // Without what they are, or if they are read in another way.
        assert!(!recall(&mut labelled(&file, false), &index[1..]));
        let mut other = labelled(&file, false);
        other.set_label_source(Some(LabelSource::Column(0)));
        assert!(!recall(&mut other, &index));
        let mut again = labelled(&file, false);
        assert_eq!(again.recall(Slot::Labels, &index[0]), None);
        assert!(recall(&mut again, &index), "a first part starts again");
    }
}
