/**
 * What went wrong, said to a person: what we saw, why, what to do. Keyed by the names of src/error.rs and of engine/.
 *
 * @import { Fault } from '../engine/protocol.js'
 * @typedef {{ saw: string, why: string, advice: string }} Message
 */

import { grouped } from './figures.js';
import { numberOf } from './numbering.js';
import { inWords } from './readings.js';

const MIRROR = 'Get it from a mirror, for example the ossci-datasets bucket that PyTorch uses.';
const AGAIN = 'Download it again.';
const UNPACK = 'Unpack it and drop the files inside.';
const CONVERT = 'Convert it to IDX first.';
const BACK = 'Read it as its header says, or as something that fits.';

/** Other formats: what it is, why it may be here, what to do. @type {Record<string, [string, string, string]>} */
const FOREIGN = {
  Zip: ['a zip archive', 'EMNIST, for example, comes as gzip.zip.', UNPACK],
  NumpyZip: ['a zip archive of NumPy arrays (.npz)', 'Keras keeps MNIST like this.', CONVERT],
  Xz: ['xz-compressed', 'QMNIST’s xnist files come like this.', 'Unpack it with xz -d and drop the result.'],
  Bzip2: ['bzip2-compressed', 'Only gzip is unpacked here.', 'Unpack it with bzip2 -d and drop the result.'],
  Zlib: ['a bare zlib stream', 'It lacks the gzip header that files have.', 'Unpack it and drop the result.'],
  Zstd: ['Zstandard-compressed', 'Only gzip is unpacked here.', 'Unpack it with zstd -d and drop the result.'],
  SevenZip: ['a 7-Zip archive', 'Only gzip is unpacked here.', UNPACK],
  Numpy: ['a NumPy array (.npy)', 'It holds arrays too, with another header.', CONVERT],
  Pickle: [
    'a Python pickle',
    'A pickle is a program; it is not run here.',
    'Load it in Python and write its arrays as IDX.',
  ],
  Hdf5: ['an HDF5 file', 'Keras and MATLAB 7.3 write these.', CONVERT],
  Matlab: [
    'a MATLAB file',
    'EMNIST is offered in this format as well.',
    'Get the binary (IDX) version, or convert it.',
  ],
  Parquet: ['a Parquet file', 'Dataset hubs offer MNIST like this.', CONVERT],
  Png: ['a PNG picture', 'IDX holds many images in one file.', CONVERT],
  Jpeg: ['a JPEG picture', 'IDX holds many images in one file.', CONVERT],
  Gif: ['a GIF picture', 'IDX holds many images in one file.', CONVERT],
  Pdf: ['a PDF document', 'There are no arrays in it.', 'Drop the dataset’s own files.'],
  Html: ['a web page', 'The download failed: the old yann.lecun.com address answers with an error page.', MIRROR],
  Xml: ['an XML document', 'There are no arrays in it.', 'Drop the dataset’s own files.'],
  GitLfs: [
    'a git-lfs pointer',
    'The repository was cloned without its large files.',
    'Run git lfs pull, then drop the file again.',
  ],
  HttpError: ['the text of an HTTP error', 'The download failed, and the answer was saved.', MIRROR],
  Lush: ['a Lush matrix', 'NORB comes in this older relative of IDX.', CONVERT],
  Board: [
    'a circuit board',
    'Electronics uses the name IDX for another format (ProSTEP).',
    'Open it with an ECAD/MCAD tool.',
  ],
  Subtitles: ['a VobSub subtitle index', 'Video tools use the ending .idx as well.', 'Open it with a video player.'],
  GitPack: ['a git pack index', 'git uses the ending .idx as well.', 'Drop the dataset’s own files.'],
  Csv: ['comma-separated text', 'MNIST circulates as CSV too.', CONVERT],
  ByteOrderMark: ['text with a byte order mark', 'A program may have saved the data as text.', AGAIN],
  Text: ['text', 'IDX is binary.', 'Drop the dataset’s own files.'],
};

