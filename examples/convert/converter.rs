//! How the library's converters are driven: each says which bytes of a file it wants, and gives what comes out.

use std::ops::Range;

use idxlens::{
    error::Error,
    format::{
        matlab::Matlab, pickle::Pickle, reorder::Reorder, safetensors::Safetensors, tar, text_labels::TextLabels,
        unpack::Unpack, zip,
    },
};

use crate::{Result, source::Source};

/// A converter with one output, or none.
pub(crate) trait Converter {
    /// The bytes that it wants next.
    fn wanted(&self) -> Option<Range<u64>>;

    /// Takes these bytes, and appends what comes out. After an error, more may be wanted.
    fn step(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> std::result::Result<(), Error>;
}

macro_rules! converters {
    ($($converter:ty: $output:expr),+ $(,)?) => {
        $(impl Converter for $converter {
            fn wanted(&self) -> Option<Range<u64>> {
                self.wanted()
            }

            fn step(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> std::result::Result<(), Error> {
                let result = self.push(bytes);
                let take: fn(&mut Self) -> Vec<u8> = $output;
                output.append(&mut take(self));
                result
            }
        })+
    };
}

converters! {
    Matlab: Self::take_output,
    Pickle: Self::take_output,
    Reorder: Self::take_output,
    Safetensors: |_| Vec::new(),
    tar::Archive: Self::take_output,
    TextLabels: Self::take_output,
    Unpack: Self::take_output,
    zip::Archive: |_| Vec::new(),
}

/// All that comes out of a file.
pub(crate) fn all_of(converter: &mut impl Converter, source: &Source) -> Result<Vec<u8>> {
    let (output, fault) = all_before_damage(converter, source)?;
    fault.map_or(Ok(output), |fault| Err(fault.into()))
}

/// What comes out of a file that may be damaged, and what is wrong with it.
pub(crate) fn all_before_damage(converter: &mut impl Converter, source: &Source) -> Result<(Vec<u8>, Option<Error>)> {
    let (mut output, mut fault) = (Vec::new(), None);
    while let Some(wanted) = converter.wanted() {
        let result = converter.step(&source.read(wanted)?, &mut output);
        fault = fault.or(result.err());
    }
    Ok((output, fault))
}
