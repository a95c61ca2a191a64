//! Floating-point numbers of 16 bits: IEEE 754's binary16, and bfloat16, the first half of its binary32.

/// How the bits below the sign are divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    exponent: i32,
    fraction: i32,
}

/// Half precision, with 5 bits of exponent and 10 of fraction.
pub(super) const BINARY16: Half = Half { exponent: 5, fraction: 10 };
/// With the exponents of single precision: 8 bits of exponent and 7 of fraction.
pub(super) const BFLOAT16: Half = Half { exponent: 8, fraction: 7 };

impl Half {
    /// What is added to the exponent, so that none is negative.
    const fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The value of these bits.
    pub(super) fn to_f64(self, bits: u16) -> f64 {
        let bits = i32::from(bits);
        let exponent = bits >> self.fraction & ((1 << self.exponent) - 1);
        let fraction = bits & ((1 << self.fraction) - 1);
        let unit = |exponent: i32| 2_f64.powi(exponent - self.bias() - self.fraction);
        let magnitude = match exponent {
            0 => f64::from(fraction) * unit(1),
            _ if exponent <= 2 * self.bias() => f64::from(fraction | 1 << self.fraction) * unit(exponent),
            _ if fraction == 0 => f64::INFINITY,
            _ => f64::NAN,
        };
        if bits >> 15 == 1 { -magnitude } else { magnitude }
    }

    /// The bits of the nearest value, unless only infinity is near.
    pub(super) fn nearest(self, value: f64) -> Option<u16> {
        let infinity = (2 * self.bias() + 1) << self.fraction;
        let magnitude = value.abs();
        // From half a unit above the largest number on, only infinity is near.
        let too_large = (2.0 - 2_f64.powi(-self.fraction - 1)) * 2_f64.powi(self.bias());
        let bits = if magnitude.is_nan() {
            infinity | 1 << (self.fraction - 1)
        } else if magnitude.is_infinite() {
            infinity
        } else if magnitude >= too_large {
            return None;
        } else {
            // Below the smallest exponent all numbers are as far apart as just above it.
            let exponent = i32::try_from((magnitude.to_bits() >> 52).cast_signed() - 1023).ok()?.max(1 - self.bias());
            let units = (magnitude * 2_f64.powi(self.fraction - exponent)).round_ties_even();
            #[expect(clippy::cast_possible_truncation, reason = "at most 2048 units of one exponent")]
            let units = units as i32;
            // The leading 1 of the units adds 1 to the exponent.
            ((exponent + self.bias() - 1) << self.fraction) + units
        };
        Some(u16::from(value.is_sign_negative()) << 15 | u16::try_from(bits).ok()?)
    }

    /// The shortest number that this value is the nearest to.
    pub(super) fn shortest(self, value: f64) -> f64 {
        let bits = self.nearest(value);
        // Two digits are never too many, and five are always enough.
        let mut shorter = (1..5).filter_map(|digits| format!("{value:.digits$e}").parse().ok());
        shorter.find(|&number| self.nearest(number) == bits).unwrap_or(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_survives() {
        for half in [BINARY16, BFLOAT16] {
            for bits in 0..=u16::MAX {
                let value = half.to_f64(bits);
                let back = half.nearest(value).unwrap();
                assert!(back == bits || value.is_nan() && half.to_f64(back).is_nan(), "{bits:04x}");
            }
        }
        for bits in 0..=u16::MAX {
            let [value, single] = [BFLOAT16.to_f64(bits), f64::from(f32::from_bits(u32::from(bits) << 16))];
            assert!(value.total_cmp(&single).is_eq() || value.is_nan() && single.is_nan(), "{bits:04x}");
        }
    }

    #[test]
    fn the_shortest_number_means_the_same() {
        let check = |value: f64, expected: [&str; 2]| {
            let found = [BINARY16, BFLOAT16].map(|half| {
                let value = half.to_f64(half.nearest(value).unwrap());
                half.shortest(value).to_string()
            });
            assert_eq!(found, expected, "{value}");
        };
        check(0.1, ["0.1", "0.1"]);
        check(3.346, ["3.346", "3.34"]);
        check(0.333_333, ["0.3333", "0.334"]);
        check(-1234.0, ["-1234", "-1230"]);
        check(f64::NEG_INFINITY, ["-inf", "-inf"]);
        check(f64::NAN, ["NaN", "NaN"]);
        for half in [BINARY16, BFLOAT16] {
            for bits in 0..=u16::MAX {
                let value = half.to_f64(bits);
                assert!(value.is_nan() || half.nearest(half.shortest(value)) == Some(bits), "{bits:04x}");
            }
        }
    }

    #[test]
    fn others_become_the_nearest() {
        let check = |value: f64, expected: [Option<u16>; 2]| {
            assert_eq!([BINARY16, BFLOAT16].map(|half| half.nearest(value)), expected, "{value}");
        };
        check(0.1, [Some(0x2E66), Some(0x3DCD)]);
        check(65_519.9, [Some(0x7BFF), Some(0x4780)]);
        check(65_520.0, [None, Some(0x4780)]);
        check(3.396e38, [None, Some(0x7F7F)]);
        check(3.397e38, [None, None]);
        check(2_f64.powi(-25), [Some(0), Some(0x3300)]);
        check(3.0 * 2_f64.powi(-25), [Some(2), Some(0x33C0)]);
        check(3.0 * 2_f64.powi(-134), [Some(0), Some(2)]);
        check(-2049.0, [Some(0xE800), Some(0xC500)]);
        check(2051.0, [Some(0x6802), Some(0x4500)]);
    }
}
