//! Tables that are damaged or something else: where the fault is, and what has come out before it.

use idxlens::{
    error::{CsvFault, Error, Foreign, GzipFault},
    format::{csv::Csv, encode::gzip},
};

use super::{convert, feed, names, read, refused, row, table};

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
fn what_has_come_out_so_far_is_described_also_after_a_fault() {
    let row = |value| row("3", value);
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
