//! What the tasks find, as plain objects.

use std::ops::Range;

use js_sys::{Array, Float32Array, Float64Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::labels::Labels;
use crate::{
    insight::{
        Difference, Duplicates, Far, Group, NearDuplicates, Neighbours, Outlier, Pair, SetFacts, suspects::Suspect,
    },
    wasm::record,
};

/// Parts of the histogram of distances.
const BINS: usize = 50;

/// Pairs on either side of the threshold.
const BORDERLINE: usize = 3;

/// Groups, the images of one after those of the other.
pub(super) fn groups<'a>(groups: impl Iterator<Item = &'a Group> + Clone) -> JsValue {
    let places: Vec<u32> = groups.clone().flat_map(|group| &group.items).copied().collect();
    let ends: Vec<u32> = groups
        .clone()
        .scan(0, |end, group| {
            *end += group.items.len() as u32;
            Some(*end)
        })
        .collect();
    let disagree: Vec<u8> = groups.map(|group| group.conflicting.into()).collect();
    record(&[
        ("places", Uint32Array::from(places.as_slice()).into()),
        ("ends", Uint32Array::from(ends.as_slice()).into()),
        ("disagree", Uint8Array::from(disagree.as_slice()).into()),
    ])
}

/// The groups within the first of these sets, and those that it shares with others.
pub(super) fn duplicates(found: &Duplicates, labels: &[Option<u32>], sets: &[Range<u32>]) -> JsValue {
    let checked = &sets[0];
    let is_own = |item: &u32| checked.contains(item);
    let across = found.groups.iter().filter(|group| group.items.iter().any(is_own) && group.spans(sets));
    let constant: Vec<u32> = found.constant.iter().copied().filter(is_own).collect();
    record(&[
        ("within", groups(found.within(checked, labels).iter())),
        ("across", groups(across)),
        ("constant", Uint32Array::from(constant.as_slice()).into()),
    ])
}

/// The near duplicates at a threshold, of which at least one is in the checked set.
pub(super) fn near_duplicates(
    found: &NearDuplicates,
    threshold: f32,
    labels: &[Option<u32>],
    checked: &Range<u32>,
) -> JsValue {
    let all = found.groups(threshold, labels);
    let own = all.iter().filter(|group| group.items.iter().any(|item| checked.contains(item)));
    let borderline = found.borderline(threshold, BORDERLINE);
    let (inside, outside) = borderline.split_at(borderline.partition_point(|pair| pair.distance <= threshold));
    record(&[
        ("groups", groups(own)),
        ("inside", pairs(inside)),
        ("outside", pairs(outside)),
        ("threshold", threshold.into()),
        ("histogram", Uint32Array::from(found.histogram(BINS).as_slice()).into()),
        ("limit", NearDuplicates::LIMIT.into()),
    ])
}

/// Pairs with their distances.
pub(super) fn close_pairs(found: &[Pair]) -> JsValue {
    let distances: Vec<f32> = found.iter().map(|pair| pair.distance).collect();
    record(&[("places", pairs(found)), ("distances", Float32Array::from(distances.as_slice()).into())])
}

/// The images of pairs, two for each.
fn pairs(pairs: &[Pair]) -> JsValue {
    let places: Vec<u32> = pairs.iter().flat_map(|pair| pair.items).collect();
    Uint32Array::from(places.as_slice()).into()
}

pub(super) fn neighbours(found: &Neighbours) -> JsValue {
    record(&[
        ("places", Uint32Array::from(found.items.as_slice()).into()),
        ("distances", Float32Array::from(found.distances.as_slice()).into()),
    ])
}

pub(super) fn outliers<'a>(found: impl Iterator<Item = &'a Outlier> + Clone) -> JsValue {
    let places: Vec<u32> = found.clone().map(|outlier| outlier.item).collect();
    let from_class: Vec<u8> = found.map(|outlier| (outlier.from == Far::Class).into()).collect();
    record(&[
        ("places", Uint32Array::from(places.as_slice()).into()),
        ("fromClass", Uint8Array::from(from_class.as_slice()).into()),
    ])
}

pub(super) fn suspects<'a>(found: impl Iterator<Item = &'a Suspect> + Clone, labels: &Labels) -> JsValue {
    let places: Vec<u32> = found.clone().map(|suspect| suspect.item as u32).collect();
    let suggested: Vec<f64> = found.clone().map(|suspect| labels.value(suspect.suggested)).collect();
    let second = |suspect: &Suspect| suspect.runner_up.map_or(f64::NAN, |class| labels.value(class));
    let runners_up: Vec<f64> = found.clone().map(second).collect();
    let shown = |suspect: &Suspect| if suspect.calibrated { suspect.confidence } else { f64::NAN };
    let confidence: Vec<f64> = found.map(shown).collect();
    record(&[
        ("places", Uint32Array::from(places.as_slice()).into()),
        ("suggested", Float64Array::from(suggested.as_slice()).into()),
        ("runnersUp", Float64Array::from(runners_up.as_slice()).into()),
        ("confidence", Float64Array::from(confidence.as_slice()).into()),
    ])
}

/// In what each other set differs from the first one, and which images of the first have a label that no image of the
/// other has.
pub(super) fn differences(facts: &[SetFacts], labels: &Labels, checked: &Range<u32>) -> JsValue {
    let (found, unknown) = (Array::new(), Array::new());
    for (set, other) in facts.iter().enumerate().skip(1) {
        let classes: Vec<_> = facts[0].unknown_classes(other).map(Some).collect();
        let places: Vec<u32> =
            checked.clone().filter(|&item| classes.contains(&labels.classes()[item as usize])).collect();
        unknown.push(&Uint32Array::from(places.as_slice()));
        for difference in facts[0].differences(other) {
            let (kind, label, first, second) = match difference {
                Difference::Mean(_) => ("mean", JsValue::NULL, facts[0].mean, other.mean),
                Difference::Deviation(_) => ("deviation", JsValue::NULL, facts[0].deviation, other.deviation),
                Difference::Share { class, first, second } => ("share", labels.value(class).into(), first, second),
            };
            found.push(&record(&[
                ("set", (set as u32).into()),
                ("kind", kind.into()),
                ("label", label),
                ("first", first.into()),
                ("second", second.into()),
            ]));
        }
    }
    record(&[("differences", found.into()), ("unknown", unknown.into())])
}
