//! See `idxlens_fuzz::unpack`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::unpack(input));
