//! A copy of a labels file with other labels for some of its items. All other bytes stay as they are.

use std::{error, fmt, mem, ops::Range};

use crate::{
    dataset::labels::{Label, LabelSource, Labels},
    error::{Error, GzipFault, Warning},
    format::{
        decode::Decoder,
        element::{ByteOrder, Element, ElementType},
        layout::Layout,
    },
};

/// An item of a labels file, and its new label; `None` keeps the label, and only reports it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The number of the item.
    pub item: u32,
    /// The new label.
    pub label: Option<f64>,
}

/// Takes the bytes of a labels file in order; gives the bytes of the corrected file, unpacked, and the labels that the
/// items had.
///
/// The header, the other columns of an item, and bytes after the last item are copied. A label that is the index of the
/// largest number becomes a one-hot row.
///
/// ```
/// use idxlens::{dataset::{correction::{Change, Correction}, labels::Labels}, format::encode::encode};
///
/// let file = encode(&[3], &[7_u8, 2, 1])?;
/// let mut labels = Labels::new(None, 1 << 20);
/// labels.push(0, &file)?;
/// let mut correction = Correction::new(&labels, vec![Change { item: 1, label: Some(3.0) }])?;
/// correction.push(&file)?;
/// correction.finish()?;
/// assert_eq!(correction.take_output(), encode(&[3], &[7_u8, 3, 1])?);
/// assert_eq!((correction.old(), correction.changed_bytes()), (&[2.0][..], 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Correction {
    layout: Layout,
    source: LabelSource,
    /// In the order of their items.
    changes: Vec<Change>,
    /// The old labels of the first of them.
    old: Vec<f64>,
    /// The bytes so far of the old label that comes next.
    partial: Vec<u8>,
    decoder: Decoder,
    /// Unpacked bytes of the file so far.
    position: u64,
    output: Vec<u8>,
    changed_bytes: u64,
}

impl Correction {
    /// A correction that has not begun, of the file that these labels are from. The changes are in ascending order of
    /// their items, each once.
    ///
    /// # Errors
    /// [`CorrectionError::Unfit`] when a label does not fit the element type, or is no column of a one-hot row;
    /// [`CorrectionError::NoItem`] when the file has no such item, or no header yet.
    ///
    /// # Panics
    /// When the changes are in another order.
    pub fn new(labels: &Labels, changes: Vec<Change>) -> Result<Self, CorrectionError> {
        assert!(changes.is_sorted_by(|one, other| one.item < other.item), "changes are in the order of their items");
        let store = labels.store();
        let last = changes.last().map_or(0, |change| change.item);
        let has_labels = |layout: &&Layout| layout.item_elements() > 0 && u64::from(last) < store.items().max(1);
        let layout = store.layout().filter(has_labels);
        let layout = layout.ok_or(CorrectionError::NoItem { item: last })?.clone();
        let source = labels.source();
        for &Change { item, label } in &changes {
            if label.is_some_and(|label| encode(&layout, source, label, layout.byte_order()).is_none()) {
                return Err(CorrectionError::Unfit { item });
            }
        }
        Ok(Self {
            // Every byte of the file is an element, so that the header and what follows the items come out, too.
            decoder: Decoder::with_layout(Some(whole_file()?)),
            layout,
            source,
            changes,
            old: Vec::new(),
            partial: Vec::new(),
            position: 0,
            output: Vec::new(),
            changed_bytes: 0,
        })
    }

    /// Takes the next bytes of the file.
    ///
    /// # Errors
    /// [`CorrectionError::File`] when they cannot be unpacked.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), CorrectionError> {
        let Self { decoder, layout, source, changes, old, partial, position, output, changed_bytes } = self;
        decoder.push(bytes, &mut |_, bytes| {
            let begin = output.len();
            output.extend_from_slice(bytes);
            let here = *position..*position + bytes.len() as u64;
            while let Some(change) = changes.get(old.len()) {
                let label = label_range(layout, *source, change.item);
                let common = label.start.max(here.start)..label.end.min(here.end);
                if common.is_empty() {
                    break;
                }
                let was = &bytes[within(&common, here.start)];
                partial.extend_from_slice(was);
                if let Some(new) = change.label.and_then(|label| encode(layout, *source, label, layout.byte_order())) {
                    let new = &new[within(&common, label.start)];
                    *changed_bytes += was.iter().zip(new).filter(|(was, new)| was != new).count() as u64;
                    let place = within(&common, here.start);
                    output[begin + place.start..begin + place.end].copy_from_slice(new);
                }
                if common.end < label.end {
                    break;
                }
                old.push(decode(layout, *source, mem::take(partial)));
            }
            *position = here.end;
            Ok(())
        })?;
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// [`CorrectionError::File`] when the file is damaged: a copy would hide that. [`CorrectionError::NoItem`] when it
    /// ended before the last item that was to change.
    pub fn finish(&mut self) -> Result<(), CorrectionError> {
        self.decoder.finish(0)?;
        for warning in self.decoder.warnings() {
            match warning {
                Warning::Stopped(error) => return Err(error.clone().into()),
                Warning::Gzip { fault: GzipFault::Trailing { .. } | GzipFault::HeaderChecksum { .. }, .. } => {}
                &Warning::Gzip { layer, fault } => return Err(Error::Gzip { layer, fault }.into()),
                _ => {}
            }
        }
        self.changes.get(self.old.len()).map_or(Ok(()), |&Change { item, .. }| Err(CorrectionError::NoItem { item }))
    }

