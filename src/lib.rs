//! Read, write and look inside IDX files, the format of MNIST, and read NumPy arrays.
//!
//! A [`Reader`](format::reader::Reader) takes an IDX file or a `.npy` file, plain or gzip, and gives typed elements. A
//! [`Writer`](format::writer::Writer) streams them into a file.
//!
//! ```
//! use idxlens::format::{reader::Reader, writer::Writer};
//!
//! let mut writer = Writer::gzip(Vec::new(), &[2, 2, 3])?;
//! writer.write(&[0_u8, 1, 2, 3, 4, 5])?;
//! writer.write(&[10, 11, 12, 13, 14, 15])?;
//! let file = writer.finish()?;
//!
//! let mut reader = Reader::new(&file[..])?;
//! assert_eq!(reader.header().shape(), [2, 2, 3]);
//! for image in reader.items::<u8>() {
//!     assert_eq!(image?.len(), 6);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `ndarray`: `Reader::read_array` gives a whole file as an array.
//! - `json`: JSON as a table of text or as arrays, in the module `format::json`.
//! - `columnar`: the images and labels in Parquet and Arrow files, in the module `format::columnar`.
//! - `pictures`: pictures as an array, each in a file of its own (`format::gallery`) or all in one (`format::sheet`).
//! - `safetensors`: the arrays in safetensors files, in the module `format::safetensors`.
//! - `serde`: headers, layouts, their parts, summaries of values and the [`Facts`](error::Facts) of an error can be
//!   serialized.
//! - `draw` (default): items to pixels, in the module `draw`.
//! - `unpack`: files in xz, bzip2, Zstandard and gzip, in the module `format::unpack`.
//! - `insight`: what is worth a look in a dataset, such as duplicates and suspect labels, in the module `insight`.
//! - `insight-wasm`: its boundary to JavaScript, where the target is WebAssembly.
//! - `wasm` (default): the boundary of the viewer to JavaScript, where the target is WebAssembly.
//!
//! Reading and writing needs none of them: `default-features = false`.
//!
//! # The format on one screen
//!
//! An IDX file is one array: a magic number, a size for each dimension, then the elements. Everything is big-endian,
//! and the last dimension varies fastest. These are the first bytes of MNIST's 10,000 test images, of 28 × 28 pixels:
//!
//! ```text
//! 00 00 08 03   magic number: two zeros, element type 08 (u8), rank 3
//! 00 00 27 10   dimension 0: 10,000 items
//! 00 00 00 1C   dimension 1: 28 rows
//! 00 00 00 1C   dimension 2: 28 columns
//! 00 00 00 ...  the elements: item 0 row by row, item 1, ...
//! ```
//!
//! There is no version, no checksum, no name and no unit; whether elements are pixels or labels is a matter of
//! convention. An entry along dimension 0 is an *item*: in an array of rank 3 an image, in one of rank 1 a label.
//! Labels are in a separate file, in the order of the images. By MNIST's convention 0 is background
//! and 255 foreground. Files usually come inside gzip, which does have a checksum.
//!
//! # The path of a dropped file
//!
//! Data passes through the modules in this order, and each module uses only those before it:
//!
//! 1. [`mod@format`]: bytes to arrays and back. A [`Decoder`](format::decode::Decoder) takes chunks of a file,
//!    recognizes the format, unpacks gzip, and gives a [`Layout`](format::layout::Layout) and then the elements.
//! 2. [`dataset`]: what the user looks at. A [`Store`](dataset::store::Store) reports which bytes of the file it wants
//!    next, those of the items on screen first, and holds the items; [`Labels`](dataset::labels::Labels) counts them;
//!    [`pair`](dataset::pairing::pair) finds the labels of the images.
//! 3. `draw`, with the feature of that name: items to pixels. A `Page` is a picture of items in cells.
//! 4. `insight`, with the feature of that name: images compared with one another.
//! 5. `wasm`, where the target is WebAssembly: the boundary to JavaScript.
//!
//! [`error`] has every reason why a file is refused or shown with a warning.
//!
//! # Rules the code keeps
//!
//! - `format::decode`, `dataset` and `draw` never read, wait, or ask for the time. The caller pushes bytes, so the same
//!   code serves a file, a byte range of a server, and a test that pushes one byte at a time. The output does not
//!   depend on where the bytes were cut.
//! - No input causes a panic. No size from a header is trusted: memory is allocated when the bytes are there.
//! - Offsets, sizes and item numbers are `u64`. WebAssembly's `usize` ends at 4 GiB; files can be larger.
//! - Only `wasm` uses JavaScript types. Only [`format::layout`] multiplies the sizes that a header claims, with
//!   overflow checks.
//!
//! ```
//! use idxlens::{dataset::store::Store, format::encode::{encode, gzip}};
//!
//! let file = gzip(&encode(&[2, 2, 3], &[0_u8, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15])?);
//! let mut store = Store::new(Some(file.len() as u64), 1 << 20);
//! while let Some(wanted) = store.wanted() {
//!     store.push(wanted.start, &file[wanted.start as usize..wanted.end as usize])?;
//! }
//! assert_eq!(store.items(), 2);
//! assert_eq!(store.item(1), Some(&[10, 11, 12, 13, 14, 15][..]));
//! assert_eq!(store.warnings(), []);
//! # Ok::<(), idxlens::error::Error>(())
//! ```

pub mod dataset;
#[cfg(feature = "draw")]
pub mod draw;
pub mod error;
pub mod format;
#[cfg(feature = "insight")]
pub mod insight;
#[cfg(all(target_arch = "wasm32", any(feature = "wasm", feature = "convert-wasm", feature = "insight-wasm")))]
pub mod wasm;
