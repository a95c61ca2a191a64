//! Bytes to arrays and back. Nothing here knows what the arrays mean.

mod array;
pub mod checkpoint;
pub mod cifar;
#[cfg(feature = "columnar")]
pub mod columnar;
pub(crate) mod columns;
pub(crate) mod crc;
pub mod csv;
pub mod decode;
pub mod element;
pub mod encode;
pub(crate) mod encoding;
pub mod export;
mod feed;
#[cfg(feature = "pictures")]
pub mod gallery;
mod gzip;
pub mod header;
mod inflate;
#[cfg(feature = "json")]
pub mod json;
pub mod layout;
mod lush;
pub mod matlab;
pub mod member;
pub(crate) mod npy;
pub(crate) mod packed;
pub mod pickle;
#[cfg(feature = "pictures")]
mod picture;
mod probe;
pub mod reader;
mod recorder;
pub mod reorder;
mod row_major;
#[cfg(feature = "safetensors")]
pub mod safetensors;
pub(crate) mod sample;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "pictures")]
pub mod sheet;
mod sniff;
mod stage;
pub mod suggestion;
pub mod tar;
pub mod text_damage;
pub mod text_labels;
#[cfg(feature = "unpack")]
pub mod unpack;
mod words;
pub mod writer;
pub mod zip;
