//! How items are shown, where that is not the header's own way.

use crate::{
    dataset::{
        axes::{self, Axis},
        images::Raster,
        orientation::Orientation,
        slot::Slot,
        view::View,
    },
    format::layout::Layout,
};

/// How items are shown: as the user chose, as far as that fits them, otherwise in the usual way.
#[derive(Clone, Debug, Default)]
pub struct Presentation {
    shape: Option<Vec<u32>>,
    detected_shape: Option<Vec<u32>>,
    are_signals: bool,
    orientation: Orientation,
    view: Option<View>,
    axes: Vec<Axis>,
}

impl Presentation {
    /// Shows items in this orientation, and in another shape than the header's if one is given and has as many
    /// elements.
    pub fn arrange(&mut self, shape: Option<Vec<u32>>, orientation: Orientation) {
        (self.shape, self.orientation) = (shape, orientation);
    }

    /// Shows items in this view if it fits them; otherwise in the usual one.
    pub fn show(&mut self, view: Option<View>) {
        self.view = view;
    }

    /// Cuts items along these axes if they are shown as slices and the axes fit them; otherwise along the usual ones.
    pub fn cut(&mut self, axes: Vec<Axis>) {
        self.axes = axes;
    }

    /// Sets what was detected from the values: the shape of an item, and whether the items are signals.
    pub(crate) fn detect(&mut self, shape: Option<Vec<u32>>, are_signals: bool) {
        (self.detected_shape, self.are_signals) = (shape, are_signals);
    }

    /// The item shape in which the values make more sense than in the header's. Items are shown in it unless the user
    /// chose another.
    #[must_use]
    pub fn detected_shape(&self) -> Option<&[u32]> {
        self.detected_shape.as_deref()
    }

    /// The orientation in which items are shown.
    #[must_use]
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// The axes that the items of an array are cut along, if they are shown as slices.
    #[must_use]
    pub fn axes(&self, layout: &Layout) -> Option<Vec<Axis>> {
        let is_cut = self.view(layout) == View::Slice && layout.item_len() > 0;
        is_cut.then(|| axes::fitting(&self.axes, layout.item_shape()))
    }

    /// How the items of an array are drawn.
    #[must_use]
    pub fn raster(&self, layout: &Layout) -> Raster {
        if self.view(layout).is_flat() {
            return Raster::flat(layout);
        }
        let reshaped = || layout.reshaped(self.shape.as_ref()?);
        let detected = || layout.reshaped(self.detected_shape.as_ref()?);
        let raster = match self.axes(layout) {
            Some(axes) => Raster::cut(layout, &axes),
            None => Raster::of(reshaped().or_else(detected).as_ref().unwrap_or(layout)),
        };
        raster.turned(self.orientation)
    }

    /// The views that fit the array in a slot, the usual one first.
    #[must_use]
    pub fn views(&self, layout: &Layout, slot: Slot) -> &'static [View] {
        if self.are_signals && slot == Slot::Images { View::SIGNALS } else { View::of(layout, slot) }
    }

    fn view(&self, layout: &Layout) -> View {
        let views = self.views(layout, Slot::Images);
        // A user who gives items a shape wants to see them in it.
        let is_reshaped = self.shape.as_ref().is_some_and(|shape| layout.reshaped(shape).is_some());
        let usual = if is_reshaped { View::Images } else { views[0] };
        self.view.filter(|view| views.contains(view)).unwrap_or(usual)
    }
}
