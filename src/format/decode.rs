//! The decoder: the bytes of a file to a layout, then elements as they arrive, then warnings.
//!
//! It never reads and never waits ("sans-I/O"): the caller pushes bytes in chunks of any size, and the output does not
//! depend on where they were cut. Only the bytes count, not the name of the file: gzip is unpacked wherever its magic
//! number appears, up to [`Decoder::MAX_LAYERS`] times.

use std::{mem, ops::ControlFlow};

use crate::{
    error::{Error, GzipFault, Warning},
    format::{
        array::{Accepts, Array},
        checkpoint::{Checkpoint, Checkpoints, Entry},
        gzip::Gunzip,
        layout::Layout,
        recorder::Recorder,
        sample::Sample,
        sniff::{self, Layer},
        stage::{self, Stage},
    },
};

pub use crate::format::array::{PausingSink, Sink};

/// Takes the bytes of a file in order; gives its layout and its elements.
///
/// No input makes it panic, or use more memory than some 400 KB for each layer of gzip, plus the checkpoints that it
/// records.
///
/// ```
/// use idxlens::format::decode::Decoder;
///
/// let mut elements = Vec::new();
/// let mut decoder = Decoder::new();
/// for byte in [0, 0, 8, 1, 0, 0, 0, 3, 7, 2, 1] {
///     decoder.push(&[byte], &mut |_, bytes| Ok(elements.extend_from_slice(bytes)))?;
/// }
/// decoder.finish(0)?;
/// assert_eq!(decoder.layout().unwrap().shape(), [3]);
/// assert_eq!(elements, [7, 2, 1]);
/// assert_eq!(decoder.warnings(), []);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    stage: Stage,
    array: Array,
    /// Nothing more is taken: the end was reached, or a fault.
    ended: bool,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// Limit of the layers of gzip inside gzip.
    pub const MAX_LAYERS: u8 = stage::MAX_LAYERS;

    /// Limit of the bytes past the last element that gzip data may unpack to before reading stops. A few are worth
    /// counting; a gzip bomb is not.
    pub const MAX_EXCESS: u64 = stage::MAX_EXCESS;

    /// A decoder at byte 0 of a file.
    #[must_use]
    pub fn new() -> Self {
        Self::with_layout(None)
    }

    /// A decoder at byte 0 of a file, which reads the array in this layout, if there is one, instead of the layout that
    /// the header gives.
    #[must_use]
    pub fn with_layout(chosen: Option<Layout>) -> Self {
        let array = Array { chosen, sample: Some(Sample::default()), ..Array::default() };
        Self { stage: Stage::sniff(), array, ended: false }
    }

    /// A decoder at byte 0 of a file that may be a NumPy array in Fortran's order: its layout has the dimensions
    /// backwards, as the elements are stored.
    pub(crate) fn fortran() -> Self {
        Self::accepting(Accepts::Fortran)
    }

    /// A decoder at byte 0 of a NumPy array of texts: its elements are their characters. Other arrays are refused.
    pub(crate) fn texts() -> Self {
        Self::accepting(Accepts::Texts)
    }

    fn accepting(accepts: Accepts) -> Self {
        Self { stage: Stage::sniff(), array: Array { accepts, ..Array::default() }, ended: false }
    }

    /// A decoder at byte 0 of a file that was decoded before, in this layout. It checks no checksums, and its warnings
    /// are not complete.
    pub(crate) fn reread(layout: &Layout) -> Self {
        let array = Array { chosen: Some(layout.clone()), trusts_checksums: true, ..Array::default() };
        Self { stage: Stage::sniff(), array, ended: false }
    }

    /// A decoder in the middle of a file with this layout, at a checkpoint that another decoder took. It takes
    /// the file from byte [`Checkpoint::encoded`] on. The first elements to come out are those at
    /// [`Checkpoint::decoded`].
    #[must_use]
    pub fn resume(layout: &Layout, checkpoint: &Checkpoint) -> Self {
        if checkpoint.decoded() == 0 {
            let array = Array { chosen: Some(layout.clone()), ..Array::default() };
            return Self { stage: Stage::sniff(), array, ended: false };
        }
        let received = checkpoint.decoded().saturating_sub(layout.data_offset());
        let ahead = layout.data_offset().saturating_sub(checkpoint.decoded());
        let stage = if let Entry::Plain = checkpoint.entry() {
            Stage::Elements
        } else {
            Stage::gzip(1, Vec::new(), Gunzip::resume(checkpoint), Stage::Elements)
        };
        let received = received.min(layout.byte_len());
        let layers = u8::from(matches!(stage, Stage::Gzip { .. }));
        let array = Array { layout: Some(layout.clone()), ahead, received, layers, ..Array::default() };
        Self { stage, array, ended: false }
    }

    /// Ends a gzip file that was decoded before, without a fault, with these checkpoints.
    pub(crate) fn end_as_before(&mut self, checkpoints: Checkpoints) {
        self.ended = true;
        self.stage = Stage::Elements;
        self.array.received = self.array.layout.as_ref().map_or(0, Layout::byte_len);
        self.record(checkpoints);
    }

    /// Adds to `checkpoints` from here on, if the file is gzip.
    pub fn record(&mut self, checkpoints: Checkpoints) {
        self.array.recorder = Some(Recorder::new(checkpoints));
    }

    /// The checkpoints taken so far. `None` if none are recorded, or if there is more than one layer of gzip around the
    /// array, because checkpoints are places in the outermost.
    #[must_use]
    pub fn checkpoints(&self) -> Option<&Checkpoints> {
        self.array.recorder.as_ref().filter(|_| self.array.layers == 1).map(Recorder::checkpoints)
    }

    /// Takes the next bytes of the file; the elements among them go to `sink`, never more than the header promises.
    ///
    /// # Errors
    /// When the file cannot be opened. Once the header is known, a fault that ends the decoding is no error but becomes
    /// [`Warning::Stopped`], and the elements before it stay.
    pub fn push(&mut self, mut bytes: &[u8], sink: Sink<'_>) -> Result<(), Error> {
        let flow = self.push_until(&mut bytes, &mut |layout, elements| {
            sink(layout, elements)?;
            Ok(ControlFlow::Continue(()))
        });
        flow.map(drop)
    }

    /// Like [`Decoder::push`], but pauses when `sink` breaks. `bytes` are then the ones that were not taken, and the
    /// next call goes on with the element after those that `sink` was given, even if `bytes` are empty. So the caller
    /// holds few elements at a time, whatever a few bytes of gzip data unpack to.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use idxlens::format::{decode::Decoder, encode::{encode, gzip}};
    ///
    /// let file = gzip(&encode(&[1 << 20], &[7_u8; 1 << 20])?);
    /// let (mut decoder, mut rest, mut elements) = (Decoder::new(), &file[..], 0);
    /// let flow = decoder.push_until(&mut rest, &mut |_, bytes| {
    ///     elements += bytes.len();
    ///     Ok(ControlFlow::Break(()))
    /// })?;
    /// assert!(flow.is_break() && elements < 1 << 20);
    /// # Ok::<(), idxlens::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Decoder::push`].
    pub fn push_until(&mut self, bytes: &mut &[u8], sink: PausingSink<'_>) -> Result<ControlFlow<()>, Error> {
        if self.ended {
            *bytes = &[];
            return Ok(ControlFlow::Continue(()));
        }
        match self.stage.push(bytes, &mut self.array, sink) {
            Ok(flow) => Ok(flow),
            Err(error) => {
                *bytes = &[];
                self.settle(Err(error)).map(ControlFlow::Continue)
            }
        }
    }

    /// Ends the file. `unread` bytes at the end of a plain file are counted without being pushed, because the caller
    /// has no use for them. Afterwards [`Decoder::warnings`] are final.
    ///
    /// # Errors
    /// When the end comes before the header is complete.
    pub fn finish(&mut self, unread: u64) -> Result<(), Error> {
        if mem::replace(&mut self.ended, true) {
            return Ok(());
        }
        self.array.skip(unread);
        let stage = mem::replace(&mut self.stage, Stage::Elements);
        let result = stage.finish(&mut self.array);
        self.settle(result)
    }

    fn settle(&mut self, result: Result<(), Error>) -> Result<(), Error> {
        let Err(error) = result else { return Ok(()) };
        self.ended = true;
        if self.array.layout.is_none() {
            return Err(error);
        }
        mem::replace(&mut self.stage, Stage::Elements).give_up(&mut self.array);
        self.array.warnings.push(Warning::Stopped(error));
        self.array.count();
        Ok(())
    }

    /// The layout of the array, as soon as its header is complete.
    #[must_use]
    pub fn layout(&self) -> Option<&Layout> {
        self.array.layout.as_ref()
    }

    /// The first unpacked bytes, which contain the whole header of the file.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        &self.array.head
    }

    /// The layout that the header of the file gives, even if another was chosen.
    pub(crate) fn own_layout(&self) -> Option<Layout> {
        match sniff::recognize(&self.array.head, &Array::default()) {
            Ok(Some(Layer::Array(layout))) => Some(layout),
            _ => None,
        }
    }

    /// The number of bytes of elements so far.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.array.received
    }

    /// The number of gzip layers found around the array so far.
    #[must_use]
    pub fn layers(&self) -> u8 {
        self.array.layers
    }

    /// Whether the rest of the file need not be pushed. That is so when all elements of a plain file have come. Gzip
    /// data has a checksum at its end and is never done before that.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.ended || self.array.layers == 0 && self.array.ahead == 0 && self.array.is_complete()
    }

    /// Whether no more elements come: the rest need not be pushed, or gzip data has ended and other bytes follow it.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_done() || self.stage.gunzip().is_some_and(Gunzip::is_trailing)
    }

    /// Whether gzip data has shown a fault so far, or has ended.
    pub(crate) fn is_damaged(&self) -> bool {
        self.is_exhausted() || self.stage.gunzip().is_some_and(|gunzip| !gunzip.faults().is_empty())
    }

    /// Bytes from the first element to the end of the file, once that is reached, unless some are missing or
    /// damaged.
    pub(crate) fn length(&self) -> Option<u64> {
        let is_damage = |warning: &Warning| match warning {
            Warning::Stopped(_) => true,
            Warning::Gzip { fault, .. } => matches!(fault, GzipFault::Truncated { .. } | GzipFault::Checksum { .. }),
            _ => false,
        };
        (self.ended && !self.array.warnings.iter().any(is_damage)).then_some(self.array.received + self.array.excess)
    }

    /// A sample of the elements, and of the bytes after them.
    pub(crate) fn sample(&self) -> Option<&Sample> {
        self.array.sample.as_ref()
    }

    /// The faults of the file; final once it has ended.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.array.warnings
    }
}
