//! The header of a gzip member, byte by byte (RFC 1952, section 2.3).

use crate::{
    error::GzipFault,
    format::{crc::Crc, sniff::GZIP_MAGIC},
};

/// Flag bits of the member header.
const FLAG_HEADER_CRC: u8 = 1 << 1;
const FLAG_EXTRA: u8 = 1 << 2;
const FLAG_NAME: u8 = 1 << 3;
const FLAG_COMMENT: u8 = 1 << 4;
const FLAGS_RESERVED: u8 = 0xE0;

/// The field of a member header that the next byte is in. `flags` are those of the fields still to come.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    Magic,
    Method,
    Flags,
    /// Modification time, extra flags, operating system; later the extra field.
    Skipped {
        flags: u8,
        left: u16,
    },
    ExtraLenLow {
        flags: u8,
    },
    ExtraLenHigh {
        flags: u8,
        low: u8,
    },
    Name {
        flags: u8,
    },
    Comment {
        flags: u8,
    },
    CrcLow,
    CrcHigh {
        low: u8,
    },
}

/// What follows a byte of a header.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    /// More of the header: this field.
    Field(Field),
    /// Compressed data. The fault is a wrong checksum of the header.
    Data(Option<GzipFault>),
    /// The first bytes are not those of a member: other bytes follow the data.
    Trailing,
    Failed(GzipFault),
}

impl Field {
    /// What follows this byte of the field, which is at `offset`. `crc` is the checksum of the header before it.
    pub(super) fn next(self, byte: u8, offset: u64, crc: &mut Crc) -> Next {
        if !matches!(self, Self::CrcLow | Self::CrcHigh { .. }) {
            crc.update(&[byte]);
        }
        Next::Field(match self {
            Self::Magic if byte == GZIP_MAGIC[1] => Self::Method,
            Self::Magic => return Next::Trailing,
            Self::Method if byte == 8 => Self::Flags,
            Self::Method => return Next::Failed(GzipFault::Method { offset, found: byte }),
            Self::Flags if byte & FLAGS_RESERVED == 0 => Self::Skipped { flags: byte, left: 6 },
            Self::Flags => return Next::Failed(GzipFault::Flags { offset, found: byte }),
            Self::Skipped { flags, left: 1 } => return Self::announced(flags),
            Self::Skipped { flags, left } => Self::Skipped { flags, left: left - 1 },
            Self::ExtraLenLow { flags } => Self::ExtraLenHigh { flags, low: byte },
            Self::ExtraLenHigh { flags, low } => match u16::from_le_bytes([low, byte]) {
                0 => return Self::announced(flags),
                left => Self::Skipped { flags, left },
            },
            Self::Name { flags } | Self::Comment { flags } if byte == 0 => return Self::announced(flags),
            Self::Name { .. } | Self::Comment { .. } => self,
            Self::CrcLow => Self::CrcHigh { low: byte },
            Self::CrcHigh { low } => {
                let [found, expected] =
                    [crc.sum().to_le_bytes(), [low, byte, 0, 0]].map(|[low, high, ..]| u16::from_le_bytes([low, high]));
                let fault = GzipFault::HeaderChecksum { offset: offset - 1, expected, found };
                return Next::Data((expected != found).then_some(fault));
            }
        })
    }

    /// The next field that `flags` announce, in the order of RFC 1952. The compressed data follows the fields.
    fn announced(flags: u8) -> Next {
        let without = |flag: u8| flags & !flag;
        Next::Field(if flags & FLAG_EXTRA != 0 {
            Self::ExtraLenLow { flags: without(FLAG_EXTRA) }
        } else if flags & FLAG_NAME != 0 {
            Self::Name { flags: without(FLAG_NAME) }
        } else if flags & FLAG_COMMENT != 0 {
            Self::Comment { flags: without(FLAG_COMMENT) }
        } else if flags & FLAG_HEADER_CRC != 0 {
            Self::CrcLow
        } else {
            return Next::Data(None);
        })
    }
}
