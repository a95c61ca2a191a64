//! The output does not depend on where the input is cut: for any bytes, and for damaged files.

use idxlens::format::encode::gzip;
use proptest::{prelude::*, sample::Index};

use crate::files::{decode_pieces, idx};

/// A valid file with flipped bits, lost, doubled and inserted bytes.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let elements = prop_oneof![prop::collection::vec(any::<u8>(), 0..600), (0..40_000_usize).prop_map(|n| vec![0; n])];
    let code = prop::sample::select(vec![8_u8, 9, 0x0B, 0x0C, 0x0D, 0x0E]);
    let shape = prop::collection::vec(0..20_u32, 0..4);
    let good = (code, shape, elements).prop_map(|(code, shape, elements)| idx(code, &shape, &elements));
    let wrap = |file: Vec<u8>, layers| (0..layers).fold(file, |file, _| gzip(&file));
    let good = (good, 0..4_u8).prop_map(move |(file, layers)| wrap(file, layers));
    let change = prop_oneof![
        (any::<Index>(), 0..8_u8).prop_map(|(at, bit)| Change::Flip { at, bit }),
        any::<Index>().prop_map(|at| Change::Cut { at }),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::Remove { from, to }),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::Double { from, to }),
        (any::<Index>(), prop::collection::vec(any::<u8>(), 0..40))
            .prop_map(|(at, bytes)| Change::Insert { at, bytes }),
    ];
    (good, prop::collection::vec(change, 0..4))
        .prop_map(|(file, changes)| changes.iter().fold(file, |file, change| change.of(file)))
}

#[derive(Clone, Debug)]
enum Change {
    Flip { at: Index, bit: u8 },
    Cut { at: Index },
    Remove { from: Index, to: Index },
    Double { from: Index, to: Index },
    Insert { at: Index, bytes: Vec<u8> },
}

impl Change {
    fn of(&self, mut file: Vec<u8>) -> Vec<u8> {
        let range = |from: &Index, to: &Index| {
            let (from, to) = (from.index(file.len() + 1), to.index(file.len() + 1));
            from.min(to)..from.max(to)
        };
        match self {
            Self::Flip { .. } if file.is_empty() => {}
            Self::Flip { at, bit } => *at.get_mut(&mut file) ^= 1 << bit,
            Self::Cut { at } => file.truncate(at.index(file.len() + 1)),
            Self::Remove { from, to } => drop(file.drain(range(from, to))),
            Self::Double { from, to } => file.extend_from_within(range(from, to)),
            Self::Insert { at, bytes } => {
                let at = at.index(file.len() + 1);
                file.splice(at..at, bytes.iter().copied());
            }
        }
        file
    }
}

/// `file` cut at these places.
fn pieces<'a>(mut file: &'a [u8], cuts: &[Index]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    for cut in cuts {
        let (piece, rest) = file.split_at(cut.index(file.len() + 1));
        pieces.push(piece);
        file = rest;
    }
    pieces.push(file);
    pieces
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_give_the_same_however_they_are_cut(
        start in prop::sample::select(vec![&b""[..], &[0, 0], &[0, 0, 8, 2, 0, 0, 0], &[0x1F, 0x8B, 8, 0], b"<", b"P"]),
        bytes in prop::collection::vec(any::<u8>(), 0..1200),
        cuts in prop::collection::vec(any::<Index>(), 0..5),
    ) {
        let file = [start, &bytes].concat();
        prop_assert_eq!(decode_pieces(pieces(&file, &cuts)), decode_pieces([&file[..]]));
    }

    #[test]
    fn damaged_files_give_the_same_however_they_are_cut(
        file in damaged(),
        cuts in prop::collection::vec(any::<Index>(), 0..5),
    ) {
        let whole = decode_pieces([&file[..]]);
        prop_assert_eq!(&decode_pieces(pieces(&file, &cuts)), &whole);
        prop_assert_eq!(&decode_pieces(file.chunks(3)), &whole);
        prop_assert_eq!(whole.error.is_none(), whole.layout.is_some());
    }
}
