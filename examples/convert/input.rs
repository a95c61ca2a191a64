//! The arrays in a file or a folder, in any format that the library reads.

use std::{collections::HashMap, fs, path::Path};

use idxlens::{
    error::{Error, Foreign, NpyFault},
    format::{
        columnar::Columnar, gallery::picture_size, matlab::Matlab, member::Member, pickle::Pickle,
        safetensors::Safetensors, tar, unpack::Unpack, zip,
    },
};

use crate::{
    Result,
    converter::{all_before_damage, all_of},
    pictures,
    source::{Array, ClassNames, GZIP_MAGIC, Source},
    tables,
};

/// Files in files at most, and folders in folders.
const MAX_DEPTH: u32 = 8;

/// Bytes that tell the size of a picture.
const PICTURE_START: u64 = 64 << 10;

/// What was found in files.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) arrays: Vec<Array>,
    /// Pictures with their names, which become arrays together.
    pub(crate) pictures: Vec<(String, Source)>,
    /// The labels that tables have for the pictures of these names.
    pub(crate) named_labels: HashMap<String, f64>,
    /// Names that stand beside the labels.
    pub(crate) class_names: ClassNames,
    /// How many files and folders what is at hand is in.
    depth: u32,
}

/// The arrays in a file, in the archive that it is, or in a folder; and the names of classes beside them.
pub(crate) fn arrays(path: &Path) -> Result<(Vec<Array>, ClassNames)> {
    let mut found = Found::default();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_dir() {
        found.folder(path, "")?;
    } else {
        let source = Source::file(path)?;
        // A picture alone can be a sheet of many images.
        if picture_size(&source.read(0..PICTURE_START)?).is_some() {
            found.arrays.push(pictures::sheet(&name, &source)?);
        } else {
            found.open(&name, &source)?;
        }
    }
    let pictures = pictures::arrays(found.pictures, &found.named_labels, &found.class_names)?;
    found.arrays.extend(pictures);
    Ok((found.arrays, found.class_names))
}

