//! Tables in other forms than a field for each number, and labels that are words.

use idxlens::{
    error::{CsvFault, Error, Foreign},
    format::{
        csv::Csv,
        encode::gzip,
        reader::{ReadError, Reader},
    },
};

use super::{convert, feed, images, labels, layouts, named, names, read, refused, table};

/// A table with words in place of the labels 0, 1, 2 in front.
fn worded(header: &str, words: [&str; 3], labels: &[u32]) -> String {
    let rows = table("", labels, 64);
    let row = |line: &str| {
        let (label, pixels) = line.split_once(',').unwrap();
        format!("{},{pixels}\n", words[label.parse::<usize>().unwrap()])
    };
    header.to_owned() + &rows.lines().map(row).collect::<String>()
}

fn class_names(text: &str) -> Vec<(u32, String)> {
    convert(text.as_bytes()).unwrap().columns.class_names
}

#[test]
fn words_are_labels_in_their_order() {
    let words = ["cat", "\"a, \"\"b\"\"\"", "Dog"];
    for text in
        [worded(&format!("label,{}\n", names(64)), words, &[0, 1, 2, 0]), worded("", words, &[0, 1, 2, 0, 1, 2])]
    {
        assert_eq!(class_names(&text), named(&["Dog", "a, \"b\"", "cat"]));
        assert_eq!(labels(&text).1[..4], [2.0, 1.0, 0.0, 2.0]);
        assert_eq!(images(&text).1[..4], [0.0, 7.0, 14.0, 21.0]);
        assert!(convert(text.as_bytes()).unwrap().are_images);
    }
    let last = "5.1,3.5,setosa\n4.9,3.0,virginica\n5.0,3.1,setosa\n4.8,3.1,virginica\n";
    assert_eq!((layouts(last), labels(last).1), (["f32,4x2,12".into(), "u8,4,8".into()], vec![0.0, 1.0, 0.0, 1.0]));
    // Numbers that are written like words keep their values.
    let numbered = worded("label,1,2\n", ["7-cat", "3-dog", "5-cow"], &[0, 1, 2]).replace("label,1,2\n", "");
    let numbered = format!("label,{}\n{numbered}", names(64));
    assert_eq!(labels(&numbered).1, [7.0, 3.0, 5.0]);
    assert_eq!(class_names(&numbered), [(3, "dog".into()), (5, "cow".into()), (7, "cat".into())]);
}

#[test]
fn words_of_older_programs_are_read() {
    let mut rows: Vec<u8> = [&b"label,"[..], names(64).as_bytes(), b"\n"].concat();
    for (item, word) in [&b"th\xE9\x92s"[..], b"caf\xE9", "caf\u{e9}".as_bytes()].into_iter().enumerate() {
        rows.extend([word, format!(",{}\n", vec![item.to_string(); 64].join(",")).as_bytes()].concat());
    }
    let table = convert(&rows).unwrap();
    // In UTF-8 a word is the same.
    assert_eq!(table.columns.class_names, named(&["caf\u{e9}", "th\u{e9}\u{2019}s"]));
    assert_eq!(read(&table.labels.unwrap()).1, [1.0, 0.0, 0.0]);
}

#[test]
fn digits_and_letters_are_words_together() {
    let text = worded(&format!("label,{}\n", names(64)), ["7", "A", "b"], &[0, 1, 2, 1]);
    let letters = vec![(8, "A".to_owned()), (9, "b".to_owned())];
    assert_eq!((labels(&text).1, class_names(&text)), (vec![7.0, 8.0, 9.0, 8.0], letters));
    let damaged = worded(&format!("label,{}\n", names(64)), ["7", "x", "9"], &[0, 1, 2, 2]);
    assert_eq!(refused(&damaged), Error::Csv(CsvFault::Word { line: 3, column: 1, found: "x".into() }));
}

#[test]
fn a_word_that_comes_late_is_numbered_with_the_others() {
    let header = format!("label,{}\n", names(64));
    let many = vec![1; 10_000];
    let text = worded(&header, ["ant", "bee", "cow"], &[&many[..], &[2, 0]].concat());
    for file in [text.as_bytes().to_vec(), gzip(text.as_bytes())] {
        let converted = convert(&file).unwrap();
        let values = read(&converted.labels.unwrap()).1;
        assert_eq!((values[0], &values[10_000..]), (1.0, &[2.0, 0.0][..]));
        assert_eq!(converted.columns.class_names, named(&["ant", "bee", "cow"]));
        assert_eq!(read(&converted.images).0, "u8,10002x8x8,16");
    }
}

