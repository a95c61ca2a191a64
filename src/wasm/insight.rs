//! The module of the check: what is worth a look among the images of the open datasets.
//!
//! A [`Check`] holds the images, and does one task at a time, in steps. Workers share the work: each has all images,
//! does its share of a task, and gets what it needs of the results.

#![expect(clippy::cast_possible_truncation, reason = "the number of an image fits in 32 bits")]

use std::{ops::Range, sync::Arc};

use js_sys::Array;
use wasm_bindgen::prelude::*;

pub use self::map::{ImageMap, MapPicture, MapRequest, group_colours};
pub use self::predictions::{Evaluation, ItemPrediction, PredictionComparison, PredictionList, Predictions};
use self::{labels::Labels, running::Running};
use crate::{
    insight::{
        Aspect, Candidates, Comparison, DIMENSIONS, Duplicates, Fit, GrayImages, NearDuplicates, Neighbours, Outliers,
        Pair, PairCandidates, Projection, Ranking, Search, Similar, set_facts,
        suspects::{LabelScores, Labelling, View, rank},
        typical_distance,
    },
    wasm::refused,
};

mod labels;
mod map;
mod predictions;
mod results;
mod running;
mod tasks;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("insight/types.d.ts");

#[wasm_bindgen]
extern "C" {
    /// What a task gave: a member of `CheckOutputs`.
    #[wasm_bindgen(typescript_type = "CheckOutputs[CheckTask]")]
    pub type Output;
    /// What this worker needs of the results of the shares of a task, in order.
    #[wasm_bindgen(typescript_type = "CheckShare<CheckTask>[]")]
    pub type Outputs;
    /// The nearest images of one.
    #[wasm_bindgen(typescript_type = "Neighbours")]
    pub type NeighboursFound;
    /// Near duplicates.
    #[wasm_bindgen(typescript_type = "NearDuplicates")]
    pub type NearDuplicatesFound;
}

/// The images that are compared, what is known about them, and the task that runs.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Check {
    images: Arc<GrayImages>,
    hashes: Vec<u128>,
    constant: Vec<bool>,
    labels: Labels,
    /// The images of each dataset; those of the checked one are the first.
    sets: Vec<Range<u32>>,
    /// Index of the set whose labels teach the model.
    teacher: usize,
    /// The first so many images are of the checked dataset and of its other splits. Images of unrelated ones are no evidence.
    related: usize,
    duplicates: Duplicates,
    /// The scores of the labels by each view of the images.
    scores: Vec<Vec<f32>>,
    /// The vectors of the pixels of all images.
    vectors: Vec<i16>,
    /// The vectors of the shapes of the images that are compared for near duplicates.
    shapes: Vec<i16>,
    /// Candidates by pixels, of this worker's share of the images.
    candidates: Arc<Candidates>,
    /// Candidates by shape, of this worker's share of the images that are compared for near duplicates.
    shape_candidates: Arc<Candidates>,
    neighbours: Arc<Neighbours>,
    near: NearDuplicates,
    similar: Option<Similar>,
    running: Running,
    /// The share of the task that runs, and of how many.
    share: (usize, usize),
}

/// Neighbours of each image in the graph.
const NEIGHBOURS: usize = 24;

