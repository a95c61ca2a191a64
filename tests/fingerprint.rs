//! Checksums that identify a file without reading much of it.

use idxlens::{
    dataset::{Slot, store::Store},
    format::encode::{checksum, encode, gzip},
};

fn store(file: &[u8], size: Option<u64>) -> Store {
    let mut store = Store::new(size, 0);
    store.push(0, &file[..file.len().min(1 << 16)]).unwrap();
    store
}

#[test]
fn a_gzip_file_has_its_checksum_in_the_trailer() {
    let images = encode(&[3, 2, 2], &[5_u8; 12]).unwrap();
    let file = gzip(&images);
    let size = file.len() as u64;
    let store = store(&file, Some(size));
    for slot in [Slot::Images, Slot::Labels] {
        assert_eq!(store.checksum_range(slot), Some(size - 8..size));
    }
    assert_eq!(store.checksum(&file[file.len() - 8..]), checksum(&images));
}

#[test]
fn only_small_plain_files_of_labels_are_read_whole() {
    let labels = encode(&[3], &[7_u8, 2, 7]).unwrap();
    let small = store(&labels, Some(labels.len() as u64));
    assert_eq!(small.checksum_range(Slot::Labels), Some(0..11));
    assert_eq!(small.checksum_range(Slot::Images), None);
    assert_eq!(small.checksum(&labels), checksum(&labels));

    let header = 8;
    for (items, range) in [(512 * 1024 - header, Some(0..512 * 1024)), (512 * 1024 - header + 1, None)] {
        let file = encode(&[items], &vec![1_u8; items as usize]).unwrap();
        assert_eq!(store(&file, Some(file.len() as u64)).checksum_range(Slot::Labels), range);
    }
}

#[test]
fn a_file_of_unknown_size_has_no_checksum() {
    let file = gzip(&encode(&[3], &[7_u8, 2, 7]).unwrap());
    assert_eq!(store(&file[..30], None).checksum_range(Slot::Labels), None);
}
