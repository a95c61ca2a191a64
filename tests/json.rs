//! JSON as tables of text.
#![cfg(not(target_arch = "wasm32"))]
#![cfg(feature = "json")]

use idxlens::format::{
    csv::Csv,
    element::ElementType,
    json::{JsonDamage, JsonTable},
};
use serde_json::{Map, Value, json};

const COUNT: u32 = 12;

fn table(value: &Value) -> Option<String> {
    JsonTable::parse(&value.to_string(), true).map(|table| table.csv)
}

fn labels() -> Vec<Value> {
    (0..COUNT).map(|item| (item % 3).into()).collect()
}

fn words() -> Vec<Value> {
    (0..COUNT).map(|item| ["cat", "dog", "owl"][item as usize % 3].into()).collect()
}

/// Values below the numbers of their items.
fn numbered(values: &[Value], first: usize) -> Value {
    let entries = values.iter().enumerate().map(|(at, value)| ((first + at).to_string(), value.clone()));
    Value::Object(entries.collect::<Map<_, _>>())
}

/// The table of these columns.
fn csv(columns: &[(&str, &[Value])]) -> String {
    let names = columns.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(",");
    let rows = (0..columns[0].1.len())
        .map(|row| columns.iter().map(|(_, values)| values[row].to_string()).collect::<Vec<_>>().join(","));
    [names].into_iter().chain(rows).map(|line| line + "\n").collect()
}

#[test]
fn values_without_short_lists_and_objects_become_fields() {
    let text = [
        r#"{"file_name": "a,1.png", "label": 3, "box": [1, 2], "note": null, "x": 1.0}"#,
        r#"{"label": "a \"b\"\r\n\nc\n", "file_name": "b.png", "other": true, "x": 0.5}"#,
        r##"{"file_name": "#c.png", "x": ""}"##,
        "",
    ];
    let expected = "\"file_name\",\"label\",\"x\",\"other\"\n\
        \"a,1.png\",3,1,\n\"b.png\",\"a \"\"b\"\" c \",0.5,true\n\"#c.png\",,,\n";
    let table = JsonTable::parse(&text.join("\r\n"), true).unwrap();
    assert_eq!(
        (table.columns, &table.csv[..]),
        (["file_name", "label", "x", "other"].map(String::from).to_vec(), expected)
    );
}

#[test]
fn numbers_stay_what_they_are() {
    let text = r#"[{"id": 9007199254740993, "x": 1e3}, {"id": -0, "x": 1E400}, {"id": 7, "x": 2.50}]"#;
    assert_eq!(JsonTable::parse(text, true).unwrap().csv, "\"id\",\"x\"\n9007199254740993,1e3\n-0,1E400\n7,2.50\n");
    // A whole number can have a fraction of zero, and no number takes more characters than in the text.
    let text = r#"[{"x": 7.0, "y": 1e300}, {"x": 0.5, "y": 5e-324}]"#;
    assert_eq!(JsonTable::parse(text, true).unwrap().csv, "\"x\",\"y\"\n7,1e300\n0.5,5e-324\n");
    // The last value of a key counts.
    let twice = r#"[{"a": 1, "b": 2, "a": 3}, {"b": 4, "a": 5}]"#;
    assert_eq!(JsonTable::parse(twice, true).unwrap().csv, "\"a\",\"b\"\n3,2\n5,4\n");
}

#[test]
fn lists_of_many_numbers_are_images() {
    let image = |first: u32| -> Value { (0..4).map(|_| json!([first, 1, 2, 3])).collect() };
    let rows = [json!({"image": image(0), "label": "cat"}), json!({"image": image(1), "label": "dog"})];
    let numbers = |first: u32| format!("{first} 1 2 3 ").repeat(4).trim_end().to_owned();
    let expected = format!("\"label\",\"image\"\n\"cat\",{}\n\"dog\",{}\n", numbers(0), numbers(1));
    let lines = rows.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let whole = json!({"image": [image(0), image(1)], "label": ["cat", "dog"], "note": "two images"});
    for text in [lines.clone(), serde_json::to_string_pretty(&rows).unwrap(), whole.to_string()] {
        assert_eq!(JsonTable::parse(&text, true).unwrap().csv, expected, "{text}");
    }
    // Beside pictures they describe one.
    assert_eq!(JsonTable::parse(&lines, false).unwrap().csv, "\"label\"\n\"cat\"\n\"dog\"\n");
    // Neither is an image.
    for other in [json!([1, 2, 3]), json!(vec![json!("1"); 20]), json!([[[[vec![1; 20]]]]]), json!([vec![1; 20], null])]
    {
        assert_eq!(table(&json!([{"image": other, "label": 1}])).unwrap(), "\"label\"\n1\n");
    }
}

