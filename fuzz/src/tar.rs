//! Tar archives of any bytes.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use idxlens::format::{
    tar::{Archive, Member},
    zip::MAX_MEMBERS,
};

use crate::{hash, peak, pieces};

/// Limit of the memory beside that for the bytes: what comes out at a time, and the buffers of the decompressor.
const MAX_MEMORY: usize = 4 << 20;

/// An archive is read to its end in a bounded number of steps, or refused, and it holds the same files however its bytes are cut.
/// Its files lie in it and share no bytes, no name leads out of it, and memory depends on the bytes that are there.
/// Packed with gzip, it gives the data of the same files.
///
/// # Panics
/// If that does not hold.
pub fn tar(file: &[u8]) {
    let (archive, output) = read(file, &[file]);
    let cut = read(file, &pieces(file));
    assert_eq!((archive.members(), archive.unlisted(), &output), (cut.0.members(), cut.0.unlisted(), &cut.1));
    let data = if archive.is_gzip() { &output[..] } else { file };
    let parts: Vec<_> = archive.members().iter().map(|member| part(data, member)).collect();
    let mut ranges: Vec<_> = archive.members().iter().map(Member::range).filter(|range| !range.is_empty()).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start));
    assert!(archive.members().len() <= MAX_MEMBERS);
    for member in archive.members() {
        assert!(!member.name().is_empty() && member.name().split('/').all(|part| !matches!(part, "" | "." | "..")));
    }
    if archive.is_gzip() || !hash(0, file).is_multiple_of(4) {
        return;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(file).unwrap();
    let packed = encoder.finish().unwrap();
    let (unpacked, output) = read(&packed, &[&packed]);
    assert_eq!(unpacked.unlisted(), archive.unlisted());
    assert_eq!(unpacked.members().len(), archive.members().len());
    for ((member, found), expected) in unpacked.members().iter().zip(archive.members()).zip(parts) {
        assert_eq!(member.name(), found.name());
        assert!(!member.is_readable() || part(&output, member) == expected);
    }
}

/// The archive, as far as it can be read, and what comes out of it.
fn read(file: &[u8], cuts: &[&[u8]]) -> (Archive, Vec<u8>) {
    let ends: Vec<usize> = cuts
        .iter()
        .scan(0, |end, piece| {
            Some({
                *end += piece.len();
                *end
            })
        })
        .collect();
    let (read, taken) = peak(|| {
        let (mut archive, mut output, mut steps) = (Archive::new(file.len() as u64), Vec::new(), 0);
        while let Some(wanted) = archive.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            let cut = ends.iter().copied().find(|&cut| cut > start).unwrap_or(end);
            // Once more would be an error that is not there: an archive that was refused wants nothing.
            archive.push(&file[start..end.min(cut)]).ok();
            output.extend(archive.take_output());
            steps += 1;
            assert!(steps <= file.len() + cuts.len() + 2, "more steps than bytes");
        }
        (archive, output)
    });
    let out = read.1.capacity();
    assert!(taken <= MAX_MEMORY + 8 * file.len() + 2 * out, "{taken} bytes of memory for {}", file.len());
    read
}

fn part<'a>(data: &'a [u8], member: &Member) -> &'a [u8] {
    let [start, end] = [member.range().start, member.range().end].map(|at| usize::try_from(at).unwrap());
    &data[start..end]
}
