//! Files that make more sense in another layout.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::cast_possible_truncation, reason = "the numbers are small")]

mod headers;
#[path = "../skip/mod.rs"]
mod skip;
mod text_damage;

use std::{fs, path::Path};

use idxlens::{
    dataset::store::Store,
    format::{
        element::Element,
        element::ElementType,
        encode::{encode, gzip},
        layout::{ByteOrder, Layout},
        suggestion::{Fault, Suggestion},
    },
};
use proptest::{collection::vec, prelude::*};

/// Reads a file as the worker does, in the layout that the user may have chosen.
fn read(file: &[u8], reading: Option<&str>) -> Store {
    let chosen = reading.map(|word| word.parse::<Layout>().expect("a reading"));
    let mut store = Store::new(Some(file.len() as u64), u64::MAX).with_layout(chosen);
    while let Some(wanted) = store.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        store.push(wanted.start, &file[start..end.min(start + 4093)]).unwrap();
    }
    store
}

/// The suggestions in words, for the plain file and for its .gz.
fn suggested(file: &[u8]) -> Vec<(Fault, String)> {
    let [plain, packed] = [file.to_vec(), gzip(file)].map(|file| {
        let store = read(&file, None);
        store.suggestions().iter().map(|Suggestion { fault, layout }| (*fault, layout.to_string())).collect::<Vec<_>>()
    });
    assert_eq!(plain, packed);
    plain
}

fn check(file: &[u8], expected: &[(Fault, &str)]) {
    let found = suggested(file);
    let found: Vec<_> = found.iter().map(|(fault, reading)| (*fault, reading.as_str())).collect();
    assert_eq!(found, expected);
}

/// A file whose elements, but not its header, are little-endian.
fn little<T: Element>(shape: &[u32], elements: &[T]) -> Vec<u8> {
    let mut file = encode(shape, elements).unwrap();
    for element in file[4 + 4 * shape.len()..].chunks_exact_mut(size_of::<T>()) {
        element.reverse();
    }
    file
}

/// Images of 28 x 20 strokes that lean to the left and to the right.
fn strokes(count: usize) -> Vec<u8> {
    let (rows, columns) = (28, 20);
    (0..count * rows * columns)
        .map(|at| {
            let (item, row, column) = (at / (rows * columns), at / columns % rows, at % columns);
            let stroke = 4 + (item + row / 3) % 12;
            if (4..24).contains(&row) && (stroke..stroke + 4).contains(&column) { 255 } else { 0 }
        })
        .collect()
}

#[test]
fn times_are_numbers_that_make_sense() {
    // Times over a few years, a minute or about a day apart.
    for step in [61, 86_500] {
        let times: Vec<i32> = (0..60).map(|index| 1_500_000_000 + index * step).collect();
        check(&encode(&[60], &times).unwrap(), &[]);
        check(&little(&[60], &times), &[(Fault::ByteOrder, "i32le,60,8")]);
    }
    // From the first time of this century to the last that 32 bits hold, but none before.
    for (first, is_known) in [(946_684_800, true), (i32::MAX - 59 * 61, true), (946_684_800 - 60 * 61, false)] {
        let times: Vec<i32> = (0..60).map(|index| first + index * 61).collect();
        let expected: &[_] = if is_known { &[(Fault::ByteOrder, "i32le,60,8")] } else { &[] };
        check(&little(&[60], &times), expected);
    }
    // Small numbers in the other byte order can be as large as times.
    let greys: Vec<i32> = (60..124).collect();
    check(&encode(&[64], &greys).unwrap(), &[]);
    check(&little(&[64], &greys), &[(Fault::ByteOrder, "i32le,64,8")]);
}

#[test]
fn labels_that_are_little_endian_are_recognised() {
    let labels = |at: i32| (at * 7 + at / 3) % 10;
    let shorts: Vec<i16> = (0..100).map(|at| i16::try_from(labels(at)).unwrap()).collect();
    let ints: Vec<i32> = (0..100).map(labels).collect();
    check(&little(&[100], &shorts), &[(Fault::ByteOrder, "i16le,100,8")]);
    check(&little(&[50, 2], &ints), &[(Fault::ByteOrder, "i32le,50x2,12")]);
    check(&encode(&[100], &shorts).unwrap(), &[]);
    check(&encode(&[50, 2], &ints).unwrap(), &[]);
    let sorted: Vec<i16> = shorts.iter().map(|label| i16::from(*label > 4)).collect();
    check(&little(&[100], &sorted), &[(Fault::ByteOrder, "i16le,100,8")]);
}

