/** Files of other formats: what each is, why it may be here, what to do. Keyed by the names of src/error.rs. */

export const MIRROR = 'Get it from a mirror, for example the ossci-datasets bucket that PyTorch uses.';
export const AGAIN = 'Download it again.';
/** A program read a binary file as text, and wrote that. @type {[string, string, string]} */
export const REPLACED = [
  'This file was saved as text: bytes above 127 were replaced (EF BF BD).',
  'They are lost.',
  'Get the original again.',
];
const UNPACK = 'Unpack it and drop the files inside.';
const CONVERT = 'Convert it to IDX or NumPy first.';
const WHOLE = 'idxlens does not unpack this format inside an archive or another packed file.';
const INSIDE = 'idxlens does not open this format inside an archive.';
const ALONE = 'A dataset has many images.';
const FOLDER = 'Drop the folder that holds all pictures, with a folder in it for each class.';

/** @type {Record<string, [string, string, string]>} */
export const FORMATS = {
  Zip: ['a zip archive', INSIDE, UNPACK],
  NumpyZip: ['a zip archive of NumPy arrays (.npz)', INSIDE, UNPACK],
  Xz: ['xz-compressed', WHOLE, 'Unpack it with xz -d and drop the result.'],
  Bzip2: ['bzip2-compressed', WHOLE, 'Unpack it with bzip2 -d and drop the result.'],
  Zlib: ['a bare zlib stream', 'It lacks the header of a gzip file.', 'Unpack it and drop the result.'],
  Zstd: ['Zstandard-compressed', WHOLE, 'Unpack it with zstd -d and drop the result.'],
  Lz4: ['LZ4-compressed', WHOLE, 'Unpack it with lz4 -d and drop the result.'],
  SevenZip: ['a 7-Zip archive', 'idxlens unpacks zip, tar, gzip, xz, bzip2, Zstandard and LZ4.', UNPACK],
  Tar: ['a tar archive', INSIDE, UNPACK],
  Pickle: ['a Python pickle', 'It is packed more than once.', UNPACK],
  Hdf5: [
    'an HDF5 file',
    'idxlens does not read this format, which Keras writes.',
    "Convert it in Python: d = {}; h5py.File('FILE.h5').visititems(lambda k, v: d.update({k.replace('/', '.'): v[()]}) if isinstance(v, h5py.Dataset) else None); np.savez('new.npz', **d).",
  ],
  Matlab: ['a MATLAB file', INSIDE, UNPACK],
  Matlab4: [
    'a MATLAB 4 file',
    'MATLAB has written a newer format since 1996.',
    "Convert it in Python: scipy.io.savemat('new.mat', scipy.io.loadmat('FILE.mat')).",
  ],
  Matlab73: [
    'a MATLAB 7.3 file',
    'It is an HDF5 file, which idxlens does not read.',
    "Save it in MATLAB with '-v7', or in Python: scipy.io.savemat('new.mat', {'x': h5py.File('FILE.mat')['x'][()].T}).",
  ],
  Safetensors: ['a safetensors file', INSIDE, UNPACK],
  Parquet: ['a Parquet file', INSIDE, UNPACK],
  Arrow: ['an Arrow file', INSIDE, UNPACK],
  Feather: [
    'a Feather file of version 1',
    'idxlens reads version 2, which is an Arrow file.',
    "Convert it in Python: pandas.read_feather('FILE').to_feather('new.arrow').",
  ],
  Png: ['a PNG picture', ALONE, FOLDER],
  Jpeg: ['a JPEG picture', ALONE, FOLDER],
  Gif: ['a GIF picture', ALONE, FOLDER],
  Pdf: ['a PDF document', 'It contains no arrays.', 'Drop the dataset’s own files.'],
  Html: [
    'a web page',
    'The download probably failed: some servers, such as yann.lecun.com, answer with a web page.',
    MIRROR,
  ],
  Xml: ['an XML document', 'It contains no arrays.', 'Drop the dataset’s own files.'],
  GitLfs: [
    'a git-lfs pointer',
    'The repository was cloned without its large files.',
    'Run git lfs pull, then drop the file again.',
  ],
  HttpError: ['the text of an HTTP error', 'The download failed, and its error was saved as the file.', MIRROR],
  Lush: ['a Lush matrix of text, or of a rare type', 'idxlens reads the binary ones that NORB consists of.', CONVERT],
  Board: [
    'a circuit board',
    'Electronics uses the name IDX for another format (ProSTEP).',
    'Open it with an ECAD/MCAD tool.',
  ],
  Subtitles: ['a VobSub subtitle index', 'Video tools also use the extension .idx.', 'Open it with a video player.'],
  GitPack: ['a git pack index', 'Git also uses the extension .idx.', 'Drop the dataset’s own files.'],
  Csv: [
    'comma-separated text',
    'idxlens opens tables of numbers, with a line for each image.',
    'Write numbers in place of words, or drop the dataset’s own files.',
  ],
  Json: [
    'JSON',
    'idxlens reads images with labels, up to 64 MB, in objects such as {"image": [0, 255, …], "label": 7}. It also reads predictions, class names and lists of items.',
    "Save arrays in Python: np.savez('FILE.npz', images=images, labels=labels).",
  ],
  ByteOrderMark: ['text with a byte order mark', 'A program may have saved the data as text.', AGAIN],
  Text: [
    'text',
    'IDX is a binary format.',
    'Drop the dataset’s own files. A list of class names needs a name such as names.txt.',
  ],
};
