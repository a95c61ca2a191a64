//! Suspect labels: planted errors are found, and their confidence is right.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pixels are rounded, and counts are small"
)]

use std::{ops::Range, sync::Arc};

use idxlens::insight::{
    GrayImages, Task as _,
    suspects::{LabelScores, Labelling, Suspect, View, rank},
};

use crate::images::{Random, real};

/// Bars of four directions, each a class, that cross the image somewhere near its center; `blur` makes them hard to
/// tell.
pub(crate) fn bars(count: usize, blur: f64, random: &mut Random) -> (GrayImages, Vec<Option<u32>>) {
    let mut images = GrayImages::new(12, 16);
    let mut labels = Vec::new();
    for item in 0..count {
        let class = item % 4;
        let angle = (class as f64 + blur * random.normal()) * std::f64::consts::FRAC_PI_4;
        let [row, column] = [5.5, 7.5].map(|center| center + random.normal());
        let pixel = |at: usize| {
            let (y, x) = ((at / 16) as f64 - row, (at % 16) as f64 - column);
            let distance = (y * angle.cos() - x * angle.sin()).abs();
            (255.0 * (1.5 - distance).clamp(0.0, 1.0)) as u8
        };
        images.push(&(0..12 * 16).map(pixel).collect::<Vec<_>>());
        labels.push(Some(u32::try_from(class).unwrap()));
    }
    (images, labels)
}

/// Gives every `step`th item another of `classes` labels, and lists these items.
fn plant(labels: &mut [Option<u32>], step: usize, classes: u32, random: &mut Random) -> Vec<usize> {
    let items: Vec<_> = (3..labels.len()).step_by(step).collect();
    for &item in &items {
        let other = 1 + u32::try_from(random.below(classes as usize - 1)).unwrap();
        labels[item] = labels[item].map(|label| (label + other) % classes);
    }
    items
}

fn each_its_own(count: usize) -> Vec<u32> {
    (0..u32::try_from(count).unwrap()).collect()
}

pub(crate) fn labelling(labels: &[Option<u32>], train: Range<usize>) -> Arc<Labelling> {
    Arc::new(Labelling::new(labels.to_vec(), &each_its_own(labels.len()), train))
}

pub(crate) fn scores(images: &Arc<GrayImages>, labelling: &Arc<Labelling>, view: View) -> Vec<f32> {
    let mut task = LabelScores::new(Arc::clone(images), Arc::clone(labelling), view);
    let mut progress = 0.0;
    while task.step() {
        assert!((progress..=1.0).contains(&task.progress()));
        progress = task.progress();
    }
    assert!((task.progress() - 1.0).abs() < f64::EPSILON);
    task.into_scores()
}

fn suspects(images: GrayImages, labels: &[Option<u32>], train: Range<usize>) -> Vec<Suspect> {
    let labelling = labelling(labels, train);
    let scores = scores(&Arc::new(images), &labelling, View::Plain);
    rank(&labelling, &[scores])
}

#[test]
fn planted_errors_come_first_with_the_right_label() {
    let mut random = Random::new(1);
    let (images, right) = bars(400, 0.05, &mut random);
    let mut labels = right.clone();
    let planted = plant(&mut labels, 40, 4, &mut random);
    let (images, labelling) = (Arc::new(images), labelling(&labels, 0..400));
    let suspects = rank(&labelling, &[View::Plain, View::Deskewed].map(|view| scores(&images, &labelling, view)));
    let mut first: Vec<_> = suspects[..planted.len()].iter().map(|suspect| suspect.item).collect();
    first.sort_unstable();
    assert_eq!(first, planted);
    for suspect in &suspects[..planted.len()] {
        assert_eq!(Some(suspect.label), labels[suspect.item]);
        assert_eq!(Some(suspect.suggested), right[suspect.item]);
        assert!(![Some(suspect.label), Some(suspect.suggested), None].contains(&suspect.runner_up));
    }
    assert!(suspects[planted.len() / 2].confidence > 0.8, "{suspects:?}");
    assert!(suspects.is_sorted_by(|a, b| a.confidence >= b.confidence));
}

