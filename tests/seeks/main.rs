//! Items that are fetched from a file when they are wanted.

#![cfg(not(target_arch = "wasm32"))]

mod lent;
mod packed;

use std::{cell::RefCell, ops::Range};

use flate2::{Compression, write::GzEncoder};
use idxlens::{
    dataset::store::Store,
    error::Error,
    format::{element::ElementType, encode::encode, header::Header, layout::Layout},
};
use proptest::prelude::*;
use std::io::Write as _;

const MIB: u64 = 1 << 20;

/// Bytes of one image.
const LEN: usize = 28 * 28;

/// A file that is read by ranges, with a record of these.
struct Disk<'a> {
    size: u64,
    bytes: Box<dyn Fn(Range<u64>) -> Vec<u8> + 'a>,
    reads: RefCell<Vec<Range<u64>>>,
}

impl<'a> Disk<'a> {
    fn new(file: &'a [u8]) -> Self {
        let slice = |range: Range<u64>| file[to_usize(range.start)..to_usize(range.end)].to_vec();
        Self { size: file.len() as u64, bytes: Box::new(slice), reads: RefCell::default() }
    }

    fn read(&self, range: Range<u64>) -> Vec<u8> {
        self.reads.borrow_mut().push(range.clone());
        (self.bytes)(range.start..range.end.min(self.size))
    }

    /// The ranges that were read since the last call.
    fn reads(&self) -> Vec<Range<u64>> {
        self.reads.take()
    }
}

/// Gives a store what it wants, in pieces, until `enough`.
fn feed(store: &mut Store, disk: &Disk, piece: usize, enough: impl Fn(&Store) -> bool) -> Result<(), Error> {
    while !enough(store) {
        let Some(wanted) = store.wanted() else { break };
        let bytes = disk.read(wanted.clone());
        if bytes.is_empty() {
            store.push(wanted.start, &bytes)?;
        }
        for (bytes, offset) in bytes.chunks(piece).zip((wanted.start..).step_by(piece)) {
            store.push(offset, bytes)?;
        }
    }
    Ok(())
}

/// The items, fetched.
fn look(store: &mut Store, disk: &Disk, items: &[u64]) -> Vec<Vec<u8>> {
    store.want(items);
    feed(store, disk, 64 << 10, |store| !store.is_waiting()).unwrap();
    items.iter().map(|&item| store.item(item).unwrap_or_else(|| panic!("item {item}")).to_vec()).collect()
}

/// A pass over the whole file.
fn pass(disk: &Disk, budget: u64) -> Store {
    let mut store = Store::new(Some(disk.size), budget);
    feed(&mut store, disk, 64 << 10, |_| false).unwrap();
    store
}

/// Images that contain their number, and compress about as well as digits do.
fn image(item: u64) -> Vec<u8> {
    let mut image = vec![0; LEN];
    image[..8].copy_from_slice(&item.to_le_bytes());
    let mut ink = item + 1;
    for run in image[8..].chunks_mut(24) {
        // xorshift64 (Marsaglia, 2003)
        ink ^= ink << 13;
        ink ^= ink >> 7;
        ink ^= ink << 17;
        run[..8].copy_from_slice(&ink.to_le_bytes());
    }
    image
}

fn images(count: u64) -> Vec<u8> {
    encode(&[u32::try_from(count).unwrap(), 28, 28], &(0..count).flat_map(image).collect::<Vec<_>>()).unwrap()
}

fn packed(file: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level));
    encoder.write_all(file).unwrap();
    encoder.finish().unwrap()
}

fn to_usize(count: u64) -> usize {
    usize::try_from(count).unwrap()
}

/// 8,100,000 images, none of them in memory.
fn infinite() -> Disk<'static> {
    let header = Header::new(ElementType::U8, vec![8_100_000, 28, 28]).unwrap().to_bytes();
    let size = 16 + 8_100_000 * LEN as u64;
    let bytes = move |range: Range<u64>| {
        let mut bytes = Vec::new();
        if range.start < 16 {
            bytes.extend_from_slice(&header[to_usize(range.start)..16.min(to_usize(range.end))]);
        }
        let [start, end] = [range.start, range.end].map(|offset| offset.saturating_sub(16));
        let items: Vec<u8> = (start / LEN as u64..end.div_ceil(LEN as u64)).flat_map(image).collect();
        let skipped = to_usize(start % LEN as u64);
        bytes.extend_from_slice(&items[skipped..skipped + to_usize(end - start)]);
        bytes
    };
    Disk { size, bytes: Box::new(bytes), reads: RefCell::default() }
}

