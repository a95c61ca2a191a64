use super::{Point, forces::Forces};

/// The decay of the mean of the gradient, and of the mean of its square.
const DECAY: [f32; 2] = [0.9, 0.999];
/// Keeps the quotient finite.
const EPSILON: f32 = 1e-7;

/// Gradient descent with a rate of its own for each coordinate: Kingma and Ba, "Adam: A Method for Stochastic
/// Optimization", ICLR 2015. The rate is 1.
#[derive(Debug)]
pub(super) struct Adam {
    means: Vec<Point>,
    squares: Vec<Point>,
    /// What of the means at the start, which are zero, is left in them.
    left: [f32; 2],
}

impl Adam {
    pub(super) fn new(items: usize) -> Self {
        let zeros = vec![[0.0; 2]; items];
        Self { means: zeros.clone(), squares: zeros, left: [1.0; 2] }
    }

    pub(super) fn descend(&mut self, points: &mut [Point], forces: &Forces) {
        let [first, second] = DECAY;
        self.left = [self.left[0] * first, self.left[1] * second];
        let rate = (1.0 - self.left[1]).sqrt() / (1.0 - self.left[0]);
        let means = self.means.as_flattened_mut().iter_mut().zip(self.squares.as_flattened_mut());
        for ((place, force), (mean, square)) in points.as_flattened_mut().iter_mut().zip(forces.values()).zip(means) {
            *mean += (1.0 - first) * (force - *mean);
            *square += (1.0 - second) * (force * force - *square);
            *place += rate * *mean / (square.sqrt() + EPSILON);
        }
    }
}
