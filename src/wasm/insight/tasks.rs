//! The tasks of a check: what each takes, and what it gives.

use js_sys::{Array, BigUint64Array, Float32Array, Int16Array, Reflect, Uint32Array};
use wasm_bindgen::prelude::*;

use super::{
    Arc, Aspect, Candidates, Check, Comparison, Duplicates, Fit, LabelScores, Labelling, NEIGHBOURS, NearDuplicates,
    Neighbours, Outliers, Pair, PairCandidates, Projection, Range, Ranking, Running, Search, View, rank, refused,
    results, set_facts, typical_distance,
};

impl Check {
    /// A task, ready to run.
    pub(super) fn prepared(&mut self, task: &str) -> Result<Running, JsValue> {
        let (share, shares) = self.share;
        Ok(match task {
            "duplicates" | "suspects" | "differences" => Running::Short,
            "plain-scores" => self.scoring(View::Plain),
            "deskewed-scores" => self.scoring(View::Deskewed),
            "projection" => Running::Fit(Fit::new(self.images.clone(), Aspect::Pixels)),
            "shape-projection" => Running::Fit(Fit::new(self.images.clone(), Aspect::Shape)),
            "candidates" => Running::Search(Search::new(&self.vectors, Search::CANDIDATES, share, shares)),
            "shape-candidates" => Running::Search(Search::new(&self.shapes, NearDuplicates::CANDIDATES, share, shares)),
            "neighbours" => {
                let range = self.share_of(self.images.len(), self.share.0);
                Running::Ranking(Ranking::new(self.images.clone(), self.candidates.clone(), range, NEIGHBOURS))
            }
            "near-duplicates" => {
                let candidates = PairCandidates {
                    distinct: self.distinct(),
                    by_pixels: std::mem::take(&mut self.candidates),
                    by_shape: std::mem::take(&mut self.shape_candidates),
                };
                let range = self.share_of_distinct(&candidates.distinct, share);
                let typical = typical_distance(&self.neighbours, self.related);
                Running::Comparison(Comparison::new(self.images.clone(), candidates, range, typical))
            }
            "outliers" => {
                let labels = self.labels.classes().to_vec();
                Running::Outliers(
                    Outliers::new(self.neighbours.clone(), labels).among(self.related, self.sets[0].len()),
                )
            }
            _ => return Err(refused(&format!("unknown task {task:?}"))),
        })
    }

    /// What a task has found.
    pub(super) fn finished(&mut self, task: &str, running: Running) -> Result<JsValue, JsValue> {
        Ok(match (task, running) {
            ("duplicates", _) => {
                let labels = self.labels.classes();
                self.duplicates = Duplicates::new(&self.images, &self.hashes, &self.constant, labels, &self.sets);
                (self.hashes, self.constant) = (Vec::new(), Vec::new());
                results::duplicates(&self.duplicates, labels, &self.sets)
            }
            ("differences", _) => {
                let facts = |set: &Range<u32>| set_facts(&self.images, self.labels.classes(), set.clone());
                let facts: Vec<_> = self.sets.iter().map(facts).collect();
                results::differences(&facts, &self.labels, &self.sets[0])
            }
            ("plain-scores" | "deskewed-scores", Running::Scores(scores)) => {
                Float32Array::from(scores.into_scores().as_slice()).into()
            }
            ("suspects", _) => {
                let found = rank(&self.labelling(), &std::mem::take(&mut self.scores));
                let checked = self.sets[0].clone();
                results::suspects(found.iter().filter(|suspect| checked.contains(&(suspect.item as u32))), &self.labels)
            }
            ("projection", Running::Fit(fit)) => {
                let all: Vec<u32> = (0..self.images.len() as u32).collect();
                self.projected(&fit.finish(), &all)
            }
            ("shape-projection", Running::Fit(fit)) => self.projected(&fit.finish(), &self.distinct()),
            ("candidates", Running::Search(search)) => {
                let (own, parts) = self.parts(search.finish(), |share| self.share_of(self.images.len(), share));
                self.candidates = own;
                parts
            }
            ("shape-candidates", Running::Search(search)) => {
                let distinct = self.distinct();
                let (own, parts) = self.parts(search.finish(), |share| self.share_of_distinct(&distinct, share));
                self.shape_candidates = own;
                parts
            }
            ("neighbours", Running::Ranking(ranking)) => results::neighbours(&ranking.finish()),
            ("near-duplicates", Running::Comparison(comparison)) => results::close_pairs(&comparison.finish()),
            ("outliers", Running::Outliers(outliers)) => results::outliers(outliers.finish().iter()),
            _ => return Err(refused(&format!("{task:?} does not run"))),
        })
    }

