use super::{Point, pairs::Partners};

/// Pairs that are calculated together, which compilers turn into SIMD.
const LANES: usize = 4;

/// The force on each point.
#[derive(Debug)]
pub(super) struct Forces(Vec<Point>);

impl Forces {
    pub(super) fn new(items: usize) -> Self {
        Self(vec![[0.0; 2]; items])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill([0.0; 2]);
    }

    /// The coordinates of the forces, one after the other.
    pub(super) fn values(&self) -> &[f32] {
        self.0.as_flattened()
    }

    /// Pulls points and their partners together. `strength` gives how much for their squared distance plus 1, as a
    /// multiple of the distance; below zero it pushes them apart.
    pub(super) fn pull(&mut self, points: &[Point], partners: Partners, strength: impl Fn(f32) -> f32) {
        for (item, partners) in partners.iter().enumerate() {
            let mut own = self.0[item];
            for some in partners.chunks(LANES) {
                // A point does not pull at itself.
                let mut others = [points[item]; LANES];
                for (other, &partner) in others.iter_mut().zip(some) {
                    *other = points[partner as usize];
                }
                let pulls = pulls(points[item], others, &strength);
                for (pull, &partner) in pulls.iter().zip(some) {
                    let other = &mut self.0[partner as usize];
                    own = [own[0] + pull[0], own[1] + pull[1]];
                    *other = [other[0] - pull[0], other[1] - pull[1]];
                }
            }
            self.0[item] = own;
        }
    }
}

/// The forces with which others pull at a point.
fn pulls([x, y]: Point, others: [Point; LANES], strength: impl Fn(f32) -> f32) -> [Point; LANES] {
    let across = others.map(|other| other[0] - x);
    let down = others.map(|other| other[1] - y);
    let mut factors = [0.0; LANES];
    for lane in 0..LANES {
        factors[lane] = strength(across[lane] * across[lane] + down[lane] * down[lane] + 1.0);
    }
    let mut pulls = [[0.0; 2]; LANES];
    for lane in 0..LANES {
        pulls[lane] = [factors[lane] * across[lane], factors[lane] * down[lane]];
    }
    pulls
}
