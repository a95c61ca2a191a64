//! Arrow files and streams: what of them is read when they are cut, damaged or made to take memory. tests/differential has files
//! of Arrow's.

use idxlens::{
    error::{ColumnarFault as Fault, Error},
    format::{columnar::Columnar, element::ElementType},
};
use proptest::prelude::*;

use super::{
    Found,
    arrow_writer::{
        Column, END, Value, dictionary, encoded, file, lists, message, numbers, packed, pictures, record, rows, schema,
        schema_message, stream, words,
    },
    class_names, notes, picture_labels, read_by, shapes,
};

fn read_in(file: &[u8], step: usize) -> Result<Found, Fault> {
    read_by(Columnar::arrow(file.len() as u64), file, step)
}

fn read(file: &[u8]) -> Result<Found, Fault> {
    let found = read_in(file, usize::MAX);
    let in_parts = read_in(file, 7);
    assert_eq!(found.as_ref().map(|found| &found.output), in_parts.as_ref().map(|found| &found.output));
    found
}

/// Images of four pixels, which are this number, with labels.
fn batch(first: u8, labels: &[Option<i32>]) -> Vec<Column> {
    let pixels: Vec<u8> = labels.iter().zip(first..).flat_map(|(_, value)| [value; 4]).collect();
    vec![lists("pixels", 4, &pixels), numbers("label", labels)]
}

fn two_batches() -> [Vec<Column>; 2] {
    [batch(1, &[Some(7), None]), batch(3, &[Some(9)])]
}

