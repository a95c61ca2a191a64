//! The arrays in a file: IDX, NumPy, Lush, CSV, CIFAR, and those in gzip, zip, tar and pickles.

use std::{
    fs::File,
    io::{self, Cursor, Read, Seek, SeekFrom},
    ops::Range,
    path::Path,
};

use idxlens::{
    dataset::{Slot, pairing::slot, store::Store},
    error::{Error, Foreign, NpyFault},
    format::{
        cifar::Cifar,
        csv::Csv,
        header::Header,
        layout::Layout,
        pickle::Pickle,
        reorder::Reorder,
        tar,
        zip::{self, Packing},
    },
};

use crate::Result;

/// Bytes of a .gz whose items all stay in memory; of a larger one, they are unpacked again.
const BUDGET: u64 = 256 << 20;

/// Bytes that can be read from anywhere: a part of a file, or memory.
trait Bytes: Read + Seek {}
impl<T: Read + Seek> Bytes for T {}

struct Source {
    bytes: Box<dyn Bytes>,
    /// Where they are.
    range: Range<u64>,
}

/// An array whose items are read when they are asked for.
pub(crate) struct Array {
    pub(crate) name: String,
    pub(crate) slot: Slot,
    source: Source,
    store: Store,
}

/// The arrays in a file, or in the archive that it is.
pub(crate) fn arrays(path: &Path) -> Result<Vec<Array>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut file = Source::file(path)?;
    let error = match Array::open(&name, Source::file(path)?) {
        Ok(array) => return Ok(vec![array]),
        Err(error) => error.downcast::<Error>()?,
    };
    match *error {
        Error::Foreign(Foreign::Zip | Foreign::NumpyZip) => members(path, file),
        Error::Foreign(Foreign::Tar) => tar_members(path, file),
        Error::Foreign(Foreign::Pickle) => pickled(file),
        error => {
            let both = match records(&mut file)? {
                None => table(&mut file)?,
                records => records,
            };
            let files = both.ok_or(error)?.into_iter().flatten();
            files.map(|file| Array::open(&name, Source::memory(file))).collect()
        }
    }
}

impl Source {
    fn file(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        Ok(Self { bytes: Box::new(file), range: 0..size })
    }

    fn memory(bytes: Vec<u8>) -> Self {
        let size = bytes.len() as u64;
        Self { bytes: Box::new(Cursor::new(bytes)), range: 0..size }
    }

    fn size(&self) -> u64 {
        self.range.end - self.range.start
    }

