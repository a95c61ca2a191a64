//! Whole decoding of any bytes.

use idxlens::{
    error::{Error, Warning},
    format::{
        decode::Decoder,
        encode::{checksum, gzip},
        header::Header,
    },
};

use crate::{hash, peak, pieces};

/// What comes of a file; of its elements only a hash, so that what is measured is the decoder's own memory.
#[derive(Debug, PartialEq)]
struct Decoded {
    header: Option<Header>,
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
    let promise = whole.header.as_ref().map_or(0, Header::byte_len);
    assert!(whole.elements <= promise, "more elements than promised");

    if whole.layers < Decoder::MAX_LAYERS {
        // To set up a compressor takes longer than everything else here.
        let packed = if hash(0, file) % 4 == 0 { gzip(file) } else { stored(file) };
        let packed = decoded([&packed[..]]);
        assert_eq!(packed.error.is_some(), whole.error.is_some(), "packed: {packed:?}, plain: {whole:?}");
        let shown = |decoded: &Decoded| (decoded.header.clone(), decoded.elements, decoded.hash);
        assert_eq!(shown(&packed), shown(&whole), "packed");
    }

    if let (Some(header), 0, []) = (&whole.header, whole.layers, &whole.warnings[..]) {
        let start = header.to_bytes();
        assert_eq!(file[..start.len()], start, "the header");
        assert_eq!((file.len() - start.len()) as u64, promise, "the length");
        assert_eq!(hash(0, &file[start.len()..]), whole.hash, "the elements");
    }
}

/// One gzip member, of blocks that are stored as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    const MOST: usize = u16::MAX as usize;
    let mut member = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];
    for block in bytes.chunks(MOST) {
        let length = u16::try_from(block.len()).unwrap();
        member.extend([&[0][..], &length.to_le_bytes(), &(!length).to_le_bytes(), block].concat());
    }
    member.extend([1, 0, 0, 255, 255]);
    member.extend(checksum(bytes).to_le_bytes());
    member.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
    member
}

fn decoded<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Decoded {
    let mut decoder = Decoder::new();
    let (mut state, mut elements) = (0, 0);
    let mut sink = |_: &Header, bytes: &[u8]| {
        state = hash(state, bytes);
        elements += bytes.len() as u64;
        Ok(())
    };
    let pushed = pieces.into_iter().try_for_each(|piece| decoder.push(piece, &mut sink));
    let error = pushed.and_then(|()| decoder.finish(0)).err();
    Decoded {
        header: decoder.header().cloned(),
        layers: decoder.layers(),
        elements,
        hash: state,
        warnings: decoder.warnings().to_vec(),
        error,
    }
}
