//! Several members, and the limit of the checkpoints.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};

use idxlens::format::{checkpoint::Checkpoints, decode::Decoder};

use crate::{
    pass::{HEADER, check, decode, idx, pass, resume},
    streams::data,
};

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn members_of_all_sizes() {
    let [(_, elements), ..] = data();
    for len in [1, 9, 1000, 65_280, 150_000] {
        let elements = &elements[..elements.len().min(len * 2000)];
        let mut file = Vec::new();
        for part in idx(elements).chunks(len) {
            file.extend(gzip(part));
            file.extend(gzip(&[]));
            file.extend([0; 3]);
        }
        let checkpoints = check(&format!("members of {len} bytes"), &file, elements, 5000);
        assert!(checkpoints.as_slice().len() >= elements.len() / len.max(5000) / 2, "members of {len} bytes");
    }
}

#[test]
fn the_last_checkpoint_before_a_byte() {
    let [(_, elements), ..] = data();
    let file = gzip(&idx(&elements));
    let (.., checkpoints) = pass(&file, 4096, (10_000, 1000));
    for pair in checkpoints.as_slice().windows(2) {
        assert_eq!(*checkpoints.before(pair[0].decoded()), pair[0]);
        assert_eq!(*checkpoints.before(pair[1].decoded() - 1), pair[0]);
        assert_eq!(*checkpoints.before(pair[1].decoded()), pair[1]);
    }
    let last = checkpoints.as_slice().last().unwrap();
    assert_eq!(checkpoints.before(u64::MAX), last);
    assert_eq!(checkpoints.after(last.decoded()), Some(last));
    assert_eq!(checkpoints.after(last.decoded() + 1), None);
}

/// A decoder that resumes at a checkpoint can record further ones: the same as in one pass.
#[test]
fn a_pass_that_goes_on_at_a_checkpoint_takes_the_same_ones() {
    let [.., (_, elements), _] = data();
    let file = idx(&elements).chunks(70_000).flat_map(gzip).collect::<Vec<_>>();
    let (.., header, all) = pass(&file, 1 << 20, (5000, 1000));
    assert!(all.as_slice().len() > 5);
    for cut in [file.len() / 3, file.len() / 2, file.len()] {
        let mut first = Decoder::new();
        first.record(Checkpoints::new(5000, 1000));
        first.push(&file[..cut], &mut |_, _| Ok(())).unwrap();
        let taken = first.checkpoints().unwrap();
        let last = taken.before(u64::MAX);
        let mut second = Decoder::resume(&header, last);
        second.record(taken.clone());
        let start = usize::try_from(last.encoded()).unwrap();
        let (.., second) = decode(second, &file[start..], 1 << 20);
        assert_eq!(second.checkpoints(), Some(&all), "cut at byte {cut}");
    }
}

#[test]
fn when_there_are_too_many_every_other_one_goes() {
    let [(_, elements), ..] = data();
    let parts: Vec<u8> = idx(&elements).chunks(1024).flat_map(gzip).collect();
    for limit in [0, 1, 2, 3, 8, 9, 64] {
        let (.., header, checkpoints) = pass(&parts, 4096, (0, limit));
        let kept = checkpoints.as_slice();
        assert!((2..=limit.max(2)).contains(&kept.len()), "{} of {limit}", kept.len());
        assert!(kept.len() * 2 >= limit, "{} of {limit}", kept.len());
        assert_eq!(kept[0].decoded(), 0);
        for pair in kept.windows(2) {
            assert_eq!(pair[1].decoded() - pair[0].decoded(), checkpoints.spacing(), "of {limit}");
        }
        for checkpoint in kept {
            let (resumed, warnings) = resume(&parts, &header, checkpoint, 1 << 20);
            assert!(resumed == elements[elements.len() - resumed.len()..]);
            assert_eq!(warnings, []);
        }
    }
}

#[test]
fn the_file_up_to_the_checkpoint_after_a_byte_is_enough() {
    let [(_, elements), ..] = data();
    let file = gzip(&idx(&elements));
    let (.., header, checkpoints) = pass(&file, 4096, (10_000, 1000));
    for pair in checkpoints.as_slice().windows(2) {
        let after = checkpoints.after(pair[0].decoded() + 1).unwrap();
        assert_eq!(*after, pair[1]);
        let mut decoder = Decoder::resume(&header, &pair[0]);
        let (mut received, [start, end]) = (0, [&pair[0], after].map(|it| usize::try_from(it.encoded()).unwrap()));
        decoder
            .push(&file[start..end], &mut |_, bytes| {
                received += bytes.len() as u64;
                Ok(())
            })
            .unwrap();
        assert_eq!(received, pair[1].decoded() - pair[0].decoded().max(HEADER));
    }
}