#[test]
fn words_that_are_no_classes_are_left_out() {
    let header = format!("file,split,label,{}\n", names(64));
    let rows = table("", &[3, 1, 2, 1], 64);
    let rows = (0..).zip(rows.lines()).map(|(item, line)| format!("img-{item}.png,train,{line}\n"));
    let text = header.clone() + &rows.collect::<String>();
    let columns = convert(text.as_bytes()).unwrap().columns;
    assert_eq!((columns.label, columns.left_out), (Some(3), vec!["file".into(), "split".into()]));
    assert_eq!((labels(&text).1, &images(&text).0[..]), (vec![3.0, 1.0, 2.0, 1.0], "u8,4x8x8,16"));
    // Without names, their numbers; and behind the values, too.
    let behind = table("", &[3, 1, 2, 1], 64).replace('\n', ",x\r\n");
    let columns = convert(behind.as_bytes()).unwrap().columns;
    assert_eq!((columns.label, columns.left_out), (Some(1), vec!["66".into()]));
    assert_eq!(labels(&behind).1, [3.0, 1.0, 2.0, 1.0]);
    // So are labels that all differ.
    let ids: Vec<String> = (0..12_000).map(|item| format!("id-{item},{}", vec!["9"; 64].join(","))).collect();
    let converted = convert(format!("label,{}\n{}", names(64), ids.join("\n")).as_bytes()).unwrap();
    assert!(converted.labels.is_none());
    assert_eq!(converted.columns.left_out, ["label"]);
    assert_eq!(read(&converted.images).0, "u8,12000x8x8,16");
}

#[test]
fn all_pixels_may_be_in_one_field() {
    let list = |first: u32| (0..64).map(|pixel| (first + pixel).to_string()).collect::<Vec<_>>();
    let header = "emotion,pixels,Usage\n";
    let plain = format!("{header}3,{},Training\n0,{},PublicTest\n", list(7).join(" "), list(9).join(" "));
    let python =
        format!("{header}3,\"[{}]\",Training\n0,\"[{}]\",PublicTest\n", list(7).join(", "), list(9).join(", "));
    let bare = format!("3,{}\n0,{}\n", list(7).join(" "), list(9).join(" "));
    for text in [&plain, &python, &bare] {
        let converted = convert(text.as_bytes()).unwrap();
        assert!(converted.are_images && converted.columns.label == Some(1));
        let (layout, values) = read(&converted.images);
        assert_eq!((&layout[..], values[0], values[127]), ("u8,2x8x8,16", 7.0, 72.0));
        assert_eq!(read(&converted.labels.unwrap()).1, [3.0, 0.0]);
    }
    assert_eq!(convert(plain.as_bytes()).unwrap().columns.left_out, ["Usage"]);
    let late = plain.replace(" 9 ", " 9.5 ").replace(",9 ", ",9.5 ");
    assert_eq!(images(&late).0, "f32,2x8x8,16");
    let ragged = format!("{plain}1,{},Training\n{}", list(7)[1..].join(" "), plain.lines().nth(1).unwrap());
    assert_eq!(refused(&ragged), Error::Csv(CsvFault::Ragged { line: 4, expected: 64, found: 63 }));
    assert_eq!(convert(&plain.as_bytes()[..plain.len() - 40]).unwrap().columns.short_line, Some(3));
}

#[test]
fn spaces_separate_as_commas_do() {
    let spaced = |text: &str| text.replace(',', " ");
    let rows = table("", &[3, 1, 2, 1], 64);
    let aligned: Vec<String> = spaced(&rows).lines().map(|line| format!("  {}  ", line.replace(' ', "   "))).collect();
    for text in [spaced(&rows), aligned.join("\n"), format!("# made by NumPy\n{}", spaced(&rows))] {
        assert_eq!(layouts(&text), ["u8,4x8x8,16", "u8,4,8"]);
        assert_eq!(labels(&text).1, [3.0, 1.0, 2.0, 1.0]);
    }
    // USPS: fractions around a background.
    let background = "-1.000 ".repeat(255);
    let usps = format!("6.0000 {background}0.500 \n2.0000 0.250 {background}\n");
    assert_eq!((layouts(&usps), labels(&usps).1), (["f32,2x16x16,16".into(), "u8,2,8".into()], vec![6.0, 2.0]));
}

