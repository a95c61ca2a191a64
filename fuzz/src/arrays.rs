//! Safetensors, MATLAB and pickle files of any bytes.

use idxlens::error::{Error, MatlabFault};
use idxlens::format::{
    matlab::Matlab,
    member::Member,
    pickle::Pickle,
    reorder::Reorder,
    safetensors::Safetensors,
    zip::{Archive, MAX_MEMBERS},
};

use crate::{peak, pieces};

/// Limit of the memory beside that for the bytes: buffers, the names of arrays, and what comes out at a time.
const MAX_MEMORY: usize = 16 << 20;

/// Limit of the bytes that come out of a MATLAB file or a pickle: compressed ones can be bombs.
const MAX_OUTPUT: u64 = 256 << 10;

/// Limit of the bytes of a pickle's objects, so that an input takes little time: few bytes can be unpacked to many
/// instructions.
const MAX_OBJECTS: u32 = 256 << 10;

/// A safetensors file is read to its end in a bounded number of steps, or refused, and holds the same arrays however its
/// bytes are cut. These lie in the file and share no bytes, and memory depends on the bytes that are there.
///
/// # Panics
/// If that does not hold.
pub fn safetensors(file: &[u8]) {
    let read = |cuts: &[&[u8]]| {
        let (mut tensors, mut fault) = (Safetensors::new(file.len() as u64), None);
        let mut ends = ends(cuts);
        while let Some(wanted) = tensors.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            let cut = ends.find(|&cut| cut > start).unwrap_or(end);
            fault = tensors.push(&file[start..end.min(cut)]).err();
        }
        (tensors.members().to_vec(), tensors.unlisted(), fault)
    };
    let (whole, taken) = peak(|| read(&[file]));
    assert!(taken <= MAX_MEMORY + 32 * file.len(), "{taken} bytes of memory for {}", file.len());
    assert_eq!(whole, read(&pieces(file)));
    check(&whole.0, file.len() as u64);
}

/// A MATLAB file is read to its end, and holds the same arrays however its bytes are cut. These lie in what comes out and
/// share no bytes, and neither what comes out nor memory grows beyond a limit. An array that is put in row-major order has the
/// same elements as one that is reordered later.
///
/// # Panics
/// If that does not hold.
pub fn matlab(file: &[u8]) {
    let new = || Matlab::new(file.len() as u64).with_limit(MAX_OUTPUT);
    let read = |mut matlab: Matlab, cuts: &[&[u8]]| {
        let (mut output, mut fault) = (Vec::new(), None);
        let mut ends = ends(cuts);
        while let Some(wanted) = matlab.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            let cut = if start < end { ends.find(|&cut| cut > start).unwrap_or(end) } else { end };
            fault = matlab.push(&file[start..end.min(cut)]).err();
            output.extend(matlab.take_output());
        }
        (matlab.members().to_vec(), matlab.unlisted(), output, fault)
    };
    let (whole, taken) = peak(|| read(new(), &[file]));
    assert!(taken <= MAX_MEMORY + 8 * file.len(), "{taken} bytes of memory for {}", file.len());
    assert!(whole.2.len() as u64 <= MAX_OUTPUT);
    let cut = read(new(), &pieces(file));
    assert_eq!((&whole.0, whole.1, &whole.3), (&cut.0, cut.1, &cut.3));
    check(&whole.0, whole.2.len() as u64);
    for member in &whole.0 {
        assert_eq!(elements(member, &whole.2), elements(member, &cut.2));
    }
    let stored = read(new().with_max_ordered(0), &[file]);
    // A damaged array counts towards the limit with what came out of it, which the two ways differ in.
    if matches!(whole.3.as_ref().or(stored.3.as_ref()), Some(Error::Matlab(MatlabFault::Limit { .. }))) {
        return;
    }
    let [ordered, stored_members] = [&whole.0, &stored.0].map(|all| all.iter().filter(|member| !member.is_cut()));
    assert_eq!(ordered.clone().count(), stored_members.clone().count());
    for (ordered, in_fortran) in ordered.zip(stored_members).filter(|(one, other)| one.head() != other.head()) {
        let reordered = reordered(&[in_fortran.head(), elements(in_fortran, &stored.2)].concat());
        // Where the items are along the last dimension, the shape is another one.
        if reordered.starts_with(ordered.head()) {
            assert_eq!(reordered[ordered.head().len()..], *elements(ordered, &whole.2));
        }
    }
}

