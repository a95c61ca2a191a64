//! Truncated and damaged files.

use idxlens::{
    error::{GzipFault, Warning},
    format::{checkpoint::Checkpoints, decode::Decoder},
};
use zlib_rs::{DeflateConfig, DeflateFlush};

use crate::{
    pass::{HEADER, deflate, idx, member},
    streams::{BitWriter, data},
};

/// The elements before the fault.
fn decode(mut decoder: Decoder, file: &[u8]) -> (Vec<u8>, Decoder) {
    let mut elements = Vec::new();
    let pushed = decoder.push(file, &mut |_, bytes| {
        elements.extend_from_slice(bytes);
        Ok(())
    });
    let _ = pushed.and_then(|()| decoder.finish(0));
    (elements, decoder)
}

fn check(name: &str, file: &[u8]) {
    let mut decoder = Decoder::new();
    decoder.record(Checkpoints::new(10_000, 1000));
    let (elements, decoder) = decode(decoder, file);
    assert!(decode(Decoder::new(), file).0 == elements, "{name}: the pass changes nothing");
    let (Some(layout), Some(checkpoints)) = (decoder.layout(), decoder.checkpoints()) else { return };
    for checkpoint in checkpoints.as_slice() {
        let rest = &file[usize::try_from(checkpoint.encoded()).unwrap()..];
        let (resumed, _) = decode(Decoder::resume(layout, checkpoint), rest);
        let skipped = usize::try_from(checkpoint.decoded().saturating_sub(HEADER)).unwrap();
        assert!(resumed == elements[skipped.min(elements.len())..], "{name}, from {checkpoint:?}");
    }
}

#[test]
fn data_before_a_fault_comes_out_from_checkpoints_too() {
    for (kind, elements) in data() {
        for (level, flush) in [(0, DeflateFlush::NoFlush), (6, DeflateFlush::NoFlush), (6, DeflateFlush::PartialFlush)]
        {
            let array = idx(&elements[..200_000]);
            let config = DeflateConfig { level, mem_level: 4, ..DeflateConfig::default() };
            let mut file = member(&deflate(&array, config, flush, 3000), &array);
            for at in (0..file.len()).step_by(file.len() / 50 + 1) {
                check(&format!("{kind}, level {level}, cut off at {at}"), &file[..at]);
                let bit = 1 << (at % 8);
                file[at] ^= bit;
                check(&format!("{kind}, level {level}, a flipped bit at {at}"), &file);
                file[at] ^= bit;
            }
        }
    }
}

/// The offset of a fault counts from the start of the file, not from the checkpoint.
#[test]
fn a_fault_past_a_checkpoint_has_its_offset_in_the_file() {
    let [(_, elements), ..] = data();
    let array = idx(&elements);
    let file = member(&deflate(&array, DeflateConfig::default(), DeflateFlush::NoFlush, 3000), &array);
    let mut decoder = Decoder::new();
    decoder.record(Checkpoints::new(10_000, 1000));
    let (_, decoder) = decode(decoder, &file);
    let (layout, checkpoints) = (decoder.layout().unwrap(), decoder.checkpoints().unwrap());
    let end = file.len() - 20;
    let checkpoint = checkpoints.before(u64::MAX);
    let rest = &file[usize::try_from(checkpoint.encoded()).unwrap()..end];
    let (_, resumed) = decode(Decoder::resume(layout, checkpoint), rest);
    let fault = GzipFault::Truncated { offset: end as u64 };
    assert_eq!(resumed.warnings()[0], Warning::Gzip { layer: 1, fault });
    assert!(matches!(resumed.warnings()[1], Warning::Truncated { .. }));
}

/// A fault inside the compressed data is reported at the same place.
#[test]
fn damaged_data_past_a_checkpoint_is_reported_as_from_the_start() {
    let [(_, elements), ..] = data();
    let array = idx(&elements);
    // After each flush a block starts on a whole byte. Near the end, one gets the reserved block type.
    let mut deflated = deflate(&array, DeflateConfig::default(), DeflateFlush::FullFlush, 3000);
    let flushes: Vec<usize> = (4..deflated.len()).filter(|&at| deflated[..at].ends_with(&[0, 0, 0xFF, 0xFF])).collect();
    deflated[flushes[flushes.len() - 5]] = 7;
    let file = member(&deflated, &array);
    let mut decoder = Decoder::new();
    decoder.record(Checkpoints::new(10_000, 1000));
    let (_, decoder) = decode(decoder, &file);
    let stopped = |decoder: &Decoder| decoder.warnings().iter().any(|warning| matches!(warning, Warning::Stopped(_)));
    assert!(stopped(&decoder));
    let (layout, checkpoints) = (decoder.layout().unwrap(), decoder.checkpoints().unwrap());
    assert!(checkpoints.as_slice().len() > 2);
    for checkpoint in checkpoints.as_slice() {
        let rest = &file[usize::try_from(checkpoint.encoded()).unwrap()..];
        let (_, resumed) = decode(Decoder::resume(layout, checkpoint), rest);
        assert_eq!(resumed.warnings(), decoder.warnings(), "from {checkpoint:?}");
    }
}

/// A reference to bytes before the start of the member is a fault, also when unpacking starts at a checkpoint.
#[test]
fn no_member_refers_to_the_one_before() {
    let [.., (_, noise), _] = data();
    let array = idx(&noise[..100_000]);
    let (first, second) = array.split_at(80_000);
    let mut writer = BitWriter::default();
    second[..17_000].chunks(6000).for_each(|piece| writer.block(false, piece));
    // A block of fixed codes that starts with three bytes from 20,000 before: distance code 28 and 13 more bits.
    writer.bits(0b010, 3);
    writer.bits(0b100_0000, 7);
    writer.bits(28_u32.reverse_bits() >> 27, 5);
    writer.bits(20_000 - 16_385, 13);
    writer.block(true, &[]);
    let config = DeflateConfig::default();
    let first = member(&deflate(first, config, DeflateFlush::NoFlush, 3000), first);
    check("a reference to the member before", &[first, member(&writer.bytes, second)].concat());
}

/// Empty blocks, however many, take no memory and give no checkpoint.
#[test]
fn empty_blocks() {
    let array = idx(&vec![7; 100_000]);
    let mut deflated = deflate(&array, DeflateConfig::default(), DeflateFlush::SyncFlush, 50_000);
    let empty = [0, 0, 0, 0xFF, 0xFF].repeat(400_000);
    // The first flush ends with a stored block, which is followed by another half of the array.
    let at = deflated.windows(4).position(|bytes| bytes == [0, 0, 0xFF, 0xFF]).unwrap() + 4;
    deflated.splice(at..at, empty);
    check("empty blocks", &member(&deflated, &array));
}
