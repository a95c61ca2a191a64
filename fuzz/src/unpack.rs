//! Files in xz, bzip2 and Zstandard of any bytes.

use idxlens::{error::Error, format::unpack::Unpack};

use crate::{peak, pieces};

/// Limit of the bytes that come out, so that an input takes little time.
const LIMIT: u64 = 32 << 10;

/// Limit of the memory beside that for the bytes: what comes out at a time, and the tables of the decoders.
const MAX_MEMORY: usize = 16 << 20;

/// The same bytes come out of a file however it is cut, no more than the limit, with the same fault. It is read in a bounded
/// number of steps. Memory depends on the bytes that are there and that come out, not on what headers promise.
///
/// # Panics
/// If that does not hold.
pub fn unpack(file: &[u8]) {
    let (output, fault) = read(file, &[file]);
    assert!(output.len() as u64 <= LIMIT);
    let (cut, cut_fault) = read(file, &pieces(file));
    assert!(output == cut, "{} bytes and {}", output.len(), cut.len());
    assert_eq!(fault.is_some(), cut_fault.is_some());
}

/// What comes out of a file, and why no more does.
fn read(file: &[u8], cuts: &[&[u8]]) -> (Vec<u8>, Option<Error>) {
    let (read, taken) = peak(|| {
        let (mut unpack, mut output) = (Unpack::new(file.len() as u64).with_limit(LIMIT), Vec::new());
        let (mut cuts, mut left) = (cuts.iter(), 0);
        let mut steps = 0;
        while let Some(wanted) = unpack.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            if left == 0 {
                left = cuts.next().map_or(0, |cut| cut.len());
            }
            let len = left.min(end - start);
            left -= len;
            if let Err(error) = unpack.push(&file[start..start + len]) {
                assert_eq!(unpack.wanted(), None);
                output.extend(unpack.take_output());
                return (output, Some(error));
            }
            output.extend(unpack.take_output());
            steps += 1;
            assert!(steps <= 2 * file.len() + 64, "more steps than bytes");
        }
        (output, None)
    });
    let out = read.0.len();
    assert!(taken <= MAX_MEMORY + 8 * file.len() + 8 * out, "{taken} bytes of memory for {} and {out}", file.len());
    read
}
