/** The bytes of a header and of an item, and how else a file can be read. */

import { layouts } from './layouts.js';
import { bytes as byteCount, counted, grouped } from './numbers.js';

/** @import { Layout } from '../../engine/protocol.js' */

/** @type {Record<string, string>} */
const TYPES = {
  u8: 'u8, 0–255',
  i8: 'i8, −128 to 127',
  i16: 'i16, integers of 2 bytes',
  i32: 'i32, integers of 4 bytes',
  f32: 'f32, floats of 4 bytes',
  f64: 'f64, floats of 8 bytes',
  bool: 'bool, 0 or 1',
  u16: 'u16, integers of 2 bytes from 0 on',
  u32: 'u32, integers of 4 bytes from 0 on',
  i64: 'i64, integers of 8 bytes',
  u64: 'u64, integers of 8 bytes from 0 on',
  f16: 'f16, floats of 2 bytes',
  bf16: 'bf16, the first 2 bytes of f32',
};

/** The usual meaning of the dimensions, by rank. @type {Record<number, string[]>} */
const DIMENSIONS = { 1: ['items'], 2: ['items', 'numbers each'], 3: ['items', 'rows', 'columns'] };

export const bytes = {
  title: 'Bytes of ',
  file: 'File',
  images: 'images',
  labels: 'labels',
  header: 'Header',
  columns: { byte: 'byte', hex: 'hex', meaning: 'meaning' },
  keys: 'Arrow keys move from byte to byte, Page Up and Page Down by a page, Home and End along the row.',
  hint: 'Tap a byte, or point at it, to read it.',
  close: 'Close',

  zero: 'always zero',
  notZero: 'should be 00',
  /** @param {string} elementType */
  type: (elementType) => `element type: ${TYPES[elementType]}`,
  unknownType: 'element type: unknown, should be 08, 09, 0B, 0C, 0D or 0E',
  /** @param {number} rank */
  rank: (rank) => `rank: ${counted(rank, 'dimension')}`,
  /** @param {number} rank @param {number} index @param {number} size */
  dimension(rank, index, size) {
    const unit = DIMENSIONS[rank]?.[index] ?? (index ? '' : 'items');
    return `dimension ${index}: ${grouped(size)}${unit && ` ${unit}`}`;
  },
  /** A dimension at whose bytes the file ends. @param {number} index @param {number} length */
  cutDimension: (index, length) =>
    length ? `dimension ${index}: only ${length} of 4 bytes` : `dimension ${index} is missing`,
  /** @param {string} dimension */
  tooLarge: (dimension) => `${dimension}; with it, the sizes multiply to 2^64 bytes or more`,
  missing: 'the rest of the header is missing',
  padding: 'always 1: there is no such dimension',
  magic: 'NumPy array',
  version: 'version of the format',
  length: 'length of the dictionary',
  /** @param {string} text */
  dictionary: (text) => `type, order and shape: ${text}`,
  order: 'The elements follow in row-major order.',
  /** @param {Layout} layout */
  readAs: (layout) => `The file is read as ${layouts.inWords(layout)}, not as this header says.`,

  ofFile: 'Bytes of the file',
  form: 'Gzip data',
  unpacked: 'unpacked',
  stored: 'as stored',
  find: 'Find',
  findExample: '00 00 08 03 or "text"',
  findNext: 'Find next',
  cancel: 'Cancel',
  /** @param {number} percent */
  searching: (percent) => `Searching: ${percent}%`,
  notFound: 'Not found.',
  wrapped: 'Found above: the search continued from the start.',
  exampleOffset: '1024 or 0x400',
  /** @param {string} typed */
  noOffset: (typed) => `Can’t read “${typed}”. Try 1024 or 0x400.`,
  goTo: 'Go to byte',
  example: '1024, 0x400 or item 7',
  /** The word before an item's number, in lower case. */
  itemWord: 'item',
  /** @param {string} typed */
  noPlace: (typed) => `Can’t read “${typed}”. Try 1024, 0x400 or item 7.`,
  /** @param {number} number */
  noItem: (number) => `There is no item ${grouped(number)}.`,
  itemsUnpacked: 'Items are found in the unpacked bytes.',
  lacking: 'These bytes have not been read, or cannot be read.',
  packed: 'compressed data',
  before: 'before the first item',
  after: 'after the last whole item',

  /** @param {number} item @param {number} length @param {number} offset @param {boolean} unpacked  whether the file is compressed */
  item: (item, length, offset, unpacked) =>
    `Item ${grouped(item)}: ${byteCount(length)} at offset ${grouped(offset)}${unpacked ? ' of the unpacked file' : ''}.`,
  /**
   * One byte.
   * @param {number} offset
   * @param {string} hex
   * @param {string} element
   */
  byte: (offset, hex, element) => `Byte ${grouped(offset)}: 0x${hex}, ${element}`,
  /** @param {number} index  of the byte in the element, counted from 1 @param {number} size @param {string} hex */
  partOf: (index, size, hex) => `byte ${index} of ${size} of ${hex}, `,
  /** The position and the value of an element. @param {number[]} position @param {string} value */
  element(position, value) {
    if (position.length === 2) return `row ${grouped(position[0])}, column ${grouped(position[1])} = ${value}`;
    return position.length ? `element ${position.map(grouped).join(', ')} = ${value}` : `= ${value}`;
  },

  /** @param {number} item @param {string} element */
  inItem: (item, element) => `item ${grouped(item)}${element.startsWith('=') ? ' ' : ', '}${element}`,

  reinterpret: 'Reinterpret',
  elementType: 'Type',
  byteOrder: 'Byte order',
  bigEndian: 'big-endian',
  littleEndian: 'little-endian',
  shape: 'Shape',
  offset: 'Offset',
  apply: 'Apply',
  asHeader: 'Read as the header says',
  /** @param {number} needed @param {number} room @param {number} offset */
  misfit: (needed, room, offset) =>
    `This shape needs ${byteCount(needed)}; there are ${grouped(room)} from offset ${grouped(offset)}.`,
  /** @param {number} size */
  beyond: (size) => `The file has only ${byteCount(size)}.`,
  /** @param {number} offset */
  behind: (offset) =>
    `Byte ${grouped(offset)} comes after the last whole item. Only the header and the items are shown here.`,
};
