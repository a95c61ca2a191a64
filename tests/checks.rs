//! The items that each check finds.
#![cfg(not(target_arch = "wasm32"))]

use idxlens::{
    dataset::{
        checks::{CheckResult, Checks},
        range::NotFinite,
        statistics::Statistics,
    },
    format::{
        element::{Element, ElementType},
        encode::encode,
        layout::Layout,
    },
};

/// The numbers of the items of `len` elements that a check finds.
fn found<T: Element>(check: &str, elements: &[T], len: usize) -> CheckResult {
    let shape = [elements.len() / len, len].map(|size| u32::try_from(size).unwrap());
    let file = encode(&shape, elements).unwrap();
    let layout = Layout::detect(&file).unwrap().unwrap();
    let mut checks = Checks::new(&layout);
    let mut statistics = Statistics::new(&layout, (0.0, 1.0), vec![]);
    let items = file[12..].chunks(usize::try_from(layout.item_len()).unwrap());
    for (number, item) in (0..).zip(items) {
        let not_finite = statistics.add(item, None);
        checks.add(number, item, not_finite);
    }
    checks.results().iter().find(|result| result.name == check).unwrap().clone()
}

#[test]
fn items_of_zeros_are_blank_in_every_type() {
    fn blank<T: Element>(elements: &[T]) -> Vec<u32> {
        found("blank", elements, 2).ranges.into_iter().flatten().collect()
    }
    assert_eq!(blank(&[0_u8, 0, 0, 1, 255, 0, 0, 0]), [0, 3]);
    assert_eq!(blank(&[0_i8, 0, 0, -1, -128, 0, 0, 0]), [0, 3]);
    assert_eq!(blank(&[0_i16, 0, 0, 256, 1, 0, 0, 0]), [0, 3]);
    assert_eq!(blank(&[0_i32, 0, 0, 1 << 16, i32::MIN, 0, 0, 0]), [0, 3]);
    assert_eq!(blank(&[0.0_f32, -0.0, 0.0, f32::NAN, 1e-40, 0.0, -0.0, -0.0]), [0, 3]);
    assert_eq!(blank(&[0.0_f64, -0.0, 0.0, f64::INFINITY, 5e-324, 0.0, -0.0, -0.0]), [0, 3]);
}

#[test]
fn a_single_value_in_a_long_item_is_not_blank() {
    for at in [0, 63, 64, 127, 128, 199] {
        let mut elements = [0_u8; 400];
        elements[at] = 1;
        assert_eq!(found("blank", &elements, 200).ranges, [1..=1], "value {at}");
    }
}

#[test]
fn nan_and_infinite_values_are_found_apart() {
    let elements = [f32::NAN, 1.0, 2.0, f32::INFINITY, 3.0, 4.0, f32::NEG_INFINITY, f32::NAN, 5.0, -f32::NAN];
    assert_eq!(found("nan", &elements, 2).ranges, [0..=0, 3..=4]);
    assert_eq!(found("infinite", &elements, 2).ranges, [1..=1, 3..=3]);
    assert_eq!(found("nan", &elements.map(f64::from), 2).items, 3);
    assert_eq!(found("infinite", &elements.map(f64::from), 2).items, 2);
}

#[test]
fn integers_are_not_checked_for_nan() {
    for element_type in ElementType::ALL {
        let checks = Checks::new(&Layout::new(element_type, vec![1, 1]).unwrap());
        let names: Vec<_> = checks.results().iter().map(|result| result.name).collect();
        let expected: &[&str] = if element_type.is_float() { &["blank", "nan", "infinite"] } else { &["blank"] };
        assert_eq!(names, expected, "{element_type:?}");
    }
}

#[test]
fn items_side_by_side_are_one_range() {
    let blank = |items: &[u8]| {
        let CheckResult { items, ranges, .. } = found("blank", items, 1);
        (items, ranges)
    };
    assert_eq!(blank(&[0, 0, 0, 1, 0, 1, 1, 0, 0]), (6, vec![0..=2, 4..=4, 7..=8]));
    // The list takes no more ranges than that. Its last range still grows, and all items are counted.
    let mut items = [0, 1].repeat((1 << 16) - 1);
    items.extend([0, 0, 0, 1, 0, 1, 0]);
    let (blanks, ranges) = blank(&items);
    assert_eq!((blanks, ranges.len(), ranges.last()), ((1 << 16) + 4, 1 << 16, Some(&(131_070..=131_072))));
}

#[test]
fn missing_items_are_not_found() {
    let mut checks = Checks::new(&Layout::new(ElementType::U8, vec![3, 2]).unwrap());
    for (number, item) in (0..).zip([&[][..], &[0], &[0, 0]]) {
        checks.add(number, item, NotFinite::default());
    }
    assert_eq!(checks.results(), [CheckResult { name: "blank", items: 1, ranges: vec![2..=2] }]);
}

#[test]
fn every_check_has_a_text() {
    let texts = include_str!("../www/text/en/checks.js");
    for name in Checks::names() {
        assert!(texts.contains(&format!("\n  {name}: (items) =>")), "{name}");
    }
}
