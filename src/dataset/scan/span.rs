//! The scan of a span of images by another worker, which has neither the store nor the labels.

use std::ops::Range;

use super::{Part, Subject};
use crate::{
    dataset::{
        labels::{Label, Labels},
        packed::{Packer, Unpacker},
        reread::Reread,
        store::Store,
    },
    error::Error,
    format::{
        checkpoint::{Checkpoint, Checkpoints},
        layout::Layout,
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
    let mut packer = Packer::new(MAGIC);
    packer.bytes(subject.layout.to_string().as_bytes());
    packer.f64s([subject.range.0, subject.range.1].into_iter());
    packer.f64s(subject.classes.iter().map(|label| label.0));
    packer.u64(images.size().unwrap_or(u64::MAX));
    packer.u64(items.start);
    packer.u64(items.end);
    packer.u64((images.layers() > 0).into());
    packer.bytes(&Checkpoints::only(images.checkpoint_of(items.start)).to_bytes());
    let labels: Vec<f64> = items.map_while(|item| labels?.label(item)).map(|label| label.0).collect();
    packer.f64s(labels.into_iter());
    packer.finish()
}

impl SpanScan {
    /// The scan that these bytes describe. `None` if they describe none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut unpacker = Unpacker::new(MAGIC, bytes)?;
        let layout: Layout = str::from_utf8(unpacker.bytes()?).ok()?.parse().ok()?;
        let [min, max] = unpacker.f64s()?.collect::<Vec<_>>()[..] else { return None };
        let classes = unpacker.f64s()?.map(Label).collect();
        let size = Some(unpacker.u64()?).filter(|&size| size != u64::MAX);
        let items = unpacker.u64()?..unpacker.u64()?;
        let is_gzip = unpacker.u64()? == 1;
        let checkpoints = Checkpoints::from_bytes(unpacker.bytes()?).ok()?;
        let labels: Vec<f64> = unpacker.f64s()?.collect();
        unpacker.end()?;
        let start = layout.data_offset().checked_add(items.start.checked_mul(layout.item_len())?)?;
        let checkpoint = if is_gzip { checkpoints.before(start).clone() } else { Checkpoint::plain(start) };
        let reread = Reread::new(layout.clone(), Vec::new(), size).over(&checkpoint, items.clone())?;
        let part = Subject { layout, range: (min, max), classes }.part();
        Some(Self { part, next: items.start, end: items.end, labels: labels.into_iter(), reread })
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
    pub fn to_bytes(&self) -> Vec<u8> {
        self.part.pack()
    }
}
