//! Files in xz, bzip2, Zstandard, LZ4 and gzip: what comes out of whole, damaged and hostile ones.
#![cfg(all(feature = "unpack", not(target_arch = "wasm32")))]

mod files;
mod packers;
#[path = "../skip/mod.rs"]
mod skip;

use idxlens::{
    error::{Error, UnpackFault},
    format::{encode::gzip, unpack::Unpack},
};
use proptest::prelude::*;

use self::{
    files::{BZIP2, LZ4, XZ, ZSTD},
    packers::{PACKERS, images, pack},
};

/// What is in the kept files.
const DATA: &[u8] = &[0, 0, 8, 3, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4];

const KEPT: [&[u8]; 4] = [XZ, BZIP2, ZSTD, LZ4];

const NAMES: [&str; 4] = ["xz", "bzip2", "zstd", "lz4"];

/// What comes out of a file that is read in pieces of at most so many bytes, and why no more does.
fn unpack_in(mut unpack: Unpack, file: &[u8], piece: usize) -> (Vec<u8>, Option<Error>) {
    let (mut output, mut fault) = (Vec::new(), None);
    while let Some(wanted) = unpack.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        if let Err(error) = unpack.push(&file[start..end.min(start.saturating_add(piece))]) {
            assert_eq!(unpack.wanted(), None);
            fault = Some(error);
        }
        let out = unpack.take_output();
        assert!(out.len() <= 2 << 20, "{} bytes came out at once", out.len());
        output.extend(out);
    }
    (output, fault)
}

fn unpack(file: &[u8]) -> (Vec<u8>, Option<Error>) {
    unpack_in(Unpack::new(file.len() as u64), file, usize::MAX)
}

