//! Decoding any bytes.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use idxlens::{
    error::{Error, Warning},
    format::{decode::Decoder, element::ElementType, encode::gzip, header::Header, layout::Layout},
};

use crate::{hash, member, peak, pieces};

/// The result of decoding a file. Elements are only hashed, so that the memory measured is the decoder's own.
#[derive(Debug, PartialEq)]
struct Decoded {
    layout: Option<Layout>,
    layers: u8,
    elements: u64,
    hash: u64,
    warnings: Vec<Warning>,
    error: Option<Error>,
}

/// Limit of the decoder's own memory: three layers of gzip, the sample, the bytes of the header, and the layout.
const MAX_MEMORY: usize = 2 << 20;

/// The output depends neither on cuts nor on gzip; encoding it gives the file again; memory and elements are bounded.
///
/// # Panics
/// If that does not hold.
pub fn decode(file: &[u8]) {
    let (whole, taken) = peak(|| decoded([file]));
    assert!(taken <= MAX_MEMORY + 2 * file.len(), "{taken} bytes of memory for {}", file.len());
    assert_eq!(decoded(pieces(file)), whole, "in pieces");
    let promise = whole.layout.as_ref().map_or(0, Layout::byte_len);
    assert!(whole.elements <= promise, "more elements than promised");

    // Packing and unpacking take longer than everything else, so only some inputs try them.
    let chance = hash(0, file) % 16;
    if chance >= 12 {
        crosses_a_step(file);
    }
    if whole.layers < Decoder::MAX_LAYERS && chance < 8 {
        let packed = decoded([&if chance < 2 { gzip(file) } else { stored(file) }[..]]);
        assert_eq!(packed.error.is_some(), whole.error.is_some(), "packed: {packed:?}, plain: {whole:?}");
        let shown = |decoded: &Decoded| (decoded.layout.clone(), decoded.elements, decoded.hash);
        assert_eq!(shown(&packed), shown(&whole), "packed");
    }

    if let (Some(layout), 0, []) = (&whole.layout, whole.layers, &whole.warnings[..]) {
        let (start, elements) = file.split_at(usize::try_from(layout.data_offset()).unwrap());
        assert!(start == layout.header().to_bytes() || start.starts_with(b"\x93NUMPY"), "the header");
        assert_eq!(elements.len() as u64, promise, "the length");
        assert_eq!(hash(0, elements), whole.hash, "the elements");
    }
}

/// Bytes that the decoder unpacks in one step.
const STEP: usize = 256 << 10;

/// Elements on both sides of the end of a decoding step come out as they are. Zeros before them cost little to pack.
fn crosses_a_step(elements: &[u8]) {
    let before = STEP - 8 - (elements.len() / 2).min(STEP - 8);
    let elements = [&vec![0; before], elements].concat();
    let header = Header::new(ElementType::U8, vec![u32::try_from(elements.len()).unwrap()]).unwrap();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&[&header.to_bytes()[..], &elements].concat()).unwrap();
    let file = encoder.finish().unwrap();
    let expected = Decoded {
        layout: Some(header.try_into().unwrap()),
        layers: 1,
        elements: elements.len() as u64,
        hash: hash(0, &elements),
        warnings: Vec::new(),
        error: None,
    };
    assert_eq!(decoded([&file[..]]), expected, "across a step");
    assert_eq!(decoded(pieces(&file)), expected, "across a step, in pieces");
}

/// A gzip file of stored blocks.
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
