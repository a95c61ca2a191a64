//! NumPy arrays: what their headers say, and what is wrong with them.

use idxlens::{
    error::{Error, NpyFault, Warning},
    format::{
        decode::Decoder,
        element::ElementType,
        encode::gzip,
        header::{Header, Part},
        layout::{ByteOrder, Layout},
        reader::Reader,
    },
};

use crate::files::decode;

/// A file with this version and dictionary.
fn npy(major: u8, dictionary: &str, elements: &[u8]) -> Vec<u8> {
    let length = u32::try_from(dictionary.len()).unwrap().to_le_bytes();
    let length = if major == 1 { &length[..2] } else { &length };
    [&b"\x93NUMPY"[..], &[major, 0], length, dictionary.as_bytes(), elements].concat()
}

fn dictionary(descr: &str, order: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}          \n")
}

fn array(descr: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    npy(1, &dictionary(descr, "False", shape), elements)
}

#[test]
fn every_type_and_both_byte_orders_are_read() {
    use ElementType as T;
    let cases: [(&str, T, &[u8], f64); 13] = [
        ("b1", T::Bool, &[1], 1.0),
        ("u1", T::U8, &[200], 200.0),
        ("i1", T::I8, &[0xFE], -2.0),
        ("u2", T::U16, &[0xFF, 0xFE], 65_534.0),
        ("i2", T::I16, &[0xFF, 0xFE], -2.0),
        ("u4", T::U32, &[0xFF, 0xFF, 0xFF, 0xFE], 4_294_967_294.0),
        ("i4", T::I32, &[0xFF, 0xFF, 0xFF, 0xFE], -2.0),
        ("u8", T::U64, &[0, 1, 0, 0, 0, 0, 0, 3], 281_474_976_710_659.0),
        ("i8", T::I64, &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], -2.0),
        ("f2", T::F16, &[0xC1, 0x00], -2.5),
        ("V2", T::Bf16, &[0xC0, 0x20], -2.5),
        ("f4", T::F32, &[0xC0, 0x20, 0, 0], -2.5),
        ("f8", T::F64, &[0xC0, 0x04, 0, 0, 0, 0, 0, 0], -2.5),
    ];
    for (name, element_type, big_endian, value) in cases {
        for (prefix, order) in [('<', ByteOrder::Little), ('>', ByteOrder::Big), ('|', ByteOrder::Little)] {
            let mut element = big_endian.to_vec();
            if order == ByteOrder::Little {
                element.reverse();
            }
            for major in 1..=3 {
                let file = npy(major, &dictionary(&format!("{prefix}{name}"), "False", "(1,)"), &element);
                let outcome = decode(&file);
                let layout = outcome.layout.expect("an array");
                let expected = Layout::new(element_type, vec![1]).unwrap().with_byte_order(order);
                assert_eq!(layout.to_string().parse().as_ref(), Ok(&layout));
                assert_eq!(layout, expected.with_data_offset((file.len() - element.len()) as u64).unwrap());
                assert_eq!((outcome.elements, outcome.warnings, outcome.error), (element.clone(), vec![], None));
                let mut values = [0.0];
                assert_eq!(Reader::new(&file[..]).unwrap().read_values(&mut values).unwrap(), 1);
                assert_eq!(values.map(f64::to_bits), [value.to_bits()], "{prefix}{name}");
            }
        }
        assert_eq!(element_type.encode(value, ByteOrder::Big).as_deref(), Some(big_endian), "{name}");
    }
}

#[test]
fn shapes_and_spellings_are_those_of_numpy() {
    let shape = |text: &str| decode(&array("|u1", text, &[1; 24])).layout.unwrap().shape().to_vec();
    assert_eq!(shape("(24,)"), [24]);
    assert_eq!(shape("(2, 3, 4)"), [2, 3, 4]);
    assert_eq!(shape("(24L, 1L)"), [24, 1]);
    assert!(decode(&array("|u1", "()", &[1])).layout.unwrap().shape().is_empty());
    assert_eq!(decode(&array("|u1", "()", &[1])).warnings, [Warning::Scalar]);
    let other = "{\"shape\":(2,),\"descr\":\"<i2\",\"fortran_order\":False}";
    assert_eq!(decode(&npy(1, other, &[1, 0, 2, 0])).elements, [1, 0, 2, 0]);
    // One dimension is in the same order either way.
    for shape in ["(3,)", "(3, 1)", "(1, 3)", "()"] {
        let file = npy(1, &dictionary("|u1", "True", shape), &[1, 2, 3]);
        assert!(decode(&file).layout.is_some(), "{shape}");
    }
}