impl Found {
    /// Takes the files in a folder, and in those in it.
    fn folder(&mut self, path: &Path, name: &str) -> Result<()> {
        let mut entries = fs::read_dir(path)?.collect::<std::io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::path);
        for entry in entries {
            let name = format!("{name}{}", entry.file_name().to_string_lossy());
            // A link can lead nowhere, or back.
            if entry.file_type()?.is_dir() {
                self.folder(&entry.path(), &format!("{name}/"))?;
            } else {
                match Source::file(&entry.path()) {
                    Ok(source) => self.open_or_leave_out(&name, &source),
                    Err(error) => eprintln!("left out: {name}: {error}"),
                }
            }
        }
        Ok(())
    }

    /// Takes what is in a file.
    fn open(&mut self, name: &str, source: &Source) -> Result<()> {
        let error = match Array::open(name, source.clone()) {
            Ok(array) => {
                self.arrays.push(array);
                return Ok(());
            }
            Err(error) => *error.downcast::<Error>()?,
        };
        match error {
            Error::Foreign(Foreign::Xz | Foreign::Bzip2 | Foreign::Lz4 | Foreign::Zstd) => self.unpacked(name, source),
            // What is not read from its start to its end.
            Error::Foreign(
                Foreign::Zip
                | Foreign::NumpyZip
                | Foreign::Safetensors
                | Foreign::Parquet
                | Foreign::Arrow
                | Foreign::Json,
            ) if source.read(0..2)? == GZIP_MAGIC => self.unpacked(name, source),
            Error::Foreign(Foreign::Zip | Foreign::NumpyZip) => self.zip(name, source),
            Error::Foreign(Foreign::Tar) => self.tar(source),
            Error::Foreign(Foreign::Pickle) => self.pickle(Pickle::new(source.size()), source),
            Error::Foreign(Foreign::Matlab) => self.matlab(source),
            Error::Foreign(Foreign::Safetensors) => self.safetensors(source),
            Error::Foreign(Foreign::Arrow) => tables::columnar(Columnar::arrow(source.size()), name, source, self),
            Error::Foreign(Foreign::Parquet) => tables::columnar(Columnar::parquet(source.size()), name, source, self),
            Error::Npy(NpyFault::Texts) => tables::texts(name, source, self),
            Error::Foreign(Foreign::Json) if tables::json(name, source, self)? => Ok(()),
            _ if tables::records(name, source, self)? || tables::csv(name, source, self)? => Ok(()),
            error => Err(error.into()),
        }
    }

    /// Takes what is in a file beside others.
    fn open_or_leave_out(&mut self, name: &str, source: &Source) {
        if pictures::is_called_picture(name) {
            self.pictures.push((name.into(), source.clone()));
        } else if self.depth == MAX_DEPTH {
            eprintln!("left out: {name}: it is in too many files");
        } else {
            self.depth += 1;
            if let Err(error) = self.open(name, source) {
                eprintln!("left out: {name}: {error}");
            }
            self.depth -= 1;
        }
    }

    /// What is in a file that is packed as a whole.
    fn unpacked(&mut self, name: &str, source: &Source) -> Result<()> {
        let output = all_of(&mut Unpack::new(source.size()), source)?;
        let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
        if self.depth == MAX_DEPTH {
            return Err("it is packed too often".into());
        }
        self.depth += 1;
        let result = self.open(name, &Source::memory(output));
        self.depth -= 1;
        result
    }

    fn zip(&mut self, name: &str, source: &Source) -> Result<()> {
        let mut archive = zip::Archive::new(source.size());
        let (_, fault) = all_before_damage(&mut archive, source)?;
        // `torch.save` writes an archive with a pickle in it.
        if let Some(tensors) = Pickle::in_archive(&archive) {
            return self.pickle(tensors, source);
        }
        for member in archive.members() {
            match member.packing() {
                zip::Packing::Stored => self.open_or_leave_out(member.name(), &source.part(&[], member.range())),
                zip::Packing::Unknown => eprintln!(
                    "left out: {name}/{}: it is encrypted, or packed by a method that idxlens does not know",
                    member.name()
                ),
                zip::Packing::Deflated => {
                    let packed = [member.head(), &source.read(member.range())?, &member.tail()].concat();
                    self.open_or_leave_out(member.name(), &Source::memory(packed));
                }
            }
        }
        self.end(fault)
    }

    /// The files in a tar archive. Those of a .tar.gz come out of it and stay in memory.
    fn tar(&mut self, source: &Source) -> Result<()> {
        let mut archive = tar::Archive::new(source.size());
        let (output, fault) = all_before_damage(&mut archive, source)?;
        let content = if archive.is_gzip() { Source::memory(output) } else { source.clone() };
        for member in archive.members().iter().filter(|member| member.is_readable()) {
            self.open_or_leave_out(member.name(), &content.part(&[], member.range()));
        }
        self.end(fault)
    }

    fn pickle(&mut self, mut pickle: Pickle, source: &Source) -> Result<()> {
        let (output, fault) = all_before_damage(&mut pickle, source)?;
        // What came out follows the file.
        let content = if output.is_empty() { source.clone() } else { Source::memory([source.all()?, output].concat()) };
        self.members(pickle.members(), &content, fault)
    }

    fn matlab(&mut self, source: &Source) -> Result<()> {
        let mut matlab = Matlab::new(source.size());
        let (output, fault) = all_before_damage(&mut matlab, source)?;
        self.members(matlab.members(), &Source::memory(output), fault)
    }

    fn safetensors(&mut self, source: &Source) -> Result<()> {
        let mut tensors = Safetensors::new(source.size());
        let (_, fault) = all_before_damage(&mut tensors, source)?;
        self.members(tensors.members(), source, fault)
    }

    /// The arrays in a file, which is damaged if there is a fault.
    fn members(&mut self, members: &[Member], content: &Source, fault: Option<Error>) -> Result<()> {
        for member in members.iter().filter(|member| member.is_readable()) {
            self.open_or_leave_out(member.name(), &content.part(member.head(), member.range()));
        }
        self.end(fault)
    }

    /// Ends a file with arrays. What could be read before damage is enough.
    fn end(&self, fault: Option<Error>) -> Result<()> {
        match fault {
            Some(fault) if self.arrays.is_empty() && self.pictures.is_empty() => Err(fault.into()),
            Some(fault) => {
                eprintln!("warning: {fault}");
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Takes the images and the labels that came out of a file, as IDX files or NumPy arrays.
    pub(crate) fn take(&mut self, name: &str, files: [Option<Vec<u8>>; 2], class_names: ClassNames) -> Result<()> {
        let [images, labels] = files;
        if let Some(images) = images {
            self.arrays.push(Array::open(name, Source::memory(images))?.into_images());
        }
        if let Some(labels) = labels {
            self.arrays.push(Array::open(name, Source::memory(labels))?.into_labels(class_names));
        }
        Ok(())
    }
}
