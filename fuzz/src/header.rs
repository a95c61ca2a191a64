//! Headers, layouts, and the other words that links contain.

use idxlens::{
    dataset::{Slot, known, orientation::Orientation, view::View},
    format::layout::Layout,
};

/// A header is written as the bytes it was parsed from, and a layout as the text it was parsed from.
///
/// # Panics
/// If that does not hold.
pub fn header(input: &[u8]) {
    if let Ok(Some(layout)) = Layout::detect(input) {
        let length = usize::try_from(layout.data_offset()).unwrap();
        assert!(length <= input.len());
        let (magic, sizes) = input[..length].split_at(4);
        let backwards = sizes.as_chunks::<4>().0.iter().map(|&size| u32::from_le_bytes(size));
        let is_backwards = backwards.eq(layout.shape().iter().copied());
        assert!(
            input[..length] == layout.header().to_bytes()
                || is_backwards && layout.element_type().code().is_some_and(|code| magic.contains(&code))
        );
        hold(&layout);
    }
    let Ok(word) = str::from_utf8(input) else { return };
    if let Ok(layout) = word.parse() {
        hold(&layout);
    }
    if let Some(orientation) = Orientation::parse(word) {
        assert_eq!(Orientation::parse(&orientation.letters()), Some(orientation));
    }
    assert!(View::named(word).is_none_or(|view| view.name() == word));
    let _ = (known::orientation(word), known::has_shared_name(word));
}

fn hold(layout: &Layout) {
    let size = layout.element_type().size() as u64;
    assert_eq!(layout.items().checked_mul(layout.item_len()), Some(layout.byte_len()));
    let (rows, columns) = layout.matrix();
    assert_eq!(rows.checked_mul(columns).and_then(|elements| elements.checked_mul(size)), Some(layout.byte_len()));
    assert_eq!(layout.to_string().parse().as_ref(), Ok(layout));
    for slot in [Slot::Images, Slot::Labels] {
        for view in View::of(layout, slot) {
            assert_eq!(View::named(view.name()), Some(*view));
        }
    }
}