    /// The bytes of the corrected file that are complete, without those taken before.
    #[must_use]
    pub fn take_output(&mut self) -> Vec<u8> {
        mem::take(&mut self.output)
    }

    /// The labels that the items had, in the order of the items, as far as the file has come.
    #[must_use]
    pub fn old(&self) -> &[f64] {
        &self.old
    }

    /// The number of bytes that differ from the file's.
    #[must_use]
    pub fn changed_bytes(&self) -> u64 {
        self.changed_bytes
    }
}

impl Labels {
    /// Whether the file can hold this label: its element type has the number, or a one-hot row the column.
    #[must_use]
    pub fn can_hold(&self, label: f64) -> bool {
        self.store().layout().is_some_and(|layout| encode(layout, self.source(), label, ByteOrder::Big).is_some())
    }

    /// Gives some of the items in `elements` other labels: those at these places. The elements are big-endian, as
    /// [`Store::bytes_of`](crate::dataset::store::Store::bytes_of) gives them. Places behind the last item change nothing.
    ///
    /// # Errors
    /// The first place whose label the file cannot hold.
    pub fn relabel(&self, elements: &mut [u8], changes: impl IntoIterator<Item = (usize, f64)>) -> Result<(), usize> {
        let Some(layout) = self.store().layout() else { return Ok(()) };
        let source = self.source();
        let Ok(item_len) = usize::try_from(layout.item_len()) else { return Ok(()) };
        let range = within(&label_range(layout, source, 0), layout.data_offset());
        for (place, label) in changes {
            let label = encode(layout, source, label, ByteOrder::Big).ok_or(place)?;
            if let Some(start) = place.checked_mul(item_len)
                && let Some(item) = elements.get_mut(start..).and_then(|items| items.get_mut(..item_len))
            {
                item[range.clone()].copy_from_slice(&label);
            }
        }
        Ok(())
    }
}

/// The layout of a file as bytes, from its first to whichever is its last.
fn whole_file() -> Result<Layout, Error> {
    let bytes = Layout::new(ElementType::U8, vec![u32::MAX, u32::MAX])?;
    Ok(bytes.clone().with_data_offset(0).unwrap_or(bytes))
}

/// Where the bytes of an item's label are, in the unpacked file.
fn label_range(layout: &Layout, source: LabelSource, item: u32) -> Range<u64> {
    let start = layout.data_offset() + u64::from(item) * layout.item_len();
    let size = layout.element_type().size() as u64;
    match source {
        LabelSource::Column(column) => start + column * size..start + (column + 1) * size,
        LabelSource::OneHot => start..start + layout.item_len(),
    }
}

/// A range of bytes as indices from `start` on.
fn within(range: &Range<u64>, start: u64) -> Range<usize> {
    let index = |offset: u64| usize::try_from(offset - start).expect("these bytes are in memory");
    index(range.start)..index(range.end)
}

/// The bytes of a label; `None` when there is no such label.
fn encode(layout: &Layout, source: LabelSource, label: f64, order: ByteOrder) -> Option<Vec<u8>> {
    let element = |value| layout.element_type().encode(value, order);
    match source {
        LabelSource::Column(_) => element(label),
        LabelSource::OneHot => {
            let column = i32::from_f64(label).and_then(|column| u64::try_from(column).ok())?;
            let columns = Some(layout.item_elements()).filter(|&columns| column < columns)?;
            let (zero, one) = element(0.0).zip(element(1.0))?;
            Some((0..columns).flat_map(|at| if at == column { one.clone() } else { zero.clone() }).collect())
        }
    }
}

/// The label with these bytes.
fn decode(layout: &Layout, source: LabelSource, mut bytes: Vec<u8>) -> f64 {
    layout.convert_byte_order(&mut bytes);
    let source = if source == LabelSource::OneHot { source } else { LabelSource::Column(0) };
    Label::of(layout, &bytes, source).map_or(f64::NAN, |Label(label)| label)
}

/// Why a corrected file cannot be written.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CorrectionError {
    /// The file cannot hold the new label of an item.
    Unfit {
        /// The number of the item.
        item: u32,
    },
    /// The file has no such item.
    NoItem {
        /// The number of the item.
        item: u32,
    },
    /// The file cannot be unpacked, or is damaged.
    File(Error),
}

impl fmt::Display for CorrectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit { item } => write!(f, "the file cannot hold the new label of item {item}"),
            Self::NoItem { item } => write!(f, "the file has no label of item {item}"),
            Self::File(_) => write!(f, "the labels file cannot be copied"),
        }
    }
}

impl error::Error for CorrectionError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::File(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Error> for CorrectionError {
    fn from(error: Error) -> Self {
        Self::File(error)
    }
}
