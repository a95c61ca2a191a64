//! Colours that tell classes apart.
//!
//! Each class gets the colour that is least like those of the classes before it: Glasbey, van der Heijden, Toh and Gray,
//! "Colour displays for categorical images", Color Research and Application 32 (2007). Colours are compared in `OKLab`:
//! Björn Ottosson, "A perceptual color space for image processing" (2020).

use crate::draw::palette::Rgba;

/// Lightness, and how far from gray towards green or red, and towards blue or yellow.
type Lab = [f32; 3];

/// The lightnesses of colours on a light and on a dark background. Whoever sees few hues sees these.
const LIGHTNESS: [[f32; 4]; 2] = [[0.42, 0.52, 0.62, 0.72], [0.58, 0.68, 0.78, 0.88]];
const CHROMA: [f32; 2] = [0.19, 0.11];
const HUES: u8 = 60;

/// How much more a difference in lightness counts.
const LIGHTNESS_WEIGHT: f32 = 1.3;

/// A colour for each of so many classes. They repeat when there are no more.
///
/// ```
/// use idxlens::draw::categories::colours;
///
/// assert_eq!(colours(10, false)[..3], colours(3, false));
/// assert_ne!(colours(10, false), colours(10, true));
/// ```
#[must_use]
pub fn colours(classes: usize, on_dark: bool) -> Vec<Rgba> {
    let gray = if on_dark { 0.4 } else { 0.85 };
    let mut candidates = candidates(LIGHTNESS[usize::from(on_dark)]);
    let mut last: Lab = [gray, 0.0, 0.0];
    let mut chosen = Vec::new();
    while chosen.len() < classes && !candidates.is_empty() {
        for (nearest, lab, _) in &mut candidates {
            *nearest = nearest.min(difference(*lab, last));
        }
        let differences = candidates.iter().map(|(nearest, ..)| *nearest).enumerate();
        // The first one of those that differ as much.
        let best = differences.rev().max_by(|(_, one), (_, other)| one.total_cmp(other));
        let Some((best, _)) = best else { break };
        let (_, lab, colour) = candidates.remove(best);
        chosen.push(colour);
        last = lab;
    }
    chosen.iter().copied().cycle().take(classes).collect()
}

/// The colours to choose from that a screen can show.
fn candidates(lightness: [f32; 4]) -> Vec<(f32, Lab, Rgba)> {
    let mut candidates = Vec::new();
    for hue in 0..HUES {
        let (sin, cos) = (f32::from(hue) / f32::from(HUES) * std::f32::consts::TAU).sin_cos();
        for (lightness, chroma) in lightness.iter().flat_map(|&light| CHROMA.map(|chroma| (light, chroma))) {
            let lab = [lightness, chroma * cos, chroma * sin];
            let linear = linear_rgb(lab);
            if linear.iter().all(|channel| (0.0..=1.0).contains(channel)) {
                let [red, green, blue] = linear.map(gamma_encoded);
                candidates.push((f32::MAX, lab, [red, green, blue, 255]));
            }
        }
    }
    candidates
}

fn difference([lightness, a, b]: Lab, other: Lab) -> f32 {
    let light = LIGHTNESS_WEIGHT * (lightness - other[0]);
    light * light + (a - other[1]).powi(2) + (b - other[2]).powi(2)
}

/// Red, green and blue light, each from 0 to 1 if a screen can show the colour.
fn linear_rgb([lightness, a, b]: Lab) -> [f32; 3] {
    let cones = [
        lightness + 0.396_337_78 * a + 0.215_803_76 * b,
        lightness - 0.105_561_35 * a - 0.063_854_17 * b,
        lightness - 0.089_484_18 * a - 1.291_485_5 * b,
    ];
    let rows = [
        [4.076_741_7, -3.307_711_6, 0.230_969_94],
        [-1.268_438, 2.609_757_4, -0.341_319_38],
        [-0.004_196_086, -0.703_418_6, 1.707_614_7],
    ];
    rows.map(|row: [f32; 3]| row.iter().zip(cones).map(|(factor, cone)| factor * cone.powi(3)).sum())
}

/// A channel as sRGB stores it.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
fn gamma_encoded(linear: f32) -> u8 {
    let encoded = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (encoded * 255.0).round() as u8
}
