//! PNG files that Pillow wrote.

use std::fs;

use idxlens::format::{
    encode::checksum,
    gallery::{Gallery, Outcome, picture_size},
    reader::Reader,
};

use super::{folder, python};

const PICTURES: usize = 1000;

#[test]
fn pictures_of_pillow_have_the_same_values() {
    let folder = folder("pictures");
    let arguments = [folder.to_str().unwrap(), &PICTURES.to_string()];
    let Some(told) = python("pictures.py", "numpy, PIL", &arguments) else { return };
    assert_eq!(told.lines().count(), PICTURES);
    for line in told.lines() {
        let (number, expected) = line.split_once(' ').unwrap();
        let file = fs::read(folder.join(format!("{number}.png"))).unwrap();
        let [width, height] = picture_size(&file).unwrap();
        let mut gallery = Gallery::new(width, height);
        assert_eq!(gallery.push_png(&file), Outcome::Taken, "{number}");
        let header = gallery.header();
        let reader = Reader::new(&header[..]).unwrap();
        let channels = reader.layout().shape().get(3).unwrap_or(&1);
        let bits = 8 * reader.layout().element_type().size();
        let sum = checksum(&gallery.take_output());
        assert_eq!(format!("{width} {height} {channels} {bits} {sum:08x}"), expected, "{number}");
    }
}
