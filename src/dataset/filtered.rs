//! The figures of some of the images, such as those that match a filter.

use std::ops::Range;

use crate::{
    dataset::{
        image_pass::ImagePass,
        labels::{Label, Labels},
        shared::{Collector, Shared},
        statistics::FigureTable,
        store::Store,
    },
    format::{
        layout::Layout,
        packed::{Packer, Unpacker},
    },
};

/// The figures so far.
pub(crate) type FilteredFigures = Shared<Wanted>;

/// Which images the figures are of.
#[derive(Debug)]
pub(crate) struct Wanted {
    layout: Layout,
    range: (f64, f64),
    classes: Vec<Label>,
    /// The number of the first image that can be one of them.
    first: u64,
    /// Whether each image from there on is one of them.
    is_asked: Vec<u8>,
}

/// The figures of some of them.
#[derive(Debug)]
pub(crate) struct Part {
    count: u64,
    table: FigureTable,
}

impl FilteredFigures {
    /// The figures of these images, in any order, by the classes of the labels, in spans of about `span_len` bytes; `None`
    /// where it is not possible, or not yet.
    pub(crate) fn new(items: &[u32], images: &Store, labels: Option<&Labels>, span_len: u64) -> Option<Self> {
        ImagePass::new(images)?;
        let mut is_asked = vec![0; usize::try_from(images.items()).ok()?];
        for &item in items {
            if let Some(is_asked) = is_asked.get_mut(item as usize) {
                *is_asked = 1;
            }
        }
        let (layout, range) = (images.layout()?.clone(), images.range().unwrap_or_default());
        let asked = Wanted { layout, range, classes: ImagePass::classes(labels), first: 0, is_asked };
        Self::over(asked, images, span_len)
    }

    /// The figures of the images taken so far.
    pub(crate) fn table(&self) -> &FigureTable {
        &self.so_far().table
    }
}

impl Wanted {
    /// Whether each of the images from this one on is one of them.
    fn from(&self, number: u64) -> &[u8] {
        let at = number.checked_sub(self.first).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| self.is_asked.get(at..)).unwrap_or_default()
    }

    /// The same of these images alone.
    fn within(&self, items: &Range<u64>) -> &[u8] {
        let asked = self.from(items.start);
        &asked[..usize::try_from(items.end - items.start).map_or(asked.len(), |len| len.min(asked.len()))]
    }
}

impl Collector for Wanted {
    type Part = Part;

    const KIND: u64 = 2;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn part(&self) -> Part {
        Part { count: 0, table: FigureTable::new(&self.layout, self.range, self.classes.clone()) }
    }

    fn add(&self, part: &mut Part, number: u64, item: &[u8], label: Option<Label>) {
        if self.from(number).first() == Some(&1) {
            part.count += 1;
            part.table.add(item, label);
        }
    }

    fn merge(part: &mut Part, next: Part) {
        part.count += next.count;
        part.table.merge(&next.table);
    }

    /// The rest of the file has none of them.
    fn next_wanted(&self, number: u64) -> Option<u64> {
        self.from(number).iter().position(|is_asked| *is_asked == 1).map(|skipped| number + skipped as u64)
    }

    fn pack(&self, packer: &mut Packer, items: &Range<u64>) {
        packer.bytes(self.layout.to_string().as_bytes());
        packer.f64s(&[self.range.0, self.range.1]);
        packer.f64s(&self.classes.iter().map(|label| label.0).collect::<Vec<_>>());
        packer.bytes(self.within(items));
    }

    fn unpack(unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Self> {
        let layout = str::from_utf8(unpacker.bytes()).ok()?.parse().ok()?;
        let [min, max] = unpacker.f64s()[..] else { return None };
        let classes = unpacker.f64s().into_iter().map(Label).collect();
        Some(Self { layout, range: (min, max), classes, first: items.start, is_asked: unpacker.bytes().to_vec() })
    }

    fn pack_part(part: &mut Part, packer: &mut Packer) {
        packer.u64(part.count);
        part.table.pack(packer);
    }

    fn unpack_part(&self, unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Part> {
        let mut part = self.part();
        part.count = unpacker.u64();
        part.table.unpack(unpacker)?;
        let count: u64 = self.within(items).iter().map(|&is_asked| u64::from(is_asked)).sum();
        Some(part).filter(|part| part.count == count)
    }
}
