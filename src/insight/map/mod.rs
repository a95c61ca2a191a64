//! Images as points in a plane, similar ones close together.
//!
//! The layout is a neighbour embedding in the manner of `PaCMAP` (Wang, Huang, Rudin and Shaposhnik, JMLR 22, 2021):
//! each point pulls at its near and mid-near partners and pushes far ones away, in three phases, with Adam. The last
//! phase follows `LocalMAP` (Wang, Sun, Huang and Rudin, arXiv 2412.15426): points push away those that come close
//! without being neighbours, and distant neighbours pull less. It is neither of the two exactly: there are fewer near
//! partners, all of them neighbours in the graph.

use std::sync::Arc;

use super::{GrayImages, Neighbours, Task, random::Random};
use adam::Adam;
use forces::Forces;
use pairs::Pairs;

mod adam;
mod close;
mod forces;
mod pairs;

/// A place in the plane.
pub type Point = [f32; 2];

/// The steps of the three phases: from the rough order to clusters, then the final distances.
const PHASES: [u16; 3] = [100, 100, 250];
const STEPS: u16 = PHASES[0] + PHASES[1] + PHASES[2];

/// The standard deviation of the first coordinate at the start.
const START: f32 = 0.02;
/// How far from its place a point starts, so that equal images can part.
const JITTER: f32 = 1e-4;

/// In the last phase points push away others within this distance.
const CLOSE: f32 = 10.0;
/// The number of steps for which these are chosen.
const CHOSEN_FOR: u16 = 10;
/// The distance at which a neighbour pulls as much in the last phase as in the others; at twice the distance half as
/// much.
const EVEN: f32 = 6.0;

/// Images for which one step chooses partners.
const BATCH: usize = 512;
/// The part of the work that this is.
const CHOOSING: f64 = 0.05;

/// The work of laying out a map, which can be shown after each step.
#[derive(Debug)]
pub struct Map {
    images: Arc<GrayImages>,
    neighbours: Arc<Neighbours>,
    points: Vec<Point>,
    pairs: Pairs,
    forces: Forces,
    adam: Adam,
    random: Random,
    steps: u16,
}

impl Map {
    /// Prepares the map of images that starts with a point for each: its first two principal components.
    ///
    /// # Panics
    /// When an image has no point, or no row in the graph.
    #[must_use]
    pub fn new(images: Arc<GrayImages>, neighbours: Arc<Neighbours>, start: &[Point]) -> Self {
        let items = images.len();
        assert_eq!(start.len(), items, "every image has a point");
        assert_eq!(neighbours.items.len(), items * neighbours.k, "every image has a row in the graph");
        let mut random = Random::new();
        Self {
            points: shrunk(start, &mut random),
            pairs: Pairs::new(&neighbours, items),
            forces: Forces::new(items),
            adam: Adam::new(items),
            steps: 0,
            images,
            neighbours,
            random,
        }
    }

    /// The place of each image so far.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Moves all points once.
    fn descend(&mut self) {
        let Self { points, pairs, forces, .. } = self;
        let [first, second, _] = PHASES;
        let last = self.steps.checked_sub(first + second);
        forces.clear();
        if let Some(step) = last {
            if step.is_multiple_of(CHOSEN_FOR) {
                pairs.push_close(points, CLOSE, &mut self.random);
            }
            forces.pull(points, pairs.near(), |square| EVEN / square.sqrt() * strength(10.0, square));
        } else {
            let done = f32::from(self.steps.min(first)) / f32::from(first);
            let (near, mid) = (if done < 1.0 { 2.0 } else { 3.0 }, 1000.0 - 997.0 * done);
            forces.pull(points, pairs.near(), |square| near * strength(10.0, square));
            forces.pull(points, pairs.mid_near(), |square| mid * strength(10_000.0, square));
        }
        forces.pull(points, pairs.far(), |square| -strength(1.0, square));
        self.adam.descend(points, forces);
        self.steps += 1;
    }
}

impl Task for Map {
    fn step(&mut self) -> bool {
        if self.points.is_empty() {
            return false;
        }
        if self.pairs.are_chosen() {
            self.descend();
        } else {
            self.pairs.choose(BATCH, &self.images, &self.neighbours, &mut self.random);
        }
        self.steps < STEPS
    }

    fn progress(&self) -> f64 {
        CHOOSING * self.pairs.progress() + (1.0 - CHOOSING) * f64::from(self.steps) / f64::from(STEPS)
    }
}

/// The slope of `square / (reach + square)`: how strongly partners pull at each other whose squared distance plus 1 is
/// `square`.
fn strength(reach: f32, square: f32) -> f32 {
    2.0 * reach / ((reach + square) * (reach + square))
}

/// Points around the origin, close together, in the order of these: far partners then part first.
fn shrunk(points: &[Point], random: &mut Random) -> Vec<Point> {
    let [x, y] = [0, 1].map(|axis| mean(points.iter().map(|point| point[axis])));
    let deviation = mean(points.iter().map(|point| (point[0] - x).powi(2))).sqrt();
    let scale = if deviation > 0.0 { START / deviation } else { 0.0 };
    let mut near = |value: f32| value * scale + JITTER * random.signed();
    points.iter().map(|point| [near(point[0] - x), near(point[1] - y)]).collect()
}

fn mean(values: impl ExactSizeIterator<Item = f32>) -> f32 {
    let len = values.len().max(1);
    (values.map(f64::from).sum::<f64>() / len as f64) as f32
}
