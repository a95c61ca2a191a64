//! See `idxlens_fuzz::parquet`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::parquet(input));
