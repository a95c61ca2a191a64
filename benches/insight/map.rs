//! The map: whether images that are close on it are similar, and have the same label.

use std::sync::Arc;
use std::time::Instant;

use idxlens::insight::{Aspect, DIMENSIONS, Fit, GrayImages, Map, Neighbours, Point, Ranking, Search, Task};

use crate::data::Data;
use crate::report;

/// Neighbours of each image in the graph, as in the page's check.
const NEIGHBOURS: usize = 24;
/// Neighbours on the map whose distances are looked at, and whose labels decide.
const CLOSE: usize = 15;
const VOTERS: usize = 10;
/// One image in so many is compared with all others.
const EVERY: usize = 10;

/// Measures the maps of the test sets, which have targets for MNIST.
pub(crate) fn measure() {
    for (place, Data { name, images, labels }) in Data::all().into_iter().enumerate() {
        let (graph, start) = graph(&images);
        let begun = Instant::now();
        let mut map = Map::new(images.clone(), Arc::new(graph), &start);
        finish(&mut map);
        eprintln!("map of {name}: laid out in {:.2} s, natively", begun.elapsed().as_secs_f64());
        let target = |value| (place == 0).then_some(value);
        report(&format!("{name}, map: trustworthiness@{CLOSE}"), trustworthiness(&images, map.points()), target(0.965));
        report(&format!("{name}, map: {VOTERS}-NN accuracy"), accuracy(&labels, map.points()), target(0.955));
    }
}

/// The nearest others of each image, and its first two principal components.
fn graph(images: &Arc<GrayImages>) -> (Neighbours, Vec<Point>) {
    let all: Vec<u32> = (0..images.len() as u32).collect();
    let mut fit = Fit::new(images.clone(), Aspect::Pixels);
    finish(&mut fit);
    let vectors = fit.finish().project(images, &all);
    let mut search = Search::new(&vectors, Search::CANDIDATES, 0, 1);
    finish(&mut search);
    let mut ranking = Ranking::new(images.clone(), Arc::new(search.finish()), 0..images.len(), NEIGHBOURS);
    finish(&mut ranking);
    let start = vectors.chunks_exact(DIMENSIONS).map(|vector| [vector[0].into(), vector[1].into()]);
    (ranking.finish(), start.collect())
}

fn finish(task: &mut impl Task) {
    while task.step() {}
}

/// How little the neighbours on the map are others than those of the pixels: 1 where they are the same, 0 where they are
/// the farthest (Venna and Kaski, "Neighborhood preservation in nonlinear projection methods", ICANN 2001). Of the
/// images, one in [`EVERY`] is asked.
fn trustworthiness(images: &GrayImages, points: &[Point]) -> f64 {
    let asked: Vec<_> = (0..points.len()).step_by(EVERY).collect();
    let penalties = asked.iter().map(|&item| {
        let distance = |other: &[u8]| -> u32 {
            images.image(item).iter().zip(other).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let mut order: Vec<_> = images.iter().map(distance).enumerate().filter(|&(other, _)| other != item).collect();
        order.sort_by_key(|&(other, distance)| (distance, other));
        let mut ranks = vec![0; points.len()];
        for (rank, &(other, _)) in order.iter().enumerate() {
            ranks[other] = rank + 1;
        }
        closest(points, item, CLOSE).into_iter().map(|other| ranks[other].saturating_sub(CLOSE)).sum::<usize>()
    });
    let (n, k) = (points.len() as f64, CLOSE as f64);
    1.0 - 2.0 / (asked.len() as f64 * k * (2.0 * n - 3.0 * k - 1.0)) * penalties.sum::<usize>() as f64
}

/// The share of images whose label most of their neighbours on the map have; of equally many the smallest label.
fn accuracy(labels: &[u32], points: &[Point]) -> f64 {
    let hits = labels.iter().enumerate().filter(|&(item, &label)| {
        let voters: Vec<_> = closest(points, item, VOTERS).into_iter().map(|other| labels[other]).collect();
        let count_of = |label: u32| voters.iter().filter(|&&voter| voter == label).count();
        voters.iter().max_by_key(|&&voter| (count_of(voter), std::cmp::Reverse(voter))) == Some(&label)
    });
    hits.count() as f64 / labels.len() as f64
}

/// The `count` points that are closest to one.
fn closest(points: &[Point], item: usize, count: usize) -> Vec<usize> {
    let [x, y] = points[item];
    let distance = |point: Point| (point[0] - x).powi(2) + (point[1] - y).powi(2);
    let others = points.iter().enumerate().filter(|&(other, _)| other != item);
    let mut others: Vec<_> = others.map(|(other, &point)| (distance(point), other)).collect();
    others.select_nth_unstable_by(count, |(one, _), (other, _)| one.total_cmp(other));
    others.truncate(count);
    others.into_iter().map(|(_, other)| other).collect()
}
