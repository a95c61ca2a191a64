//! Files of any size: the browser repeats the same images without storing any of them twice.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use idxlens::format::{element::ElementType, layout::Layout};
use serde_json::{Value, json};

use super::input::{Input, megabytes};
use super::lab::FOLDER;
use crate::root;

/// A gzip member's header: deflate, neither name nor time, from an unknown system.
const MEMBER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];
/// The name of the generated file with the input's images.
const ONCE: &str = "once";
/// An empty last block of deflate.
const LAST: [u8; 2] = [3, 0];

/// A file made of a head, one part repeated many times, and a tail.
pub(crate) struct Repeated {
    name: &'static str,
    head: Vec<u8>,
    /// The name of a generated file.
    part: &'static str,
    times: u32,
    tail: Vec<u8>,
    size: u64,
    /// Its decompressed size in bytes.
    pub(crate) unpacked: u64,
}

impl Repeated {
    /// The images of the input, repeated `times` times.
    pub(crate) fn plain(input: &Input, times: u32) -> Result<Self> {
        let layout = layout(input, times)?;
        let head = layout.header().to_bytes();
        Self::write("images-idx3-ubyte", head, (ONCE, &input.once), times, Vec::new(), &layout)
    }

    /// The same as a gzip file of a single member.
    pub(crate) fn gzip(input: &Input, times: u32) -> Result<Self> {
        let layout = layout(input, times)?;
        let start = layout.header().to_bytes();
        let (mut crc, mut crc_of_part) = (Crc::new(), Crc::new());
        crc.update(&start);
        crc_of_part.update(&input.once);
        for _ in 0..times {
            crc.combine(&crc_of_part);
        }
        let head = [&MEMBER[..], &blocks(&start)?].concat();
        // The trailer holds the length modulo 2^32.
        let tail = [&LAST[..], &crc.sum().to_le_bytes(), &crc.amount().to_le_bytes()].concat();
        Self::write("images-idx3-ubyte.gz", head, ("once.deflate", &blocks(&input.once)?), times, tail, &layout)
    }

    fn write(
        name: &'static str,
        head: Vec<u8>,
        (part, bytes): (&'static str, &[u8]),
        times: u32,
        tail: Vec<u8>,
        layout: &Layout,
    ) -> Result<Self> {
        fs::write(root().join(FOLDER).join(part), bytes)?;
        let size = (head.len() + tail.len()) as u64 + bytes.len() as u64 * u64::from(times);
        Ok(Self { name, head, part, times, tail, size, unpacked: layout.data_end() })
    }

    /// The recipe from which benches/large-files.js makes the file.
    pub(crate) fn recipe(&self) -> Value {
        json!({
            "name": self.name,
            "head": self.head,
            "part": format!("/{FOLDER}/{}", self.part),
            "times": self.times,
            "tail": self.tail,
        })
    }

    /// Writes all of it to a file, in place of the one before. Its path.
    pub(crate) fn write_whole(&self) -> Result<PathBuf> {
        let folder = root().join(FOLDER);
        let path = folder.join(format!("large-{}", self.name));
        let part = fs::read(folder.join(self.part))?;
        let mut file = BufWriter::new(File::create(&path)?);
        file.write_all(&self.head)?;
        for _ in 0..self.times {
            file.write_all(&part)?;
        }
        file.write_all(&self.tail)?;
        file.flush()?;
        Ok(path)
    }

    /// Whether it is a .gz.
    pub(crate) fn is_compressed(&self) -> bool {
        !self.tail.is_empty()
    }

    /// The file's size and kind.
    pub(crate) fn description(&self) -> String {
        format!("{} {}", megabytes(self.size), if self.is_compressed() { ".gz" } else { "plain" })
    }
}

/// The path of the images that are repeated.
pub(crate) fn once() -> String {
    format!("/{FOLDER}/{ONCE}")
}

fn layout(input: &Input, times: u32) -> Result<Layout> {
    let mut shape = input.shape.clone();
    shape[0] = shape[0].checked_mul(times).context("an IDX header cannot hold that many images")?;
    Ok(Layout::new(ElementType::U8, shape)?)
}

/// Compresses bytes to deflate blocks that can be repeated: they end on a whole byte and refer to nothing before them.
fn blocks(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.flush()?;
    Ok(encoder.get_ref().clone())
}
