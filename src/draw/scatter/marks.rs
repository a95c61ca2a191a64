use crate::{draw::palette::Rgba, insight::Point};

/// A picture that marks are drawn on.
pub(super) struct Canvas {
    width: usize,
    pixels: Vec<Rgba>,
}

/// How much of each pixel a dot covers, row by row.
pub(super) struct Dot {
    radius: f32,
    side: usize,
    cover: Vec<u8>,
}

impl Dot {
    pub(super) fn new(radius: f32) -> Self {
        let reach = radius.ceil() as usize;
        let side = 2 * reach + 1;
        let from_middle = |at: usize| at.abs_diff(reach) as f32;
        let cover = (0..side * side).map(|pixel| {
            let distance = from_middle(pixel % side).hypot(from_middle(pixel / side));
            ((radius + 0.5 - distance).clamp(0.0, 1.0) * 255.0) as u8
        });
        Self { radius, side, cover: cover.collect() }
    }

    pub(super) fn radius(&self) -> f32 {
        self.radius
    }
}

impl Canvas {
    pub(super) fn new(width: u32, height: u32, background: Rgba) -> Self {
        let [width, height] = [width, height].map(|length| length as usize);
        Self { width, pixels: vec![background; width * height] }
    }

    pub(super) fn into_pixels(self) -> Vec<Rgba> {
        self.pixels
    }

    /// Draws a dot around a place.
    pub(super) fn dot(&mut self, place: Point, dot: &Dot, colour: Rgba) {
        let corner = corner(place, dot.side, dot.side);
        self.rows(corner, dot.side, dot.side, |row, first, pixels| {
            for (pixel, &cover) in pixels.iter_mut().zip(&dot.cover[row * dot.side + first..]) {
                match cover {
                    0 => {}
                    255 => *pixel = colour,
                    _ => *pixel = mixed(*pixel, colour, cover),
                }
            }
        });
    }

    /// Fills a rectangle around a place.
    pub(super) fn rectangle(&mut self, place: Point, [width, height]: [usize; 2], colour: Rgba) {
        self.rows(corner(place, width, height), width, height, |_, _, pixels| pixels.fill(colour));
    }

    /// Draws an image around a place. A pixel of the picture shows the pixel in the column and in the row of the image
    /// that `columns` and `rows` give for it.
    pub(super) fn image(
        &mut self,
        place: Point,
        (image, width): (&[u8], usize),
        [columns, rows]: [&[usize]; 2],
        colours: &[Rgba; 256],
    ) {
        self.rows(corner(place, columns.len(), rows.len()), columns.len(), rows.len(), |row, first, pixels| {
            let values = &image[rows[row] * width..][..width];
            for (pixel, &column) in pixels.iter_mut().zip(&columns[first..]) {
                *pixel = colours[usize::from(values[column])];
            }
        });
    }

    /// Calls `paint` with each row of a rectangle that is in the picture: its number, its first column that is, and its
    /// pixels.
    fn rows(
        &mut self,
        [left, top]: [isize; 2],
        width: usize,
        height: usize,
        mut paint: impl FnMut(usize, usize, &mut [Rgba]),
    ) {
        let visible = |at: isize, limit: usize| at.clamp(0, limit.cast_signed()).cast_unsigned();
        let (first, end) = (visible(left, self.width), visible(left.saturating_add_unsigned(width), self.width));
        if first == end {
            return;
        }
        let skipped = visible(left.saturating_neg(), width);
        let above = visible(top.saturating_neg(), height);
        let start = top.max(0).cast_unsigned().saturating_mul(self.width);
        let rows = self.pixels.get_mut(start..).unwrap_or_default().chunks_exact_mut(self.width);
        for (row, pixels) in (above..height).zip(rows) {
            paint(row, skipped, &mut pixels[first..end]);
        }
    }
}

/// The left and the upper edge of a rectangle around a place.
fn corner(place: Point, width: usize, height: usize) -> [isize; 2] {
    [place[0] - width as f32 / 2.0, place[1] - height as f32 / 2.0].map(|edge| edge.round() as isize)
}

/// A colour over another, of which it covers so many 255ths.
pub(super) fn mixed(below: Rgba, above: Rgba, cover: u8) -> Rgba {
    let cover = u32::from(cover);
    let mut mixed = [255; 4];
    for channel in 0..3 {
        let sum = u32::from(below[channel]) * (255 - cover) + u32::from(above[channel]) * cover + 127;
        mixed[channel] = (sum / 255) as u8;
    }
    mixed
}
