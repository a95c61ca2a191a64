//! The names of pictures, which stand beside them.

use idxlens::format::columnar::Columnar;

use super::{
    Found, arrow_writer as arrow, read, read_by,
    writer::{Column, file, leaf, named_pictures, numbers, pictures, words},
};

const PICTURES: [(&[u8], &str); 3] = [(b"one", "a/1.png"), (b"", ""), (b"three", "b\n3.png")];

fn names(found: &Found) -> Option<String> {
    found.columnar.picture_names()
}

/// Two row groups of pictures with these names, and their labels.
fn named(pictures: [(&[u8], &str); 3]) -> Vec<Column> {
    let [files, paths] = named_pictures("image", &[&pictures[..2], &pictures[2..]]);
    vec![files, paths, numbers("label", &[&[1, 0], &[1]])]
}

#[test]
fn pictures_have_the_names_beside_their_bytes() {
    let found = read(&file(&named(PICTURES), "")).unwrap();
    assert_eq!(found.output[0], b"onethree");
    assert_eq!(names(&found).as_deref(), Some("a/1.png\n\nb 3.png\n"));
    let told = found.columnar.columns();
    assert_eq!((told.labels.len(), told.left_out.len()), (1, 0));

    let unnamed = read(&file(&named(PICTURES.map(|(file, _)| (file, ""))), "")).unwrap();
    assert_eq!((&unnamed.output[0][..], names(&unnamed)), (&b"onethree"[..], None));
}

#[test]
fn a_column_that_is_called_so_names_pictures() {
    let files = [b"one".to_vec(), b"two".to_vec()];
    let columns = [
        words("file_name", &[&["1.png"], &["2.png"]]),
        pictures("image", &[&files[..1], &files[1..]]),
        words("text", &[&["x"], &["y"]]),
        words("label", &[&["cat"], &["dog"]]),
    ];
    let found = read(&file(&columns, "")).unwrap();
    assert_eq!(names(&found).as_deref(), Some("1.png\n2.png\n"));
    assert_eq!(found.columnar.columns().left_out, ["text"]);
    // It goes before what stands beside the bytes.
    let both = [named(PICTURES), vec![words("file_name", &[&["1.png", "2.png"], &["3.png"]])]].concat();
    assert_eq!(names(&read(&file(&both, "")).unwrap()).as_deref(), Some("1.png\n2.png\n3.png\n"));
    // A label is none.
    let columns = [columns[1].clone(), words("path", &[&["1.png"], &["2.png"]]), words("file", &[&["a"], &["b"]])];
    assert_eq!(names(&read(&file(&columns, "")).unwrap()).as_deref(), Some("1.png\n2.png\n"));
    let labelled = [columns[0].clone(), Column { schema: words("label", &[]).schema, ..columns[1].clone() }];
    assert_eq!(names(&read(&file(&labelled, "")).unwrap()), None);
}

#[test]
fn names_that_cannot_be_read_are_left_out() {
    for damaged in [vec![9, 0, 0, 0], Vec::new()] {
        let mut columns = named(PICTURES);
        columns[1].pages[1].0 = damaged;
        let found = read(&file(&columns, "")).unwrap();
        assert_eq!((&found.output[0][..], names(&found)), (&b"onethree"[..], None));
        assert_eq!(found.columnar.picture_labels(), Some(vec![1.0, 0.0, 1.0]));
    }
}

#[test]
fn arrow_has_the_same() {
    let files = [Some(&b"one"[..]), None];
    let column = |paths: [Option<&[u8]>; 2]| vec![arrow::named_pictures("image", &files, &paths)];
    let read = |batches: &[Vec<arrow::Column>]| {
        let stream = arrow::stream(batches, "");
        let found = read_by(Columnar::arrow(stream.len() as u64), &stream, 5).unwrap();
        assert_eq!(found.output[0], b"one".repeat(batches.len()));
        names(&found)
    };
    let batches = [column([Some(b"1.png"), None]), column([None, Some(b"4.png")])];
    assert_eq!(read(&batches).as_deref(), Some("1.png\n\n\n4.png\n"));
    assert_eq!(read(&[column([None; 2])]), None);
}

#[test]
fn a_shard_without_names_leaves_out_those_of_all() {
    let mut columns = named(PICTURES);
    let with_names = file(&columns, "");
    // The type of paths that are all missing is another.
    columns[0].schema[2] = leaf("path", 6, None);
    let shards = [with_names, file(&columns, "")];
    for [one, other] in [[0, 0], [0, 1], [1, 0]] {
        let (one, other) = (&shards[one], &shards[other]);
        let columnar = Columnar::parquet(one.len() as u64).with_shard(other.len() as u64);
        let found = read_by(columnar, &[&one[..], other].concat(), usize::MAX).unwrap();
        let expected = (one == other).then(|| "a/1.png\n\nb 3.png\n".repeat(2));
        assert_eq!((&found.output[0], names(&found)), (&b"onethree".repeat(2), expected));
    }
}
