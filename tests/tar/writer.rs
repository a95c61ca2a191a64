//! Tar archives, written record by record, with lies where a test wants them.

/// A record and the data after it.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) data: &'a [u8],
    pub(crate) kind: u8,
    pub(crate) magic: &'a [u8],
    pub(crate) prefix: &'a [u8],
    /// What the field of the size has, if not the length of the data.
    pub(crate) size: Option<&'a [u8]>,
    /// Byte 482, which says that more of the map of a sparse file follows.
    pub(crate) has_map: u8,
}

pub(crate) fn entry<'a>(name: &'a str, data: &'a [u8]) -> Entry<'a> {
    let (kind, magic) = (b'0', &b"ustar\x0000"[..]);
    Entry { name: name.as_bytes(), data, kind, magic, prefix: b"", size: None, has_map: 0 }
}

impl Entry<'_> {
    pub(crate) fn bytes(self) -> Vec<u8> {
        let mut block = vec![0; 512];
        let octal = format!("{:011o}\0", self.data.len()).into_bytes();
        let fields: [(usize, &[u8]); 7] = [
            (0, self.name),
            (100, b"0000644\0"),
            (124, self.size.unwrap_or(&octal)),
            (156, &[self.kind]),
            (257, self.magic),
            (345, self.prefix),
            (482, &[self.has_map]),
        ];
        for (at, field) in fields {
            block[at..at + field.len()].copy_from_slice(field);
        }
        seal(&mut block);
        block.extend_from_slice(self.data);
        block.resize(block.len().next_multiple_of(512), 0);
        block
    }
}

/// Writes the checksum of a record.
pub(crate) fn seal(block: &mut [u8]) {
    block[148..156].fill(b' ');
    let sum: u32 = block[..512].iter().map(|&byte| u32::from(byte)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
}

pub(crate) fn archive(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut file: Vec<u8> = entries.iter().flat_map(|entry| entry.bytes()).collect();
    file.resize(file.len() + 1024, 0);
    file
}
