//! Values to colours.

/// A pixel: red, green, blue, alpha.
pub type Rgba = [u8; 4];

/// What stands where there is no value: cells of missing items, gaps, NaN.
pub const TRANSPARENT: Rgba = [0; 4];

/// A ramp of 256 colours from paper, for the least value, to ink, for the greatest. By the MNIST page's own words
/// 0 is background (white) and 255 is foreground (black).
#[derive(Clone, Debug)]
pub struct Palette {
    colours: [Rgba; 256],
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
        Self { colours }
    }

    /// The colours, least value first.
    #[must_use]
    pub fn colours(&self) -> &[Rgba; 256] {
        &self.colours
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
