//! Tables of numbers as text become images and labels, or a fault that says where.
#![cfg(not(target_arch = "wasm32"))]

mod beside;
mod columns;
mod forms;
mod labels;

use idxlens::{
    error::{CsvFault, Error, Foreign, GzipFault},
    format::{
        csv::{Columns, Csv, LabelChoice},
        encode::gzip,
        reader::Reader,
    },
};
use proptest::{collection::vec, prelude::*};

/// What comes out of a table: the files of images and of labels, and what became of the columns.
struct Converted {
    images: Vec<u8>,
    labels: Option<Vec<u8>>,
    columns: Columns,
    are_images: bool,
}

/// Gives a table its bytes until all has come out, or a fault comes. `take` is called after each part, with whether the output
/// begins again.
fn feed(csv: &mut Csv, bytes: &[u8], mut take: impl FnMut(&mut Csv, bool)) -> Result<(), Error> {
    while let Some(wanted) = csv.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        let pushed = csv.push(&bytes[start..end]);
        take(csv, start == 0);
        pushed?;
    }
    Ok(())
}

fn convert(text: &[u8]) -> Result<Converted, Error> {
    convert_with(text, LabelChoice::Detected)
}

fn convert_with(text: &[u8], label: LabelChoice) -> Result<Converted, Error> {
    let (mut csv, mut output) = (Csv::new(text.len() as u64).with_label(label), [vec![], vec![]]);
    feed(&mut csv, text, |csv, begins_again| {
        if begins_again {
            output = [vec![], vec![]];
        }
        for (all, elements) in output.iter_mut().zip(csv.take_output()) {
            all.extend(elements);
        }
    })?;
    let [images, labels] = csv.headers();
    let [image_elements, label_elements] = output;
    Ok(Converted {
        images: [images.unwrap().to_bytes(), image_elements].concat(),
        labels: labels.map(|labels| [labels.to_bytes(), label_elements].concat()),
        columns: csv.columns().unwrap(),
        are_images: csv.are_images().unwrap(),
    })
}

/// The layout of a file as text, and its values.
fn read(file: &[u8]) -> (String, Vec<f64>) {
    let mut reader = Reader::new(file).unwrap();
    let layout = reader.layout().clone();
    let count = layout.byte_len() / layout.element_type().size() as u64;
    let mut values = vec![0.0; usize::try_from(count).unwrap()];
    assert_eq!(reader.read_values(&mut values).unwrap(), values.len());
    assert_eq!(file.len() as u64, layout.data_offset() + layout.byte_len(), "no more and no less than the header says");
    (layout.to_string(), values)
}

fn images(text: &str) -> (String, Vec<f64>) {
    read(&convert(text.as_bytes()).unwrap().images)
}

fn labels(text: &str) -> (String, Vec<f64>) {
    read(&convert(text.as_bytes()).unwrap().labels.expect("labels"))
}

fn layouts(text: &str) -> [String; 2] {
    let converted = convert(text.as_bytes()).unwrap();
    [read(&converted.images).0, converted.labels.map(|labels| read(&labels).0).unwrap_or_default()]
}

fn refused(text: &str) -> Error {
    convert(text.as_bytes()).err().expect("a fault")
}

/// A table with rows of `columns` values that differ, and these labels in front.
fn table(header: &str, labels: &[u32], columns: u32) -> String {
    let row = |(item, label): (usize, &u32)| {
        let pixels = (0..columns).map(|pixel| ((pixel * 7 + u32::try_from(item).unwrap() * 3) % 256).to_string());
        [label.to_string()].into_iter().chain(pixels).collect::<Vec<_>>().join(",") + "\n"
    };
    header.to_owned() + &labels.iter().enumerate().map(row).collect::<String>()
}

/// A row of 64 pixels behind a label.
fn row(label: &str, value: u8) -> String {
    format!("{label},{}\n", vec![value.to_string(); 64].join(","))
}

/// Names of classes, with their labels.
fn named(names: &[&str]) -> Vec<(u32, String)> {
    (0..).zip(names.iter().map(|&name| name.to_owned())).collect()
}

fn names(columns: u32) -> String {
    (0..columns).map(|pixel| format!("pixel{pixel}")).collect::<Vec<_>>().join(",")
}

