//! Values to colours.

use std::array;

/// A pixel: red, green, blue, alpha.
pub type Rgba = [u8; 4];

/// The colour of gaps.
pub const TRANSPARENT: Rgba = [0; 4];

/// The colour of items that are not in memory: a faint grey on any background. No palette contains it.
pub const PENDING: Rgba = [0x80, 0x80, 0x80, 0x28];

/// The colour of NaN. No palette contains this colour or those of the infinities.
pub const NOT_A_NUMBER: Rgba = [0xFF, 0x00, 0xD0, 0xFF];

/// The colour of minus infinity.
pub const NEGATIVE_INFINITY: Rgba = [0x00, 0xC8, 0xFF, 0xFF];

/// The colour of infinity.
pub const INFINITY: Rgba = [0xFF, 0x80, 0x00, 0xFF];

/// The values that get the first and the last colour of a palette.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Limits {
    /// The smallest and the largest value in the file; for u8 those of the type, unless all values are small.
    #[default]
    File,
    /// The smallest and the largest value of each item.
    Item,
    /// These values.
    Fixed(f64, f64),
}

/// A ramp of 256 colours, and how values are placed on it.
///
/// The usual one goes from the background colour for the smallest value to the foreground colour for the largest: the
/// MNIST page defines 0 as background (white) and 255 as foreground (black).
#[derive(Clone, Debug)]
pub struct Palette {
    colours: [Rgba; 256],
    /// Whether the middle of the ramp means zero.
    diverging: bool,
    /// Whether the largest value has the first colour.
    reversed: bool,
    limits: Limits,
}

impl Palette {
    /// The names of the palettes other than [`Palette::new`]: three that are perceptually uniform, and a diverging one
    /// whose white middle means zero where values have both signs.
    pub const NAMES: [&str; 4] = ["viridis", "magma", "cividis", "blue-red"];

    /// The ramp between two colours given as `0xRRGGBB`.
    ///
    /// ```
    /// use idxlens::draw::palette::Palette;
    ///
    /// let palette = Palette::new(0xFF_FFFF, 0x00_0000);
    /// assert_eq!(palette.colours()[0], [255, 255, 255, 255]);
    /// assert_eq!(palette.colours()[253], [2, 2, 2, 255]);
    /// ```
    #[must_use]
    pub fn new(background: u32, foreground: u32) -> Self {
        let [_, background @ ..] = background.to_be_bytes();
        let [_, foreground @ ..] = foreground.to_be_bytes();
        let mix = |channel: usize, value: u8| {
            let (from, to, value) = (u32::from(background[channel]), u32::from(foreground[channel]), u32::from(value));
            let [.., mean] = ((from * (255 - value) + to * value + 127) / 255).to_be_bytes();
            mean
        };
        let mut colours = [TRANSPARENT; 256];
        for (value, colour) in (0..=255).zip(&mut colours) {
            *colour = [mix(0, value), mix(1, value), mix(2, value), 255];
        }
        Self { colours, diverging: false, reversed: false, limits: Limits::default() }
    }

    /// The palette with one of the [`NAMES`](Self::NAMES).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let diverging = name == "blue-red";
        let gradient = match name {
            "viridis" => colorous::VIRIDIS,
            "magma" => colorous::MAGMA,
            "cividis" => colorous::CIVIDIS,
            "blue-red" => colorous::RED_BLUE,
            _ => return None,
        };
        let colours = array::from_fn(|step| {
            let colorous::Color { r, g, b } = gradient.eval_rational(if diverging { 255 - step } else { step }, 256);
            [r, g, b, 255]
        });
        Some(Self { colours, diverging, reversed: false, limits: Limits::default() })
    }

    /// The same colours in reverse order.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.colours.reverse();
        self.reversed = !self.reversed;
        self
    }

    /// The same colours with these limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The colours, that of the smallest value first.
    #[must_use]
    pub fn colours(&self) -> &[Rgba; 256] {
        &self.colours
    }

    /// The colours, and then those of NaN, minus infinity and infinity.
    #[must_use]
    pub fn legend(&self) -> Vec<Rgba> {
        [&self.colours[..], &[NOT_A_NUMBER, NEGATIVE_INFINITY, INFINITY]].concat()
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The values of the first and the last colour, for values in this range: equally far from zero if the middle of
    /// the palette means zero and values have both signs.
    #[must_use]
    pub fn ends(&self, (min, max): (f64, f64)) -> (f64, f64) {
        if self.diverging && min < 0.0 && max > 0.0 && !matches!(self.limits, Limits::Fixed(..)) {
            let end = max.max(-min);
            return (-end, end);
        }
        (min, max)
    }

    /// The colour of a value.
    #[must_use]
    pub fn colour(&self, scale: Scale, value: f64) -> Rgba {
        match scale.step(value) {
            Some(step) if value.is_finite() => self.colours[usize::from(step)],
            Some(0) => NEGATIVE_INFINITY,
            Some(_) => INFINITY,
            None => NOT_A_NUMBER,
        }
    }

    /// The colour with these channels: red, green, blue, and possibly alpha. The palette matters only by being reversed
    /// or not.
    #[must_use]
    pub fn mixed(&self, scale: Scale, channels: &[f64]) -> Rgba {
        let mut colour = [0, 0, 0, 255];
        for (index, (channel, &value)) in colour.iter_mut().zip(channels).enumerate() {
            let Some(step) = scale.step(value) else { return NOT_A_NUMBER };
            *channel = if self.reversed && index < 3 { 255 - step } else { step };
        }
        colour
    }
}

/// Places the values of a range on the ramp.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    half_min: f64,
    factor: f64,
}

impl Scale {
    /// The scale from `min` to `max`. When they are equal, every value gets the first colour.
    #[must_use]
    pub fn new((min, max): (f64, f64)) -> Self {
        // Halves, because the width of the widest range of f64 is not finite.
        let half_width = max / 2.0 - min / 2.0;
        Self { half_min: min / 2.0, factor: if half_width > 0.0 { 255.0 / half_width } else { 0.0 } }
    }

    /// The step on the ramp, clamped to 0 to 255, infinities included; `None` for NaN.
    #[must_use]
    pub fn step(self, value: f64) -> Option<u8> {
        let step = if value.is_finite() { (value / 2.0 - self.half_min) * self.factor + 0.5 } else { value };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
        (!value.is_nan()).then_some(step as u8)
    }
}
