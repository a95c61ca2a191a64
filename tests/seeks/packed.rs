//! Fetching items of a .gz, of damaged and of changed files.

use idxlens::{
    dataset::{
        Dataset, Slot,
        labels::{Label, Labels},
        store::{SlowJump, Store},
    },
    error::{Error, Warning},
    format::{
        element::ElementType,
        encode::{encode, gzip},
        layout::Layout,
    },
};

use std::ops::Range;

use super::{Disk, LEN, MIB, feed, image, images, look, packed, pass, to_usize};

#[test]
fn items_of_a_gz_beyond_the_budget_are_fetched_during_the_pass_and_after() {
    let count = 8_000;
    let file = images(count);
    let parts: Vec<u8> = file.chunks(1 << 20).flat_map(|part| packed(part, 6)).collect();
    let cases = [
        ("level 1", packed(&file, 1)),
        ("level 6", packed(&file, 6)),
        ("level 9", packed(&file, 9)),
        ("stored", packed(&file, 0)),
        ("several members", parts),
        ("in each other", packed(&packed(&file, 6), 1)),
    ];
    for (name, file) in &cases {
        let disk = Disk::new(file);
        let mut store = Store::new(Some(disk.size), MIB).with_cache(0);
        let mut looks = 0;
        for part in 1..=4 {
            feed(&mut store, &disk, 64 << 10, |store| store.read() * 4 >= disk.size * part).unwrap();
            assert!(store.held_bytes() < MIB && !store.keeps_all(), "{name}");
            let known = store.items();
            for item in [0, 1, known / 3, known / 2, known - 1] {
                let page: Vec<u64> = (item..(item + 100).min(known)).collect();
                looks += usize::from(store.want(&page));
                assert!(
                    look(&mut store, &disk, &page).into_iter().eq(page.iter().map(|&item| image(item))),
                    "{name}: {item} of {known}"
                );
            }
        }
        assert_eq!((store.items(), store.is_done(), store.warnings()), (count, true, &[][..]), "{name}");
        assert!(looks >= 10, "{name}: {looks}");
    }
}

#[test]
fn after_the_pass_only_the_bytes_between_two_checkpoints_are_read() {
    let file = packed(&images(60_000), 6);
    let disk = Disk::new(&file);
    let mut store = pass(&disk, MIB);
    // The first items have stayed.
    for item in [59_000, 50_000, 45_678] {
        disk.reads();
        assert_eq!(look(&mut store, &disk, &[item]), [image(item)]);
        let reads = disk.reads();
        assert!(reads.iter().all(|read| read.end - read.start <= MIB), "{reads:?}");
        let read: u64 = reads.iter().map(|read| read.end - read.start).sum();
        assert!(0 < read && read < disk.size / 20, "{read} of {} bytes", disk.size);
    }
}

#[test]
fn items_before_the_damage_in_a_file_are_fetched() {
    let whole = packed(&images(8_000), 6);
    let mut corrupt = whole.clone();
    corrupt[whole.len() / 2..][..100].fill(0xFF);
    for file in [&whole[..whole.len() / 2], &corrupt] {
        let disk = Disk::new(file);
        let mut store = Store::new(Some(disk.size), 0).with_cache(0);
        feed(&mut store, &disk, 64 << 10, |_| false).unwrap();
        let known = store.items();
        assert!(0 < known && known < 8_000);
        assert!(matches!(store.warnings().last(), Some(Warning::Truncated { found, .. }) if *found == known));
        let all: Vec<u64> = (0..known).collect();
        let kept = pass(&disk, u64::MAX);
        for page in all.chunks(100) {
            assert!(store.want(page));
            let found = look(&mut store, &disk, page);
            assert!(found.iter().zip(page).all(|(found, &item)| kept.item(item) == Some(found)));
        }
        assert!(!store.want(&[known]));
    }

    let file = images(100);
    let disk = Disk::new(&file[..50 * LEN]);
    let mut store = pass(&disk, 0);
    assert_eq!(store.warnings(), [Warning::Truncated { offset: 50 * LEN as u64, expected: 100, found: 49 }]);
    assert_eq!(look(&mut store, &disk, &[48]), [image(48)]);
}

#[test]
fn a_file_that_has_changed_is_found_out() {
    let file = packed(&images(60_000), 6);
    let disk = Disk::new(&file);
    let mut store = pass(&disk, 0);
    let other = vec![0xA5; file.len()];
    let shorter = &file[..file.len() / 2];
    for (changed, item) in [(&other[..], 59_999), (shorter, 55_000)] {
        let changed = Disk { size: changed.len() as u64, ..Disk::new(changed) };
        assert!(store.want(&[item]));
        let cut = |range: Range<u64>| range.start.min(changed.size)..range.end.min(changed.size);
        let error = loop {
            let wanted = store.wanted().expect("it is still wanted");
            if let Err(error) = store.push(wanted.start, &changed.read(cut(wanted.clone()))) {
                break error;
            }
        };
        assert!(matches!(error, Error::Changed { offset } if offset > 0), "{error}");
        assert_eq!((store.wanted(), store.is_waiting()), (None, false));
        assert_eq!(look(&mut store, &disk, &[item - 1]), [image(item - 1)], "what was known is not lost");
    }
}

