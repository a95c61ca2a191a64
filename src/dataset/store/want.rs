//! The items that are wanted now.

use super::Store;
use crate::{dataset::images::Raster, format::checkpoint::Checkpoint};

/// Bytes of the file between two checkpoints from which on a jump takes long. A few bytes that unpack to many do not.
const FAR: u64 = 8 << 20;

/// Items that are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Want {
    /// The numbers of the items.
    pub items: Vec<u64>,
    /// What is drawn of each of them, and the sides in pixels of the squares whose means are drawn. Without it, the items
    /// are wanted whole.
    pub picture: Option<(Raster, u64)>,
}

/// Why the items that a jump in the file leads to may take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlowJump {
    /// It is gzip inside gzip, and only a single layer can be entered in the middle: it is unpacked from its start.
    Nested,
    /// Its gzip data has blocks so long that the places where it can be entered are far apart.
    LongBlocks,
}

impl SlowJump {
    /// The name of the reason.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nested => "nested",
            Self::LongBlocks => "long-blocks",
        }
    }
}

impl Store {
    /// Why jumps in the file take long, if they do; final once the pass is over. Damage matters more than that.
    #[must_use]
    pub fn slow_jump(&self) -> Option<SlowJump> {
        if self.layers() == 0 || self.keeps_all() {
            return None;
        }
        if self.layers() > 1 {
            return Some(SlowJump::Nested);
        }
        let is_whole = self.is_done() && self.layout().is_some_and(|layout| layout.items() == self.items());
        let checkpoints = self.pass.decoder().checkpoints().filter(|_| is_whole)?;
        let places = checkpoints.as_slice().iter().map(Checkpoint::encoded);
        // Behind damage there is nothing to enter.
        let gap = places
            .clone()
            .zip(places.skip(1).chain([self.read()]))
            .map(|(start, end)| end.saturating_sub(start))
            .max()?;
        // Checkpoints of a very large file are as far apart as they may be.
        (gap > FAR.max(2 * checkpoints.spacing())).then_some(SlowJump::LongBlocks)
    }

    /// Sets the items that are wanted now, whole. Whether some of them must be read and can be.
    pub fn want(&mut self, items: &[u64]) -> bool {
        self.want_all(&[Want { items: items.to_vec(), picture: None }])
    }

    /// Sets the items that are wanted now. Whether some of them must be read and can be.
    ///
    /// Items for a picture come whole if together they fit the cache. Otherwise only reductions of them stay: see
    /// [`Store::reduction`].
    pub fn want_all(&mut self, wants: &[Want]) -> bool {
        let known = self.items();
        let Some((layout, block_layout)) = self.pass.layout().zip(self.pass.block_layout()) else {
            self.schedule.set(Vec::new(), &self.pass, |_| ());
            return false;
        };
        let is_reduced = |want: &Want| {
            let byte_len = layout.item_len().saturating_mul(want.items.len() as u64);
            want.picture.is_some() && !block_layout.keeps_all() && byte_len > self.blocks.capacity()
        };
        let (reduced, whole): (Vec<&Want>, Vec<&Want>) = wants.iter().partition(|want| is_reduced(want));
        let mut items: Vec<u64> =
            whole.iter().flat_map(|want| &want.items).copied().filter(|&item| item < known).collect();
        items.sort_unstable();
        items.dedup();
        let front = self.pass.front();
        let is_in_front =
            |item| front.number() == block_layout.block_of(item) && block_layout.item(front.bytes(), item).is_some();
        let missing = self.blocks.want(block_layout, items, is_in_front);
        let is_plain = self.layers() == 0;
        self.schedule.set(missing, &self.pass, |reductions| {
            for want in reduced {
                let (Some(picture), items) = (want.picture, &want.items) else { continue };
                for &item in items.iter().filter(|&&item| item < known) {
                    reductions.want(layout, is_plain, item, picture);
                }
            }
        });
        self.is_waiting()
    }
}
