//! The crate as a library: arrays are written and read back, and every fault of a file is reported.
#![cfg(not(target_arch = "wasm32"))]

use std::{
    error::Error as _,
    io::{self, Read, Write},
};

use idxlens::{
    error::{Error, GzipFault, Warning},
    format::{
        element::{Element, ElementType},
        encode::{encode, gzip},
        layout::{ByteOrder, Layout},
        reader::{ReadError, Reader},
        writer::{WriteError, Writer},
    },
};
use proptest::prelude::*;

/// Gives some bytes at a time, with an interruption before each.
#[derive(Debug)]
struct Slow<'a> {
    file: &'a [u8],
    size: usize,
    interrupted: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = buffer.len().min(self.size);
        self.file.read(&mut buffer[..len])
    }
}

fn slow(file: &[u8], size: usize) -> Slow<'_> {
    Slow { file, size, interrupted: false }
}

fn damage(error: ReadError) -> Warning {
    match error {
        ReadError::Damaged(warning) => warning,
        other => panic!("{other:?} is no damage"),
    }
}

/// Checks that the file gives these elements, and then this error if any, in every way of reading.
#[track_caller]
fn check<T: Element>(file: &[u8], elements: &[T], fault: Option<&Warning>) {
    for size in [1, 5, 1 << 20] {
        for len in [1, 3, 1000] {
            let mut reader = Reader::new(slow(file, size)).unwrap();
            let (mut read, mut part) = (Vec::new(), vec![T::default(); len]);
            let error = loop {
                let before = reader.position();
                match reader.read_into(&mut part) {
                    Ok(0) => break None,
                    Ok(count) => read.extend_from_slice(&part[..count]),
                    Err(error) => {
                        let count = usize::try_from(reader.position() - before).unwrap();
                        read.extend_from_slice(&part[..count]);
                        break Some(damage(error));
                    }
                }
            };
            assert_eq!((&read[..], error.as_ref()), (elements, fault), "{size} bytes, {len} elements at a time");
        }
    }
    let mut reader = Reader::new(file).unwrap();
    match reader.read_to_end::<T>() {
        Ok(all) => assert_eq!((&all[..], None), (elements, fault)),
        Err(error) => assert_eq!(Some(&damage(error)), fault),
    }
    let mut reader = Reader::new(file).unwrap();
    let item_len = usize::try_from(reader.layout().item_elements()).unwrap().max(1);
    let mut items = reader.items::<T>();
    for item in elements.chunks_exact(item_len) {
        assert_eq!(items.next().unwrap().unwrap(), item);
    }
    assert_eq!(items.next().map(|item| damage(item.unwrap_err())).as_ref(), fault, "after all items");
    assert!(items.next().is_none());
}

#[test]
fn every_element_type_comes_back_plain_and_packed_in_either_byte_order() {
    #[track_caller]
    fn check_type<T: Element>(elements: &[T; 6]) {
        let file = encode(&[2, 3], elements).unwrap();
        for file in [file.clone(), gzip(&file), gzip(&gzip(&file)), gzip(&gzip(&gzip(&file)))] {
            check(&file, elements, None);
        }
        let mut values = [0.0; 7];
        assert_eq!(Reader::new(&file[..]).unwrap().read_values(&mut values).unwrap(), 6);
        assert_eq!(values[..6], elements.map(Into::into));
        let mut little = vec![2, T::TYPE.code().unwrap(), 0, 0, 2, 0, 0, 0, 3, 0, 0, 0];
        for element in elements {
            element.write_to(ByteOrder::Little, &mut little);
        }
        check(&little, elements, None);
        let mut reader = Reader::new(&little[..]).unwrap();
        assert_eq!(reader.warnings(), [Warning::LittleEndian]);
        assert_eq!(reader.read_values(&mut values).unwrap(), 6);
        assert_eq!(values[..6], elements.map(Into::into));
    }
    check_type(&[0_u8, 1, 2, 127, 128, 255]);
    check_type(&[0_i8, 1, -1, 127, -128, 5]);
    check_type(&[0_i16, 1, -1, i16::MAX, i16::MIN, 256]);
    check_type(&[0_i32, 1, -1, i32::MAX, i32::MIN, 65536]);
    check_type(&[0.0_f32, 1.5, -0.1, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY]);
    check_type(&[0.0_f64, 1.5, -0.1, f64::MAX, f64::MIN_POSITIVE, f64::NEG_INFINITY]);
}

