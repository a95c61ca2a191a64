//! Which lines are rows, and which column is the label, where the first lines do not say it clearly.

use idxlens::{
    error::{CsvFault, Error, Foreign},
    format::{csv::Csv, encode::gzip},
};

use super::{convert, feed, images, labels, layouts, named, names, read, refused, row, table};

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
    assert_eq!((labels(&mixed).1, images(&mixed).0), (vec![8.0, 7.0, 9.0, 7.0, 8.0, 7.0], "u8,6x8x8,16".into()));
    let letters = vec![(8, "A".to_owned()), (9, "b".to_owned())];
    assert_eq!(convert(mixed.as_bytes()).unwrap().columns.class_names, letters);
    let missing = ["A", "", "b"].map(|label| row(label, 9)).concat();
    let named_label = format!("label,{}\n{}", names(64), missing.repeat(2));
    assert_eq!(refused(&named_label), Error::Csv(CsvFault::Missing { line: 3, column: 1 }));
    // A column that only may be the label has no gaps, wherever they are.
    for text in [missing.repeat(2), ["A", "b"].map(|label| row(label, 9)).concat().repeat(9000) + &missing] {
        let converted = convert(text.as_bytes()).unwrap();
        assert_eq!((converted.labels.is_none(), converted.columns.left_out), (true, vec!["1".to_owned()]));
    }
    // A letter can be a class.
    assert_eq!(layouts("y,1,2\nx,1,2\nx,3,4\nz,3,3\nz,3,3\n")[0], "u8,5x2,12");
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
        assert_eq!(converted.columns.class_names, [(10, "A".to_owned()), (11, "b".to_owned())]);
        assert_eq!(read(&converted.images).0, "u8,22000x8x8,16");
    }
    // A few are damage, and the rows before it have come out.
    let damaged = format!("label,{}\n{digits}{}{}", names(64), row("A", 8), row("7", 8).repeat(9));
    let mut csv = Csv::new(damaged.len() as u64);
    let fault = feed(&mut csv, damaged.as_bytes(), |_, _| {});
    assert_eq!(fault, Err(Error::Csv(CsvFault::Word { line: 20_002, column: 1, found: "A".into() })));
    assert_eq!(csv.items(), 20_000);
}

/// What has come out of a table before a fault: the fault, the labels, and the names of the classes.
fn until_fault(text: &str) -> (Error, Vec<u8>, Vec<(u32, String)>) {
    let mut csv = Csv::new(text.len() as u64);
    let mut labels = vec![];
    let fault = feed(&mut csv, text.as_bytes(), |csv, begins_again| {
        if begins_again {
            labels.clear();
        }
        labels.extend(csv.take_output()[1].iter());
    });
    assert_eq!(csv.items() as usize, labels.len());
    (fault.unwrap_err(), labels, csv.columns().unwrap().class_names)
}

#[test]
fn what_is_open_before_a_fault_is_settled_first() {
    let ragged = |line| Error::Csv(CsvFault::Ragged { line, expected: 65, found: 66 });
    let header = format!("label,{}\n", names(64));
    let late = row("2-a", 7).repeat(12_000) + &row("0-b", 8) + &row("7,7", 8);
    let (fault, labels, classes) = until_fault(&(header.clone() + &late));
    assert_eq!((fault, labels.len(), labels[12_000]), (ragged(12_003), 12_001, 0));
    assert_eq!(classes, [(0, "b".to_owned()), (2, "a".to_owned())]);
    let mixed = row("5", 7).repeat(12_000) + &(row("A", 7) + &row("b", 7)).repeat(6000) + &row("7,7", 8);
    let (fault, labels, classes) = until_fault(&(header.clone() + &mixed));
    let letters = vec![(6, "A".to_owned()), (7, "b".to_owned())];
    assert_eq!((fault, labels.len(), classes), (ragged(24_002), 24_000, letters));
    // Damage that came earlier is named.
    let damaged = row("5", 7).repeat(12_000) + &row("A", 7) + &row("5", 7).repeat(99) + &row("7,7", 8);
    let (fault, labels, _) = until_fault(&(header + &damaged));
    let word = CsvFault::Word { line: 12_002, column: 1, found: "A".into() };
    assert_eq!((fault, labels.len()), (Error::Csv(word), 12_000));
    let sparse = "1 1:2 2:3\n".repeat(150_000) + "1 5:4\n1 1:1\n1 x\n";
    let (fault, labels, _) = until_fault(&sparse);
    let word = CsvFault::Word { line: 150_003, column: 2, found: "x".into() };
    assert_eq!((fault, labels.len()), (Error::Csv(word), 150_002));
}

#[test]
fn a_word_that_recurs_is_a_class_beside_numbers() {
    let text = format!("label,{}\n{}", names(64), (row("0", 1).repeat(9) + &row("blank", 2)).repeat(3));
    assert_eq!(convert(text.as_bytes()).unwrap().columns.class_names, [(1, "blank".to_owned())]);
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
    let fault = feed(&mut csv, text.as_bytes(), |csv, _| len += csv.take_output()[0].len());
    assert_eq!(fault, Err(Error::Csv(CsvFault::Limit { line: 4097, limit: 2 << 30 })));
    assert!(len <= 2 << 30);
}

