//! Offsets above 8 GiB, in the file and in the unpacked data, by repeating a part.

use flate2::Crc;
use idxlens::{
    error::Error,
    format::{
        checkpoint::Checkpoints,
        decode::{Decoder, Sink},
        element::ElementType,
        layout::Layout,
    },
};
use zlib_rs::{DeflateConfig, DeflateFlush};

use crate::{pass::deflate, streams::data};

/// A file of one member, which is never in memory as a whole.
struct Large {
    layout: Layout,
    start: Vec<u8>,
    /// The elements repeat after this many bytes, which divide no power of 2.
    elements: Vec<u8>,
    /// The same elements as deflate data that ends on a whole byte.
    part: Vec<u8>,
    parts: u64,
    end: Vec<u8>,
}

impl Large {
    fn new(parts: u32) -> Self {
        let [.., (_, noise), _] = data();
        let elements = noise[..199_999].to_vec();
        // Stored: as long in the file as unpacked, and fast.
        let config = DeflateConfig { level: 0, ..DeflateConfig::default() };
        let last_block = deflate(&[], config, DeflateFlush::FullFlush, 1);
        let flushed = |data: &[u8]| {
            let mut deflated = deflate(data, config, DeflateFlush::FullFlush, data.len());
            deflated.truncate(deflated.len() - last_block.len());
            deflated
        };
        let layout = Layout::new(ElementType::U8, vec![parts, u32::try_from(elements.len()).unwrap()]).unwrap();
        let (mut crc, mut part_crc) = (Crc::new(), Crc::new());
        crc.update(&layout.header().to_bytes());
        part_crc.update(&elements);
        (0..parts).for_each(|_| crc.combine(&part_crc));
        Self {
            start: [vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF], flushed(&layout.header().to_bytes())].concat(),
            part: flushed(&elements),
            parts: u64::from(parts),
            end: [&last_block[..], &crc.sum().to_le_bytes(), &crc.amount().to_le_bytes()].concat(),
            layout,
            elements,
        }
    }

    /// Pushes the file from byte `offset` on, until `sink` breaks.
    fn push(&self, decoder: &mut Decoder, offset: u64, sink: Sink<'_>) -> Result<(), Error> {
        let part_len = self.part.len() as u64;
        let (part, skipped) = if let Some(offset) = offset.checked_sub(self.start.len() as u64) {
            (offset / part_len, offset % part_len)
        } else {
            decoder.push(&self.start[usize::try_from(offset).unwrap()..], sink)?;
            (0, 0)
        };
        let mut skipped = usize::try_from(skipped).unwrap();
        for _ in part..self.parts {
            decoder.push(&self.part[skipped..], sink)?;
            skipped = 0;
        }
        decoder.push(&self.end[skipped..], sink)
    }
}

#[test]
fn past_8_gib() {
    let large = Large::new(43_200);
    let mut decoder = Decoder::new();
    decoder.record(Checkpoints::new(1 << 20, 64));
    let mut received = 0;
    large
        .push(&mut decoder, 0, &mut |_, bytes| {
            received += bytes.len() as u64;
            Ok(())
        })
        .unwrap();
    decoder.finish(0).unwrap();
    assert_eq!(decoder.warnings(), []);
    assert_eq!(received, large.layout.byte_len());
    let checkpoints = decoder.checkpoints().unwrap();
    assert!((32..=64).contains(&checkpoints.as_slice().len()));
    let last = checkpoints.before(u64::MAX);
    assert!(last.decoded().min(last.encoded()) > 1 << 33);
    for checkpoint in checkpoints.as_slice() {
        let mut decoder = Decoder::resume(&large.layout, checkpoint);
        let (mut offset, period) =
            (checkpoint.decoded().saturating_sub(large.layout.data_offset()), large.elements.len());
        let end = offset + 1_000_000;
        let mut sink = |_: &Layout, mut bytes: &[u8]| {
            while !bytes.is_empty() {
                let at = usize::try_from(offset % period as u64).unwrap();
                let (found, rest) = bytes.split_at(bytes.len().min(period - at));
                assert!(*found == large.elements[at..at + found.len()], "at {offset}");
                (offset, bytes) = (offset + found.len() as u64, rest);
            }
            if offset < end { Ok(()) } else { Err(Error::Empty { layer: 1 }) }
        };
        let _ = large.push(&mut decoder, checkpoint.encoded(), &mut sink);
        assert!(offset >= end.min(large.layout.byte_len()));
    }
}
