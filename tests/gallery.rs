//! Pictures that become the images of an array.
#![cfg(not(target_arch = "wasm32"))]
#![cfg(feature = "pictures")]

use idxlens::format::{
    element::ElementType,
    encode::gzip,
    gallery::{Gallery, Outcome, gunzip, picture_size},
    reader::Reader,
};
use png::{BitDepth, ColorType, Encoder};
use proptest::prelude::*;

/// A PNG file of 2 x 2 pixels.
fn png(colour: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, 2, 2);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    if colour == ColorType::Indexed {
        encoder.set_palette(vec![10, 20, 30, 40, 50, 60]);
        encoder.set_trns(vec![255, 7]);
    }
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    file
}

fn gray(values: [u8; 4]) -> Vec<u8> {
    png(ColorType::Grayscale, BitDepth::Eight, &values)
}

/// Shape, type and elements of the array of these pictures, which come again as often as that is wanted.
fn array(files: &[Vec<u8>]) -> (Vec<u32>, ElementType, Vec<u8>) {
    let (mut gallery, mut elements, mut at) = (Gallery::new(2, 2), Vec::new(), 0);
    while let Some(file) = files.get(at) {
        if gallery.push_png(file) == Outcome::Again {
            (elements, at) = (Vec::new(), 0);
        } else {
            elements.extend(gallery.take_output());
            at += 1;
        }
    }
    let header = gallery.header();
    let reader = Reader::new(&header[..]).unwrap();
    (reader.layout().shape().to_vec(), reader.layout().element_type(), elements)
}

#[test]
fn each_kind_of_png_keeps_its_values() {
    use BitDepth::{Eight, One, Sixteen, Two};
    use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
    let check = |colour, depth, data: &[u8], shape: &[u32], expected: &[u8]| {
        let element_type = if depth == Sixteen { ElementType::U16 } else { ElementType::U8 };
        let expected = (shape.to_vec(), element_type, expected.to_vec());
        assert_eq!(array(&[png(colour, depth, data)]), expected, "{colour:?}, {depth:?}");
    };
    check(Grayscale, Eight, &[1, 2, 3, 4], &[1, 2, 2], &[1, 2, 3, 4]);
    check(Grayscale, One, &[0b1000_0000, 0b0100_0000], &[1, 2, 2], &[255, 0, 0, 255]);
    check(Grayscale, Two, &[0b0110_0000, 0b0011_0000], &[1, 2, 2], &[85, 170, 0, 255]);
    check(Grayscale, Sixteen, &[0, 1, 2, 3, 4, 5, 6, 7], &[1, 2, 2], &[0, 1, 2, 3, 4, 5, 6, 7]);
    check(GrayscaleAlpha, Eight, &[1, 255, 2, 255, 3, 255, 4, 255], &[1, 2, 2], &[1, 2, 3, 4]);
    let colours: Vec<u8> = (1..=12).collect();
    check(Rgb, Eight, &colours, &[1, 2, 2, 3], &colours);
    check(Rgb, Eight, &[1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4], &[1, 2, 2], &[1, 2, 3, 4]);
    let transparent: Vec<u8> = (1..=16).collect();
    check(Rgba, Eight, &transparent, &[1, 2, 2, 4], &transparent);
    let [opaque, other] = [[10, 20, 30, 255], [40, 50, 60, 7]];
    check(Indexed, One, &[0b1000_0000, 0b0100_0000], &[1, 2, 2, 4], &[other, opaque, opaque, other].concat());
}

