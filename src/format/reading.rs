//! A way to read a file that a person chose, as one word: `i16le,60000x28x28,16`.

use crate::format::header::{ByteOrder, ElementType, Header};

impl Header {
    /// The word for this way to read a file: element type (and `le` where it is little-endian), shape, and the offset
    /// of the first element.
    ///
    /// ```
    /// # use idxlens::format::header::{ElementType, Header};
    /// let header = Header::new(ElementType::U8, vec![60_000, 28, 28])?;
    /// assert_eq!(header.reading(), "u8,60000x28x28,16");
    /// assert_eq!(Header::read_as("u8,60000x28x28,16"), Some(header));
    /// # Ok::<(), idxlens::error::Error>(())
    /// ```
    #[must_use]
    pub fn reading(&self) -> String {
        let mut word = self.element_type().name().to_owned();
        if self.byte_order() == ByteOrder::Little {
            word.push_str("le");
        }
        for (index, size) in self.shape().iter().enumerate() {
            word.push(if index == 0 { ',' } else { 'x' });
            word.push_str(&size.to_string());
        }
        if self.shape().is_empty() {
            word.push(',');
        }
        word.push(',');
        word.push_str(&self.len().to_string());
        word
    }

    /// The way to read a file that a word stands for, if it is one.
    #[must_use]
    pub fn read_as(word: &str) -> Option<Self> {
        let (elements, rest) = word.split_once(',')?;
        let (shape, start) = rest.split_once(',')?;
        let (name, byte_order) = match elements.strip_suffix("le") {
            Some(name) => (name, ByteOrder::Little),
            None => (elements, ByteOrder::Big),
        };
        let element_type = ElementType::ALL.into_iter().find(|element_type| element_type.name() == name)?;
        let mut sizes = Vec::new();
        if !shape.is_empty() {
            for size in shape.split('x') {
                sizes.push(size.parse().ok()?);
            }
        }
        Self::new(element_type, sizes).ok()?.in_order(byte_order).at(start.parse().ok()?)
    }
}
