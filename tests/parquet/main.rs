//! Parquet files: which columns become images and labels, and what is refused. tests/differential has files of Arrow's.
#![cfg(all(feature = "parquet", not(target_arch = "wasm32")))]

mod writer;

use idxlens::{
    error::{Error, ParquetFault as Fault},
    format::{element::ElementType, header::Header, parquet::Parquet},
};
use writer::{Column, bytes, file, numbers, pictures, words};

/// What a file gives.
#[derive(Debug)]
struct Found {
    parquet: Parquet,
    output: [Vec<u8>; 2],
}

/// Reads a file, so many bytes at a time.
fn read_in(file: &[u8], step: usize) -> Result<Found, Fault> {
    read_by(Parquet::new(file.len() as u64), file, step)
}

fn read_by(mut parquet: Parquet, file: &[u8], step: usize) -> Result<Found, Fault> {
    let mut output = [Vec::new(), Vec::new()];
    let mut restarts = 0;
    while let Some(wanted) = parquet.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        let result = parquet.push(&file[start..end.min(start.saturating_add(step))]);
        result.map_err(|error| if let Error::Parquet(fault) = error { fault } else { panic!("{error}") })?;
        if restarts != parquet.restarts() {
            restarts = parquet.restarts();
            output = [Vec::new(), Vec::new()];
        }
        for (all, part) in output.iter_mut().zip(parquet.take_output()) {
            all.extend(part);
        }
    }
    Ok(Found { parquet, output })
}

fn read(file: &[u8]) -> Result<Found, Fault> {
    let found = read_in(file, usize::MAX);
    let in_parts = read_in(file, 7);
    assert_eq!(found.as_ref().map(|found| &found.output), in_parts.as_ref().map(|found| &found.output));
    found
}

fn shapes(found: &Found) -> [Option<(ElementType, Vec<u32>)>; 2] {
    let told = |header: Header| (header.element_type(), header.shape().to_vec());
    found.parquet.headers().map(|header| header.map(told))
}