#[test]
fn a_stream_and_a_file_hold_the_same() {
    let batches = [
        vec![pictures("image", &[Some(b"one"), None]), numbers("label", &[Some(0), Some(1)])],
        vec![pictures("image", &[Some(b"three")]), numbers("label", &[None])],
    ];
    let notes = notes("label", r#"["owl", "jay"]"#);
    for bytes in [stream(&batches, &notes), file(&batches, &notes)] {
        let found = read(&bytes).unwrap();
        assert_eq!(found.output[0], b"onethree");
        assert_eq!(found.columnar.pictures(), Some(&[3, 0, 5][..]));
        assert_eq!(picture_labels(&found), Some(vec![0, 1, -1]));
        assert_eq!(class_names(&found), [(0, "owl".to_owned()), (1, "jay".to_owned())]);
        let columns = found.columnar.columns();
        assert_eq!((columns.rows, columns.unlabelled, columns.cut), (3, 1, None));
    }
}

#[test]
fn lists_of_one_length_are_images() {
    let found = read(&stream(&two_batches(), "")).unwrap();
    assert_eq!(found.output[0], [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    assert_eq!(shapes(&found), [Some((ElementType::U8, vec![3, 4])), Some((ElementType::I32, vec![3]))]);
}

#[test]
fn lists_of_scores_are_called_predictions() {
    let told = |name: &str, other: Column| {
        let found = read(&stream(&[vec![lists(name, 4, &[1; 8]), other]], "")).unwrap();
        let columns = found.columnar.columns();
        (columns.predictions, columns.numbering)
    };
    let numbered = |name: &str| numbers(name, &[Some(1), Some(0)]);
    let called = |name: &str| Some(name.to_owned());
    assert_eq!(told("probs", numbered("label")), (called("probs"), None));
    assert_eq!(told("Y_Pred", numbered("label")), (called("Y_Pred"), None));
    assert_eq!(told("probs", numbered("id")), (called("probs"), Some(0)));
    assert_eq!(told("pixels", numbered("id")), (None, None));
    // What numbers the rows comes last, so that it is no label.
    let columns =
        vec![numbers("id", &[Some(1), Some(0)]), lists("probs", 4, &[1; 8]), numbers("label", &[Some(7), Some(8)])];
    let columns = read(&stream(&[columns], "")).unwrap().columnar.columns();
    assert_eq!((&columns.labels[0].column[..], columns.is_named, columns.numbering), ("label", true, Some(1)));
    let columns =
        vec![numbers("size", &[Some(7), Some(8)]), numbers("id", &[Some(1), Some(0)]), lists("probs", 4, &[1; 8])];
    let columns = read(&stream(&[columns], "")).unwrap().columnar.columns();
    assert_eq!((&columns.labels[0].column[..], columns.is_named, columns.numbering), ("size", false, Some(1)));
    // Names of files say which item a row is for.
    assert_eq!(told("probs", words("file_name", &["b.png", "a.png"])), (None, None));
}

#[test]
fn a_stream_has_other_dictionaries_later() {
    let column = |numbers_of: &[i32]| {
        let numbers_of: Vec<_> = numbers_of.iter().copied().map(Some).collect();
        vec![lists("pixels", 4, &vec![0; 4 * numbers_of.len()]), encoded("label", 5, &numbers_of)]
    };
    let first = column(&[0, 1]);
    let bytes = [
        schema_message(&first, ""),
        dictionary(5, false, &["a", "b"]),
        rows(&first),
        dictionary(5, true, &["c"]),
        rows(&column(&[2, 0])),
        dictionary(5, false, &["d"]),
        rows(&column(&[0])),
    ]
    .concat();
    let found = read(&bytes).unwrap();
    assert_eq!(found.output[1], [0, 1, 2, 0, 3]);
    let names: Vec<_> = class_names(&found).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    // A number of no word.
    let bytes = [schema_message(&first, ""), dictionary(5, false, &["a"]), rows(&first)].concat();
    assert!(matches!(read(&bytes), Err(Fault::Page { .. })));
}

#[test]
fn packed_buffers_come_out_in_parts() {
    // More than comes out at a time.
    let photos: Vec<Vec<u8>> = (1..4).map(|value| vec![value; 700_000]).collect();
    let columns = [
        pictures("image", &photos.iter().map(|photo| Some(&photo[..])).collect::<Vec<_>>()),
        numbers("label", &[Some(1), None, Some(3)]),
    ];
    let mut packed = columns.each_ref().map(packed);
    // A length of -1 says that the rest is as it is.
    packed[1].buffers[1] = [&[0xFF; 8][..], &columns[1].buffers[1]].concat();
    let (header, body) = record(&packed, Some(0));
    let bytes = [schema_message(&columns, ""), message(3, header, &body)].concat();
    let found = read_in(&bytes, usize::MAX).unwrap();
    assert!(found.output[0] == photos.concat());
    assert_eq!(picture_labels(&found), Some(vec![1, -1, 3]));
    assert!(read_in(&bytes, 50_000).unwrap().output == found.output);
    // It ends too early, and has a length alone.
    for rest in [40, 5] {
        let mut packed = packed.clone();
        packed[0].buffers[3].truncate(rest);
        let (header, body) = record(&packed, Some(0));
        let bytes = [schema_message(&columns, ""), message(3, header, &body)].concat();
        assert!(matches!(read_in(&bytes, usize::MAX), Err(Fault::Page { .. })), "{rest}");
    }
}

#[test]
fn classes_have_the_numbers_that_an_order_gives_them() {
    let numbered = |is_ordered: u8, words: &[&str], more: Option<&[&str]>| {
        let mut label = encoded("label", 5, &[Some(2), Some(0)]);
        if is_ordered == 1 {
            label.field[4] = (4, Value::Table(vec![(0, Value::Long(5)), (2, Value::Byte(1))]));
        }
        let columns = vec![lists("pixels", 4, &[7; 8]), label];
        let next = more.map(|words| [dictionary(5, false, words), rows(&columns)].concat()).unwrap_or_default();
        let bytes = [schema_message(&columns, ""), dictionary(5, false, words), rows(&columns), next].concat();
        let found = read(&bytes).unwrap();
        (found.output[1].clone(), class_names(&found).len())
    };
    // Pandas sorts categories, some of which may have no images, and they can have an order of their own.
    assert_eq!(numbered(0, &["a", "b", "c"], None), (vec![2, 0], 3));
    assert_eq!(numbered(1, &["low", "mid", "high"], None), (vec![2, 0], 3));
    // Others have the order in which they came, which says nothing.
    assert_eq!(numbered(0, &["low", "mid", "high"], None), (vec![0, 1], 2));
    // Another dictionary later has other numbers, and words that are numbers have these.
    assert_eq!(numbered(0, &["a", "b", "c"], Some(&["a", "c", "d"])), (vec![1, 0, 2, 0], 3));
    assert_eq!(numbered(0, &["10", "11", "9"], None), (vec![9, 10], 0));
}

#[test]
fn labels_that_are_all_missing_need_no_dictionary() {
    let columns = vec![lists("pixels", 4, &[7; 8]), encoded("label", 5, &[None, None])];
    let found = read(&[schema_message(&columns, ""), dictionary(5, false, &[]), rows(&columns)].concat()).unwrap();
    assert_eq!(found.columnar.columns().left_out, ["label"]);
    assert_eq!(found.output[0], [7; 8]);
}

#[test]
fn a_file_that_is_cut_has_its_first_rows() {
    let batches = two_batches();
    let schema = schema_message(&batches[0], "").len();
    for (bytes, start) in [(stream(&batches, ""), 0), (file(&batches, ""), 8)] {
        let first = start + stream(&batches[..1], "").len() - END.len();
        let whole = start + stream(&batches, "").len() - END.len();
        for len in 9..bytes.len() {
            match read(&bytes[..len]) {
                // A stream may have no rows.
                Err(Fault::Empty) => assert_eq!((start, len), (0, schema)),
                Err(fault) => {
                    assert!(len < first, "{len}: {fault:?}");
                    assert_eq!(fault, Fault::End { offset: len as u64 });
                }
                Ok(found) => {
                    assert!(len >= first, "{len}");
                    let columns = found.columnar.columns();
                    assert_eq!(columns.rows, if len < whole { 2 } else { 3 }, "{len}");
                    let is_complete = len >= whole + END.len();
                    let end = if len < whole { first } else { whole };
                    assert_eq!(columns.cut, (!is_complete).then_some(end as u64), "{len}");
                }
            }
        }
    }
}

#[test]
fn zeros_are_no_end() {
    let bytes = stream(&two_batches(), "");
    let first = stream(&two_batches()[..1], "").len() - END.len();
    let zeros = [&bytes[..first], &vec![0; bytes.len() - first]].concat();
    assert_eq!(read(&zeros).unwrap().columnar.columns().cut, Some(first as u64));
    // Versions before 0.15 ended with four of them.
    assert_eq!(read(&[&bytes[..first], &[0; 4]].concat()).unwrap().columnar.columns().cut, None);
    assert_eq!(read(&[&bytes[..], b"more"].concat()).unwrap().columnar.columns().cut, None);
}

#[test]
fn identifiers_in_place_of_labels_are_left_out() {
    let mut label = numbers("label", &[Some(1), Some(2)]);
    label.field = vec![
        (0, Value::Text("label".into())),
        (2, Value::Byte(2)),
        (3, Value::Table(vec![(0, Value::Int(64)), (1, Value::Byte(1))])),
    ];
    label.buffers[1] = [1_i64 << 60, 2].map(i64::to_le_bytes).concat();
    let found = read(&stream(&[vec![lists("pixels", 4, &[7; 8]), label]], "")).unwrap();
    assert_eq!(found.columnar.columns().left_out, ["label"]);
    assert_eq!(found.output, [vec![7; 8], Vec::new()]);
}

#[test]
fn what_comes_before_a_damaged_message_is_read() {
    let batches = two_batches();
    let second = stream(&batches[..1], "").len() - END.len();
    let mut bytes = stream(&batches, "");
    bytes[second + 8] = 0xFF;
    let found = read(&bytes).unwrap();
    let columns = found.columnar.columns();
    assert_eq!((columns.rows, columns.cut), (2, Some(second as u64)));
    // The footer names the messages, so that the others need not be found. Polars does not say how long the first one is.
    let mut bytes = file(&batches, "");
    bytes[8..16].copy_from_slice(&[4, 0, 0, 0, 0xF2, 0xFF, 0xFF, 0xFF]);
    assert_eq!(read(&bytes).unwrap().columnar.columns().rows, 3);
}

#[test]
fn other_columns_are_passed_over() {
    // A date, whose type is 8, before the others.
    let mut date = numbers("date", &[Some(1), Some(2)]);
    date.field[1] = (2, Value::Byte(8));
    let columns = [vec![date], batch(1, &[Some(7), Some(8)])].concat();
    let found = read(&stream(&[columns], "")).unwrap();
    assert_eq!(found.columnar.columns().left_out, ["date"]);
    assert_eq!(found.output[0], [1, 1, 1, 1, 2, 2, 2, 2]);
}

#[test]
fn what_cannot_be_read_is_named() {
    let columns = batch(1, &[Some(7)]);
    let with_order = |order: i16| {
        let mut schema = schema(&columns, "");
        schema.push((0, Value::Short(order)));
        [message(1, schema, &[]), rows(&columns)].concat()
    };
    assert!(read(&with_order(0)).is_ok());
    assert_eq!(read(&with_order(1)).unwrap_err(), Fault::BigEndian);
    let (header, body) = record(&columns, Some(7));
    let bytes = [schema_message(&columns, ""), message(3, header, &body)].concat();
    assert_eq!(read(&bytes).unwrap_err(), Fault::Codec { found: 7, column: "pixels".into() });
    assert_eq!(read(&schema_message(&columns, "")).unwrap_err(), Fault::Empty);
    let bytes = stream(&[vec![words("text", &["a"]), words("more", &["b"]), words("and", &["c"])]], "");
    assert_eq!(read(&bytes).unwrap_err(), Fault::Columns { found: 3 });
}

#[test]
fn lengths_that_lie_take_no_memory() {
    let columns = batch(1, &[Some(7)]);
    let lie = |change: fn(&mut Vec<Column>)| {
        let mut columns = columns.clone();
        change(&mut columns);
        read(&stream(&[columns], "")).map(|_| ())
    };
    assert_eq!(lie(|_| {}), Ok(()));
    assert!(matches!(
        lie(|columns| columns.iter_mut().for_each(|column| column.nodes[0][0] = 1 << 30)),
        Err(Fault::Page { .. })
    ));
    assert!(matches!(
        lie(|columns| columns[0].field[2].1 = Value::Table(vec![(0, Value::Int(i32::MAX))])),
        Err(Fault::Limit { .. })
    ));
    // Four bytes that should be packed, and promise much.
    let (header, body) = record(&columns, Some(0));
    let bytes = [schema_message(&columns, ""), message(3, header, &body)].concat();
    assert!(matches!(read(&bytes), Err(Fault::Page { .. })));
}

#[test]
fn fields_that_hold_one_another_again_and_again_end() {
    let mut field = numbers("x", &[]).field;
    for _ in 0..30 {
        field = vec![(0, Value::Text(String::new())), (2, Value::Byte(13)), (5, Value::Repeated(2, field))];
    }
    let bytes = message(1, vec![(1, Value::Tables(vec![field]))], &[]);
    assert_eq!(read(&bytes).unwrap_err(), Fault::Directory { offset: 0 });
}

proptest! {
    #[test]
    fn any_change_ends(at in 0_usize..2000, value: u8, is_file: bool) {
        let batches = two_batches();
        let mut bytes = if is_file { file(&batches, "") } else { stream(&batches, "") };
        let at = at % bytes.len();
        bytes[at] = value;
        let mut arrow = Columnar::arrow(bytes.len() as u64).with_limit(1 << 16);
        while let Some(wanted) = arrow.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            match arrow.push(&bytes[start..end]) {
                Ok(()) | Err(Error::Arrow(_)) => {}
                Err(other) => panic!("{other}"),
            }
        }
    }
}
