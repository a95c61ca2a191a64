//! NumPy arrays of texts of any bytes.

use std::collections::BTreeSet;

use idxlens::format::text_labels::TextLabels;

use crate::{peak, pieces};

/// Limit of the memory beside that for the bytes: the layers of gzip, and the different texts.
const MAX_MEMORY: usize = 16 << 20;

/// An array is read to its end or refused, and gives the same labels however its bytes are cut: no more than its header
/// promises, each class with one name. Memory depends on the bytes that are there.
///
/// # Panics
/// If that does not hold.
pub fn text_labels(file: &[u8]) {
    let read = |cuts: &[&[u8]]| {
        let mut texts = TextLabels::new(file.len() as u64);
        texts.add_classes(vec![(3, "cat".to_owned())]);
        let (mut labels, mut fault) = (Vec::new(), None);
        let ends: Vec<usize> = (1..=cuts.len()).map(|count| cuts[..count].iter().map(|cut| cut.len()).sum()).collect();
        while let Some(wanted) = texts.wanted().filter(|_| fault.is_none()) {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            let cut = ends.iter().find(|&&cut| cut > start).map_or(end, |&cut| cut.min(end));
            fault = texts.push(&file[start..cut]).err();
            labels.extend(texts.take_output());
        }
        (labels, texts.header(), texts.class_names().to_vec(), fault)
    };
    let (whole, taken) = peak(|| read(&[file]));
    assert!(taken <= MAX_MEMORY + 8 * file.len(), "{taken} bytes of memory for {}", file.len());
    assert_eq!(whole, read(&pieces(file)));
    let (labels, header, names, _) = whole;
    let promised = header.map_or(0, |header| header.shape()[0] as usize * header.element_type().size());
    assert!(labels.len() <= promised, "{} bytes of labels, and {promised} promised", labels.len());
    assert_eq!(names.iter().map(|(label, _)| label).collect::<BTreeSet<_>>().len(), names.len());
}
