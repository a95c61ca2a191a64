use super::Point;
use crate::insight::random::Random;

/// Cells along an axis at most.
const MAX_CELLS: f32 = 512.0;

/// Points sorted into square cells, for those around a place.
pub(super) struct Cells {
    min: Point,
    side: f32,
    columns: usize,
    /// Where the points of each cell start, row by row, and the end of the last.
    starts: Vec<u32>,
    /// The points, cell by cell.
    items: Vec<u32>,
}

/// The points in the cells around a place: a part of each of three rows of cells.
pub(super) struct Around<'a> {
    rows: [&'a [u32]; 3],
    count: usize,
}

impl Cells {
    /// Cells with sides of at least `side`.
    pub(super) fn new(points: &[Point], side: f32) -> Self {
        let axis = |axis: usize| points.iter().map(move |point| point[axis]);
        let [min, max] =
            [[0, 1].map(|at| axis(at).fold(f32::MAX, f32::min)), [0, 1].map(|at| axis(at).fold(f32::MIN, f32::max))];
        let extent = [max[0] - min[0], max[1] - min[1]];
        let side = side.max(extent[0].max(extent[1]) / MAX_CELLS);
        let [columns, rows] = extent.map(|length| (length / side) as usize + 1);
        let mut cells = Self { min, side, columns, starts: vec![0; columns * rows + 1], items: vec![0; points.len()] };
        for &point in points {
            let cell = cells.cell(point);
            cells.starts[cell + 1] += 1;
        }
        for cell in 0..columns * rows {
            cells.starts[cell + 1] += cells.starts[cell];
        }
        let mut next = cells.starts.clone();
        for (item, &point) in (0..).zip(points) {
            let place = &mut next[cells.cell(point)];
            cells.items[*place as usize] = item;
            *place += 1;
        }
        cells
    }

    /// The points in the cell of a place and in the eight around it.
    pub(super) fn around(&self, place: Point) -> Around<'_> {
        let cell = self.cell(place);
        let column = cell % self.columns;
        let (left, right) = (column.min(1), (self.columns - 1 - column).min(1));
        let row = |middle: Option<usize>| {
            let middle = middle.filter(|&middle| middle + 1 < self.starts.len())?;
            Some(&self.items[self.starts[middle - left] as usize..self.starts[middle + right + 1] as usize])
        };
        let rows = [cell.checked_sub(self.columns), Some(cell), cell.checked_add(self.columns)];
        let rows = rows.map(|middle| row(middle).unwrap_or_default());
        Around { rows, count: rows.iter().map(|row| row.len()).sum() }
    }

    fn cell(&self, point: Point) -> usize {
        let [column, row] = [0, 1].map(|axis| ((point[axis] - self.min[axis]) / self.side) as usize);
        row * self.columns + column
    }
}

impl Around<'_> {
    /// One of the points, of which there is at least one.
    pub(super) fn pick(&self, random: &mut Random) -> u32 {
        let mut place = random.below(self.count);
        for row in self.rows {
            if let Some(&item) = row.get(place) {
                return item;
            }
            place -= row.len();
        }
        unreachable!("the place is below the number of points")
    }
}
