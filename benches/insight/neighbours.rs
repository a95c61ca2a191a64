//! How many of the nearest images, the equal ones and the planted near duplicates are found.

use std::collections::HashSet;
use std::sync::Arc;

use idxlens::dataset::item_hash::hash;
use idxlens::insight::{
    Aspect, Candidates, Comparison, Duplicates, Fit, GrayImages, NearDuplicates, Neighbours, PairCandidates, Ranking,
    Search, Task, typical_distance,
};

use crate::data::Data;
use crate::planted::Random;
use crate::report;

/// Neighbours whose recall is measured, and the images for which it is.
const NEAREST: usize = 10;
const QUERIES: usize = 1000;
/// Copies of each kind.
const COPIES: usize = 300;
/// The recall at which the precision counts, and the other way round.
const RECALL: f64 = 0.98;
const PRECISION: f64 = 0.95;

/// How a copy differs from its original.
#[derive(Clone, Copy, Debug)]
enum Copy {
    /// It is moved by one pixel, to one side.
    Shift,
    /// It has noise with a standard deviation of 8.
    Noise,
    /// It is brighter by 10 %.
    Bright,
}

/// Measures and reports.
pub(crate) fn measure() {
    for data in Data::all() {
        let candidates = candidates(&data.images);
        let neighbours = neighbours(&data.images, &candidates);
        let recall = recall(&data.images, &neighbours);
        report(&format!("neighbours, {}: recall of the {NEAREST} nearest", data.name), recall, Some(0.98));

        let duplicates = duplicates(&data.images);
        let groups = duplicates.groups.len() + usize::from(!duplicates.constant.is_empty());
        let items: usize = duplicates.groups.iter().map(|group| group.items.len()).sum();
        // The known numbers of notMNIST count the white images as one group.
        let is_mnist = data.name == "MNIST";
        assert!(!is_mnist || groups == 0, "MNIST has no equal images");
        let (min_groups, min_items) = if is_mnist { (None, None) } else { (Some(57.0), Some(253.0)) };
        report(&format!("duplicates, {}: groups", data.name), groups as f64, min_groups);
        let items = (items + duplicates.constant.len()) as f64;
        report(&format!("duplicates, {}: images in groups", data.name), items, min_items);

        for kind in [Copy::Shift, Copy::Noise, Copy::Bright] {
            let (recall, precision) = near_duplicates(&data.images, kind);
            // notMNIST has near duplicates of its own, which count as false here.
            let (least, exact) = if data.name == "MNIST" { (Some(RECALL), Some(PRECISION)) } else { (None, None) };
            let what = format!("near duplicates, {}, {COPIES} copies, {kind:?}", data.name);
            report(&format!("{what}: recall"), recall, least);
            report(&format!("{what}: precision"), precision, exact);
        }
    }
}

/// The recall and the precision of planted copies at the default threshold.
fn near_duplicates(original: &GrayImages, kind: Copy) -> (f64, f64) {
    let mut random = Random::new(1);
    let mut images = original.clone();
    let mut planted = HashSet::new();
    let mut chosen = HashSet::new();
    while planted.len() < COPIES {
        let item = random.below(original.len());
        let image = original.image(item);
        let copy = copy(image, original.width(), kind, &mut random);
        // A blank image has no near duplicates, and an equal one is a duplicate.
        if copy != image && image.iter().any(|pixel| *pixel != image[0]) && chosen.insert(item) {
            planted.insert([item as u32, images.len() as u32]);
            images.push(&copy);
        }
    }
    let images = Arc::new(images);
    let candidates = Arc::new(candidates(&images));
    let typical = typical_distance(&neighbours(&images, &candidates), images.len());
    let distinct = duplicates(&images).distinct(&images);
    let shapes = run(Fit::new(images.clone(), Aspect::Shape)).finish().project(&images, &distinct);
    let by_shape = Arc::new(run(Search::new(&shapes, NearDuplicates::CANDIDATES, 0, 1)).finish());
    let all = 0..distinct.len();
    let candidates = PairCandidates { distinct, by_pixels: candidates, by_shape };
    let found = NearDuplicates::new(run(Comparison::new(images, candidates, all, typical)).finish());
    let close: Vec<_> = found.pairs().iter().filter(|pair| pair.distance <= NearDuplicates::THRESHOLD).collect();
    let hits = close.iter().filter(|pair| planted.contains(&pair.items)).count() as f64;
    (hits / COPIES as f64, hits / close.len().max(1) as f64)
}

fn copy(image: &[u8], width: usize, kind: Copy, random: &mut Random) -> Vec<u8> {
    let bounded = |value: f64| value.round().clamp(0.0, 255.0) as u8;
    match kind {
        Copy::Shift => {
            let (down, right) = [(0, 1), (0, -1), (1, 0), (-1, 0)][random.below(4)];
            let height = image.len() / width;
            // The outermost pixel comes again where the image has none.
            let from = |at: usize, shift: isize, len: usize| at.saturating_add_signed(shift).min(len - 1);
            let pixel = |at: usize| image[from(at / width, down, height) * width + from(at % width, right, width)];
            (0..image.len()).map(pixel).collect()
        }
        Copy::Noise => {
            // The sum of twelve uniform numbers is nearly normal.
            let mut normal = || (0..12).map(|_| random.below(1 << 16) as f64 / 65_536.0).sum::<f64>() - 6.0;
            image.iter().map(|&pixel| bounded(f64::from(pixel) + 8.0 * normal())).collect()
        }
        Copy::Bright => image.iter().map(|&pixel| bounded(f64::from(pixel) * 1.1)).collect(),
    }
}

fn candidates(images: &Arc<GrayImages>) -> Candidates {
    let all: Vec<_> = (0..images.len() as u32).collect();
    let vectors = run(Fit::new(images.clone(), Aspect::Pixels)).finish().project(images, &all);
    run(Search::new(&vectors, Search::CANDIDATES, 0, 1)).finish()
}

fn neighbours(images: &Arc<GrayImages>, candidates: &Candidates) -> Neighbours {
    run(Ranking::new(images.clone(), Arc::new(candidates.clone()), 0..images.len(), NEAREST)).finish()
}

fn duplicates(images: &GrayImages) -> Duplicates {
    let hashes: Vec<_> = images.iter().map(hash).collect();
    let constant: Vec<_> = images.iter().map(|image| image.iter().all(|&pixel| pixel == image[0])).collect();
    Duplicates::new(images, &hashes, &constant, &[], &[])
}

/// The share of the nearest images that are among the neighbours. An image that is as near as the last one counts.
fn recall(images: &GrayImages, neighbours: &Neighbours) -> f64 {
    let mut found = 0;
    for query in 0..QUERIES {
        let item = query * images.len() / QUERIES;
        let image = images.image(item);
        let distance = |other: &[u8]| image.iter().zip(other).map(|(&a, &b)| u64::from(a.abs_diff(b)).pow(2)).sum();
        let others = images.iter().enumerate().filter(|&(other, _)| other != item);
        let mut squares: Vec<u64> = others.map(|(_, other)| distance(other)).collect();
        let limit = (*squares.select_nth_unstable(NEAREST - 1).1 as f64).sqrt() as f32;
        found += neighbours.of(item).filter(|&(_, distance)| distance <= limit).count();
    }
    found as f64 / (QUERIES * NEAREST) as f64
}

fn run<T: Task>(mut task: T) -> T {
    while task.step() {}
    task
}
