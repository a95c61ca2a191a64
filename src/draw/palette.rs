//! Values to colours.

use std::array;

/// A pixel: red, green, blue, alpha.
pub type Rgba = [u8; 4];

/// What stands where there is nothing: cells of missing items, gaps.
pub const TRANSPARENT: Rgba = [0; 4];

/// NaN. This and the infinities are in no palette.
pub const NOT_A_NUMBER: Rgba = [0xFF, 0x00, 0xD0, 0xFF];

/// Minus infinity.
pub const NEGATIVE_INFINITY: Rgba = [0x00, 0xC8, 0xFF, 0xFF];

/// Infinity.
pub const INFINITY: Rgba = [0xFF, 0x80, 0x00, 0xFF];

/// Which values are drawn in a palette's first and last colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Limits {
    /// For u8 those of the type, else the least and the greatest value of the file.
    #[default]
    File,
    /// The least and the greatest value of the item itself.
    Item,
    /// These.
    Fixed(f64, f64),
}

/// A ramp of 256 colours, and how values are placed on it.
///
/// The usual one goes from paper, for the least value, to ink, for the greatest: by the MNIST page's own words
/// 0 is background (white) and 255 is foreground (black).
#[derive(Clone, Debug)]
pub struct Palette {
    colours: [Rgba; 256],
    /// Whether the middle of the ramp means zero.
    diverging: bool,
    /// Whether the greatest value comes first.
    inverted: bool,
    limits: Limits,
}

impl Palette {
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
    pub fn new(paper: u32, ink: u32) -> Self {
        let [_, paper @ ..] = paper.to_be_bytes();
        let [_, ink @ ..] = ink.to_be_bytes();
        let mix = |paper: u8, ink: u8, value: u8| {
            let (paper, ink, value) = (u32::from(paper), u32::from(ink), u32::from(value));
            let [.., mean] = ((paper * (255 - value) + ink * value + 127) / 255).to_be_bytes();
            mean
        };
        let mut colours = [TRANSPARENT; 256];
        for (value, colour) in (0..=255).zip(&mut colours) {
            *colour = [mix(paper[0], ink[0], value), mix(paper[1], ink[1], value), mix(paper[2], ink[2], value), 255];
        }
        Self { colours, diverging: false, inverted: false, limits: Limits::default() }
    }

    /// A palette by its name: viridis, magma or cividis, which are even to the eye, or blue-red, whose white middle is
    /// zero where values go both ways.
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
        Some(Self { colours, diverging, inverted: false, limits: Limits::default() })
    }

    /// From the other end.
    #[must_use]
    pub fn inverted(mut self) -> Self {
        self.colours.reverse();
        self.inverted = !self.inverted;
        self
    }

    /// With these limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The colours, least value first.
    #[must_use]
    pub fn colours(&self) -> &[Rgba; 256] {
        &self.colours
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The limits for values of this range: if the middle of the palette means zero, they are as far from it.
    #[must_use]
    pub fn ends(&self, (least, greatest): (f64, f64)) -> (f64, f64) {
        if self.diverging && least < 0.0 && greatest > 0.0 && !matches!(self.limits, Limits::Fixed(..)) {
            let most = greatest.max(-least);
            return (-most, most);
        }
        (least, greatest)
    }

    /// The colour of a value.
    #[must_use]
    pub fn colour(&self, scale: Scale, value: f64) -> Rgba {
        match value {
            f64::INFINITY => INFINITY,
            f64::NEG_INFINITY => NEGATIVE_INFINITY,
            _ => scale.step(value).map_or(NOT_A_NUMBER, |step| self.colours[usize::from(step)]),
        }
    }

    /// The colour that red, green, blue, and maybe alpha make; of the palette only its polarity matters to them.
    #[must_use]
    pub fn mixed(&self, scale: Scale, channels: &[f64]) -> Rgba {
        let mut colour = [0, 0, 0, 255];
        for (index, (channel, &value)) in colour.iter_mut().zip(channels).enumerate() {
            let Some(step) = scale.step(value) else { return NOT_A_NUMBER };
            *channel = if self.inverted && index < 3 { 255 - step } else { step };
        }
        colour
    }
}

/// Places the values of a range on the ramp.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    least: f64,
    factor: f64,
}

impl Scale {
    /// The scale from `least` to `greatest`; when they are the same, everything is paper.
    #[must_use]
    pub fn new((least, greatest): (f64, f64)) -> Self {
        // Everything is halved, so that even the widest range of f64 is finite.
        let width = greatest / 2.0 - least / 2.0;
        Self { least: least / 2.0, factor: if width > 0.0 { 255.0 / width } else { 0.0 } }
    }

    /// The step on the ramp, clamped to 0 to 255, infinities included; `None` for NaN.
    #[must_use]
    pub fn step(self, value: f64) -> Option<u8> {
        let step = if value.is_finite() { (value / 2.0 - self.least) * self.factor + 0.5 } else { value };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
        (!value.is_nan()).then_some(step as u8)
    }
}
