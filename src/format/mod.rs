//! Bytes to arrays and back. Nothing here knows what the arrays mean.

pub mod decode;
pub mod element;
pub mod encode;
mod gzip;
pub mod header;
mod sniff;