/** @type {Record<string, (fault: Fault) => [string, string, string]>} */
const MESSAGES = {
  Empty: () => ['This file is empty.', 'The download or the copy did not finish.', AGAIN],
  TruncatedHeader: ({ expected, found }) => [
    `The file ends inside its header, after ${grouped(found)} of ${bytes(expected)}.`,
    'The download or the copy did not finish.',
    AGAIN,
  ],
  BadMagic: ({ found }) => [
    `It starts with ${hex(found, 8)}; IDX starts with 00 00.`,
    'This is some other format.',
    'Drop files like train-images-idx3-ubyte, plain or .gz.',
  ],
  LittleEndian: () => [
    'The header is in little-endian order; the format is big-endian.',
    'Its writer did not swap the bytes.',
    'It is read so, and the elements with it. Write both big-endian.',
  ],
  Mapping: () => [
    'These are class names, without the labels that they belong to.',
    'They are a part of a dataset.',
    'Drop its images and labels, too; the names stay here for them.',
  ],
  UnknownElementType: ({ found }) => [
    `Byte 2, the element type, is ${hex(found, 2)}; IDX knows 08, 09, 0b, 0c, 0d and 0e.`,
    'The writer made a mistake, or this is some other format.',
    'Check the program that wrote it.',
  ],
  TooLarge: ({ offset }) => [
    `The dimensions multiply to 2^64 bytes or more (from byte ${grouped(offset)} on).`,
    'They were probably written in the wrong byte order.',
    'Write them big-endian.',
  ],
  GzipTooDeep: ({ expected }) => [
    `There is gzip inside gzip, more than ${grouped(expected)} times.`,
    'It was compressed over and over.',
    'Unpack it once or twice and drop the result.',
  ],
  Excess: ({ offset, as }) => [
    `The data goes on long after byte ${grouped(offset)}, where ${as ? 'it would end' : 'the header says it ends'}.`,
    as ? otherwise(as) : 'The header’s dimensions are too small for the data.',
    as ? BACK : 'Check the program that wrote it; what the header promises is shown.',
  ],
  OutOfMemory: ({ expected }) => [
    `There is no memory for ${bytes(expected)} more.`,
    'A tab can use up to 4 GB.',
    'Close other datasets; what has arrived is shown.',
  ],
  PageTooLarge: ({ expected, found }) => [
    `A page of ${grouped(found)} pixels is more than the ${grouped(expected)} that are drawn at once.`,
    'The images are very large.',
    'Make the cells smaller.',
  ],
  Scalar: () => [
    'The header has no dimensions: this is a single number.',
    'IDX counts items along the first dimension.',
    'It is shown as one item.',
  ],
  Truncated: ({ offset, expected, found, as }) => [
    `The data ends at byte ${grouped(offset)}: ${grouped(found)} of ${grouped(expected)} items are here and shown.`,
    as ? otherwise(as) : 'The download or the copy did not finish, or the header promises too much.',
    as ? BACK : 'Download it again, or check the program that wrote it.',
  ],
  Trailing: ({ offset, found, items, as }) => [
    `${bytes(found)} follow after byte ${grouped(offset)}, where ${as ? 'the data would end' : 'the header says the data ends'}${items ? `: as much as ${grouped(items)} more whole item${items === 1 ? '' : 's'}` : ''}.`,
    as ? otherwise(as) : 'The header counts too few items, or something was appended.',
    as ? BACK : 'What the header promises is shown.',
  ],
  GzipMethod: ({ found }) => [
    `The gzip data uses compression method ${grouped(found)}.`,
    'Only deflate (8) exists in practice: it is damaged.',
    AGAIN,
  ],
  GzipFlags: ({ offset }) => [`The gzip header has unknown flags at byte ${grouped(offset)}.`, 'It is damaged.', AGAIN],
  GzipHeaderChecksum: ({ offset }) => [
    `The gzip header’s checksum at byte ${grouped(offset)} is wrong.`,
    'The header is damaged, the data may be whole.',
    'Check what you see, or download it again.',
  ],
  GzipCorrupt: ({ offset }) => [
    `The gzip data makes no sense after ${bytes(offset)} unpacked.`,
    'The file was damaged on its way.',
    `What came before is shown. ${AGAIN}`,
  ],
  GzipTruncated: ({ offset }) => [
    `The gzip data stops at byte ${grouped(offset)}.`,
    'The download or the copy did not finish.',
    AGAIN,
  ],
  GzipChecksum: ({ expected, found }) => [
    `The checksum is ${hex(found, 8)}, but should be ${hex(expected, 8)}.`,
    'Some bytes changed on their way; what you see may be wrong in places.',
    AGAIN,
  ],
  GzipLength: ({ expected, found }) => [
    `${bytes(found)} were unpacked, but should be ${bytes(expected)}.`,
    'Some bytes changed on their way.',
    AGAIN,
  ],
  GzipTrailing: ({ offset, found }) => [
    `${bytes(found)} that are not gzip follow at byte ${grouped(offset)}.`,
    'Something was appended to the file.',
    'The data before it is whole, and shown.',
  ],
  NoItem: ({ expected = 0, found = 0 }) => [
    `There is no item ${grouped(numberOf(found))}; the last is ${grouped(numberOf(expected))}.`,
    'The link may be to another file of this name.',
    'What is there is shown instead.',
  ],
  NotAmong: ({ found = 0 }) => [
    `Item ${grouped(numberOf(found))} is not among the items that this link selects.`,
    'Its filter or its order leaves the item out.',
    'The items that it selects are shown.',
  ],
  OtherFile: ({ message }) => [
    sentence(message),
    'Several sets have files of the same name.',
    'Drop the file that is meant, and what the link leads to is shown.',
  ],
  CountMismatch: ({ expected, found }) => [
    `${grouped(expected)} images, ${grouped(found)} labels.`,
    'These may be the labels of another set, such as train images with test labels.',
    'They are shown as far as both go. Choose other labels under Files.',
  ],
  NotReadableError: () => [
    'The file could not be read.',
    'It was changed, moved or locked since it was dropped.',
    'Drop it again.',
  ],
  NotFoundError: () => [
    'The file is not there any more as it was.',
    'It was changed, moved or deleted since it was dropped.',
    'Drop it again.',
  ],
  AddressBlocked: ({ message }) => [
    sentence(message),
    'Its Content-Security-Policy names the hosts that it may ask: as it comes, only its own.',
    'Download the file and drop it here; or whoever hosts this page adds that host to connect-src in index.html.',
  ],
  AddressFailed: ({ message }) => [
    `There is no file to be had: ${message}.`,
    'The address may be wrong, or the host out of reach; a host other than this page’s has to allow it (CORS).',
    'Check the address, or drop the file itself.',
  ],
  Changed: () => [
    'The file is not the one that was opened.',
    'It was written to meanwhile.',
    'What has arrived stays. Open the file again.',
  ],
  FileChanged: () => [
    'The file on the host is not the one that was opened.',
    'It was replaced meanwhile.',
    'What has arrived stays. Reload the page to open the new one.',
  ],
  ServerFailed: ({ message }) => [
    `The rest could not be fetched: ${message}.`,
    'The host or the network failed, and not only once.',
    'What has arrived stays. Turn the page to try again, or reload it.',
  ],
  NotKept: () => [
    'The bookmarks last only as long as this page.',
    'Storage is forbidden here, or full.',
    'Copy the numbers of the items to keep them.',
  ],
  NothingDropped: () => [
    'There were no files in that.',
    'Text, links and empty folders hold none.',
    'Drop files or a folder that holds some.',
  ],
  SampleMissing: ({ message }) => [
    `The sample could not be fetched: ${message}.`,
    'There is no network, or this copy of idxlens was made without it.',
    'Try again later, or drop files of your own.',
  ],
  EngineUnavailable: ({ message }) => [
    `The decoder could not be started: ${message}.`,
    'It needs WebAssembly with SIMD and module workers, as browsers have them since 2023.',
    'Update the browser or use another one, then reload the page.',
  ],
  RuntimeError: () => [
    'The decoder stopped while it looked at this file.',
    'This is a bug in idxlens, not in the file.',
    'The other files are fine. Please report it, with the file if you can.',
  ],
  Restarted: () => [
    'The decoder stopped, was started afresh, and reads the files again.',
    'This is a bug in idxlens, not in the file.',
    'Please report it, with the file if you can.',
  ],
  Trapped: () => [
    'The decoder stopped again, and was not restarted.',
    'This is a bug in idxlens, not in the file.',
    'Close the dataset. Please report it, with the file if you can.',
  ],
};