#[test]
fn arrays_of_odd_shapes_are_read() {
    check::<u8>(&encode::<u8>(&[0], &[]).unwrap(), &[], None);
    check::<u8>(&encode::<u8>(&[0, 28, 28], &[]).unwrap(), &[], None);
    let scalar = [&[0, 0, 0x0B, 0][..], &[1, 2]].concat();
    check(&scalar, &[258_i16], None);
    assert_eq!(Reader::new(&scalar[..]).unwrap().header().shape(), [0_u32; 0]);
    // Each of these items has no elements.
    let file = encode::<u8>(&[3, 0], &[]).unwrap();
    let items = Reader::new(&file[..]).unwrap().items::<u8>().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(items, vec![Vec::<u8>::new(); 3]);
}

#[test]
fn items_go_on_where_reading_stopped() {
    let file = encode(&[3, 2], &[1_u8, 2, 3, 4, 5, 6]).unwrap();
    let mut reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.items::<u8>().next().unwrap().unwrap(), [1, 2]);
    assert_eq!(reader.position(), 2);
    assert_eq!(reader.items::<u8>().collect::<Result<Vec<_>, _>>().unwrap(), [[3, 4], [5, 6]]);
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_an_error() {
    let elements = [1_i16, 2, 3, 4, 5, 6];
    let plain = encode(&[3, 2], &elements).unwrap();
    for len in 12..plain.len() {
        let (whole, found) = ((len - 12) / 2, (len as u64 - 12) / 4);
        let cut = Warning::Truncated { offset: len as u64, expected: 3, found };
        check(&plain[..len], &elements[..whole], Some(&cut));
    }
    for len in 0..12 {
        let Err(ReadError::Format(error)) = Reader::new(&plain[..len]) else { panic!("{len} bytes are no header") };
        assert_eq!(error.facts().found, Some(len as u64));
    }
    let packed = gzip(&plain);
    for len in 0..packed.len() {
        let result = Reader::new(&packed[..len]).and_then(|mut reader| reader.read_to_end::<i16>());
        assert!(result.is_err(), "{len} of {} bytes", packed.len());
    }
}

#[test]
fn bytes_after_the_array_are_an_error_after_its_elements() {
    let elements = [7_u8; 6];
    let plain = encode(&[2, 3], &elements).unwrap();
    let longer = [&plain[..], &[9; 4]].concat();
    let trailing = Warning::Trailing { offset: 18, found: 4, items: 1 };
    check(&longer, &elements, Some(&trailing));
    check(&gzip(&longer), &elements, Some(&trailing));
    let packed = gzip(&plain);
    let fault = GzipFault::Trailing { offset: packed.len() as u64, found: 3 };
    check(&[&packed[..], b"end"].concat(), &elements, Some(&Warning::Gzip { layer: 1, fault }));
    let long = [plain, vec![0; 100_000]].concat();
    check(&long, &elements, Some(&Warning::Trailing { offset: 18, found: 100_000, items: 33_333 }));
    let found = 8 << 10;
    check(&gzip(&long), &elements, Some(&Warning::Stopped(Error::Excess { offset: 18, found })));
}

#[test]
fn a_wrong_checksum_or_length_is_an_error_after_the_last_element() {
    let elements = [1_u8, 2, 3, 4];
    let packed = gzip(&encode(&[2, 2], &elements).unwrap());
    for (back, is_checksum) in [(8, true), (4, false)] {
        let mut file = packed.clone();
        let at = file.len() - back;
        file[at] ^= 1;
        let mut reader = Reader::new(&file[..]).unwrap();
        let warning = damage(reader.read_to_end::<u8>().unwrap_err());
        let Warning::Gzip { layer: 1, fault } = warning else { panic!("{warning:?}") };
        assert_eq!(matches!(fault, GzipFault::Checksum { .. }), is_checksum, "{fault:?}");
        check(&file, &elements, Some(&warning));
    }
}

#[test]
fn a_file_of_another_type_or_format_is_refused() {
    let file = encode(&[2], &[1_i16, 2]).unwrap();
    let mut reader = Reader::new(&file[..]).unwrap();
    let error = reader.read_into(&mut [0_u8; 2]).unwrap_err();
    assert_eq!(error.to_string(), "wrong element type: expected u8, found i16");
    assert!(matches!(error, ReadError::ElementType { expected: ElementType::U8, found: ElementType::I16 }));
    assert!(reader.items::<f32>().next().unwrap().is_err());
    assert_eq!(reader.read_to_end::<i16>().unwrap(), [1, 2], "nothing is lost");

    for file in [&b"%PDF-1.7, and so on"[..], &gzip(b"%PDF-1.7, and so on"), &gzip(b""), b""] {
        let error = Reader::new(file).unwrap_err();
        let source = error.source().unwrap().downcast_ref::<Error>().expect("the reason is the source");
        assert!(matches!(&error, ReadError::Format(format) if format == source));
    }
}

