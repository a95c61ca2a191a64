use crate::{draw::palette::Rgba, insight::Point};

/// A picture that marks are drawn on.
pub(super) struct Canvas {
    width: usize,
    pixels: Vec<Rgba>,
}

/// How much of each pixel a dot covers, in 256ths, row by row.
pub(super) struct Dot {
    radius: f32,
    side: usize,
    cover: Vec<u16>,
}

impl Dot {
    pub(super) fn new(radius: f32) -> Self {
        let reach = radius.ceil() as usize;
        let side = 2 * reach + 1;
        let from_middle = |at: usize| at.abs_diff(reach) as f32;
        let cover = (0..side * side).map(|pixel| {
            let distance = from_middle(pixel % side).hypot(from_middle(pixel / side));
            ((radius + 0.5 - distance).clamp(0.0, 1.0) * 256.0) as u16
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
                    256 => *pixel = colour,
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
        let mut pixels = self.pixels.get_mut(start..).unwrap_or_default();
        for row in above..height {
            let Some((line, below)) = pixels.split_at_mut_checked(self.width) else { return };
            paint(row, skipped, &mut line[first..end]);
            pixels = below;
        }
    }
}

/// The left and the upper edge of a rectangle around a place.
fn corner(place: Point, width: usize, height: usize) -> [isize; 2] {
    // `round` is no instruction of WebAssembly.
    [place[0] - width as f32 / 2.0, place[1] - height as f32 / 2.0].map(|edge| (edge + 0.5).floor() as isize)
}

/// A colour over another, of which it covers so many 256ths.
pub(super) fn mixed(below: Rgba, above: Rgba, cover: u16) -> Rgba {
    let [below, above] = [below, above].map(u32::from_le_bytes);
    let cover = u32::from(cover);
    // Two channels at once: 16 bits have room for the sum of each.
    let pair = |shift: u32| {
        let [below, above] = [below, above].map(|colour| colour >> shift & 0x00FF_00FF);
        (below * (256 - cover) + above * cover + 0x0080_0080) >> 8 & 0x00FF_00FF
    };
    (pair(0) | pair(8) << 8).to_le_bytes()
}
