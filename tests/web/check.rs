//! The boundary of the check: workers that share its tasks find the same as one worker alone.

use idxlens::wasm::insight::{Check, Outputs};
use js_sys::{Array, Float64Array, Reflect, Uint32Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// Rows and columns of an image.
const SIDE: usize = 12;
const IMAGES: u32 = 240;
/// The image that is a copy of the first, and the one that is of one value.
const COPY: u32 = 100;
const CONSTANT: u32 = 77;
/// The images with another class's label.
const WRONG: [u32; 3] = [31, 120, 205];

/// A bar at a place and of a brightness of its own, upright or level.
fn image(number: u32) -> Vec<u8> {
    let number = if number == COPY { 0 } else { number };
    if number == CONSTANT {
        return vec![9; SIDE * SIDE];
    }
    let at = 2 + (number / 2 % 8) as usize;
    let brightness = 150 + (number * 37 % 100) as u8;
    let lies = number % 2 == 0;
    (0..SIDE * SIDE)
        .map(|pixel| if (if lies { pixel / SIDE } else { pixel % SIDE }) == at { brightness } else { 0 })
        .collect()
}

fn label(number: u32) -> f64 {
    f64::from((number + u32::from(WRONG.contains(&number))) % 2)
}

fn prepared() -> Check {
    let mut check = Check::new(IMAGES as usize, SIDE, SIDE);
    for number in 0..IMAGES {
        let image = image(number);
        let sum: u32 = image.iter().zip(1..).map(|(&value, place)| u32::from(value) * place).sum();
        check.add(&image, &[sum, 0, 0, 0], &[u8::from(number == CONSTANT)], &[label(number)]);
    }
    check.divide(&[IMAGES], 0, 1);
    check
}

/// The results of a task, each from the worker that did that share of it.
fn run(workers: &mut [Check], task: &str, is_shared: bool) -> Vec<JsValue> {
    let shares = if is_shared { workers.len() } else { 1 };
    let mut results = Vec::new();
    for (share, worker) in workers.iter_mut().enumerate() {
        worker.start(task, share.min(shares - 1), shares).unwrap();
        while worker.step() {}
        results.push(JsValue::from(worker.take(task).unwrap()));
    }
    results.truncate(shares);
    results
}

/// What some workers find together, as text: numbers in the order of the tasks.
fn found(mut workers: Vec<Check>) -> Vec<String> {
    let duplicates = run(&mut workers, "duplicates", false);
    let mut all = duplicates.clone();
    for view in ["plain-scores", "deskewed-scores"] {
        let scores = run(&mut workers, view, false);
        give(&mut workers, view, &scores);
    }
    all.extend(run(&mut workers, "suspects", false));
    for task in ["projection", "candidates", "neighbours"] {
        let shares = run(&mut workers, task, true);
        give(&mut workers, task, &shares);
    }
    all.extend(run(&mut workers, "outliers", false));
    for task in ["shape-projection", "shape-candidates", "near-duplicates"] {
        let shares = run(&mut workers, task, true);
        give(&mut workers, task, &shares);
    }
    all.push(workers[0].near_duplicates(None).into());
    all.iter().map(|result| String::from(js_sys::JSON::stringify(result).unwrap())).collect()
}

/// Gives each worker what it needs of the results.
fn give(workers: &mut [Check], task: &str, shares: &[JsValue]) {
    for (index, worker) in (0..).zip(workers) {
        let part = |share: &JsValue| share.dyn_ref::<Array>().map_or_else(|| share.clone(), |parts| parts.get(index));
        let shares: Array = shares.iter().map(part).collect();
        worker.give(task, shares.unchecked_ref::<Outputs>()).unwrap();
    }
}

#[wasm_bindgen_test]
fn workers_that_share_the_tasks_find_the_same_as_one() {
    let alone = found(vec![prepared()]);
    assert_eq!(found(vec![prepared(), prepared(), prepared()]), alone);
}

#[wasm_bindgen_test]
fn copies_and_wrong_labels_are_found() {
    let mut workers = vec![prepared()];
    let [duplicates] = run(&mut workers, "duplicates", false).try_into().unwrap();
    let within = Reflect::get(&duplicates, &"within".into()).unwrap();
    let places: Uint32Array = Reflect::get(&within, &"places".into()).unwrap().unchecked_into();
    assert!(places.to_vec().contains(&COPY), "the copy is in a group");
    let constant: Uint32Array = Reflect::get(&duplicates, &"constant".into()).unwrap().unchecked_into();
    assert_eq!(constant.to_vec(), [CONSTANT]);
    let scores = run(&mut workers, "plain-scores", false);
    give(&mut workers, "plain-scores", &scores);
    let [suspects] = run(&mut workers, "suspects", false).try_into().unwrap();
    let places: Uint32Array = Reflect::get(&suspects, &"places".into()).unwrap().unchecked_into();
    let mut first = places.to_vec();
    first.truncate(WRONG.len());
    first.sort_unstable();
    assert_eq!(first, WRONG);
    let suggested: Float64Array = Reflect::get(&suspects, &"suggested".into()).unwrap().unchecked_into();
    assert!(suggested.to_vec().iter().take(3).all(|label| [0.0, 1.0].contains(label)));
}

#[wasm_bindgen_test]
fn labels_that_another_set_lacks_are_listed() {
    let mut check = Check::new(20, SIDE, SIDE);
    for number in 0..20 {
        check.add(&image(number), &[number, 0, 0, 0], &[0], &[if number == 4 { 7.0 } else { label(number) }]);
    }
    check.divide(&[10, 10], 1, 2);
    let [compared] = run(&mut [check], "differences", false).try_into().unwrap();
    let unknown: Array = Reflect::get(&compared, &"unknown".into()).unwrap().unchecked_into();
    let places = unknown.iter().map(|places| Uint32Array::from(places).to_vec()).collect::<Vec<_>>();
    assert_eq!(places, [[4]]);
}

#[wasm_bindgen_test]
fn an_unknown_task_is_refused() {
    let mut check = prepared();
    assert!(check.start("everything", 0, 1).is_err());
    assert!(check.take("outliers").is_err(), "it does not run");
    assert!(check.give("outliers", Array::new().unchecked_ref::<Outputs>()).is_err(), "nothing needs it");
}
