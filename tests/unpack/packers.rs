//! Files as the programs xz, bzip2, zstd and lz4 pack them.

use std::{
    env, fs, process,
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::skip;

/// The programs with their usual options, and with those that take the most memory.
pub(crate) const PACKERS: [&[&str]; 10] = [
    &["xz"],
    &["xz", "-9e", "--check=sha256"],
    &["xz", "--block-size=10000", "--check=crc32"],
    &["bzip2"],
    &["zstd"],
    &["zstd", "--ultra", "-22", "--long=27"],
    &["zstd", "-1", "--no-check"],
    &["lz4", "-B5"],
    // Small blocks that refer to one another, with a checksum each, and the size of the whole.
    &["lz4", "-9", "-B4", "-BD", "-BX", "--content-size"],
    &["lz4", "-1", "-B6", "--no-frame-crc"],
];

/// A file as a program packs it; `None` where the program is missing.
pub(crate) fn pack(command: &[&str], data: &[u8]) -> Option<Vec<u8>> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name = format!("idxlens-{}-{}", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let path = env::temp_dir().join(name);
    fs::write(&path, data).unwrap();
    let output = Command::new(command[0]).args(&command[1..]).args(["--stdout", "--quiet"]).arg(&path).output();
    fs::remove_file(&path).ok();
    let Ok(output) = output else {
        skip::missing(command[0]);
        return None;
    };
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(output.stdout)
}

/// Images whose rows repeat, so that they are packed well but not at once.
pub(crate) fn images(len: u32) -> Vec<u8> {
    let mut state = 1_u32;
    let mut bytes = Vec::new();
    for at in 0..len {
        if at % 5 == 0 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        }
        bytes.push(state.to_be_bytes()[0]);
    }
    bytes
}
