//! Files that a program handled as text.

use idxlens::format::{
    encode::{encode, gzip},
    text_damage::TextDamage,
};

use super::read;

fn damage(file: &[u8]) -> Option<TextDamage> {
    read(file, None).text_damage()
}

/// A file as a transfer in text mode writes it.
fn as_text(file: &[u8]) -> Vec<u8> {
    file.iter().flat_map(|&byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] }).collect()
}

#[test]
fn a_transfer_as_text_is_recognised() {
    let pixels: Vec<u8> = (0..40 * 64_u32).map(|at| (at * 37 + at / 9).to_le_bytes()[0]).collect();
    let file = encode(&[40, 8, 8], &pixels).unwrap();
    let as_text = as_text(&file);
    assert!(as_text.len() > file.len() + 4);
    assert_eq!(damage(&as_text), Some(TextDamage::LineFeeds));
    assert_eq!(damage(&gzip(&as_text)), Some(TextDamage::LineFeeds));
    assert_eq!(damage(&file), None);
    // Bytes that follow are no sign of it, and neither is a file that ends early.
    assert_eq!(damage(&[&file[..], &[0; 100]].concat()), None);
    assert_eq!(damage(&as_text[..as_text.len() / 2]), None);
    // A decoder of UTF-8 replaces what it cannot read, and the header of few items survives it.
    let replaced = String::from_utf8_lossy(&file).into_owned().into_bytes();
    assert_eq!(damage(&replaced), Some(TextDamage::Replaced));
    assert_eq!(damage(&replaced[..replaced.len() / 2]), Some(TextDamage::Replaced));
    // The same three bytes among others are pixels.
    let mut pixels = replaced;
    pixels[100] = 0xFF;
    assert_eq!(damage(&pixels), None);
}

#[test]
fn a_transfer_as_text_that_damaged_the_header_is_recognised() {
    // Ten columns become 13, 2570 items become 3338 of 218,759,168 rows, and 2560 items become 3338 of none.
    for shape in [[40, 8, 10], [2570, 8, 8], [2560, 8, 8]] {
        let len: u32 = shape.iter().product();
        let pixels: Vec<u8> = (0..len).map(|at| (at * 37 + at / 9).to_le_bytes()[0]).collect();
        let file = encode(&shape, &pixels).unwrap();
        let as_text = as_text(&file);
        assert_ne!(as_text[..16], file[..16]);
        for file in [&as_text[..], &gzip(&as_text)] {
            assert_eq!(damage(file), Some(TextDamage::LineFeeds));
        }
        assert_eq!(damage(&as_text[..as_text.len() / 2]), None);
    }
    // The sizes can be little-endian.
    let mut file = vec![3, 8, 0, 0, 40, 0, 0, 0, 8, 0, 0, 0, 10, 0, 0, 0];
    file.extend((0..3200_u32).map(|at| (at * 37 + at / 9).to_le_bytes()[0]));
    assert_eq!(damage(&as_text(&file)), Some(TextDamage::LineFeeds));
    // Dark images have few line feeds, and the first ones none.
    let dark: Vec<u8> = (0..2560 * 64_u32).map(|at| if at % 640 == 600 { 10 } else { 0 }).collect();
    assert_eq!(damage(&as_text(&encode(&[2560, 8, 8], &dark).unwrap())), Some(TextDamage::LineFeeds));
    // A number of items can have these bytes by right.
    let file = encode(&[0x0D0A], &[b'\r', b'\n'].repeat(0x0685)).unwrap();
    assert_eq!(damage(&file), None);
    // Labels below 10 have no line feed. The two of their number make the file longer by two bytes.
    let labels: Vec<u8> = (0..2570_u32).map(|item| (item % 10) as u8).collect();
    let file = [&[0, 0, 8, 1, 0, 0, b'\r', b'\n', b'\r', b'\n'], &labels[..]].concat();
    assert_eq!(damage(&file), Some(TextDamage::LineFeeds));
    // If it was cut, too, or something follows, it is still about as long.
    assert_eq!(damage(&file[..file.len() - 1]), Some(TextDamage::LineFeeds));
    assert_eq!(damage(&[&file[..], &[7; 100]].concat()), None);
}

#[test]
fn labels_that_were_saved_as_text_are_recognised_by_their_number() {
    // Nothing but a byte of the number of items is above 127: the last but one, or the last.
    for count in [60_000_u32, 10_200] {
        let labels: Vec<u8> = (0..count).map(|item| (item % 10) as u8).collect();
        let file = encode(&[count], &labels).unwrap();
        let replaced = String::from_utf8_lossy(&file).into_owned().into_bytes();
        assert_eq!(replaced.len(), file.len() + 2);
        assert_eq!(damage(&replaced), Some(TextDamage::Replaced));
        assert_eq!(damage(&gzip(&replaced)), Some(TextDamage::Replaced));
    }
    // The same number can be right, and one byte that is no UTF-8 shows that nothing was replaced.
    let mut labels = vec![7_u8; 0xEFBF];
    labels[0] = 0xBD;
    let file = encode(&[0xEFBF], &labels).unwrap();
    assert_eq!(damage(&file), None);
    assert_eq!(damage(&file[..file.len() - 1]), Some(TextDamage::Replaced));
    labels[9] = 0xFF;
    let file = encode(&[0xEFBF], &labels).unwrap();
    assert_eq!(damage(&file[..file.len() - 1]), None);
}