#[test]
fn lists_of_labels_have_a_row_for_each() {
    let labels = labels();
    let expected = csv(&[("label", &labels)]);
    assert_eq!(table(&json!(labels)), Some(expected.clone()));
    assert_eq!(table(&numbered(&labels, 0)), Some(expected.clone()));
    assert_eq!(table(&numbered(&labels, 1)), Some(expected));
    assert_eq!(
        table(&json!({"note": "labels", "labels": labels, "others": [1, 2]})),
        Some(csv(&[("labels", &labels)]))
    );
    assert_eq!(table(&json!(words())), Some(csv(&[("label", &words())])));
    // A gap keeps its place, in each form.
    let mut gaps = labels;
    gaps[2] = Value::Null;
    let expected = |name: &str| Some(csv(&[(name, &gaps)]).replace("null", "NaN"));
    assert_eq!(table(&json!(gaps)), expected("label"));
    assert_eq!(table(&numbered(&gaps, 0)), expected("label"));
    assert_eq!(table(&json!({"labels": gaps})), expected("labels"));
    assert_eq!(table(&json!({"label": numbered(&gaps, 0)})), expected("label"));
    let lines = gaps.iter().map(|label| json!({"label": label}).to_string() + "\n").collect::<String>();
    assert_eq!(JsonTable::parse(&lines, true).map(|table| table.csv), expected("label"));
}

#[test]
fn other_lists_are_no_labels() {
    let labels = labels();
    let mut gap = words();
    gap[2] = Value::Null;
    let others = [
        ("names of classes", (0..COUNT).map(|at| json!(format!("name {at}"))).collect()),
        ("words with a gap", json!(gap)),
        ("rows of words with a gap", gap.iter().map(|label| json!({"label": label})).collect()),
        ("few numbers", json!(labels[3..])),
        ("losses", (0..COUNT).map(|at| json!(f64::from(at) + 0.5)).collect()),
        ("the points of a plot", json!({"x": labels, "y": vec![0.5; 12]})),
        ("nothing at all", json!(vec![Value::Null; 12])),
        ("numbers with gaps", Value::Object((0..COUNT).map(|at| ((2 * at).to_string(), at.into())).collect())),
        ("numbers as texts", Value::Object((0..COUNT).map(|at| (format!("0{at}"), at.into())).collect())),
        ("lists", labels.iter().cloned().chain([json!([])]).collect()),
    ];
    for (name, value) in others {
        assert_eq!(table(&value), None, "{name}");
    }
}

#[test]
fn what_pandas_writes_has_a_row_for_each_item() {
    let (labels, words) = (labels(), words());
    let rows: Vec<_> = labels.iter().zip(&words).map(|(label, word)| json!({"label": label, "word": word})).collect();
    let data: Vec<_> = labels.iter().zip(&words).map(|(label, word)| json!([label, word])).collect();
    let reversed: Vec<_> = data.iter().rev().collect();
    let split = |index: Vec<Value>, data: Value| json!({"columns": ["label", "word"], "index": index, "data": data});
    for value in [
        json!({"label": numbered(&labels, 0), "word": numbered(&words, 0)}),
        numbered(&rows, 0),
        split((0..COUNT).map(Value::from).collect(), json!(data)),
        split((0..COUNT).rev().map(Value::from).collect(), json!(reversed)),
        split((0..COUNT).map(|at| format!("2026-01-{at}").into()).collect(), json!(data)),
    ] {
        assert_eq!(table(&value).unwrap(), csv(&[("label", &labels), ("word", &words)]), "{value}");
    }
    // Other objects stay what they are.
    let row = json!({"file_name": "a.png", "label": "cat", "box": {"0": 1, "1": 2}});
    assert_eq!(table(&row).unwrap(), "\"file_name\",\"label\"\n\"a.png\",\"cat\"\n");
    let image: Vec<u32> = (0..16).collect();
    let lists = json!({"image": [image, image], "label": [1, 2], "data": [[1]]});
    let line = image.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(table(&lists).unwrap(), format!("\"label\",\"image\"\n1,{line}\n2,{line}\n"));
    for data in [json!([[1, 2], [3]]), json!([[1, 2]]), json!([1, 2])] {
        assert_eq!(table(&split(vec![0.into(), 1.into()], data)), None);
    }
}

