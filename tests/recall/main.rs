//! An index of a .gz that an earlier pass made ends the next pass at once.
#![cfg(not(target_arch = "wasm32"))]

mod changed;
mod refused;

use idxlens::{
    dataset::{Dataset, Slot, labels::LabelSource, store::Store},
    error::Error,
    format::{
        element::Element,
        encode::{encode, gzip},
    },
};

const BUDGET: u64 = 1 << 20;

/// The parts of an index.
type Index = Vec<Vec<u8>>;

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
