//! The common ways to write each digit, as strokes.

/// One way to write a digit.
#[derive(Debug)]
pub(super) struct Glyph {
    /// How many hands in a hundred write the digit like this.
    pub(super) share: u8,
    strokes: &'static [&'static str],
}

impl Glyph {
    /// For each stroke the points that the pen passes through, in a space about 100 high; y points down. A point
    /// given twice is a corner.
    pub(super) fn strokes(&self) -> impl Iterator<Item = Vec<(f64, f64)>> {
        self.strokes.iter().map(|stroke| stroke.split(' ').map(point).collect())
    }
}

fn point(text: &str) -> (f64, f64) {
    let number = |text: &str| text.parse().expect("a coordinate is a number");
    let (x, y) = text.split_once(',').expect("a point is x,y");
    (number(x), number(y))
}

/// The strokes are written as the `points` of an SVG polyline.
const fn glyph(share: u8, strokes: &'static [&'static str]) -> Glyph {
    Glyph { share, strokes }
}

/// The glyphs of the digits 0 to 9.
pub(super) const DIGITS: [&[Glyph]; 10] = [ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE];

const ZERO: &[Glyph] = &[
    // round
    glyph(26, &["48,3 26,8 8,30 3,58 16,90 40,98 64,82 73,48 62,14 46,2 36,6"]),
    // narrow
    glyph(24, &["42,1 23,14 11,45 12,80 27,98 45,86 54,52 50,16 36,3"]),
    // the end passes the start
    glyph(18, &["36,6 14,26 4,60 16,92 42,97 66,75 71,38 58,8 34,2 20,12"]),
    // open at the top
    glyph(14, &["40,4 18,16 5,46 9,82 32,98 57,86 70,50 66,18 52,9"]),
    // a loop where it closes
    glyph(18, &["58,12 38,2 14,18 3,54 14,90 40,98 66,78 72,40 58,10 40,6 36,18 44,26"]),
];

const ONE: &[Glyph] = &[
    // upright
    glyph(46, &["34,0 33,50 31,100"]),
    // leaning
    glyph(26, &["44,0 32,50 18,100"]),
    // with a flag
    glyph(14, &["20,18 29,12 38,0 38,0 37,35 36,70 35,100"]),
    // with a flag and a foot
    glyph(8, &["20,19 29,12 38,0 38,0 38,35 37,70 37,98", "12,98 36,99 62,97"]),
    // bent
    glyph(6, &["41,0 30,50 33,100"]),
];

const TWO: &[Glyph] = &[
    // a flat base
    glyph(26, &["6,22 20,5 42,0 60,13 57,36 40,60 20,82 4,96 4,96 32,95 66,94"]),
    // a loop at the lower left
    glyph(26, &["6,20 22,3 46,1 58,18 51,44 34,70 14,91 3,90 8,77 24,80 46,95 72,91"]),
    // a swan
    glyph(16, &["10,18 26,3 48,5 56,26 46,54 26,78 6,94 6,94 24,88 46,96 70,92"]),
    // close to a Z
    glyph(16, &["6,10 28,3 52,2 60,12 46,38 24,68 3,96 3,96 34,95 70,94"]),
    // a wide loop and a long tail
    glyph(16, &["16,20 30,3 50,5 57,26 48,58 32,86 14,97 2,88 6,70 24,66 46,80 64,96 80,94"]),
];

const THREE: &[Glyph] = &[
    // round, with a point in the middle
    glyph(36, &["8,13 26,1 48,5 55,22 43,39 24,46 24,46 48,51 62,69 53,91 28,100 4,89"]),
    // a flat top
    glyph(16, &["4,6 32,4 60,2 60,2 45,21 27,41 27,41 52,48 61,70 48,93 22,100 2,91"]),
    // a small loop in the middle
    glyph(18, &["10,14 30,1 52,9 50,30 34,45 23,47 26,40 42,45 58,59 60,82 38,99 6,92"]),
    // round, and a hook below
    glyph(30, &["8,11 30,0 52,11 48,33 30,46 30,46 51,55 60,75 44,96 18,98 4,86"]),
];

const FOUR: &[Glyph] = &[
    // open
    glyph(32, &["14,4 10,28 5,53 5,53 32,53 70,49", "54,5 50,40 45,100"]),
    // open and round
    glyph(24, &["18,2 7,28 10,49 34,53 66,44", "66,2 59,50 50,100"]),
    // closed
    glyph(14, &["46,0 26,30 2,63 2,63 36,63 72,61", "48,2 48,50 46,100"]),
    // in one go
    glyph(16, &["12,6 6,30 14,48 34,48 54,33 64,4 64,4 58,50 50,100"]),
    // the bar crosses far to the right
    glyph(14, &["26,2 16,28 4,58 4,58 38,60 84,54", "54,18 50,58 42,100"]),
];