#[test]
fn pairs_fill_rows_of_zeros() {
    // The last four pixels of MNIST are 0 in all images.
    let text = "5 1:7 780:255\n0 2:1 # a comment\n-1\n+1 3:0\n";
    let converted = convert(text.as_bytes()).unwrap();
    let (layout, values) = read(&converted.images);
    assert_eq!((&layout[..], values.iter().sum::<f64>()), ("u8,4x28x28,16", 263.0));
    assert_eq!((values[0], values[779], values[785]), (7.0, 255.0, 1.0));
    assert_eq!(read(&converted.labels.unwrap()), ("i32,4,8".into(), vec![5.0, 0.0, -1.0, 1.0]));
    assert!(converted.are_images);
    // Flags of features are no pixels.
    assert_eq!(images("-1 3:1 119:1\n+1 5:1\n").0, "u8,2x119,12");
    // Places can count from 0, and few values are no image.
    assert_eq!(
        images("1 0:0.5 4:2\n2 1:3\n"),
        ("f32,2x5,12".into(), [0.5, 0., 0., 0., 2., 0., 3., 0., 0., 0.].to_vec())
    );
    assert_eq!(refused("1 1:2\n1 2:x\n"), Error::Csv(CsvFault::Word { line: 2, column: 2, found: "2:x".into() }));
    assert_eq!(refused("1 1:2\n1 99999:1\n"), Error::Csv(CsvFault::Index { line: 2, column: 2, limit: 65_536 }));
}

#[test]
fn places_that_come_late_make_all_rows_longer() {
    let text = "1 1:2 2:3\n".repeat(200_000) + "0 0:9 5:4\n";
    for file in [text.as_bytes().to_vec(), gzip(text.as_bytes())] {
        let (layout, values) = read(&convert(&file).unwrap().images);
        assert_eq!(layout, "u8,200001x6,12");
        assert_eq!(values[..6], [0.0, 2.0, 3.0, 0.0, 0.0, 0.0]);
        assert_eq!(values[1_200_000..], [9.0, 0.0, 0.0, 0.0, 0.0, 4.0]);
    }
}

#[test]
fn the_separator_that_excel_names_is_no_row() {
    let text = "sep=;\r\n".to_owned() + &table("", &[3, 1, 2], 64).replace(',', ";");
    assert_eq!(layouts(&text), ["u8,3x8x8,16", "u8,3,8"]);
    for text in [&text, "sep=;\nlabel;a;b\n1;2;3\n", "SEP=,\n1,2\n", "\u{feff}sep=;\r\n1;2;3\r\n"] {
        assert!(is_recognized(text), "{text}");
    }
}

#[test]
fn short_lines_of_long_rows_come_out_in_parts() {
    let text = "1 65020:9\n".to_owned() + &"0\n".repeat(1000);
    for file in [text.as_bytes().to_vec(), gzip(text.as_bytes())] {
        let mut csv = Csv::new(file.len() as u64);
        let mut count = 0;
        let fed = feed(&mut csv, &file, |csv, _| {
            let [images, _] = csv.take_output();
            assert!(images.len() <= 5 << 20, "{} bytes", images.len());
            count += images.len();
        });
        assert_eq!((fed, csv.items(), count), (Ok(()), 1001, 1001 * 255 * 255));
    }
}

#[test]
fn the_columns_of_weka_are_described_before_the_rows() {
    let attributes: Vec<String> = (1..=64).map(|pixel| format!("@ATTRIBUTE 'pixel {pixel}' real")).collect();
    let attributes = attributes.join("\n");
    let rows: String = table("", &[3, 1, 2], 64)
        .lines()
        .map(|line| line.split_once(',').map(|(label, pixels)| format!("{pixels},'c{label}'\n")).unwrap())
        .collect();
    let text = format!("% Digits\n\n@RELATION digits\n{attributes}\n@attribute class {{c1,c2,c3}}\n@data\n{rows}");
    let converted = convert(text.as_bytes()).unwrap();
    assert_eq!((converted.columns.label, converted.columns.is_named), (Some(65), true));
    assert_eq!(converted.columns.class_names, named(&["c1", "c2", "c3"]));
    assert_eq!(read(&converted.images).0, "u8,3x8x8,16");
    assert_eq!(read(&converted.labels.unwrap()).1, [2.0, 0.0, 1.0]);
    let fault = refused(&text.replace("'c2'", "'c2',9"));
    assert_eq!(fault, Error::Csv(CsvFault::Ragged { line: 72, expected: 65, found: 66 }));
}