#[test]
fn lengths_and_gzip_are_those_of_any_array() {
    let file = array("<u2", "(2, 2)", &[1, 0, 2, 0, 3, 0, 4, 0]);
    let whole = decode(&file);
    let packed = decode(&gzip(&file));
    assert_eq!((packed.layers, &packed.layout, &packed.elements), (1, &whole.layout, &whole.elements));
    let end = file.len() as u64;
    let short = decode(&file[..file.len() - 1]);
    assert_eq!(short.warnings, [Warning::Truncated { offset: end - 1, expected: 2, found: 1 }]);
    let long = decode(&[&file[..], &[9; 5]].concat());
    assert_eq!(long.warnings, [Warning::Trailing { offset: end, found: 5, items: 1 }]);
    // Read in another layout.
    let chosen = "u8,4x2,80".parse().ok();
    let mut decoder = Decoder::with_layout(chosen.clone());
    decoder.push(&file, &mut |_, _| Ok(())).unwrap();
    assert_eq!(decoder.layout(), chosen.as_ref());
}

#[test]
fn a_cut_header_is_incomplete() {
    let file = array("<u2", "(2, 2)", &[]);
    for length in 6..file.len() {
        let expected = if length < 10 { 10 } else { file.len() as u64 };
        let error = Error::TruncatedHeader { expected, found: length as u64 };
        assert_eq!(decode(&file[..length]).error, Some(error), "{length}");
    }
}

#[test]
fn what_is_no_array_of_numbers_is_refused_with_a_reason() {
    use NpyFault as F;
    let of = |descr: &str, order: &str, shape: &str| npy(1, &dictionary(descr, order, shape), &[0; 64]);
    let cases = [
        ("version", npy(9, &dictionary("<f4", "False", "(3,)"), &[0; 12]), F::Version { found: 9 }),
        ("objects", of("|O", "False", "(3,)"), F::Objects),
        ("text", of("<U5", "False", "(3,)"), F::Texts),
        ("bytes", of("|S5", "True", "(3, 2)"), F::Texts),
        ("dates", of("<M8[D]", "False", "(3,)"), F::ElementType),
        ("complex", of("<c8", "False", "(3,)"), F::ElementType),
        (
            "records",
            npy(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,)}", &[0; 12]),
            F::ElementType,
        ),
        ("no type", npy(1, "{'fortran_order': False, 'shape': (3,)}", &[0; 12]), F::Header),
        ("no order", npy(1, "{'descr': '<f4', 'shape': (3,)}", &[0; 12]), F::Header),
        ("another order", of("<f4", "Maybe", "(3,)"), F::Header),
        ("no shape", of("<f4", "False", "3"), F::Header),
        ("a negative size", of("<f4", "False", "(-3,)"), F::Header),
        ("a size of 2^32", of("<f4", "False", "(1, 4294967296)"), F::Dimension { index: 1 }),
        ("no text", npy(1, "\0\0\0\0", &[]), F::Header),
        ("a long header", npy(2, &dictionary("<f4", "False", "(3,)").repeat(200), &[0; 12]), F::Header),
        ("Fortran's order", of("<f4", "True", "(2, 2)"), F::Fortran),
    ];
    for (name, file, fault) in cases {
        assert_eq!(decode(&file).error, Some(Error::Npy(fault)), "{name}");
        let facts = Error::Npy(fault).facts();
        assert!(facts.name.starts_with("Npy") && facts.offset.is_some() && !Error::Npy(fault).to_string().is_empty());
    }
    let ranks = vec!["1"; 300].join(", ");
    assert!(matches!(decode(&of("|u1", "False", &format!("({ranks})"))).error, Some(Error::TooLarge { .. })));
    let sizes = "(4294967295, 4294967295, 4294967295)";
    assert_eq!(decode(&of("|u1", "False", sizes)).error, Some(Error::TooLarge { offset: 10 }));
}

#[test]
fn the_parts_of_a_header_are_known() {
    let file = npy(2, &dictionary("<f4", "False", "(3,)"), &[]);
    let parts = [(Part::Magic, 0..6), (Part::Version, 6..8), (Part::Length, 8..12), (Part::Dictionary, 12..file.len())];
    assert_eq!(Header::parts(&file), parts);
}
