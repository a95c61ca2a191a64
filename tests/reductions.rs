//! Pages of items that are too large to be kept: only reductions of them stay in memory.

#![cfg(all(feature = "draw", not(target_arch = "wasm32")))]

use std::ops::Range;

use idxlens::{
    dataset::{
        orientation::Orientation,
        store::{Store, Want},
    },
    draw::{
        page::{Grid, Page},
        palette::Palette,
    },
    format::{
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
        layout::Layout,
    },
};
use proptest::prelude::*;

const MIB: u64 = 1 << 20;

/// A file that is made when it is read, and what was read of it.
struct Disk<F: Fn(u64) -> Vec<u8>> {
    layout: Layout,
    /// The kilobyte of elements that starts here.
    kilobyte: F,
    /// Bytes and reads.
    read: (u64, u64),
}

const KIB: u64 = 1 << 10;

impl<F: Fn(u64) -> Vec<u8>> Disk<F> {
    fn new(layout: Layout, kilobyte: F) -> Self {
        Self { layout, kilobyte, read: (0, 0) }
    }

    /// A store that knows the header, and all else that it needs to know of such a file.
    fn store(&mut self) -> Store {
        let mut store = Store::new(Some(self.layout.data_end()), 0);
        self.feed(&mut store, Store::is_done);
        self.read = (0, 0);
        store
    }

    fn bytes(&mut self, range: Range<u64>) -> Vec<u8> {
        let range = range.start..range.end.min(self.layout.data_end());
        self.read = (self.read.0 + range.end - range.start, self.read.1 + 1);
        let mut bytes = self.layout.header().to_bytes();
        let start = bytes.len() as u64;
        let first = range.start.saturating_sub(start) / KIB * KIB;
        let mut elements = Vec::new();
        for at in (first..range.end).step_by(1 << 10) {
            elements.extend_from_slice(&(self.kilobyte)(at));
        }
        if range.start < start {
            bytes.extend(elements);
            return bytes[to_usize(range.start)..to_usize(range.end)].to_vec();
        }
        elements[to_usize(range.start - start - first)..to_usize(range.end - start - first)].to_vec()
    }

    /// Reads once what the store wants.
    fn feed_once(&mut self, store: &mut Store) {
        let wanted = store.wanted().unwrap();
        let bytes = self.bytes(wanted.clone());
        store.push(wanted.start, &bytes).unwrap();
    }

    /// Reads what the store wants, until `enough`.
    fn feed(&mut self, store: &mut Store, enough: impl Fn(&Store) -> bool) {
        while !enough(store) && store.wanted().is_some() {
            self.feed_once(store);
        }
    }
}

/// A kilobyte of one value.
fn all(value: u64) -> Vec<u8> {
    vec![value.to_le_bytes()[0]; 1 << 10]
}

fn to_usize(at: u64) -> usize {
    usize::try_from(at).unwrap()
}

fn layout(element_type: ElementType, shape: &[u32]) -> Layout {
    Layout::new(element_type, shape.to_vec()).unwrap()
}

fn grid(shrink: u32) -> Grid {
    Grid { columns: 7, gap_x: 1, gap_y: 1, shrink, plot: None, window: None }
}

/// The items as a page wants them.
fn pictures(store: &Store, items: &[u64], shrink: u64) -> Vec<Want> {
    vec![Want { items: items.to_vec(), picture: store.raster().map(|raster| (raster, shrink)) }]
}

fn compose(store: &Store, items: &[u64], grid: Grid) -> Page {
    Page::compose(store, items, grid, &Palette::new(0x00FF_FFFF, 0)).unwrap()
}

