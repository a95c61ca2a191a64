//! Encoding: the exact bytes, the arrays that they decode to, and the arguments that are refused.
#![cfg(not(target_arch = "wasm32"))]

use std::fmt::Debug;

use idxlens::{
    error::{Error, Warning},
    format::{
        decode::Decoder,
        element::Element,
        element::ElementType,
        encode::{checksum, encode, gzip},
        layout::Layout,
    },
};
use proptest::prelude::*;

fn decode(file: &[u8]) -> (Layout, Vec<u8>, Vec<Warning>) {
    let mut decoder = Decoder::new();
    let mut elements = Vec::new();
    let mut sink = |_: &Layout, bytes: &[u8]| {
        elements.extend_from_slice(bytes);
        Ok(())
    };
    decoder.push(file, &mut sink).unwrap();
    decoder.finish(0).unwrap();
    (decoder.layout().unwrap().clone(), elements, decoder.warnings().to_vec())
}

#[test]
fn elements_of_every_type_are_written_most_significant_byte_first() {
    #[track_caller]
    fn check<T: Element>(elements: &[T], code: u8, bytes: &[u8]) {
        let count = u8::try_from(elements.len()).unwrap();
        let shape = [1, u32::from(count)];
        let layout = [0, 0, code, 2, 0, 0, 0, 1, 0, 0, 0, count];
        assert_eq!(encode(&shape, elements).unwrap(), [&layout, bytes].concat());
    }
    check(&[0x0A_u8, 0x0B, 0xFF], 0x08, &[0x0A, 0x0B, 0xFF]);
    check(&[-2_i8, -1, 0, -86], 0x09, &[0xFE, 0xFF, 0, 0xAA]);
    check(&[-4091_i16, 255], 0x0B, &[0xF0, 5, 0, 0xFF]);
    check(&[0x00FF_00FF_i32, i32::MIN, -1], 0x0C, &[0, 0xFF, 0, 0xFF, 0x80, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]);
    check(&[1.0_f32, -2.5, f32::INFINITY], 0x0D, &[0x3F, 0x80, 0, 0, 0xC0, 0x20, 0, 0, 0x7F, 0x80, 0, 0]);
    check(
        &[1.0_f64, -2.0, -0.0, f64::from_bits(0x7FF8_0000_0000_0123)],
        0x0E,
        &[
            0x3F, 0xF0, 0, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x7F, 0xF8, 0, 0, 0, 0,
            1, 0x23,
        ],
    );
}

#[test]
fn values_of_every_type_are_read_exactly() {
    #[track_caller]
    fn check<T: Element + Into<f64>>(elements: &[T]) {
        let count = u32::try_from(elements.len()).unwrap();
        let (layout, bytes, _) = decode(&encode(&[count], elements).unwrap());
        let values: Vec<u64> = layout.element_type().values(&bytes).map(f64::to_bits).collect();
        let expected: Vec<u64> = elements.iter().map(|&element| element.into().to_bits()).collect();
        assert_eq!(values, expected);
    }
    check(&[0_u8, 1, 127, 128, 255]);
    check(&[i8::MIN, -1, 0, 1, i8::MAX]);
    check(&[i16::MIN, -1, 0, 1, 256, i16::MAX]);
    check(&[i32::MIN, -1, 0, 1, 16_777_217, i32::MAX]);
    check(&[f32::MIN, -0.0, 0.1, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, f32::NEG_INFINITY]);
    check(&[f64::MIN, -0.0, 0.1, 5e-324, f64::MAX, f64::INFINITY, f64::NEG_INFINITY]);
    assert_eq!(ElementType::I32.values(&[0, 0, 0, 1, 0, 0]).len(), 1, "a part of an element is none");
}

/// Writes, reads and writes again, plain and as gzip.
fn round_trip<T: Element + Debug>(shape: &[u32], elements: &[T], to_bytes: fn(&T) -> Vec<u8>) {
    let file = encode(shape, elements).unwrap();
    let layout = Layout::new(T::TYPE, shape.to_vec()).unwrap();
    let bytes: Vec<u8> = elements.iter().flat_map(to_bytes).collect();
    assert_eq!(file, [layout.header().to_bytes(), bytes.clone()].concat());
    let read = (layout, bytes, Vec::new());
    assert_eq!(decode(&file), read);
    assert_eq!(decode(&gzip(&file)), read);
    assert_eq!(decode(&gzip(&gzip(&file))), read);
    assert_eq!(gzip(&file), gzip(&file), "the same bytes always give the same file");
    let length = u32::try_from(file.len()).unwrap();
    assert!(gzip(&file).ends_with(&[checksum(&file), length].map(u32::to_le_bytes).concat()));
}