#[test]
fn dim_bytes_are_brightened_until_brighter_ones_are_read() {
    // Masks of a few classes; then one of more, and at the end a photograph.
    let mut pixels = vec![0_u8; 10_000 * LEN];
    for (at, pixel) in pixels.iter_mut().enumerate() {
        *pixel = u8::try_from(at % 3).unwrap();
    }
    pixels[5_000 * LEN] = 20;
    *pixels.last_mut().unwrap() = 200;
    let file = encode(&[10_000, 28, 28], &pixels).unwrap();
    let disk = Disk::new(&file);
    let mut store = pass(&disk, 0);
    assert_eq!(store.range(), Some((0.0, 2.0)));
    look(&mut store, &disk, &[4_000]);
    assert_eq!(store.range(), Some((0.0, 2.0)));
    look(&mut store, &disk, &[5_000]);
    assert_eq!(store.range(), Some((0.0, 20.0)));
    look(&mut store, &disk, &[9_999]);
    assert_eq!(store.range(), Some((0.0, 255.0)));
    // Of a .gz the pass has read all.
    let file = packed(&file, 6);
    assert_eq!(pass(&Disk::new(&file), 0).range(), Some((0.0, 255.0)));
}

#[test]
fn only_items_on_screen_are_read_from_a_plain_file() {
    let disk = infinite();
    let mut store = pass(&disk, 512 * MIB);
    assert_eq!((store.items(), store.is_done(), store.warnings()), (8_100_000, true, &[][..]));
    let reads = disk.reads();
    assert!(reads.len() == 1 && reads[0] == (0..128 << 10), "{reads:?}");

    for first in [0, 1, 83, 5_478_274, 5_478_275, 8_099_800] {
        let page: Vec<u64> = (first..first + 200).collect();
        assert!(look(&mut store, &disk, &page).into_iter().eq(page.iter().map(|&item| image(item))), "{first}");
        let reads = disk.reads();
        let read: u64 = reads.iter().map(|read| read.end - read.start).sum();
        assert!(reads.len() <= 1 && read <= 4 * (64 << 10), "{reads:?}");
        assert_eq!(look(&mut store, &disk, &page).len(), 200);
        assert_eq!(disk.reads(), [], "what is here is not read again");
    }
    assert_eq!(look(&mut store, &disk, &[8_099_999]), [image(8_099_999)], "at 6.3 GB");
    assert!(!store.want(&[8_100_000, u64::MAX]) && store.item(8_100_000).is_none());
}

#[test]
fn scattered_items_are_read_each_where_it_is_and_neighbours_at_once() {
    let disk = infinite();
    let mut store = pass(&disk, 512 * MIB);
    disk.reads();
    let items = [7_000_000, 12, 7_000_050, 4_000_000, 7_000_100, 3];
    assert!(look(&mut store, &disk, &items).into_iter().eq(items.map(image)));
    let reads = disk.reads();
    assert_eq!(reads.len(), 2, "items 3 and 12 were in the first read: {reads:?}");
    assert!(reads.iter().all(|read| read.end - read.start <= 3 * (64 << 10)), "{reads:?}");
}

#[test]
fn memory_stays_bounded_however_many_items_are_shown() {
    let disk = infinite();
    let mut store = pass(&disk, 512 * MIB);
    for page in 0..60 {
        // No two of these items are in the same block.
        let items: Vec<u64> = (0..20).map(|item| (page * 20 + item) * 6000).collect();
        look(&mut store, &disk, &items);
        assert!(store.held_bytes() <= 16 * MIB + 20 * (64 << 10), "{} bytes", store.held_bytes());
    }
    // As long as there is room for them, the items before stay.
    let items: Vec<u64> = (1000..1200).map(|item| item * 6000).collect();
    assert!(!store.want(&items));
    // Items that are wanted together stay, even if there are more than that.
    let items: Vec<u64> = (0..1000).map(|item| item * 8000 + 77).collect();
    assert!(look(&mut store, &disk, &items).into_iter().eq(items.iter().map(|&item| image(item))));
    assert_eq!(look(&mut store, &disk, &[1]), [image(1)]);
    assert!(store.held_bytes() <= 16 * MIB);
}

#[test]
fn items_wanted_least_recently_are_evicted_first() {
    const BLOCK: u64 = 64 << 10;
    let file = encode(&[20, 256, 256], &vec![7_u8; 20 << 16]).unwrap();
    let disk = Disk::new(&file);
    let mut store = Store::new(Some(disk.size), 0).with_cache(3 * BLOCK);
    feed(&mut store, &disk, 64 << 10, |_| false).unwrap();
    for item in [10, 11, 12] {
        look(&mut store, &disk, &[item]);
    }
    assert_eq!(store.held_bytes(), 3 * BLOCK, "as much as there is room for");
    assert!(!store.want(&[10]));
    look(&mut store, &disk, &[13]);
    assert_eq!([10, 11, 12, 13].map(|item| store.item(item).is_some()), [true, false, true, true]);
    assert_eq!(store.held_bytes(), 3 * BLOCK);
    assert!(!store.want(&[20]), "there are no more");
}

