//! A file that is being read: which bytes are wanted, and when items are available.
#![cfg(not(target_arch = "wasm32"))]

mod shapes;
mod values;

use idxlens::{
    dataset::store::Store,
    error::{Error, Warning},
    format::{
        element::ElementType,
        encode::{encode, gzip},
        layout::Layout,
    },
};

const MIB: usize = 1 << 20;

/// Elements that differ by their place.
fn elements(count: usize) -> Vec<u8> {
    (0..count).map(|at| (at * 31 + at / 251).to_le_bytes()[0]).collect()
}

/// More than any file here needs.
const BUDGET: u64 = 1 << 30;

/// Gives a store what it wants of a file, in pieces of at most `piece` bytes.
fn feed(store: &mut Store, file: &[u8], piece: usize) -> Result<(), Error> {
    while let Some(wanted) = store.wanted() {
        let start = usize::try_from(wanted.start).unwrap().min(file.len());
        let end = usize::try_from(wanted.end).unwrap().min(file.len());
        store.push(wanted.start, &file[start..end.min(start + piece)])?;
    }
    Ok(())
}

/// Reads a whole file the way the worker does.
fn read(file: &[u8], piece: usize) -> Store {
    // The size is unknown, so that plain files are read to the end, too.
    let mut store = Store::new(None, BUDGET);
    feed(&mut store, file, piece).unwrap();
    store
}

#[test]
fn the_file_is_wanted_from_its_start_to_its_end_once() {
    for file in [gzip(&elements(0)), gzip(&encode(&[3 << 20], &elements(3 * MIB)).unwrap()), elements(0)] {
        let mut store = Store::new(Some(file.len() as u64), BUDGET);
        let mut next = 0;
        while let Some(wanted) = store.wanted() {
            assert_eq!(wanted.start, next, "no gap and no overlap");
            let most = if next == 0 { 128 << 10 } else { 1 << 20 };
            assert!(wanted.end - wanted.start <= most);
            next = wanted.end;
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            if store.push(wanted.start, &file[start..end]).is_err() {
                break;
            }
        }
        assert_eq!(next, file.len() as u64);
        assert_eq!((store.wanted(), store.is_done(), store.is_stopped()), (None, true, false));
    }
}

#[test]
fn an_item_is_available_as_soon_as_its_last_byte_is_there() {
    let shapes: &[&[usize]] =
        &[&[5], &[4, 3], &[7, 2, 3], &[1, 1], &[2, MIB + 1], &[3, MIB], &[3, MIB - 1], &[5, MIB / 3]];
    for shape in shapes {
        let item_len: usize = shape[1..].iter().product();
        let data = elements(shape[0] * item_len);
        let dimensions: Vec<u32> = shape.iter().map(|&size| u32::try_from(size).unwrap()).collect();
        let file = encode(&dimensions, &data).unwrap();
        let header_len = 4 + 4 * shape.len();
        let mut store = Store::new(None, BUDGET);
        assert_eq!((store.items(), store.item(0), store.layout()), (0, None, None));

        // Cut just before and just behind the end of the header and of every item.
        let mut read = 0;
        for item in 0..=shape[0] {
            for end in [header_len + item * item_len - 1, header_len + item * item_len] {
                if end == read {
                    continue;
                }
                store.push(store.read(), &file[read..end]).unwrap();
                read = end;
                let whole = (end.saturating_sub(header_len)) / item_len;
                assert_eq!(store.items(), whole as u64, "{shape:?}");
                for (number, expected) in (0..).zip(data.chunks(item_len).take(whole)) {
                    assert!(store.item(number) == Some(expected), "item {number} of {shape:?}");
                }
                assert_eq!(store.item(whole as u64), None, "{shape:?}");
            }
        }
        assert_eq!((store.is_done(), store.warnings()), (true, &[][..]));
        assert_eq!((store.item(u64::MAX), store.read(), store.size()), (None, read as u64, None));
    }
}

#[test]
fn pieces_and_packing_make_no_difference() {
    let data = elements(3_000_000);
    let file = encode(&[300, 100, 100], &data).unwrap();
    for (file, layers) in [(file.clone(), 0), (gzip(&file), 1), (gzip(&gzip(&file)), 2)] {
        for piece in [64 << 10, 4093, 10 * MIB] {
            let store = read(&file, piece);
            assert_eq!((store.items(), store.layers(), store.warnings()), (300, layers, &[][..]));
            assert!((0..300).all(|item| store.item(item) == data.chunks(10_000).nth(usize::try_from(item).unwrap())));
        }
    }
}

