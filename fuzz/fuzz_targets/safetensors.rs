//! See `idxlens_fuzz::safetensors`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::safetensors(input));
