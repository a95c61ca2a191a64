//! The scan of a span of images by another worker, which has neither the store nor the labels.

use std::ops::Range;

use super::{Part, Subject};
use crate::{
    dataset::{
        labels::{Label, Labels},
        reread::Reread,
        store::Store,
    },
    error::Error,
    format::{
        checkpoint::{Checkpoint, Checkpoints},
        packed::{Packer, Unpacker},
    },
};

/// The magic number of a task, with the version of the form.
const MAGIC: [u8; 8] = *b"idxspan\x01";

/// A scan of some images of a file that follow one another.
#[derive(Debug)]
pub struct SpanScan {
    part: Part,
    next: u64,
    end: u64,
    /// Those of the images, as far as they have any.
    labels: std::vec::IntoIter<f64>,
    reread: Reread,
}

/// All that the scan of these images needs, as bytes.
pub(super) fn task(subject: &Subject, images: &Store, labels: Option<&Labels>, items: Range<u64>) -> Vec<u8> {
    let (checkpoint, encoded_end) = images.way_to(&items);
    let mut packer = Packer::new(MAGIC);
    subject.pack(&mut packer);
    packer.u64s(&[items.start, items.end, encoded_end.min(images.size().unwrap_or(u64::MAX))]);
    packer.u64((images.layers() > 0).into());
    packer.bytes(&Checkpoints::only(checkpoint).to_bytes());
    packer.f64s(&items.map_while(|item| Some(labels?.label(item)?.0)).collect::<Vec<_>>());
    packer.finish()
}

impl SpanScan {
    /// The scan that these bytes describe. `None` if they describe none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut unpacker = Unpacker::new(MAGIC, bytes)?;
        let subject = Subject::unpack(&mut unpacker)?;
        let [start, end, encoded_end] = unpacker.u64s()[..] else { return None };
        let is_gzip = unpacker.u64() == 1;
        let checkpoints = Checkpoints::from_bytes(unpacker.bytes()).ok()?;
        let labels = unpacker.f64s();
        unpacker.end()?;
        let layout = subject.layout.clone();
        let place = layout.data_offset().checked_add(start.checked_mul(layout.item_len())?)?;
        let checkpoint = if is_gzip { checkpoints.before(place).clone() } else { Checkpoint::plain(place) };
        let reread = Reread::new(layout, end, Vec::new(), None).over(&checkpoint, start..end, encoded_end)?;
        Some(Self { part: subject.part(), next: start, end, labels: labels.into_iter(), reread })
    }

    /// The bytes of the file that are wanted next; `None` at the end.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        if self.next < self.end { self.reread.wanted() } else { None }
    }

    /// Takes bytes of the file: see [`Reread::push`].
    ///
    /// # Errors
    /// The errors of [`Reread::push`].
    pub fn feed(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { part, next, end, labels, reread } = self;
        reread.push(offset, bytes, &mut |layout, items| {
            for item in items.chunks_exact(usize::try_from(layout.item_len()).unwrap_or(usize::MAX)) {
                if *next < *end {
                    part.add(*next, item, labels.next().map(Label));
                }
                *next += 1;
            }
            Ok(())
        })
    }

    /// What was found, for the scan that the task is from.
    #[must_use]
    pub fn to_bytes(&mut self) -> Vec<u8> {
        self.part.pack()
    }
}
