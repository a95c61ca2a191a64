//! Headers, and the words of a link that stand for something.

use idxlens::{
    dataset::{Slot, orientation::Orientation, view::View},
    format::header::Header,
};

/// A header is what it was read from, and is what it is written as.
///
/// # Panics
/// If that does not hold.
pub fn header(input: &[u8]) {
    if let Ok(Some(header)) = Header::parse(input) {
        let length = usize::try_from(header.len()).unwrap();
        assert!(length <= input.len());
        let (magic, sizes) = input[..length].split_at(4);
        let backwards = sizes.as_chunks::<4>().0.iter().map(|&size| u32::from_le_bytes(size));
        let is_backwards = backwards.eq(header.shape().iter().copied());
        assert!(input[..length] == header.to_bytes() || is_backwards && magic.contains(&header.element_type().code()));
        hold(&header);
    }
    let Ok(word) = str::from_utf8(input) else { return };
    if let Some(header) = Header::read_as(word) {
        hold(&header);
    }
    let orientation = Orientation::parse(word);
    assert_eq!(Orientation::parse(&orientation.letters()), orientation);
    assert!(View::named(word).is_none_or(|view| view.name() == word));
    let _ = Orientation::suggested(word);
}

fn hold(header: &Header) {
    let size = header.element_type().size() as u64;
    assert_eq!(header.items().checked_mul(header.item_len()), Some(header.byte_len()));
    let (rows, columns) = header.matrix();
    assert_eq!(rows.checked_mul(columns).and_then(|elements| elements.checked_mul(size)), Some(header.byte_len()));
    assert_eq!(Header::read_as(&header.reading()).as_ref(), Some(header), "{}", header.reading());
    for slot in [Slot::Images, Slot::Labels] {
        for view in View::of(header, slot) {
            assert_eq!(View::named(view.name()), Some(*view));
        }
    }
}
