//! Layouts that the header should have declared.

use idxlens::{
    dataset::store::Store,
    error::{Error, Warning},
    format::{
        element::Element,
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
        suggestion::Fault,
    },
};

use super::{check, little, read, strokes};

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
    check(&file[..9000], &[(Fault::Count, "u8,8992,8")]);
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
    check(&with(5), &[(Fault::Count, "u8,25x16x16,16")]);
    let store = read(&gzip(&with(3)), Some("u8,5x16x16x3,16"));
    assert_eq!((store.items(), store.warnings()), (5, &[][..]));

    // Gzip data is not unpacked that far: its last bytes give the length.
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
fn elements_of_another_width_are_offered_where_they_make_sense() {
    fn under<T: Element>(code: u8, elements: &[T]) -> [Vec<u8>; 2] {
        let shape = [elements.len().try_into().unwrap()];
        let mut files = [encode(&shape, elements).unwrap(), little(&shape, elements)];
        for file in &mut files {
            file[2] = code;
        }
        files
    }
    let thirds: Vec<f64> = (1..=400).map(|at| f64::from(at) / 3.0).collect();
    let steps: Vec<f64> = (1..=400).map(|at| f64::from(at) / 2.0).collect();
    let floats: Vec<f32> = (1..=400_u16).map(|at| f32::from(at) / 3.0).collect();
    let ints: Vec<i32> = (1..=400).collect();
    for code in [0x0B, 0x0C, 0x0D] {
        for (file, layout) in under(code, &thirds).iter().zip(["f64,400,8", "f64le,400,8"]) {
            check(file, &[(Fault::Width, layout)]);
        }
    }
    // Half of each is zero, so the other half could be floats of 32 bits, too.
    check(&under(0x0D, &steps)[0], &[(Fault::Width, "f64,400,8"), (Fault::Count, "f32,800,8")]);
    for (file, layout) in under(0x0E, &floats).iter().zip(["f32,400,8", "f32le,400,8"]) {
        check(file, &[(Fault::Width, layout)]);
    }
    for (file, layouts) in under(0x0B, &ints).iter().zip([["i32,400,8", "i16,800,8"], ["i32le,400,8", "i16,800,8"]]) {
        check(file, &[(Fault::Width, layouts[0]), (Fault::Count, layouts[1])]);
    }
    // Narrower elements that make sense in pairs, too.
    let few: Vec<f32> = (0..400_u16).map(|at| f32::from(at % 7 + 1)).collect();
    check(&under(0x0E, &few)[0], &[(Fault::Width, "f32,400,8"), (Fault::Count, "f64,200,8")]);
    let labels: Vec<i16> = (0..400).map(|at| at % 10).collect();
    check(&under(0x0C, &labels)[0], &[(Fault::Width, "i16,400,8"), (Fault::Count, "i32,200,8")]);
    // Whole numbers as floats are no integers.
    let pixels: Vec<f32> = (0..400_u16).map(|at| f32::from(at % 256)).collect();
    check(&under(0x0E, &pixels)[0], &[(Fault::Width, "f32,400,8")]);
    // Half as many items as there are, with a column of zeros.
    let halved = |mut file: Vec<u8>| {
        file[6..8].copy_from_slice(&200_u16.to_be_bytes());
        file
    };
    let padded: Vec<f32> = (0..400_u16).flat_map(|at| [f32::from(at % 7 + 1), 0.0]).collect();
    let count = (Fault::Count, "f32,400x2,12");
    check(&halved(encode(&[400, 2], &padded).unwrap()), &[(Fault::Width, "f64,200x2,12"), count]);
    let stereo: Vec<i16> = (0..400).flat_map(|at| [at % 100, 0]).collect();
    check(&halved(encode(&[400, 2], &stereo).unwrap()), &[(Fault::Count, "i16,400x2,12")]);
    // As many floats again make sense as they are.
    let twice = [encode(&[400], &floats).unwrap(), vec![1; 1600]].concat();
    check(&twice, &[(Fault::Count, "f32,800,8")]);
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
    // The first sample is as long as the header promises, but more bytes follow.
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
    // A part of an image decides nothing.
    check(&sheared[..16 + 20 * 28], &[(Fault::Sides, "u8,30x28x20,16")]);
    check(&sheared[..15 + 20 * 28], &[]);
    check(&encode(&[30, 20, 28], &vec![9_u8; 30 * 20 * 28]).unwrap(), &[]);
    // Rows that differ equally in both layouts.
    let noise = (0..30 * 20 * 28_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()[0]);
    check(&encode(&[30, 20, 28], &noise.collect::<Vec<u8>>()).unwrap(), &[]);
}