#[test]
fn values_that_are_missing_are_not_a_number() {
    let titanic = "survived,age,fare\n0,22,7.25\n1,,71.5\n1,26,NA\n";
    let converted = convert(titanic.as_bytes()).unwrap();
    assert_eq!(converted.columns.missing, 2);
    let values = read(&converted.images).1;
    assert_eq!(format!("{values:?}"), "[0.0, 22.0, 7.25, 1.0, NaN, 71.5, 1.0, 26.0, NaN]");
    assert_eq!(
        format!("{:?}", images("% Weka's\n@relation a\n@attribute b real\n@attribute c real\n@data\n1,?\n2,3\n").1),
        "[1.0, NaN, 2.0, 3.0]"
    );
}

#[test]
fn names_that_pandas_made_different_are_a_header() {
    // It took the first row for names, and wrote them again.
    let names: Vec<String> = (0..65).map(|at| if at == 0 { "0".into() } else { format!("0.{at}") }).collect();
    let rows = row("3", 7) + &row("1", 200) + &row("2", 9);
    assert_eq!(layouts(&format!("{}\n{rows}", names.join(","))), ["u8,3x8x8,16", "u8,3,8"]);
    assert_eq!(images("0.5,0.6,0.7,0.5,0.1,0.2,0.3,0.4\n1,2,3,4,5,6,7,8\n").0, "f32,2x8,12");
}

#[test]
fn a_last_row_that_ends_behind_a_separator_is_left_out() {
    let text = row("3", 7) + row("1", 8).strip_suffix("8\n").unwrap();
    let converted = convert(text.as_bytes()).unwrap();
    assert_eq!((converted.columns.short_line, read(&converted.images).0), (Some(2), "u8,1x8x8,16".into()));
    let sparse = convert(b"1 1:2 2:3\n1 1:1 2:").unwrap();
    assert_eq!((sparse.columns.short_line, read(&sparse.images).0), (Some(2), "u8,1x2,12".into()));
}

#[test]
fn a_comment_says_where_indices_begin() {
    let text = "# by scikit-learn\n# Column indices are zero-based\n1 1:2\n";
    assert_eq!(images(text).1, [0.0, 2.0]);
    assert_eq!(images(&text.replace("zero", "one")).1, [2.0]);
}

#[test]
fn very_many_words_are_refused_before_they_are_compared() {
    let line = "a,1,".repeat(500_000) + "1\n";
    assert_eq!(refused(&line.repeat(2)), Error::Foreign(Foreign::Csv));
    let list = format!("{}1 2 3 4 5 6 7 8 9\n", "1,".repeat(500_000));
    assert_eq!(refused(&list), Error::Foreign(Foreign::Csv));
}

#[test]
fn a_header_that_comes_again_stays_a_header() {
    // Files that were joined have one each. The rows before the second one are right.
    for header in [format!("label,{}\n", names(64)), "a,b,species\n".to_owned(), "one,two\n".to_owned()] {
        let columns = header.split(',').count();
        let rows = format!("{}\n", vec!["1"; columns].join(",")).repeat(20);
        let text = [&header[..], &rows, &header, &rows].concat();
        let mut csv = Csv::new(text.len() as u64);
        let fault = feed(&mut csv, text.as_bytes(), |_, _| {});
        assert!(matches!(fault, Err(Error::Csv(CsvFault::Word { line: 22, .. }))), "{header} {fault:?}");
        assert_eq!(csv.items(), 20);
    }
    let words = "dog,red\ncat,blue\ndog,red\ncat,blue\n";
    assert_eq!(refused(words), Error::Foreign(Foreign::Csv));
    // Many columns are compared once.
    assert_eq!(refused(&format!("{}\n", "a,".repeat(500_000)).repeat(2)), Error::Foreign(Foreign::Csv));
}

#[test]
fn words_are_numbered_as_in_other_labels() {
    let text = format!("label,{}\n{}", names(64), ["fox", "dog", "fox", "dog"].map(|label| row(label, 9)).concat());
    let read = |known: &[(u32, &str)]| {
        let known = known.iter().map(|&(label, name)| (label, name.to_owned())).collect();
        let (mut csv, mut labels) = (Csv::new(text.len() as u64), vec![]);
        csv.add_classes(known);
        let fed = feed(&mut csv, text.as_bytes(), |csv, begins_again| {
            if begins_again {
                labels.clear();
            }
            labels.extend(csv.take_output()[1].iter());
        });
        assert_eq!(fed, Ok(()));
        (labels, csv.columns().unwrap().class_names)
    };
    let own = (vec![1, 0, 1, 0], named(&["dog", "fox"]));
    assert_eq!(read(&[]), own);
    assert_eq!(read(&[(4, "cat")]), own);
    let both = [(4, "dog"), (7, "owl"), (8, "fox")].map(|(label, name)| (label, name.to_owned())).to_vec();
    assert_eq!(read(&[(7, "owl"), (4, "dog")]), (vec![8, 4, 8, 4], both));
}
