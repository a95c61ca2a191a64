//! Files built byte by byte, and the output of the decoder, however they are cut.

use std::{iter, ops::ControlFlow};

use flate2::Crc;
use idxlens::{
    error::{Error, Warning},
    format::{decode::Decoder, layout::Layout},
};

/// An IDX file: magic number, dimensions, and any bytes as its elements.
pub(crate) fn idx(code: u8, shape: &[u32], elements: &[u8]) -> Vec<u8> {
    let rank = u8::try_from(shape.len()).unwrap();
    let mut file = vec![0, 0, code, rank];
    file.extend(shape.iter().flat_map(|size| size.to_be_bytes()));
    file.extend(elements);
    file
}

/// A gzip member around a stored block, so that every offset is known: 10 bytes of header, 5 that start the block,
/// the data, 8 of trailer.
pub(crate) fn gz(data: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(data);
    let len = u16::try_from(data.len()).unwrap();
    let mut member = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1];
    for part in
        [&len.to_le_bytes()[..], &(!len).to_le_bytes(), data, &crc.sum().to_le_bytes(), &u32::from(len).to_le_bytes()]
    {
        member.extend(part);
    }
    member
}

/// Everything that a decoder reports about a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) layout: Option<Layout>,
    pub(crate) elements: Vec<u8>,
    pub(crate) layers: u8,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) error: Option<Error>,
}

/// The report on a file that arrives in these pieces.
pub(crate) fn decode_pieces<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
    outcome(pieces, |decoder, piece, elements| {
        decoder.push(piece, &mut |_, bytes| {
            elements.extend_from_slice(bytes);
            Ok(())
        })
    })
}

/// The report on a file that arrives in these pieces when the decoder pauses after all elements that it gives.
fn decode_with_pauses<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
    outcome(pieces, |decoder, mut piece, elements| {
        let mut sink = |_: &Layout, bytes: &[u8]| {
            elements.extend_from_slice(bytes);
            Ok(ControlFlow::Break(()))
        };
        while decoder.push_until(&mut piece, &mut sink)?.is_break() {}
        assert!(piece.is_empty(), "without a break all is taken");
        Ok(())
    })
}

fn outcome<'a>(
    pieces: impl IntoIterator<Item = &'a [u8]>,
    push: impl Fn(&mut Decoder, &[u8], &mut Vec<u8>) -> Result<(), Error>,
) -> Outcome {
    let mut decoder = Decoder::new();
    let mut elements = Vec::new();
    let pushed = pieces.into_iter().try_for_each(|piece| push(&mut decoder, piece, &mut elements));
    let error = pushed.and_then(|()| decoder.finish(0)).err();
    if let Some(layout) = decoder.layout() {
        assert!(elements.len() as u64 <= layout.byte_len(), "more elements than the header promises");
    }
    assert!(decoder.is_done(), "a file that has ended is done");
    let warnings = decoder.warnings().to_vec();
    push(&mut decoder, &[1, 2, 3], &mut elements).expect("nothing is wrong with what is not looked at");
    assert_eq!(decoder.warnings(), warnings, "nothing is taken after the end");
    Outcome { layout: decoder.layout().cloned(), layers: decoder.layers(), elements, warnings, error }
}

/// The report on a file, which is the same whether it arrives whole, byte by byte, with empty pieces, or cut in two
/// anywhere.
pub(crate) fn decode(file: &[u8]) -> Outcome {
    let whole = decode_pieces([file]);
    assert_eq!(decode_pieces(file.chunks(1)), whole, "cut into single bytes");
    assert_eq!(decode_with_pauses([file]), whole, "with pauses");
    assert_eq!(decode_with_pauses(file.chunks(1)), whole, "cut into single bytes, with pauses");
    let with_nothing = file.chunks(7).flat_map(|piece| iter::once(piece).chain([&[][..]]));
    assert_eq!(decode_pieces(with_nothing), whole, "with empty pieces");
    let step = file.len().div_ceil(200).max(1);
    for at in (0..file.len()).step_by(step) {
        let (first, second) = file.split_at(at);
        assert_eq!(decode_pieces([first, second]), whole, "cut at byte {at}");
    }
    whole
}
