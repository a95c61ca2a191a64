//! The files that are dropped.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io, thread};

use idxlens::dataset::store::Store;
use idxlens::format::element::Element;
use idxlens::format::encode::{encode, gzip};

use crate::server::variable;
use crate::skip;
use crate::{ROOT, Result};

/// A folder of a test's own, empty at first; dropping it removes it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Result<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(variable("IDXLENS_BROWSER")?).join(name);
        if folder.exists() {
            remove(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and the folders in its name.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf> {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&self.0))?;
        fs::write(&path, bytes)?;
        Ok(path)
    }

    /// Writes an array, compressed if the name says so.
    pub(crate) fn array<T: Element>(&self, name: &str, shape: &[u32], elements: &[T]) -> Result<PathBuf> {
        let file = encode(shape, elements)?;
        let zipped = Path::new(name).extension().is_some_and(|extension| extension == "gz");
        self.write(name, &if zipped { gzip(&file) } else { file })
    }

    /// Writes `count` images of 8 x 6 pixels, no two of the first thousand alike.
    pub(crate) fn images(&self, name: &str, count: u32) -> Result<PathBuf> {
        self.array(name, &[count, 8, 6], &(0..count).flat_map(image).collect::<Vec<_>>())
    }

    /// Writes `count` labels: 0, 1, ... 9, 0, 1, ...
    pub(crate) fn labels(&self, name: &str, count: u32) -> Result<PathBuf> {
        self.array(name, &[count], &(0..=9_u8).cycle().take(count as usize).collect::<Vec<_>>())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// Removes a folder to which the browser of the run before, while it ends, may still write.
fn remove(folder: &Path) -> io::Result<()> {
    for _ in 0..20 {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => thread::sleep(Duration::from_millis(250)),
            done => return done,
        }
    }
    fs::remove_dir_all(folder)
}

/// The pixels of an item that [`Folder::images`] writes.
pub(crate) fn image(item: u32) -> impl Iterator<Item = u8> {
    (0..48_u32).map(move |pixel| (item * 7 + pixel * (5 + item / 256)).to_le_bytes()[0])
}

/// Values that look random, always the same ones.
pub(crate) fn noise() -> impl FnMut() -> u8 {
    let mut state = 1_u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    }
}

/// The files in a folder and in those below it.
pub(crate) fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { files.extend(files_in(&path)?) } else { files.push(path) }
    }
    Ok(files)
}

/// The published MNIST files where this machine has them; else reports the test as skipped.
pub(crate) fn mnist() -> Option<PathBuf> {
    let folder = Path::new(ROOT).join("../shared/data/mnist").canonicalize();
    if folder.is_err() {
        skip::report("the files of MNIST are missing");
    }
    folder.ok()
}

/// All of a file, by the library that the page uses.
pub(crate) fn read(path: &Path) -> Result<Store> {
    let bytes = fs::read(path)?;
    let mut store = Store::new(None, u64::MAX);
    while let Some(wanted) = store.wanted() {
        let [start, end] = [wanted.start, wanted.end.min(bytes.len() as u64)].map(usize::try_from);
        store.push(wanted.start, &bytes[start?..end?])?;
    }
    Ok(store)
}
