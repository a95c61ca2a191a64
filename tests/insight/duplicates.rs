use std::collections::HashSet;

use idxlens::{
    dataset::item_hash::hash,
    insight::{Duplicates, GrayImages, Group},
};

use crate::images::{Random, constant, real, strokes};

fn hashes(images: &GrayImages) -> Vec<u128> {
    images.iter().map(hash).collect()
}

fn items(groups: &[Group]) -> Vec<&[u32]> {
    groups.iter().map(|group| &group.items[..]).collect()
}

#[test]
fn equal_images_are_grouped_and_conflicts_come_first() {
    let strokes = strokes(4, 10, 1);
    let mut images = GrayImages::new(10, 10);
    let blank = [7; 100];
    for image in [0, 1, 0, 2, 1, 0, 3].map(|at| strokes.image(at)) {
        images.push(image);
        images.push(&blank);
    }
    let mut labels = vec![Some(5); 14];
    labels[8] = Some(6);
    let found = Duplicates::new(&images, &hashes(&images), &constant(&images), &labels, &[]);
    assert_eq!(items(&found.groups), [&[2, 8][..], &[0, 4, 10]]);
    assert_eq!(found.groups.iter().map(|group| group.conflicting).collect::<Vec<_>>(), [true, false]);
    assert_eq!(found.constant, [1, 3, 5, 7, 9, 11, 13]);
    assert_eq!(found.distinct(&images), [0, 2, 6, 12]);

    // An unknown label contradicts nothing.
    labels[8] = None;
    let found = Duplicates::new(&images, &hashes(&images), &constant(&images), &labels, &[]);
    assert_eq!(items(&found.groups), [&[0, 4, 10][..], &[2, 8]]);
    assert!(found.groups.iter().all(|group| !group.conflicting));
}

#[test]
fn images_that_are_flat_only_in_eight_bits_are_not_constant() {
    let mut images = GrayImages::new(2, 2);
    (0..4).for_each(|_| images.push(&[3; 4]));
    // Two that are equal in the file too, another one, and one of one value.
    let found = Duplicates::new(&images, &[1, 2, 1, 3], &[false, false, false, true], &[], &[]);
    assert_eq!((items(&found.groups), &found.constant[..]), (vec![&[0, 2][..]], &[3][..]));
    // There is nothing to compare in any of them.
    assert!(found.distinct(&images).is_empty());
}

#[test]
fn a_group_in_two_sets_is_a_leak() {
    let group = Group { items: vec![3, 8, 20], conflicting: false };
    assert!(group.spans(&[0..10, 10..30]));
    assert!(group.spans(&[0..5, 5..9]));
    assert!(!group.spans(&[0..30, 40..50]));
    assert!(!group.spans(&[]));
    assert!(!group.spans(&[0..9, 30..40]));
}

#[test]
fn images_with_one_hash_are_compared() {
    let strokes = strokes(3, 6, 2);
    let mut images = GrayImages::new(6, 6);
    for at in [0, 1, 0, 2, 1] {
        images.push(strokes.image(at));
    }
    let found = Duplicates::new(&images, &[9; 5], &[false; 5], &[], &[]);
    assert_eq!(items(&found.groups), [&[0, 2][..], &[1, 4]]);
    // Bytes of the file can differ where the gray values are equal.
    let found = Duplicates::new(&images, &[1, 2, 3, 4, 2], &[false; 5], &[], &[]);
    assert_eq!(items(&found.groups), [&[1, 4]]);
}

#[test]
fn equal_bytes_are_equal_in_two_sets_whatever_their_pixels() {
    let strokes = strokes(2, 6, 3);
    let mut images = GrayImages::new(6, 6);
    for at in [0, 0, 1, 1] {
        images.push(strokes.image(at));
    }
    // The second set is drawn in another range.
    let found = Duplicates::new(&images, &[4, 5, 4, 6], &[false; 4], &[], &[0..2, 2..4]);
    assert_eq!(items(&found.groups), [&[0, 2][..]]);
    let found = Duplicates::new(&images, &[4, 5, 4, 6], &[false; 4], &[], &[0..3, 3..4]);
    assert!(found.groups.is_empty());
}

#[test]
fn copies_in_another_set_do_not_hide_those_in_ones_own() {
    let strokes = strokes(2, 6, 3);
    let mut images = GrayImages::new(6, 6);
    for at in [0, 1, 0, 1, 1, 0] {
        images.push(strokes.image(at));
    }
    let (sets, labels) = ([0..4, 4..6], [1, 2, 1, 3, 2, 9].map(Some));
    let found = Duplicates::new(&images, &hashes(&images), &[false; 6], &labels, &sets);
    assert!(found.groups.len() == 2 && found.groups.iter().all(|group| group.spans(&sets) && group.conflicting));
    let own = found.within(&sets[0], &labels);
    assert_eq!(items(&own), [&[1, 3][..], &[0, 2]]);
    assert_eq!(own.iter().map(|group| group.conflicting).collect::<Vec<_>>(), [true, false]);
    assert!(found.within(&sets[1], &labels).is_empty());
}

#[test]
fn no_images_and_blank_images_have_no_duplicates() {
    let none = GrayImages::new(1, 1);
    assert_eq!(Duplicates::new(&none, &[], &[], &[], &[]), Duplicates::default());
    let mut blank = GrayImages::new(1, 1);
    (0..5).for_each(|value| blank.push(&[value % 2]));
    let found = Duplicates::new(&blank, &hashes(&blank), &constant(&blank), &[], &[]);
    assert_eq!((found.groups.len(), &found.constant[..]), (0, &[0, 1, 2, 3, 4][..]));
    assert!(found.distinct(&blank).is_empty());
}

#[test]
fn real_duplicates_are_known() {
    // 57 groups and 253 images, with 141 white images, which count apart.
    if let Some((images, labels)) = real("notmnist", 10_000) {
        let found = Duplicates::new(&images, &hashes(&images), &constant(&images), &labels, &[]);
        assert_eq!(found.groups.len(), 56);
        assert_eq!(found.groups.iter().map(|group| group.items.len()).sum::<usize>(), 112);
        assert_eq!(found.constant.len(), 141);
    }
    if let Some((images, labels)) = real("mnist", 10_000) {
        assert_eq!(Duplicates::new(&images, &hashes(&images), &constant(&images), &labels, &[]), Duplicates::default());
    }
}

#[test]
fn hashes_depend_on_every_bit_its_place_and_the_length() {
    let mut random = Random::new(3);
    let mut seen = HashSet::new();
    for len in [0, 1, 7, 8, 63, 64, 65, 128, 200] {
        let bytes: Vec<u8> = (0..len).map(|_| random.byte()).collect();
        assert!(seen.insert(hash(&bytes)), "{len}");
        for bit in 0..len * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(seen.insert(hash(&changed)), "bit {bit} of {len}");
        }
    }
    // Blocks in another order, and zeros of every length.
    let mut blocks: Vec<u8> = (0..192).map(|at| u8::from(at < 64)).collect();
    for _ in 0..3 {
        assert!(seen.insert(hash(&blocks)));
        blocks.rotate_right(64);
    }
    assert!((1..300).all(|len| seen.insert(hash(&vec![0; len]))));
    // The same on every machine.
    assert_eq!(hash(b"idxlens"), hash(&Vec::from(*b"idxlens")));
}