fn notes(column: &str, names: &str) -> String {
    format!(r#"{{"info": {{"features": {{"{column}": {{"names": {names}, "_type": "ClassLabel"}}}}}}}}"#)
}

/// The names of the classes in the first column of labels.
fn class_names(found: &Found) -> Vec<(u32, String)> {
    found.parquet.columns().labels.remove(0).class_names
}

/// The labels of pictures, which are whole numbers.
fn picture_labels(found: &Found) -> Option<Vec<i64>> {
    found
        .parquet
        .picture_labels()
        .map(|labels| labels.iter().map(|label| format!("{label}").parse().unwrap()).collect())
}

/// A table of square images of 64 pixels.
fn pixels(names: impl Fn(u8) -> String, value: impl Fn(u8) -> i64) -> Vec<Column> {
    (0..64).map(|at| numbers(&names(at), &[&[value(at), 1], &[2]])).collect()
}

#[test]
fn pictures_come_out_with_their_labels_and_the_names_of_classes() {
    let files = [b"one".to_vec(), Vec::new(), b"three".to_vec()];
    let columns = [
        numbers("id", &[&[7, 8], &[9]]),
        pictures("image", &[&files[..2], &files[2..]]),
        numbers("label", &[&[1, 0], &[1]]),
        words("text", &[&["a", "b"], &["c"]]),
    ];
    let found = read(&file(&columns, &notes("label", r#"["cat", "dog"]"#))).unwrap();
    assert_eq!(found.output[0], b"onethree");
    assert_eq!(found.parquet.pictures(), Some(&[3, 0, 5][..]));
    assert_eq!(picture_labels(&found), Some(vec![1, 0, 1]));
    assert_eq!(class_names(&found), [(0, "cat".to_owned()), (1, "dog".to_owned())]);
    let told = found.parquet.columns();
    assert_eq!((&told.labels[0].column[..], told.labels.len(), told.is_named), ("label", 1, true));
    assert_eq!(told.left_out, ["id", "text"]);
}

#[test]
fn floats_can_label_pictures() {
    let files = [b"one".to_vec(), b"two".to_vec(), b"six".to_vec()];
    let labels = [7.0, 0.1, f64::NAN];
    let double = Column {
        schema: vec![writer::leaf("label", 5, None)],
        physical: 5,
        codec: 0,
        encoding: 0,
        pages: vec![(labels.iter().flat_map(|label| label.to_le_bytes()).collect(), 3)],
    };
    let found = read(&file(&[pictures("image", &[&files]), double, numbers("fine_label", &[&[4, 5, 6]])], "")).unwrap();
    let columns = found.parquet.columns();
    assert_eq!((columns.labels.len(), columns.left_out.len()), (2, 0));
    let found = found.parquet.picture_labels().unwrap();
    assert_eq!((&found[..4], found[4].is_nan(), found[5]), (&[7.0, 4.0, 0.1, 5.0][..], true, 6.0));
}

#[test]
fn pictures_of_one_size_can_be_bare_pixels() {
    let shape = |lens: [usize; 3]| {
        let files = lens.map(|len| vec![7; len]);
        let found =
            read(&file(&[pictures("image", &[&files[..2], &files[2..]]), numbers("label", &[&[1, 0], &[1]])], ""));
        let found = found.unwrap();
        assert_eq!(found.parquet.pictures().map(<[u32]>::len), Some(3));
        shapes(&found)[0].clone()
    };
    assert_eq!(shape([784; 3]), Some((ElementType::U8, vec![3, 28, 28])));
    assert_eq!(shape([768; 3]), Some((ElementType::U8, vec![3, 768])), "of three colours");
    assert_eq!(shape([0, 784, 784]), Some((ElementType::U8, vec![2, 28, 28])), "one is missing");
    for others in [[784, 784, 783], [783; 3], [0; 3], [9; 3]] {
        assert_eq!(shape(others), None, "{others:?}");
    }
}

#[test]
fn names_that_are_the_labels_are_none() {
    let columns = [pictures("image", &[&[vec![1]]]), numbers("label", &[&[0]])];
    let found = read(&file(&columns, &notes("label", r#"["0", "1"]"#))).unwrap();
    assert_eq!(class_names(&found), []);
}

#[test]
fn several_columns_of_labels_come_out_row_by_row() {
    // Words are read in the first column alone.
    let labels = [
        numbers("fine_label", &[&[70, 3], &[300]]),
        words("class", &[&["a", "b"], &["c"]]),
        numbers("coarse_label", &[&[7, 0], &[1]]),
    ];
    let notes = notes("coarse_label", r#"["fish", "fruit"]"#);
    let image = pictures("img", &[&[vec![1], vec![2]], &[vec![3]]]);
    let found = read(&file(&[&[image][..], &labels].concat(), &notes)).unwrap();
    assert_eq!(picture_labels(&found), Some(vec![70, 7, 3, 0, 300, 1]));
    let told = found.parquet.columns();
    let columns = told.labels.iter().map(|label| (&label.column[..], label.class_names.len()));
    assert_eq!(columns.collect::<Vec<_>>(), [("fine_label", 0), ("coarse_label", 2)]);
    assert_eq!((&told.other_labels[..], &told.left_out[..]), (&["class".to_owned()][..], &["class".to_owned()][..]));

    // Beside lists they are an array, of a type that holds the values of all.
    let image = bytes("image", 4, vec![(vec![1; 8], 2), (vec![2; 4], 1)]);
    let found = read(&file(&[&[image][..], &labels].concat(), &notes)).unwrap();
    assert_eq!(shapes(&found)[1], Some((ElementType::I32, vec![3, 2])));
    let expected: Vec<u8> = [70_i32, 7, 3, 0, 300, 1].into_iter().flat_map(i32::to_be_bytes).collect();
    assert_eq!(found.output[1], expected);
}

#[test]
fn what_is_wrong_with_labels_beside_the_first_leaves_out_their_column() {
    let whole = numbers("hash_label", &[&[4, 5], &[6]]);
    let wrong = [
        numbers("hash_label", &[&[4, 1 << 40], &[6]]),
        numbers("hash_label", &[&[4, 1 << 60], &[6]]),
        numbers("hash_label", &[&[4, 5], &[i64::MAX]]),
        Column { codec: 77, ..whole.clone() },
        Column { encoding: 44, ..whole.clone() },
        Column { pages: vec![(vec![1], 2), (vec![1; 8], 1)], ..whole.clone() },
    ];
    let files = pictures("image", &[&[vec![1], vec![2]], &[vec![3]]]);
    let lists = bytes("image", 4, vec![(vec![1; 8], 2), (vec![2; 4], 1)]);
    let [first, last] = [numbers("label", &[&[0, 1], &[5]]), numbers("last_label", &[&[7, 8], &[9]])];
    for (at, wrong) in wrong.iter().enumerate() {
        // A list can have labels of any type.
        for image in &[&files, &lists][..if at == 0 { 1 } else { 2 }] {
            let found = read(&file(&[(*image).clone(), first.clone(), wrong.clone(), last.clone()], "")).unwrap();
            let told = found.parquet.columns();
            let labels: Vec<_> = told.labels.iter().map(|label| &label.column[..]).collect();
            assert_eq!(
                (labels, &told.left_out[..]),
                (vec!["label", "last_label"], &["hash_label".to_owned()][..]),
                "{at}"
            );
            match picture_labels(&found) {
                Some(labels) => assert_eq!(labels, [0, 7, 1, 8, 5, 9]),
                None => assert_eq!(found.output[1], [0, 7, 1, 8, 5, 9]),
            }
        }
    }
}

#[test]
fn more_columns_of_labels_than_have_room_are_left_out() {
    let label = |at: u8| numbers(&format!("at{at}_label"), &[&[at.into()]]);
    let columns: Vec<Column> = [pictures("image", &[&[vec![1]]])].into_iter().chain((0..20).map(label)).collect();
    let found = read(&file(&columns, "")).unwrap();
    assert_eq!(picture_labels(&found), Some((0..16).collect()));
    let told = found.parquet.columns();
    assert_eq!((told.labels.len(), told.other_labels.len()), (16, 4));
    assert_eq!(told.other_labels, told.left_out);
}

#[test]
fn whole_numbers_beside_doubles_do_not_round_them() {
    let label = bytes("label", 8, vec![([1.0_f64, 0.1].into_iter().flat_map(f64::to_le_bytes).collect(), 2)]);
    let double = Column { schema: vec![writer::leaf("label", 5, None)], physical: 5, ..label };
    let image = bytes("image", 4, vec![(vec![1; 8], 2)]);
    let found = read(&file(&[image, double, numbers("x_label", &[&[3_000_000_000, 1]])], "")).unwrap();
    assert_eq!(shapes(&found)[1], Some((ElementType::F64, vec![2, 2])));
}

#[test]
fn words_become_numbered_classes() {
    let label = |labels: &[&str]| [pictures("image", &[&vec![vec![1]; 3]]), words("class", &[labels])];
    let found = read(&file(&label(&["wren", "owl", "wren"]), "")).unwrap();
    assert_eq!(picture_labels(&found), Some(vec![1, 0, 1]));
    assert_eq!(class_names(&found), [(0, "owl".to_owned()), (1, "wren".to_owned())]);
    let found = read(&file(&label(&["7", "3", "7"]), "")).unwrap();
    assert_eq!(picture_labels(&found), Some(vec![7, 3, 7]));
    assert_eq!(class_names(&found), []);
    let found = read(&file(&label(&["5-owl", "2", "5-owl"]), "")).unwrap();
    assert_eq!(picture_labels(&found), Some(vec![5, 2, 5]));
    assert_eq!(class_names(&found), [(5, "owl".to_owned())]);
}

#[test]
fn words_are_numbered_as_in_other_labels() {
    let file = file(&[pictures("image", &[&vec![vec![1]; 3]]), words("class", &[&["wren", "owl", "kite"]])], "");
    let mut parquet = Parquet::new(file.len() as u64);
    parquet.add_classes(vec![(4, "wren".to_owned()), (7, "owl".to_owned())]);
    let found = read_by(parquet, &file, usize::MAX).unwrap();
    assert_eq!(picture_labels(&found), Some(vec![4, 7, 8]));
    assert_eq!(
        class_names(&found),
        [(4, "wren"), (7, "owl"), (8, "kite")].map(|(label, name)| (label, name.to_owned()))
    );
}

#[test]
fn labels_that_are_no_classes_are_left_out() {
    let columns = [pictures("image", &[&[vec![1], vec![2]]]), numbers("label", &[&[1, 1 << 40]])];
    let found = read(&file(&columns, "")).unwrap();
    assert_eq!((picture_labels(&found), &found.output[0][..]), (None, &[1, 2][..]));
    assert_eq!(found.parquet.columns().left_out, ["label"]);
}

#[test]
fn the_next_label_takes_the_place_of_one_that_is_none() {
    let columns = [
        pictures("image", &[&[vec![1], vec![2]]]),
        numbers("label", &[&[1, 1 << 40]]),
        numbers("fine_label", &[&[4, 2]]),
    ];
    let found = read(&file(&columns, &notes("fine_label", r#"["a", "b", "c", "d", "e"]"#))).unwrap();
    assert_eq!(picture_labels(&found), Some(vec![4, 2]));
    assert_eq!(class_names(&found)[4], (4, "e".to_owned()));
    let told = found.parquet.columns();
    assert_eq!((&told.labels[0].column[..], told.labels.len()), ("fine_label", 1));
    assert_eq!((told.other_labels.len(), &told.left_out[..]), (0, &["label".to_owned()][..]));
}

#[test]
fn a_column_without_a_name_numbers_the_rows() {
    let mut columns = pixels(|at| format!("pixel{at}"), i64::from);
    columns.insert(0, numbers("", &[&[0, 1], &[2]]));
    let found = read(&file(&columns, "")).unwrap();
    assert_eq!(shapes(&found)[0], Some((ElementType::U8, vec![3, 8, 8])));
    assert_eq!(found.parquet.columns().left_out, [""]);
}

#[test]
fn doubles_are_not_rounded_because_floats_come_before_them() {
    let float = |at: u8| Column {
        schema: vec![writer::leaf(&format!("pixel{at}"), 4, None)],
        physical: 4,
        codec: 0,
        encoding: 0,
        pages: vec![(0.5_f32.to_le_bytes().to_vec(), 1)],
    };
    let double = |at: u8| Column {
        schema: vec![writer::leaf(&format!("pixel{at}"), 5, None)],
        physical: 5,
        pages: vec![(0.1_f64.to_le_bytes().to_vec(), 1)],
        ..float(at)
    };
    let mixed: Vec<Column> = (0..63).map(float).chain([double(63)]).collect();
    let found = read(&file(&mixed, "")).unwrap();
    assert_eq!(shapes(&found)[0], Some((ElementType::F64, vec![1, 8, 8])));
    assert_eq!(found.output[0][63 * 8..], 0.1_f64.to_be_bytes());
    let floats: Vec<Column> = (0..64).map(float).collect();
    assert_eq!(shapes(&read(&file(&floats, "")).unwrap())[0], Some((ElementType::F32, vec![1, 8, 8])));
}

#[test]
fn sizes_that_no_memory_should_hold_are_refused() {
    // Blocks of differences that claim more parts than a number holds.
    let mut columns = pixels(|at| format!("pixel{at}"), i64::from);
    columns[3].encoding = 5;
    columns[3].pages[0].0 = [writer::varint(128), writer::varint(1 << 61), writer::varint(2), vec![0]].concat();
    assert!(matches!(read(&file(&columns, "")), Err(Fault::Page { .. })));
    // Notes of a byte each.
    let noted = |count| {
        let [schema, notes] = [writer::list(&[writer::branch("schema", 0)]), writer::list(&vec![vec![0]; count])];
        let file = writer::end(b"PAR1".to_vec(), &writer::structure(&[(2, schema), (5, notes)]));
        read_in(&file, usize::MAX).unwrap_err()
    };
    assert!(matches!((noted(100_000), noted(100_001)), (Fault::Columns { .. }, Fault::Footer { .. })));
    // An image of more values than a list may have.
    let len = (1 << 24) + 1;
    let image = bytes("image", len, vec![(vec![0; usize::try_from(len).unwrap()], 1)]);
    let found = read_in(&file(&[image], ""), usize::MAX);
    assert!(matches!(found, Err(Fault::Limit { expected: 16_777_216, .. })), "{:?}", found.err());
}

#[test]
fn a_table_of_numbers_becomes_images() {
    let mut columns = pixels(|at| format!("pixel{at}"), i64::from);
    columns.push(words("class", &[&["5", "3"], &["5"]]));
    let found = read(&file(&columns, "")).unwrap();
    assert_eq!(shapes(&found), [Some((ElementType::U8, vec![3, 8, 8])), Some((ElementType::U8, vec![3]))]);
    assert_eq!(found.output[0], [(0..64).collect(), vec![1; 64], vec![2; 64]].concat());
    assert_eq!(found.output[1], [5, 3, 5]);
}

#[test]
fn a_value_that_is_no_byte_makes_the_images_wider() {
    let found = read(&file(&pixels(|at| format!("pixel{at}"), |at| i64::from(at) - 9), "")).unwrap();
    assert_eq!(shapes(&found)[0], Some((ElementType::I32, vec![3, 8, 8])));
    assert_eq!(found.output[0][..8], [255, 255, 255, 247, 255, 255, 255, 248]);
}

#[test]
fn the_values_tell_which_column_without_a_name_is_the_label() {
    let last = |values: &[i64]| {
        let mut columns = pixels(|at| format!("column {at}"), |_| 250);
        columns.push(numbers("column 64", &[&values[..2], &values[2..]]));
        read(&file(&columns, "")).unwrap()
    };
    let found = last(&[0, 1, 1]);
    assert_eq!((&found.output[1][..], found.parquet.columns().is_named), (&[0, 1, 1][..], false));
    assert_eq!(found.parquet.columns().labels[0].column, "column 64");
    assert_eq!(last(&[250, 250, 250]).parquet.columns().labels[0].column, "column 0");
}

#[test]
fn whole_numbers_that_are_not_exact_are_refused() {
    let columns = pixels(|at| format!("pixel{at}"), |at| if at == 9 { (1 << 53) + 1 } else { 0 });
    let column = "pixel9".to_owned();
    assert_eq!(read(&file(&columns, "")).unwrap_err(), Fault::TooLarge { row: 1, column });
}

#[test]
fn a_file_without_images_is_refused() {
    let fault = Fault::Columns { found: 2 };
    assert_eq!(read(&file(&[words("text", &[&["a"]]), numbers("label", &[&[1]])], "")).unwrap_err(), fault);
    let without_rows = file(&[pictures("image", &[]), numbers("label", &[])], "");
    assert_eq!(read(&without_rows).unwrap_err(), Fault::Empty);
}

#[test]
fn unknown_codecs_and_encodings_are_named_with_their_column() {
    let mut columns = [pictures("image", &[&[vec![1]]]), numbers("label", &[&[0]])];
    columns[1].codec = 4;
    let column = "label".to_owned();
    assert_eq!(read(&file(&columns, "")).unwrap_err(), Fault::Codec { found: 4, column: column.clone() });
    columns[1].codec = 0;
    columns[1].encoding = 4;
    assert_eq!(read(&file(&columns, "")).unwrap_err(), Fault::Encoding { found: 4, column });
}

#[test]
fn values_that_repeat_a_part_of_the_one_before_are_joined() {
    let label = words("label", &[&[""; 4]]);
    let image = pictures("image", &[&[vec![], vec![], vec![], vec![]]]);
    let columns = [
        writer::with_prefixes(image.clone(), &[(0, b"abcd"), (2, b"x"), (3, b""), (0, b"")]),
        writer::with_prefixes(label.clone(), &[(0, b"owl"), (3, b"s"), (0, b"wren"), (4, b"")]),
    ];
    let found = read(&file(&columns, "")).unwrap();
    assert_eq!((&found.output[0][..], found.parquet.pictures()), (&b"abcdabxabx"[..], Some(&[4, 3, 3, 0][..])));
    assert_eq!(picture_labels(&found).unwrap(), [0, 1, 2, 2]);
    // A page on which every value is missing.
    let mut missing = writer::numbers_or_none("label", &[None; 4]);
    missing.encoding = 7;
    let found = read(&file(&[columns[0].clone(), missing], "")).unwrap();
    assert_eq!(picture_labels(&found).unwrap(), [-1; 4]);
    // More of the value before than there is.
    let lying = writer::with_prefixes(label, &[(0, b"owl"), (4, b"s"), (0, b"wren"), (4, b"")]);
    assert!(matches!(read(&file(&[columns[0].clone(), lying], "")).unwrap_err(), Fault::Page { .. }));
    // Each value is the one before and a byte: together they are larger than the limit.
    let long = [b'a'; 100];
    let values: Vec<(i64, &[u8])> =
        (0..33).map(|at| if at == 0 { (0, &long[..]) } else { (99 + at, &b"a"[..]) }).collect();
    let many = file(&[writer::with_prefixes(image, &values), numbers("label", &[&[1; 33]])], "");
    assert!(read(&many).is_ok());
    let mut limited = Parquet::new(many.len() as u64).with_limit(3000);
    let fault = loop {
        let wanted = limited.wanted().unwrap();
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        if let Err(fault) = limited.push(&many[start..end]) {
            break fault;
        }
    };
    assert!(matches!(fault, Error::Parquet(Fault::Page { .. })), "{fault}");
}

#[test]
fn floats_of_half_precision_are_numbers() {
    let half = |at: u8| Column {
        schema: vec![writer::half(&format!("pixel{at}"))],
        physical: 7,
        codec: 0,
        encoding: 0,
        pages: vec![([0x3E00_u16, 0xC000].iter().flat_map(|half| half.to_le_bytes()).collect(), 2)],
    };
    let found = read(&file(&(0..64).map(half).collect::<Vec<_>>(), "")).unwrap();
    assert_eq!(shapes(&found)[0], Some((ElementType::F32, vec![2, 8, 8])));
    assert_eq!(found.output[0][..4], 1.5_f32.to_be_bytes());
    assert_eq!(found.output[0][64 * 4..][..4], (-2.0_f32).to_be_bytes());
}

#[test]
fn rows_without_a_label_are_kept() {
    let label = writer::numbers_or_none("label", &[Some(3), None, Some(5), None]);
    let files = [b"one".to_vec(), b"two".to_vec(), b"three".to_vec(), b"four".to_vec()];
    let found = read(&file(&[pictures("image", &[&files]), label.clone()], "")).unwrap();
    assert_eq!(picture_labels(&found).unwrap(), [3, -1, 5, -1]);
    assert_eq!(found.parquet.columns().unlabelled, 2);
    // In a table the labels get a type that holds them.
    let pixel = |at: u8| numbers(&format!("pixel{at}"), &[&[at.into(), 1, 2, 3]]);
    let table: Vec<Column> = (0..64).map(pixel).chain([label]).collect();
    let found = read(&file(&table, "")).unwrap();
    assert_eq!(shapes(&found)[1], Some((ElementType::I32, vec![4])));
    assert_eq!(found.output[1], [3_i32, -1, 5, -1].map(i32::to_be_bytes).concat());
    assert_eq!(found.parquet.columns().unlabelled, 2);
    // A pixel that is missing is a fault.
    let mut table: Vec<Column> = (0..64).map(pixel).collect();
    table[5] = writer::numbers_or_none("pixel5", &[Some(1), None, Some(3), Some(4)]);
    let column = "pixel5".to_owned();
    assert_eq!(read(&file(&table, "")).unwrap_err(), Fault::Null { row: 2, column });
}

#[test]
fn an_encrypted_file_is_refused() {
    assert_eq!(read(b"PAR1 secrets \x04\0\0\0PARE").unwrap_err(), Fault::Encrypted);
}

#[test]
fn footers_and_pages_that_claim_too_much_are_refused() {
    let columns = [pictures("image", &[&[vec![1; 100]]]), numbers("label", &[&[0]])];
    let whole = file(&columns, "");
    // The start of the file ends early.
    assert!(matches!(read(&whole[..whole.len() - 1]).unwrap_err(), Fault::End { .. }));
    let mut lying = whole.clone();
    let at = whole.len() - 8;
    lying[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(read(&lying).unwrap_err(), Fault::Footer { offset: at as u64 });
    // Every page gets another length.
    let mut column = columns[0].clone();
    column.pages[0].1 = 1 << 40;
    assert!(read(&file(&[column.clone(), columns[1].clone()], "")).is_err());
    column.pages[0].1 = 2;
    assert!(read(&file(&[column, columns[1].clone()], "")).is_err());
    // A schema in which each element claims to be in the one before.
    let deep: Vec<_> = (0..100_000).map(|_| writer::branch("a", 1)).chain([writer::leaf("b", 2, None)]).collect();
    let footer = writer::structure(&[(2, writer::list(&deep))]);
    assert!(matches!(read(&writer::end(b"PAR1".to_vec(), &footer)).unwrap_err(), Fault::Footer { .. }));
    let many = writer::structure(&[(2, (9, vec![0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]))]);
    assert!(matches!(read(&writer::end(b"PAR1".to_vec(), &many)).unwrap_err(), Fault::Footer { .. }));
}

#[test]
fn every_cut_and_every_changed_byte_gives_a_fault_or_images() {
    let files = [b"one".to_vec(), b"two".to_vec()];
    let columns = [pictures("image", &[&files]), words("label", &[&["owl", "wren"]])];
    let whole = file(&columns, &notes("label", r#"["a"]"#));
    for at in 0..whole.len() {
        assert!(read(&whole[..at]).is_err());
        for change in [1, 0x10, 0x80, 0xFF] {
            let mut changed = whole.clone();
            changed[at] ^= change;
            read(&changed).ok();
        }
    }
}
