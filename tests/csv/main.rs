//! Tables of numbers as text become images and labels, or a fault that says where.
#![cfg(not(target_arch = "wasm32"))]

mod beside;
mod columns;
mod faults;
mod forms;
mod labels;
mod numbers;

use idxlens::{
    error::Error,
    format::{
        csv::{Columns, Csv, LabelChoice},
        reader::Reader,
    },
};

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
        unlabelled: 0,
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
