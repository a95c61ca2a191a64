//! Parquet and Arrow files of any bytes.

use idxlens::{error::Error, format::columnar::Columnar};

use crate::{peak, pieces};

/// Limit of what comes out, and of a page: compressed ones can be bombs.
const LIMIT: u64 = 1 << 18;

/// Limit of the memory beside that: pages, and their values.
const MAX_MEMORY: usize = 64 << 20;

/// Memory of what the file says of its columns for each of its bytes.
const MAX_RATIO: usize = 512;

/// An Arrow file, or a stream, is read as a Parquet file is.
///
/// # Panics
/// If that does not hold.
pub fn arrow(file: &[u8]) {
    check(file, Columnar::arrow);
}

/// A Parquet file is read to its end or refused, and the same comes out however its bytes are cut. That holds for a dataset of two
/// such files, too. Elements are as many as the header says, pictures as long as their lengths, and text ends with a line. Neither
/// what comes out nor memory grows beyond a limit.
///
/// # Panics
/// If that does not hold.
pub fn parquet(file: &[u8]) {
    check(file, Columnar::parquet);
}

fn check(file: &[u8], open: fn(u64) -> Columnar) {
    check_read(file, || open(file.len() as u64));
    let size = file.len() as u64;
    check_read(&file.repeat(2), || open(size).with_shard(size));
}

fn check_read(file: &[u8], open: impl Fn() -> Columnar) {
    let ((whole, output, fault), taken) = peak(|| read(file, &[file], open()));
    assert!(taken <= MAX_MEMORY + MAX_RATIO * file.len(), "{taken} bytes of memory for {}", file.len());
    let (cut, cut_output, cut_fault) = read(file, &pieces(file), open());
    assert_eq!(fault, cut_fault);
    if fault.is_some() {
        return;
    }
    assert!(output == cut_output && whole.headers() == cut.headers());
    assert!(output[0].len() as u64 <= LIMIT);
    match whole.pictures() {
        Some(lens) => {
            assert_eq!(lens.iter().map(|&len| len as usize).sum::<usize>(), output[0].len());
            let columns = whole.columns().labels.len();
            assert!(whole.picture_labels().is_none_or(|labels| labels.len() == columns * lens.len()));
            let lines = whole.picture_names().map(|names| names.lines().count());
            assert!(lines.is_none_or(|lines| lines == lens.len()));
        }
        None if whole.is_text() => assert!(output[0].ends_with(b"\n") && output[1].is_empty()),
        None => {
            for (header, elements) in whole.headers().into_iter().zip(&output) {
                let len = header.map_or(0, |header| {
                    let items = header.shape().iter().map(|&size| size as usize).product::<usize>();
                    items * header.element_type().size()
                });
                assert_eq!(len, elements.len());
            }
        }
    }
}

fn read(file: &[u8], cuts: &[&[u8]], columnar: Columnar) -> (Columnar, [Vec<u8>; 2], Option<Error>) {
    let mut columnar = columnar.with_limit(LIMIT);
    let (mut output, mut restarts) = ([Vec::new(), Vec::new()], 0);
    let ends: Vec<usize> = cuts
        .iter()
        .scan(0, |end, piece| {
            *end += piece.len();
            Some(*end)
        })
        .collect();
    while let Some(wanted) = columnar.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        let cut = ends.iter().copied().find(|&cut| cut > start).unwrap_or(end);
        if let Err(error) = columnar.push(&file[start..end.min(cut.max(start))]) {
            return (columnar, output, Some(error));
        }
        if restarts != columnar.restarts() {
            restarts = columnar.restarts();
            output = [Vec::new(), Vec::new()];
        }
        for (all, part) in output.iter_mut().zip(columnar.take_output()) {
            all.extend(part);
        }
    }
    (columnar, output, None)
}
