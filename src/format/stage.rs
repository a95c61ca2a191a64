//! The layers of a file: each takes bytes and hands on what is in them.

use std::{mem, ops::ControlFlow};

use crate::{
    error::{Error, GzipFault, Warning},
    format::{
        array::{Array, PausingSink},
        gzip::Gunzip,
        sniff::{Layer, MAX_HEADER_LEN, is_idx, recognize, unrecognized},
    },
};

/// Limit of the layers of gzip inside gzip.
pub(crate) const MAX_LAYERS: u8 = 3;

/// Limit of the bytes past the last element that gzip data may unpack to before reading stops. A few are worth
/// counting; a gzip bomb is not.
pub(crate) const MAX_EXCESS: u64 = 8 << 10;

/// How the bytes of one layer are processed.
#[derive(Debug)]
pub(crate) enum Stage {
    /// Their format is not known yet.
    Sniff {
        prefix: Vec<u8>,
    },
    Gzip {
        layer: u8,
        /// The first bytes of the layer, as far as they are still to be unpacked.
        prefix: Vec<u8>,
        gunzip: Box<Gunzip>,
        /// Bytes of the last output that the inner stage has not taken yet. There can be none when it has paused.
        pending: Option<usize>,
        inner: Box<Stage>,
    },
    Elements,
}

impl Stage {
    pub(crate) fn sniff() -> Self {
        Self::Sniff { prefix: Vec::new() }
    }

    /// A layer of gzip around `inner`.
    pub(crate) fn gzip(layer: u8, prefix: Vec<u8>, gunzip: Gunzip, inner: Self) -> Self {
        Self::Gzip { layer, prefix, gunzip: Box::new(gunzip), pending: None, inner: Box::new(inner) }
    }

    /// Takes bytes from the front of `bytes`: all of them, unless `sink` breaks.
    pub(crate) fn push(
        &mut self,
        bytes: &mut &[u8],
        array: &mut Array,
        sink: PausingSink<'_>,
    ) -> Result<ControlFlow<()>, Error> {
        match self {
            Self::Sniff { prefix } => {
                let (first, rest) = bytes.split_at(bytes.len().min(MAX_HEADER_LEN.saturating_sub(prefix.len())));
                *bytes = rest;
                prefix.extend_from_slice(first);
                let Some(kind) = recognize(prefix, array)? else {
                    return Ok(ControlFlow::Continue(()));
                };
                let prefix = mem::take(prefix);
                match kind {
                    Layer::Gzip if array.layers == MAX_LAYERS => {
                        return Err(Error::GzipTooDeep { limit: MAX_LAYERS });
                    }
                    Layer::Gzip => {
                        array.layers += 1;
                        *self = Self::gzip(array.layers, prefix, Gunzip::new(array.trusts_checksums), Self::sniff());
                    }
                    Layer::Array(layout) => {
                        let is_own = array.chosen.is_none() && is_idx(&prefix);
                        if is_own && !prefix.starts_with(&layout.header().to_bytes()) {
                            array.warnings.push(Warning::LittleEndian);
                        }
                        array.begin(layout);
                        *self = Self::Elements;
                        let flow = array.receive(&prefix, sink)?;
                        array.head = prefix;
                        if flow.is_break() {
                            return Ok(flow);
                        }
                    }
                }
                self.push(bytes, array, sink)
            }
            Self::Gzip { layer, prefix, gunzip, pending, inner } => loop {
                if let Some(len) = pending.take() {
                    let mut output = gunzip.last(len);
                    let flow = inner.push(&mut output, array, sink)?;
                    if array.excess > MAX_EXCESS {
                        return Err(Error::Excess { offset: array.end(), found: MAX_EXCESS });
                    }
                    if flow.is_break() {
                        *pending = Some(output.len());
                        return Ok(flow);
                    }
                }
                let is_prefix = !prefix.is_empty();
                let mut input = if is_prefix { &prefix[..] } else { *bytes };
                let before = input.len();
                let recorder = array.recorder.as_mut().filter(|_| *layer == 1);
                let output = gunzip.step(&mut input, recorder);
                let produced = output.map_err(|fault| Error::Gzip { layer: *layer, fault })?.len();
                let taken = before - input.len();
                if is_prefix {
                    prefix.drain(..taken);
                } else {
                    *bytes = &bytes[taken..];
                }
                if produced > 0 {
                    *pending = Some(produced);
                } else if !is_prefix {
                    // An empty step comes when the input is used up.
                    return Ok(ControlFlow::Continue(()));
                }
            },
            Self::Elements => array.receive(mem::take(bytes), sink),
        }
    }

    /// What unpacks the outermost layer of gzip.
    pub(crate) fn gunzip(&self) -> Option<&Gunzip> {
        match self {
            Self::Gzip { gunzip, .. } => Some(gunzip),
            Self::Sniff { .. } | Self::Elements => None,
        }
    }

    /// Ignores the rest of this layer.
    pub(crate) fn give_up(self, array: &mut Array) {
        if let Self::Gzip { layer, gunzip, inner, .. } = self {
            array.warnings.extend(gunzip.faults().iter().map(|&fault| Warning::Gzip { layer, fault }));
            inner.give_up(array);
        }
    }

    /// Ends this layer.
    pub(crate) fn finish(self, array: &mut Array) -> Result<(), Error> {
        match self {
            Self::Sniff { prefix } => Err(unrecognized(&prefix, array.layers)),
            Self::Gzip { layer, gunzip, inner, .. } => {
                for fault in gunzip.finish() {
                    if array.layout.is_none() && matches!(fault, GzipFault::Truncated { .. }) {
                        return Err(Error::Gzip { layer, fault });
                    }
                    array.warnings.push(Warning::Gzip { layer, fault });
                }
                inner.finish(array)
            }
            Self::Elements => {
                array.count();
                Ok(())
            }
        }
    }
}
