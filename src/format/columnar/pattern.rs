//! The shape of lists: all are like the first.

/// Limit of the values of a list. Each takes a byte here.
pub(super) const MAX_LEN: usize = 1 << 24;

/// The levels of the values of the first list, which those of the others repeat.
#[derive(Debug, Default)]
pub(super) struct Pattern {
    levels: Vec<u8>,
    is_complete: bool,
    /// Values of the list at hand.
    at: usize,
}

impl Pattern {
    /// Takes the level of the next value; 0 begins a list. Whether the list, and the one that ends before it, is like the
    /// first.
    pub(super) fn push(&mut self, level: u8) -> bool {
        if level == 0 && !self.end_list() {
            return false;
        }
        if !self.is_complete {
            self.levels.push(level);
        } else if self.levels.get(self.at) != Some(&level) {
            return false;
        }
        self.at += 1;
        true
    }

    /// Ends the list at hand, if there is one. Whether it is as long as the first.
    pub(super) fn end_list(&mut self) -> bool {
        let is_like = !self.is_complete || self.at == 0 || self.at == self.levels.len();
        self.is_complete |= self.at > 0;
        self.at = 0;
        is_like
    }

    /// Whether the first list is as long as it may be.
    pub(super) fn is_full(&self) -> bool {
        !self.is_complete && self.levels.len() >= MAX_LEN
    }

    /// All lists have so many values, at most [`MAX_LEN`], without others in them.
    pub(super) fn set_len(&mut self, len: usize) {
        self.levels.resize(len, 1);
        self.is_complete = true;
    }

    /// How many values a list has, once one has ended.
    pub(super) fn known_len(&self) -> Option<usize> {
        self.is_complete.then_some(self.levels.len())
    }

    /// How many values the first list has so far.
    pub(super) fn len(&self) -> usize {
        self.levels.len()
    }

    /// The sizes of the dimensions of a list. `None` when the lists in it have several.
    pub(super) fn shape(&self, rank: u8) -> Option<Vec<u32>> {
        let mut shape = Vec::new();
        let mut span = 1;
        for level in (1..=rank.max(1)).rev() {
            let is_end = |&(at, &found): &(usize, &u8)| at > 0 && found < level;
            let end = self.levels.iter().enumerate().find(is_end).map_or(self.levels.len(), |(at, _)| at);
            shape.insert(0, u32::try_from(end / span).ok()?);
            span = end.max(1);
        }
        let level_at = |at: usize| {
            let mut span = 1;
            let mut level = rank;
            for &size in shape.iter().rev() {
                span *= size as usize;
                if !at.is_multiple_of(span) {
                    break;
                }
                level = level.saturating_sub(1);
            }
            level
        };
        let is_regular = rank == 0 || self.levels.iter().enumerate().all(|(at, &level)| level == level_at(at));
        let len = shape.iter().map(|&size| size as usize).product::<usize>();
        (is_regular && len == self.levels.len()).then_some(shape)
    }
}
