//! From strokes to pixels, prepared as MNIST's are: the digit fits 20 x 20, and its centre of mass is the centre of
//! 28 x 28.

use num_traits::ToPrimitive as _;

/// A round spot of ink.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dab {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) radius: f64,
}

/// Dabs that are joined by ink, of any size and at any position.
pub(super) type Stroke = Vec<Dab>;

/// The height and width of the space that a digit is placed in, whatever the resolution.
const FRAME: f64 = 28.0;
/// The larger of a digit's height and width.
const DIGIT: f64 = 20.0;
/// The margin along each side that stays empty, whatever the digit's shape.
const MARGIN: f64 = 1.5;
/// Samples per pixel along each axis.
const FINE: u8 = 2;

/// Draws a digit on `side` x `side` pixels; row-major, 0 is paper and 255 is ink.
pub(super) fn draw(strokes: &[Stroke], side: u8) -> Vec<u8> {
    let mut samples = Samples::new(side * FINE);
    let enlarge = f64::from(samples.side) / FRAME;
    for stroke in place(strokes) {
        // A sample stands for the square around it.
        let stroke: Vec<_> = stroke.iter().map(|dab| dab.transform(enlarge, -0.5, -0.5)).collect();
        for ends in stroke.windows(2) {
            samples.ink(ends[0], ends[1]);
        }
    }
    samples.pixels()
}

impl Dab {
    /// Scaled from the origin, then moved.
    fn transform(&self, scale: f64, x: f64, y: f64) -> Self {
        Self { x: self.x * scale + x, y: self.y * scale + y, radius: self.radius * scale }
    }
}

/// Scales the digit to its size and moves its centre of mass to the centre of the frame.
fn place(strokes: &[Stroke]) -> Vec<Stroke> {
    let extent = |at: fn(&Dab) -> f64| {
        strokes.iter().flatten().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), dab| {
            (low.min(at(dab) - dab.radius), high.max(at(dab) + dab.radius))
        })
    };
    let (x_extent, y_extent) = (extent(|dab| dab.x), extent(|dab| dab.y));
    let scale = DIGIT / (x_extent.1 - x_extent.0).max(y_extent.1 - y_extent.0);

    // Where lines cross, ink counts twice. That moves the centre too little to be visible.
    let (mut mass, mut x_moment, mut y_moment) = (0.0, 0.0, 0.0);
    for ends in strokes.iter().flat_map(|stroke| stroke.windows(2)) {
        let (a, b) = (ends[0], ends[1]);
        let area = distance(b.x - a.x, b.y - a.y) * (a.radius + b.radius);
        mass += area;
        x_moment += area * (a.x + b.x) / 2.0;
        y_moment += area * (a.y + b.y) / 2.0;
    }
    let shift = |centre: f64, (low, high): (f64, f64)| {
        (FRAME / 2.0 - centre * scale).clamp(MARGIN - low * scale, FRAME - MARGIN - high * scale)
    };
    let (x, y) = (shift(x_moment / mass, x_extent), shift(y_moment / mass, y_extent));
    strokes.iter().map(|stroke| stroke.iter().map(|dab| dab.transform(scale, x, y)).collect()).collect()
}

/// The length of a vector; unlike `hypot`, exactly rounded, so the same on every platform.
fn distance(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// A square grid of points on the paper.
struct Samples {
    side: u8,
    /// How far each is from the edge of the ink, positive inside; row-major.
    depth: Vec<f64>,
}

impl Samples {
    fn new(side: u8) -> Self {
        Self { side, depth: vec![f64::NEG_INFINITY; usize::from(side).pow(2)] }
    }

    /// Inks two dabs and the space between them.
    fn ink(&mut self, from: Dab, to: Dab) {
        let reach = from.radius.max(to.radius) + 0.5;
        let range = |a: f64, b: f64| {
            let index = |x: f64| x.to_u8().expect("the digit was placed inside the frame");
            index((a.min(b) - reach).ceil())..=index((a.max(b) + reach).floor())
        };
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let square = (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
        for row in range(from.y, to.y) {
            for column in range(from.x, to.x) {
                let (x, y) = (f64::from(column) - from.x, f64::from(row) - from.y);
                let along = ((x * dx + y * dy) / square).clamp(0.0, 1.0);
                let radius = from.radius + (to.radius - from.radius) * along;
                let depth = radius - distance(x - along * dx, y - along * dy);
                let sample = &mut self.depth[usize::from(row) * usize::from(self.side) + usize::from(column)];
                *sample = sample.max(depth);
            }
        }
    }

    /// The share of ink in each pixel.
    fn pixels(&self) -> Vec<u8> {
        let (fine, side) = (usize::from(FINE), usize::from(self.side));
        let mut ink = vec![0.0; self.depth.len() / fine / fine];
        for (i, depth) in self.depth.iter().enumerate() {
            let (row, column) = (i / side / fine, i % side / fine);
            // A sample's square is all ink if it is half its width inside the edge, and all paper if it is half its
            // width outside.
            ink[row * (side / fine) + column] += (depth + 0.5).clamp(0.0, 1.0);
        }
        let full = f64::from(FINE * FINE);
        ink.iter().map(|ink| (ink / full * 255.0).round().to_u8().expect("a share is within 0 to 1")).collect()
    }
}
