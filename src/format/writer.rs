//! Streaming arrays to IDX files.

use std::{
    error, fmt,
    io::{self, Write},
    marker::PhantomData,
};

use flate2::{Compression, write::GzEncoder};

use crate::{
    error::Error,
    format::{
        element::Element,
        layout::{ByteOrder, Layout},
    },
};

/// Writes an array of `T` as an IDX file: the header at once, then the elements in row-major order, in as many calls as
/// is convenient.
///
/// ```
/// use idxlens::format::writer::Writer;
///
/// let mut writer = Writer::new(Vec::new(), &[2, 2])?;
/// writer.write(&[1_i16, 2])?;
/// writer.write(&[3, -1])?;
/// let file = writer.finish()?;
/// assert_eq!(file, [0, 0, 0x0B, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 1, 0, 2, 0, 3, 0xFF, 0xFF]);
/// # Ok::<(), idxlens::format::writer::WriteError>(())
/// ```
///
/// Only [`Writer::finish`] completes the file.
#[derive(Debug)]
pub struct Writer<W: Write, T> {
    output: Output<W>,
    /// Bytes of all elements.
    expected: u64,
    /// Bytes of the elements written.
    written: u64,
    /// Encoded elements on their way to the output.
    buffer: Vec<u8>,
    elements: PhantomData<T>,
}

#[derive(Debug)]
enum Output<W: Write> {
    Plain(W),
    Gzip(Box<GzEncoder<W>>),
}

/// Elements encoded at a time.
const CHUNK: usize = 8 << 10;

impl<W: Write, T: Element> Writer<W, T> {
    /// Writes the header of a plain file. The dimensions are slowest first.
    ///
    /// # Errors
    /// [`WriteError::Format`] with [`Error::TooLarge`] when the shape takes 2^64 bytes or more, and with
    /// [`Error::RankOutOfRange`] above 255 dimensions, or for none, because readers disagree about rank 0.
    /// [`WriteError::Io`] when the output fails.
    pub fn new(output: W, shape: &[u32]) -> Result<Self, WriteError> {
        Self::begin(Output::Plain(output), shape)
    }

    /// Writes the header of a gzip file. The file is a single member at the highest level, without a name or a time:
    /// the same array always gives the same bytes.
    ///
    /// # Errors
    /// The errors of [`Writer::new`].
    pub fn gzip(output: W, shape: &[u32]) -> Result<Self, WriteError> {
        Self::begin(Output::Gzip(Box::new(gzip_encoder(output))), shape)
    }

    fn begin(mut output: Output<W>, shape: &[u32]) -> Result<Self, WriteError> {
        if shape.is_empty() {
            return Err(WriteError::Format(Error::RankOutOfRange { found: 0 }));
        }
        let layout = Layout::new(T::TYPE, shape.to_vec())?;
        output.write_all(&layout.header().to_bytes())?;
        Ok(Self { output, expected: layout.byte_len(), written: 0, buffer: Vec::new(), elements: PhantomData })
    }

    /// Writes the next elements.
    ///
    /// # Errors
    /// [`WriteError::Format`] with [`Error::LengthMismatch`] when there are more than the shape says; none of these is
    /// written then. [`WriteError::Io`] when the output fails.
    pub fn write(&mut self, elements: &[T]) -> Result<(), WriteError> {
        let written = self.written.saturating_add(size_of_val(elements) as u64);
        self.check(written <= self.expected, written)?;
        for chunk in elements.chunks(CHUNK) {
            self.buffer.clear();
            for element in chunk {
                element.write_to(ByteOrder::Big, &mut self.buffer);
            }
            self.output.write_all(&self.buffer)?;
        }
        self.written = written;
        Ok(())
    }

    /// Completes the file, flushes the output and returns it.
    ///
    /// # Errors
    /// [`WriteError::Format`] with [`Error::LengthMismatch`] when there were fewer elements than the shape says.
    /// [`WriteError::Io`] when the output fails.
    pub fn finish(self) -> Result<W, WriteError> {
        self.check(self.written == self.expected, self.written)?;
        let mut output = match self.output {
            Output::Plain(output) => output,
            Output::Gzip(encoder) => encoder.finish()?,
        };
        output.flush()?;
        Ok(output)
    }

    fn check(&self, fits: bool, found: u64) -> Result<(), Error> {
        if fits { Ok(()) } else { Err(Error::LengthMismatch { expected: self.expected, found }) }
    }
}

impl<W: Write> Output<W> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(output) => output.write_all(bytes),
            Self::Gzip(encoder) => encoder.write_all(bytes),
        }
    }
}

/// Why an array cannot be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The output failed.
    Io(io::Error),
    /// No IDX file has this shape, or the elements do not fill it.
    Format(Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(_) => write!(f, "cannot write the file"),
            Self::Format(_) => write!(f, "cannot write this array as IDX"),
        }
    }
}

impl error::Error for WriteError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Format(error) => Some(error),
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for WriteError {
    fn from(error: Error) -> Self {
        Self::Format(error)
    }
}

/// An encoder at the highest level, which writes neither a name nor a time: the same bytes always give the same file.
pub(crate) fn gzip_encoder<W: Write>(output: W) -> GzEncoder<W> {
    GzEncoder::new(output, Compression::best())
}
