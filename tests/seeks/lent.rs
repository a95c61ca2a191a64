//! Scattered items of a .gz, some of which another worker reads.

use idxlens::{
    dataset::{shared::SpanPass, store::Store},
    format::{element::ElementType, header::Header, layout::Layout},
};

use super::{Disk, MIB, feed, image, images, look, packed, pass, to_usize};

/// Images whose packed file has several checkpoints, and items in places far apart.
const COUNT: u64 = 12_000;
const SCATTERED: [u64; 8] = [11_998, 10, 4_000, 2_100, 6_000, 8_003, 9_999, 8_004];

/// Reads what a task asks for, as another worker does.
fn find(task: &[u8], disk: &Disk) -> Vec<u8> {
    let mut span = SpanPass::from_bytes(task).unwrap();
    while let Some(wanted) = span.wanted() {
        span.feed(wanted.start, &disk.read(wanted.clone())).unwrap();
    }
    span.to_bytes()
}

/// A file that was read to its end, none of whose items is in memory.
fn opened(disk: &Disk) -> Store {
    pass(disk, MIB).with_cache(0)
}

fn lend_all(store: &mut Store) -> Vec<Vec<u8>> {
    std::iter::from_fn(|| store.lend()).collect()
}

fn read_here(store: &mut Store, disk: &Disk) {
    feed(store, disk, 64 << 10, |store| !store.is_waiting()).unwrap();
}

fn assert_items(store: &Store, items: &[u64]) {
    for &item in items {
        assert_eq!(store.item(item).unwrap(), image(item), "item {item}");
    }
}

#[test]
fn others_read_what_is_far_apart() {
    for cache in [0, 16 * MIB] {
        let file = packed(&images(COUNT), 6);
        let disk = Disk::new(&file);
        let mut store = pass(&disk, MIB).with_cache(cache);
        assert!(store.want(&SCATTERED));
        let tasks = lend_all(&mut store);
        assert!(tasks.len() >= 4, "{}", tasks.len());
        disk.reads();
        read_here(&mut store, &disk);
        let read: u64 = disk.reads().iter().map(|read| read.end - read.start).sum();
        assert!(read < disk.size / 2, "only what was not lent is read here, not {read} of {} bytes", disk.size);
        assert!(store.is_waiting(), "what others read is waited for");
        // They come back in another order.
        for (index, task) in tasks.iter().enumerate().rev() {
            store.take_back(&find(task, &disk));
            assert_eq!(store.is_waiting(), index > 0);
        }
        assert_items(&store, &SCATTERED);
    }
}

#[test]
fn what_others_cannot_read_is_read_here() {
    let file = packed(&images(COUNT), 6);
    let disk = Disk::new(&file);
    let changes: [fn(&mut Vec<u8>); 4] = [
        Vec::clear,
        |found| *found = b"no items".to_vec(),
        |found| found[40] ^= 1,
        |found| found.truncate(found.len() - 1),
    ];
    for change in changes {
        let mut store = opened(&disk);
        store.want(&SCATTERED);
        let tasks = lend_all(&mut store);
        let mut found = find(&tasks[0], &disk);
        change(&mut found);
        assert!(!store.take_back(&found));
        read_here(&mut store, &disk);
        assert!(!store.is_waiting());
        assert_items(&store, &SCATTERED);
        // What comes after all is not needed.
        assert!(store.take_back(&find(&tasks[1], &disk)));
        assert_items(&store, &SCATTERED);
    }
}

#[test]
fn other_items_take_the_place_of_those_lent() {
    let file = packed(&images(COUNT), 6);
    let disk = Disk::new(&file);
    let mut store = opened(&disk);
    store.want(&SCATTERED);
    let tasks = lend_all(&mut store);
    // Wanted again, they are still lent; then only some of them are wanted.
    store.want(&SCATTERED);
    assert_eq!(store.lend(), None);
    let fewer = [10, 2_100, 11_998];
    store.want(&fewer);
    for task in &tasks {
        store.take_back(&find(task, &disk));
    }
    read_here(&mut store, &disk);
    assert!(!store.is_waiting());
    assert_items(&store, &fewer);
}

