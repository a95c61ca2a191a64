//! Files that make more sense in another layout.
#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::cast_possible_truncation, reason = "the numbers are small")]

mod skip;

use std::{fs, path::Path};

use idxlens::{
    dataset::store::Store,
    error::{Error, Warning},
    format::{
        element::Element,
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
        layout::{ByteOrder, Layout},
        suggestion::Fault,
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

/// What is suggested, as words, plain and packed.
fn suggested(file: &[u8]) -> Vec<(Fault, String)> {
    let [plain, packed] = [file.to_vec(), gzip(file)].map(|file| {
        let store = read(&file, None);
        store.suggestions().iter().map(|(fault, reading)| (*fault, reading.to_string())).collect::<Vec<_>>()
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
    // Of a few years, a minute or a day and a bit apart.
    for step in [61, 86_500] {
        let times: Vec<i32> = (0..60).map(|index| 1_500_000_000 + index * step).collect();
        check(&encode(&[60], &times).unwrap(), &[]);
        check(&little(&[60], &times), &[(Fault::ByteOrder, "i32le,60,8")]);
    }
    // From the first to the last ones of this century that 32 bits hold, but none before.
    for (first, is_known) in [(946_684_800, true), (i32::MAX - 59 * 61, true), (946_684_800 - 60 * 61, false)] {
        let times: Vec<i32> = (0..60).map(|index| first + index * 61).collect();
        let expected: &[_] = if is_known { &[(Fault::ByteOrder, "i32le,60,8")] } else { &[] };
        check(&little(&[60], &times), expected);
    }
    // Small numbers in the other order can be as large as times, but are none.
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
            .map(|(fault, layout)| (*fault, layout.to_string()))
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
    // Three of four are no larger than a million in either order.
    let ints = |common: i32| (0..80).map(|at| if at % 4 < common { 0x0001_0200 } else { 7 }).collect::<Vec<i32>>();
    check(&little(&[80], &ints(3)), &[]);
    check(&little(&[80], &ints(2)), &[(Fault::ByteOrder, "i32le,80,8")]);
}

#[test]
fn faults_are_called_by_their_names() {
    use Fault::{Another, ByteOrder, Channels, Dimensions, Sides, Width};
    for fault in [ByteOrder, Dimensions, Channels, Width, Sides, Another] {
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
fn numbers_follow_the_reading_wherever_they_come_from() {
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
fn little_endian_headers_are_read_and_reported() {
    let backwards = |magic: [u8; 4], sizes: &[u32], elements: &[u8]| {
        let sizes: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
        [&magic[..], &sizes, elements].concat()
    };
    let cases = [
        (backwards([3, 8, 0, 0], &[2, 2, 2], &[1, 2, 3, 4, 5, 6, 7, 8]), "u8,2x2x2,16"),
        (backwards([1, 0x0B, 0, 0], &[4], &[1, 0, 2, 0, 3, 0, 4, 0]), "i16le,4,8"),
        (backwards([0, 0, 8, 3], &[10_000, 28, 28], &vec![7; 7_840_000]), "u8,10000x28x28,16"),
    ];
    for (file, reading) in cases {
        for file in [file.clone(), gzip(&file)] {
            let store = read(&file, None);
            assert_eq!(
                (store.layout().unwrap().to_string().as_str(), store.warnings()),
                (reading, &[Warning::LittleEndian][..])
            );
            assert_eq!(read(&file, Some(reading)).warnings(), [], "no warning for a layout that the user chose");
        }
    }
    let shorts = read(&backwards([1, 0x0B, 0, 0], &[4], &[1, 0, 2, 0, 3, 0, 4, 0]), None);
    assert_eq!(shorts.values(2, 0..1, 0..1), [3.0]);
}

#[test]
fn dimensions_that_are_little_endian_are_offered_where_they_fit() {
    let file = [&[0, 0, 8, 1, 0x10, 0x27, 0, 0][..], &[5; 10_000]].concat();
    check(&file, &[(Fault::Dimensions, "u8,10000,8")]);
    let store = read(&file, Some("u8,10000,8"));
    assert_eq!((store.items(), store.warnings(), store.suggestions()), (10_000, &[][..], &[][..]));
    check(&file[..9000], &[]);
    let mut floats = little(&[300, 2], &[0.5_f32; 600]);
    floats[4..8].reverse();
    floats[8..12].reverse();
    check(&floats, &[(Fault::Dimensions, "f32le,300x2,12")]);
}

#[test]
fn channels_that_the_header_leaves_out_are_offered() {
    let many = |items: u32, channels: u8| -> Vec<u8> {
        let pixels = (0..items * 16 * 16).map(|at| (at * 31 + at / 7).to_le_bytes()[0]);
        let elements: Vec<u8> = pixels.flat_map(|pixel| (0..channels).map(move |channel| pixel ^ channel)).collect();
        [Header::new(ElementType::U8, vec![items, 16, 16]).unwrap().to_bytes(), elements].concat()
    };
    let with = |channels| many(5, channels);
    check(&with(3), &[(Fault::Channels, "u8,5x16x16x3,16"), (Fault::Channels, "u8,5x3x16x16,16")]);
    check(&with(4), &[(Fault::Channels, "u8,5x16x16x4,16"), (Fault::Channels, "u8,5x4x16x16,16")]);
    check(&with(1), &[]);
    check(&with(5), &[]);
    let store = read(&gzip(&with(3)), Some("u8,5x16x16x3,16"));
    assert_eq!((store.items(), store.warnings()), (5, &[][..]));

    // Gzip is not unpacked as far as that: its last bytes tell.
    check(&many(500, 3), &[(Fault::Channels, "u8,500x16x16x3,16"), (Fault::Channels, "u8,500x3x16x16,16")]);
    let [one, two] = [many(500, 3), [0; 7].to_vec()].map(|bytes| gzip(&bytes));
    let members = read(&[one, two].concat(), None);
    assert!(matches!(members.warnings(), [Warning::Stopped(Error::Excess { .. })]));
    assert_eq!(members.suggestions(), [], "the last bytes are only of the last member");
}

#[test]
fn wider_elements_than_the_header_says_are_offered() {
    fn under_u8<T: Element>(shape: &[u32], elements: &[T]) -> Vec<u8> {
        let mut file = little(shape, elements);
        file[2] = 8;
        file
    }
    let shape = [4, 10, 10];
    let pixels: Vec<u8> = (0..400_u32).map(|at| (at * 13 % 256).to_le_bytes()[0]).collect();
    let shorts: Vec<i16> = pixels.iter().map(|&pixel| pixel.into()).collect();
    check(&under_u8(&shape, &shorts), &[(Fault::Width, "i16le,4x10x10,16")]);
    let mut big = encode(&shape, &shorts).unwrap();
    big[2] = 8;
    check(&big, &[(Fault::Width, "i16,4x10x10,16")]);
    let floats: Vec<f32> = pixels.iter().map(|&pixel| f32::from(pixel) / 255.0).collect();
    let channels = [(Fault::Channels, "u8,4x10x10x4,16"), (Fault::Channels, "u8,4x4x10x10,16")];
    check(&under_u8(&shape, &floats), &[channels[0], channels[1], (Fault::Width, "f32le,4x10x10,16")]);
    let ints: Vec<i32> = pixels.iter().map(|&pixel| pixel.into()).collect();
    check(&under_u8(&[400], &ints), &[(Fault::Width, "i32le,400,8")]);
    let mut big = encode(&[400], &ints).unwrap();
    big[2] = 8;
    check(&big, &[(Fault::Width, "i32,400,8")]);
    let doubles: Vec<f64> = floats.iter().map(|&float| float.into()).collect();
    check(&under_u8(&[400], &doubles), &[(Fault::Width, "f64le,400,8")]);
}

#[test]
fn bytes_are_offered_where_the_header_says_wider_elements() {
    let pixels: Vec<u8> = (0..400_u32).map(|at| (at * 13 % 256).to_le_bytes()[0]).collect();
    let mut file = encode(&[4, 10, 10], &pixels).unwrap();
    for wider in [0x0B, 0x0C, 0x0D, 0x0E] {
        file[2] = wider;
        check(&file, &[(Fault::Width, "u8,4x10x10,16")]);
        assert_eq!(read(&gzip(&file), Some("u8,4x10x10,16")).warnings(), &[][..]);
    }
    file.pop();
    check(&file, &[]);
    // As much as is looked at first, and as many bytes as the header promises elements: but more is to come.
    let wide = encode(&[1, 256, 256], &vec![1.5_f32; 1 << 16]).unwrap();
    let mut store = Store::new(Some(wide.len() as u64), u64::MAX);
    store.push(0, &wide[..16 + (1 << 16)]).unwrap();
    assert_eq!(store.suggestions(), []);
}

#[test]
fn rows_and_columns_that_have_changed_places_are_offered() {
    let strokes = strokes(30);
    check(&encode(&[30, 28, 20], &strokes).unwrap(), &[]);
    let sheared = encode(&[30, 20, 28], &strokes).unwrap();
    check(&sheared, &[(Fault::Sides, "u8,30x28x20,16")]);
    // A part of an image is not enough to tell.
    check(&sheared[..16 + 20 * 28], &[(Fault::Sides, "u8,30x28x20,16")]);
    check(&sheared[..15 + 20 * 28], &[]);
    check(&encode(&[30, 20, 28], &vec![9_u8; 30 * 20 * 28]).unwrap(), &[]);
    // What is as different below each other either way.
    let noise = (0..30 * 20 * 28_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()[0]);
    check(&encode(&[30, 20, 28], &noise.collect::<Vec<u8>>()).unwrap(), &[]);
}

#[test]
fn an_array_behind_another_is_offered() {
    let (first, second) = (encode(&[3, 2], &[1_u8, 2, 3, 4, 5, 6]).unwrap(), encode(&[2], &[7_i16, 8]).unwrap());
    let both = [&first[..], &second].concat();
    check(&both, &[(Fault::Another, "i16,2,26")]);
    for file in [both.clone(), gzip(&both)] {
        let store = read(&file, Some("i16,2,26"));
        assert_eq!((store.values(1, 0..1, 0..1), store.warnings()), (vec![8.0], &[][..]));
    }
    // However few bytes come at a time.
    let mut store = Store::new(Some(both.len() as u64), u64::MAX);
    while let Some(wanted) = store.wanted() {
        store.push(wanted.start, &both[usize::try_from(wanted.start).unwrap()..][..1]).unwrap();
    }
    assert_eq!(store.suggestions().len(), 1);
    let large = encode(&[300, 100, 100], &vec![9_u8; 3_000_000]).unwrap();
    check(&[&large[..], &large].concat(), &[(Fault::Another, "u8,300x100x100,3000032")]);
    check(&[&first[..], &[0; 16]].concat(), &[]);
    let empty = encode::<u8>(&[0, 28, 28], &[]).unwrap();
    check(&[&first[..], &empty].concat(), &[]);
    check(&empty, &[]);
}

#[test]
fn suggestions_stay_when_a_finished_pass_is_stopped() {
    let strokes = encode(&[30, 20, 28], &strokes(30)).unwrap();
    let [few, many] = [&strokes[..8000], &strokes].map(|second| [&strokes[..], second].concat());
    for file in [few.clone(), gzip(&few), many.clone(), gzip(&many)] {
        let mut store = read(&file, None);
        let offered = store.suggestions().to_vec();
        assert_eq!(offered.iter().map(|(fault, _)| *fault).collect::<Vec<_>>(), [Fault::Sides, Fault::Another]);
        store.stop();
        assert_eq!((store.suggestions(), store.is_stopped()), (&offered[..], false));
    }
    // Where how the rest starts has not been read, it is not any more.
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
            assert_eq!((found[0].0, found[0].1.byte_order()), (Fault::ByteOrder, ByteOrder::Little));
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
        let element_type = ElementType::ALL[code];
        let items = u32::try_from(bytes.len() / element_type.size()).unwrap();
        let layout = Layout::new(element_type, vec![items]).unwrap();
        let file = [&layout.header().to_bytes()[..], &bytes[..items as usize * element_type.size()]].concat();
        prop_assert!(read(&file, None).suggestions().is_empty());
    }
}
