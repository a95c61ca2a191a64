//! Writers: each has a pen, a slant and habits, and never writes a digit the same way twice.

use super::{
    chance::Chance,
    glyphs::{DIGITS, Glyph},
    pen::{Dab, Stroke},
};

/// One person's handwriting.
#[derive(Debug)]
pub(super) struct Hand {
    /// The glyph of each digit, and how this hand deforms it.
    glyphs: [(&'static Glyph, Chance); 10],
    shape: Shape,
    /// Half the width of a stroke, where a digit is 100 high.
    pen: f64,
    /// How much the pen's pressure varies.
    pressure: f64,
    /// How much the paper roughens the line.
    grain: f64,
    /// How far the pen misses the glyph's points.
    slop: f64,
}

impl Hand {
    /// A new writer.
    pub(super) fn new(chance: &mut Chance) -> Self {
        Self {
            glyphs: DIGITS.map(|glyphs| (choose(glyphs, chance), chance.fork())),
            shape: Shape {
                width: chance.between(0.8, 1.3),
                slant: chance.between(-0.15, 0.42),
                turn: chance.between(-0.06, 0.06),
                bends: std::array::from_fn(|_| chance.between(-0.35, 0.35)),
            },
            pen: 4.3 + 7.7 * chance.between(0.0, 1.0) * chance.between(0.3, 1.0),
            pressure: chance.between(0.04, 0.18),
            grain: chance.between(0.2, 0.9),
            // Most are neat, some are sloppy.
            slop: 1.0 + 3.6 * chance.between(0.0, 1.0) * chance.between(0.2, 1.0),
        }
    }

    /// Writes a digit as strokes.
    pub(super) fn write(&self, digit: u8, chance: &mut Chance) -> Vec<Stroke> {
        let (mut glyph, mut habit) = self.glyphs[usize::from(digit)].clone();
        if chance.between(0.0, 1.0) < 0.1 {
            glyph = choose(DIGITS[usize::from(digit)], chance);
        }
        let shape = self.shape.vary(self.slop, chance);
        let pen = self.pen * (1.0 + 0.08 * chance.normal());
        let mut stray = |drift: &mut f64, chance: &mut Chance| {
            *drift = 0.5 * *drift + 2.5 * habit.normal() + self.slop * chance.normal();
            *drift
        };
        glyph
            .strokes()
            .map(|stroke| {
                let (mut x_drift, mut y_drift) = (0.0, 0.0);
                let mut points: Vec<Point> = Vec::with_capacity(stroke.len());
                for (i, &(x, y)) in stroke.iter().enumerate() {
                    let corner = i > 0 && stroke[i - 1] == (x, y);
                    points.push(if corner {
                        points[i - 1]
                    } else {
                        shape.apply(x + stray(&mut x_drift, chance), y + stray(&mut y_drift, chance))
                    });
                }
                self.trace(&points, pen, chance)
            })
            .collect()
    }

    /// Draws a smooth line through the points with a pen whose pressure varies.
    fn trace(&self, points: &[Point], pen: f64, chance: &mut Chance) -> Stroke {
        let mut dabs = Vec::with_capacity(points.len() * usize::from(STEPS));
        let press = |chance: &mut Chance| pen * (1.0 + self.pressure * chance.normal());
        let mut dab = |(x, y): Point, radius: f64, chance: &mut Chance| {
            let mut roughen = |length| length + self.grain * chance.normal();
            dabs.push(Dab { x: roughen(x), y: roughen(y), radius: roughen(radius) });
        };
        let mut radius = press(chance);
        for curve in points.chunk_by(|a, b| a != b) {
            for (i, leg) in curve.windows(2).enumerate() {
                let around = [curve[i.saturating_sub(1)], leg[0], leg[1], curve[(i + 2).min(curve.len() - 1)]];
                let next = press(chance);
                for step in 0..STEPS {
                    let t = f64::from(step) / f64::from(STEPS);
                    dab(catmull_rom(around, t), radius + (next - radius) * t, chance);
                }
                radius = next;
            }
            dab(curve[curve.len() - 1], radius, chance);
        }
        dabs
    }
}

/// The number of segments from one point to the next.
const STEPS: u8 = 6;

/// Each glyph as often as hands write it.
fn choose(glyphs: &'static [Glyph], chance: &mut Chance) -> &'static Glyph {
    let mut left = chance.between(0.0, 100.0);
    glyphs
        .iter()
        .find(|glyph| {
            left -= f64::from(glyph.share);
            left < 0.0
        })
        .unwrap_or(&glyphs[0])
}

type Point = (f64, f64);

/// The deformation that a hand applies to every glyph.
#[derive(Debug)]
struct Shape {
    /// How many times as wide as the glyph.
    width: f64,
    /// How far the top leans to the right of the foot.
    slant: f64,
    /// The tangent of half the angle that the digit is turned by, so that turning needs no sine.
    turn: f64,
    /// How strongly the digit is bent, so that straight lines curve and proportions change.
    bends: [f64; 6],
}

impl Shape {
    /// A slightly different deformation; a sloppy hand varies more.
    fn vary(&self, slop: f64, chance: &mut Chance) -> Self {
        Self {
            width: self.width * (1.0 + 0.03 * slop * chance.normal()),
            slant: self.slant + 0.02 * slop * chance.normal(),
            turn: self.turn + 0.01 * slop * chance.normal(),
            bends: self.bends.map(|bend| bend + 0.05 * slop * chance.normal()),
        }
    }

    /// Moves a point of a glyph; the origin is near the glyph's middle.
    fn apply(&self, x: f64, y: f64) -> Point {
        let (u, v) = (x / 100.0 - 0.33, y / 100.0 - 0.5);
        let [bow, swing, taper, smile, fan, sag] = self.bends;
        let x = u + bow * v * v + swing * v * v * v + taper * u * v;
        let y = v + smile * u * u + fan * u * v + sag * v * v;
        let x = self.width * x - self.slant * y;
        let square = self.turn * self.turn;
        let (cos, sin) = ((1.0 - square) / (1.0 + square), 2.0 * self.turn / (1.0 + square));
        (100.0 * (cos * x - sin * y), 100.0 * (sin * x + cos * y))
    }
}

/// The point at `t` (0 to 1) on the way from the second to the third point of a centripetal Catmull-Rom spline.
fn catmull_rom([before, from, to, after]: [Point; 4], t: f64) -> Point {
    // The first and last point of a line replace their missing neighbours, and no time may be zero.
    let time = |a: Point, b: Point| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        (dx * dx + dy * dy).sqrt().sqrt().max(0.01)
    };
    let (t0, t1, t2) = (time(before, from), time(from, to), time(to, after));
    let coordinate = |p0: f64, p1: f64, p2: f64, p3: f64| {
        let start = p2 - p1 + t1 * ((p1 - p0) / t0 - (p2 - p0) / (t0 + t1));
        let end = p2 - p1 + t1 * ((p3 - p2) / t2 - (p3 - p1) / (t1 + t2));
        let (cubic, square) = (2.0 * (p1 - p2) + start + end, 3.0 * (p2 - p1) - 2.0 * start - end);
        ((cubic * t + square) * t + start) * t + p1
    };
    (coordinate(before.0, from.0, to.0, after.0), coordinate(before.1, from.1, to.1, after.1))
}