#[test]
fn a_series_and_a_table_below_a_schema_are_rows() {
    let (labels, words) = (labels(), words());
    let index: Vec<_> = (0..COUNT).rev().map(f64::from).collect();
    let reversed: Vec<_> = labels.iter().rev().collect();
    let series = json!({"name": "class", "index": index, "data": reversed});
    assert_eq!(table(&series).unwrap(), csv(&[("class", &labels)]));
    let series = json!({"name": null, "index": words, "data": labels});
    assert_eq!(table(&series).unwrap(), csv(&[("label", &labels)]));
    let rows: Vec<_> = labels.iter().map(|label| json!({"label": label})).collect();
    assert_eq!(table(&json!({"schema": {"fields": []}, "data": rows})).unwrap(), csv(&[("label", &labels)]));
    // index=False.
    let split = json!({"columns": ["label"], "data": [[7], [2]]});
    assert_eq!(table(&split).unwrap(), "\"label\"\n7\n2\n");
    // Of two columns of a name the last one counts.
    let twice = json!({"columns": ["x", "x", 7], "index": [1, 0], "data": [[1, 2, 3], [4, 5, 6]]});
    assert_eq!(table(&twice).unwrap(), "\"x\",\"7\"\n5,6\n2,3\n");
}

#[test]
fn texts_without_anything_are_gaps() {
    let mut gap = words();
    gap[2] = "".into();
    let rows = |values: &[Value]| values.iter().map(|label| json!({"label": label})).collect::<Value>();
    assert_eq!(table(&rows(&gap)), None);
    let mut gap = labels();
    gap[2] = "".into();
    assert_eq!(table(&rows(&gap)), Some(csv(&[("label", &gap)]).replace("\"\"", "NaN")));
}

#[test]
fn an_image_can_lack_its_label() {
    let image = |value: u32| vec![value; 64];
    let rows: Vec<_> = (0..COUNT).map(|item| json!({"image": image(item), "label": item % 3})).collect();
    for item in [0, 5] {
        let mut rows = rows.clone();
        rows[item]["label"] = Value::Null;
        let table = table(&json!(rows)).unwrap().into_bytes();
        let (mut csv, mut labels) = (Csv::new(table.len() as u64), Vec::new());
        while let Some(wanted) = csv.wanted() {
            if wanted.start == 0 {
                labels.clear();
            }
            csv.push(&table[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()]).unwrap();
            labels.extend(csv.take_output()[1].clone());
        }
        let [images, label] = csv.headers();
        assert_eq!((images.unwrap().shape()[0], label.unwrap().element_type()), (COUNT, ElementType::F32));
        assert!(f32::from_be_bytes(*labels.as_chunks().0.get(item).unwrap()).is_nan());
    }
}

#[test]
fn half_a_character_is_replaced() {
    let text = r#"{"file\udcff": "a\ud800.png", "label": 1}"#;
    let name = "\u{FFFD}".repeat(3);
    assert_eq!(JsonTable::parse(text, true).unwrap().csv, format!("\"file{name}\",\"label\"\n\"a{name}.png\",1\n"));
}

#[test]
fn few_rows_with_many_names_take_no_memory() {
    let rows: Vec<_> =
        (0..6000).map(|row| Value::Object([(format!("name {row}"), row.into())].into_iter().collect())).collect();
    assert_eq!(table(&json!(rows)), None);
}

#[test]
fn damage_has_a_place() {
    let found = |text: &str| JsonDamage::find(text).map(|it| (it.line, it.character, it.is_cut));
    for text in ["[1]", "{}", "{\"a\": 1}\n\n{\"a\": 2}\n", "7", ""] {
        assert_eq!(found(text).filter(|_| !text.is_empty()), None, "{text}");
    }
    assert_eq!(found("[1,\n NaN]"), Some((2, 2, false)));
    assert_eq!(found("[1, 2,]"), Some((1, 7, false)));
    assert_eq!(found("\u{FEFF}[\"größe\", NaN]"), Some((1, 11, false)));
    assert_eq!(found("\u{FEFF}[1]"), None);
    assert_eq!(found("{\"a\": [1, 2"), Some((1, 11, true)));
    assert_eq!(found("{\"a\": 1}\n{\"a\": 1\n{\"a\": 1}"), Some((2, 7, true)));
    assert_eq!(found("{\"a\": 1}\n{'a': 1}"), Some((2, 2, false)));
}

#[test]
fn other_text_is_no_table() {
    for text in [
        "",
        "null",
        "{\"a\": 1}\nb",
        "{\"a\": 1",
        "1\nnull",
        "[1, 2]",
        "[]",
        "{}",
        "[[0, 1], [1, 0]]",
        "{\"a\": [1, 2]}\n[3]",
        r#"{"a": [1, 2], "b": [3, 4]}"#,
        "[{\"a\": 1}] 2",
    ] {
        assert_eq!(JsonTable::parse(text, true), None, "{text}");
    }
}
