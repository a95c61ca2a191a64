//! Checkpoints: places in a file at which unpacking can start, without the data before them.

use crate::format::inflate::Bits;

pub use self::bytes::{CheckpointReader, NotCheckpoints};

mod bytes;

/// A place in a file at which unpacking can start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    encoded: u64,
    decoded: u64,
    entry: Entry,
}

/// The data that unpacking needs to start at a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The file is not compressed.
    Plain,
    /// A member starts here.
    Member,
    /// A block starts here, with the bits that the byte before still had.
    Block {
        bits: Bits,
        /// The data unpacked just before, because the block may refer to it.
        window: Box<[u8]>,
    },
}

/// Checkpoints of one file, in order, at about even distances.
///
/// Their number is limited: at the limit, every other one is dropped and the distance doubles. So their memory, 32 KiB
/// each, does not grow with the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoints {
    points: Vec<Checkpoint>,
    spacing: u64,
    limit: usize,
}

impl Checkpoint {
    /// A place in gzip data.
    pub(crate) fn new(encoded: u64, decoded: u64, entry: Entry) -> Self {
        Self { encoded, decoded, entry }
    }

    /// The start of any file.
    #[must_use]
    pub fn start() -> Self {
        Self { encoded: 0, decoded: 0, entry: Entry::Member }
    }

    /// This byte of a plain file.
    #[must_use]
    pub fn plain(offset: u64) -> Self {
        Self { encoded: offset, decoded: offset, entry: Entry::Plain }
    }

    /// Offset in the file of the first byte to read.
    #[must_use]
    pub fn encoded(&self) -> u64 {
        self.encoded
    }

    /// Offset in the unpacked data of the first byte that comes out.
    #[must_use]
    pub fn decoded(&self) -> u64 {
        self.decoded
    }

    /// The data that unpacking needs to start here.
    pub(crate) fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl Checkpoints {
    /// Only the start of the data. Others will be at least `spacing` unpacked bytes apart (at least 1,024, so that none
    /// is inside an IDX header), and at most `limit` in all (at least 2).
    #[must_use]
    pub fn new(spacing: u64, limit: usize) -> Self {
        Self { points: vec![Checkpoint::start()], spacing: spacing.max(1 << 10), limit: limit.max(2) }
    }

    /// Only the start of the data, and this checkpoint in gzip data.
    pub(crate) fn only(checkpoint: Checkpoint) -> Self {
        let mut checkpoints = Self::new(0, 2);
        checkpoints.push(checkpoint);
        checkpoints
    }

    /// The last checkpoint from which byte `decoded` of the unpacked data comes out.
    #[must_use]
    pub fn before(&self, decoded: u64) -> &Checkpoint {
        let after = self.points.partition_point(|checkpoint| checkpoint.decoded <= decoded);
        // The start is always there.
        &self.points[after.saturating_sub(1)]
    }

    /// The first checkpoint at or after byte `decoded` of the unpacked data: reading up to its place in the file gives
    /// all data before that byte. `None` where the file must be read up to its end.
    #[must_use]
    pub fn after(&self, decoded: u64) -> Option<&Checkpoint> {
        self.points.get(self.points.partition_point(|checkpoint| checkpoint.decoded < decoded))
    }

    /// The last checkpoint at or before byte `encoded` of the file: what was unpacked before it has come out there.
    pub(crate) fn reached(&self, encoded: u64) -> &Checkpoint {
        let after = self.points.partition_point(|checkpoint| checkpoint.encoded <= encoded);
        &self.points[after.saturating_sub(1)]
    }

    /// All checkpoints, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Checkpoint] {
        &self.points
    }

    /// The number of bytes of data in memory that unpacking needs to start at the checkpoints.
    #[must_use]
    pub fn byte_len(&self) -> u64 {
        let window_len = |checkpoint: &Checkpoint| match &checkpoint.entry {
            Entry::Block { window, .. } => window.len(),
            Entry::Plain | Entry::Member => 0,
        };
        self.points.iter().map(|checkpoint| (window_len(checkpoint) + size_of::<Checkpoint>()) as u64).sum()
    }

    /// The minimum distance between two checkpoints, in unpacked bytes.
    #[must_use]
    pub fn spacing(&self) -> u64 {
        self.spacing
    }

    /// Offset in the unpacked data from which on the next checkpoint may be taken.
    pub(crate) fn due(&self) -> u64 {
        self.points.last().map_or(0, |last| last.decoded.saturating_add(self.spacing))
    }

    /// Adds a checkpoint if one is due.
    pub(crate) fn push(&mut self, checkpoint: Checkpoint) {
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
