//! Tables of numbers, and CIFAR's records, of any bytes.

use idxlens::format::{
    cifar::Cifar,
    csv::{Csv, LabelChoice},
    header::Header,
    layout::Layout,
};

use crate::{peak, pieces};

/// Limits of the memory: of a table, beside that for its bytes and for what came out, and of one in gzip, which can be far
/// larger.
const MAX_MEMORY: usize = 12 << 20;
const MAX_MEMORY_GZIP: usize = 64 << 20;

/// Passes over a table at most. Each but the first has found that the type of the values or of the labels is too small, six times
/// at most; or that words are new, too many or only one, that a label is missing, or that indices are larger.
const MAX_PASSES: usize = 12;

/// What came out of a file, if it was not refused.
type Output = [(Option<Header>, Vec<u8>); 2];

/// A table ends after a bounded number of passes. Its elements are as many as the headers say, and do not depend on how the
/// file was cut. Memory depends on the bytes that are there.
///
/// # Panics
/// If that does not hold.
pub fn table(file: &[u8]) {
    let ((output, came), taken) = peak(|| csv(file, |wanted| vec![wanted]));
    let limit = if file.starts_with(&[0x1F, 0x8B]) { MAX_MEMORY_GZIP } else { MAX_MEMORY };
    assert!(taken <= limit + 64 * file.len() + 4 * came, "{taken} bytes of memory for {}", file.len());
    is_whole(output.as_ref());
    assert!(csv(file, cut).0 == output, "another output in pieces");
    is_whole(cifar(file).as_ref());
}

/// The bytes that are wanted, in pieces. The first two tell whether the file is gzip.
fn cut(wanted: &[u8]) -> Vec<&[u8]> {
    let (first, rest) = wanted.split_at(wanted.len().min(2));
    [vec![first], pieces(rest)].concat()
}

/// What comes out of a table, if it is not refused, and the most bytes of a pass.
fn csv(file: &[u8], cut: fn(&[u8]) -> Vec<&[u8]>) -> (Option<Output>, usize) {
    let label = match file.len() % 12 {
        0 => LabelChoice::None,
        column @ 1..=3 => LabelChoice::Column(column as u64),
        _ => LabelChoice::Detected,
    };
    let mut csv = Csv::new(file.len() as u64).with_label(label);
    match file.len() / 12 % 4 {
        0 => csv = csv.alone(false),
        1 => csv = csv.alone(true),
        _ => {}
    }
    let mut output = [vec![], vec![]];
    let (mut passes, mut most) = (0, 0);
    while let Some(wanted) = csv.wanted() {
        if wanted.start == 0 {
            passes += 1;
            assert!(passes <= MAX_PASSES);
            output = [vec![], vec![]];
        }
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        for piece in cut(&file[start..end]) {
            if csv.push(piece).is_err() {
                return (None, most);
            }
            for (all, elements) in output.iter_mut().zip(csv.take_output()) {
                all.extend(elements);
            }
            most = most.max(output.iter().map(Vec::len).sum());
            let next = csv.wanted();
            if next.is_none_or(|wanted| wanted.start == 0 || wanted.is_empty()) {
                break;
            }
        }
    }
    assert!(csv.columns().is_some() && csv.are_images().is_some());
    let [images, labels] = output;
    let [image_header, label_header] = csv.headers();
    assert!(image_header.is_some() || label_header.is_some() && images.is_empty());
    (Some([(image_header, images), (label_header, labels)]), most)
}

fn cifar(file: &[u8]) -> Option<Output> {
    let mut cifar = Cifar::new(file.len() as u64);
    let mut output = [vec![], vec![]];
    while let Some(wanted) = cifar.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        cifar.push(&file[start..end]).ok()?;
        for (all, elements) in output.iter_mut().zip(cifar.take_output()) {
            all.extend(elements);
        }
    }
    let [images, labels] = output;
    let [image_header, label_header] = cifar.headers();
    Some([(image_header, images), (label_header, labels)])
}

/// Checks that the elements are as many as the headers say.
fn is_whole(output: Option<&Output>) {
    for (header, elements) in output.into_iter().flatten() {
        let expected = header.clone().map_or(0, |header| Layout::try_from(header).unwrap().byte_len());
        assert_eq!(elements.len() as u64, expected);
    }
}
