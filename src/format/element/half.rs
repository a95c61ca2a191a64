//! Half precision: IEEE 754's binary16, with a sign, 5 bits of exponent and 10 of fraction.

/// The value of these bits.
pub(super) fn to_f64(bits: u16) -> f64 {
    let [sign, exponent, fraction] = [bits >> 15, bits >> 10 & 0x1F, bits & 0x3FF];
    let magnitude = match exponent {
        0 => f64::from(fraction) * 2_f64.powi(-24),
        0x1F if fraction == 0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => f64::from(fraction | 0x400) * 2_f64.powi(i32::from(exponent) - 25),
    };
    if sign == 1 { -magnitude } else { magnitude }
}

/// The bits of the nearest value, unless only infinity is near.
pub(super) fn from_f64(value: f64) -> Option<u16> {
    // From half a unit above the largest number on, only infinity is near.
    const TOO_LARGE: f64 = 65_520.0;
    let sign = u16::from(value.is_sign_negative()) << 15;
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return Some(sign | 0x7E00);
    }
    if magnitude.is_infinite() {
        return Some(sign | 0x7C00);
    }
    if magnitude >= TOO_LARGE {
        return None;
    }
    // Below 2^-14 all numbers are as far apart as just above it.
    let exponent = ((magnitude.to_bits() >> 52).cast_signed() - 1023).max(-14);
    let exponent = i32::try_from(exponent).ok()?;
    let units = (magnitude * 2_f64.powi(10 - exponent)).round_ties_even();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 2048 units of one exponent")]
    let units = units as u16;
    // The leading 1 of the units adds 1 to the exponent.
    Some(sign | ((u16::try_from(exponent + 14).ok()? << 10) + units))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_survives_and_others_become_the_nearest() {
        for bits in 0..=u16::MAX {
            let value = to_f64(bits);
            let back = from_f64(value).unwrap();
            assert!(back == bits || value.is_nan() && to_f64(back).is_nan(), "{bits:04x}");
        }
        let check = |value: f64, expected: Option<u16>| assert_eq!(from_f64(value), expected, "{value}");
        check(0.1, Some(0x2E66));
        check(65_519.9, Some(0x7BFF));
        check(65_520.0, None);
        check(2_f64.powi(-25), Some(0));
        check(3.0 * 2_f64.powi(-25), Some(2));
        check(-2049.0, Some(0xE800));
        check(2051.0, Some(0x6802));
    }
}