#[test]
fn values_of_other_types_are_ranged_by_a_pass_and_fetched_meanwhile() {
    let values: Vec<f32> = (0_u8..200).flat_map(|item| vec![f32::from(item); 10_000]).collect();
    let file = encode(&[200, 100, 100], &values).unwrap();
    let disk = Disk::new(&file);
    let mut store = Store::new(Some(disk.size), MIB);
    feed(&mut store, &disk, 64 << 10, |store| store.read() > 0).unwrap();
    assert_eq!((store.items(), store.is_done()), (200, false), "a plain file can be entered anywhere");
    assert_eq!(look(&mut store, &disk, &[199])[0], 199_f32.to_be_bytes().repeat(10_000));
    assert!(store.range().is_some_and(|(_, greatest)| greatest < 199.0), "{:?}", store.range());
    feed(&mut store, &disk, 64 << 10, |_| false).unwrap();
    assert_eq!((store.range(), store.is_done(), store.warnings()), (Some((0.0, 199.0)), true, &[][..]));
    assert_eq!(store.held_bytes(), 200 * 40_000, "what was fetched and came once more is held once");
}

#[test]
fn labels_beyond_the_budget_are_all_counted_and_fetched() {
    let numbers: Vec<u8> = (0..20_000_000_u32).map(|item| (item % 10).to_le_bytes()[0]).collect();
    for file in [encode(&[20_000_000], &numbers).unwrap(), gzip(&encode(&[20_000_000], &numbers).unwrap())] {
        let mut dataset = Dataset::new();
        dataset.open(Slot::Labels, Some(file.len() as u64), 1000);
        let read = |dataset: &mut Dataset| {
            while let Some(wanted) = dataset.wanted(Slot::Labels) {
                dataset.push(Slot::Labels, wanted.start, &file[to_usize(wanted.start)..to_usize(wanted.end)]).unwrap();
            }
        };
        read(&mut dataset);
        let items = [19_999_999, 5, 1_234_567];
        assert!(dataset.want(&items));
        read(&mut dataset);
        let labels: &Labels = dataset.labels().unwrap();
        assert!(labels.counts().eq((0..10_u8).map(|label| (Label(label.into()), 2_000_000))));
        assert_eq!(items.map(|item| labels.label(item)), [9.0, 5.0, 7.0].map(|label| Some(Label(label))));
    }
}

#[test]
fn a_file_whose_pages_take_long_says_why() {
    let jump = |file: &[u8], budget| {
        let disk = Disk::new(file);
        let mut store = Store::new(Some(disk.size), budget);
        feed(&mut store, &disk, 1 << 20, |_| false).unwrap();
        store.slow_jump()
    };
    let plain = images(2000);
    let nested = packed(&packed(&plain, 6), 1);
    assert_eq!(jump(&nested, 0), Some(SlowJump::Nested));
    assert_eq!(jump(&nested, 1 << 30), None, "its items stay in memory");
    assert_eq!((jump(&plain, 0), jump(&packed(&plain, 6), 0)), (None, None));

    // Values that do not repeat, in blocks or in one; and zeros, which take no time.
    let header = Layout::new(ElementType::U8, vec![12, 1 << 20]).unwrap().header().to_bytes();
    let noise: Vec<u8> = (0..12_u32 << 20).map(|at| (at.wrapping_mul(at) >> 11).to_le_bytes()[0] % 144).collect();
    let array = [header.clone(), noise].concat();
    assert_eq!((jump(&packed(&array, 6), 0), jump(&one_block(&array), 0)), (None, Some(SlowJump::LongBlocks)));
    assert_eq!(jump(&packed(&[header, vec![0; 12 << 20]].concat(), 9), 0), None);

    // What lies behind damage is not read.
    let mut damaged = packed(&array, 6);
    let middle = damaged.len() / 2;
    damaged[middle..].fill(0xFF);
    assert_eq!(jump(&damaged, 0), None);
}

/// A .gz of bytes below 144 as a single block of fixed codes, in which each takes 8 bits.
fn one_block(bytes: &[u8]) -> Vec<u8> {
    let mut file = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];
    // The last block, with fixed codes, in 3 bits. The code of a value is 0x30 more than it, the highest bit first.
    let mut carried = 0b011_u16;
    for &byte in bytes {
        carried |= u16::from((0x30 + byte).reverse_bits()) << 3;
        file.push(carried.to_le_bytes()[0]);
        carried >>= 8;
    }
    // The end of the block is 7 zeros.
    file.extend(carried.to_le_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    file.extend(crc.sum().to_le_bytes());
    file.extend(crc.amount().to_le_bytes());
    file
}