#[test]
fn a_wave_that_is_little_endian_is_recognised() {
    let wave: Vec<i16> = (0..2000).map(|at| (f64::from(at) / 20.0).sin().mul_add(30_000.0, 0.5) as i16).collect();
    check(&little(&[2, 1000], &wave), &[(Fault::ByteOrder, "i16le,2x1000,12")]);
    check(&encode(&[2, 1000], &wave).unwrap(), &[]);
}

#[test]
fn big_endian_numbers_that_are_read_as_little_endian_are_recognised() {
    let wave: Vec<i16> = (0..2000).map(|at| (f64::from(at) / 20.0).sin().mul_add(30_000.0, 0.5) as i16).collect();
    let floats: Vec<f32> = wave.iter().map(|&number| f32::from(number) / 99.0).collect();
    let offered = |file: &[u8], reading: &str| {
        read(file, Some(reading))
            .suggestions()
            .iter()
            .map(|Suggestion { fault, layout }| (*fault, layout.to_string()))
            .collect::<Vec<_>>()
    };
    let [wave, floats] = [encode(&[2000], &wave).unwrap(), encode(&[2000], &floats).unwrap()];
    assert_eq!(offered(&wave, "i16le,2000,8"), [(Fault::ByteOrder, "i16,2000,8".to_owned())]);
    assert_eq!(offered(&floats, "f32le,2000,8"), [(Fault::ByteOrder, "f32,2000,8".to_owned())]);
}

#[test]
fn a_few_shorts_have_to_be_much_shorter() {
    check(&little(&[4], &[1_i16, 2, 3, 4]), &[]);
    check(&little(&[5], &[1_i16, 2, 3, 4, 5]), &[(Fault::ByteOrder, "i16le,5,8")]);
}

#[test]
fn numbers_that_make_sense_both_ways_tell_nothing() {
    // In either byte order, three of four are at most a million.
    let ints = |common: i32| (0..80).map(|at| if at % 4 < common { 0x0001_0200 } else { 7 }).collect::<Vec<i32>>();
    check(&little(&[80], &ints(3)), &[]);
    check(&little(&[80], &ints(2)), &[(Fault::ByteOrder, "i32le,80,8")]);
}

#[test]
fn faults_are_called_by_their_names() {
    use Fault::{Another, ByteOrder, Channels, Count, Dimensions, Int64, Sides, Squares, Width};
    for fault in [ByteOrder, Dimensions, Channels, Width, Int64, Sides, Squares, Another, Count] {
        assert_eq!(fault.name(), format!("{fault:?}"));
    }
}

#[test]
fn zeros_decide_nothing_and_later_values_do() {
    let mut elements = vec![0.0_f32; 50_000];
    check(&little(&[50_000], &elements), &[]);
    elements[40_000..].fill_with(|| 0.25);
    check(&little(&[50_000], &elements), &[(Fault::ByteOrder, "f32le,50000,8")]);
    check(&little(&[4], &[1.0_f32, 2.0, 3.0, 4.0]), &[]);
}

#[test]
fn faults_use_the_chosen_layout() {
    let numbers: Vec<i32> = (0..60_000).map(|at| at - 30_000).collect();
    let file = little(&[20_000, 3], &numbers);
    for file in [file.clone(), gzip(&file)] {
        for budget in [u64::MAX, 0] {
            let chosen = "i32le,20000x3,12".parse::<Layout>().ok();
            let mut store = Store::new(Some(file.len() as u64), budget).with_cache(1).with_layout(chosen.clone());
            assert_eq!(store.restarted().with_layout(None).layout(), None);
            for wanted in [&[][..], &[0, 19_999, 9_999]] {
                store.want(wanted);
                while let Some(wanted) = store.wanted() {
                    let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
                    store.push(wanted.start, &file[start..end.min(start + 1001)]).unwrap();
                }
            }
            for item in [0, 9_999, 19_999_u32] {
                let expected = [0, 1, 2].map(|column| f64::from(3 * item + column) - 30_000.0);
                assert_eq!(store.values(item.into(), 0..1, 0..3), expected);
            }
            assert_eq!((store.range(), store.layout()), (Some((-30_000.0, 29_999.0)), chosen.as_ref()));
            assert_eq!((store.suggestions(), store.warnings()), (&[][..], &[][..]));
        }
    }
}

