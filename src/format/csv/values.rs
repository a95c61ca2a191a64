//! What the values of the first rows can be.

/// The background takes one in so many pixels, at least.
const BACKGROUND: usize = 10;

/// Values from 0 to 1 that are bytes divided by 255 differ from them by this, at most, times 255: text has few digits.
const MAX_ROUNDING: f64 = 0.01;

/// Values that may be pixels.
#[derive(Debug)]
pub(super) struct Values {
    count: usize,
    /// How many are the smallest.
    lowest: usize,
    range: [f64; 2],
    are_whole: bool,
    /// Whether all are whole when 255 is 1.
    are_scaled: bool,
}

impl Values {
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut all =
            Self { count: 0, lowest: 0, range: [f64::INFINITY, f64::NEG_INFINITY], are_whole: true, are_scaled: true };
        for value in values {
            let [min, max] = all.range;
            if value < min {
                all.lowest = 0;
            }
            all.range = [min.min(value), max.max(value)];
            all.lowest += usize::from(value <= min);
            all.count += 1;
            all.are_whole &= value.fract() == 0.0;
            all.are_scaled &= (255.0 * value - (255.0 * value).round()).abs() <= MAX_ROUNDING;
        }
        all
    }

    /// Whether all values are those of bytes.
    pub(super) fn are_bytes(&self) -> bool {
        self.are_whole && self.range[0] >= 0.0 && self.range[1] <= 255.0
    }

    /// Whether all values are bytes, and not only 0 and 1.
    pub(super) fn are_gray_bytes(&self) -> bool {
        self.are_bytes() && self.range[1] > 1.0
    }

    /// Whether the values are those of pixels with some gray among them: bytes, or bytes divided by 255.
    pub(super) fn are_gray(&self) -> bool {
        let [min, max] = self.range;
        self.are_gray_bytes() || !self.are_whole && self.are_scaled && min >= 0.0 && max <= 1.0
    }

    /// Whether the values can be pixels: bytes, or fractions from 0 or -1 to 1, many of which are
    /// the background.
    pub(super) fn can_be_pixels(&self) -> bool {
        let [min, max] = self.range;
        let are_fractions = (-1.0..=0.0).contains(&min) && max <= 1.0;
        self.are_bytes() || are_fractions && BACKGROUND * self.lowest >= self.count
    }
}