#[test]
fn a_layout_can_be_chosen() {
    let file = encode(&[4], &[1_u8, 0, 2, 0]).unwrap();
    let layout: Layout = "i16le,2,8".parse().unwrap();
    let mut reader = Reader::with_layout(&file[..], layout.clone()).unwrap();
    assert_eq!(reader.layout(), &layout);
    assert_eq!(reader.read_to_end::<i16>().unwrap(), [1, 2]);
}

#[test]
fn an_input_that_fails_is_the_source_of_the_error() {
    #[derive(Debug)]
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is on fire"))
        }
    }
    let error = Reader::new(Failing).unwrap_err();
    assert_eq!(error.source().unwrap().to_string(), "the disk is on fire");
    let file = encode(&[2], &[1_u8, 2]).unwrap();
    let mut reader = Reader::new(file[..9].chain(Failing)).unwrap();
    assert!(matches!(reader.read_into(&mut [0_u8; 2]), Err(ReadError::Io(_))));
    assert_eq!(reader.position(), 1);
}

#[test]
fn writing_in_parts_gives_the_same_file_as_writing_at_once() {
    let elements: Vec<i32> = (0..40_000).collect();
    for size in [1, 999, 40_000] {
        let (mut plain, mut packed) =
            (Writer::new(Vec::new(), &[200, 200]).unwrap(), Writer::gzip(Vec::new(), &[200, 200]).unwrap());
        for part in elements.chunks(size) {
            plain.write(part).unwrap();
            packed.write(part).unwrap();
        }
        let file = encode(&[200, 200], &elements).unwrap();
        assert_eq!(packed.finish().unwrap(), gzip(&file));
        assert_eq!(plain.finish().unwrap(), file);
    }
}

#[test]
fn a_writer_counts_its_elements() {
    let mut writer = Writer::new(Vec::new(), &[3]).unwrap();
    writer.write(&[1_i16, 2]).unwrap();
    let error = writer.write(&[3, 4]).unwrap_err();
    assert!(matches!(error, WriteError::Format(Error::LengthMismatch { expected: 6, found: 8 })));
    assert_eq!(error.source().unwrap().to_string(), Error::LengthMismatch { expected: 6, found: 8 }.to_string());
    writer.write(&[3]).unwrap();
    assert_eq!(writer.finish().unwrap(), encode(&[3], &[1_i16, 2, 3]).unwrap());
    let writer = Writer::<_, u8>::gzip(Vec::new(), &[3]).unwrap();
    let error = writer.finish().unwrap_err();
    assert!(matches!(error, WriteError::Format(Error::LengthMismatch { expected: 3, found: 0 })));
}

#[test]
fn an_output_that_fails_is_the_source_of_the_error() {
    #[derive(Debug)]
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            if self.0 == 0 { Err(io::Error::other("cannot be flushed")) } else { Ok(()) }
        }
    }
    assert!(matches!(Writer::<_, u8>::new(Full(7), &[2]), Err(WriteError::Io(_))));
    let mut writer = Writer::new(Full(9), &[2]).unwrap();
    let error = writer.write(&[1_u8, 2]).unwrap_err();
    let source = error.source().unwrap().downcast_ref::<io::Error>().unwrap();
    assert_eq!(source.kind(), io::ErrorKind::StorageFull);
    let mut writer = Writer::new(Full(10), &[2]).unwrap();
    writer.write(&[1_u8, 2]).unwrap();
    assert!(matches!(writer.finish(), Err(WriteError::Io(_))), "the output is flushed");
}

