//! Places in a file from which its data comes out without what is before them.

use crate::format::{
    inflate::{Bits, Outcome, WINDOW},
    probe::{Probe, Verdict},
};

/// A place in a file from which its data comes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    pub(crate) encoded: u64,
    pub(crate) decoded: u64,
    pub(crate) entry: Entry,
}

/// What is to be known to unpack from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Nothing is compressed.
    Plain,
    /// A member starts here.
    Member,
    /// A block starts here, with the bits that the byte before still had.
    Block {
        bits: Bits,
        /// What was unpacked just before, for the block may refer to it.
        window: Box<[u8]>,
    },
}

/// Checkpoints of one file, in order, at about even distances.
///
/// There are never more than a set number of them: when there are, every other one goes and the distance doubles. So
/// they take the same memory, 32 KiB each, however large the file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoints {
    points: Vec<Checkpoint>,
    spacing: u64,
    limit: usize,
}

/// Watches gzip data being unpacked and takes checkpoints.
#[derive(Debug)]
pub(crate) struct Recorder {
    checkpoints: Checkpoints,
    probe: Option<Probe>,
    /// Where the last probe ended. Up to there, the ends of blocks were passed.
    probed: u64,
}

/// What has just been unpacked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress<'a> {
    /// Of the compressed data, up to `encoded`.
    pub(crate) consumed: &'a [u8],
    /// Of the unpacked data, up to `decoded`.
    pub(crate) produced: &'a [u8],
    /// The end of the member's unpacked data: all of it, or at least as much as it may refer to.
    pub(crate) history: &'a [u8],
    pub(crate) outcome: Outcome,
    pub(crate) encoded: u64,
    pub(crate) decoded: u64,
}

impl Checkpoint {
    /// The start of any file.
    #[must_use]
    pub fn start() -> Self {
        Self { encoded: 0, decoded: 0, entry: Entry::Member }
    }

    /// A byte of a plain file.
    #[must_use]
    pub fn plain(offset: u64) -> Self {
        Self { encoded: offset, decoded: offset, entry: Entry::Plain }
    }

    /// Offset in the file of the first byte that is read from here on.
    #[must_use]
    pub fn encoded(&self) -> u64 {
        self.encoded
    }

    /// Offset in the unpacked data of the first byte that comes out from here on.
    #[must_use]
    pub fn decoded(&self) -> u64 {
        self.decoded
    }
}

impl Checkpoints {
    /// The start of the data, so far. Further ones come at least `spacing` unpacked bytes apart (no fewer than 1,024, so
    /// that none is inside an IDX header), and all in all at most `limit` (no fewer than 2).
    #[must_use]
    pub fn new(spacing: u64, limit: usize) -> Self {
        Self { points: vec![Checkpoint::start()], spacing: spacing.max(1 << 10), limit: limit.max(2) }
    }

    /// The last checkpoint from which byte `decoded` of the unpacked data still comes out.
    #[must_use]
    pub fn before(&self, decoded: u64) -> &Checkpoint {
        let after = self.points.partition_point(|checkpoint| checkpoint.decoded <= decoded);
        // There is always the start.
        &self.points[after.saturating_sub(1)]
    }

    /// The first checkpoint after which none of the unpacked data before byte `decoded` comes out any more: up to its
    /// place in the file is enough to read. `None` where the file has to be read up to its end.
    #[must_use]
    pub fn after(&self, decoded: u64) -> Option<&Checkpoint> {
        self.points.get(self.points.partition_point(|checkpoint| checkpoint.decoded < decoded))
    }

    /// All of them, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Checkpoint] {
        &self.points
    }

    /// The least distance between two of them, in unpacked bytes.
    #[must_use]
    pub fn spacing(&self) -> u64 {
        self.spacing
    }

    /// Offset in the unpacked data from which the next one may come.
    fn due(&self) -> u64 {
        self.points.last().map_or(0, |last| last.decoded.saturating_add(self.spacing))
    }

    fn push(&mut self, checkpoint: Checkpoint) {
        if self.points.len() == self.limit {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing = self.spacing.saturating_mul(2);
        }
        if checkpoint.decoded >= self.due() {
            self.points.push(checkpoint);
        }
    }
}

impl Recorder {
    pub(crate) fn new(checkpoints: Checkpoints) -> Self {
        Self { checkpoints, probe: None, probed: 0 }
    }

    pub(crate) fn checkpoints(&self) -> &Checkpoints {
        &self.checkpoints
    }

    /// How many bytes to unpack next, at most, and whether to stop at the end of a block.
    ///
    /// Unpacking stops where the next checkpoint becomes due, so that it is the same one however the data was cut.
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
            self.checkpoints.push(Checkpoint { encoded, decoded, entry: Entry::Member });
        }
    }

    /// Some of a member was unpacked.
    pub(crate) fn follow(&mut self, progress: Progress<'_>) {
        let Progress { consumed, produced, history, outcome, encoded, decoded } = progress;
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
            // One right where stopping began was perhaps passed, depending on how the data was cut.
            && decoded > self.checkpoints.due().max(self.probed)
        {
            let window = &history[history.len().saturating_sub(WINDOW)..];
            self.probe = Some(Probe::new(encoded, decoded, byte, window));
        }
    }
}
