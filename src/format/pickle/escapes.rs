//! The strings of protocol 0. Each is a line in which some characters are escaped.

/// Where in a line the next byte is.
#[derive(Clone, Debug)]
pub(super) struct Escapes {
    quotes: Quotes,
    escape: Escape,
    /// Whether the line ends with two characters.
    is_windows: bool,
}

#[derive(Clone, Copy, Debug)]
enum Quotes {
    /// None: characters as the codec `raw-unicode-escape` has them.
    None,
    /// Before the first: bytes as `repr` of Python 2 has them.
    Expected,
    /// After the first, which is this character.
    Open(u8),
    Closed,
}

#[derive(Clone, Copy, Debug)]
enum Escape {
    None,
    /// After the backslash.
    Begun,
    /// In a number of hexadecimal digits.
    Number {
        left: u8,
        value: u32,
    },
}

/// A byte that cannot come where it is.
pub(super) struct Misplaced;

impl Escapes {
    /// The start of a line of bytes in quotes, or of characters.
    pub(super) fn new(is_quoted: bool, is_windows: bool) -> Self {
        Self { quotes: if is_quoted { Quotes::Expected } else { Quotes::None }, escape: Escape::None, is_windows }
    }

    /// Takes the next byte of the line, and gives the character or byte that ends with it.
    pub(super) fn take(&mut self, byte: u8) -> Result<Option<u32>, Misplaced> {
        let value = match self.escape {
            Escape::None => return self.take_plain(byte),
            Escape::Begun => match (self.quotes, byte) {
                (Quotes::Open(_), b'x') => return Ok(self.number(2, 0)),
                (Quotes::None, b'u') => return Ok(self.number(4, 0)),
                (Quotes::None, b'U') => return Ok(self.number(8, 0)),
                (Quotes::Open(_), b'n') => b'\n'.into(),
                (Quotes::Open(_), b'r') => b'\r'.into(),
                (Quotes::Open(_), b't') => b'\t'.into(),
                (Quotes::Open(_), b'\\' | b'\'' | b'"') => byte.into(),
                _ => return Err(Misplaced),
            },
            Escape::Number { left, value } => {
                let value = value << 4 | char::from(byte).to_digit(16).ok_or(Misplaced)?;
                if left > 1 {
                    return Ok(self.number(left - 1, value));
                }
                value
            }
        };
        self.escape = Escape::None;
        Ok(Some(value))
    }

    /// Takes a byte outside of escapes.
    fn take_plain(&mut self, byte: u8) -> Result<Option<u32>, Misplaced> {
        match (self.quotes, byte) {
            (Quotes::Expected, b'\'' | b'"') => self.quotes = Quotes::Open(byte),
            (Quotes::Open(quote), _) if byte == quote => self.quotes = Quotes::Closed,
            (Quotes::Closed, b'\r' | b'\n') | (Quotes::None, b'\n') => {}
            (Quotes::None, b'\r') if self.is_windows => {}
            (Quotes::Expected | Quotes::Closed, _) | (Quotes::Open(_), b'\n') => return Err(Misplaced),
            (_, b'\\') => self.escape = Escape::Begun,
            (_, byte) => return Ok(Some(byte.into())),
        }
        Ok(None)
    }

    /// Waits for so many more digits of a number.
    fn number(&mut self, left: u8, value: u32) -> Option<u32> {
        self.escape = Escape::Number { left, value };
        None
    }
}