#[test]
fn all_pictures_get_what_one_of_them_needs() {
    let red = png(ColorType::Rgb, BitDepth::Eight, &[9, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    let deep = png(ColorType::Grayscale, BitDepth::Sixteen, &[0, 1, 0, 2, 0, 3, 0, 4]);
    let (shape, element_type, elements) = array(&[gray([5, 6, 7, 8]), red, deep, gray([255, 0, 0, 0])]);
    assert_eq!((shape, element_type), (vec![4, 2, 2, 3], ElementType::U16));
    let values: Vec<u16> = elements.as_chunks().0.iter().map(|&value| u16::from_be_bytes(value)).collect();
    assert_eq!(values[..6], [5 * 257, 5 * 257, 5 * 257, 6 * 257, 6 * 257, 6 * 257]);
    assert_eq!(values[12..16], [9 * 257, 0, 0, 257]);
    assert_eq!(values[24..30], [1, 1, 1, 2, 2, 2]);
    assert_eq!(values[36..39], [65_535; 3]);
}

#[test]
fn what_is_no_picture_of_that_size_is_left_out() {
    let good = gray([1, 2, 3, 4]);
    let mut gallery = Gallery::new(2, 2);
    for bad in
        [&good[..good.len() - 20], &good[..8], b"", b"GIF89a", &[&good[..20], &[0, 0, 0, 9], &good[24..]].concat()]
    {
        assert_eq!(gallery.push_png(bad), Outcome::Unreadable);
    }
    assert_eq!(gallery.push_pixels(&[0; 15]), Outcome::Unreadable);
    assert_eq!(gallery.push_pixels(&[0; 20]), Outcome::Unreadable);
    assert_eq!(Gallery::new(3, 2).push_png(&good), Outcome::Unreadable);
    assert_eq!((gallery.count(), gallery.take_output()), (0, vec![]));
    assert_eq!(
        (gallery.push_png(&good), gallery.count(), gallery.take_output()),
        (Outcome::Taken, 1, vec![1, 2, 3, 4])
    );
}

#[test]
fn the_first_bytes_tell_the_size() {
    let good = gray([1, 2, 3, 4]);
    assert_eq!(picture_size(&good), Some([2, 2]));
    assert_eq!(picture_size(&good[..33]), Some([2, 2]));
    assert_eq!(picture_size(b"GIF89a\x03\0\x05\0\0\0\0"), Some([3, 5]));
    let bmp = [&b"BM"[..], &[0; 12], &40_u32.to_le_bytes(), &7_u32.to_le_bytes(), &9_u32.to_le_bytes()].concat();
    assert_eq!(picture_size(&[bmp, vec![0; 40]].concat()), Some([7, 9]));
    let sized =
        |width: u32, height: u32| [&good[..16], &width.to_be_bytes(), &height.to_be_bytes(), &good[24..]].concat();
    assert_eq!(picture_size(&sized(4096, 4096)), Some([4096, 4096]));
    for (width, height) in [(4096, 4097), (u32::MAX, u32::MAX), (0, 5)] {
        assert_eq!(picture_size(&sized(width, height)), None);
    }
    assert_eq!((picture_size(b""), picture_size(b"\0\0\x08\x01\0\0\0\0")), (None, None));
}

#[test]
fn what_was_packed_once_more_is_inflated_up_to_a_limit() {
    let packed = gzip(&[7; 1000]);
    assert_eq!(gunzip(&packed, 2000), [7; 1000]);
    assert_eq!(gunzip(&packed, 100), [7; 100]);
    // The checksum is cut.
    assert_eq!(gunzip(&packed[..packed.len() - 4], 2000), [7; 1000]);
    assert!(gunzip(b"no gzip", 2000).is_empty());
}

proptest! {
    #[test]
    fn any_bytes_are_taken_or_not(mut file in any::<[u8; 4]>().prop_map(gray), at in 0_usize..60, byte in any::<u8>()) {
        let len = file.len();
        file[at % len] = byte;
        prop_assert!(picture_size(&file).is_none_or(|size| size.iter().all(|&side| side > 0)));
        let mut gallery = Gallery::new(2, 2);
        let is_taken = gallery.push_png(&file) == Outcome::Taken;
        prop_assert_eq!(gallery.count(), u32::from(is_taken));
        prop_assert_eq!(gallery.take_output().is_empty(), !is_taken);
    }
}