fn elements<'a>(member: &Member, output: &'a [u8]) -> &'a [u8] {
    let [start, end] = [member.range().start, member.range().end].map(|at| usize::try_from(at).unwrap());
    &output[start..end]
}

/// An array in Fortran's order as one in the usual order.
fn reordered(array: &[u8]) -> Vec<u8> {
    let (mut reorder, mut output) = (Reorder::new(array.len() as u64), Vec::new());
    while let Some(wanted) = reorder.wanted() {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        reorder.push(&array[start..end]).expect("its elements are all there");
        output.extend(reorder.take_output());
    }
    output
}

/// A pickle, or an archive of `PyTorch`'s that holds one, is read to its end or refused, and holds the same arrays however its bytes are cut. These lie in the file and what
/// comes out of it, and neither that nor memory grows beyond a limit.
///
/// # Panics
/// If that does not hold.
pub fn pickle(file: &[u8]) {
    let read = |cuts: &[&[u8]]| {
        let pickle = archive(file).as_ref().and_then(Pickle::in_archive);
        let mut pickle = pickle.unwrap_or_else(|| Pickle::new(file.len() as u64));
        pickle = pickle.with_limit(MAX_OUTPUT).with_memory(MAX_OBJECTS.into());
        let (mut content, mut fault) = (file.to_vec(), None);
        let mut ends = ends(cuts);
        while let Some(wanted) = pickle.wanted() {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            let cut = if start < end { ends.find(|&cut| cut > start).unwrap_or(end) } else { end };
            fault = pickle.push(&file[start..end.min(cut)]).err();
            content.extend(pickle.take_output());
            assert!(pickle.early().is_none_or(|early| early.range().end <= content.len() as u64));
        }
        (pickle.members().to_vec(), pickle.unlisted(), content, fault)
    };
    let (whole, taken) = peak(|| read(&[file]));
    // An object takes more memory than its instruction, and a gzip file can hold many, up to a limit.
    let objects = if file.starts_with(&[0x1F, 0x8B]) { 4 * MAX_OBJECTS as usize } else { 512 * file.len() };
    assert!(taken <= MAX_MEMORY + objects, "{taken} bytes of memory for {}", file.len());
    assert!((whole.2.len() - file.len()) as u64 <= MAX_OUTPUT);
    let cut = read(&pieces(file));
    assert_eq!((&whole.0, whole.1, &whole.3), (&cut.0, cut.1, &cut.3));
    assert!(whole.0.len() <= MAX_MEMBERS);
    for member in &whole.0 {
        check_name(member);
        // Arrays can share their elements.
        let [start, end] = [member.range().start, member.range().end].map(|at| usize::try_from(at).unwrap());
        assert_eq!(whole.2[start..end], cut.2[start..end]);
    }
}

/// The archive that a file is, if it is one.
fn archive(file: &[u8]) -> Option<Archive> {
    let mut archive = Archive::new(file.len() as u64);
    while let Some(wanted) = archive.wanted() {
        let [start, end] =
            [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap_or(file.len()).min(file.len()));
        archive.push(&file[start..end]).ok()?;
    }
    Some(archive)
}

/// Where the pieces of a file end.
fn ends(cuts: &[&[u8]]) -> impl Iterator<Item = usize> {
    cuts.iter().scan(0, |end, piece| {
        *end += piece.len();
        Some(*end)
    })
}

fn check(members: &[Member], len: u64) {
    let mut ranges: Vec<_> = members.iter().map(Member::range).filter(|range| !range.is_empty()).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    assert!(ranges.iter().all(|range| range.end <= len));
    assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start));
    assert!(members.len() <= MAX_MEMBERS);
    members.iter().for_each(check_name);
}

fn check_name(member: &Member) {
    assert!(!member.name().is_empty() && member.name().split('/').all(|part| !matches!(part, "" | "." | "..")));
}
