//! See `idxlens_fuzz::table`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::table(input));