#[test]
fn the_rest_of_a_plain_file_is_counted_without_being_read() {
    let mut store = Store::new(Some(1 << 40), BUDGET);
    store.push(store.read(), &encode(&[2, 2], &[1_u8, 2, 3, 4]).unwrap()).unwrap();
    assert_eq!(store.wanted(), Some(16..16 + 1024), "only how the rest starts");
    store.push(16, &[0; 1024]).unwrap();
    assert_eq!(store.wanted(), None);
    let found = (1 << 40) - 16;
    assert_eq!(store.warnings(), [Warning::Trailing { offset: 16, found, items: found / 2 }]);
}

#[test]
fn sizes_beyond_32_bits_are_exact() {
    let layout = Layout::new(ElementType::U8, vec![8_100_000, 28, 28]).unwrap();
    let mut store = Store::new(None, BUDGET);
    store.push(store.read(), &layout.header().to_bytes()).unwrap();
    store.push(store.read(), &[9; 784]).unwrap();
    assert_eq!(store.wanted(), Some(800..800 + (1 << 20)));
    assert_eq!(store.items(), 1);
    store.push(store.read(), &[]).unwrap();
    assert_eq!(store.warnings(), [Warning::Truncated { offset: 800, expected: 8_100_000, found: 1 }]);
}

#[test]
fn a_file_that_ends_before_its_size_is_shown_as_far_as_it_goes() {
    let file = encode(&[3, 2], &[1_u8, 2, 3, 4, 5, 6]).unwrap();
    let mut store = Store::new(None, BUDGET);
    store.push(store.read(), &file[..15]).unwrap();
    assert_eq!((store.items(), store.is_done()), (1, false));
    store.push(store.read(), &[]).unwrap();
    assert_eq!((store.items(), store.is_done()), (1, true));
    assert_eq!(store.warnings(), [Warning::Truncated { offset: 15, expected: 3, found: 1 }]);

    let mut empty = Store::new(Some(0), BUDGET);
    assert_eq!(empty.wanted(), Some(0..0), "even of an empty file the end is to be seen");
    assert_eq!(empty.push(empty.read(), &[]), Err(Error::Empty { layer: 0 }));
    assert_eq!(empty.wanted(), None);
}

#[test]
fn stopping_keeps_the_bytes_that_arrived_and_wants_no_more() {
    let file = gzip(&encode(&[1000, 1000], &elements(MIB - 48_576)).unwrap());
    let mut store = Store::new(None, BUDGET);
    store.push(store.read(), &file[..file.len() / 2]).unwrap();
    let items = store.items();
    assert!(0 < items && items < 1000);
    for _ in 0..3 {
        store.stop();
        assert_eq!((store.wanted(), store.is_done(), store.is_stopped()), (None, true, true));
        assert_eq!((store.items(), store.warnings()), (items, &[][..]));
        assert!(store.item(items - 1).is_some());
    }

    let mut done = read(&file, MIB);
    done.stop();
    assert!(done.is_done() && !done.is_stopped(), "what is done cannot be stopped");
}

#[test]
fn a_file_that_cannot_be_opened_is_done() {
    let mut store = Store::new(Some(1 << 30), BUDGET);
    assert_eq!(store.push(store.read(), &[0, 0, 1, 1]), Err(Error::UnknownElementType { found: 1 }));
    assert_eq!((store.wanted(), store.is_done(), store.items()), (None, true, 0));
    assert_eq!(store.push(store.read(), &[0; 100]), Ok(()));
    assert_eq!(store.layout(), None);
    assert_eq!(store.range(), None);
}

#[test]
fn items_of_no_size_are_all_there_and_cost_nothing() {
    for element_type in ElementType::IDX {
        let layout = Layout::new(element_type, vec![u32::MAX, u32::MAX, 0]).unwrap();
        let store = read(&layout.header().to_bytes(), MIB);
        assert_eq!((store.items(), store.is_done()), (u64::from(u32::MAX), true));
        assert_eq!((store.item(0), store.item(u64::from(u32::MAX) - 1)), (Some(&[][..]), Some(&[][..])));
        assert_eq!(store.item(u64::from(u32::MAX)), None);
        assert_eq!(store.range(), (element_type == ElementType::U8).then_some((0.0, 255.0)));
        assert!(store.values(0, 0..u64::MAX, 0..u64::MAX).is_empty());
    }
}
