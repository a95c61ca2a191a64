//! Checkpoints that are kept as bytes.

use flate2::Crc;
use idxlens::format::{
    checkpoint::{CheckpointReader, Checkpoints, NotCheckpoints},
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

fn parts(checkpoints: &Checkpoints) -> Vec<Vec<u8>> {
    (0..).map_while(|number| checkpoints.part(number)).collect()
}

/// The checkpoints that a part is, if it has all of them.
fn whole(part: &[u8]) -> Result<Checkpoints, NotCheckpoints> {
    CheckpointReader::default().push(part)?.ok_or(NotCheckpoints)
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
    let kept = whole(&checkpoints.part(0).unwrap()).unwrap();
    assert_eq!(kept, checkpoints);
    let (_, _, layout, _) = pass(&file, 1 << 20, (1 << 20, 2));
    for checkpoint in kept.as_slice() {
        let (rest, _) = resume(&file, &layout, checkpoint, 1000);
        let first = usize::try_from(checkpoint.decoded().saturating_sub(8)).unwrap();
        assert!(rest == elements[first..]);
    }
}

#[test]
fn many_checkpoints_come_back_part_by_part() {
    let elements: Vec<u8> = (0..400_000_u32).map(|at| (at.wrapping_mul(at) >> 13).to_le_bytes()[0]).collect();
    let array = idx(&elements);
    let blocks = deflate(&array, DeflateConfig { level: 3, ..Default::default() }, DeflateFlush::Block, 2000);
    let (_, _, _, checkpoints) = pass(&member(&blocks, &array), 4096, (3000, 100));
    let parts = parts(&checkpoints);
    assert!(checkpoints.as_slice().len() > 64 && parts.len() > 2, "{}", checkpoints.as_slice().len());
    let mut reader = CheckpointReader::default();
    let (last, others) = parts.split_last().unwrap();
    for part in others {
        assert_eq!(reader.push(part), Ok(None));
    }
    assert_eq!(reader.push(last), Ok(Some(checkpoints)));

    // Not the first, twice the same, and one left out.
    assert_eq!(CheckpointReader::default().push(&parts[1]), Err(NotCheckpoints));
    for next in [0, 2] {
        let mut reader = CheckpointReader::default();
        assert_eq!(reader.push(&parts[0]), Ok(None));
        assert_eq!(reader.push(&parts[next]), Err(NotCheckpoints), "{next}");
    }
}

#[test]
fn bytes_that_were_cut_or_changed_are_refused() {
    let bytes = recorded().2.part(0).unwrap();
    for len in (0..40).chain((40..bytes.len()).step_by(1013)) {
        assert_eq!(whole(&bytes[..len]), Err(NotCheckpoints), "{len}");
        assert_eq!(whole(&sealed(&bytes[..len])), Err(NotCheckpoints), "{len}");
    }
    for at in (0..60).chain((60..bytes.len()).step_by(997)) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert_eq!(whole(&changed), Err(NotCheckpoints), "{at}");
    }
    let longer = sealed(&[&bytes[..bytes.len() - 4], &[0]].concat());
    assert_eq!(whole(&longer), Err(NotCheckpoints));
}

#[test]
fn promises_without_bytes_take_no_memory() {
    let part = Checkpoints::new(1 << 20, 100).part(0).unwrap();
    // 2^64 - 1 checkpoints, of which one is there.
    for (count, here) in [(u64::MAX, 1), (u64::MAX, 32), (u64::MAX, u64::MAX), (32, 32)] {
        let mut body = part[..part.len() - 4].to_vec();
        body[24..32].copy_from_slice(&count.to_le_bytes());
        body[40..48].copy_from_slice(&here.to_le_bytes());
        assert_eq!(whole(&sealed(&body)), Err(NotCheckpoints), "{count} {here}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn hostile_bytes_with_the_right_checksum_are_refused_or_harmless(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        in_front: bool,
    ) {
        let (file, _, checkpoints) = recorded();
        let bytes = checkpoints.part(0).unwrap();
        let mut body = bytes[..bytes.len() - 4].to_vec();
        for (at, value) in changes {
            // Most bytes are those of windows; the first 100 are not.
            let at = at.index(if in_front { 100 } else { body.len() });
            body[at] = value;
        }
        let changed = sealed(&body);
        if let Ok(kept) = whole(&changed) {
            prop_assert_eq!(kept.part(0), Some(changed));
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
        prop_assert_eq!(whole(&sealed(&body)), Err(NotCheckpoints));
    }
}
