//! Datasets in several files, their shards.

use idxlens::{
    error::{ColumnarFault as Fault, Error},
    format::{columnar::Columnar, element::ElementType},
};
use proptest::prelude::*;

use super::{
    Found, arrow_writer as arrow, class_names, notes, picture_labels, read_by, shapes,
    writer::{self, numbers, pictures},
};

/// Reads files one after the other.
fn read(open: fn(u64) -> Columnar, shards: &[Vec<u8>]) -> Result<Found, Fault> {
    let by = |step| {
        let [first, rest @ ..] = shards else { panic!("no shards") };
        let all = rest.iter().fold(open(first.len() as u64), |all, shard| all.with_shard(shard.len() as u64));
        read_by(all, &shards.concat(), step)
    };
    let found = by(usize::MAX);
    let in_pieces = by(7);
    assert_eq!(found.as_ref().map(|found| &found.output), in_pieces.as_ref().map(|found| &found.output));
    found
}

/// Images of four pixels, whose labels are words in a dictionary.
fn rows(values: &[u8]) -> Vec<arrow::Column> {
    let pixels: Vec<u8> = values.iter().flat_map(|&value| [value; 4]).collect();
    let labels: Vec<_> = values.iter().map(|&value| Some(i32::from(value))).collect();
    vec![arrow::lists("pixels", 4, &pixels), arrow::numbers("label", &labels)]
}

