//! See `idxlens_fuzz::text_labels`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::text_labels(input));