    /// Takes what this worker needs of the results of all shares of a task.
    pub(super) fn receive(&mut self, task: &str, shares: &Array) -> Result<(), JsValue> {
        match task {
            "plain-scores" | "deskewed-scores" => {
                self.scores.extend(shares.iter().map(|share| share.unchecked_into::<Float32Array>().to_vec()));
            }
            "projection" => self.vectors = vectors(shares),
            "shape-projection" => self.shapes = vectors(shares),
            "candidates" => {
                let range = self.share_of(self.images.len(), self.share.0);
                merge(&mut self.candidates, shares, &range);
            }
            "shape-candidates" => {
                self.shapes = Vec::new();
                let range = self.share_of_distinct(&self.distinct(), self.share.0);
                merge(&mut self.shape_candidates, shares, &range);
            }
            "neighbours" => {
                let k = NEIGHBOURS.min(self.images.len().saturating_sub(1));
                let mut all = Neighbours::with_capacity(self.images.len(), k);
                for share in shares.iter() {
                    let places = member::<Uint32Array>(&share, "places")?.to_vec();
                    let distances = member::<Float32Array>(&share, "distances")?.to_vec();
                    all.append(&Neighbours { k, items: places, distances });
                }
                self.neighbours = Arc::new(all);
            }
            "near-duplicates" => {
                let mut pairs = Vec::new();
                for share in shares.iter() {
                    let places = member::<Uint32Array>(&share, "places")?.to_vec();
                    let distances = member::<Float32Array>(&share, "distances")?.to_vec();
                    let (places, _) = places.as_chunks();
                    pairs.extend(places.iter().zip(distances).map(|(&items, distance)| Pair { items, distance }));
                }
                // Others are found in the check of their own dataset.
                pairs.retain(|pair: &Pair| pair.items.iter().any(|item| self.sets[0].contains(item)));
                self.near = NearDuplicates::new(pairs);
            }
            _ => return Err(refused(&format!("{task:?} has no shares"))),
        }
        Ok(())
    }

    fn scoring(&self, view: View) -> Running {
        Running::Scores(LabelScores::new(self.images.clone(), Arc::new(self.labelling()), view))
    }

    /// The labels that teach, and those that are judged. Equal images share a group.
    fn labelling(&self) -> Labelling {
        let teacher = self.sets[self.teacher].clone();
        let takes_part = |item: &u32| self.sets[0].contains(item) || teacher.contains(item);
        let labels = self.labels.classes();
        let items = 0..self.related as u32;
        let mut groups: Vec<u32> = (0..self.images.len() as u32).collect();
        let equal = self.duplicates.groups.iter().map(|group| &group.items);
        for items in equal.chain([&self.duplicates.constant]) {
            for &item in items {
                groups[item as usize] = items[0];
            }
        }
        let labels = items.map(|item| labels[item as usize].filter(|_| takes_part(&item))).collect();
        Labelling::new(labels, &groups[..self.related], teacher.start as usize..teacher.end as usize)
    }

    /// The share of so many items that a worker works on.
    fn share_of(&self, items: usize, share: usize) -> Range<usize> {
        let (_, shares) = self.share;
        items * share / shares..items * (share + 1) / shares
    }

    /// The places of those distinct images that are in a worker's share of all images, whose candidates it has.
    fn share_of_distinct(&self, distinct: &[u32], share: usize) -> Range<usize> {
        let items = self.share_of(self.images.len(), share);
        let place = |item: usize| distinct.partition_point(|&other| (other as usize) < item);
        place(items.start)..place(items.end)
    }

    /// The candidates that this worker found for its own share of the images, and those for the share of each worker:
    /// none for its own, so that they need not leave it.
    fn parts(&self, all: Candidates, share_of: impl Fn(usize) -> Range<usize>) -> (Arc<Candidates>, JsValue) {
        let (own, shares) = self.share;
        let part = |share| if share == own { &[] } else { all.keys(share_of(share)) };
        let parts: Array = (0..shares).map(|share| BigUint64Array::from(part(share))).collect();
        (Arc::new(all.into_range(share_of(own))), parts.into())
    }

    /// The vectors of this worker's share of some images.
    fn projected(&self, projection: &Projection, items: &[u32]) -> JsValue {
        let vectors = projection.project(&self.images, &items[self.share_of(items.len(), self.share.0)]);
        Int16Array::from(vectors.as_slice()).into()
    }

    /// The images without copies and constant ones.
    fn distinct(&self) -> Vec<u32> {
        self.duplicates.distinct(&self.images)
    }
}

/// The vectors of all shares, one after the other.
fn vectors(shares: &Array) -> Vec<i16> {
    shares.iter().flat_map(|share| share.unchecked_into::<Int16Array>().to_vec()).collect()
}

/// Joins the candidates of a range of images that the other shares of the search found with these.
fn merge(candidates: &mut Arc<Candidates>, shares: &Array, range: &Range<usize>) {
    for share in shares.iter() {
        let keys = share.unchecked_into::<BigUint64Array>().to_vec();
        if !keys.is_empty() {
            Arc::make_mut(candidates).merge(&Candidates::from_keys(range.clone(), keys));
        }
    }
}

fn member<T: JsCast>(object: &JsValue, key: &str) -> Result<T, JsValue> {
    Ok(Reflect::get(object, &key.into())?.unchecked_into())
}
