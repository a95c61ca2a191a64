//! Indexes of any bytes, and files that changed since theirs was made.

use std::iter;

use arbitrary::{Arbitrary, Unstructured};
use idxlens::{
    dataset::store::Store,
    format::{checkpoint::Checkpoints, decode::Decoder, encode::checksum},
};

use crate::{
    checkpoints::{Plan, pack},
    peak,
};

/// A file, and what happened to it and to its index between two visits.
#[derive(Arbitrary, Debug)]
struct Visits {
    plan: Plan,
    /// A part, a byte of it, and what that becomes.
    changed: Vec<(u8, u16, u8)>,
    /// Whether the parts of the index get checksums that fit.
    is_sealed: bool,
    overwritten: Option<(u16, u16, u8)>,
    items: Vec<u16>,
}

/// Limit of the memory that an index may take besides its own bytes.
const MAX_MEMORY: usize = 2 << 20;

/// An index that was kept ends the next pass, and every item is that of the file. Whatever it became is refused or does no
/// harm; so is a file that has changed.
///
/// # Panics
/// If that does not hold.
pub fn recall(input: &[u8]) {
    let Ok(visits) = Visits::arbitrary(&mut Unstructured::new(input)) else { return };
    let (mut file, array) = pack(&visits.plan, 64);
    let Some(index) = index(&file) else { return };
    let kept = changed(&index, &visits);
    let is_changed = kept != index;
    let mut is_overwritten = false;
    if let Some((start, len, byte)) = visits.overwritten {
        let start = usize::from(start).min(file.len());
        let end = (start + usize::from(len)).min(file.len());
        is_overwritten = file[start..end].iter().any(|&before| before != byte);
        file[start..end].fill(byte);
    }
    let mut store = Store::new(Some(file.len() as u64), 0);
    // The header only, so that the pass is not over.
    while store.layout().is_none() {
        let Some(wanted) = store.wanted() else { return };
        let start = usize::try_from(wanted.start).unwrap();
        if start >= file.len() || store.push(wanted.start, &file[start..=start]).is_err() {
            return;
        }
    }
    let (recalled, taken) = peak(|| kept.iter().find_map(|part| store.recall(part)));
    let is_recalled = recalled == Some(true);
    let len: usize = kept.iter().map(Vec::len).sum();
    assert!(taken <= MAX_MEMORY + 4 * len, "{taken} bytes of memory for {len}");
    assert!(is_recalled || is_changed || is_overwritten, "refused");
    if !is_recalled {
        return;
    }
    store.want(&visits.items.iter().map(|&item| item.into()).collect::<Vec<_>>());
    let mut outcome = Ok(());
    while let Some(wanted) = store.wanted().filter(|_| outcome.is_ok()) {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        assert!(start <= end && end <= file.len(), "bytes {start} to {end} of {}", file.len());
        outcome = store.push(wanted.start, &file[start..end]);
    }
    assert!(!store.is_waiting(), "waiting for nothing");
    if is_changed || is_overwritten {
        return;
    }
    assert_eq!(outcome, Ok(()));
    for &item in visits.items.iter().filter(|&&item| usize::from(item) < array.len()) {
        assert_eq!(store.item(item.into()), array.get(usize::from(item)..=item.into()), "item {item}");
    }
}

/// The parts of the index of a file without faults, with checkpoints that are closer than usual.
fn index(file: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut store = Store::new(Some(file.len() as u64), 0);
    while let Some(wanted) = store.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        store.push(wanted.start, &file[start..end]).ok()?;
    }
    let findings = store.index_part(0)?;
    let mut decoder = Decoder::new();
    decoder.record(Checkpoints::new(1 << 10, 100));
    decoder.push(file, &mut |_, _| Ok(())).ok()?;
    let checkpoints = decoder.checkpoints()?;
    Some(iter::once(findings).chain((0..).map_while(|number| checkpoints.part(number))).collect())
}

fn changed(index: &[Vec<u8>], visits: &Visits) -> Vec<Vec<u8>> {
    let mut parts = index.to_vec();
    for &(part, at, byte) in &visits.changed {
        let part = usize::from(part) % parts.len();
        let at = usize::from(at) % parts[part].len();
        parts[part][at] = byte;
    }
    if visits.is_sealed {
        for part in &mut parts {
            let body = part.len() - 4;
            let sum = checksum(&part[..body]).to_le_bytes();
            part[body..].copy_from_slice(&sum);
        }
    }
    parts
}
