//! Whole decoding of any bytes.

use idxlens::{
    error::{Error, Warning},
    format::{decode::Decoder, encode::gzip, layout::Layout},
};

use crate::{hash, member, peak, pieces};

/// What comes of a file; of its elements only a hash, so that what is measured is the decoder's own memory.
#[derive(Debug, PartialEq)]
struct Decoded {
    layout: Option<Layout>,
    layers: u8,
    elements: u64,
    hash: u64,
    warnings: Vec<Warning>,
    error: Option<Error>,
}

/// The decoder's own memory: three layers of gzip, the sample, the bytes of the header, and what it says.
const MOST: usize = 2 << 20;

/// Cuts do not matter, neither does gzip; what is accepted is encoded as it was; memory and elements are bounded.
///
/// # Panics
/// If that does not hold.
pub fn decode(file: &[u8]) {
    let (whole, taken) = peak(|| decoded([file]));
    assert!(taken <= MOST + 2 * file.len(), "{taken} bytes of memory for {}", file.len());
    assert_eq!(decoded(pieces(file)), whole, "in pieces");
    let promise = whole.layout.as_ref().map_or(0, Layout::byte_len);
    assert!(whole.elements <= promise, "more elements than promised");

    // To set up what packs and what unpacks takes longer than everything else.
    let chance = hash(0, file) % 8;
    if whole.layers < Decoder::MAX_LAYERS && chance < 4 {
        let packed = decoded([&if chance == 0 { gzip(file) } else { stored(file) }[..]]);
        assert_eq!(packed.error.is_some(), whole.error.is_some(), "packed: {packed:?}, plain: {whole:?}");
        let shown = |decoded: &Decoded| (decoded.layout.clone(), decoded.elements, decoded.hash);
        assert_eq!(shown(&packed), shown(&whole), "packed");
    }

    if let (Some(layout), 0, []) = (&whole.layout, whole.layers, &whole.warnings[..]) {
        let start = layout.header().to_bytes();
        assert_eq!(file[..start.len()], start, "the header");
        assert_eq!((file.len() - start.len()) as u64, promise, "the length");
        assert_eq!(hash(0, &file[start.len()..]), whole.hash, "the elements");
    }
}

/// A gzip file of blocks that are stored as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut blocks = Vec::new();
    for block in bytes.chunks(u16::MAX.into()) {
        let length = u16::try_from(block.len()).unwrap();
        blocks.extend([&[0][..], &length.to_le_bytes(), &(!length).to_le_bytes(), block].concat());
    }
    blocks.extend([1, 0, 0, 255, 255]);
    member(&blocks, bytes)
}

fn decoded<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Decoded {
    let mut decoder = Decoder::new();
    let (mut state, mut elements) = (0, 0);
    let mut sink = |_: &Layout, bytes: &[u8]| {
        state = hash(state, bytes);
        elements += bytes.len() as u64;
        Ok(())
    };
    let pushed = pieces.into_iter().try_for_each(|piece| decoder.push(piece, &mut sink));
    let error = pushed.and_then(|()| decoder.finish(0)).err();
    Decoded {
        layout: decoder.layout().cloned(),
        layers: decoder.layers(),
        elements,
        hash: state,
        warnings: decoder.warnings().to_vec(),
        error,
    }
}
