//! Every kind of deflate data.

use std::{
    env, fs,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use zlib_rs::{DeflateConfig, DeflateFlush, Strategy};

use crate::pass::{check, deflate, idx, member, pass};
use crate::skip;

/// Bytes of each kind of data.
const LEN: usize = 200_000;

/// Unpacked bytes between two checkpoints, at least.
const SPACING: u64 = 10_000;

/// Kinds of data: images on a background of zeros, the same inverted, noise, zeros.
pub(crate) fn data() -> [(&'static str, Vec<u8>); 4] {
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()
    };
    let random: Vec<u8> = (0..LEN).map(|_| noise()[0]).collect();
    let images: Vec<u8> = (0..LEN)
        .map(|n| if n / 5 % 7 < 5 { 0 } else { [0, 255, 254, noise()[0]][usize::from(noise()[0] % 4)] })
        .collect();
    let inverted = images.iter().map(|value| !value).collect();
    [("images", images), ("inverted", inverted), ("noise", random), ("nothing", vec![0; LEN])]
}

/// Packs and checks; returns the number of checkpoints.
fn packed(name: &str, elements: &[u8], config: DeflateConfig, flush: DeflateFlush, every: usize) -> usize {
    let file = idx(elements);
    let member = member(&deflate(&file, config, flush, every), &file);
    check(name, &member, elements, SPACING).as_slice().len()
}

#[test]
fn every_level() {
    for (kind, elements) in data() {
        for level in 0..=9 {
            let config = DeflateConfig { level, ..DeflateConfig::default() };
            let name = format!("{kind}, level {level}");
            let checkpoints = packed(&name, &elements, config, DeflateFlush::NoFlush, LEN);
            // Zeros fit into one block, and level 1 of this program writes only one.
            assert!(checkpoints > 1 || kind == "nothing" || level == 1, "{name}");
        }
    }
}

#[test]
fn every_strategy_and_memory() {
    let strategies = [Strategy::Default, Strategy::Filtered, Strategy::HuffmanOnly, Strategy::Rle, Strategy::Fixed];
    for (kind, elements) in data() {
        for strategy in strategies {
            for mem_level in [1, 8, 9] {
                let config = DeflateConfig { level: 6, strategy, mem_level, ..DeflateConfig::default() };
                let name = format!("{kind}, {strategy:?}, memory {mem_level}");
                let checkpoints = packed(&name, &elements, config, DeflateFlush::NoFlush, LEN);
                assert!(checkpoints > 1 || kind == "nothing" || mem_level == 9, "{name}");
            }
        }
    }
}

#[test]
fn every_flush() {
    let flushes = [DeflateFlush::PartialFlush, DeflateFlush::SyncFlush, DeflateFlush::FullFlush, DeflateFlush::Block];
    for (kind, elements) in data() {
        for flush in flushes {
            for (level, every) in [(0, 5000), (1, 5000), (6, 111), (6, 5000)] {
                let config = DeflateConfig { level, ..DeflateConfig::default() };
                let name = format!("{kind}, level {level}, {flush:?} every {every}");
                assert!(packed(&name, &elements, config, flush, every) > 4, "{name}");
            }
        }
    }
}

/// Joins bits, the first one lowest.
#[derive(Default)]
pub(crate) struct BitWriter {
    pub(crate) bytes: Vec<u8>,
    len: usize,
}

impl BitWriter {
    pub(crate) fn bits(&mut self, value: u32, len: u32) {
        for bit in 0..len {
            if self.len.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= u8::from(value >> bit & 1 == 1) << (self.len % 8);
            self.len += 1;
        }
    }

    /// A block of literals with fixed codes: 8 bits below 144, else 9; the end takes 7.
    pub(crate) fn block(&mut self, last: bool, literals: &[u8]) {
        self.bits(0b010 | u32::from(last), 3);
        for &value in literals {
            let (code, len) = if value < 144 { (0x30, 8) } else { (0x190 - 144, 9) };
            self.bits((code + u32::from(value)).reverse_bits() >> (32 - len), len);
        }
        self.bits(0, 7);
    }
}

#[test]
fn places_are_found_however_much_came_before() {
    let [(_, images), ..] = data();
    let file = idx(&images.repeat(3));
    let member = member(&deflate(&file, DeflateConfig::default(), DeflateFlush::Block, 2500), &file);
    let (.., checkpoints) = pass(&member, 1 << 20, (2000, 1 << 20));
    assert_eq!(checkpoints.as_slice().len(), file.len() / 2500);
}

#[test]
fn one_block_has_no_checkpoint_but_its_start() {
    let [(_, elements), ..] = data();
    let file = idx(&elements);
    let mut writer = BitWriter::default();
    writer.block(true, &file);
    assert_eq!(check("one block", &member(&writer.bytes, &file), &elements, SPACING).as_slice().len(), 1);
}

#[test]
fn blocks_start_on_every_bit() {
    // One code has 9 bits and the others 8, so every block starts 3 bits further within its byte.
    let elements: Vec<u8> = (0..LEN).map(|n| if n % 1000 == 500 { 200 } else { (n % 100).to_le_bytes()[0] }).collect();
    let file = idx(&elements);
    let mut writer = BitWriter::default();
    file.chunks(1000).for_each(|piece| writer.block(false, piece));
    writer.block(true, &[]);
    let checkpoints = check("fixed blocks", &member(&writer.bytes, &file), &elements, SPACING);
    assert!(checkpoints.as_slice().len() > 15);
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
fn data_compressed_by_other_programs() {
    let programs: [(&str, &[&str]); 12] = [
        ("gzip", &["-1"]),
        ("gzip", &["-6"]),
        ("gzip", &["-9"]),
        ("pigz", &["-0"]),
        ("pigz", &["-p", "4", "-b", "128"]),
        ("pigz", &["-i", "-b", "128"]),
        ("pigz", &["-H"]),
        ("igzip", &["-0"]),
        ("igzip", &["-1"]),
        ("igzip", &["-3"]),
        ("bgzip", &["-c"]),
        ("bgzip", &["-c", "-l", "0"]),
    ];
    for (kind, elements) in data() {
        for (program, arguments) in programs {
            let name = format!("{kind}, {program} {arguments:?}");
            match pipe(program, arguments, &idx(&elements)) {
                Some(file) => drop(check(&name, &file, &elements, SPACING)),
                None => skip::missing(program),
            }
        }
    }
}

/// MNIST, or any other file: `IDXLENS_GZ=file.gz cargo test`.
#[test]
fn a_real_file() {
    let path = env::var_os("IDXLENS_GZ").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/mnist/t10k-images-idx3-ubyte.gz"),
        PathBuf::from,
    );
    if !path.exists() {
        skip::report(format_args!("there is no {}", path.display()));
        return;
    }
    let file = fs::read(path).unwrap();
    let (elements, warnings, layout, checkpoints) = crate::pass::pass(&file, 64 << 10, (1 << 16, 1 << 20));
    assert_eq!(warnings, []);
    println!("{} checkpoints", checkpoints.as_slice().len());
    for checkpoint in checkpoints.as_slice() {
        let (resumed, warnings) = crate::pass::resume(&file, &layout, checkpoint, 1 << 20);
        assert!(resumed == elements[elements.len() - resumed.len()..]);
        assert_eq!(resumed.len() as u64, layout.byte_len() - checkpoint.decoded().saturating_sub(layout.data_offset()));
        assert_eq!(warnings, []);
    }
}
