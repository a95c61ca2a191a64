//! Images to compare.

use std::{fs, path::Path, sync::Arc};

use idxlens::{
    format::reader::Reader,
    insight::{Aspect, Candidates, Fit, GrayImages, Neighbours, Ranking, Search},
};

use crate::skip;

/// Numbers that look random: a linear congruential generator's high bits.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(((self.0 >> 32) * limit as u64) >> 32).expect("it is below the limit")
    }

    /// About normally distributed, with mean 0 and variance 1.
    pub(crate) fn normal(&mut self) -> f64 {
        let sum: usize = (0..12).map(|_| self.below(1 << 20)).sum();
        sum as f64 / f64::from(1 << 20) - 6.0
    }

    pub(crate) fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).expect("it is below the limit")
    }
}

/// Images that resemble strokes: lines of random place, direction and thickness on black.
pub(crate) fn strokes(count: usize, size: usize, seed: u64) -> GrayImages {
    let mut random = Random::new(seed);
    let mut images = GrayImages::new(size, size);
    for _ in 0..count {
        let mut image = vec![0; size * size];
        for _ in 0..3 {
            let [mut row, mut column] = [0; 2].map(|_| 2.0 + random.below(size - 4) as f64);
            let angle = random.below(628) as f64 / 100.0;
            for _ in 0..size / 2 {
                let at = |value: f64| value.round().clamp(0.0, (size - 1) as f64) as usize;
                for (down, right) in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)] {
                    let pixel = &mut image[at(row + down) * size + at(column + right)];
                    *pixel = u8::max(*pixel, if down + right == 0.0 { 250 } else { 120 });
                }
                (row, column) = (row + angle.sin(), column + angle.cos());
            }
        }
        images.push(&image);
    }
    images
}

/// The first images of a published set with their labels; `None` where it is missing, which is reported.
pub(crate) fn real(folder: &str, count: usize) -> Option<(GrayImages, Vec<Option<u32>>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(folder);
    let file = |name: &str| fs::read(folder.join(name)).ok();
    let Some((images, labels)) = file("t10k-images-idx3-ubyte.gz").zip(file("t10k-labels-idx1-ubyte.gz")) else {
        skip::report(format_args!("there is no {}", folder.display()));
        return None;
    };
    let mut read = GrayImages::new(28, 28);
    for image in Reader::new(&images[..]).expect("an IDX file").items::<u8>().take(count) {
        read.push(&image.expect("an image"));
    }
    let mut labels = Reader::new(&labels[..]).expect("an IDX file");
    let labels = labels.items::<u8>().take(count);
    Some((read, labels.map(|label| Some(label.expect("a label")[0].into())).collect()))
}

/// What a task gives, once it is done. Its progress never goes back.
macro_rules! finished {
    ($task:expr) => {{
        let mut task = $task;
        let mut progress = 0.0;
        while idxlens::insight::Task::step(&mut task) {
            let now = idxlens::insight::Task::progress(&task);
            assert!((progress..=1.0).contains(&now), "the progress goes from {progress} to {now}");
            progress = now;
        }
        task.finish()
    }};
}
pub(crate) use finished;

/// Whether each image is of one value, where the file has the same values.
pub(crate) fn constant(images: &GrayImages) -> Vec<bool> {
    images.iter().map(|image| image.iter().all(|&pixel| pixel == image[0])).collect()
}

/// The vectors of some images.
pub(crate) fn vectors(images: &Arc<GrayImages>, aspect: Aspect, items: &[u32]) -> Vec<i16> {
    finished!(Fit::new(images.clone(), aspect)).project(images, items)
}

/// The numbers of all images.
pub(crate) fn all(images: &GrayImages) -> Vec<u32> {
    (0..u32::try_from(images.len()).expect("they are few")).collect()
}

/// Candidates of all images by their pixels, found in so many shares.
pub(crate) fn candidates(images: &Arc<GrayImages>, shares: usize) -> Candidates {
    let vectors = vectors(images, Aspect::Pixels, &all(images));
    let of_share = |share| finished!(Search::new(&vectors, Search::CANDIDATES, share, shares));
    let mut candidates = of_share(0);
    for share in 1..shares {
        candidates.merge(&of_share(share));
    }
    candidates
}

/// The `k` nearest of each image.
pub(crate) fn neighbours(images: &Arc<GrayImages>, k: usize) -> Neighbours {
    let candidates = Arc::new(candidates(images, 1));
    finished!(Ranking::new(images.clone(), candidates, 0..images.len(), k))
}

/// The squared distance of two images.
pub(crate) fn square_distance(a: &[u8], b: &[u8]) -> u64 {
    a.iter().zip(b).map(|(&a, &b)| u64::from(a.abs_diff(b)).pow(2)).sum()
}
