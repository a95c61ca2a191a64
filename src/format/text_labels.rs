//! NumPy arrays of texts as labels, where each item has one: the different texts are the classes. Texts that all differ
//! are the names of something, perhaps of the classes.
//!
//! `np.array(["cat", "dog"])` has the type `<U3`: each text is a run of as many characters as the longest one has, in
//! UTF-32 and padded with zeros. `|S3` has bytes instead.

use std::{mem, ops::Range};

use crate::{
    error::{Error, NpyFault},
    format::{
        columns::append,
        decode::Decoder,
        element::ElementType,
        header::Header,
        layout::Layout,
        npy,
        words::{self, Excess, MAX_WORD_LEN, MAX_WORDS, Words},
    },
};

/// Bytes of the file that are read at a time.
const READ_LEN: u64 = 1 << 20;

/// Limit of the bytes of a text as it is stored. The names of classes are shorter.
const MAX_TEXT_LEN: u64 = 4096;

/// The label of an item whose text is empty.
const UNLABELLED: f64 = -1.0;

/// Takes the bytes of a NumPy array of texts, twice; gives labels. An empty text stands for no label.
///
/// ```
/// use idxlens::format::text_labels::TextLabels;
///
/// let dictionary = "{'descr': '|S3', 'fortran_order': False, 'shape': (3,), }";
/// let file = [b"\x93NUMPY\x01\0\x39\0", dictionary.as_bytes(), b"dogcatdog"].concat();
/// let (mut texts, mut labels) = (TextLabels::new(file.len() as u64), Vec::new());
/// while let Some(wanted) = texts.wanted() {
///     texts.push(&file[wanted.start as usize..wanted.end as usize])?;
///     labels.extend(texts.take_output());
/// }
/// assert_eq!(texts.header().unwrap().shape(), [3]);
/// assert_eq!(labels, [1, 0, 1]);
/// assert_eq!(texts.class_names(), [(0, "cat".to_owned()), (1, "dog".to_owned())]);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct TextLabels {
    size: u64,
    decoder: Decoder,
    /// Bytes of the file that the pass has read.
    read: u64,
    /// The text that has come in part.
    text: Vec<u8>,
    words: Words,
    /// Texts that the first pass has seen, and how many of them are empty.
    count: u64,
    missing: u64,
    /// Classes of other labels.
    known: Vec<words::Classes>,
    /// The classes, once the first pass has seen all texts.
    classes: Option<Classes>,
    output: Vec<u8>,
    ended: bool,
}

/// What the texts are.
#[derive(Debug)]
struct Classes {
    /// The type of the labels; `None` when the texts are no labels.
    element_type: Option<ElementType>,
    names: Vec<(u32, String)>,
}