/// A shape of rank 1 to 5, with sizes of 0 and 1 among others, and its elements.
fn array<T: Arbitrary>() -> impl Strategy<Value = (Vec<u32>, Vec<T>)> {
    prop::collection::vec(0..5_u32, 1..6).prop_flat_map(|shape| {
        let count = shape.iter().product::<u32>() as usize;
        (Just(shape), prop::collection::vec(any::<T>(), count))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn u8_comes_back((shape, elements) in array::<u8>()) {
        round_trip(&shape, &elements, |element| vec![*element]);
    }

    #[test]
    fn i8_comes_back((shape, elements) in array::<i8>()) {
        round_trip(&shape, &elements, |element| element.to_be_bytes().to_vec());
    }

    #[test]
    fn i16_comes_back((shape, elements) in array::<i16>()) {
        round_trip(&shape, &elements, |element| element.to_be_bytes().to_vec());
    }

    #[test]
    fn i32_comes_back((shape, elements) in array::<i32>()) {
        round_trip(&shape, &elements, |element| element.to_be_bytes().to_vec());
    }

    // From any bits, so that every NaN can occur.
    #[test]
    fn f32_comes_back((shape, bits) in array::<u32>()) {
        let elements: Vec<f32> = bits.into_iter().map(f32::from_bits).collect();
        round_trip(&shape, &elements, |element| element.to_bits().to_be_bytes().to_vec());
    }

    #[test]
    fn f64_comes_back((shape, bits) in array::<u64>()) {
        let elements: Vec<f64> = bits.into_iter().map(f64::from_bits).collect();
        round_trip(&shape, &elements, |element| element.to_bits().to_be_bytes().to_vec());
    }

    #[test]
    fn a_file_accepted_without_a_warning_is_encoded_the_same(
        code in prop::sample::select(ElementType::IDX.map(|element_type| element_type.code().unwrap()).to_vec()),
        (shape, mut elements) in array::<[u8; 8]>(),
        lost in 0..2_usize,
    ) {
        let dimensions: Vec<u8> = shape.iter().flat_map(|size| size.to_be_bytes()).collect();
        let rank = u8::try_from(shape.len()).unwrap();
        let size = ElementType::from_code(code).unwrap().size();
        elements.truncate(elements.len().saturating_sub(lost));
        let elements: Vec<u8> = elements.iter().flat_map(|element| &element[..size]).copied().collect();
        let file = [&[0, 0, code, rank], &dimensions[..], &elements].concat();
        let (layout, elements, warnings) = decode(&file);
        prop_assert_eq!(warnings.is_empty(), elements.len() as u64 == layout.byte_len());
        prop_assert_eq!([layout.header().to_bytes(), elements].concat(), file);
    }
}

#[test]
fn every_rank_but_0_is_written() {
    for rank in 1..=255 {
        let shape = vec![1; rank];
        let file = encode(&shape, &[7_u8]).unwrap();
        assert_eq!(usize::from(file[3]), rank);
        let (layout, elements, warnings) = decode(&file);
        assert_eq!((layout.shape(), &elements[..], &warnings[..]), (&shape[..], &[7][..], &[][..]));
    }
}

#[test]
fn shapes_that_cannot_be_written_are_refused() {
    assert_eq!(encode(&[], &[1_u8]), Err(Error::RankOutOfRange { found: 0 }));
    assert_eq!(encode::<u8>(&[], &[]), Err(Error::RankOutOfRange { found: 0 }));
    assert_eq!(encode(&[1; 256], &[1_u8]), Err(Error::RankOutOfRange { found: 256 }));
    assert_eq!(encode(&[1 << 31, 1 << 31, 4], &[1_u8]), Err(Error::TooLarge { offset: 4 }));
    assert_eq!(encode(&[1, u32::MAX, u32::MAX], &[1_f64]), Err(Error::TooLarge { offset: 12 }));
    assert_eq!(encode(&[2, 2], &[1_u8; 3]), Err(Error::LengthMismatch { expected: 4, found: 3 }));
    assert_eq!(encode(&[2, 2], &[1_i16; 5]), Err(Error::LengthMismatch { expected: 8, found: 10 }));
    assert_eq!(encode(&[0], &[1_f64]), Err(Error::LengthMismatch { expected: 0, found: 8 }));
    assert_eq!(encode::<u8>(&[3], &[]), Err(Error::LengthMismatch { expected: 3, found: 0 }));
}