#[test]
fn values_become_elements_where_the_type_has_them() {
    assert_eq!([-1.0, 0.0, -0.0, 255.0, 256.0, 0.5, f64::NAN].map(u8::from_f64), {
        [None, Some(0), Some(0), Some(255), None, None, None]
    });
    assert_eq!([-129.0, -128.0, 127.0, 128.0].map(i8::from_f64), [None, Some(-128), Some(127), None]);
    assert_eq!([-32769.0, -32768.0, 32767.0].map(i16::from_f64), [None, Some(i16::MIN), Some(i16::MAX)]);
    assert_eq!([2_147_483_648.0, 2_147_483_647.0, f64::INFINITY].map(i32::from_f64), [None, Some(i32::MAX), None]);
    assert_eq!([0.5, 0.1, 1e300, f64::INFINITY].map(f32::from_f64), [Some(0.5), Some(0.1), None, Some(f32::INFINITY)]);
    assert!(f32::from_f64(f64::NAN).unwrap().is_nan());
    assert_eq!(f64::from_f64(0.1), Some(0.1));
}

#[cfg(feature = "ndarray")]
#[test]
fn a_file_becomes_an_array() {
    let file = gzip(&encode(&[2, 1, 3], &[1_i16, 2, 3, 4, 5, 6]).unwrap());
    let array = Reader::new(&file[..]).unwrap().read_array::<i16>().unwrap();
    assert_eq!((array.shape(), array[[1, 0, 2]]), (&[2, 1, 3][..], 6));
    let scalar = Reader::new(&[0, 0, 8, 0, 7][..]).unwrap().read_array::<u8>().unwrap();
    assert_eq!((scalar.ndim(), scalar.first()), (0, Some(&7)));
    let mut reader = Reader::new(&file[..]).unwrap();
    reader.read_into(&mut [0_i16; 2]).unwrap();
    let error = reader.read_array::<i16>().unwrap_err();
    assert!(matches!(error, ReadError::Format(Error::LengthMismatch { expected: 12, found: 8 })));
    let cut = &encode(&[2], &[1_u8, 2]).unwrap()[..9];
    assert!(matches!(Reader::new(cut).unwrap().read_array::<u8>(), Err(ReadError::Damaged(_))));
}

#[cfg(feature = "serde")]
#[test]
fn headers_and_layouts_are_serialized_and_checked_when_they_come_back() {
    use idxlens::{
        dataset::{
            range::NotFinite,
            statistics::{Spread, Summary},
        },
        format::header::Header,
    };

    let layout: Layout = "i16le,60000x28x28,16".parse().unwrap();
    let json = serde_json::to_string(&layout).unwrap();
    assert_eq!(json, r#""i16le,60000x28x28,16""#);
    assert_eq!(serde_json::from_str::<Layout>(&json).unwrap(), layout);
    assert!(serde_json::from_str::<Layout>(r#""i16le,4294967296,16""#).is_err());

    let json = serde_json::to_string(layout.header()).unwrap();
    assert_eq!(json, r#"{"element_type":"i16","shape":[60000,28,28]}"#);
    assert_eq!(&serde_json::from_str::<Header>(&json).unwrap(), layout.header());
    let long = serde_json::json!({ "element_type": "u8", "shape": vec![1; 256] });
    assert!(serde_json::from_value::<Header>(long).is_err());

    assert_eq!(serde_json::to_string(&ByteOrder::Little).unwrap(), r#""little""#);
    let summary = Summary {
        range: Some((0.0, 255.0)),
        spread: Some(Spread { mean: 33.5, deviation: 79.25 }),
        not_finite: NotFinite::default(),
    };
    let json = serde_json::to_string(&summary).unwrap();
    assert_eq!(serde_json::from_str::<Summary>(&json).unwrap(), summary);
    let facts = Error::UnknownElementType { found: 10 }.facts();
    assert_eq!(serde_json::to_value(facts).unwrap()["name"], "UnknownElementType");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(
        shape in prop::collection::vec(0..6_u32, 1..5),
        seed in any::<u16>(),
        part in 1..50_usize,
        packed in 0..3_usize,
    ) {
        let count = shape.iter().product::<u32>();
        let elements: Vec<i32> = (0..count).map(|index| (index * 7919 + u32::from(seed)).cast_signed()).collect();
        let mut writer = Writer::new(Vec::new(), &shape).unwrap();
        for part in elements.chunks(part) {
            writer.write(part).unwrap();
        }
        let file = (0..packed).fold(writer.finish().unwrap(), |file, _| gzip(&file));
        let mut reader = Reader::new(slow(&file, part)).unwrap();
        prop_assert_eq!(reader.header().shape(), &shape);
        prop_assert_eq!(usize::from(reader.layers()), packed);
        prop_assert_eq!(reader.items::<i32>().collect::<Result<Vec<_>, _>>().unwrap().concat(), elements);
    }
}
