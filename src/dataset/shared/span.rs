//! The pass over a span of images by another worker, which has neither the store nor the labels.

use std::{fmt::Debug, ops::Range};

use super::{Collector, Subject, part_to_bytes};
use crate::{
    dataset::{
        copies::Copies,
        distances::Reference,
        filtered::Wanted,
        labels::{Label, Labels},
        reread::Reread,
        scan::Everything,
        search::Finder,
        store::Store,
    },
    error::Error,
    format::{
        checkpoint::{Checkpoint, CheckpointReader, Checkpoints},
        packed::{Packer, Unpacker},
    },
};

/// The magic number of a task, with the version of the form.
const MAGIC: [u8; 8] = *b"idxspan\x02";

/// A pass over some images of a file that follow one another.
#[derive(Debug)]
pub struct SpanPass(Box<dyn Work>);

/// A pass for any collector.
trait Work: Debug {
    fn wanted(&self) -> Option<Range<u64>>;
    fn feed(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error>;
    fn to_bytes(&mut self) -> Vec<u8>;
}

#[derive(Debug)]
struct Pass<C: Collector> {
    collector: C,
    part: C::Part,
    /// Those that are still to come.
    items: Range<u64>,
    first: u64,
    /// Those of the images, as far as they have any.
    labels: Vec<f64>,
    reread: Reread,
}

/// All that the pass over these images needs, as bytes.
pub(in crate::dataset) fn task<C: Collector>(
    collector: &C,
    images: &Store,
    labels: Option<&Labels>,
    items: Range<u64>,
) -> Vec<u8> {
    let (checkpoint, encoded_end) = images.way_to(&items);
    let mut packer = Packer::new(MAGIC);
    packer.u64s(&[C::KIND, items.start, items.end, encoded_end.min(images.size().unwrap_or(u64::MAX))]);
    collector.subject().pack(&mut packer);
    collector.pack(&mut packer, &items);
    packer.u64((images.layers() > 0).into());
    packer.bytes(&Checkpoints::only(checkpoint).part(0).unwrap_or_default());
    packer.f64s(&items.map_while(|item| Some(labels?.label(item)?.0)).collect::<Vec<_>>());
    packer.finish()
}

impl SpanPass {
    /// The pass that these bytes describe. `None` if they describe none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut unpacker = Unpacker::new(MAGIC, bytes)?;
        let [kind, start, end, encoded_end] = unpacker.u64s()[..] else { return None };
        let items = start..end;
        Some(Self(match kind {
            Everything::KIND => Box::new(Pass::<Everything>::unpack(unpacker, items, encoded_end)?),
            Reference::KIND => Box::new(Pass::<Reference>::unpack(unpacker, items, encoded_end)?),
            Wanted::KIND => Box::new(Pass::<Wanted>::unpack(unpacker, items, encoded_end)?),
            Finder::KIND => Box::new(Pass::<Finder>::unpack(unpacker, items, encoded_end)?),
            Copies::KIND => Box::new(Pass::<Copies>::unpack(unpacker, items, encoded_end)?),
            _ => return None,
        }))
    }

    /// The bytes of the file that are wanted next; `None` at the end.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        self.0.wanted()
    }

    /// Takes bytes of the file: see [`Reread::push`].
    ///
    /// # Errors
    /// The errors of [`Reread::push`].
    pub fn feed(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.0.feed(offset, bytes)
    }

    /// What was collected, for the job that the task is from.
    #[must_use]
    pub fn to_bytes(&mut self) -> Vec<u8> {
        self.0.to_bytes()
    }
}

impl<C: Collector> Pass<C> {
    fn unpack(mut unpacker: Unpacker<'_>, items: Range<u64>, encoded_end: u64) -> Option<Self> {
        let collector = C::unpack(Subject::unpack(&mut unpacker)?, &mut unpacker, &items)?;
        let is_gzip = unpacker.u64() == 1;
        let checkpoints = CheckpointReader::default().push(unpacker.bytes()).ok()??;
        let labels = unpacker.f64s();
        unpacker.end()?;
        let layout = collector.subject().layout.clone();
        let place = layout.data_offset().checked_add(items.start.checked_mul(layout.item_len())?)?;
        let checkpoint = if is_gzip { checkpoints.before(place).clone() } else { Checkpoint::plain(place) };
        let reread = Reread::new(layout, items.end, Vec::new(), None).over(&checkpoint, items.clone(), encoded_end)?;
        Some(Self { part: collector.part(), collector, first: items.start, items, labels, reread })
    }
}

impl<C: Collector> Work for Pass<C> {
    fn wanted(&self) -> Option<Range<u64>> {
        self.collector.next_wanted(&self.items).and_then(|_| self.reread.wanted())
    }

    fn feed(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { collector, part, items: left, first, labels, reread } = self;
        reread.push(offset, bytes, &mut |layout, items| {
            for item in items.chunks_exact(usize::try_from(layout.item_len()).unwrap_or(usize::MAX)) {
                if let Some(number) = left.next() {
                    let label = usize::try_from(number - *first).ok().and_then(|at| labels.get(at));
                    collector.add(part, number, item, label.copied().map(Label));
                }
            }
            Ok(())
        })?;
        // As far as that spares reading.
        if let Some(next) = collector.next_wanted(left)
            && let Some(start) = reread.skip_to(next)
        {
            left.start = start;
        }
        Ok(())
    }

    fn to_bytes(&mut self) -> Vec<u8> {
        part_to_bytes::<C>(&mut self.part)
    }
}
