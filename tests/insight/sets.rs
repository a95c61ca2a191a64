use idxlens::insight::{Difference, GrayImages, SetFacts, set_facts};

use crate::images::{Random, real, strokes};

fn with_classes(counts: &[(u32, u32)]) -> SetFacts {
    let images = counts.iter().map(|(_, count)| count).sum();
    SetFacts {
        images,
        mean: 30.0,
        deviation: 80.0,
        deviation_of_means: 9.0,
        unlabelled: 0,
        classes: counts.iter().copied().collect(),
    }
}

#[test]
fn facts_are_those_of_the_range() {
    let mut images = GrayImages::new(1, 2);
    for image in [[9, 9], [0, 100], [50, 50], [7, 7]] {
        images.push(&image);
    }
    let facts = set_facts(&images, &[Some(1), Some(5), None, Some(2)], 1..3);
    assert_eq!((facts.images, facts.unlabelled), (2, 1));
    assert_eq!((facts.mean, facts.deviation_of_means), (50.0, 0.0));
    assert!((facts.deviation - 1250_f64.sqrt()).abs() < 1e-9);
    assert_eq!(facts.classes, [(5, 1)].into());
    assert_eq!(set_facts(&images, &[], 2..2), SetFacts::default());
    assert_eq!(set_facts(&images, &[], 0..4).unlabelled, 4);
}

#[test]
fn classes_that_another_set_lacks_are_unknown_to_it() {
    let [test, train] = [with_classes(&[(0, 2), (7, 1), (9, 3)]), with_classes(&[(0, 5), (3, 1), (9, 1)])];
    assert_eq!(test.unknown_classes(&train).collect::<Vec<_>>(), [7]);
    assert_eq!(train.unknown_classes(&test).collect::<Vec<_>>(), [3]);
    // A set without labels says nothing about classes.
    assert_eq!(test.unknown_classes(&SetFacts::default()).count(), 0);
    assert_eq!(SetFacts::default().unknown_classes(&train).count(), 0);
}

#[test]
fn sets_of_one_source_do_not_differ() {
    let mut images = strokes(400, 12, 1);
    let mut random = Random::new(2);
    let mut labels: Vec<_> = (0..400).map(|_| Some(random.below(5) as u32)).collect();
    if let Some((real, of_real)) = real("mnist", 400) {
        (images, labels) = (real, of_real);
    }
    let [first, second] = [0..200, 200..400].map(|set| set_facts(&images, &labels, set));
    assert_eq!(first.differences(&second), []);
}

#[test]
fn a_brighter_set_and_one_with_other_shares_differ() {
    let original = strokes(400, 12, 3);
    let mut images = original.clone();
    original.iter().for_each(|image| images.push(&image.iter().map(|pixel| pixel / 2 + 100).collect::<Vec<_>>()));
    let [first, second] = [0..400, 400..800].map(|set| set_facts(&images, &[], set));
    let found = first.differences(&second);
    assert!(matches!(found[..], [Difference::Mean(mean), Difference::Deviation(ratio)] if mean > 1.0 && ratio < 0.6));

    let first = with_classes(&[(0, 500), (1, 500)]);
    let second = with_classes(&[(0, 520), (1, 280), (2, 200)]);
    let classes: Vec<_> = first
        .differences(&second)
        .into_iter()
        .map(|difference| match difference {
            Difference::Share { class, first, second } => (class, first, second),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(classes, [(1, 0.5, 0.28), (2, 0.0, 0.2)]);
    // Few images prove nothing.
    assert_eq!(with_classes(&[(0, 5), (1, 5)]).differences(&with_classes(&[(0, 8), (1, 3)])), []);
    assert_eq!(first.differences(&SetFacts::default()), []);
}