#[test]
fn items_outside_train_are_judged_by_train_alone() {
    let mut random = Random::new(2);
    let (images, mut labels) = bars(360, 0.05, &mut random);
    let images = Arc::new(images);
    // Half of the labels of the test set are wrong, which would confuse a model that learns from them.
    let planted = plant(&mut labels[240..], 2, 4, &mut random);
    let labelling_of = |labels: &[Option<u32>]| labelling(labels, 0..240);
    let with = labelling_of(&labels);
    let of_all = scores(&images, &with, View::Plain);
    let found: Vec<_> =
        rank(&with, std::slice::from_ref(&of_all)).iter().map(|suspect| suspect.item).take(planted.len()).collect();
    assert!(planted.iter().all(|item| found.contains(&(240 + item))));
    labels[240..].fill(None);
    assert_eq!(of_all, scores(&images, &labelling_of(&labels), View::Plain));
}

#[test]
fn duplicates_do_not_vouch_for_each_other() {
    let mut random = Random::new(3);
    let (once, right) = bars(160, 0.05, &mut random);
    let mut labels = right;
    let planted = plant(&mut labels, 20, 4, &mut random);
    let (mut images, mut groups) = (GrayImages::new(12, 16), Vec::new());
    for _ in 0..3 {
        once.iter().for_each(|image| images.push(image));
        groups.extend(each_its_own(160));
    }
    let images = Arc::new(images);
    let suspicion = |groups: &[u32]| {
        let labelling = Arc::new(Labelling::new(labels.repeat(3), groups, 0..480));
        let scores = scores(&images, &labelling, View::Plain);
        let own = planted.iter().map(|&item| scores[item * 4 + labels[item].unwrap() as usize]);
        own.sum::<f32>() / planted.len() as f32
    };
    let [together, apart] = [suspicion(&groups), suspicion(&each_its_own(480))];
    assert!(apart > together + 0.2, "{together} {apart}");
}

#[test]
fn nothing_is_suspect_where_nothing_can_be_learned() {
    let mut random = Random::new(4);
    let mut noise = GrayImages::new(7, 9);
    let image = |random: &mut Random| (0..63).map(|_| random.byte()).collect::<Vec<_>>();
    (0..200).for_each(|_| noise.push(&image(&mut random)));
    let any: Vec<_> = (0..200).map(|_| Some(u32::try_from(random.below(10)).unwrap())).collect();
    assert_eq!(suspects(noise.clone(), &any, 0..200), []);
    for labels in [vec![None; 200], vec![Some(3); 200], each_its_own(200).into_iter().map(Some).collect()] {
        assert_eq!(suspects(noise.clone(), &labels, 0..200), []);
    }
    assert_eq!(suspects(noise, &any, 0..0), []);
    assert_eq!(suspects(GrayImages::new(28, 28), &[], 0..0), []);
}

#[test]
fn errors_are_found_where_nearly_all_is_of_one_class() {
    let (bars, _) = bars(4000, 0.1, &mut Random::new(11));
    let mut images = GrayImages::new(12, 16);
    (0..1000).for_each(|number| images.push(bars.image(4 * number)));
    (0..45).for_each(|number| images.push(bars.image(4 * number + 2)));
    let labels: Vec<_> = (0..1045).map(|item| Some(u32::from((1000..1040).contains(&item)))).collect();
    let found = suspects(images, &labels, 0..1045);
    let is_planted = |suspect: &&Suspect| suspect.item >= 1040 && suspect.suggested == 1;
    let count = found.iter().take(5).filter(is_planted).count();
    assert!(count >= 4, "{count} of 5: {:?}", &found[..found.len().min(8)]);
}

