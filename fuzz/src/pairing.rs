//! Pairing files with any names.

use arbitrary::{Arbitrary, Unstructured};
use idxlens::{
    dataset::{
        Slot,
        pairing::{Candidate, names_classes_of, pair, slot},
    },
    format::{element::ElementType, layout::Layout},
};

/// A file, as far as pairing knows it.
#[derive(Arbitrary, Debug)]
struct File<'a> {
    name: &'a str,
    shape: [u8; 3],
    rank: u8,
    items: u8,
}

/// Every file is in exactly one pair, in the right place.
///
/// # Panics
/// If that does not hold.
pub fn pairing(input: &[u8]) {
    let Ok(files) = Vec::<File>::arbitrary(&mut Unstructured::new(input)) else { return };
    let candidates: Vec<Candidate> = files
        .iter()
        .map(|file| {
            let shape = file.shape.iter().take(usize::from(file.rank % 4)).map(|&size| size.into()).collect();
            let layout = Layout::new(ElementType::U8, shape).unwrap();
            Candidate { name: file.name.to_owned(), slot: slot(file.name, &layout), items: file.items.into() }
        })
        .collect();
    let mut times = vec![0; candidates.len()];
    for found in pair(&candidates) {
        for (index, wanted) in [(found.images, Slot::Images), (found.labels, Slot::Labels)] {
            if let Some(index) = index {
                assert_eq!(candidates[index].slot, wanted);
                times[index] += 1;
            }
        }
    }
    assert!(times.iter().all(|&times| times == 1), "{times:?}");
    for [mapping, file] in candidates.windows(2).filter_map(|two| two.as_array()) {
        let _ = names_classes_of(&mapping.name, &file.name);
    }
}
