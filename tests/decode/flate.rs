//! The output is the same as from other readers of gzip, whatever program compressed the data.

use std::{
    io::{ErrorKind, Read, Write},
    process::{Command, Stdio},
    thread,
};

use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use idxlens::format::encode::gzip;

use crate::files::{decode_pieces, idx};
use crate::skip;

/// 1,000 items of 28 x 28 with stripes, noise and zeros.
fn array() -> Vec<u8> {
    let mut noise = 1_u32;
    let elements: Vec<u8> = (0..784_000_u32)
        .map(|n| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match n / 20_000 % 3 {
                0 => 0,
                1 => (n % 28 * 9).to_be_bytes()[3],
                _ => noise.to_be_bytes()[0],
            }
        })
        .collect();
    idx(8, &[1000, 28, 28], &elements)
}

/// Checks that `file` decodes to the array, and that flate2's own reader agrees.
fn check(name: &str, file: &[u8], array: &[u8]) {
    let mut expected = Vec::new();
    MultiGzDecoder::new(file).read_to_end(&mut expected).unwrap();
    assert!(expected == array, "{name}: the packer is at fault");
    for size in [file.len(), 64 << 10, 1021] {
        let outcome = decode_pieces(file.chunks(size));
        assert!(outcome.elements == array[16..], "{name}, in pieces of {size} bytes");
        assert_eq!(outcome.warnings, [], "{name}, in pieces of {size} bytes");
    }
}

#[test]
fn every_level_and_flush_of_flate2_is_unpacked() {
    let array = array();
    for level in 0..=9 {
        let mut members = Vec::new();
        for part in array.chunks(array.len() / 2) {
            let mut encoder = GzEncoder::new(&mut members, Compression::new(level));
            for piece in part.chunks(100_003) {
                encoder.write_all(piece).unwrap();
                encoder.flush().unwrap();
            }
            encoder.finish().unwrap();
        }
        check(&format!("level {level}"), &members, &array);
    }
}

#[test]
fn damage_deep_inside_is_found_at_the_same_place_however_the_file_is_cut() {
    let array = array();
    let mut file = gzip(&array);
    for at in (100..file.len()).step_by(file.len() / 40) {
        file[at] ^= 0x10;
        let outcome = decode_pieces([&file[..]]);
        assert!(!outcome.warnings.is_empty(), "a flipped bit at byte {at}");
        for size in [64 << 10, 1021] {
            assert!(
                decode_pieces(file.chunks(size)) == outcome,
                "a flipped bit at byte {at}, in pieces of {size} bytes"
            );
        }
        file[at] ^= 0x10;
    }
}

/// The output of a program for `input`; `None` if it is not installed.
fn pipe(program: &str, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = match child {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        child => child.unwrap(),
    };
    let mut stdin = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).unwrap());
        child.wait_with_output().unwrap()
    });
    assert!(output.status.success(), "{program} {arguments:?}");
    Some(output.stdout)
}

#[test]
fn data_compressed_by_other_programs_is_unpacked() {
    // Every strategy of zlib with the smallest and the largest window and memory, each in a member of its own.
    const STRATEGIES: &str = "
import sys, zlib
data = sys.stdin.buffer.read()
settings = [(w, m, s) for w in (25, 31) for m in (1, 9) for s in range(5)]
size = -(-len(data) // len(settings))
for i, (window, memory, strategy) in enumerate(settings):
    packer = zlib.compressobj(6, zlib.DEFLATED, window, memory, strategy)
    part = data[i * size:(i + 1) * size]
    sys.stdout.buffer.write(packer.compress(part) + packer.flush())
";
    let array = array();
    let programs: [(&str, &[&str]); 9] = [
        ("gzip", &["-1"]),
        ("gzip", &["-9"]),
        ("pigz", &["-p", "4", "-b", "128"]),
        ("pigz", &["-i", "-b", "128"]),
        ("pigz", &["-H"]),
        ("igzip", &["-0"]),
        ("igzip", &["-3"]),
        ("bgzip", &["-c"]),
        ("python3", &["-c", STRATEGIES]),
    ];
    for (program, arguments) in programs {
        match pipe(program, arguments, &array) {
            Some(file) => check(&format!("{program} {}", arguments[0]), &file, &array),
            None => skip::missing(program),
        }
    }
}