#[test]
fn a_page_of_large_images_reads_the_rows_that_its_cells_need() {
    // 100 images of 64 MiB: each has five times its number in its upper half, and twice that below.
    const SIDE: u64 = 8192;
    let image = SIDE * SIDE;
    let value = |at: u64| at / image * if at % image < image / 2 { 5 } else { 10 };
    let mut disk = Disk::new(layout(ElementType::U8, &[100, 8192, 8192]), |at| all(value(at)));
    let mut store = disk.store();
    let items: Vec<u64> = (10..24).collect();
    assert!(store.want_all(&pictures(&store, &items, 64)));
    assert_eq!(compose(&store, &items, grid(64)).missing, 14);
    let shown = |store: &Store| compose(store, &items, grid(64)).missing == 0;
    let mut most = 0;
    while !shown(&store) {
        for _ in 0..32 {
            disk.feed_once(&mut store);
        }
        most = most.max(store.held_bytes());
    }
    let (bytes, reads) = disk.read;
    assert!(bytes <= 14 * MIB / 2 && reads <= 15 * 32, "{bytes} bytes in {reads} reads");
    assert!(most < 10 * MIB, "{most}");
    let page = compose(&store, &items, grid(64));
    assert_eq!((page.width, page.height, page.previews), (7 * 129 - 1, 2 * 129 - 1, 14));
    for (cell, number) in (0..).zip(10_u8..24) {
        let pixel = |row: usize| page.pixels[(cell / 7 * 129 + row) * (7 * 129 - 1) + cell % 7 * 129];
        assert_eq!([pixel(0)[0], pixel(63)[0]], [255 - 5 * number; 2]);
        assert_eq!([pixel(64)[0], pixel(127)[0]], [255 - 10 * number; 2]);
    }
    // Rows of squares that are still to be read look like those above them.
    assert_eq!(store.reduction(10, store.raster().unwrap(), 64).unwrap().0.row(63).next(), Some(50.0));
    // Then they are refined, and that ends.
    let two = &items[..2];
    assert!(store.want_all(&pictures(&store, two, 64)));
    disk.read = (0, 0);
    disk.feed(&mut store, |store| !store.is_waiting());
    assert_eq!(compose(&store, two, grid(64)).previews, 0);
    assert!(!store.want_all(&pictures(&store, two, 64)));
    assert!(disk.read.0 <= 2 * 16 * MIB);
}

#[test]
fn an_image_of_gigabytes_is_drawn_and_its_values_are_there() {
    let mut disk = Disk::new(layout(ElementType::U8, &[1, 60_000, 60_000]), |at| all(at / 60_000 / 300));
    let mut store = disk.store();
    assert!(store.want_all(&pictures(&store, &[0], 600)));
    let grid = Grid { columns: 1, ..grid(600) };
    disk.feed(&mut store, |store| compose(store, &[0], grid).missing == 0);
    assert!(disk.read.0 < 30 * MIB, "{}", disk.read.0);
    let page = compose(&store, &[0], grid);
    let column: Vec<u8> = page.pixels.chunks(100).map(|row| row[50][0]).collect();
    // Each row of squares has two values; a preview has either, of every fourth row.
    assert!((0..100).zip(&column).all(|(row, &value)| (255 - value) / 2 == row / 4 * 4));
    disk.feed(&mut store, |store| !store.is_waiting());
    let page = compose(&store, &[0], grid);
    let column: Vec<u8> = page.pixels.chunks(100).map(|row| row[50][0]).collect();
    assert!((0..100).zip(&column).all(|(row, &value)| (255 - value) / 2 == row), "{column:?}");

    let part = store.raster().unwrap().part(59_990..60_100, 7..9);
    assert!(store.want_all(&[Want { items: vec![0], picture: Some((part, 1)) }]));
    disk.feed(&mut store, |store| !store.is_waiting());
    assert_eq!(store.values(0, 59_990..60_100, 7..9), [199.0; 20]);
    assert!(store.values(0, 0..1, 0..1).is_empty(), "it was not wanted");
}

#[test]
fn rows_of_a_gigabyte_are_read_where_they_are_seen() {
    const LEN: u64 = 1_000_000_000;
    let value = |at: u64| (at / LEN).to_le_bytes()[0] ^ at.to_le_bytes()[0];
    let mut disk = Disk::new(layout(ElementType::U8, &[40, 1_000_000_000]), |at| (at..at + KIB).map(value).collect());
    let mut store = disk.store();
    let raster = store.raster().unwrap();
    assert_eq!((raster.rows, raster.columns), (1, LEN));
    let (first, items) = (LEN - 1000, (0..40).collect::<Vec<u64>>());
    let picture = Some((raster.window(first, 1000), 1));
    assert!(store.want_all(&[Want { items: items.clone(), picture }]));
    disk.feed(&mut store, |store| !store.is_waiting());
    assert_eq!(disk.read, (40 * 1000, 40));
    let window = Grid { columns: 1, gap_y: 0, window: Some((first, 1000)), ..grid(1) };
    let row_start = |row: u8| u64::from(row) * LEN;
    let page = compose(&store, &items, window);
    assert_eq!((page.width, page.height, page.missing, page.previews), (1000, 40, 0, 0));
    for (row, pixels) in (0..).zip(page.pixels.chunks(1000)) {
        assert!(
            (first..).zip(pixels).all(|(at, pixel)| 255 - pixel[0] == row ^ (row_start(row) + at).to_le_bytes()[0])
        );
    }
    assert!(store.held_bytes() < 4 * MIB);
}