fn fault(file: &[u8]) -> UnpackFault {
    match unpack(file).1 {
        Some(Error::Unpack(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn kept_files_come_out_however_they_are_cut() {
    for file in KEPT {
        for piece in [usize::MAX, 1, 7] {
            assert_eq!(unpack_in(Unpack::new(file.len() as u64), file, piece), (DATA.to_vec(), None));
        }
    }
}

#[test]
fn gzip_comes_out_however_it_is_cut() {
    let file = gzip(DATA);
    for piece in [usize::MAX, 1, 7] {
        assert_eq!(unpack_in(Unpack::new(file.len() as u64), &file, piece), (DATA.to_vec(), None));
    }
    assert_eq!(unpack(&[&file[..], &file].concat()), ([DATA, DATA].concat(), None));
    for len in 2..file.len() {
        assert_eq!(fault(&file[..len]), UnpackFault::End { offset: len as u64 });
    }
    let end = file.len() as u64;
    assert_eq!(fault(&[&file[..], b"abc"].concat()), UnpackFault::Trailing { offset: end });
    let mut damaged = file;
    let checksum = damaged.len() - 8;
    damaged[checksum] ^= 1;
    let (output, _) = unpack(&damaged);
    assert_eq!((&output[..], fault(&damaged)), (DATA, UnpackFault::Checksum { offset: end - 8 }));
}

#[test]
fn what_programs_pack_comes_out() {
    for data in [Vec::new(), images(1), images(2_000_000)] {
        for packer in PACKERS {
            let Some(file) = pack(packer, &data) else { continue };
            for piece in [usize::MAX, 1000] {
                let (output, fault) = unpack_in(Unpack::new(file.len() as u64), &file, piece);
                assert!(output == data && fault.is_none(), "{packer:?}: {} bytes, {fault:?}", output.len());
            }
        }
    }
}

#[test]
fn filters_of_xz_come_out_or_are_named() {
    let data = images(100_000);
    for filters in [&["--delta=dist=4", "--lzma2"][..], &["--x86", "--lzma2"], &["--arm", "--lzma2"]] {
        let Some(file) = pack(&[&["xz"], filters].concat(), &data) else { continue };
        assert!(unpack(&file) == (data.clone(), None), "{filters:?}");
    }
    let Some(file) = pack(&["xz", "--x86", "--delta", "--lzma2"], &data) else { return };
    assert!(matches!(fault(&file), UnpackFault::Method { .. }));
}

#[test]
fn streams_and_frames_follow_one_another() {
    let skipped = [&b"\x5A\x2A\x4D\x18\x03\0\0\0"[..], b"abc"].concat();
    for file in [
        [XZ, &[0; 8], XZ].concat(),
        [BZIP2, BZIP2].concat(),
        [ZSTD, ZSTD].concat(),
        [&skipped[..], ZSTD, &skipped, ZSTD, &skipped].concat(),
        [LZ4, &skipped, LZ4, &skipped].concat(),
    ] {
        assert_eq!(unpack_in(Unpack::new(file.len() as u64), &file, 5), ([DATA, DATA].concat(), None));
    }
}

#[test]
fn what_comes_before_the_end_of_a_cut_file_comes_out() {
    let data = images(2_000_000);
    for packer in PACKERS {
        let Some(file) = pack(packer, &data) else { continue };
        let cut = &file[..file.len() * 3 / 4];
        let (output, fault) = unpack(cut);
        assert_eq!(fault, Some(Error::Unpack(UnpackFault::End { offset: cut.len() as u64 })), "{packer:?}");
        assert!(data.starts_with(&output) && output.len() > data.len() / 4, "{packer:?}: {} bytes", output.len());
    }
    for file in KEPT {
        for len in 6..file.len() {
            let end = UnpackFault::End { offset: len as u64 };
            assert_eq!(fault(&file[..len]), end, "{file:02x?}");
        }
    }
}

#[test]
fn what_comes_before_damage_comes_out() {
    let data = images(2_000_000);
    for packer in PACKERS {
        let Some(mut file) = pack(packer, &data) else { continue };
        let at = file.len() * 3 / 4;
        file[at..at + 64].iter_mut().for_each(|byte| *byte ^= 0x55);
        let (output, fault) = unpack(&file);
        let Some(Error::Unpack(UnpackFault::Corrupt { offset } | UnpackFault::Checksum { offset })) = fault else {
            assert!(packer.iter().any(|option| option.starts_with("--no-")), "{packer:?}: {fault:?}");
            continue;
        };
        assert!(
            offset > at as u64 / 2 && output.len() > data.len() / 4,
            "{packer:?} at {offset}: {} bytes",
            output.len()
        );
        assert_eq!(output[..data.len() / 4], data[..data.len() / 4], "{packer:?}");
    }
}

#[test]
fn a_wrong_checksum_is_one() {
    // That of the block is before the index and the footer, of 20 bytes, and that of the frame at the end.
    for (kept, from_end) in [(XZ, 21), (ZSTD, 1), (LZ4, 1)] {
        let mut file = kept.to_vec();
        file[kept.len() - from_end] ^= 1;
        assert!(matches!(fault(&file), UnpackFault::Checksum { .. }), "{:?}", fault(&file));
        assert_eq!(unpack(&file).0, DATA);
    }
}

#[test]
fn what_follows_the_data_is_named() {
    for file in KEPT {
        let longer = [file, b"something else, and more of it"].concat();
        let (output, fault) = unpack(&longer);
        assert_eq!(output, DATA);
        let Some(Error::Unpack(UnpackFault::Trailing { offset })) = fault else { panic!("{fault:?}") };
        assert!((file.len()..file.len() + 5).contains(&usize::try_from(offset).unwrap()), "{offset}");
    }
}

#[test]
fn a_large_window_is_refused_and_a_lie_about_it_takes_no_memory() {
    let data = images(1000);
    if let Some(file) = pack(&["xz", "--lzma2=dict=512MiB"], &data) {
        let UnpackFault::Memory { expected, found, .. } = fault(&file) else { panic!() };
        assert_eq!((expected, found >> 20), (256 << 20, 512));
    }
    // A frame whose header asks for 512 MiB.
    let frame = |window: u8| [&b"\x28\xB5\x2F\xFD\0"[..], &[window], b"\x19\0\0idx"].concat();
    assert_eq!(fault(&frame(19 << 3)), UnpackFault::Memory { offset: 0, expected: 256 << 20, found: 512 << 20 });
    assert!(matches!(fault(&frame(31 << 3)), UnpackFault::Memory { .. }));
    assert_eq!(unpack(&frame(18 << 3)), (b"idx".to_vec(), None));
}

#[test]
fn output_ends_at_the_limit() {
    let data = vec![0; 10_000_000];
    for name in NAMES {
        let Some(file) = pack(&[name], &data) else { continue };
        let (output, fault) = unpack_in(Unpack::new(file.len() as u64).with_limit(1_000_001), &file, usize::MAX);
        assert_eq!(output.len(), 1_000_001);
        assert!(matches!(fault, Some(Error::Unpack(UnpackFault::Limit { expected: 1_000_001, .. }))), "{fault:?}");
        let exact = Unpack::new(file.len() as u64).with_limit(10_000_000);
        assert_eq!(unpack_in(exact, &file, usize::MAX), (data.clone(), None));
    }
}

#[test]
fn frames_that_need_a_dictionary_are_named() {
    for frame in [&b"\x28\xB5\x2F\xFD\x21\x07\x03\x19\0\0idx"[..], b"\x04\"M\x18\x61\x40\x07\0\0\0\xE3\0\0\0\0"] {
        assert!(matches!(fault(frame), UnpackFault::Method { .. }), "{:?}", fault(frame));
    }
}

#[test]
fn other_files_are_named() {
    assert_eq!(unpack(b"").1, Some(Error::Empty { layer: 0 }));
    assert_eq!(unpack(b"\x01\x02\x03\x04").1, Some(Error::BadMagic { found: [1, 2, 3, 4] }));
}

proptest! {
    #[test]
    fn any_change_ends(at in 0_usize..100, value: u8, which in 0..KEPT.len()) {
        let mut file = KEPT[which].to_vec();
        let at = at % file.len();
        file[at] = value;
        let (output, _) = unpack(&file);
        prop_assert_eq!(&output, &unpack_in(Unpack::new(file.len() as u64), &file, 3).0);
    }
}
