//! Memory: proportional to the bytes that have arrived of a file, whatever size it claims.
#![cfg(not(target_arch = "wasm32"))]

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use idxlens::{
    dataset::{labels::Labels, store::Store},
    format::{
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
        reader::Reader,
    },
};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MIB: usize = 1 << 20;

/// The maximum of the memory beyond the file that is in use while `read` runs, in bytes.
fn peak<T>(read: impl FnOnce() -> T) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let kept = read();
    let peak = MEMORY.peak_usage() - before;
    drop(kept);
    peak
}

fn store(file: &[u8]) -> Store {
    let mut store = Store::new(None, u64::MAX);
    for piece in file.chunks(64 << 10) {
        store.push(store.read(), piece).unwrap();
    }
    store
}

fn header(shape: &[u32]) -> Vec<u8> {
    Header::new(ElementType::U8, shape.to_vec()).unwrap().to_bytes()
}

/// `start` and this many zeros after it, compressed to a thousandth.
fn bomb(start: &[u8], zeros: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(start).unwrap();
    for _ in 0..zeros / MIB {
        encoder.write_all(&vec![0; MIB]).unwrap();
    }
    encoder.finish().unwrap()
}

// One test, because all tests of a process share its memory.
#[test]
fn memory_is_bounded_by_what_has_arrived() {
    let few = [0; 100];
    let small: &[(&str, Vec<u8>)] = &[
        ("2^40 bytes promised in small items", [header(&[1 << 20, 1 << 20]), few.to_vec()].concat()),
        ("2^40 bytes promised in one item", [header(&[1, 1 << 20, 1 << 20]), few.to_vec()].concat()),
        ("nearly 2^64 bytes promised", [header(&[u32::MAX, u32::MAX]), few.to_vec()].concat()),
        ("2^40 bytes promised, packed", gzip(&[header(&[1 << 20, 1 << 20]), few.to_vec()].concat())),
        ("16 MB after the last element", bomb(&[header(&[2, 2]), few[..4].to_vec()].concat(), 16 * MIB)),
        (
            "16 MB after the last element, packed twice",
            gzip(&bomb(&[header(&[2, 2]), few[..4].to_vec()].concat(), 16 * MIB)),
        ),
        ("16 MB of padding inside, then nothing", gzip(&bomb(&gzip(&header(&[1])), 16 * MIB))),
        ("a member header of 4 MB", [&[0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 0][..], &vec![b'x'; 4 * MIB]].concat()),
        ("100,000 empty members", gzip(&[]).repeat(100_000)),
        ("2^32 items of no size", header(&[u32::MAX, 0])),
    ];
    for (name, file) in small {
        let peak = peak(|| store(file));
        assert!(peak < 2 * MIB, "{name}: {peak} bytes");
    }

    for shape in [&[8 << 20][..], &[8192, 32, 32], &[2, 4 << 20]] {
        let file = bomb(&header(shape), 8 * MIB);
        let peak = peak(|| store(&file));
        assert!(peak < 8 * MIB + 3 * MIB, "{shape:?}: {peak} bytes");
    }

    // Empty blocks where a checkpoint is due.
    let stored = |data: &[u8]| {
        let len = u16::try_from(data.len()).unwrap();
        [&[0], &len.to_le_bytes()[..], &(!len).to_le_bytes(), data].concat()
    };
    let start = [&[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF][..], &stored(&header(&[4 << 20]))].concat();
    let file = [start, stored(&vec![7; 50_000]).repeat(21), stored(&[]).repeat(4 << 20)].concat();
    let empty = peak(|| {
        let mut store = Store::new(None, 0).with_cache(0);
        for piece in file.chunks(64 << 10) {
            store.push(store.read(), piece).unwrap();
        }
        assert_eq!(store.read(), file.len() as u64);
        store
    });
    assert!(empty < 3 * MIB, "20 MB of blocks that hold nothing: {empty} bytes");

    // A .gz whose items do not stay in memory has checkpoints, but no more than it needs.
    let noise: Vec<u8> =
        (0..8_u32 << 20).map(|at| at.wrapping_mul(2_654_435_761).wrapping_pow(3).to_be_bytes()[0]).collect();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(5));
    encoder.write_all(&encode(&[8 << 20], &noise).unwrap()).unwrap();
    let file = encoder.finish().unwrap();
    let places = peak(|| {
        let mut store = Store::new(None, 0).with_cache(0);
        for piece in file.chunks(64 << 10) {
            store.push(store.read(), piece).unwrap();
        }
        store
    });
    assert!(places < 2 * MIB, "{places} bytes");

    // What a store says that it holds is what it takes, checkpoints included, beside the buffers for unpacking.
    let before = MEMORY.current_usage();
    let mut held = Store::new(None, 0).with_cache(MIB as u64);
    for piece in file.chunks(64 << 10) {
        held.push(held.read(), piece).unwrap();
    }
    let (said, taken) = (held.held_bytes(), (MEMORY.current_usage() - before) as u64);
    assert!(said > MIB as u64 + 6 * (32 << 10), "{said} bytes of items and checkpoints");
    assert!((said..said + MIB as u64).contains(&taken), "{taken} bytes are taken, {said} are told");
    drop(held);

    // A later pass takes no checkpoints and holds no items.
    let first = store(&file);
    let mut later = first.reread().unwrap();
    let rereading = peak(|| {
        for piece in file.chunks(64 << 10) {
            later.push(later.read(), piece, &mut |_, _| Ok(())).unwrap();
        }
    });
    assert!(later.is_done());
    assert!(rereading < MIB / 2, "a later pass: {rereading} bytes");

    let numbers: Vec<i32> = (0..1 << 20).collect();
    let file = encode(&[1 << 20], &numbers).unwrap();
    let counting = peak(|| {
        let mut labels = Labels::new(Some(file.len() as u64), u64::MAX);
        labels.push(0, &file).unwrap();
        labels
    });
    assert!(counting < file.len() + 5 * MIB, "a million labels, all different: {counting} bytes");

    let file = gzip(&bomb(&header(&[64, 1024, 1024]), 64 * MIB));
    let reading = peak(|| {
        let mut reader = Reader::new(&file[..]).unwrap();
        assert_eq!(reader.items::<u8>().filter_map(Result::ok).count(), 64);
    });
    assert!(reading < 5 * MIB, "items of 1 MB, one after the other, packed twice: {reading} bytes");
    let reading = peak(|| Reader::new(&file[..]).unwrap().read_into(&mut [0_u8; 1]).unwrap());
    assert!(reading < 2 * MIB, "one element of many, packed twice: {reading} bytes");
}
