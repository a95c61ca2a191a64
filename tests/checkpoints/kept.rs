//! Checkpoints that are kept as bytes.

use flate2::Crc;
use idxlens::format::{
    checkpoint::{Checkpoints, NotCheckpoints},
    decode::Decoder,
};
use proptest::prelude::*;
use zlib_rs::{DeflateConfig, DeflateFlush};

use crate::pass::{deflate, idx, member, pass, resume};

/// A file of several members and blocks, and its checkpoints.
fn recorded() -> (Vec<u8>, Vec<u8>, Checkpoints) {
    let elements: Vec<u8> = (0..400_000_u32).map(|at| (at.wrapping_mul(at) >> 13).to_le_bytes()[0]).collect();
    let array = idx(&elements);
    let members = array.chunks(150_000).map(|part| {
        member(&deflate(part, DeflateConfig { level: 3, ..Default::default() }, DeflateFlush::Block, 9_000), part)
    });
    let file: Vec<u8> = members.flatten().collect();
    let (_, warnings, _, checkpoints) = pass(&file, 4096, (20_000, 100));
    assert!(warnings.is_empty() && checkpoints.as_slice().len() > 10, "{warnings:?}");
    (file, elements, checkpoints)
}

/// `body` with its checksum.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(body);
    [body, &crc.sum().to_le_bytes()].concat()
}

#[test]
fn kept_checkpoints_enter_the_file_like_those_that_were_taken() {
    let (file, elements, checkpoints) = recorded();
    let kept = Checkpoints::from_bytes(&checkpoints.to_bytes()).unwrap();
    assert_eq!(kept, checkpoints);
    let (_, _, layout, _) = pass(&file, 1 << 20, (1 << 20, 2));
    for checkpoint in kept.as_slice() {
        let (rest, _) = resume(&file, &layout, checkpoint, 1000);
        let first = usize::try_from(checkpoint.decoded().saturating_sub(8)).unwrap();
        assert!(rest == elements[first..]);
    }
}

#[test]
fn bytes_that_were_cut_or_changed_are_refused() {
    let bytes = recorded().2.to_bytes();
    for len in (0..40).chain((40..bytes.len()).step_by(1013)) {
        assert_eq!(Checkpoints::from_bytes(&bytes[..len]), Err(NotCheckpoints), "{len}");
        assert_eq!(Checkpoints::from_bytes(&sealed(&bytes[..len])), Err(NotCheckpoints), "{len}");
    }
    for at in (0..60).chain((60..bytes.len()).step_by(997)) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert_eq!(Checkpoints::from_bytes(&changed), Err(NotCheckpoints), "{at}");
    }
    let longer = sealed(&[&bytes[..bytes.len() - 4], &[0]].concat());
    assert_eq!(Checkpoints::from_bytes(&longer), Err(NotCheckpoints));
}

#[test]
fn promises_without_bytes_take_no_memory() {
    // 2^32 - 1 checkpoints, of which there is none.
    let body = [&b"idxlens\x01"[..], &(1_u64 << 20).to_le_bytes(), &[0xFF; 8]].concat();
    assert_eq!(Checkpoints::from_bytes(&sealed(&body)), Err(NotCheckpoints));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn hostile_bytes_with_the_right_checksum_are_refused_or_harmless(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        in_front: bool,
    ) {
        let (file, _, checkpoints) = recorded();
        let bytes = checkpoints.to_bytes();
        let mut body = bytes[..bytes.len() - 4].to_vec();
        for (at, value) in changes {
            // Most bytes are those of windows; the first 100 are not.
            let at = at.index(if in_front { 100 } else { body.len() });
            body[at] = value;
        }
        let changed = sealed(&body);
        if let Ok(kept) = Checkpoints::from_bytes(&changed) {
            prop_assert_eq!(kept.to_bytes(), changed);
            let (_, _, layout, _) = pass(&file, 1 << 20, (1 << 20, 2));
            for checkpoint in kept.as_slice() {
                let mut decoder = Decoder::resume(&layout, checkpoint);
                let start = usize::try_from(checkpoint.encoded()).unwrap_or(usize::MAX);
                let mut received = 0;
                let rest = file.get(start..).unwrap_or_default();
                decoder.push(rest, &mut |_, bytes| {
                    received += bytes.len() as u64;
                    Ok(())
                }).unwrap();
                prop_assert!(received <= layout.byte_len());
            }
        }
    }

    #[test]
    fn any_bytes_are_refused(body in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(Checkpoints::from_bytes(&sealed(&body)), Err(NotCheckpoints));
    }
}
