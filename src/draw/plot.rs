//! A plot: the labels of all items as one line.

use crate::{
    dataset::{labels::Labels, profile::Profile},
    draw::{
        line::{Line, PlotSize},
        page::Page,
        palette::{Limits, Palette},
    },
    error::Error,
};

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
        let mut page = Self::blank(size.width().into(), size.height().into())?;
        let (count, prepared) = profile.map_or((u32::MAX, 0), |(profile, _)| (profile.count(), profile.prepared()));
        let places = span.map_or(0..count, |(first, last)| first.min(count)..last.saturating_add(1).min(count));
        let line = match profile {
            Some((profile, labels)) => Line::through(profile, labels, places, size.width()),
            None => Line::new(0, size.width()),
        };
        page.missing = count - prepared;
        page.range = match palette.limits() {
            Limits::Fixed(min, max) => Some((min, max)),
            Limits::File | Limits::Item => line.range(),
        };
        let [stride, height] = [size.width(), size.height()].map(|side| usize::try_from(side).unwrap_or(usize::MAX));
        line.paint(&mut page.pixels, stride, height, page.range.unwrap_or_default(), palette);
        Ok(page)
    }
}
