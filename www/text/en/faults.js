/**
 * Problems: what idxlens saw, the likely cause, what to do. Keyed by the fault codes of src/error.rs, engine/ and
 * state/.
 *
 * @import { Fault, Layout } from '../../engine/protocol.js'
 */

import { COLUMNAR_FAULTS } from './columnar-faults.js';
import { CONTAINER_FAULTS } from './container-faults.js';
import { ITEM_LIST_FAULTS } from './export.js';
import { AGAIN, FORMATS, REPLACED } from './formats.js';
import { layouts, TOO_FEW, TOO_MANY } from './layouts.js';
import { bytes, counted, grouped, range } from './numbers.js';
import { PREDICTION_FAULTS } from './prediction-faults.js';
import { REVIEW_FAULTS } from './review-faults.js';
import { TABLE_FAULTS } from './table-faults.js';

const INTERRUPTED = 'The download or the copy was interrupted.';
const CHANGED = 'Some bytes changed in transit.';
const BUG = 'This is a bug in idxlens, not in the file.';
const REPORT = 'Please report it, with the file if you can.';
const REVERT = 'Read the file as its header says, or choose a layout that fits.';
const WRITER = 'Check the program that wrote it.';

/** @type {Record<string, (fault: Fault, firstNumber: number) => [string, string, string]>} */
const FAULTS = {
  Empty: () => ['This file is empty.', INTERRUPTED, AGAIN],
  TruncatedHeader: ({ expected, found }) => [
    `The file ends inside its header, after ${grouped(found)} of ${bytes(expected)}.`,
    INTERRUPTED,
    AGAIN,
  ],
  BadMagic: ({ found }) => [
    `The file starts with ${hex(found, 8)}; IDX files start with 00 00.`,
    'Its header is wrong or missing, or it has some other format.',
    'Drop files like train-images-idx3-ubyte, plain or .gz.',
  ],
  LittleEndian: () => [
    'The header is little-endian; the format is big-endian.',
    'The program that wrote it did not swap the bytes.',
    'Header and values are read as little-endian. Write both big-endian.',
  ],
  Replaced: () => REPLACED,
  Mapping: () => [
    'These are class names without their labels.',
    'The file is one part of a dataset.',
    'Drop the dataset’s images and labels too; idxlens keeps the names for them.',
  ],
  MappingClash: ({ names: [name] = [''], found = 0, expected = 0 }) => [
    `This file numbers the classes otherwise than the data: “${name}” is class ${grouped(expected)} in it, and class ${grouped(found)} in the data.`,
    'The names in the data stay. Folders and words are numbered in the order of their names.',
    'Choose “my own” under “Labels” to give the classes other names.',
  ],
  UnknownElementType: ({ found }) => [
    `Byte 2, the element type, is ${hex(found, 2)}; IDX has 08, 09, 0B, 0C, 0D and 0E.`,
    'The header is wrong or missing, or the file has some other format.',
    WRITER,
  ],
  TooLarge: ({ offset }) => [
    `The dimensions multiply to 2^64 bytes or more (at byte ${grouped(offset)}).`,
    'They were probably written in the wrong byte order.',
    'Write them big-endian.',
  ],
  GzipTooDeep: ({ expected }) => [
    `The file is compressed more than ${grouped(expected)} times.`,
    'A program compressed it again and again.',
    'Unpack it once or twice and drop the result.',
  ],
  Excess: ({ offset, chosen }) => [
    `The data continues after byte ${grouped(offset)}, where it ${chosen ? 'would end' : 'should end according to the header'}.`,
    chosen ? assumed(chosen) : 'The header’s dimensions are too small for the data.',
    chosen ? REVERT : `${WRITER} The items that the header declares are shown.`,
  ],
  OutOfMemory: ({ expected }) => [
    `There is no memory for ${bytes(expected)} more.`,
    'A tab can use up to 4 GB.',
    'Close other datasets. The data that was read is shown.',
  ],
  PageTooLarge: ({ expected, found }) => [
    `This page has ${grouped(found)} pixels; the limit is ${grouped(expected)}.`,
    'The images are very large.',
    'Make the cells smaller.',
  ],
  Scalar: () => [
    'The header has no dimensions: the file holds a single number.',
    'IDX counts items along the first dimension.',
    'The number is shown as one item.',
  ],
  Truncated: ({ offset, expected, found, chosen }) => [
    found
      ? `The data ends at byte ${grouped(offset)}, after ${grouped(found)} of ${counted(expected ?? 0, 'item')}. These are shown.`
      : `The data ends at byte ${grouped(offset)}, before the end of the first of ${counted(expected ?? 0, 'item')}.`,
    chosen ? assumed(chosen) : TOO_MANY,
    chosen ? REVERT : 'Download it again, or check the program that wrote it.',
  ],
  Trailing: ({ offset, found, items, chosen }) => [
    `${bytes(found)} follow byte ${grouped(offset)}, where ${chosen ? 'the data would end' : 'the header says the data ends'}${items ? `: enough for ${counted(items, 'more item')}` : ''}.`,
    chosen ? assumed(chosen) : items ? TOO_FEW : 'Extra data follows the array: less than one item.',
    chosen ? REVERT : 'The items that the header declares are shown.',
  ],
  GzipMethod: ({ found }) => [
    `The gzip data uses compression method ${grouped(found)}; gzip files use deflate (8).`,
    'The file is damaged.',
    AGAIN,
  ],
  GzipFlags: ({ offset }) => [
    `The gzip header has unknown flags at byte ${grouped(offset)}.`,
    'The file is damaged.',
    AGAIN,
  ],
  GzipHeaderChecksum: ({ offset }) => [
    `The gzip header’s checksum at byte ${grouped(offset)} is wrong.`,
    'The header is damaged; the data may be intact.',
    'Check the images, or download the file again.',
  ],
  GzipCorrupt: ({ offset, expected, found }) => [
    `Gzip data is corrupt after ${bytes(offset)} unpacked${shown(expected, found)}.`,
    'The file was damaged in transit.',
    expected ? AGAIN : `The data before the damage is shown. ${AGAIN}`,
  ],
  GzipTruncated: ({ offset, expected, found }) => [
    `The gzip data ends early, at byte ${grouped(offset)}${shown(expected, found)}.`,
    INTERRUPTED,
    AGAIN,
  ],
  GzipChecksum: ({ expected, found }) => [
    `The data differs from what was compressed: its checksum is ${hex(found, 8)}, but should be ${hex(expected, 8)}.`,
    `${CHANGED} At least one item may be wrong, and nothing shows which.`,
    AGAIN,
  ],
  GzipLength: ({ expected, found }) => [
    `${bytes(found)} were unpacked, but the file promises ${bytes(expected)}.`,
    'The checksum fits the data, so the items are intact: probably only this length changed in transit.',
    'To have a sound file, download it again.',
  ],
  GzipTrailing: ({ offset, found }) => [
    `${bytes(found)} that are not gzip follow at byte ${grouped(offset)}.`,
    'A program appended something to the file.',
    'The data before them is complete and shown.',
  ],
  NoItem: ({ expected = 0, found = 0 }, firstNumber) => [
    `There is no item ${grouped(found + firstNumber)} (${range(firstNumber, expected + firstNumber)}).`,
    'The link may belong to another file of this name.',
    'The file is open; no item is selected.',
  ],
  NotAmong: ({ found = 0 }, firstNumber) => [
    `Item ${grouped(found + firstNumber)} does not match the filter of this link.`,
    'The labels may differ from those that the link was made with.',
    'The items that match are shown.',
  ],
  OtherFile: ({ prints: [wanted, found] = ['', ''] }) => [
    `The link leads to another file of this name: ${layouts.print(wanted)}, not ${layouts.print(found)}.`,
    'Several datasets have files of this name.',
    'Drop the file that the link means.',
  ],
  CountMismatch: ({ expected = 0, found = 0 }) => [
    `There are ${counted(expected, 'image')} and ${counted(found, 'label')}.`,
    'The labels may belong to another set, for example test labels to training images.',
    `The first ${grouped(Math.min(expected, found))} are shown with labels. Choose other labels under Files.`,
  ],
  NotReadableError: () => [
    'The file could not be read.',
    'It was changed, moved or locked after it was dropped.',
    'Drop it again.',
  ],
  NotFoundError: () => [
    'The file is gone.',
    'It was changed, moved or deleted after it was dropped.',
    'Drop it again.',
  ],
  AddressBlocked: ({ host = '' }) => [
    `This page may not fetch files from ${host}.`,
    'Its Content-Security-Policy allows only the hosts that it names: by default, its own.',
    'Download the file and drop it here, or have the host of this page add that host to connect-src in index.html.',
  ],
  AddressInvalid: ({ host = '' }) => [
    `“${host}” is not the address of a file.`,
    'The link may be incomplete.',
    'Check the address, or drop the file itself.',
  ],
  AddressFailed: ({ found, host = '' }) => [
    found === 404 ? 'File not found (404).' : `${host} answered with status ${grouped(found)}.`,
    'The address may be wrong.',
    'Check the address, or drop the file itself.',
  ],
  DownloadLimit: ({ expected }) => [
    `The file is larger than ${bytes(expected)}, and has to be fetched as a whole.`,
    'The host hands out no parts of it, or its format needs all of it.',
    'Download it and drop it here.',
  ],
  AddressSilent: ({ host = '' }) => [
    `${host} did not answer.`,
    'The host may be unreachable, or it does not allow other pages to read its files (CORS).',
    'Check the address, or drop the file itself.',
  ],
  Changed: () => [
    'The file is not the one that was opened.',
    'A program has written to it since.',
    'The data that was read stays. Open the file again.',
  ],
  OutdatedIndex: () => [
    'The file has changed since an earlier visit.',
    'A program has written to it, and left its size and its time as they were.',
    'idxlens reads all of it again.',
  ],
  FileChanged: () => [
    'The file on the host is not the one that was opened.',
    'It has been replaced since.',
    'The data that was read stays. Reload the page to open the new file.',
  ],
  ServerFailed: ({ host = '', found }) => [
    `The rest could not be fetched: ${host} ${found ? `answered with status ${grouped(found)}` : 'stopped answering'}.`,
    'The host or the network failed several times.',
    'The data that was read stays. Go to another page to try again, or reload it.',
  ],
  NotKept: () => [
    'Bookmarks can’t be saved here.',
    'The browser forbids storage, or it is full.',
    'Copy the item numbers to keep them.',
  ],
  ...CONTAINER_FAULTS,
  ...COLUMNAR_FAULTS,
  ...TABLE_FAULTS,
  ...REVIEW_FAULTS,
  ...ITEM_LIST_FAULTS,
  ...PREDICTION_FAULTS,
  NothingDropped: () => [
    'Nothing to open there: drop files or a folder.',
    'Text, links and empty folders contain no files.',
    '',
  ],
  TooManyFiles: ({ expected }) => [
    `Only the first ${grouped(expected)} files were taken.`,
    'The folder contains more.',
    'Open a smaller folder, or only the files of the dataset.',
  ],
  NotSaved: () => [
    'The image could not be saved.',
    'Some items could not be read, or there is no memory.',
    'Try again.',
  ],
  SampleMissing: () => [
    'The sample could not be fetched.',
    'There is no network, or this copy of idxlens was made without the sample.',
    'Try again later, or drop files of your own.',
  ],
  EngineUnavailable: ({ supported }) =>
    supported
      ? [
          'The decoder could not be loaded.',
          'The connection failed, or the host does not have all files of this page.',
          'Check the connection and open the file again.',
        ]
      : [
          'The decoder could not be started.',
          'It needs WebAssembly with SIMD and module workers, which browsers have had since 2023.',
          'Update the browser or use another one, then reload the page.',
        ],
  RuntimeError: () => ['The decoder stopped at this file.', BUG, `The other files are fine. ${REPORT}`],
  Restarted: () => ['The decoder stopped, was restarted, and reads the files again.', BUG, REPORT],
  Trapped: () => ['The decoder stopped again, and was not restarted.', BUG, `Close the dataset. ${REPORT}`],
};

export const faults = {
  /**
   * The problem, its likely cause, and what to do; null for a code without a text.
   * @param {Fault} fault
   * @param {number} firstNumber  the first item's number: 0 or 1
   */
  explain(fault, firstNumber) {
    const format = FORMATS[fault.name];
    if (format) return [`This is ${format[0]}, not IDX.`, format[1], format[2]];
    return FAULTS[fault.name]?.(fault, firstNumber) ?? null;
  },
};

/**
 * How many items are left of an array, if that is known.
 * @param {number | undefined} expected
 * @param {number | undefined} found
 */
function shown(expected, found) {
  return expected ? `: ${grouped(found)} of ${counted(expected, 'item')} are shown` : '';
}

/** @param {Layout} layout  that the user chose */
function assumed(layout) {
  return `The file is read as ${layouts.inWords(layout)}; its header says otherwise.`;
}

/**
 * @param {number | undefined} value
 * @param {number} digits
 */
function hex(value = 0, digits) {
  const text = value.toString(16).toUpperCase().padStart(digits, '0');
  return text.replace(/..(?=.)/g, '$& ');
}