#[test]
fn squares_of_another_size_are_offered_where_length_and_values_fit() {
    let stroke = |at: usize| {
        let (item, row, column) = (at / 256, at / 16 % 16, at % 16);
        let left = 3 + (item + row / 3) % 7;
        if (3..13).contains(&row) && (left..left + 3).contains(&column) { 255_u8 } else { 0 }
    };
    let squares: Vec<u8> = (0..90 * 256).map(stroke).collect();
    let under = |shape: [u32; 3], elements: &[u8]| {
        [Header::new(ElementType::U8, shape.to_vec()).unwrap().to_bytes(), elements.to_vec()].concat()
    };
    for shape in [[90, 18, 16], [90, 16, 18], [90, 17, 17], [80, 16, 15], [90, 32, 16]] {
        check(&under(shape, &squares), &[(Fault::Squares, "u8,90x16x16,16")]);
    }
    let store = read(&under([90, 18, 16], &squares), Some("u8,90x16x16,16"));
    assert_eq!((store.items(), store.warnings(), store.suggestions()), (90, &[][..], &[][..]));
    // Squares of the header's size, in another number.
    check(&under([100, 16, 16], &squares), &[(Fault::Count, "u8,90x16x16,16")]);
    check(&under([80, 16, 16], &squares), &[(Fault::Count, "u8,90x16x16,16")]);
    // A file that ends early.
    check(&under([90, 18, 16], &squares[1..]), &[]);
    // Values in which nothing repeats, or everything, and too few of them.
    let noise: Vec<u8> = (0..90 * 256_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()[0]).collect();
    check(&under([90, 18, 16], &noise), &[(Fault::Count, "u8,80x18x16,16")]);
    check(&under([90, 18, 16], &vec![7; 90 * 256]), &[(Fault::Count, "u8,80x18x16,16")]);
    check(&under([6, 18, 16], &squares[..5 * 256]), &[]);
}