const FIVE: &[Glyph] = &[
    // the bar on its own
    glyph(36, &["18,5 14,25 10,45 10,45 32,39 54,50 60,72 46,94 22,100 2,90", "17,5 42,5 70,2"]),
    // in one go
    glyph(24, &["66,2 42,4 19,6 19,6 15,24 12,43 12,43 34,38 54,52 55,78 34,98 4,94"]),
    // close to an S
    glyph(14, &["66,3 40,4 20,14 20,34 40,46 55,63 48,88 26,99 4,92"]),
    // the bar far off and long
    glyph(26, &["16,12 14,30 12,46 12,46 36,42 54,56 53,80 32,98 6,95", "24,8 50,5 86,0"]),
];

const SIX: &[Glyph] = &[
    // a round back
    glyph(26, &["48,0 26,18 9,48 6,76 20,98 44,94 54,75 42,58 22,62 9,78"]),
    // a straight back
    glyph(20, &["56,1 34,24 14,56 8,84 26,99 48,89 50,68 32,62 14,76"]),
    // a hook at the top
    glyph(18, &["58,10 42,0 20,18 7,50 10,85 34,100 57,84 54,62 32,55 12,70"]),
    // a ring that goes through the back
    glyph(16, &["40,0 20,24 8,56 10,88 34,100 60,84 62,62 44,54 24,68 20,88"]),
    // upright, with a wide ring
    glyph(20, &["18,0 10,30 6,62 14,92 40,100 68,88 76,66 60,52 38,62 26,84"]),
];

const SEVEN: &[Glyph] = &[
    // plain
    glyph(32, &["2,10 35,7 68,4 68,4 53,36 38,68 31,100"]),
    // a hook at the start
    glyph(16, &["7,24 10,7 10,7 40,7 70,5 70,5 55,36 42,66 35,100"]),
    // with a bar
    glyph(18, &["4,10 35,7 68,4 68,4 53,36 40,68 31,100", "18,54 44,51 73,48"]),
    // a round shoulder
    glyph(22, &["2,14 29,5 59,3 69,13 59,42 46,72 40,100"]),
    // a wave
    glyph(12, &["2,8 22,12 48,9 75,4 75,4 53,42 29,98"]),
];

const EIGHT: &[Glyph] = &[
    // from the top right, closed
    glyph(36, &["54,13 36,0 14,8 13,29 32,47 51,64 52,87 31,100 9,88 10,67 30,48 50,31 55,11"]),
    // two rings
    glyph(12, &["34,1 14,10 13,33 32,45 51,33 52,12 36,1 28,4", "32,45 10,58 7,84 30,100 55,86 55,60 34,46 28,48"]),
    // open at the top right
    glyph(18, &["58,10 36,0 16,13 22,35 42,55 47,84 27,100 8,86 15,63 38,40 66,12"]),
    // from the middle
    glyph(14, &["32,46 14,30 16,8 36,1 52,14 46,34 24,56 10,78 22,98 46,94 54,74 40,54 28,42"]),
    // crossing with loose ends
    glyph(20, &["68,4 46,22 24,46 8,70 10,92 30,100 46,86 44,62 24,38 10,20 20,3 44,2 58,14"]),
];

const NINE: &[Glyph] = &[
    // a straight leg
    glyph(32, &["54,14 36,2 13,12 7,34 23,49 44,38 55,12 55,12 53,52 48,100"]),
    // a curved leg
    glyph(14, &["54,16 37,1 13,12 7,35 22,49 44,39 56,16 57,50 48,84 26,100 8,93"]),
    // in one smooth line
    glyph(26, &["54,20 40,2 17,10 8,33 24,47 44,34 56,10 53,42 44,72 36,100"]),
    // a small head
    glyph(14, &["48,14 34,4 17,14 14,33 28,41 44,28 50,10 50,10 52,44 56,72 58,100"]),
    // a wide, round head
    glyph(14, &["60,24 50,5 28,3 8,22 8,44 28,52 50,40 60,20 58,56 56,100"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_each_digit_add_up() {
        for (digit, glyphs) in DIGITS.iter().enumerate() {
            assert_eq!(glyphs.iter().map(|glyph| glyph.share).sum::<u8>(), 100, "digit {digit}");
        }
    }
}