#[test]
fn the_pass_over_large_images_holds_none_of_them() {
    // Two images of 20 MiB, as 32-bit floats: 1.0 for the most part, and one -2.0.
    let layout = layout(ElementType::F32, &[2, 2290, 2290]);
    let ones = || [0x3F, 0x80, 0, 0].repeat(256);
    let mut disk =
        Disk::new(layout, |at| if at == 30_000 * KIB { [&[0xC0, 0, 0, 0], &ones()[4..]].concat() } else { ones() });
    let mut store = Store::new(Some(disk.layout.data_end()), 0);
    let mut most = 0;
    while store.wanted().is_some() {
        disk.feed_once(&mut store);
        most = most.max(store.held_bytes());
    }
    assert_eq!((store.range(), store.items()), (Some((-2.0, 1.0)), 2));
    assert!(most <= 2 * MIB, "{most}");
}

#[test]
fn scattered_items_hold_no_more_than_the_cache() {
    // Items of a kilobyte, so that each has one value.
    let mut disk = Disk::new(layout(ElementType::U8, &[8_000_000, 32, 32]), |at| all(at / KIB));
    let mut store = disk.store();
    // First a page of neighbours, whose blocks stay.
    for first in [0, 17, 4_000_000] {
        let items: Vec<u64> =
            if first == 0 { (0..2000).collect() } else { (0..2000).map(|item| first + item * 1777).collect() };
        assert!(store.want_all(&pictures(&store, &items, 1)));
        let mut most = 0;
        while store.is_waiting() {
            disk.feed_once(&mut store);
            most = most.max(store.held_bytes());
        }
        assert!(most <= 16 * MIB, "{most}");
        assert!(items.iter().all(|&item| store.item(item) == Some(&[item.to_le_bytes()[0]; 1024])));
        assert!(!store.want_all(&pictures(&store, &items, 1)), "they are all here");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn a_reduced_page_looks_like_one_of_whole_items(
        shape in prop_oneof![
            (1_u32..40, 1_u32..40).prop_map(|(rows, columns)| vec![rows, columns]),
            (1_u32..20, 1_u32..20, 3_u32..5).prop_map(|(rows, columns, channels)| vec![rows, columns, channels]),
            (3_u32..5, 5_u32..20, 5_u32..20).prop_map(|(channels, rows, columns)| vec![channels, rows, columns]),
            (5_u32..9, 5_u32..9, 5_u32..9).prop_map(|(depth, rows, columns)| vec![depth, rows, columns]),
        ],
        letters in prop::sample::select(vec!["", "t", "h", "v", "th", "tv", "hv", "thv"]),
        shrink in 1_u32..50,
        packed: bool,
        piece in 1_usize..3000,
        window in prop::option::of((0_u64..30, 1_u64..30)),
        seed: u16,
    ) {
        const ITEMS: u32 = 5;
        let count: u32 = shape.iter().product();
        let elements: Vec<i16> = (0..u64::from(ITEMS * count)).map(|at| ((at * 7919 + u64::from(seed)) >> 3).to_le_bytes()[0].into()).collect();
        let file = encode(&[&[ITEMS], &shape[..]].concat(), &elements).unwrap();
        let file = if packed { gzip(&file) } else { file };
        let open = |budget: u64| {
            let mut store = Store::new(Some(file.len() as u64), budget).with_cache(0);
            store.presentation_mut().arrange(None, Orientation::parse(letters).unwrap());
            store
        };
        let feed = |store: &mut Store| while let Some(wanted) = store.wanted() {
            let end = to_usize(wanted.end).min(file.len()).min(to_usize(wanted.start) + piece);
            store.push(wanted.start, &file[to_usize(wanted.start)..end]).unwrap();
        };
        let (mut whole, mut reduced) = (open(1 << 30), open(0));
        feed(&mut whole);
        feed(&mut reduced);
        let items = [3, 0, 4, 9, 1];
        let grid = Grid { window, ..grid(shrink) };
        let raster = reduced.raster().unwrap();
        let raster = window.map_or(raster, |(first, columns)| raster.window(first, columns));
        whole.want(&items);
        feed(&mut whole);
        let want = Want { items: items.to_vec(), picture: Some((raster, shrink.into())) };
        reduced.want_all(&[want]);
        feed(&mut reduced);
        prop_assert!(reduced.item(0).is_none());
        let (expected, found) = (compose(&whole, &items, grid), compose(&reduced, &items, grid));
        prop_assert!(found == expected);
    }
}

#[test]
fn a_file_that_became_shorter_is_noticed() {
    let header = Header::new(ElementType::U8, vec![3, 3000, 3000]).unwrap().to_bytes();
    let size = header.len() as u64 + 27_000_000;
    let mut store = Store::new(Some(size), 0).with_cache(0);
    store.push(0, &header).unwrap();
    assert!(store.want_all(&pictures(&store, &[0, 2], 100)));
    let wanted = store.wanted().unwrap();
    assert!(store.push(wanted.start, &[]).is_err());
    assert!(!store.is_waiting());
}
