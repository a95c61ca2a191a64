//! How items make pictures, where that is not the header's own way.

use crate::{
    dataset::{
        Slot,
        axes::{self, Axis},
        images::Raster,
        orientation::Orientation,
        view::View,
    },
    format::layout::Layout,
};

/// What items are shown as: what a person has chosen, as far as it makes sense for them, else what is usual.
#[derive(Clone, Debug, Default)]
pub struct Presentation {
    shape: Option<Vec<u32>>,
    /// The shape in which the values make more sense than in the header's.
    seeming: Option<Vec<u32>>,
    orientation: Orientation,
    view: Option<View>,
    axes: Vec<Axis>,
}

impl Presentation {
    /// Shows items in another shape than the header's, if one is given and has as many elements, and turned.
    pub fn arrange(&mut self, shape: Option<Vec<u32>>, orientation: Orientation) {
        (self.shape, self.orientation) = (shape, orientation);
    }

    /// Shows items in this way, if it makes sense for them; else in the usual one.
    pub fn show(&mut self, view: Option<View>) {
        self.view = view;
    }

    /// Cuts items along these axes, if they are shown as slices and the axes fit them; else as is usual.
    pub fn cut(&mut self, axes: Vec<Axis>) {
        self.axes = axes;
    }

    /// Notes in which item shape the values make more sense than in the header's.
    pub(crate) fn suppose(&mut self, seeming: Option<Vec<u32>>) {
        self.seeming = seeming;
    }

    /// The item shape in which the values make more sense than in the header's: items are shown so, unless somebody
    /// gives them another.
    #[must_use]
    pub fn seems(&self) -> Option<&[u32]> {
        self.seeming.as_deref()
    }

    /// How items are turned.
    #[must_use]
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// The axes that the items of an array are cut along, if they are shown as slices.
    #[must_use]
    pub fn axes(&self, layout: &Layout) -> Option<Vec<Axis>> {
        let cut = self.view(layout) == View::Slice && layout.item_len() > 0;
        cut.then(|| axes::fitting(&self.axes, layout.item_shape()))
    }

    /// How the items of an array make pictures.
    #[must_use]
    pub fn raster(&self, layout: &Layout) -> Raster {
        if self.view(layout).is_flat() {
            return Raster::flat(layout);
        }
        let reshaped = || layout.reshaped(self.shape.as_ref()?);
        let seeming = || layout.reshaped(self.seeming.as_ref()?);
        let raster = match self.axes(layout) {
            Some(axes) => Raster::cut(layout, &axes),
            None => Raster::of(reshaped().or_else(seeming).as_ref().unwrap_or(layout)),
        };
        raster.turned(self.orientation)
    }

    fn view(&self, layout: &Layout) -> View {
        let views = View::of(layout, Slot::Images);
        // Who gives items a shape wants to see them in it.
        let is_reshaped = self.shape.as_ref().is_some_and(|shape| layout.reshaped(shape).is_some());
        let usual = if is_reshaped { View::Images } else { views[0] };
        self.view.filter(|view| views.contains(view)).unwrap_or(usual)
    }
}
