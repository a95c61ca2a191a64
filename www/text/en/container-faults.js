/**
 * Problems of NumPy arrays, archives and other files of several arrays, in the form of those in faults.js.
 *
 * @import { Fault } from '../../engine/protocol.js'
 */

import { AGAIN } from './formats.js';
import { abridged, bytes, counted, grouped } from './numbers.js';

const OTHER_PROGRAM = 'A program other than NumPy may have written it.';
const SAVE = "Load it in Python and save plain numbers: np.save('FILE.npy', array).";
const REPACK = 'Unpack it with another program and drop the files inside.';
const MOVED = 'The archive is damaged, or something was written into it.';
const INTERRUPTED = 'The download or the copy was interrupted.';
const RESAVE_ARRAYS = "Load it in Python and save its arrays: np.savez('FILE.npz', images=images, labels=labels).";
const RESAVE = "Save it again in MATLAB with '-v7', or in Python with scipy.io.savemat.";

/** What was opened of a damaged file, if anything was. @param {number} [opened]  files that came out of it */
const before = (opened) => (opened === 0 ? '' : 'idxlens opens what it could read before that. ');
/** The same where the damage is in one of its arrays. @param {number} [opened] */
const others = (opened) => (opened === 0 ? '' : 'Any other arrays are opened. ');

