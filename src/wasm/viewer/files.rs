//! Reading files into the slots of a dataset, and how to read and show them.

use wasm_bindgen::prelude::*;

use super::{Dataset, Slot};
use crate::{
    dataset::{
        self,
        axes::Axis,
        known::{self, KnownSet},
        orientation::Orientation,
        pairing,
        store::{Store, Want},
        view::View,
    },
    format::layout::Layout,
    wasm::{MaybeByteRange, byte_range, record, refused, thrown, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// A checksum, or nothing.
    #[wasm_bindgen(typescript_type = "Checksum | undefined")]
    pub type MaybeChecksum;

    /// Items that are wanted.
    #[wasm_bindgen(typescript_type = "WantRequest")]
    pub type WantRequest;
    #[wasm_bindgen(method, getter, js_name = items)]
    fn items(this: &WantRequest) -> Vec<f64>;
    #[wasm_bindgen(method, getter)]
    fn shrink(this: &WantRequest) -> Option<u32>;
    #[wasm_bindgen(method, getter)]
    fn part(this: &WantRequest) -> Option<Vec<f64>>;
    #[wasm_bindgen(method, getter)]
    fn slot(this: &WantRequest) -> Option<Slot>;
}

#[wasm_bindgen]
impl Dataset {
    /// Starts reading a file of `size` bytes, if that is known, into a slot, in place of its previous file. The name
    /// helps to tell labels from images. At most `budget` bytes of its items stay in memory.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn open(&mut self, slot: Slot, name: String, size: Option<f64>, budget: f64) -> Result<(), JsValue> {
        let slot = slot.try_into()?;
        self.dataset.open(slot, size.map(to_u64), to_u64(budget));
        self.files[slot as usize] = name;
        if slot == dataset::Slot::Images {
            self.arrange(None, None, None, None)?;
        }
        Ok(())
    }

    /// Reads a slot's file again with this layout, or as its header says.
    ///
    /// # Errors
    /// For an unknown slot and for a text that is no layout.
    #[wasm_bindgen(js_name = readAs)]
    pub fn read_as(&mut self, slot: Slot, layout: Option<String>) -> Result<(), JsValue> {
        let layout = layout.map(|text| text.parse::<Layout>()).transpose().map_err(|error| refused(&error))?;
        self.dataset.read_as(slot.try_into()?, layout);
        Ok(())
    }

    /// Shows the images with this orientation (t: transposed, then h: flipped horizontally, v: vertically), or as their
    /// file name suggests; in this item shape, if it has as many elements as the header's; in this view, if the images
    /// have it; and as slices along these axes, if they fit: `r` rows, `c` columns, `k` channels, or a number, at which
    /// the dimension is cut.
    ///
    /// # Errors
    /// For an unknown orientation, view or axis.
    pub fn arrange(
        &mut self,
        orientation: Option<String>,
        shape: Option<Vec<u32>>,
        view: Option<String>,
        axes: Option<Vec<String>>,
    ) -> Result<(), JsValue> {
        let view = view.map(|name| View::named(&name).ok_or_else(|| refused(&format!("unknown view {name:?}"))));
        let axes = axes.unwrap_or_default().into_iter().map(|axis| axis.parse::<Axis>());
        let (view, axes) = (view.transpose()?, axes.collect::<Result<Vec<_>, _>>().map_err(|error| refused(&error))?);
        let suggested = known::orientation(&self.files[dataset::Slot::Images as usize]);
        let chosen = orientation
            .map(|letters| Orientation::parse(&letters).ok_or_else(|| refused(&format!("no orientation {letters:?}"))));
        let orientation = chosen.transpose()?.unwrap_or(suggested);
        if let Some(presentation) = self.dataset.presentation_mut() {
            presentation.arrange(shape, orientation);
            presentation.show(view);
            presentation.cut(axes);
        }
        Ok(())
    }

    /// The bytes of a slot's file that are wanted next; undefined when no more are.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn wanted(&self, slot: Slot) -> Result<MaybeByteRange, JsValue> {
        Ok(byte_range(self.dataset.wanted(slot.try_into()?)))
    }

    /// The bytes that tell the checksum of a slot's file; undefined when that would take long.
    ///
    /// # Errors
    /// For an unknown slot.
    #[wasm_bindgen(js_name = checksumRange)]
    pub fn checksum_range(&self, slot: Slot) -> Result<MaybeByteRange, JsValue> {
        let slot = dataset::Slot::try_from(slot)?;
        let range = self.dataset.store(slot).and_then(|store| {
            let role = pairing::slot(&self.files[slot as usize], store.layout()?);
            store.checksum_range(role)
        });
        Ok(byte_range(range))
    }

    /// The checksum of a slot's file, from those bytes.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn checksum(&self, slot: Slot, bytes: &[u8]) -> Result<MaybeChecksum, JsValue> {
        let checksum = self.dataset.store(slot.try_into()?).map(|store| store.checksum(bytes));
        let checksum = checksum.map(|checksum| {
            let set = KnownSet::with_labels(checksum).map_or("", KnownSet::name);
            record(&[("text", format!("{checksum:08x}").into()), ("set", set.into())])
        });
        Ok(checksum.unwrap_or_default().unchecked_into())
    }

    /// Takes bytes of a slot's file that start at `offset`, if they are wanted. No bytes at all mean that the file ends
    /// there.
    ///
    /// # Errors
    /// For an unknown slot, and when the file cannot be opened: an `Error` with the name of the core's variant and with
    /// its numbers.
    pub fn push(&mut self, slot: Slot, offset: f64, bytes: &[u8]) -> Result<(), JsValue> {
        self.dataset.push(slot.try_into()?, to_u64(offset), bytes).map_err(|error| thrown(&error))
    }

    /// Replaces the items that are wanted, of images and labels. Whether some are still to be read.
    ///
    /// # Errors
    /// For a part that is not four numbers.
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript objects cross the boundary as vectors")]
    pub fn want(&mut self, wants: Vec<WantRequest>) -> Result<bool, JsValue> {
        let raster = self.dataset.store(dataset::Slot::Images).and_then(Store::raster);
        let want = |want: &WantRequest| {
            let items = want.items().into_iter().map(to_u64).collect();
            let (shrink, part) = (want.shrink(), want.part());
            let part = match part.as_deref() {
                None => None,
                Some(&[row, column, rows, columns]) => {
                    Some((to_u64(row)..to_u64(row + rows), to_u64(column)..to_u64(column + columns)))
                }
                Some(_) => return Err(refused("a part is a row, a column, and how many of each")),
            };
            let raster = match (raster, part) {
                (Some(raster), Some((rows, columns))) => Some(raster.part(rows, columns)),
                (raster, _) => raster,
            };
            Ok(Want { items, picture: raster.zip(shrink.map(u64::from)) })
        };
        let (mut images, mut labels) = (Vec::new(), Vec::new());
        for request in &wants {
            let only = request.slot().map(dataset::Slot::try_from).transpose()?;
            let want = want(request)?;
            if only != Some(dataset::Slot::Images) {
                labels.extend_from_slice(&want.items);
            }
            if only != Some(dataset::Slot::Labels) {
                images.push(want);
            }
        }
        Ok(self.dataset.want_each(&images, &labels))
    }

    /// Whether wanted items of a slot are still to be read.
    ///
    /// # Errors
    /// For an unknown slot.
    #[wasm_bindgen(js_name = isLacking)]
    pub fn is_lacking(&self, slot: Slot) -> Result<bool, JsValue> {
        Ok(self.dataset.store(slot.try_into()?).is_some_and(Store::is_waiting))
    }

    /// Clears the wanted items of a slot, because they cannot be read.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn clear(&mut self, slot: Slot) -> Result<(), JsValue> {
        self.dataset.clear_wanted(slot.try_into()?);
        Ok(())
    }

    /// Stops reading a slot's file; what has arrived stays.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn stop(&mut self, slot: Slot) -> Result<(), JsValue> {
        self.dataset.stop(slot.try_into()?);
        Ok(())
    }

    /// Empties a slot.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn close(&mut self, slot: Slot) -> Result<(), JsValue> {
        let slot = slot.try_into()?;
        self.dataset.close(slot);
        self.files[slot as usize].clear();
        Ok(())
    }
}
