//! Arrow files, and streams of the same messages.
//!
//! ```text
//! byte 0    41 52 52 4F 57 31 00 00     "ARROW1", only in a file
//!           FF FF FF FF                 a message
//!           88 01 00 00                 length of its metadata, 32 bits, little-endian; 0 ends the messages
//!           ...                         the metadata: the schema first, then what is in a record batch
//!           ...                         the buffers of the record batch
//!           ...                         the footer, only in a file: where the record batches are
//!           1A 03 00 00                 length of the footer
//!           41 52 52 4F 57 31           "ARROW1"
//! ```
//!
//! The footer says what is in a file. A stream is read message by message, and so is a file without a footer, so that one that is
//! cut has its first rows.
//!
//! Source: the [format's description](https://arrow.apache.org/docs/format/Columnar.html).

pub(super) use self::messages::MessageReader;

mod batch;
mod buffer;
mod column;
mod decode;
mod dictionary;
mod flatbuffer;
mod layers;
mod messages;
mod schema;
mod window;

/// Why values do not come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    Damaged,
    /// They take more room than this.
    Limit(u64),
}
