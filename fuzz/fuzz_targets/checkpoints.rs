//! See `idxlens_fuzz::checkpoints`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::checkpoints(input));