#[test]
fn the_usual_forms_of_mnist_open_as_images_with_labels() {
    let labels = [5, 0, 4, 1, 9, 2, 1, 3];
    let kaggle = table(&format!("label,{}\n", names(784)), &labels, 784);
    let sides: Vec<String> = (1..=28).flat_map(|row| (1..=28).map(move |column| format!("{row}x{column}"))).collect();
    let named = table(&format!("label,{}\r\n", sides.join(",")), &labels, 784);
    let bare = table("", &labels, 784);
    for text in [&kaggle, &named, &bare, &kaggle.replace('\n', "\r\n"), &format!("\u{FEFF}{kaggle}")] {
        assert_eq!(layouts(text), ["u8,8x28x28,16", "u8,8,8"]);
        assert_eq!(images(text).1[784 + 1].to_bits(), 10_f64.to_bits());
        assert_eq!(self::labels(text).1, labels.map(f64::from));
        assert!(convert(text.as_bytes()).unwrap().are_images);
    }
    let columns = |text: &str| convert(text.as_bytes()).unwrap().columns;
    let expected = |is_named: bool| Columns {
        one_hot: 0,
        count: 785,
        label: Some(1),
        label_name: is_named.then(|| "label".to_owned()),
        is_named,
        class_names: vec![],
        choices: vec![],
        left_out: vec![],
        missing: 0,
        short_line: None,
    };
    assert_eq!(columns(&kaggle), expected(true));
    assert_eq!(columns(&bare), expected(false));
}

#[test]
fn tables_without_labels_and_with_numbered_rows_open() {
    let rows = table("", &[1, 2, 3], 784);
    let unlabelled: String = rows.lines().map(|line| line.split_once(',').unwrap().1.to_owned() + "\n").collect();
    let test = format!("{}\n{unlabelled}", names(784));
    assert_eq!(layouts(&test), ["u8,3x28x28,16", ""]);
    assert!(convert(test.as_bytes()).unwrap().columns.is_named);
    assert_eq!(layouts(&unlabelled), ["u8,3x28x28,16", ""]);
    // Kannada's test.csv counts its rows, and Pandas writes its index.
    assert_eq!(layouts(&format!("id,{}\n{rows}", names(784))), ["u8,3x28x28,16", ""]);
    let indexed: Vec<_> = rows.lines().zip(1000..).map(|(line, index)| format!("{index},{line}\n")).collect();
    let indexed = format!(",label,{}\n{}", names(784), indexed.concat());
    assert_eq!(layouts(&indexed), ["u8,3x28x28,16", "u8,3,8"]);
    assert_eq!(labels(&indexed).1, [1.0, 2.0, 3.0]);
    let counted: Vec<String> = (0..784).map(|column| column.to_string()).collect();
    assert_eq!(layouts(&format!("{}\n{unlabelled}", counted.join(","))), ["u8,3x28x28,16", ""]);
}

#[test]
fn a_label_without_a_name_is_found_by_its_values() {
    let first = table("", &[3, 1, 0, 2, 1], 64);
    let last: String = first
        .lines()
        .map(|line| line.split_once(',').map(|(label, pixels)| format!("{pixels},{label}\n")).unwrap())
        .collect();
    for (text, column) in [(&first, 1), (&last, 65)] {
        let converted = convert(text.as_bytes()).unwrap();
        assert_eq!(converted.columns.label, Some(column));
        assert_eq!(read(&converted.labels.unwrap()).1, [3.0, 1.0, 0.0, 2.0, 1.0]);
        assert_eq!(read(&converted.images).0, "u8,5x8x8,16");
    }
    let named = format!("{},Label\n{}", names(64), table("", &[3, 1, 0, 2, 1], 64));
    assert_eq!(convert(named.as_bytes()).unwrap().columns.label, Some(65));
    // Colours keep their order: the core finds it by the values.
    assert_eq!(layouts(&table("", &[1, 0, 2], 3 * 784)), ["u8,3x2352,12", "u8,3,8"]);
}

