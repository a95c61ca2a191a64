//! Bytes of files, and the arrays whose elements they are.

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
    rc::Rc,
};

use idxlens::{
    dataset::{Slot, pairing::slot, store::Store},
    error::{Error, NpyFault},
    format::{layout::Layout, reorder::Reorder},
};

use crate::{Result, converter::all_of};

/// Bytes of a .gz whose items all stay in memory; of a larger one, they are unpacked again.
const BUDGET: u64 = 256 << 20;

/// The first bytes of a file in gzip.
pub(crate) const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];

/// A part of a file or of memory, with a header before it.
#[derive(Clone)]
pub(crate) struct Source {
    head: Rc<[u8]>,
    origin: Rc<Origin>,
    range: Range<u64>,
}

enum Origin {
    File(PathBuf),
    Memory(Vec<u8>),
}

impl Source {
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        let size = fs::metadata(path)?.len();
        Ok(Self { head: Rc::default(), origin: Rc::new(Origin::File(path.to_owned())), range: 0..size })
    }

    pub(crate) fn memory(bytes: Vec<u8>) -> Self {
        let size = bytes.len() as u64;
        Self { head: Rc::default(), origin: Rc::new(Origin::Memory(bytes)), range: 0..size }
    }

    /// A part of what has no header yet, with one before it.
    pub(crate) fn part(&self, head: &[u8], range: Range<u64>) -> Self {
        let start = self.range.start;
        Self { head: head.into(), origin: Rc::clone(&self.origin), range: start + range.start..start + range.end }
    }

    pub(crate) fn size(&self) -> u64 {
        self.head.len() as u64 + self.range.end - self.range.start
    }

    pub(crate) fn read(&self, wanted: Range<u64>) -> Result<Vec<u8>> {
        let head = self.head.len() as u64;
        let ends = [wanted.start, wanted.end].map(|at| at.min(self.size()));
        let [first, last] = ends.map(|at| usize::try_from(at.min(head)).unwrap_or(usize::MAX));
        let mut bytes = self.head[first..last].to_vec();
        let [start, end] = ends.map(|at| self.range.start + at.saturating_sub(head));
        match &*self.origin {
            Origin::Memory(all) => bytes.extend_from_slice(&all[usize::try_from(start)?..usize::try_from(end)?]),
            Origin::File(path) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(start))?;
                file.take(end - start).read_to_end(&mut bytes)?;
            }
        }
        Ok(bytes)
    }

    pub(crate) fn all(&self) -> Result<Vec<u8>> {
        self.read(0..self.size())
    }
}

/// The labels of classes with their names.
pub(crate) type ClassNames = Vec<(u32, String)>;

/// An array whose items are read when they are asked for.
pub(crate) struct Array {
    pub(crate) name: String,
    pub(crate) slot: Slot,
    /// Of labels, if their file says them.
    pub(crate) class_names: ClassNames,
    source: Source,
    store: Store,
}

impl Array {
    /// The array in a file. A .gz is read once, so that items can be found in it; a NumPy array in Fortran's order is
    /// put in memory in the usual one.
    pub(crate) fn open(name: &str, source: Source) -> Result<Self> {
        let store = Store::new(Some(source.size()), BUDGET);
        let mut array = Self { name: name.into(), slot: Slot::Images, class_names: Vec::new(), source, store };
        if let Err(error) = array.read() {
            let is_fortran = matches!(error.downcast_ref(), Some(Error::Npy(NpyFault::Fortran)));
            if !is_fortran {
                return Err(error);
            }
            let usual = all_of(&mut Reorder::new(array.source.size()), &array.source)?;
            return Self::open(name, Source::memory(usual));
        }
        array.slot = slot(name, array.layout());
        Ok(array)
    }

    /// The same, for what is known to be images or labels.
    pub(crate) fn into_images(self) -> Self {
        Self { slot: Slot::Images, ..self }
    }

    pub(crate) fn into_labels(self, class_names: ClassNames) -> Self {
        Self { slot: Slot::Labels, class_names, ..self }
    }

    pub(crate) fn layout(&self) -> &Layout {
        self.store.layout().expect("a file that was opened has a layout")
    }

    /// The items that are there, which can be fewer than the header says.
    pub(crate) fn items(&self) -> u64 {
        self.store.items()
    }

    /// The elements of some items, big-endian.
    pub(crate) fn elements(&mut self, items: Range<u64>) -> Result<Vec<u8>> {
        self.store.want(&items.clone().collect::<Vec<_>>());
        self.read()?;
        self.store.bytes_of(items, false).ok_or_else(|| "items could not be read".into())
    }

    /// What is wrong with the file, as far as it was read.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = String> {
        self.store.warnings().iter().map(|warning| format!("{}: {warning}", self.name))
    }

    fn read(&mut self) -> Result<()> {
        while let Some(wanted) = self.store.wanted() {
            self.store.push(wanted.start, &self.source.read(wanted.clone())?)?;
        }
        Ok(())
    }
}
