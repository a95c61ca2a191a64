//! What a store's items look like: how they are drawn, the values that are drawn, and the range of the values.

use std::ops::Range;

use super::Store;
use crate::{
    dataset::{axes::Axis, images::Raster, presentation::Presentation, range::NotFinite},
    format::element::ElementType,
};

impl Store {
    /// How items are shown, where that is not the header's own way.
    #[must_use]
    pub fn presentation(&self) -> &Presentation {
        &self.presentation
    }

    /// The same, to be changed.
    pub fn presentation_mut(&mut self) -> &mut Presentation {
        &mut self.presentation
    }

    /// Shows items as another store shows those of the same shape.
    #[must_use]
    pub fn presented_like(self, other: &Self) -> Self {
        Self { presentation: other.presentation.clone(), ..self }
    }

    /// The axes that items are cut along, if they are shown as slices.
    #[must_use]
    pub fn axes(&self) -> Option<Vec<Axis>> {
        self.presentation.axes(self.layout()?)
    }

    /// How items are drawn.
    #[must_use]
    pub fn raster(&self) -> Option<Raster> {
        Some(self.presentation.raster(self.layout()?))
    }

    /// The values of a part of item `index` as it is drawn (see [`Store::raster`]), row by row, all channels of a pixel
    /// side by side. Empty if they are not in memory.
    #[must_use]
    pub fn values(&self, index: u64, rows: Range<u64>, columns: Range<u64>) -> Vec<f64> {
        let (Some(layout), Some(raster)) = (self.layout(), self.raster()) else { return Vec::new() };
        let value = |element: &[u8]| layout.element_type().value(element);
        self.elements(index, rows.clone(), columns.clone(), value)
            .unwrap_or_else(|| self.reduced_values(index, raster, rows, columns))
    }

    /// The same, with what `value` makes of the bytes of each element, which are big-endian: integers beyond 2^53, for
    /// example. `None` if the whole item is not in memory.
    #[must_use]
    pub fn elements<T>(
        &self,
        index: u64,
        rows: Range<u64>,
        columns: Range<u64>,
        value: impl Fn(&[u8]) -> T,
    ) -> Option<Vec<T>> {
        let (layout, raster, item) = (self.layout()?, self.raster()?, self.item(index)?);
        let size = layout.element_type().size();
        let mut values = Vec::new();
        if item.is_empty() {
            return Some(values);
        }
        for row in rows.start..rows.end.min(raster.rows) {
            for column in columns.start..columns.end.min(raster.columns) {
                values.extend(raster.pixel(raster.at(row, column)).map(|at| value(&item[at * size..])));
            }
        }
        Some(values)
    }

    /// The same of an item of which only these values are in memory.
    fn reduced_values(&self, index: u64, raster: Raster, rows: Range<u64>, columns: Range<u64>) -> Vec<f64> {
        let raster = raster.part(rows, columns);
        let complete = self.reduction(index, raster, 1).filter(|(_, is_complete)| *is_complete);
        let Some((reduction, _)) = complete else { return Vec::new() };
        (0..usize::try_from(raster.rows).unwrap_or(usize::MAX)).flat_map(|row| reduction.row(row)).collect()
    }

    /// The range that values are shown in: from the smallest to the largest finite value that has passed. That of u8 is the
    /// range of the type, but where all values that were read are below 64 and no colours, it ends at the largest of them.
    /// `None` while there is no such value.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        match self.layout()?.element_type() {
            ElementType::U8 if self.raster().is_none_or(|raster| raster.channels == 1) => {
                Some(self.pass.findings().range().bytes().shown())
            }
            _ => self.extent(),
        }
    }

    /// Takes over how often each value of u8 occurs, because a scan has seen all of them.
    pub(crate) fn see_counts(&mut self, counts: &[u64]) {
        let is_u8 = self.layout().is_some_and(|layout| layout.element_type() == ElementType::U8);
        let largest = counts.iter().rposition(|&count| count > 0).and_then(|largest| u8::try_from(largest).ok());
        if let Some(largest) = largest.filter(|_| is_u8) {
            let mut bytes = self.pass.findings().range().bytes();
            bytes.extend(&[largest]);
            self.pass.see(bytes);
        }
    }

    /// The range in which all values are that have passed: that of the type for u8. `None` while there are none.
    pub(crate) fn extent(&self) -> Option<(f64, f64)> {
        match self.layout()?.element_type() {
            ElementType::U8 => Some((0.0, 255.0)),
            _ => self.pass.findings().range().finite(),
        }
    }

    /// How many of the elements that have passed are not finite.
    #[must_use]
    pub fn not_finite(&self) -> NotFinite {
        self.pass.findings().range().not_finite()
    }

    /// Whether the edges of the images are bright, so the background is white in the file.
    #[must_use]
    pub fn has_bright_background(&self) -> bool {
        self.range().is_some_and(|range| self.pass.findings().border().is_bright(range))
    }
}