#[wasm_bindgen]
impl Check {
    /// A check of so many images, with so many rows and columns.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(images: usize, rows: usize, columns: usize) -> Self {
        let mut gray = GrayImages::new(rows, columns);
        gray.reserve(images);
        Self {
            images: Arc::new(gray),
            hashes: Vec::new(),
            constant: Vec::new(),
            labels: Labels::default(),
            sets: Vec::new(),
            teacher: 0,
            related: 0,
            duplicates: Duplicates::default(),
            scores: Vec::new(),
            vectors: Vec::new(),
            shapes: Vec::new(),
            candidates: Arc::default(),
            shape_candidates: Arc::default(),
            neighbours: Arc::default(),
            near: NearDuplicates::default(),
            similar: None,
            running: Running::Short,
            share: (0, 1),
        }
    }

    /// Adds images: their pixels, four numbers of the hash of each, 1 for each that is of one value in its file, and the
    /// label of each, NaN where there is none.
    pub fn add(&mut self, pixels: &[u8], hashes: &[u32], constant: &[u8], labels: &[f64]) {
        // It would share the images, and lack these.
        self.similar = None;
        let images = Arc::make_mut(&mut self.images);
        for image in pixels.chunks_exact(images.image_len()) {
            images.push(image);
        }
        let (hashes, _) = hashes.as_chunks();
        self.hashes.extend(hashes.iter().map(|words| {
            let &[a, b, c, d] = words;
            [a, b, c, d].iter().rev().fold(0, |hash, &word| hash << 32 | u128::from(word))
        }));
        self.constant.extend(constant.iter().map(|&constant| constant != 0));
        self.labels.extend(labels);
    }

    /// Says how many images each dataset has, in their order, which dataset's labels teach the model, and that the first
    /// `related` datasets are splits of one. The first dataset is the checked one.
    pub fn divide(&mut self, sizes: &[u32], teacher: usize, related: usize) {
        let mut first = 0;
        self.sets = sizes
            .iter()
            .map(|size| {
                let set = first..first + size;
                first = set.end;
                set
            })
            .collect();
        self.teacher = teacher;
        self.related = sizes.iter().take(related).map(|&size| size as usize).sum();
        self.labels.number();
    }

    /// Starts a share of a task, in place of the one that runs.
    ///
    /// # Errors
    /// For an unknown task.
    pub fn start(&mut self, task: &str, share: usize, shares: usize) -> Result<(), JsValue> {
        self.share = (share, shares);
        self.running = self.prepared(task)?;
        Ok(())
    }

    /// Does the next step of the task that runs. Whether there are more.
    pub fn step(&mut self) -> bool {
        self.running.step()
    }

    /// How much of the task that runs is done, from 0 to 1.
    pub fn progress(&mut self) -> f64 {
        self.running.progress()
    }

    /// The result of the task that ran.
    ///
    /// # Errors
    /// For another task.
    pub fn take(&mut self, task: &str) -> Result<Output, JsValue> {
        let running = std::mem::replace(&mut self.running, Running::Short);
        Ok(self.finished(task, running)?.unchecked_into())
    }

    /// Takes what this worker needs of the results of all shares of a task.
    ///
    /// # Errors
    /// For a task whose results no other task needs.
    pub fn give(&mut self, task: &str, shares: &Outputs) -> Result<(), JsValue> {
        self.receive(task, shares.unchecked_ref::<Array>())
    }

    /// The near duplicates at a threshold, by default the usual one.
    #[must_use]
    #[wasm_bindgen(js_name = nearDuplicates)]
    pub fn near_duplicates(&self, threshold: Option<f32>) -> NearDuplicatesFound {
        let threshold = threshold.unwrap_or(NearDuplicates::THRESHOLD);
        results::near_duplicates(&self.near, threshold, self.labels.classes(), &self.sets[0]).unchecked_into()
    }

    /// The `count` nearest others of each of these images, the nearest first, none of them of an unrelated dataset. Where there
    /// are fewer, the image itself fills up.
    #[must_use]
    pub fn neighbours(&self, places: &[u32], count: usize) -> Vec<u32> {
        let of = |&place: &u32| {
            let found = self.neighbours.of(place as usize).map(|(other, _)| other);
            let found = found.filter(|&other| (other as usize) < self.related);
            found.chain(std::iter::repeat(place)).take(count).collect::<Vec<_>>()
        };
        places.iter().flat_map(of).collect()
    }

    /// The `count` images that are most similar to one of this size.
    #[must_use]
    pub fn similar(&mut self, image: &[u8], count: usize) -> NeighboursFound {
        let images = &self.images;
        let similar = self.similar.get_or_insert_with(|| Similar::new(images.clone()));
        results::neighbours(&similar.nearest(image, count)).unchecked_into()
    }
}
