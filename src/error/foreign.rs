//! Other formats that are recognized.

use std::fmt;

/// The format of a file that is not IDX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Foreign {
    /// A zip archive (EMNIST comes as `gzip.zip`).
    Zip,
    /// A zip archive of NumPy arrays (`.npz`).
    NumpyZip,
    /// xz (QMNIST's `xnist` files).
    Xz,
    /// bzip2.
    Bzip2,
    /// A bare zlib stream.
    Zlib,
    /// Zstandard.
    Zstd,
    /// LZ4 frames.
    Lz4,
    /// 7-Zip.
    SevenZip,
    /// A tar archive, often inside gzip (notMNIST, CIFAR).
    Tar,
    /// A Python pickle.
    Pickle,
    /// HDF5, also as Keras files.
    Hdf5,
    /// A MATLAB 5 file.
    Matlab,
    /// A MATLAB 4 file.
    Matlab4,
    /// A MATLAB 7.3 file, which is HDF5 after its first bytes.
    Matlab73,
    /// A safetensors file.
    Safetensors,
    /// Apache Parquet.
    Parquet,
    /// Apache Arrow: its file format, which is Feather's, too, or its stream format, in which Hugging Face keeps datasets.
    Arrow,
    /// The first version of Feather.
    Feather,
    /// A PNG picture.
    Png,
    /// A JPEG picture.
    Jpeg,
    /// A GIF picture.
    Gif,
    /// A PDF document.
    Pdf,
    /// A web page.
    Html,
    /// Other XML.
    Xml,
    /// A git-lfs pointer: the text in place of a file that was not fetched.
    GitLfs,
    /// The text of an HTTP error, saved in place of the file.
    HttpError,
    /// A Lush ("SN") matrix that is not read: of text, or of a rare type.
    Lush,
    /// A circuit board: ProSTEP IDX (XML) or IDF.
    Board,
    /// A VobSub subtitle index.
    Subtitles,
    /// A git pack index.
    GitPack,
    /// Comma-separated values.
    Csv,
    /// JSON, or lines of it.
    Json,
    /// Text that starts with a Unicode byte order mark.
    ByteOrderMark,
    /// Other text.
    Text,
}

impl Foreign {
    /// A short name for programs, and a description.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Zip => ("Zip", "a zip archive"),
            Self::NumpyZip => ("NumpyZip", "a zip archive of numpy arrays (npz)"),
            Self::Xz => ("Xz", "xz-compressed data"),
            Self::Bzip2 => ("Bzip2", "bzip2-compressed data"),
            Self::Zlib => ("Zlib", "a bare zlib stream"),
            Self::Zstd => ("Zstd", "zstandard-compressed data"),
            Self::Lz4 => ("Lz4", "lz4-compressed data"),
            Self::SevenZip => ("SevenZip", "a 7-zip archive"),
            Self::Tar => ("Tar", "a tar archive"),
            Self::Pickle => ("Pickle", "a python pickle"),
            Self::Hdf5 => ("Hdf5", "an hdf5 file"),
            Self::Matlab => ("Matlab", "a matlab file"),
            Self::Matlab4 => ("Matlab4", "a matlab 4 file"),
            Self::Matlab73 => ("Matlab73", "a matlab 7.3 file"),
            Self::Safetensors => ("Safetensors", "a safetensors file"),
            Self::Parquet => ("Parquet", "a parquet file"),
            Self::Arrow => ("Arrow", "an arrow file"),
            Self::Feather => ("Feather", "a feather file of version 1"),
            Self::Png => ("Png", "a png picture"),
            Self::Jpeg => ("Jpeg", "a jpeg picture"),
            Self::Gif => ("Gif", "a gif picture"),
            Self::Pdf => ("Pdf", "a pdf document"),
            Self::Html => ("Html", "a web page (html)"),
            Self::Xml => ("Xml", "an xml document"),
            Self::GitLfs => ("GitLfs", "a git-lfs pointer, not the file it stands for"),
            Self::HttpError => ("HttpError", "the text of an http error"),
            Self::Lush => ("Lush", "a lush matrix of text, or of a rare type"),
            Self::Board => ("Board", "a circuit board, another format that is called idx"),
            Self::Subtitles => ("Subtitles", "a subtitle index, another format that is called idx"),
            Self::GitPack => ("GitPack", "a git pack index, another format that is called idx"),
            Self::Csv => ("Csv", "comma-separated text"),
            Self::Json => ("Json", "json"),
            Self::ByteOrderMark => ("ByteOrderMark", "text with a byte order mark"),
            Self::Text => ("Text", "text"),
        }
    }

    /// The short name.
    pub(super) fn name(self) -> &'static str {
        self.names().0
    }
}

/// The description.
impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.names().1)
    }
}
