//! Columns of labels beside pictures, and the names of their classes.

use idxlens::format::{columnar::Columnar, element::ElementType};

use super::{
    Fault, class_names, notes, picture_labels, read, read_by, shapes,
    writer::{self, Column, bytes, file, numbers, pictures, words},
};

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
    let columns = found.columnar.columns();
    assert_eq!((columns.labels.len(), columns.left_out.len()), (2, 0));
    let found = found.columnar.picture_labels().unwrap();
    assert_eq!((&found[..4], found[4].is_nan(), found[5]), (&[7.0, 4.0, 0.1, 5.0][..], true, 6.0));
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
    let told = found.columnar.columns();
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
            let told = found.columnar.columns();
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
    let told = found.columnar.columns();
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
    let mut parquet = Columnar::parquet(file.len() as u64);
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
    assert_eq!(found.columnar.columns().left_out, ["label"]);
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
    let told = found.columnar.columns();
    assert_eq!((&told.labels[0].column[..], told.labels.len()), ("fine_label", 1));
    assert_eq!((told.other_labels.len(), &told.left_out[..]), (0, &["label".to_owned()][..]));
}

#[test]
fn rows_without_a_label_are_kept() {
    let label = writer::numbers_or_none("label", &[Some(3), None, Some(5), None]);
    let files = [b"one".to_vec(), b"two".to_vec(), b"three".to_vec(), b"four".to_vec()];
    let found = read(&file(&[pictures("image", &[&files]), label.clone()], "")).unwrap();
    assert_eq!(picture_labels(&found).unwrap(), [3, -1, 5, -1]);
    assert_eq!(found.columnar.columns().unlabelled, 2);
    // In a table the labels get a type that holds them.
    let pixel = |at: u8| numbers(&format!("pixel{at}"), &[&[at.into(), 1, 2, 3]]);
    let table: Vec<Column> = (0..64).map(pixel).chain([label]).collect();
    let found = read(&file(&table, "")).unwrap();
    assert_eq!(shapes(&found)[1], Some((ElementType::I32, vec![4])));
    assert_eq!(found.output[1], [3_i32, -1, 5, -1].map(i32::to_be_bytes).concat());
    assert_eq!(found.columnar.columns().unlabelled, 2);
    // A pixel that is missing is a fault.
    let mut table: Vec<Column> = (0..64).map(pixel).collect();
    table[5] = writer::numbers_or_none("pixel5", &[Some(1), None, Some(3), Some(4)]);
    let column = "pixel5".to_owned();
    assert_eq!(read(&file(&table, "")).unwrap_err(), Fault::Null { row: 2, column });
}