impl TextLabels {
    /// A file of `size` bytes, plain or gzip, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self {
            size,
            decoder: Decoder::texts(),
            read: 0,
            text: Vec::new(),
            words: Words::default(),
            count: 0,
            missing: 0,
            known: Vec::new(),
            classes: None,
            output: Vec::new(),
            ended: false,
        }
    }

    /// Takes the classes of other labels. If at least half of the texts are among them, the texts get their numbers, so that
    /// both can be compared. Of several such classes, the first ones count.
    pub fn add_classes(&mut self, classes: Vec<(u32, String)>) {
        self.known.push(classes);
    }

    /// The bytes of the file that are wanted next; `None` when all has come out.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        (!self.ended).then(|| self.read..self.size.min(self.read + READ_LEN))
    }

    /// Takes the bytes that are wanted.
    ///
    /// # Errors
    /// Those of [`Decoder::push`]. [`NpyFault::TextCount`] and [`NpyFault::TextLength`] when the texts are no classes: too many,
    /// or too long. [`NpyFault::Texts`] when an item has several texts, or none has one.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.read += bytes.len() as u64;
        let Self { decoder, text, words, count, missing, classes, output, .. } = self;
        // The decoder goes on after an error of what takes its elements.
        let mut taken = Ok(());
        decoder.push(bytes, &mut |layout, characters| {
            if taken.is_ok() {
                taken = take_texts(layout, text, characters, &mut |word| match classes {
                    None => {
                        *count += 1;
                        if word.is_empty() {
                            *missing += 1;
                        } else {
                            words.add(word);
                        }
                    }
                    Some(Classes { element_type, .. }) => {
                        let label = words.label(word).map_or(UNLABELLED, f64::from);
                        element_type.and_then(|element_type| append(label, element_type, output)).unwrap_or_default();
                    }
                });
            }
            Ok(())
        })?;
        taken?;
        match self.words.excess() {
            None => {}
            Some(Excess::Count) => return Err(Error::Npy(NpyFault::TextCount { expected: MAX_WORDS as u64 })),
            Some(Excess::Len(found)) => return Err(too_long(found as u64)),
        }
        if self.read < self.size && !bytes.is_empty() { Ok(()) } else { self.end_pass() }
    }

    /// The elements of the labels that have come out since, as IDX stores them.
    pub fn take_output(&mut self) -> Vec<u8> {
        mem::take(&mut self.output)
    }

    /// The header of the labels, once all have come out; `None` when the texts are none, because they all differ. It
    /// promises a label for each item, as the array does, though that may be cut.
    #[must_use]
    pub fn header(&self) -> Option<Header> {
        let Classes { element_type, .. } = self.classes.as_ref()?;
        let items = u32::try_from(self.decoder.layout()?.items()).ok()?;
        Header::new((*element_type)?, vec![items]).ok()
    }

    /// How many items have an empty text, and the label -1.
    #[must_use]
    pub fn missing(&self) -> u64 {
        self.missing
    }

    /// The names of the classes with their labels: texts that are numbers are these labels, and need no name. When all
    /// texts differ, these with their places.
    #[must_use]
    pub fn class_names(&self) -> &[(u32, String)] {
        self.classes.as_ref().map_or(&[], |classes| &classes.names)
    }

    fn end_pass(&mut self) -> Result<(), Error> {
        self.decoder.finish(0)?;
        if self.classes.is_some() {
            self.ended = true;
        } else {
            // Names are there.
            self.ended = self.missing == 0 && self.words.all().len() as u64 == self.count;
            self.classes = Some(self.classes().ok_or(Error::Npy(NpyFault::Texts))?);
            (self.decoder, self.read) = (Decoder::texts(), 0);
            self.text.clear();
        }
        Ok(())
    }

    /// What the texts are that the first pass has seen; `None` when there are none.
    fn classes(&mut self) -> Option<Classes> {
        if self.ended {
            return Some(Classes { element_type: None, names: self.words.in_order()? });
        }
        let names = self.words.number(&self.known)?;
        let max = self.words.all().filter_map(|word| self.words.label(word)).max();
        let is_byte = self.missing == 0 && max.is_none_or(|max| u8::try_from(max).is_ok());
        Some(Classes { element_type: Some(if is_byte { ElementType::U8 } else { ElementType::I32 }), names })
    }
}

/// Hands each text that is complete to `take`; the rest of the characters stays in `begun`.
fn take_texts(
    layout: &Layout,
    begun: &mut Vec<u8>,
    mut characters: &[u8],
    take: &mut dyn FnMut(&[u8]),
) -> Result<(), Error> {
    if !matches!(*layout.shape(), [_, _] | [_, 1, _]) {
        return Err(Error::Npy(NpyFault::Texts));
    }
    let found = layout.item_len();
    let len = usize::try_from(found).ok().filter(|_| found <= MAX_TEXT_LEN).ok_or_else(|| too_long(found))?;
    while !characters.is_empty() {
        let (next, rest) = characters.split_at(characters.len().min(len - begun.len()));
        begun.extend_from_slice(next);
        characters = rest;
        if begun.len() == len {
            take(npy::text(layout, begun).as_bytes());
            begun.clear();
        }
    }
    Ok(())
}

/// The fault of a text of so many bytes.
fn too_long(found: u64) -> Error {
    Error::Npy(NpyFault::TextLength { expected: MAX_WORD_LEN as u64, found })
}