#[test]
fn items_of_an_array_far_inside_are_fetched() {
    let noise: Vec<u8> =
        (0..7_u32 << 19).map(|at| at.wrapping_mul(2_654_435_761).wrapping_pow(3).to_be_bytes()[0]).collect();
    let numbers: Vec<i32> = (0..60_000).collect();
    let [first, second] = [encode(&[7 << 19], &noise).unwrap(), encode(&[20_000, 3], &numbers).unwrap()];
    let chosen = format!("i32,20000x3,{}", first.len() + 12).parse::<Layout>().ok();
    let file = gzip(&[first, second].concat());
    let mut store = Store::new(Some(file.len() as u64), 0).with_cache(0).with_layout(chosen);
    for items in [&[][..], &[0, 19_999, 9_999]] {
        store.want(items);
        while let Some(wanted) = store.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            store.push(wanted.start, &file[start..end]).unwrap();
        }
    }
    for item in [0, 19_999, 9_999_u32] {
        assert_eq!(store.values(item.into(), 0..1, 0..3), [0, 1, 2].map(|column| f64::from(3 * item + column)));
    }
}

#[test]
fn suggestions_stay_when_a_finished_pass_is_stopped() {
    let strokes = encode(&[30, 20, 28], &strokes(30)).unwrap();
    let [few, many] = [&strokes[..8000], &strokes].map(|second| [&strokes[..], second].concat());
    for file in [few.clone(), gzip(&few), many.clone(), gzip(&many)] {
        let mut store = read(&file, None);
        let offered = store.suggestions().to_vec();
        assert_eq!(
            offered.iter().map(|suggestion| suggestion.fault).collect::<Vec<_>>(),
            [Fault::Sides, Fault::Another]
        );
        store.stop();
        assert_eq!((store.suggestions(), store.is_stopped()), (&offered[..], false));
    }
    // Without the start of the rest, there is no such suggestion.
    let mut store = Store::new(Some(1 << 40), u64::MAX);
    store.push(0, &strokes).unwrap();
    assert!(store.is_done() && store.wanted().is_some());
    store.stop();
    assert_eq!((store.wanted(), store.is_stopped()), (None, false));
    assert_eq!(store.suggestions().len(), 1);
}

#[test]
fn bytes_are_as_they_are_stored() {
    let numbers: Vec<i16> = (0..12).map(|at| at * 300).collect();
    let file = little(&[3, 4], &numbers);
    for reading in [None, Some("i16le,3x4,12")] {
        let store = read(&gzip(&file), reading);
        let (own, bytes) = store.own_header().unwrap();
        assert_eq!((own.to_string().as_str(), bytes), ("i16,3x4,12", &file[..12]));
        assert_eq!(store.bytes(1, 0, 100), file[20..28]);
        assert_eq!(store.bytes(2, 4, 2), file[32..34]);
        assert_eq!((store.bytes(1, 8, 2), store.bytes(3, 0, 2)), (vec![], vec![]));
    }
}

#[test]
fn real_files_are_right() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    for set in ["mnist", "qmnist", "notmnist"] {
        let Ok(entries) = fs::read_dir(data.join(set)) else {
            skip::report(format_args!("the files of {set} are missing"));
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "gz") {
                let store = read(&fs::read(&path).unwrap(), None);
                assert_eq!((store.suggestions(), store.warnings()), (&[][..], &[][..]), "{}", path.display());
            }
        }
    }
}

/// Elements like measurements or counts.
fn plausible<T>(numbers: &[f64], element: impl Fn(f64) -> T) -> Vec<T> {
    numbers.iter().map(|&number| element(number)).collect()
}

proptest! {
    #[test]
    fn plausible_numbers_are_recognised_in_either_order(numbers in vec(1e-3..1e3_f64, 100..300)) {
        let shape = [u32::try_from(numbers.len()).unwrap()];
        let check = |big: Vec<u8>, little: Vec<u8>| {
            assert_eq!(read(&big, None).suggestions(), []);
            let found = read(&little, None).suggestions().to_vec();
            assert_eq!(found.len(), 1);
            assert_eq!((found[0].fault, found[0].layout.byte_order()), (Fault::ByteOrder, ByteOrder::Little));
        };
        let shorts = plausible(&numbers, |number| number as i16);
        let ints = plausible(&numbers, |number| number as i32);
        let floats = plausible(&numbers, |number| number as f32);
        check(encode(&shape, &shorts).unwrap(), little(&shape, &shorts));
        check(encode(&shape, &ints).unwrap(), little(&shape, &ints));
        check(encode(&shape, &floats).unwrap(), little(&shape, &floats));
        check(encode(&shape, &numbers).unwrap(), little(&shape, &numbers));
    }

    #[test]
    fn noise_is_right_as_it_is(code in 0..6_usize, bytes in vec(any::<u8>(), 8..4096)) {
        let element_type = ElementType::IDX[code];
        let items = u32::try_from(bytes.len() / element_type.size()).unwrap();
        let layout = Layout::new(element_type, vec![items]).unwrap();
        let file = [&layout.header().to_bytes()[..], &bytes[..items as usize * element_type.size()]].concat();
        prop_assert!(read(&file, None).suggestions().is_empty());
    }
}