    fn read(&mut self, wanted: Range<u64>) -> io::Result<Vec<u8>> {
        self.bytes.seek(SeekFrom::Start(self.range.start + wanted.start))?;
        let mut bytes = Vec::new();
        self.bytes.by_ref().take(wanted.end - wanted.start).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl Array {
    /// The array in a file. A .gz is read once, so that items can be found in it; a NumPy array in Fortran's order is
    /// put in memory in the usual one.
    fn open(name: &str, source: Source) -> Result<Self> {
        let store = Store::new(Some(source.size()), BUDGET);
        let mut array = Self { name: name.into(), slot: Slot::Images, source, store };
        if let Err(error) = array.read() {
            let is_fortran = matches!(error.downcast_ref(), Some(Error::Npy(NpyFault::Fortran)));
            return if is_fortran { Self::open(name, reordered(array.source)?) } else { Err(error) };
        }
        array.slot = slot(name, array.layout());
        Ok(array)
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

/// The arrays in a zip archive; other files are left out.
fn members(path: &Path, mut file: Source) -> Result<Vec<Array>> {
    let mut archive = zip::Archive::new(file.size());
    while let Some(wanted) = archive.wanted() {
        archive.push(&file.read(wanted)?)?;
    }
    let mut arrays = Vec::new();
    for member in archive.members().iter().filter(|member| member.packing() != Packing::Unknown) {
        let source = match member.packing() {
            Packing::Stored => Source { range: member.range(), ..Source::file(path)? },
            _ => Source::memory([member.head(), &file.read(member.range())?, &member.tail()].concat()),
        };
        match Array::open(member.name(), source) {
            Ok(array) => arrays.push(array),
            Err(error) => eprintln!("left out: {}: {error}", member.name()),
        }
    }
    Ok(arrays)
}

/// The arrays in a tar archive; other files are left out. Those of a .tar.gz come out of it and stay in memory.
fn tar_members(path: &Path, mut file: Source) -> Result<Vec<Array>> {
    let (mut archive, mut output) = (tar::Archive::new(file.size()), Vec::new());
    while let Some(wanted) = archive.wanted() {
        archive.push(&file.read(wanted)?)?;
        output.extend(archive.take_output());
    }
    let mut arrays = Vec::new();
    for member in archive.members().iter().filter(|member| member.is_readable()) {
        let Range { start, end } = member.range();
        let source = if archive.is_gzip() {
            Source::memory(output[usize::try_from(start)?..usize::try_from(end)?].to_vec())
        } else {
            Source { range: start..end, ..Source::file(path)? }
        };
        match Array::open(member.name(), source) {
            Ok(array) => arrays.push(array),
            Err(error) => eprintln!("left out: {}: {error}", member.name()),
        }
    }
    Ok(arrays)
}

/// The arrays in a pickle, which stay in memory.
fn pickled(mut file: Source) -> Result<Vec<Array>> {
    let (mut pickle, mut output) = (Pickle::new(file.size()), Vec::new());
    while let Some(wanted) = pickle.wanted() {
        pickle.push(&file.read(wanted)?)?;
        output.extend(pickle.take_output());
    }
    let mut arrays = Vec::new();
    for member in pickle.members().iter().filter(|member| member.is_readable()) {
        let Range { start, end } = member.range();
        // What came out follows the file.
        let elements = match start.checked_sub(file.size()) {
            Some(start) => output[usize::try_from(start)?..usize::try_from(end - file.size())?].to_vec(),
            None => file.read(start..end)?,
        };
        arrays.push(Array::open(member.name(), Source::memory([member.head(), &elements].concat()))?);
    }
    Ok(arrays)
}

/// A NumPy array in Fortran's order in the usual one.
fn reordered(mut file: Source) -> Result<Source> {
    let (mut reorder, mut output) = (Reorder::new(file.size()), Vec::new());
    while let Some(wanted) = reorder.wanted() {
        reorder.push(&file.read(wanted)?)?;
        output.extend(reorder.take_output());
    }
    Ok(Source::memory(output))
}

/// The images and the labels in a file of CIFAR's; `None` if it is another file.
fn records(file: &mut Source) -> Result<Option<[Option<Vec<u8>>; 2]>> {
    let (mut cifar, mut output) = (Cifar::new(file.size()), [Vec::new(), Vec::new()]);
    while let Some(wanted) = cifar.wanted() {
        match cifar.push(&file.read(wanted)?) {
            Err(Error::BadMagic { .. }) => return Ok(None),
            result => result?,
        }
        append(&mut output, cifar.take_output());
    }
    Ok(Some(files(cifar.headers(), output)))
}

/// The images and the labels in a table of numbers; `None` if it is another file.
fn table(file: &mut Source) -> Result<Option<[Option<Vec<u8>>; 2]>> {
    let (mut csv, mut output) = (Csv::new(file.size()), [Vec::new(), Vec::new()]);
    while let Some(wanted) = csv.wanted() {
        if wanted.start == 0 {
            // From the start again, with another type.
            output = [Vec::new(), Vec::new()];
        }
        match csv.push(&file.read(wanted)?) {
            Err(Error::Foreign(Foreign::Csv)) => return Ok(None),
            result => result?,
        }
        append(&mut output, csv.take_output());
    }
    Ok(Some(files(csv.headers(), output)))
}

fn append(output: &mut [Vec<u8>; 2], more: [Vec<u8>; 2]) {
    for (all, more) in output.iter_mut().zip(more) {
        all.extend(more);
    }
}

/// IDX files of these headers and elements.
fn files(headers: [Option<Header>; 2], elements: [Vec<u8>; 2]) -> [Option<Vec<u8>>; 2] {
    let mut elements = elements.into_iter();
    headers.map(|header| {
        let elements = elements.next().unwrap_or_default();
        header.map(|header| [header.to_bytes(), elements].concat())
    })
}
