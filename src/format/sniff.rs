//! Recognizes formats by their first bytes, never by a name.

use crate::{
    error::{Error, Foreign, NpyFault},
    format::{
        array::{Accepts, Array},
        header::Header,
        layout::{ByteOrder, Layout},
        lush,
        npy::{self, Npy},
        tar::Record,
        text_damage,
    },
};

mod text;

use self::text::{marked_text, text};

/// The format of a layer of a file.
pub(crate) enum Layer {
    Gzip,
    Array(Layout),
}

/// Limit of the bytes that hold a whole header.
pub(crate) const MAX_HEADER_LEN: usize = if Header::MAX_LEN > npy::MAX_LEN { Header::MAX_LEN } else { npy::MAX_LEN };

/// As many bytes as the formats below need to be recognized.
pub(crate) const PREFIX_LEN: usize = 512;

/// The first two bytes of every gzip member.
pub(crate) const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];

/// Formats with a fixed start, in an order in which none hides another.
const STARTS: &[(&[u8], Foreign)] = &[
    (b"\xFD7zXZ", Foreign::Xz),
    (b"BZh", Foreign::Bzip2),
    (b"PK\x03\x04", Foreign::Zip),
    (b"PK\x05\x06", Foreign::Zip),
    (b"\x78\x01", Foreign::Zlib),
    (b"\x78\x5E", Foreign::Zlib),
    (b"\x78\x9C", Foreign::Zlib),
    (b"\x78\xDA", Foreign::Zlib),
    (b"\x28\xB5\x2F\xFD", Foreign::Zstd),
    (b"\x04\x22\x4D\x18", Foreign::Lz4),
    (b"7z\xBC\xAF\x27\x1C", Foreign::SevenZip),
    (b"\x89HDF\r\n\x1A\n", Foreign::Hdf5),
    (b"MATLAB 7.3", Foreign::Matlab73),
    (b"MATLAB", Foreign::Matlab),
    (b"PAR1", Foreign::Parquet),
    (b"ARROW1", Foreign::Arrow),
    (b"FEA1", Foreign::Feather),
    (b"\x89PNG", Foreign::Png),
    (b"\xFF\xD8\xFF", Foreign::Jpeg),
    (b"GIF8", Foreign::Gif),
    (b"%PDF", Foreign::Pdf),
    (b"\xFFtOc", Foreign::GitPack),
    (b"version https://git-lfs", Foreign::GitLfs),
    (b"# VobSub", Foreign::Subtitles),
    (b".HEADER", Foreign::Board),
    (b".MAT", Foreign::Lush),
    (b"\xEF\xBB\xBF", Foreign::ByteOrderMark),
    (b"\xFF\xFE", Foreign::ByteOrderMark),
    (b"\xFE\xFF", Foreign::ByteOrderMark),
    (b"\x80\x02", Foreign::Pickle),
    (b"\x80\x03", Foreign::Pickle),
    (b"\x80\x04", Foreign::Pickle),
    (b"\x80\x05", Foreign::Pickle),
];

/// The format of a layer that starts with these bytes. Without gzip it is an array in the chosen layout, if there is
/// one. `None` while the bytes are too few to tell.
///
/// # Errors
/// When the layer is neither gzip nor an array: see [`unrecognized`].
pub(crate) fn recognize(prefix: &[u8], array: &Array) -> Result<Option<Layer>, Error> {
    if prefix.starts_with(&GZIP_MAGIC) {
        return Ok(Some(Layer::Gzip));
    }
    if let Some(chosen) = array.chosen.as_ref().filter(|_| prefix.len() >= GZIP_MAGIC.len()) {
        return Ok(Some(Layer::Array(chosen.clone())));
    }
    let may_begin = |magic: &[u8]| magic.starts_with(prefix) || prefix.starts_with(magic);
    if let Accepts::Texts = array.accepts
        && !may_begin(npy::MAGIC)
        && !may_begin(&GZIP_MAGIC)
    {
        return Err(Error::Npy(NpyFault::Texts));
    }
    // No IDX file has the element type 0.
    if is_idx(prefix) && !is_safetensors(prefix) && !prefix.starts_with(&[0; 4]) {
        return match Layout::detect(prefix) {
            Err(Error::TooLarge { .. }) if has_replaced_dimensions(prefix) => Err(Error::Replaced),
            found => Ok(found?.map(Layer::Array)),
        };
    }
    if prefix.starts_with(npy::MAGIC) {
        let Some(Npy { layout, is_fortran, are_texts }) = Npy::parse(prefix)? else { return Ok(None) };
        return match (array.accepts, are_texts, is_fortran) {
            (Accepts::Texts, true, false) => Ok(Some(Layer::Array(layout))),
            (Accepts::Texts, ..) | (_, true, _) => Err(Error::Npy(NpyFault::Texts)),
            (Accepts::Fortran, _, true) => Ok(Some(Layer::Array(layout.transposed()?))),
            (_, _, true) => Err(Error::Npy(NpyFault::Fortran)),
            _ => Ok(Some(Layer::Array(layout))),
        };
    }
    if lush::is_matrix(prefix) {
        return Ok(lush::parse(prefix)?.map(Layer::Array));
    }
    // Never more bytes than this, or the result would depend on how many came at once.
    match prefix.first_chunk::<PREFIX_LEN>() {
        Some(prefix) => Err(unrecognized(prefix, array.layers)),
        None => Ok(None),
    }
}

