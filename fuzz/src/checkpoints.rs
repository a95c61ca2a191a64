//! Entering gzip in the middle.

use std::{array, cell::RefCell, io::Write as _};

use arbitrary::{Arbitrary, Unstructured};
use flate2::{Compression, write::DeflateEncoder};
use idxlens::format::{
    checkpoint::{CheckpointReader, Checkpoints},
    decode::Decoder,
    element::ElementType,
    header::Header,
    layout::Layout,
};

use crate::{hash, member, pieces};

/// A file to be packed, and how.
#[derive(Arbitrary, Debug)]
pub(crate) struct Plan {
    level: u8,
    spacing: u16,
    limit: u8,
    /// A byte, how often it comes, and whether the encoder ends a block (1), or a member (2), after it.
    runs: Vec<(u8, u16, u8)>,
    /// Bytes that come as they are.
    noise: Vec<u8>,
    damage: Option<(u16, u8)>,
}

/// The output from each checkpoint on is the same as without it.
///
/// # Panics
/// If that does not hold.
pub fn checkpoints(input: &[u8]) {
    let Ok(plan) = Plan::arbitrary(&mut Unstructured::new(input)) else { return };
    // Data as long as a decoding step takes a hundred times as long, so only some inputs have it.
    let chance = usize::try_from(hash(0, input) >> 32).unwrap();
    let is_long = chance.is_multiple_of(128);
    let (mut file, array) = pack(&plan, if is_long { 1 } else { 64 });
    if let Some((at, bits)) = plan.damage
        && let Some(byte) = file.get_mut(usize::from(at))
    {
        *byte ^= bits;
    }
    let mut decoder = Decoder::new();
    decoder.record(Checkpoints::new(u64::from(plan.spacing).max(1), usize::from(plan.limit).max(1)));
    let mut elements = Vec::new();
    for piece in pieces(&file) {
        let mut take = |_: &Layout, bytes: &[u8]| {
            elements.extend_from_slice(bytes);
            Ok(())
        };
        let Ok(()) = decoder.push(piece, &mut take) else { return };
    }
    let Ok(()) = decoder.finish(0) else { return };
    let (Some(layout), Some(checkpoints)) = (decoder.layout(), decoder.checkpoints()) else { return };
    let mut reader = CheckpointReader::default();
    let mut parts = (0..).map_while(|number| checkpoints.part(number));
    assert_eq!(parts.find_map(|part| reader.push(&part).unwrap()).as_ref(), Some(checkpoints), "kept");
    let is_whole = decoder.warnings().is_empty();
    if is_whole {
        assert_eq!(elements, array, "unpacked");
    }
    let checkpoints = checkpoints.as_slice();
    let one = chance / 128 % checkpoints.len();
    for checkpoint in if is_long { checkpoints } else { &checkpoints[one..=one] } {
        let mut resumed = Decoder::resume(layout, checkpoint);
        let mut rest = Vec::new();
        let start = usize::try_from(checkpoint.encoded()).unwrap();
        for piece in pieces(&file[start..]) {
            let mut take = |_: &Layout, bytes: &[u8]| {
                rest.extend_from_slice(bytes);
                Ok(())
            };
            resumed.push(piece, &mut take).unwrap();
        }
        let skipped = usize::try_from(checkpoint.decoded().saturating_sub(layout.data_offset())).unwrap();
        assert!(rest.len() as u64 <= layout.byte_len(), "{checkpoint:?}");
        if is_whole {
            assert_eq!(rest, elements[skipped..], "{checkpoint:?}");
        }
    }
}

thread_local! {
    /// One for each level: to set them up takes longer than to use them.
    static ENCODERS: RefCell<[DeflateEncoder<Vec<u8>>; 10]> =
        RefCell::new(array::from_fn(|level| DeflateEncoder::new(Vec::new(), Compression::new(level.try_into().unwrap()))));
}

/// The packed file, and the elements in it: all lengths are by `shorter` times less than what the plan says.
pub(crate) fn pack(plan: &Plan, shorter: usize) -> (Vec<u8>, Vec<u8>) {
    let most = (1 << 18) / shorter;
    let mut array = Vec::new();
    let mut ends = Vec::new();
    for &(byte, count, end) in &plan.runs {
        array.resize((array.len() + usize::from(count) / shorter).min(most), byte);
        ends.push((array.len(), end));
    }
    array.extend_from_slice(&plan.noise);
    let length = u32::try_from(array.len()).unwrap();
    let header = Header::new(ElementType::U8, vec![length]).unwrap().to_bytes();
    ends.push((array.len(), 2));
    let (mut file, mut unpacked, mut written) = (Vec::new(), header, 0);
    ENCODERS.with_borrow_mut(|encoders| {
        let encoder = &mut encoders[usize::from(plan.level % 10)];
        encoder.write_all(&unpacked).unwrap();
        for (end, what) in ends {
            encoder.write_all(&array[written..end]).unwrap();
            unpacked.extend_from_slice(&array[written..end]);
            written = end;
            match what {
                1 => encoder.flush().unwrap(),
                2 => {
                    file.extend(member(&encoder.reset(Vec::new()).unwrap(), &unpacked));
                    unpacked.clear();
                }
                _ => {}
            }
        }
    });
    (file, array)
}
