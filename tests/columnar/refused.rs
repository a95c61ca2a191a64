//! Files that are refused, whatever is wrong with them.

use super::{
    Fault, notes, pixels, read, read_in,
    writer::{self, bytes, file, numbers, pictures, words},
};

#[test]
fn sizes_that_no_memory_should_hold_are_refused() {
    // Blocks of differences that claim more parts than a number holds.
    let mut columns = pixels(|at| format!("pixel{at}"), i64::from);
    columns[3].encoding = 5;
    columns[3].pages[0].0 = [writer::varint(128), writer::varint(1 << 61), writer::varint(2), vec![0]].concat();
    assert!(matches!(read(&file(&columns, "")), Err(Fault::Page { .. })));
    // Notes of a byte each.
    let noted = |count| {
        let [schema, notes] = [writer::list(&[writer::branch("schema", 0)]), writer::list(&vec![vec![0]; count])];
        let file = writer::end(b"PAR1".to_vec(), &writer::structure(&[(2, schema), (5, notes)]));
        read_in(&file, usize::MAX).unwrap_err()
    };
    assert!(matches!((noted(100_000), noted(100_001)), (Fault::Columns { .. }, Fault::Directory { .. })));
    // An image of more values than a list may have.
    let len = (1 << 24) + 1;
    let image = bytes("image", len, vec![(vec![0; usize::try_from(len).unwrap()], 1)]);
    let found = read_in(&file(&[image], ""), usize::MAX);
    assert!(matches!(found, Err(Fault::Limit { expected: 16_777_216, .. })), "{:?}", found.err());
}

#[test]
fn whole_numbers_that_are_not_exact_are_refused() {
    let columns = pixels(|at| format!("pixel{at}"), |at| if at == 9 { (1 << 53) + 1 } else { 0 });
    let column = "pixel9".to_owned();
    assert_eq!(read(&file(&columns, "")).unwrap_err(), Fault::TooLarge { row: 1, column });
}

#[test]
fn a_file_without_images_is_refused() {
    // Dates and the like.
    let dates = writer::Column { schema: vec![writer::leaf("date", 1, Some(6))], ..numbers("date", &[&[1]]) };
    assert_eq!(read(&file(&[dates], "")).unwrap_err(), Fault::Columns { found: 1 });
    let without_rows = file(&[pictures("image", &[]), numbers("label", &[])], "");
    assert_eq!(read(&without_rows).unwrap_err(), Fault::Empty);
}

#[test]
fn unknown_codecs_and_encodings_are_named_with_their_column() {
    let mut columns = [pictures("image", &[&[vec![1]]]), numbers("label", &[&[0]])];
    columns[1].codec = 4;
    let column = "label".to_owned();
    assert_eq!(read(&file(&columns, "")).unwrap_err(), Fault::Codec { found: 4, column: column.clone() });
    columns[1].codec = 0;
    columns[1].encoding = 4;
    assert_eq!(read(&file(&columns, "")).unwrap_err(), Fault::Encoding { found: 4, column });
}

#[test]
fn an_encrypted_file_is_refused() {
    assert_eq!(read(b"PAR1 secrets \x04\0\0\0PARE").unwrap_err(), Fault::Encrypted);
}

#[test]
fn footers_and_pages_that_claim_too_much_are_refused() {
    let columns = [pictures("image", &[&[vec![1; 100]]]), numbers("label", &[&[0]])];
    let whole = file(&columns, "");
    // The start of the file ends early.
    assert!(matches!(read(&whole[..whole.len() - 1]).unwrap_err(), Fault::End { .. }));
    let mut lying = whole.clone();
    let at = whole.len() - 8;
    lying[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(read(&lying).unwrap_err(), Fault::Directory { offset: at as u64 });
    // Every page gets another length.
    let mut column = columns[0].clone();
    column.pages[0].1 = 1 << 40;
    assert!(read(&file(&[column.clone(), columns[1].clone()], "")).is_err());
    column.pages[0].1 = 2;
    assert!(read(&file(&[column, columns[1].clone()], "")).is_err());
    // A schema in which each element claims to be in the one before.
    let deep: Vec<_> = (0..100_000).map(|_| writer::branch("a", 1)).chain([writer::leaf("b", 2, None)]).collect();
    let footer = writer::structure(&[(2, writer::list(&deep))]);
    assert!(matches!(read(&writer::end(b"PAR1".to_vec(), &footer)).unwrap_err(), Fault::Directory { .. }));
    let many = writer::structure(&[(2, (9, vec![0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]))]);
    assert!(matches!(read(&writer::end(b"PAR1".to_vec(), &many)).unwrap_err(), Fault::Directory { .. }));
}

#[test]
fn every_cut_and_every_changed_byte_gives_a_fault_or_images() {
    let files = [b"one".to_vec(), b"two".to_vec()];
    let columns = [pictures("image", &[&files]), words("label", &[&["owl", "wren"]])];
    let whole = file(&columns, &notes("label", r#"["a"]"#));
    for at in 0..whole.len() {
        assert!(read(&whole[..at]).is_err());
        for change in [1, 0x10, 0x80, 0xFF] {
            let mut changed = whole.clone();
            changed[at] ^= change;
            read(&changed).ok();
        }
    }
}
