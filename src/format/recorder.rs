//! The recorder: takes checkpoints while gzip data is unpacked.

use crate::format::{
    checkpoint::{Checkpoint, Checkpoints, Entry},
    inflate::{Outcome, WINDOW},
    probe::{Probe, Verdict},
};

/// Follows the unpacking of gzip data and takes checkpoints.
#[derive(Debug)]
pub(crate) struct Recorder {
    checkpoints: Checkpoints,
    probe: Option<Probe>,
    /// Where the last probe ended. The ends of blocks before that were not seen.
    probed: u64,
}

/// A step of unpacking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress<'a> {
    /// The compressed data that was consumed, up to `encoded`.
    pub(crate) consumed: &'a [u8],
    /// The data that was unpacked, up to `decoded`.
    pub(crate) produced: &'a [u8],
    /// The end of the unpacked data of the member: at least as much as the following data may refer to.
    pub(crate) history: &'a [u8],
    pub(crate) outcome: Outcome,
    pub(crate) encoded: u64,
    pub(crate) decoded: u64,
}

impl Recorder {
    pub(crate) fn new(checkpoints: Checkpoints) -> Self {
        Self { checkpoints, probe: None, probed: 0 }
    }

    pub(crate) fn checkpoints(&self) -> &Checkpoints {
        &self.checkpoints
    }

    /// The limit of the bytes to unpack next, and whether to stop at the end of a block.
    ///
    /// Unpacking stops where the next checkpoint becomes due, so that the checkpoints do not depend on how the data was
    /// cut.
    pub(crate) fn pace(&self, decoded: u64) -> (u64, bool) {
        if let Some(probe) = &self.probe {
            return (probe.wanted() as u64, false);
        }
        match self.checkpoints.due().saturating_sub(decoded) {
            0 => (u64::MAX, true),
            left => (left, false),
        }
    }

    /// A member starts.
    pub(crate) fn member(&mut self, encoded: u64, decoded: u64) {
        if decoded >= self.checkpoints.due() {
            self.checkpoints.push(Checkpoint::new(encoded, decoded, Entry::Member));
        }
    }

    /// Some of a member was unpacked.
    pub(crate) fn follow(&mut self, step: Progress<'_>) {
        let Progress { consumed, produced, history, outcome, encoded, decoded } = step;
        if matches!(outcome, Outcome::Ended | Outcome::Corrupt) {
            self.probe = None;
        } else if let Some(probe) = &mut self.probe {
            let verdict = probe.push(consumed, produced);
            if let Verdict::Open = verdict {
                return;
            }
            if let Verdict::Found(checkpoint) = verdict {
                self.checkpoints.push(checkpoint);
            }
            (self.probe, self.probed) = (None, decoded);
        } else if let (Outcome::BlockEnd, Some(&byte)) = (outcome, consumed.last())
            // Whether an end exactly where stopping began is seen depends on how the data was cut.
            && decoded > self.checkpoints.due().max(self.probed)
        {
            let window = &history[history.len().saturating_sub(WINDOW)..];
            self.probe = Some(Probe::new(encoded, decoded, byte, window));
        }
    }
}
