//! An index that is of another file, out of order, damaged or hostile.

use std::sync::LazyLock;

use flate2::Crc;
use idxlens::dataset::store::Store;
use proptest::prelude::*;

use super::{BUDGET, Index, begun, images, index, passed, read, recall};

/// A file and its index.
static INDEXED: LazyLock<(Vec<u8>, Index)> = LazyLock::new(|| {
    let file = images(|number| number.to_le_bytes()[1]);
    let index = index(&passed(&file)).unwrap();
    (file, index)
});

fn sealed(body: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(body);
    [body, &crc.sum().to_le_bytes()].concat()
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
