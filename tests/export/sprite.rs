//! Sprite sheets: where the items stand, and the table of them.

use std::io::Read as _;

use idxlens::{
    error::Error,
    format::{element::ElementType, export::Sprite, layout::Layout},
};

use crate::files;

fn layout(element_type: ElementType, shape: &[u32]) -> Layout {
    Layout::new(element_type, shape.to_vec()).unwrap()
}

/// Width, height, and the rows of a PNG without filters, each with the byte that says so before it.
fn pixels(image: &[u8]) -> (u32, u32, Vec<u8>) {
    let number = |at: usize| u32::from_be_bytes(*image[at..].first_chunk().unwrap());
    let (mut data, mut at) = (Vec::new(), 8);
    while at < image.len() {
        let len = number(at) as usize;
        if &image[at + 4..at + 8] == b"IDAT" {
            data.extend_from_slice(&image[at + 8..at + 8 + len]);
        }
        at += 12 + len;
    }
    let mut rows = Vec::new();
    flate2::read::ZlibDecoder::new(&data[..]).read_to_end(&mut rows).unwrap();
    (number(16), number(20), rows)
}

#[test]
fn items_stand_in_the_middle_of_square_cells() {
    // Five items of 1 x 3 pixels: 3 x 3 cells of 3 x 3 pixels.
    let elements: Vec<u8> = (1..=15).collect();
    let numbers = [3, 1, 4, 7, 5];
    let labels = [7.0, f64::NAN, f64::from(3.346_f32), 7.0, 7.0];
    for batch in [1, 2, 5] {
        let names = [(7.0, "a\tb".to_owned())];
        let mut sprite = Sprite::new(&layout(ElementType::U8, &[5, 1, 3]), Some(ElementType::F32), names).unwrap();
        let mut archive = Vec::new();
        for at in (0..5).step_by(batch) {
            let end = (at + batch).min(5);
            sprite.push(&elements[3 * at..3 * end], &numbers[at..end], &labels[at..end]).unwrap();
            archive.extend(sprite.take_output());
        }
        sprite.finish();
        archive.extend(sprite.take_output());
        let [(image_name, image), (table_name, table)] = &files(&archive)[..] else { panic!("two files") };
        assert_eq!([&image_name[..], table_name], ["sprite.png", "metadata.tsv"]);
        let (width, height, rows) = pixels(image);
        assert_eq!((width, height), (9, 9));
        let empty = [0; 10];
        let (first, second) = ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 10, 11, 12, 13, 14, 15, 0, 0, 0]);
        assert_eq!(rows, [empty, first, empty, empty, second, empty, empty, empty, empty].concat());
        assert_eq!(
            std::str::from_utf8(table).unwrap(),
            "index\tlabel\tname\n3\t7\ta b\n1\t\t\n4\t3.346\t\n7\t7\ta b\n5\t7\ta b\n"
        );
    }
}

#[test]
fn a_table_has_the_names_of_pictures() {
    for (label_type, table) in [
        (Some(ElementType::U8), "index\tlabel\tkind\toriginal_file\n1\t7\trook\tb c.png\n0\t3\t1\ta.png\n"),
        (None, "index\toriginal_file\n1\tb c.png\n0\ta.png\n"),
    ] {
        let mut sprite = Sprite::new(&layout(ElementType::U8, &[2, 1, 1]), label_type, []).unwrap();
        sprite.add_columns(["kind".into()]);
        sprite.name_values(0, [(0.0, "rook".into())]);
        sprite.name_pictures("a.png\nb\tc.png\n".into());
        sprite.push(&[1, 2], &[1, 0], &[7.0, 0.0, 3.0, 1.0]).unwrap();
        sprite.finish();
        assert_eq!(std::str::from_utf8(&files(&sprite.take_output())[1].1).unwrap(), table);
    }
}

#[test]
fn a_table_of_one_column_has_no_header() {
    let mut sprite = Sprite::new(&layout(ElementType::U16, &[2, 2, 1, 3]), None, []).unwrap();
    let elements: Vec<u8> = (0..24).collect();
    sprite.push(&elements, &[8, 9], &[f64::NAN; 2]).unwrap();
    sprite.finish();
    let files = files(&sprite.take_output());
    assert_eq!(files[1].1, b"8\n9\n");
    // Two cells of 2 x 2 pixels of three values of 16 bits: each item has a column, left of an empty one.
    let (width, height, rows) = pixels(&files[0].1);
    assert_eq!((width, height), (4, 4));
    let expected = [&[0][..], &elements[..6], &[0; 6], &elements[12..18], &[0; 6]].concat();
    assert_eq!(rows[..25], expected);
}

#[test]
fn a_table_has_the_other_columns_of_labels() {
    for (label_type, expected) in
        [(Some(ElementType::U8), "index\tlabel\tname\ta b\n8\t7\tseven\t250\n"), (None, "8\n")]
    {
        let names = [(7.0, "seven".to_owned())];
        let mut sprite = Sprite::new(&layout(ElementType::U8, &[1, 1, 1]), label_type, names).unwrap();
        sprite.add_columns(["a\tb".into()]);
        assert!(matches!(sprite.push(&[1], &[8], &[7.0]), Err(Error::LengthMismatch { .. })));
        sprite.push(&[1], &[8], &[7.0, 250.0]).unwrap();
        sprite.finish();
        assert_eq!(std::str::from_utf8(&files(&sprite.take_output())[1].1).unwrap(), expected);
    }
}

#[test]
fn a_sheet_has_as_many_items_as_fit() {
    for (element_type, shape, limit) in [
        (ElementType::U8, &[1, 28, 28][..], Some(292 * 292)),
        (ElementType::U8, &[1, 2, 4096], Some(4)),
        // A row of two cells would take 100 MB.
        (ElementType::U8, &[1, 2, 4096, 3], Some(1)),
        (ElementType::U16, &[1, 1, 8192, 4], None),
        (ElementType::U8, &[1, 1, 1], Some(1_000_000)),
        (ElementType::U8, &[1, 8192, 1], Some(1)),
        (ElementType::U8, &[1, 8193, 1], None),
        (ElementType::I16, &[1, 28, 28], None),
    ] {
        assert_eq!(Sprite::max_items(&layout(element_type, shape)), limit, "{element_type:?} {shape:?}");
    }
    assert!(Sprite::new(&layout(ElementType::U8, &[5, 2, 4096]), None, []).is_none());
    let mut sprite = Sprite::new(&layout(ElementType::U8, &[0, 2, 2]), None, []).unwrap();
    assert!(matches!(sprite.push(&[1; 4], &[0], &[0.0]), Err(Error::LengthMismatch { .. })));
    sprite.finish();
    assert_eq!(pixels(&files(&sprite.take_output())[0].1), (2, 2, vec![0; 6]));
    let mut sprite = Sprite::new(&layout(ElementType::U8, &[2, 2, 2]), None, []).unwrap();
    assert!(matches!(sprite.push(&[1; 5], &[0], &[0.0]), Err(Error::LengthMismatch { .. })));
    assert!(matches!(sprite.push(&[1; 4], &[0], &[]), Err(Error::LengthMismatch { .. })));
}
