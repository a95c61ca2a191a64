//! How numbers are written in tables, and the types that hold them.

use idxlens::{
    error::{CsvFault, Error},
    format::encode::gzip,
};
use proptest::{collection::vec, prelude::*};

use super::{convert, images, labels, read};

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
