//! A plot: the labels of all items as one line.

use crate::{
    dataset::{labels::Labels, profile::Profile},
    draw::{
        line::Line,
        page::Page,
        palette::{Limits, Palette},
    },
    error::Error,
};

/// Width and height of a plot in pixels, each from 1 to [`PlotSize::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlotSize {
    width: u32,
    height: u32,
}

impl PlotSize {
    /// Limit of each side, which is that of a canvas in common browsers.
    pub const MAX: u32 = 32_767;

    /// A plot of this size.
    ///
    /// # Errors
    /// [`Error::PlotSize`] when a side is 0 or above [`PlotSize::MAX`].
    pub fn new(width: u32, height: u32) -> Result<Self, Error> {
        for side in [width, height] {
            if side == 0 || side > Self::MAX {
                return Err(Error::PlotSize { expected: Self::MAX.into(), found: side.into() });
            }
        }
        Ok(Self { width, height })
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(self) -> u32 {
        self.width
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(self) -> u32 {
        self.height
    }
}

impl Page {
    /// Draws the line through the values of a profile as far as it is prepared, or a span of it: the places of the
    /// first and the last value. Without a profile, all of its values are missing.
    ///
    /// # Errors
    /// [`Error::PageTooLarge`] above [`MAX_PIXELS`](super::page::MAX_PIXELS), [`Error::OutOfMemory`].
    pub fn plot(
        profile: Option<(&Profile, &Labels)>,
        span: Option<(u32, u32)>,
        size: PlotSize,
        palette: &Palette,
    ) -> Result<Self, Error> {
        let mut page = Self::blank(size.width.into(), size.height.into())?;
        let (count, prepared) = profile.map_or((u32::MAX, 0), |(profile, _)| (profile.count(), profile.prepared()));
        let places = span.map_or(0..count, |(first, last)| first.min(count)..last.saturating_add(1).min(count));
        let line = match profile {
            Some((profile, labels)) => Line::through(profile, labels, places, size.width),
            None => Line::new(0, size.width),
        };
        page.missing = count - prepared;
        page.range = match palette.limits() {
            Limits::Fixed(min, max) => Some((min, max)),
            Limits::File | Limits::Item => line.range(),
        };
        let [stride, height] = [size.width, size.height].map(|side| usize::try_from(side).unwrap_or(usize::MAX));
        line.paint(&mut page.pixels, stride, height, page.range.unwrap_or_default(), palette);
        Ok(page)
    }
}