#[test]
fn items_of_another_layout_are_not_taken() {
    let file = packed(&images(COUNT), 6);
    let disk = Disk::new(&file);
    let mut store = opened(&disk);
    store.want(&SCATTERED);
    let tasks = lend_all(&mut store);
    let other = Layout::new(ElementType::I8, vec![u32::try_from(COUNT).unwrap(), 28, 28]).unwrap();
    store.read_as(Some(other));
    feed(&mut store, &disk, 64 << 10, |_| false).unwrap();
    store = store.with_cache(0);
    store.want(&SCATTERED);
    assert!(!lend_all(&mut store).is_empty());
    store.take_back(&find(&tasks[0], &disk));
    read_here(&mut store, &disk);
    assert!(!store.is_waiting(), "all are read here");
    assert_items(&store, &SCATTERED);
}

#[test]
fn numbers_of_several_bytes_are_lent_in_the_order_in_which_they_are_kept() {
    let numbers: Vec<i32> =
        images(2 * COUNT).chunks_exact(4).map(|bytes| i32::from_ne_bytes(bytes.try_into().unwrap())).collect();
    let bytes: Vec<u8> = numbers[..4_600_000].iter().flat_map(|number| number.to_le_bytes()).collect();
    let layout = Layout::new(ElementType::I32, vec![4_600, 1_000]).unwrap();
    let header = Header::new(ElementType::I32, vec![4_600, 1_000]).unwrap().to_bytes();
    let file = packed(&[&header[..], &bytes].concat(), 6);
    let little = format!("{layout}").replacen("i32", "i32le", 1).parse().unwrap();
    let disk = Disk::new(&file);
    let mut store = Store::new(Some(disk.size), MIB).with_layout(Some(little));
    feed(&mut store, &disk, 64 << 10, |_| false).unwrap();
    store = store.with_cache(0);
    let items = [7, 900, 2_000, 3_000, 4_599];
    store.want(&items);
    let tasks = lend_all(&mut store);
    assert!(!tasks.is_empty());
    for task in &tasks {
        store.take_back(&find(task, &disk));
    }
    read_here(&mut store, &disk);
    for item in items {
        let expected: Vec<u8> =
            numbers[to_usize(item) * 1_000..][..1_000].iter().flat_map(|n| n.to_be_bytes()).collect();
        assert_eq!(store.item(item).unwrap(), expected);
    }
}

#[test]
fn nothing_is_lent_where_it_does_not_pay() {
    let file = images(COUNT);
    let cases = [
        ("plain", file.clone(), 0),
        ("in memory", packed(&file, 6), 512 * MIB),
        ("twice", packed(&packed(&file, 6), 6), 0),
    ];
    for (name, file, budget) in &cases {
        let disk = Disk::new(file);
        let mut store = pass(&disk, *budget).with_cache(0);
        store.want(&SCATTERED);
        assert_eq!((store.is_scattered(), store.lend()), (false, None), "{name}");
    }
    let disk = Disk::new(&cases[1].1);
    let mut store = opened(&disk);
    let page: Vec<u64> = (5_000..5_200).collect();
    store.want(&page);
    assert!(!store.is_scattered(), "it is one place");
    assert_eq!(look(&mut store, &disk, &[5_000]), [image(5_000)]);
}

#[test]
fn the_whole_items_of_a_cut_file_are_lent() {
    let whole = packed(&images(COUNT), 6);
    let file = &whole[..whole.len() / 2];
    let disk = Disk::new(file);
    let mut store = opened(&disk);
    let last = store.items() - 1;
    assert!((4_000..COUNT - 1).contains(&last), "{last}");
    let items = [10, 2_500, 4_000, last];
    store.want(&items);
    let tasks = lend_all(&mut store);
    assert!(tasks.len() >= 2);
    for task in &tasks {
        store.take_back(&find(task, &disk));
    }
    read_here(&mut store, &disk);
    assert!(!store.is_waiting());
    assert_items(&store, &items);
}
