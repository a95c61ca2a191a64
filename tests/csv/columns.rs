//! Which lines are rows, and which column is the label, where the first lines do not say it clearly.

use idxlens::{
    error::{CsvFault, Error},
    format::{
        csv::{Columns, Csv},
        encode::gzip,
    },
};

use super::{convert, images, labels, layouts, names, read, refused, table};

/// A row of 64 pixels behind a label.
fn row(label: &str, value: u8) -> String {
    format!("{label},{}\n", vec![value.to_string(); 64].join(","))
}

fn named(names: &[&str]) -> Vec<(u32, String)> {
    (0..).zip(names.iter().map(|&name| name.to_owned())).collect()
}

#[test]
fn a_known_name_or_a_word_above_numbers_makes_a_header() {
    // Pandas tells columns of one name apart like this.
    assert_eq!(images("id,0,0.1,0.2\n7,1,2,3\n8,4,5,6\n").1, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(images("letter,0,1\nA,5,6\nB,7,8\nA,9,9\nB,9,9\n").1, [5.0, 6.0, 7.0, 8.0, 9.0, 9.0, 9.0, 9.0]);
    assert_eq!(layouts("label,0.5,0.25\n3,1,2\n4,1,2\n"), ["u8,2x2,12", "u8,2,8"]);
    assert_eq!(layouts("width,0.5,0.25\n3,1,2\n4,1,2\n"), ["u8,2x3,12", ""]);
    // Words that occur again are classes.
    assert_eq!(layouts("y,0,1\nn,5,6\ny,7,8\nn,9,9\n"), ["u8,4x2,12", "u8,4,8"]);
    let mixed = ["A", "7", "b", "7", "A", "7"].map(|label| row(label, 9)).concat();
    assert_eq!((labels(&mixed).1, images(&mixed).0), (vec![1.0, 0.0, 2.0, 0.0, 1.0, 0.0], "u8,6x8x8,16".into()));
    assert_eq!(convert(mixed.as_bytes()).unwrap().columns.class_names, named(&["7", "A", "b"]));
    let missing = ["A", "", "b"].map(|label| row(label, 9)).concat();
    assert_eq!(refused(&missing.repeat(2)), Error::Csv(CsvFault::Missing { line: 2, column: 1 }));
}

#[test]
fn the_sign_of_a_comment_alone_in_its_field_is_a_class() {
    let text = ["#", "%", "&", "#", "%", "&"].map(|label| row(label, 9)).concat();
    let converted = convert(text.as_bytes()).unwrap();
    assert_eq!(converted.columns.class_names, named(&["#", "%", "&"]));
    assert_eq!(read(&converted.labels.unwrap()).1, [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]);
    // Comments are the same whatever the lines before them are.
    let files = format!("file,label,{}\n{}", names(64), row("a.png,3", 9).repeat(2));
    for comment in [row("#b.png,4", 1), "% made at random\n".into(), "# 1 2 3\n".into()] {
        let text = format!("{files}{comment}{}", row("c.png,5", 7));
        assert_eq!(labels(&text).1, [3.0, 3.0, 5.0], "{comment}");
    }
}

#[test]
fn a_table_that_is_sorted_by_its_classes_keeps_its_labels() {
    let sorted = row("cat", 1).repeat(20_000) + &row("dog", 2).repeat(9);
    let header = format!("animal,{}\n", names(64));
    for text in [sorted.clone(), header + &sorted] {
        for file in [text.as_bytes().to_vec(), gzip(text.as_bytes())] {
            let converted = convert(&file).unwrap();
            assert_eq!(converted.columns.class_names, named(&["cat", "dog"]));
            assert!(!converted.columns.is_named, "no name says that it is the label");
            let labels = read(&converted.labels.unwrap()).1;
            assert_eq!((labels[0], labels[20_008]), (0.0, 1.0));
        }
    }
    // One word in all rows makes no classes.
    let constant = convert(row("train", 1).repeat(20_000).as_bytes()).unwrap();
    assert!(constant.labels.is_none());
    assert_eq!(constant.columns.left_out, ["1"]);
    // So does a column whose name says so, whatever its words are.
    let split = format!("split,{}\n{}", names(64), (row("train", 1) + &row("test", 2)).repeat(9));
    let converted = convert(split.as_bytes()).unwrap();
    assert_eq!((converted.labels.is_none(), &converted.columns.left_out[..]), (true, &["split".to_owned()][..]));
}

#[test]
fn letters_that_come_late_make_all_labels_words() {
    let digits: String = (0..20_000).map(|item| row(&(item % 10).to_string(), 7)).collect();
    let letters = (row("A", 8) + &row("b", 9)).repeat(1000);
    let text = format!("label,{}\n{digits}{letters}", names(64));
    for file in [text.as_bytes().to_vec(), gzip(text.as_bytes())] {
        let converted = convert(&file).unwrap();
        let (layout, labels) = read(&converted.labels.unwrap());
        assert_eq!((&layout[..], labels[3], labels[20_000], labels[20_001]), ("u8,22000,8", 3.0, 10.0, 11.0));
        assert_eq!(converted.columns.class_names.len(), 12);
        assert_eq!(read(&converted.images).0, "u8,22000x8x8,16");
    }
    // A few are damage, and the rows before it have come out.
    let damaged = format!("label,{}\n{digits}{}{}", names(64), row("A", 8), row("7", 8).repeat(9));
    let mut csv = Csv::new(damaged.len() as u64);
    let fault = loop {
        let wanted = csv.wanted().expect("the fault comes first");
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        if let Err(fault) = csv.push(&damaged.as_bytes()[start..end]) {
            break fault;
        }
    };
    assert_eq!(fault, Error::Csv(CsvFault::Word { line: 20_002, column: 1, found: "A".into() }));
    assert_eq!(csv.items(), 20_000);
}

#[test]
fn a_row_with_a_fault_in_it_does_not_come_out_in_part() {
    let text = row("3", 7) + &row("4", 8).replace(",8\n", ",x\n");
    let mut csv = Csv::new(text.len() as u64);
    assert!(matches!(csv.push(text.as_bytes()), Err(Error::Csv(CsvFault::Word { line: 2, column: 65, .. }))));
    assert_eq!((csv.items(), csv.take_output()), (1, [vec![7; 64], vec![3]]));
}

#[test]
fn most_words_among_named_pixels_are_damage() {
    let text = format!("label,{}\n{}{}", names(64), row("1", 7), row("2", 8).replacen(",8", ",x", 2).repeat(3));
    assert_eq!(refused(&text), Error::Csv(CsvFault::Word { line: 3, column: 2, found: "x".into() }));
}

#[test]
fn black_and_white_images_with_labels_are_images() {
    let text = table("", &[3, 1, 0, 2, 1], 64);
    let bits = |line: &str| {
        let (label, pixels) = line.split_once(',').unwrap();
        let bits = pixels.split(',').map(|value| u8::from(value.parse::<u8>().unwrap() > 99).to_string());
        format!("{label},{}", bits.collect::<Vec<_>>().join(","))
    };
    let converted = convert(text.lines().map(bits).collect::<Vec<_>>().join("\n").as_bytes()).unwrap();
    assert!(converted.are_images);
    assert_eq!(read(&converted.images).0, "u8,5x8x8,16");
}

#[test]
fn numbers_that_count_the_rows_are_no_labels_of_lists() {
    let list = vec!["70"; 64].join(" ");
    for (text, left_out) in [
        (format!("id,pixels\n5,{list}\n9,{list}\n"), vec![]),
        (format!("0,{list}\n1,{list}\n2,{list}\n"), vec!["1".to_owned()]),
        (format!("pixels\n{list}\n{list}\n"), vec![]),
        (format!("pixels\n\"[{}]\"\n", list.replace(' ', ", ")), vec![]),
    ] {
        let converted = convert(text.as_bytes()).unwrap();
        assert!(converted.labels.is_none(), "{text}");
        assert_eq!(converted.columns.left_out, left_out);
        assert!(read(&converted.images).0.ends_with("x8x8,16"), "{text}");
    }
}

#[test]
fn only_pixels_are_filled_up_to_an_image() {
    // Features that are no flags.
    assert_eq!(images("1 3:0.7 119:-0.2\n2 5:1\n").0, "f32,2x119,12");
    assert_eq!(images("1 3:300 119:7\n2 5:1\n").0, "i32,2x119,12");
    // Bytes, and bytes divided by 255.
    assert_eq!(images("1 3:200 119:7\n2 5:1\n").0, "u8,2x11x11,16");
    assert_eq!(images("1 3:0.0117647 119:0.992157\n2 5:1\n").0, "f32,2x11x11,16");
}

#[test]
fn sparse_rows_may_begin_with_none_that_has_entries() {
    for text in ["3\n2\n1 2:7 3:9\n", "3\n2\n1\t2:7\t3:9\n"] {
        assert_eq!(
            (images(text).1, labels(text).1),
            ([0., 0., 0., 0., 0., 0., 0., 7., 9.].into(), vec![3.0, 2.0, 1.0])
        );
    }
}

#[test]
fn sparse_rows_that_would_take_gigabytes_are_refused() {
    let text = "1 65536:3000000001\n".to_owned() + &"0\n".repeat(5000);
    let mut csv = Csv::new(text.len() as u64);
    let mut len = 0;
    let fault = loop {
        let wanted = csv.wanted().expect("the fault comes first");
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        if let Err(fault) = csv.push(&text.as_bytes()[start..end]) {
            break fault;
        }
        len += csv.take_output()[0].len();
    };
    assert_eq!(fault, Error::Csv(CsvFault::Limit { line: 4097, limit: 2 << 30 }));
    assert!(len <= 2 << 30);
}

/// What comes out of a table that has only labels.
struct Alone {
    labels: Vec<f64>,
    names: String,
    columns: Columns,
}

fn alone(file: &[u8]) -> Alone {
    let mut csv = Csv::new(file.len() as u64);
    let (mut labels, mut names) = (vec![], vec![]);
    while let Some(wanted) = csv.wanted() {
        if wanted.start == 0 {
            (labels, names) = (vec![], vec![]);
        }
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        csv.push(&file[start..end]).unwrap();
        let [images, more] = csv.take_output();
        assert!(images.is_empty());
        labels.extend(more);
        names.extend(csv.take_names());
    }
    let [images, header] = csv.headers();
    assert_eq!((images, csv.are_images()), (None, Some(false)));
    let labels = read(&[header.unwrap().to_bytes(), labels].concat()).1;
    Alone { labels, names: String::from_utf8(names).unwrap(), columns: csv.columns().unwrap() }
}

#[test]
fn labels_may_be_alone_or_beside_the_names_of_files() {
    for file in [b"id,label\n5,7\n9,2\n".to_vec(), gzip(b"id,label\n5,7\n9,2\n")] {
        let Alone { labels, names, columns } = alone(&file);
        assert_eq!((labels, &names[..], &columns.left_out[..]), (vec![7.0, 2.0], "5\n9\n", &["id".to_owned()][..]));
    }
    let Alone { labels, names, columns } = alone(b"label\n7\n2\n");
    assert_eq!((labels, &names[..], columns.left_out.len()), (vec![7.0, 2.0], "", 0));
    let table = alone(b"file_name,split,label\n\"b, c.png\",train,dog\na.png,test,cat\n");
    assert_eq!((table.labels, &table.names[..]), (vec![1.0, 0.0], "b, c.png\na.png\n"));
    assert_eq!((table.columns.class_names, table.columns.left_out.len()), (named(&["cat", "dog"]), 2));
    // The names begin again with the labels.
    let row = |(item, class)| format!("{item}.png,{class}");
    let classes = [vec!["b"; 40_000], vec!["a"; 10_000]].concat();
    let rows: Vec<String> = (0..50_000).zip(classes).map(row).collect();
    let table = alone(format!("file,label\n{}\n", rows.join("\n")).as_bytes());
    assert_eq!((table.labels.len(), table.labels[0], table.labels[49_999]), (50_000, 1.0, 0.0));
    assert_eq!((table.names.lines().count(), table.names.lines().last()), (50_000, Some("49999.png")));
}