#[test]
fn another_number_of_items_is_offered_where_the_file_holds_whole_ones() {
    let shorts: Vec<i16> = (0..60).map(|at| at * 300).collect();
    let under = |items: u32, elements: &[i16]| {
        let mut file = encode(&[u32::try_from(elements.len()).unwrap() / 6, 3, 2], elements).unwrap();
        file[4..8].copy_from_slice(&items.to_be_bytes());
        file
    };
    for items in [1, 9, 11, 4_000_000_000] {
        check(&under(items, &shorts), &[(Fault::Count, "i16,10x3x2,16")]);
    }
    let store = read(&under(9, &shorts), Some("i16,10x3x2,16"));
    assert_eq!((store.items(), store.warnings(), store.suggestions()), (10, &[][..], &[][..]));
    // A part of an item, no item, and items without elements.
    let file = under(11, &shorts);
    check(&file[..file.len() - 1], &[]);
    check(&file[..16], &[]);
    check(&[&encode::<u8>(&[3, 0], &[]).unwrap()[..], &[0; 5]].concat(), &[]);
    // So much follows that a .gz is not unpacked to its end, whose length it has.
    let many: Vec<i16> = (0..60_000).map(|at| (at % 100) as i16 * 300).collect();
    check(&under(10, &many), &[(Fault::Count, "i16,10000x3x2,16")]);
    // Gzip data that is cut or changed says nothing about the header, and neither does a length that the user chose.
    let labels: Vec<u8> = (0..5000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 20) as u8).collect();
    let packed = gzip(&encode(&[5000], &labels).unwrap());
    let mut changed = packed.clone();
    changed[packed.len() / 2..].iter_mut().for_each(|byte| *byte ^= 0xFF);
    for damaged in [&packed[..packed.len() / 2], &changed] {
        let store = read(damaged, None);
        assert!(store.items() < 5000 || !store.warnings().is_empty());
        assert_eq!(store.suggestions(), []);
    }
    assert_eq!(read(&under(10, &shorts), Some("i16,5x3x2,16")).suggestions(), []);
    // An array behind another explains every length.
    let first = encode(&[3], &[1_u8, 2, 3]).unwrap();
    check(&[&first[..], &first].concat(), &[(Fault::Another, "u8,3,19")]);
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
    // Bytes in small pieces.
    let mut store = Store::new(Some(both.len() as u64), u64::MAX);
    while let Some(wanted) = store.wanted() {
        store.push(wanted.start, &both[usize::try_from(wanted.start).unwrap()..][..1]).unwrap();
    }
    assert_eq!(store.suggestions().len(), 1);
    let large = encode(&[300, 100, 100], &vec![9_u8; 3_000_000]).unwrap();
    check(&[&large[..], &large].concat(), &[(Fault::Another, "u8,300x100x100,3000032")]);
    check(&[&first[..], &[0; 15]].concat(), &[]);
    let empty = encode::<u8>(&[0, 28, 28], &[]).unwrap();
    check(&[&first[..], &empty].concat(), &[(Fault::Count, "u8,11x2,12")]);
    check(&empty, &[]);
}

#[test]
fn integers_of_64_bits_are_offered_where_they_fit() {
    let under_i32 = |shape: &[u32], integers: &[i64], to_bytes: fn(i64) -> [u8; 8]| {
        let elements: Vec<u8> = integers.iter().flat_map(|&integer| to_bytes(integer)).collect();
        [Header::new(ElementType::I32, shape.to_vec()).unwrap().to_bytes(), elements].concat()
    };
    let labels: Vec<i64> = (0..300).map(|item| item % 10 - 1).collect();
    check(&under_i32(&[300], &labels, i64::to_be_bytes), &[(Fault::Int64, "i64,300,8")]);
    check(&under_i32(&[300], &labels, i64::to_le_bytes), &[(Fault::Int64, "i64le,300,8")]);
    let store = read(&under_i32(&[300], &labels, i64::to_be_bytes), Some("i64,300,8"));
    assert_eq!((store.items(), store.warnings(), store.suggestions()), (300, &[][..], &[][..]));
    let pixels: Vec<i64> = (0..20 * 48).map(|pixel| pixel % 256).collect();
    check(&under_i32(&[20, 8, 6], &pixels, i64::to_be_bytes), &[(Fault::Int64, "i64,20x8x6,16")]);
    // Zeros can be anything, a length must match, and large integers do not fit.
    check(&under_i32(&[300], &[0; 300], i64::to_be_bytes), &[(Fault::Count, "i32,600,8")]);
    check(&under_i32(&[300], &labels[..299], i64::to_be_bytes), &[(Fault::Count, "i32,598,8")]);
    check(&under_i32(&[300], &[(1 << 40) + 1; 300], i64::to_be_bytes), &[(Fault::Count, "i32,600,8")]);
    // As many integers of 32 bits again.
    let twice = [encode(&[300], &[7_i32; 300]).unwrap(), vec![7; 1200]].concat();
    check(&twice, &[(Fault::Count, "i32,600,8")]);
}