/** Bytes that changed: whatever else is wrong with the file follows from that. */
const CHANGED = ['GzipChecksum', 'GzipLength'];
/** Gzip data that breaks off: why the array ends early follows from that. */
const BROKEN = ['GzipTruncated', 'GzipCorrupt'];

/**
 * What is wrong with a file, without what follows from the rest.
 * @param {Fault[]} faults
 * @returns {Message[]}
 */
export function explainAll(faults) {
  const changed = faults.find(({ name }) => CHANGED.includes(name));
  if (changed) return [explain(changed)];
  const broken = faults.some(({ name }) => BROKEN.includes(name));
  return faults.map((fault) =>
    broken && fault.name === 'Truncated' ? { ...explain(fault), why: '', advice: '' } : explain(fault),
  );
}

/**
 * @param {Fault} fault
 * @returns {Message}
 */
function explain(fault) {
  const foreign = FOREIGN[fault.name];
  const [saw, why, advice] = foreign
    ? [`This is ${foreign[0]}, not IDX.`, foreign[1], foreign[2]]
    : (MESSAGES[fault.name]?.(fault) ?? [sentence(fault.message), '', '']);
  return { saw, why, advice };
}

/** @param {string} as  how a file is read */
function otherwise(as) {
  return `It is read as ${inWords(as)}, which is not what its header says.`;
}

/** @param {string} clause */
function sentence(clause) {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

/** @param {number | undefined} count */
function bytes(count = 0) {
  return count === 1 ? '1 byte' : `${grouped(count)} bytes`;
}

/**
 * @param {number | undefined} value
 * @param {number} digits
 */
function hex(value = 0, digits) {
  const text = value.toString(16).padStart(digits, '0');
  return text.replace(/..(?=.)/g, '$& ');
}
