//! Records: the block before each file, and the texts that extend one.

/// Bytes of a block. Every record is one, and the data after it is padded to whole ones.
pub(crate) const BLOCK_LEN: usize = 512;

/// What a block before some data says about it.
#[derive(Debug)]
pub(crate) struct Record {
    pub(super) kind: Kind,
    pub(super) name: Vec<u8>,
    /// Bytes of the data after it.
    pub(super) len: u64,
    /// Whether blocks with more of the map of a sparse file come first.
    pub(super) has_map: bool,
}

/// What the data after a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    /// A file without its holes, as GNU tar writes it.
    Sparse,
    /// There is none: a folder, a link, a device.
    Nothing,
    /// The name of the next file.
    Name,
    /// A text with properties of the next file.
    Properties,
    /// Something about the next file, or all of them, that does not matter here: where a link leads, a comment.
    Aside,
    /// Something else.
    Other,
}

/// The properties of a file that a text gives.
#[derive(Debug, Default)]
pub(super) struct Properties {
    pub(super) name: Option<Vec<u8>>,
    pub(super) len: Option<u64>,
    pub(super) is_sparse: bool,
}

impl Record {
    /// Whether a block is a record: whether the checksum in it is the sum of its bytes, with spaces in place of the
    /// checksum. Old programs add bytes with signs.
    pub(crate) fn is_valid(block: &[u8; BLOCK_LEN]) -> bool {
        let mut summed = *block;
        summed[148..156].fill(b' ');
        let unsigned: i64 = summed.iter().map(|&byte| i64::from(byte)).sum();
        let signed: i64 = summed.iter().map(|&byte| i64::from(byte.cast_signed())).sum();
        // Other data has zeros there, and its bytes, taken as signed, may add up to 0.
        let found = number(&block[148..156]).and_then(|sum| i64::try_from(sum).ok()).filter(|&sum| sum > 0);
        found == Some(unsigned) || found == Some(signed)
    }

    /// Parses a block. `None` when it is no record.
    pub(super) fn parse(block: &[u8; BLOCK_LEN]) -> Option<Self> {
        if !Self::is_valid(block) {
            return None;
        }
        let (short, prefix) = (text(&block[..100]), text(&block[345..500]));
        // Only POSIX archives have a prefix there.
        let is_prefixed = block[257..].starts_with(b"ustar\0") && !prefix.is_empty();
        let name = if is_prefixed { [prefix, b"/", short].concat() } else { short.to_vec() };
        let kind = match block[156] {
            // The oldest archives know folders only by their names.
            0 if name.ends_with(b"/") => Kind::Nothing,
            0 | b'0' | b'7' => Kind::File,
            b'1'..=b'6' => Kind::Nothing,
            b'S' => Kind::Sparse,
            b'L' => Kind::Name,
            b'x' | b'X' => Kind::Properties,
            b'K' | b'g' => Kind::Aside,
            _ => Kind::Other,
        };
        let len = if kind == Kind::Nothing { 0 } else { number(&block[124..136])? };
        Some(Self { kind, name, len, has_map: kind == Kind::Sparse && block[482] != 0 })
    }
}

impl Properties {
    /// Parses lines of `LENGTH KEY=VALUE`, whose length is that of the whole line. `None` when there are others.
    pub(super) fn parse(mut rest: &[u8]) -> Option<Self> {
        let mut properties = Self::default();
        let mut name = None;
        while rest.first().is_some_and(|&byte| byte != 0) {
            let digits = rest.iter().position(|&byte| byte == b' ')?;
            let len: usize = str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
            let line = rest.get(digits + 1..len)?.strip_suffix(b"\n")?;
            rest = &rest[len..];
            let equals = line.iter().position(|&byte| byte == b'=')?;
            let (key, value) = (&line[..equals], &line[equals + 1..]);
            match key {
                // An empty value takes back what was said before.
                b"path" => name = Some(value.to_vec()).filter(|name| !name.is_empty()),
                b"size" if !value.is_empty() => properties.len = Some(str::from_utf8(value).ok()?.parse().ok()?),
                b"GNU.sparse.name" => properties.name = Some(value.to_vec()),
                _ => {}
            }
            properties.is_sparse |= key.starts_with(b"GNU.sparse.");
        }
        properties.name = properties.name.or(name);
        Some(properties)
    }
}

/// A text without the zeros that fill its field.
pub(super) fn text(field: &[u8]) -> &[u8] {
    field.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// The number in a field: octal digits, or where these are too few, a big-endian number after the byte 0x80.
fn number(field: &[u8]) -> Option<u64> {
    if let [0x80, digits @ ..] = field {
        return digits.iter().try_fold(0_u64, |number, &digit| number.checked_mul(256)?.checked_add(digit.into()));
    }
    let digits = str::from_utf8(text(field)).ok()?.trim_matches(' ');
    if digits.is_empty() { Some(0) } else { u64::from_str_radix(digits, 8).ok() }
}
