//! Values of other types as bytes, so that PNG holds them.

use crate::{
    error::Error,
    format::{element::ElementType, layout::Layout},
};

/// Elements as bytes: 0 is the low end of a range, and 255 the high one.
///
/// ```
/// use idxlens::format::{element::ElementType, export::ByteScale};
///
/// let scale = ByteScale::of(ElementType::F32, [0.0, 1.0]).unwrap();
/// let elements = [0.0_f32, 0.5, 1.0, 2.0, f32::NAN].map(f32::to_be_bytes).concat();
/// assert_eq!(scale.bytes(&elements), [0, 128, 255, 255, 0]);
/// // PNG holds bytes as they are.
/// assert!(ByteScale::of(ElementType::U8, [0.0, 1.0]).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByteScale {
    element_type: ElementType,
    low: f64,
    high: f64,
}

impl ByteScale {
    /// From a range of finite values of this type; `None` for `u8` and `u16`, which PNG holds as they are.
    #[must_use]
    pub fn of(element_type: ElementType, [low, high]: [f64; 2]) -> Option<Self> {
        (!Self::is_held(element_type)).then_some(Self { element_type, low, high })
    }

    /// The layout of the same items as PNG holds them: as bytes, unless it holds their type.
    ///
    /// # Errors
    /// Those of [`Layout::new`].
    pub fn layout(layout: &Layout) -> Result<Layout, Error> {
        let element_type = layout.element_type();
        let held = if Self::is_held(element_type) { element_type } else { ElementType::U8 };
        Layout::new(held, layout.shape().to_vec())
    }

    /// Whether PNG holds elements of this type as they are.
    #[must_use]
    pub fn is_held(element_type: ElementType) -> bool {
        matches!(element_type, ElementType::U8 | ElementType::U16)
    }

    /// Elements, big-endian, as bytes. What is beyond the range has the value of its end, and NaN that of the low one.
    #[must_use]
    pub fn bytes(&self, elements: &[u8]) -> Vec<u8> {
        let mut values = vec![0.0; elements.len() / self.element_type.size()];
        self.element_type.decode_into(elements, &mut values);
        let width = if self.high > self.low { self.high - self.low } else { 1.0 };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast of a float stops at the ends"
        )]
        values.iter().map(|value| ((value - self.low) / width * 255.0).round() as u8).collect()
    }
}