/// Whether a file that starts with these bytes is IDX, as far as they tell.
pub(crate) fn is_idx(prefix: &[u8]) -> bool {
    prefix.starts_with(&[0, 0]) || prefix.first_chunk().is_some_and(|&magic| Layout::is_little_endian(magic))
}

/// Why these bytes are no array: all bytes there are, or enough of them.
pub(crate) fn unrecognized(prefix: &[u8], layer: u8) -> Error {
    let found = prefix.len() as u64;
    match *prefix {
        [] => Error::Empty { layer },
        _ if is_safetensors(prefix) => Error::Foreign(Foreign::Safetensors),
        _ if is_matlab4(prefix) => Error::Foreign(Foreign::Matlab4),
        [0, 0, found @ 0, 0, ..] => Error::UnknownElementType { found },
        [0, 0, _, rank, ..] => Error::TruncatedHeader { expected: 4 + 4 * u64::from(rank), found },
        [rank, code, 0, 0, ..] if Layout::is_little_endian([rank, code, 0, 0]) => {
            Error::TruncatedHeader { expected: 4 + 4 * u64::from(rank), found }
        }
        _ if prefix.starts_with(npy::MAGIC) => {
            Error::TruncatedHeader { expected: Npy::expected_len(prefix) as u64, found }
        }
        _ if lush::is_matrix(prefix) => Error::TruncatedHeader { expected: lush::expected_len(prefix), found },
        [0] | [0, 0, ..] => Error::TruncatedHeader { expected: 4, found },
        _ => match (foreign(prefix), prefix.first_chunk()) {
            (Some(foreign), _) => Error::Foreign(foreign),
            (None, _) if text_damage::is_replaced(prefix) => Error::Replaced,
            (None, Some(&found)) => Error::BadMagic { found },
            (None, None) => Error::TruncatedHeader { expected: 4, found },
        },
    }
}

/// Whether the dimensions of this header contain EF BF BD: what they say cannot be trusted then.
fn has_replaced_dimensions(prefix: &[u8]) -> bool {
    let len = Header::MAGIC_LEN + 4 * prefix.get(3).map_or(0, |&rank| usize::from(rank));
    prefix.get(Header::MAGIC_LEN..len).is_some_and(text_damage::contains_replacement)
}

/// Whether a file in an archive can be data: an array, a pickle, an Arrow or Parquet file, anything in gzip, a picture, what no
/// format is known for, or text, which may be class names or a table. `prefix` is its first [`PREFIX_LEN`] bytes, or all of it.
pub(crate) fn can_be_data(prefix: &[u8]) -> bool {
    let error = match recognize(prefix, &Array::default()) {
        Ok(Some(_)) => return true,
        Ok(None) => unrecognized(prefix, 0),
        Err(error) => error,
    };
    match error {
        Error::Foreign(foreign) => {
            use Foreign::{Arrow, ByteOrderMark, Csv, Gif, Jpeg, Json, Parquet, Pickle, Png, Text};
            matches!(foreign, Arrow | ByteOrderMark | Csv | Gif | Jpeg | Json | Parquet | Pickle | Png | Text)
        }
        _ => true,
    }
}

/// The known format of a file that is neither IDX nor gzip. `prefix` is its first [`PREFIX_LEN`] bytes, or all of it.
fn foreign(prefix: &[u8]) -> Option<Foreign> {
    let start = STARTS.iter().find(|(start, _)| prefix.starts_with(start)).map(|&(_, foreign)| foreign);
    match start {
        // The oldest archives have no magic number.
        _ if prefix.first_chunk().is_some_and(Record::is_valid) => Some(Foreign::Tar),
        Some(Foreign::Zip) if is_numpy_zip(prefix) => Some(Foreign::NumpyZip),
        Some(Foreign::ByteOrderMark) => {
            marked_text(prefix).filter(|kind| matches!(kind, Foreign::Csv | Foreign::Json)).or(start)
        }
        Some(foreign) => Some(foreign),
        None if is_skipped_frame(prefix) => Some(Foreign::Zstd),
        None if is_arrow_stream(prefix) => Some(Foreign::Arrow),
        None if is_old_pickle(prefix) => Some(Foreign::Pickle),
        None => other_lush(prefix).or_else(|| text(prefix)),
    }
}

