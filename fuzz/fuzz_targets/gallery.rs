//! See `idxlens_fuzz::gallery`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::gallery(input));