/** @type {Record<string, (fault: Fault) => [string, string, string]>} */
export const CONTAINER_FAULTS = {
  NpyVersion: ({ found }) => [
    `This is a NumPy array of version ${grouped(found)}; idxlens knows 1, 2 and 3.`,
    'It was written by a newer NumPy, or is damaged.',
    SAVE,
  ],
  NpyHeader: () => ['The header of this NumPy array can’t be read.', OTHER_PROGRAM, SAVE],
  NpyObjects: () => [
    'The elements of this NumPy array are Python objects.',
    'They are stored as a pickle, which is a program. idxlens runs no programs, and reads only arrays, texts and whole numbers in it.',
    "Save numbers in Python: np.save('FILE.npy', np.array(array.tolist())).",
  ],
  NpyTexts: () => [
    'The elements of this NumPy array are texts, and are not read as labels.',
    'Labels have one text for each item.',
    SAVE,
  ],
  NpyTextsDiffer: ({ found = 0 }) => [
    `The elements of this NumPy array are texts: ${grouped(found)} that all differ, so they are no labels.`,
    '',
    'If they name the classes, call the file class_names.npy.',
  ],
  NpyTextCount: ({ expected = 0 }) => [
    `This NumPy array has more than ${grouped(expected)} different texts, so they are no labels.`,
    '',
    'Labels name their classes, and many items have the same one.',
  ],
  NpyTextLength: ({ expected = 0, found = 0 }) => [
    `The texts in this NumPy array take up to ${bytes(found)} each, so they are no labels.`,
    '',
    `The name of a class has at most ${bytes(expected)}.`,
  ],
  NpyUnlabelled: ({ found = 0, expected = 0 }) => [
    `${grouped(found)} of ${counted(expected, 'item')} ${found === 1 ? 'has' : 'have'} no label.`,
    'The text is empty there, or the value is None or NaN. idxlens shows -1 in its place.',
    'Predictions and the check of labels leave these items out. To see them alone, filter by that label.',
  ],
  NpyElementType: () => [
    'The elements of this NumPy array are not plain numbers.',
    'They are dates, complex numbers or records.',
    SAVE,
  ],
  NpyDimension: ({ found }) => [
    `Dimension ${grouped(found)} of this NumPy array is 2^32 or more.`,
    'idxlens counts along each dimension with 32 bits.',
    'Reshape it to more dimensions.',
  ],
  ItemsLast: () => [
    'idxlens can’t put the last dimension of this file first.',
    'The file ends early, or takes more than 2 GiB unpacked.',
    "Move the dimension of a large file in Python: np.save('new.npy', np.moveaxis(np.load('FILE.npy'), -1, 0)).",
  ],
  NpyFortran: () => [
    'This NumPy array is in Fortran order: the first dimension varies fastest.',
    'No item of it is in one piece.',
    "Save it in C order in Python: np.save('FILE.npy', np.ascontiguousarray(array)).",
  ],
  ZipOther: ({ names = [] }) => [
    names.length
      ? `The archive holds no array, but ${counted(names.length, 'other file')}: ${abridged(names)}.`
      : 'The archive holds no array.',
    'idxlens opens IDX, NumPy, CSV, CIFAR and NORB files in archives, unless they are encrypted.',
    REPACK,
  ],
  TarOther: (fault) => CONTAINER_FAULTS.ZipOther(fault),
  MatlabOther: () => [
    'This MATLAB file holds no array of real numbers.',
    'idxlens reads numeric arrays, also in structures. It does not read cells, objects, text, sparse or complex arrays.',
    "Save an array with it in Python: scipy.io.savemat('FILE.mat', {'images': array}).",
  ],
  MatlabHeader: () => [
    'The header of this MATLAB file can’t be read.',
    'The file is damaged, or a program other than MATLAB wrote it.',
    RESAVE,
  ],
  MatlabEnd: ({ offset, opened }) => [
    `The MATLAB file ends early, at byte ${grouped(offset)}.`,
    INTERRUPTED,
    `${before(opened)}${AGAIN}`,
  ],
  MatlabVariable: ({ offset, opened }) => [
    `The variable at byte ${grouped(offset)} of this MATLAB file can’t be read.`,
    'The file is damaged, or a program other than MATLAB wrote it.',
    `${others(opened)}${RESAVE}`,
  ],
  MatlabCompressed: ({ offset, opened }) => [
    `The variable at byte ${grouped(offset)} of this MATLAB file is damaged. Some of its values may be wrong.`,
    'Some bytes changed in transit.',
    `${others(opened)}${AGAIN}`,
  ],
  MatlabLimit: ({ expected = 0 }) => [
    `The arrays in this MATLAB file take more than ${bytes(expected)}.`,
    'A MATLAB file has to be unpacked before its arrays can be shown.',
    'The arrays that fit are opened. Save the others to files of their own.',
  ],
  PickleOther: () => [
    'This pickle holds no array of numbers.',
    'idxlens reads NumPy arrays, PyTorch tensors and lists of whole numbers, also in dictionaries, lists and tuples.',
    RESAVE_ARRAYS,
  ],
  PickleGlobal: ({ offset, global = '' }) => [
    `This pickle asks for “${global}” at byte ${grouped(offset)}, which is not part of an array.`,
    'A pickle can name any code. idxlens runs none, and reads only what NumPy arrays and PyTorch tensors consist of.',
    RESAVE_ARRAYS,
  ],
  PickleOpcode: ({ offset, opened }) => [
    `This pickle does something at byte ${grouped(offset)} that idxlens does not do.`,
    'It makes objects of its own classes, or the file is damaged.',
    `${before(opened)}${RESAVE_ARRAYS}`,
  ],
  PickleInstruction: ({ offset, opened }) => [
    `The pickle is damaged at byte ${grouped(offset)}.`,
    'Some bytes changed in transit, or a program other than Python wrote it.',
    `${before(opened)}${AGAIN}`,
  ],
  PickleEnd: ({ offset, opened }) => [
    `The pickle ends early, at byte ${grouped(offset)}.`,
    INTERRUPTED,
    `${before(opened)}${AGAIN}`,
  ],
  PickleLimit: ({ expected = 0 }) => [
    `The arrays in this pickle take more than ${bytes(expected)}.`,
    'They have to be unpacked before they can be shown.',
    `The arrays that fit are opened. ${RESAVE_ARRAYS}`,
  ],
  PickleMemory: ({ expected = 0, opened }) => [
    `The objects in this pickle take more than ${bytes(expected)}.`,
    'Its numbers are in Python lists, not in NumPy arrays, or it was made to fill the memory.',
    `${before(opened)}${RESAVE_ARRAYS}`,
  ],
  PickleTextCount: ({ expected = 0, opened }) => [
    `An array in this file has more than ${grouped(expected)} different texts, so they are no labels.`,
    '',
    others(opened).trim(),
  ],
  PickleTextLength: ({ expected = 0, opened }) => [
    `An array in this file has a text of more than ${bytes(expected)}, so the texts are no labels.`,
    '',
    others(opened).trim(),
  ],
  PickleShapes: ({ found = 0, opened }) => [
    `This file has a list of ${grouped(found)} images that differ in size.`,
    'A dataset has images of one size.',
    `${others(opened)}Resize or pad them in Python and save them as one array: np.save('FILE.npy', np.stack(images)).`,
  ],
  SafetensorsOther: () => [
    'This safetensors file holds no array that idxlens shows.',
    'Its arrays are empty, single numbers, or of a type such as F8 or F4.',
    'Convert them to F32 or F16.',
  ],
  SafetensorsHeaderLength: ({ expected = 0, found = 0 }) => [
    `The header of this safetensors file claims ${bytes(found)}; the limit is ${bytes(expected)}.`,
    'The file is damaged, or has some other format.',
    AGAIN,
  ],
  SafetensorsHeader: () => [
    'The header of this safetensors file can’t be read.',
    'It is not JSON with a type, a shape and offsets for each array.',
    "Save it again in Python: safetensors.numpy.save_file(arrays, 'FILE.safetensors').",
  ],
  SafetensorsEnd: ({ offset, opened }) => [
    `The safetensors file ends early, at byte ${grouped(offset)}.`,
    INTERRUPTED,
    `${before(opened)}${AGAIN}`,
  ],
  SafetensorsOffsets: ({ offset }) => [
    `The array at byte ${grouped(offset)} has more or fewer bytes than its shape takes.`,
    'The header is damaged, or the program that wrote it made a mistake.',
    AGAIN,
  ],
  SafetensorsOverlap: ({ offset }) => [
    `Two arrays in this safetensors file overlap at byte ${grouped(offset)}.`,
    'The header is damaged, or the program that wrote it made a mistake.',
    AGAIN,
  ],
  TarEnd: ({ offset, opened }) => [
    `The tar archive ends early, at byte ${grouped(offset)}.`,
    INTERRUPTED,
    `${before(opened)}${AGAIN}`,
  ],
  TarRecord: ({ offset, opened }) => [
    `The tar archive is damaged at byte ${grouped(offset)}.`,
    'Some bytes changed in transit, or something was written into it.',
    `${before(opened)}${AGAIN}`,
  ],
  TarLimit: ({ expected = 0 }) => [
    `The arrays in this archive take more than ${bytes(expected)}.`,
    'A compressed tar archive has to be unpacked before its files can be shown.',
    `The files that fit are opened. ${REPACK}`,
  ],
  UnpackEnd: ({ offset, opened }) => [
    `The compressed data ends early, at byte ${grouped(offset)}.`,
    INTERRUPTED,
    `${before(opened)}${AGAIN}`,
  ],
  UnpackCorrupt: ({ offset, opened }) => [
    `The compressed data is corrupt at byte ${grouped(offset)}.`,
    'Some bytes changed in transit.',
    `${before(opened)}${AGAIN}`,
  ],
  UnpackChecksum: ({ offset, opened }) => [
    `The data that was unpacked up to byte ${grouped(offset)} does not match its checksum.`,
    'Some bytes changed in transit. Some values may be wrong.',
    `${before(opened)}${AGAIN}`,
  ],
  UnpackMethod: ({ offset }) => [
    `The data at byte ${grouped(offset)} is compressed in a way that idxlens can’t unpack.`,
    'It uses several filters in a row (xz), or a dictionary in another file (Zstandard).',
    REPACK,
  ],
  UnpackMemory: ({ offset, expected = 0, found = 0 }) => [
    `Unpacking the data at byte ${grouped(offset)} needs ${bytes(found)} of memory. The limit is ${bytes(expected)}.`,
    'It was compressed with a very large window, or its header is damaged.',
    'Unpack it with another program and drop the result.',
  ],
  UnpackLimit: ({ expected = 0, opened }) => [
    `The file unpacks to more than ${bytes(expected)}.`,
    'idxlens unpacks such a file as a whole, up to that limit.',
    `${before(opened)}To see all of it, unpack it with another program, or compress it with gzip instead.`,
  ],
  UnpackTrailing: ({ offset }) => [
    `There are extra bytes after the compressed data, at byte ${grouped(offset)}.`,
    'A program appended them.',
    'The data before them is complete.',
  ],
  ZipEnd: () => ['The zip archive ends early: its directory is missing.', INTERRUPTED, AGAIN],
  ZipParts: () => ['This is one part of a zip archive.', 'The archive was split into several files.', REPACK],
  ZipDirectory: ({ offset }) => [
    `The directory of the zip archive is damaged at byte ${grouped(offset)}.`,
    MOVED,
    AGAIN,
  ],
  ZipEntry: ({ offset }) => [`The zip archive names a file at byte ${grouped(offset)}, where none is.`, MOVED, AGAIN],
  ZipOverlap: ({ offset }) => [
    `Two files in the zip archive overlap at byte ${grouped(offset)}.`,
    'Archives that are made to fill a disk are like that.',
    'Get the archive from another source.',
  ],
};