/// Safetensors files start with the length of their header, 100 MB at most, and the header, which is JSON. Some lengths are
/// the magic number of another format: 2,056 is that of little-endian IDX of rank 8. Of ranks 0 and 1 the header may end
/// before the JSON, so they stay IDX.
fn is_safetensors(prefix: &[u8]) -> bool {
    match *prefix {
        [0, 0, ..] | [1, _, 0, 0, ..] => false,
        [_, _, _, 0..=5, 0, 0, 0, 0, b'{', next, ..] => matches!(next, b'"' | b'}' | b' '),
        _ => false,
    }
}

/// Whether a file starts with a matrix of MATLAB 4, little-endian: its type, its size, and its name with a zero. That of
/// doubles has the type 0.
fn is_matlab4(prefix: &[u8]) -> bool {
    let (numbers, _) = prefix.as_chunks();
    let &[kind, rows, columns, imaginary, name_len, ..] = numbers else { return false };
    let [kind, rows, columns, imaginary, name_len] =
        [kind, rows, columns, imaginary, name_len].map(|number| ByteOrder::Little.u32(number));
    let name = usize::try_from(name_len).ok().and_then(|len| prefix.get(20..20_usize.checked_add(len)?));
    let is_name = |name: &[u8]| match name {
        [first, rest @ .., 0] => {
            first.is_ascii_alphabetic() && rest.iter().all(|&byte| byte == b'_' || byte.is_ascii_alphanumeric())
        }
        _ => false,
    };
    kind <= 52 && kind % 10 <= 2 && rows > 0 && columns > 0 && imaginary <= 1 && name.is_some_and(is_name)
}

/// Whether the name of the first entry, at byte 30 of a zip file, ends in `.npy`.
fn is_numpy_zip(prefix: &[u8]) -> bool {
    let name_len = prefix.get(26..28).map_or(0, |len| usize::from(len[0]) | usize::from(len[1]) << 8);
    prefix.get(30..30 + name_len).is_some_and(|name| name.ends_with(b".npy"))
}

/// Whether a file starts with a frame of Zstandard that holds no data, as those of pzstd do.
fn is_skipped_frame(prefix: &[u8]) -> bool {
    matches!(*prefix, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

/// Arrow's messages start with FF FF FF FF and the length of their metadata, a multiple of 8, in which an offset comes first.
fn is_arrow_stream(prefix: &[u8]) -> bool {
    let (numbers, _) = prefix.as_chunks();
    match numbers {
        [[0xFF, 0xFF, 0xFF, 0xFF], len, offset, ..] => {
            let [len, offset] = [len, offset].map(|&number| ByteOrder::Little.u32(number));
            len.is_multiple_of(8) && offset.is_multiple_of(4) && (4..len).contains(&offset)
        }
        _ => false,
    }
}

/// Whether a file starts as a pickle of protocol 0 or 1, which has no magic number: with an array of NumPy's, or with a
/// dictionary or a list that is kept for later, perhaps in tuples.
fn is_old_pickle(prefix: &[u8]) -> bool {
    let marks = prefix.iter().take_while(|&&byte| byte == b'(').count();
    match &prefix[marks..] {
        [b'd' | b'l', b'p', digits @ ..] if marks > 0 => {
            let mut rest = digits.iter().skip_while(|byte| byte.is_ascii_digit());
            digits.first().is_some_and(u8::is_ascii_digit) && matches!(rest.next(), Some(b'\r' | b'\n'))
        }
        // A tab is text.
        [b'}' | b']', b'q', 0..=8, ..] => true,
        start => start.starts_with(b"cnumpy.") || start.starts_with(b"ccopy_reg\n"),
    }
}

/// Lush matrices start with 0x1E3D4C51 to 0x1E3D4C5B in the byte order of the writer. Those that can be read are no
/// foreign files.
fn other_lush(prefix: &[u8]) -> Option<Foreign> {
    match *prefix.first_chunk()? {
        [0x1E, 0x3D, 0x4C, 0x51..=0x5B] | [0x51..=0x5B, 0x4C, 0x3D, 0x1E] => Some(Foreign::Lush),
        _ => None,
    }
}
