//! A pass over a file that takes checkpoints, and unpacking from each of them.

use flate2::Crc;
use idxlens::{
    error::Warning,
    format::{
        checkpoint::{Checkpoint, Checkpoints},
        decode::Decoder,
        element::ElementType,
        layout::Layout,
    },
};
use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, Status};

/// Bytes of the header of [`idx`].
pub(crate) const HEADER: u64 = 8;

/// An IDX file of single bytes.
pub(crate) fn idx(elements: &[u8]) -> Vec<u8> {
    let layout = Layout::new(ElementType::U8, vec![u32::try_from(elements.len()).unwrap()]).unwrap();
    [layout.header().to_bytes(), elements.to_vec()].concat()
}

/// Raw deflate data, with a flush after every `every` bytes.
pub(crate) fn deflate(data: &[u8], config: DeflateConfig, flush: DeflateFlush, every: usize) -> Vec<u8> {
    let mut deflate = Deflate::new_with_config(DeflateConfig { window_bits: -15, ..config });
    let (mut file, mut piece) = (Vec::new(), vec![0; 1 << 20]);
    let mut compress = |mut input: &[u8], flush| loop {
        let before = (deflate.total_in(), deflate.total_out());
        let status = deflate.compress(input, &mut piece, flush).unwrap();
        let produced = usize::try_from(deflate.total_out() - before.1).unwrap();
        input = &input[usize::try_from(deflate.total_in() - before.0).unwrap()..];
        file.extend(&piece[..produced]);
        if status != Status::Ok || input.is_empty() && produced < piece.len() {
            return;
        }
    };
    data.chunks(every).for_each(|input| compress(input, flush));
    compress(&[], DeflateFlush::Finish);
    file
}

/// A gzip member around raw deflate data.
pub(crate) fn member(deflated: &[u8], data: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(data);
    let trailer = [crc.sum().to_le_bytes(), crc.amount().to_le_bytes()].concat();
    [&[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF], deflated, &trailer].concat()
}

/// The elements and the warnings of a file, or of a part of it, pushed in pieces of `size` bytes.
pub(crate) fn decode(mut decoder: Decoder, file: &[u8], size: usize) -> (Vec<u8>, Vec<Warning>, Decoder) {
    let mut elements = Vec::new();
    for piece in file.chunks(size) {
        decoder
            .push(piece, &mut |_, bytes| {
                elements.extend_from_slice(bytes);
                Ok(())
            })
            .unwrap();
    }
    decoder.finish(0).unwrap();
    (elements, decoder.warnings().to_vec(), decoder)
}

/// A pass over a file in pieces of `size` bytes.
pub(crate) fn pass(
    file: &[u8],
    size: usize,
    (spacing, limit): (u64, usize),
) -> (Vec<u8>, Vec<Warning>, Layout, Checkpoints) {
    let mut decoder = Decoder::new();
    decoder.record(Checkpoints::new(spacing, limit));
    let (elements, warnings, decoder) = decode(decoder, file, size);
    (elements, warnings, decoder.layout().unwrap().clone(), decoder.checkpoints().unwrap().clone())
}

/// The elements and the warnings from a checkpoint on.
pub(crate) fn resume(file: &[u8], layout: &Layout, checkpoint: &Checkpoint, size: usize) -> (Vec<u8>, Vec<Warning>) {
    let start = usize::try_from(checkpoint.encoded()).unwrap();
    let (elements, warnings, _) = decode(Decoder::resume(layout, checkpoint), &file[start..], size);
    (elements, warnings)
}

/// However a file is cut, the pass gives its elements, and so does every checkpoint, to the end of the file and without
/// a fault. Returns the checkpoints.
pub(crate) fn check(name: &str, file: &[u8], elements: &[u8], spacing: u64) -> Checkpoints {
    let mut expected: Option<Checkpoints> = None;
    for size in [1 << 20, 64 << 10, 7, 1] {
        let (passed, warnings, layout, checkpoints) = pass(file, size, (spacing, 1 << 20));
        assert!(passed == elements, "{name}, in pieces of {size} bytes");
        assert_eq!(warnings, [], "{name}, in pieces of {size} bytes");
        for pair in checkpoints.as_slice().windows(2) {
            assert!(pair[0].encoded() < pair[1].encoded(), "{name}");
            assert!(pair[0].decoded() + spacing <= pair[1].decoded(), "{name}");
        }
        // In small pieces, most ends of blocks are missed: the checkpoints are fewer or others, but all are valid.
        if expected.as_ref().is_some_and(|expected| size >= 64 << 10 || checkpoints == *expected) {
            assert!(expected == Some(checkpoints), "{name}, in pieces of {size} bytes");
            continue;
        }
        for checkpoint in checkpoints.as_slice() {
            let (resumed, warnings) = resume(file, &layout, checkpoint, size.max(1021));
            let skipped = usize::try_from(checkpoint.decoded().saturating_sub(HEADER)).unwrap();
            assert!(resumed == elements[skipped..], "{name}, from {checkpoint:?}");
            assert_eq!(warnings, [], "{name}, from {checkpoint:?}");
        }
        expected.get_or_insert(checkpoints);
    }
    expected.expect("the first pass")
}