#[test]
fn other_tables_are_rows_of_values() {
    assert_eq!(
        images("5.1,3.5,1.4\n4.9,3.0,1.4\n"),
        ("f32,2x3,12".into(), [5.1, 3.5, 1.4, 4.9, 3.0, 1.4].map(|v: f32| v.into()).to_vec())
    );
    assert_eq!(images("a;b\n1;2\n\n3;4"), ("u8,2x2,12".into(), vec![1.0, 2.0, 3.0, 4.0]));
    assert_eq!(layouts("x\ty\tclass\n1\t2\t0\n3\t4\t1\n"), ["u8,2x2,12", "u8,2,8"]);
    assert!(!convert(b"5.1,3.5,1.4\n4.9,3.0,1.4\n").unwrap().are_images);
    // Pixels that are fractions are images by their names alone.
    let fractions = table("", &[1, 2], 64).replace(',', ",0.");
    assert_eq!(layouts(&fractions), ["f32,2x64,12", "u8,2,8"]);
    assert_eq!(layouts(&format!("label,{}\n{fractions}", names(64))), ["f32,2x8x8,16", "u8,2,8"]);
    assert_eq!(images("# by NumPy\n1.0e+00,2.5e+02\n0.0,7").0, "u8,2x2,12");
    assert_eq!(images("\"a,b\",\"c\"\n\"1\", 2 \n 3,\"4\"\n").1, [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn an_image_may_have_no_label() {
    let text = format!("label,{}\n{}{}{}", names(64), row("3", 7), row("", 8), row("1", 9));
    let converted = convert(text.as_bytes()).unwrap();
    assert_eq!((&read(&converted.images).0[..], converted.columns.missing), ("u8,3x8x8,16", 1));
    let (layout, labels) = read(&converted.labels.unwrap());
    assert_eq!((&layout[..], labels[0], labels[1].is_nan(), labels[2]), ("f32,3,8", 3.0, true, 1.0));
}

#[test]
fn numbers_may_have_a_decimal_comma() {
    for separator in [";", "\t"] {
        for header in ["", "label;a;b\n"] {
            let text = format!("{header}0;0,5;2,25\n1;-1,5;7\n0;3e-1;1,0E2\n").replace(';', separator);
            let (layout, values) = images(&text);
            let values: Vec<f64> = values.iter().map(|value| (1000.0 * value).round() / 1000.0).collect();
            let all = [0.0, 0.5, 2.25, 1.0, -1.5, 7.0, 0.0, 0.3, 100.0];
            if header.is_empty() {
                assert_eq!((&layout[..], &values[..]), ("f32,3x3,12", &all[..]), "{text}");
            } else {
                let features: Vec<f64> = all.chunks(3).flat_map(|row| row[1..].to_vec()).collect();
                assert_eq!((&layout[..], values), ("f32,3x2,12", features), "{text}");
                assert_eq!(labels(&text).1, [0.0, 1.0, 0.0]);
            }
        }
    }
    // Before three digits a comma may separate thousands.
    let thousands = convert(b"label\ta\tb\tc\n0\t1\t2\t12,037\n1\t3\t4\t1,500\n").unwrap();
    assert_eq!((&read(&thousands.images).0[..], &thousands.columns.left_out[..]), ("u8,2x2,12", &["c".to_owned()][..]));
    assert_eq!(images("a;b;c\n1;2;12,037\n1;2;1,5\n").1[2].to_bits(), f64::from(12.037_f32).to_bits());
    // Between quotes, too.
    let thousands = convert(b"label,a,b,c\n0,1,2,\"1,234\"\n1,3,4,\"5,678\"\n").unwrap();
    assert_eq!(thousands.columns.left_out, ["c"]);
}

#[test]
fn the_type_is_the_first_that_holds_all_values() {
    for (row, expected) in [
        ("255,0", "u8,2x2,12"),
        ("256,0", "i32,2x2,12"),
        ("-1,+1", "i32,2x2,12"),
        ("0.5,0", "f32,2x2,12"),
        ("nan,-inf", "f32,2x2,12"),
        ("3000000000,0", "f32,2x2,12"),
        ("3000000001,0", "f64,2x2,12"),
        ("9007199254740991,0", "f64,2x2,12"),
        ("16777217,0.5", "f64,2x2,12"),
        ("1e300,0", "f64,2x2,12"),
    ] {
        let text = format!("1,2\n{row}\n");
        assert_eq!(images(&text).0, expected, "{row}");
        let values: Vec<f64> = row.split(',').map(|field| field.parse().unwrap()).collect();
        assert_eq!(format!("{:?}", &images(&text).1[2..]), format!("{values:?}"));
    }
    assert_eq!(labels("label,a,b\n300,1,2\n-1,3,4\n"), ("i32,2,8".into(), vec![300.0, -1.0]));
}

#[test]
fn only_digits_make_a_byte() {
    assert_eq!(images("1,2\n007,0255\n0001,000\n"), ("u8,3x2,12".into(), vec![1.0, 2.0, 7.0, 255.0, 1.0, 0.0]));
    let others = (0..=255_u8).filter(|byte| !byte.is_ascii_digit() && !byte.is_ascii_whitespace());
    for byte in others.filter(|byte| !b",\"+-.eE\x0B".contains(byte)) {
        for field in [[byte, b'1', b'2'], [b'1', byte, b'2'], [b'1', b'2', byte]] {
            let text = [b"1,2,3\n4,", &field[..], b",6\n7,8,9\n"].concat();
            let fault = convert(&text).err();
            assert!(matches!(fault, Some(Error::Csv(CsvFault::Word { line: 2, column: 2, .. }))), "{byte}: {fault:?}");
        }
    }
}

#[test]
fn a_fault_says_where_it_is() {
    let csv = |fault| Error::Csv(fault);
    assert_eq!(refused("a,b,c\n1,2,3\n4,5\n6,7,8\n"), csv(CsvFault::Ragged { line: 3, expected: 3, found: 2 }));
    assert_eq!(refused("1,2,3\n4,5,6,7\n"), csv(CsvFault::Ragged { line: 2, expected: 3, found: 4 }));
    assert_eq!(
        refused("a,b,c\n\n1,2,3\n4,seven,6\n"),
        csv(CsvFault::Word { line: 4, column: 2, found: "seven".into() })
    );
    let gap = table("", &[3, 1, 2, 1], 64).replacen(",49,", ",,", 1);
    assert_eq!(refused(&gap), csv(CsvFault::Missing { line: 1, column: 9 }));
    assert_eq!(refused("1,2\n3,9007199254740993000\n"), csv(CsvFault::TooLarge { line: 2, column: 2 }));
    assert_eq!(refused("1,2\n1e999,3\n"), csv(CsvFault::TooLarge { line: 2, column: 1 }));
    let long = format!("1,2\n3,4\n{}", "7".repeat(17 << 20));
    assert_eq!(refused(&long), csv(CsvFault::LongLine { line: 3, expected: 16 << 20 }));
    let shown = [
        csv(CsvFault::Ragged { line: 3, expected: 3, found: 2 }),
        csv(CsvFault::Word { line: 4, column: 2, found: "seven".into() }),
        csv(CsvFault::Missing { line: 2, column: 2 }),
        csv(CsvFault::TooLarge { line: 2, column: 2 }),
        csv(CsvFault::LongLine { line: 2, expected: 16 }),
    ]
    .map(|error| (error.to_string(), error.facts().name, error.facts().row, error.facts().in_row));
    assert_eq!(shown[0], ("line 3: expected 3 fields, found 2".into(), "CsvRagged", Some(3), None));
    assert_eq!(shown[1], ("line 4, column 2: expected a number, found \"seven\"".into(), "CsvWord", Some(4), Some(2)));
    assert_eq!(shown[2].1, "CsvMissing");
    assert_eq!(shown[3].1, "CsvTooLarge");
    assert_eq!(shown[4], ("line 2: expected at most 16 bytes, found more".into(), "CsvLongLine", Some(2), None));
}

#[test]
fn a_last_row_that_is_cut_off_is_left_out_and_named() {
    for text in ["1,2,3\n4,5,6\n7,8", "1,2,3\n4,5,6\n7,8\n\n"] {
        let converted = convert(text.as_bytes()).unwrap();
        assert_eq!(converted.columns.short_line, Some(3));
        assert_eq!(read(&converted.images), ("u8,2x3,12".into(), vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    }
}

#[test]
fn other_text_is_no_table_of_numbers() {
    for text in [
        "",
        "\n",
        "7\n2\n",
        "value,label\n1,7\n2,2\n",
        "a,b,c\nd,e,f\n",
        "a,b,c\n",
        "Dear all,\nthis, that, 1 and 2\n",
        "faces,pixels,Usage\n0,70 80 82,Training\n",
    ] {
        assert_eq!(refused(text), Error::Foreign(Foreign::Csv), "{text}");
    }
}

#[test]
fn a_table_in_gzip_opens_the_same_and_a_damaged_one_is_refused() {
    let text = table(&format!("label,{}\n", names(784)), &[1; 2000], 784);
    let plain = convert(text.as_bytes()).unwrap();
    let packed = gzip(text.as_bytes());
    let unpacked = convert(&packed).unwrap();
    assert!(plain.images == unpacked.images && plain.labels == unpacked.labels);
    let fault = convert(&packed[..packed.len() / 2]).err();
    assert!(matches!(fault, Some(Error::Gzip { fault: GzipFault::Truncated { .. }, .. })), "{fault:?}");
}

#[test]
fn a_late_fraction_changes_the_type_of_the_whole_file() {
    let rows = 300_000;
    let text = "1,2,3,4\n".repeat(rows) + "1,2,3,4.5\n";
    for file in [text.as_bytes().to_vec(), gzip(text.as_bytes())] {
        let converted = convert(&file).unwrap();
        let (layout, values) = read(&converted.images);
        assert_eq!(layout, "f32,300001x4,12");
        assert_eq!(values[..4], [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(values[4 * rows..], [1.0, 2.0, 3.0, 4.5]);
    }
}

proptest! {
    #[test]
    fn every_number_comes_out(
        rows in vec(vec(prop_oneof![4 => (0..256_i32).boxed(), 1 => any::<i32>().boxed()], 3), 1..20),
        separator in prop_oneof![Just(','), Just(';'), Just('\t')],
        end in prop_oneof![Just("\n"), Just("\r\n")],
        is_quoted in any::<bool>(),
    ) {
        let quote = if is_quoted { "\"" } else { "" };
        let field = |value: &i32| format!("{quote}{value}{quote}");
        let line = |row: &Vec<i32>| row.iter().map(field).collect::<Vec<_>>().join(&separator.to_string());
        let text = rows.iter().map(line).collect::<Vec<_>>().join(end);
        let expected: Vec<f64> = rows.iter().flatten().copied().map(f64::from).collect();
        // The first row can be the numbers of the columns.
        prop_assume!(rows[0] != [0, 1, 2]);
        prop_assert_eq!(images(&text).1, expected);
    }
}

#[test]
fn what_has_come_out_so_far_is_described_also_after_a_fault() {
    let row = |value: u8| format!("3,{}\n", vec![value.to_string(); 64].join(","));
    let rows = [row(7), row(200)].concat().repeat(4000);
    let text = format!("{rows}1,2\n{}", row(9));
    let mut csv = Csv::new(text.len() as u64);
    assert_eq!(csv.headers(), [None, None]);
    let mut described = 0;
    let fault = feed(&mut csv, text.as_bytes(), |csv, _| {
        let [images, labels] = csv.take_output().map(|output| output.len());
        let [header, of_labels] = csv.headers();
        let Some(header) = header else { return };
        described += u32::try_from(labels).unwrap();
        assert_eq!(header.shape(), [csv.items(), 8, 8]);
        assert_eq!((of_labels.unwrap().shape(), csv.items()), (&[csv.items()][..], described));
        assert_eq!(images, 64 * labels);
    });
    assert_eq!(described, 8000);
    assert!(matches!(fault, Err(Error::Csv(CsvFault::Ragged { line: 8001, .. }))), "{fault:?}");
    assert_eq!(csv.are_images(), Some(true));
    // A line that holds a word is no row.
    let text = format!("{}{}", row(7), row(9).replacen('9', "nine", 1));
    let mut csv = Csv::new(text.len() as u64);
    assert!(matches!(csv.push(text.as_bytes()), Err(Error::Csv(CsvFault::Word { line: 2, .. }))));
    assert_eq!(csv.items(), 1);
}

#[test]
fn a_fault_says_where_its_line_begins() {
    let rows = row("3", 7).repeat(9000);
    let labels = "label\n".to_owned() + &"7\n2\n1\n0\n3\n".repeat(99);
    for (before, wrong, after) in [
        ("a,b\n1,2\n".to_owned(), "3,x\n", "4,5\n"),
        // It is noticed only when more follows, or at the end.
        (rows.clone(), "1,2\n", &row("3", 8)[..]),
        (labels, "A!\n", "7\n2\n"),
        ("1 1:2\n".repeat(200_000), "1 x\n", "1 1:3\n"),
    ] {
        let text = [&before, wrong, after].concat();
        for file in [text.clone().into_bytes(), gzip(text.as_bytes())] {
            let mut csv = Csv::new(file.len() as u64);
            let fault = feed(&mut csv, &file, |_, _| {});
            assert!(matches!(fault, Err(Error::Csv(_))), "{wrong} {fault:?}");
            assert_eq!(csv.line_offset(), before.len() as u64, "{fault:?}");
        }
    }
}