#[test]
fn a_first_row_of_numbers_and_a_word_is_no_header() {
    let rows = worded("", ["A", "B", "C"], &[0, 1, 2, 0, 1, 2]);
    assert_eq!(layouts(&rows), ["u8,6x8x8,16", "u8,6,8"]);
    // Pandas numbers columns without names, beside one that has one.
    for first in [0, 1] {
        let numbers: Vec<String> = (first..first + 64).map(|column| column.to_string()).collect();
        let text = format!("letter,{}\n{rows}", numbers.join(","));
        assert_eq!(layouts(&text), ["u8,6x8x8,16", "u8,6,8"]);
    }
}

/// Whether the page would take a text for a table.
fn is_recognized(text: &str) -> bool {
    matches!(Reader::new(text.as_bytes()), Err(ReadError::Format(Error::Foreign(Foreign::Csv))))
}

#[test]
fn every_form_is_recognized_by_its_start() {
    let list = vec!["170"; 784].join(" ");
    let python = format!("\"[{}]\"", list.replace(' ', ", "));
    let names: Vec<String> = (0..784).map(|pixel| format!("pixel{pixel}")).collect();
    for text in [
        format!("label,{}\n", names.join(",")),
        format!("3,{list}\n"),
        format!("label,pixels\n3,{list}\n"),
        format!("label,pixels\n3,{python}\n"),
        format!("pixels\n{list}\n"),
        format!("pixels\n{python}\n"),
        format!("{list}\n"),
        format!("cat {list}\n"),
        format!("label {}\n3 {list}\n", names.join(" ")),
        format!("# made by NumPy\n{list}\n"),
        "1 2 3 4 5 6 7 8\n".into(),
        "a b c d e f g h\n1 2 3 4 5 6 7 8\n".into(),
        "5 153:3 154:18\n".into(),
        "5\n0\n1 153:3\n".into(),
        "5\t153:3\n".into(),
        "% digits\n@RELATION digits\n".into(),
        "id,label\n1,7\n".into(),
        "label\n7\n0\n1\n3\n5\n2\n".into(),
        "7\n0\n1\n3\n5\n2\n".into(),
        "7.000e+00\n0.000e+00\n1.000e+00\n3.000e+00\n5.000e+00\n2.000e+00\n".into(),
        ",0\n0,7\n1,2\n".into(),
        "7,1\n2,0\n9,1\n4,0\n3,1".into(),
        "id,breed\n00a1,pug\n".into(),
        "img_0.png,seven\n".into(),
        "img_0.png Siamese cat\n".into(),
        "file\tclass\na.png\tcat\n".into(),
        "id_code,diagnosis\n000c1434d8d7,2\n".into(),
        "label\ncat\ndog\ncat\ndog\ncat\n".into(),
        "dog\ncat\ndog\ncat\n".into(),
        "class sex\ncat f\ndog m\ncat f\ndog m\ncat f\ndog m\n".into(),
        "class\nAnkle boot\nT-shirt/top\nAnkle boot\nT-shirt/top\nT-shirt/top\nAnkle boot\n".into(),
        "0,7\n1,2\n2,7\n3,2\n4,7\n5,".into(),
        "1 1\n2 1\n3 2\n4 2\n5 2".into(),
        "val_1.JPEG 65\nval_2.JPEG 970\n".into(),
    ] {
        assert!(is_recognized(&text), "{}", &text[..text.len().min(60)]);
    }
    for text in [
        "7\n2\n1\n",
        "0 0.5 0.5 0.25 0.25\n",
        "airplane\nautomobile\n",
        "airplane\nautomobile\nbird\ncat\n",
        "0 48\n1 49\n2 50\n3 51\n",
        "a word\na word\na word\n",
        "The label and the class of each item by its index.\n",
        "1 2 3 are the first of 7 or 8 numbers, 4 5 6 follow\n",
    ] {
        assert!(!is_recognized(text), "{text}");
    }
}
