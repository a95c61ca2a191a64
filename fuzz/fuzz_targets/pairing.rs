//! See `idxlens_fuzz::pairing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::pairing(input));