#[test]
fn a_file_that_is_reread_gives_the_same_items() {
    let plain = images(2000);
    for file in [packed(&plain, 6), plain.clone()] {
        let disk = Disk::new(&file);
        let store = pass(&disk, u64::MAX);
        let (mut again, mut items) = (store.reread().unwrap(), Vec::new());
        while let Some(wanted) = again.wanted() {
            let bytes = disk.read(wanted.start..wanted.end.min(wanted.start + 5000));
            let mut visit = |_: &Layout, part: &[u8]| {
                items.extend_from_slice(part);
                Ok(())
            };
            again.push(wanted.start, &bytes, &mut visit).unwrap();
        }
        assert!(again.is_done());
        let header_len = usize::try_from(store.layout().unwrap().data_offset()).unwrap();
        assert!(items == plain[header_len..]);
    }
}

#[test]
fn items_on_screen_come_before_the_pass() {
    let file = packed(&images(8_000), 6);
    let disk = Disk::new(&file);
    let mut store = Store::new(Some(disk.size), 0).with_cache(0);
    feed(&mut store, &disk, 64 << 10, |store| store.items() > 4_000).unwrap();
    let front = store.wanted().unwrap();
    assert!(store.want(&[0]));
    assert_eq!(store.wanted().map(|wanted| wanted.start), Some(0));
    let items = store.items();
    store.push(front.start, &disk.read(front.clone())).unwrap();
    store.push(1, &[1, 2, 3]).unwrap();
    assert_eq!((store.items(), store.read()), (items, front.start), "bytes that are not wanted change nothing");
    assert_eq!(look(&mut store, &disk, &[0]), [image(0)]);
    assert_eq!(store.wanted(), Some(front), "then the pass goes on");
}

#[test]
fn a_new_request_replaces_the_one_before() {
    let disk = infinite();
    let mut store = pass(&disk, 0);
    assert!(store.want(&[5_000_000]));
    let first = store.wanted().unwrap();
    assert!(store.want(&[6_000_000]));
    store.push(first.start, &disk.read(first.clone())).unwrap();
    assert_eq!(store.item(5_000_000), None, "it came too late");
    assert_eq!(look(&mut store, &disk, &[6_000_000]), [image(6_000_000)]);

    assert!(store.want(&[7_000_000]));
    assert!(!store.want(&[6_000_000]) && store.wanted().is_none());
    assert!(store.want(&[7_000_000]));
    store.stop();
    assert_eq!((store.wanted(), store.is_waiting()), (None, false));
    assert_eq!(look(&mut store, &disk, &[7_000_000]), [image(7_000_000)], "stopping is not for ever");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn wanted_items_are_those_in_the_file_in_any_order_of_requests(
        shape in (1_u32..800, 1_u32..40, 1_u32..40),
        level in 0_u32..10,
        plain: bool,
        piece in 1_usize..100_000,
        wishes in prop::collection::vec((prop::collection::vec(0_u64..800, 1..30), 0_usize..6), 1..20),
    ) {
        let (count, rows, columns) = shape;
        let len = to_usize((rows * columns).into());
        let elements: Vec<u8> = (0..to_usize(count.into()) * len).map(|at| (((at * at) >> 11) ^ (at / 977)).to_le_bytes()[0]).collect();
        let file = encode(&[count, rows, columns], &elements).unwrap();
        let file = if plain { file } else { packed(&file, level) };
        let disk = Disk::new(&file);
        let mut store = Store::new(Some(disk.size), 0).with_cache(0);
        for (items, pushes) in wishes {
            store.want(&items);
            for _ in 0..pushes {
                let Some(wanted) = store.wanted() else { break };
                let bytes = disk.read(wanted.clone());
                store.push(wanted.start, &bytes[..bytes.len().min(piece)]).unwrap();
            }
            for &item in &items {
                let start = to_usize(item) * len;
                let expected = elements.get(start..start + len);
                prop_assert!(store.item(item).is_none_or(|found| Some(found) == expected));
            }
        }
        feed(&mut store, &disk, piece, |_| false).unwrap();
        prop_assert_eq!((store.is_done(), store.items(), store.warnings()), (true, count.into(), &[][..]));
        let all: Vec<u64> = (0..count.into()).step_by(7).collect();
        let found = look(&mut store, &disk, &all);
        prop_assert!(found.iter().zip(all).all(|(found, item)| found == &elements[to_usize(item) * len..][..len]));
    }
}
