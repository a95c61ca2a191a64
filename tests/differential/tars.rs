//! Tar archives that Python's tarfile wrote, in three dialects, plain and gzip.

use std::fs;

use idxlens::format::{encode::checksum, tar::Archive};

use super::{folder, python};

const ARCHIVES: usize = 1000;

#[test]
fn archives_of_tarfile_hold_the_same_files() {
    let folder = folder("tar");
    let Some(told) = python("tars.py", "tarfile", &[folder.to_str().unwrap(), &ARCHIVES.to_string()]) else { return };
    assert_eq!(told.lines().count(), ARCHIVES);
    for line in told.lines() {
        let (number, expected) = line.split_once('\t').unwrap_or((line, ""));
        let file = fs::read(folder.join(number)).unwrap();
        let mut archive = Archive::new(file.len() as u64);
        let mut output = Vec::new();
        while let Some(wanted) = archive.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            archive.push(&file[start..end]).unwrap_or_else(|error| panic!("{number}: {error}"));
            output.extend(archive.take_output());
        }
        let data = if archive.is_gzip() { &output } else { &file };
        let found = archive.members().iter().map(|member| {
            let [start, end] = [member.range().start, member.range().end].map(|at| usize::try_from(at).unwrap());
            format!("{}\t{:08x}", member.name(), checksum(&data[start..end]))
        });
        assert_eq!(found.collect::<Vec<_>>().join("\t"), expected, "{number}");
    }
}