#[test]
fn rows_of_parquet_files_follow_one_another() {
    let shard = |name: &[u8], label| {
        let columns = [pictures("image", &[&[name.to_vec()]]), numbers("label", &[&[label]])];
        writer::file(&columns, &notes("label", r#"["owl", "jay"]"#))
    };
    let found = read(Columnar::parquet, &[shard(b"one", 1), shard(b"two", 0), shard(b"three", 1)]).unwrap();
    assert_eq!(found.output[0], b"onetwothree");
    assert_eq!(found.columnar.pictures(), Some(&[3, 3, 5][..]));
    assert_eq!(picture_labels(&found), Some(vec![1, 0, 1]));
    assert_eq!(class_names(&found), [(0, "owl".to_owned()), (1, "jay".to_owned())]);
    assert_eq!(found.columnar.columns().rows, 3);
}

#[test]
fn a_stream_and_a_file_can_be_shards_of_one_dataset() {
    let shards = [arrow::stream(&[rows(&[1, 2])], ""), arrow::file(&[rows(&[3]), rows(&[4])], "")];
    let found = read(Columnar::arrow, &shards).unwrap();
    assert_eq!(found.output[0], [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]);
    assert_eq!(shapes(&found), [Some((ElementType::U8, vec![4, 4])), Some((ElementType::U8, vec![4]))]);
}

#[test]
fn each_shard_has_dictionaries_of_its_own() {
    let shard = |words: &[&str]| {
        let columns = vec![arrow::lists("pixels", 4, &[0; 4]), arrow::encoded("label", 5, &[Some(0)])];
        [arrow::schema_message(&columns, ""), arrow::dictionary(5, false, words), arrow::rows(&columns)]
            .concat()
            .into_iter()
            .chain(arrow::END)
            .collect::<Vec<u8>>()
    };
    let found = read(Columnar::arrow, &[shard(&["wren", "owl"]), shard(&["jay"])]).unwrap();
    assert_eq!(class_names(&found), [(0, "jay".to_owned()), (1, "wren".to_owned())]);
    assert_eq!(found.output[1], [1, 0]);
}

#[test]
fn a_shard_without_rows_is_passed_over() {
    let none = arrow::stream(&[vec![arrow::words("pixels", &[])]], "");
    for shards in [[none.clone(), arrow::stream(&[rows(&[5])], "")], [arrow::stream(&[rows(&[5])], ""), none.clone()]] {
        assert_eq!(read(Columnar::arrow, &shards).unwrap().output[0], [5; 4]);
    }
    assert_eq!(read(Columnar::arrow, &[none.clone(), none]).unwrap_err(), Fault::Empty);
}

#[test]
fn shards_with_other_columns_are_refused() {
    let first = arrow::stream(&[rows(&[1])], "");
    let offset = first.len() as u64;
    let second = |columns| read(Columnar::arrow, &[first.clone(), arrow::stream(&[columns], "")]).unwrap_err();
    let (pixels, label) = (arrow::lists("pixels", 4, &[0; 4]), arrow::numbers("label", &[Some(1)]));
    let other = arrow::lists("other", 4, &[0; 4]);
    for (columns, column) in [
        (vec![other, label.clone()], "pixels"),
        (vec![pixels.clone()], "label"),
        (vec![pixels.clone(), arrow::words("label", &["owl"])], "label"),
    ] {
        assert_eq!(second(columns), Fault::Differs { offset, column: column.to_owned() });
    }
    let more = arrow::stream(&[vec![pixels, label.clone(), arrow::words("text", &["a"])]], "");
    assert!(read(Columnar::arrow, &[first.clone(), more]).is_ok());
    let longer = arrow::lists("pixels", 5, &[0; 5]);
    assert_eq!(second(vec![longer, label]), Fault::Ragged { row: 2, expected: 4, column: "pixels".to_owned() });
}

#[test]
fn a_fault_in_a_shard_is_found_where_it_is() {
    let shard = writer::file(&[pictures("image", &[&[b"one".to_vec()]]), numbers("label", &[&[1]])], "");
    let len = shard.len() as u64;
    let alone = |bytes: &[u8]| read(Columnar::parquet, &[bytes.to_vec()]).unwrap_err();
    let second = |bytes: &[u8]| read(Columnar::parquet, &[shard.clone(), bytes.to_vec(), shard.clone()]).unwrap_err();
    let mut damaged = shard.clone();
    damaged[4..8].fill(0xFF);
    let (Fault::Page { offset }, Fault::Page { offset: later }) = (alone(&damaged), second(&damaged)) else {
        panic!("no damaged page")
    };
    assert_eq!(later, len + offset);
    assert_eq!(second(&shard[..shard.len() - 1]), Fault::End { offset: 2 * len - 1 });
    assert_eq!(second(b""), Fault::End { offset: len });
}

#[test]
fn shards_that_name_their_classes_in_other_ways_are_refused() {
    let part = |names| arrow::stream(&[rows(&[1])], &notes("label", names));
    let [one, other] = [r#"["owl", "jay"]"#, r#"["jay", "owl"]"#].map(part);
    let (offset, without) = (one.len() as u64, arrow::stream(&[rows(&[1])], ""));
    let fault = read(Columnar::arrow, &[one.clone(), other]).unwrap_err();
    assert_eq!(fault, Fault::Differs { offset, column: "label".to_owned() });
    assert_eq!(class_names(&read(Columnar::arrow, &[one, without]).unwrap())[0].1, "owl");
}

#[test]
fn streams_without_a_mark_at_their_end_are_joined() {
    let whole = arrow::stream(&[rows(&[1])], "");
    let unended = whole[..whole.len() - arrow::END.len()].to_vec();
    let found = read(Columnar::arrow, &[unended.clone(), whole.clone()]).unwrap();
    assert_eq!(found.output[0], [1; 8]);
    assert_eq!(found.columnar.columns().cut, Some((unended.len() + whole.len()) as u64));
}

#[test]
fn sizes_that_no_file_has_are_refused() {
    let part = arrow::stream(&[rows(&[1])], "");
    let mut columnar = Columnar::arrow(part.len() as u64).with_shard(u64::MAX).with_shard(u64::MAX);
    columnar.push(&part).unwrap();
    assert!(columnar.push(&[]).is_err() && columnar.wanted().is_none());
}

#[test]
fn a_shard_that_is_cut_is_refused() {
    let shard = arrow::stream(&[rows(&[1]), rows(&[2])], "");
    let cut = shard[..shard.len() - 20].to_vec();
    assert!(read(Columnar::arrow, std::slice::from_ref(&cut)).is_ok());
    for shards in [[cut.clone(), shard.clone()], [shard, cut]] {
        assert!(matches!(read(Columnar::arrow, &shards), Err(Fault::End { .. })));
    }
}

#[test]
fn an_error_names_the_format() {
    let shard = arrow::stream(&[rows(&[1])], "");
    let other = arrow::stream(&[vec![arrow::words("label", &["owl"])]], "");
    let mut columnar = Columnar::arrow(shard.len() as u64).with_shard(other.len() as u64);
    let all = [&shard[..], &other].concat();
    let mut result = Ok(());
    while let Some(wanted) = columnar.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        result = result.and(columnar.push(&all[start..end]));
    }
    assert_eq!(result, Err(Error::Arrow(Fault::Differs { offset: shard.len() as u64, column: "pixels".to_owned() })));
}

proptest! {
    /// However batches are dealt to files, they give what one file with all of them gives.
    #[test]
    fn files_give_what_one_file_gives(
        batches in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..5), 1..7),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let batches: Vec<_> = batches.iter().map(|values| rows(values)).collect();
        let mut ends: Vec<_> = cuts.iter().map(|cut| cut.index(batches.len())).filter(|&end| end > 0).collect();
        ends.extend([0, batches.len()]);
        ends.sort_unstable();
        ends.dedup();
        for write in [arrow::stream, arrow::file] {
            let shards: Vec<_> = ends.windows(2).map(|ends| write(&batches[ends[0]..ends[1]], "")).collect();
            let whole = read(Columnar::arrow, &[write(&batches, "")]).unwrap();
            let found = read(Columnar::arrow, &shards).unwrap();
            prop_assert_eq!(shapes(&found), shapes(&whole));
            prop_assert_eq!(found.output, whole.output);
        }
    }
}
