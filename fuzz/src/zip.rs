//! Zip archives of any bytes.

use idxlens::format::zip::{Archive, MAX_MEMBERS, Member};

use crate::peak;

/// Limit of the memory beside that for the bytes: the names of the members and a part of the directory.
const MAX_MEMORY: usize = 1 << 20;

/// An archive is read to its end in a bounded number of steps, or refused. Its members lie in the file and share no
/// bytes, no name leads out of the archive, and memory depends on the bytes that are there.
///
/// # Panics
/// If that does not hold.
pub fn zip(file: &[u8]) {
    let (read, taken) = peak(|| {
        let mut archive = Archive::new(file.len() as u64);
        let mut steps = 0;
        while let Some(wanted) = archive.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            if archive.push(&file[start..end]).is_err() {
                return None;
            }
            steps += 1;
            assert!(steps <= MAX_MEMBERS + 3, "more steps than members");
        }
        Some(archive)
    });
    assert!(taken <= MAX_MEMORY + 8 * file.len(), "{taken} bytes of memory for {}", file.len());
    let Some(archive) = read else { return };
    let mut ranges: Vec<_> = archive.members().iter().map(Member::range).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    assert!(ranges.iter().all(|range| range.start <= range.end && range.end <= file.len() as u64));
    assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start));
    for member in archive.members() {
        assert!(!member.name().is_empty() && member.name().split('/').all(|part| !matches!(part, "" | "." | "..")));
        assert_eq!(member.head().is_empty(), member.tail().is_empty());
    }
}