#[test]
fn odd_labels_and_images_do_no_harm() {
    let mut random = Random::new(5);
    let (mut images, mut labels) = bars(240, 0.05, &mut random);
    // Gaps between labels, missing ones, one that occurs once, and images without content.
    for label in labels.iter_mut().flatten() {
        *label = [0, 7, 300, u32::MAX][*label as usize];
    }
    (20..30).for_each(|item| labels[item] = None);
    labels[30] = Some(9);
    for (value, label) in [(0, 0), (255, 7), (0, 7)] {
        images.push(&[value; 12 * 16]);
        labels.push(Some(label));
    }
    labels[8] = Some(7);
    let labelling = labelling(&labels, 0..labels.len());
    assert_eq!(labelling.classes(), [0, 7, 300, u32::MAX]);
    let images = Arc::new(images);
    let scores = scores(&images, &labelling, View::Deskewed);
    assert!(scores.iter().all(|score| score.is_finite()));
    let suspects = rank(&labelling, &[scores]);
    assert_eq!((suspects[0].item, suspects[0].label, suspects[0].suggested), (8, 7, 0));
    assert!(suspects.iter().all(|suspect| suspect.item < 240 && ![30].contains(&suspect.item)));
    assert!(suspects.iter().all(|suspect| labels[suspect.item].is_some()));
}

#[test]
fn images_of_any_size_are_scored() {
    for (height, width) in [(1, 1), (1, 40), (5, 33), (64, 64)] {
        let mut images = GrayImages::new(height, width);
        let mut random = Random::new(6);
        (0..12).for_each(|_| images.push(&(0..height * width).map(|_| random.byte()).collect::<Vec<_>>()));
        let labels: Vec<_> = (0..12).map(|item| Some(item % 3)).collect();
        let labelling = labelling(&labels, 0..12);
        let scores = scores(&Arc::new(images), &labelling, View::Deskewed);
        assert!(scores.len() == 36 && scores.iter().all(|score| score.is_finite()), "{height} x {width}");
    }
}

#[test]
fn a_view_that_does_not_help_is_not_used() {
    let mut random = Random::new(7);
    let (images, mut labels) = bars(200, 0.05, &mut random);
    plant(&mut labels, 20, 4, &mut random);
    let labelling = labelling(&labels, 0..200);
    let plain = scores(&Arc::new(images), &labelling, View::Plain);
    let misleading: Vec<f32> = plain.chunks(4).flat_map(|row| [row[1], row[2], row[3], row[0]]).collect();
    assert_eq!(rank(&labelling, &[plain.clone(), misleading]), rank(&labelling, &[plain]));
}

/// Checks that as many suspects are wrong as their confidence says, above a confidence that makes them worth a look.
fn check_calibration(suspects: &[Suspect], planted: &[usize]) {
    let shown = || suspects.iter().filter(|suspect| suspect.confidence > 0.5);
    let expected: f64 = shown().map(|suspect| suspect.confidence).sum();
    let wrong = shown().filter(|suspect| planted.contains(&suspect.item)).count() as f64;
    // Of that many coin flips.
    let deviation: f64 = shown().map(|suspect| suspect.confidence * (1.0 - suspect.confidence)).sum::<f64>().sqrt();
    let allowed = 3.0 * deviation + 0.03 * expected;
    assert!((wrong - expected).abs() <= allowed, "{wrong} are wrong, {expected} were expected, {allowed} may be off");
}

#[test]
fn confidence_is_the_part_that_is_wrong() {
    for (seed, step) in [(8, 50), (9, 20), (10, 10)] {
        let mut random = Random::new(seed);
        let (images, mut labels) = bars(1000, 0.2, &mut random);
        let planted = plant(&mut labels, step, 4, &mut random);
        check_calibration(&suspects(images, &labels, 0..1000), &planted);
    }
}

#[test]
fn planted_errors_in_published_sets_are_found() {
    for (folder, part) in [("mnist", 0.9), ("notmnist", 0.75)] {
        let Some((images, mut labels)) = real(folder, 2000) else { continue };
        let planted = plant(&mut labels, 25, 10, &mut Random::new(11));
        let suspects = suspects(images, &labels, 0..2000);
        let first = suspects.iter().take(planted.len());
        let found = first.filter(|suspect| planted.contains(&suspect.item)).count();
        assert!(found as f64 >= part * planted.len() as f64, "{folder}: {found} of {}", planted.len());
        check_calibration(&suspects, &planted);
    }
}
