//! Damaged and hostile MATLAB files: the other arrays are read, up to a limit.

use std::slice;

use idxlens::{
    error::{Error, MatlabFault},
    format::zip::MAX_MEMBERS,
};
use proptest::prelude::*;

use super::{
    arrays, count, read, read_as_stored,
    writer::{DOUBLE, U8, array, compressed, file, matrix, part, structure},
};

#[test]
fn other_arrays_are_read_beside_a_damaged_one() {
    let good = compressed(&array("good", &[3, 2], &count(6)));
    let mut broken = good.clone();
    let last = broken.len() - 1;
    // The checksum.
    broken[last] ^= 1;
    // The same behind padding, as SciPy writes it.
    let mut padded = compressed(&[array("padded", &[3, 2], &count(6)), vec![0; 3]].concat());
    *padded.last_mut().unwrap() ^= 1;
    let mut noise = good.clone();
    noise[8] = 0xFF;
    let offset = 128 + good.len() as u64;
    let mut long = array("long", &[3, 2], &count(6));
    long[32] = 200;
    let wide = matrix(DOUBLE, &[u32::MAX; 9], "wide", &[part(U8, &count(8))]);
    let deep = (0..40).fold(array("", &[3, 2], &count(6)), |inner, _| structure("deep", &["a"], &[inner]));
    let child = {
        // A field that ends after its structure.
        let mut child = structure("child", &["a"], &[array("", &[3, 2], &count(6))]);
        let len = child.len();
        child[len - 60] += 8;
        child
    };
    for (variable, fault) in [
        (broken, MatlabFault::Compressed { offset }),
        (padded, MatlabFault::Compressed { offset }),
        (noise, MatlabFault::Compressed { offset }),
        (compressed(&long), MatlabFault::Variable { offset }),
        (compressed(&good), MatlabFault::Variable { offset }),
        (compressed(&array("cut", &[3, 2], &count(6))[..60]), MatlabFault::Compressed { offset }),
        (long, MatlabFault::Variable { offset }),
        (wide, MatlabFault::Variable { offset }),
        (deep, MatlabFault::Variable { offset }),
        (child, MatlabFault::Variable { offset }),
    ] {
        let (matlab, _, found) = read(&file(&[good.clone(), variable, good.clone()]), u64::MAX, usize::MAX);
        assert_eq!(found, Some(Error::Matlab(fault)));
        let readable = matlab.members().iter().filter(|member| member.name() == "good.npy");
        assert!(readable.count() >= 2, "{fault:?}");
    }
}

#[test]
fn a_file_that_ends_early_gives_the_arrays_before_its_end() {
    let whole = file(&[array("a", &[3, 2], &count(6)), compressed(&array("b", &[3, 2], &count(6)))]);
    let middle = 128 + array("a", &[3, 2], &count(6)).len();
    for len in 0..whole.len() {
        let (matlab, output, fault) = read(&whole[..len], u64::MAX, usize::MAX);
        let is_whole = len == 128 || len == middle;
        let expected = (!is_whole).then_some(Error::Matlab(MatlabFault::End { offset: len as u64 }));
        assert_eq!(fault, expected, "{len}");
        let names: Vec<_> = arrays(&matlab, &output).into_iter().map(|(name, _)| name).collect();
        assert!(names.len() <= 2 && (len < middle || names[0] == "a.npy"), "{len}: {names:?}");
    }
    // Two of three images, and a part of the third; none where the elements of each are spread.
    for (shape, items) in [(&[4, 4, 3][..], 2), (&[3, 4, 4], 0)] {
        let whole = array("a", shape, &count(48));
        let cut = &file(slice::from_ref(&whole))[..128 + whole.len() - 10];
        let (matlab, output, _) = read(cut, u64::MAX, usize::MAX);
        let found: Vec<_> = matlab.members().iter().map(|member| (member.range(), member.is_cut())).collect();
        assert_eq!(found, if items > 0 { vec![(0..items * 16, true)] } else { Vec::new() });
        assert_eq!(output.len() as u64, items * 16);
        if items == 0 {
            assert!(read_as_stored(cut).0.members().is_empty());
        }
    }
    let mut other = whole;
    other[125] = 2;
    assert_eq!(read(&other, u64::MAX, usize::MAX).2, Some(Error::Matlab(MatlabFault::Header)));
}

#[test]
fn arrays_beyond_a_limit_are_named_or_counted() {
    let variables = ["a", "b", "c"].map(|name| array(name, &[3, 2], &count(6)));
    let (matlab, output, fault) = read(&file(&variables), 8, usize::MAX);
    let expected = MatlabFault::Limit { offset: 128 + variables[0].len() as u64, expected: 8 };
    assert_eq!(fault, Some(Error::Matlab(expected)));
    let readable: Vec<_> = matlab.members().iter().map(idxlens::format::member::Member::is_readable).collect();
    assert_eq!((readable, output.len()), (vec![true, false, false], 6));
    let many = vec![array("a", &[2, 1], &[1, 2]); MAX_MEMBERS + 3];
    let (matlab, _, fault) = read(&file(&many), u64::MAX, usize::MAX);
    assert_eq!((matlab.members().len(), matlab.unlisted(), fault), (MAX_MEMBERS, 3, None));
}

/// A few variables of each kind.
fn sample() -> Vec<u8> {
    let images = array("", &[4, 4, 3], &count(48));
    let cells = matrix(1, &[1, 2], "cells", &[images.clone(), images.clone()]);
    // Its elements are in their tag.
    let small = array("", &[3, 1], &count(3));
    let dataset = structure("set", &["images", "small", "cells"], &[images, small, cells]);
    file(&[dataset.clone(), compressed(&dataset), array("last", &[2, 9], &count(18))])
}

proptest! {
    #[test]
    fn a_changed_file_is_the_same_however_it_is_cut(at in 124..1200_usize, byte: u8, piece in 1..40_usize) {
        let mut file = sample();
        let len = file.len();
        file[at.min(len - 1)] = byte;
        let (whole, output, fault) = read(&file, u64::MAX, usize::MAX);
        let (cut, cut_output, cut_fault) = read(&file, u64::MAX, piece);
        prop_assert_eq!((arrays(&whole, &output), fault), (arrays(&cut, &cut_output), cut_fault));
    }
}
