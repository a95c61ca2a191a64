/** Layouts in words: how a file is read, and how else it could be. */

import { REPLACED } from './formats.js';
import { counted, grouped, shape as sizes } from './numbers.js';

/**
 * @import { Layout, Slot, Status, Suggestion } from '../../engine/protocol.js'
 * @import { Reading } from '../readings.js'
 */

/** Why a file has fewer items than its header says, and why it has more. */
export const TOO_MANY = 'The download or the copy was interrupted, or the header gives too many items.';
export const TOO_FEW = 'The header gives too few items, or extra data follows the array.';

/** @param {Layout} layout */
function elements({ elementType, elementSize, littleEndian }) {
  return `${elementType}${littleEndian ? ', little-endian' : elementSize === 1 ? '' : ', big-endian'}`;
}

export const layouts = {
  fits: 'Fits:',
  fitting: 'Its size fits these shapes, so you can open it anyway:',
  /** @param {Reading} reading */
  reading: ({ type, shape }) => `Read as ${sizes(shape)}, ${type}`,

  /**
   * A layout in full.
   * @param {Layout} layout
   */
  inWords(layout) {
    const { shape, offset } = layout;
    const size = shape.length === 1 ? counted(shape[0], 'value') : sizes(shape);
    return `${elements(layout)}, ${size}, at offset ${grouped(offset)}`;
  },

  /**
   * The fingerprint of a file: shape, element type and checksum.
   * @param {string} print
   */
  print(print) {
    const [shape, type, crc] = print.split('-');
    return `${sizes(shape.split('x').map(Number))}, ${type}${crc ? `, checksum ${crc}` : ''}`;
  },

  /**
   * Why a layout that the user typed is none.
   * @param {string} fault
   * @param {string} typed
   */
  problem(fault, typed) {
    if (fault === 'offset') return 'Offset must be a whole number.';
    if (fault === 'shape') return `Can’t read “${typed}”. Try 60000 × 28 × 28.`;
    return fault && 'This is larger than any file.';
  },

  textDamage: {
    'line-feeds': [
      'Each line feed (0A) has a carriage return (0D) before it.',
      'The file was transferred as text.',
      'Transfer it again in binary mode.',
    ],
    replaced: REPLACED,
  },

  /**
   * A likely fault of a file's layout, and a name for each layout that may be right.
   * @param {Suggestion['fault']} fault
   * @param {Slot} slot
   * @param {Status} status
   * @param {Layout[]} ways  from the core, at least one
   * @returns {{ text: string, answers: string[] }}
   */
  question(fault, slot, status, ways) {
    const [{ shape, littleEndian, elementSize }] = ways;
    const order = littleEndian ? 'little-endian' : 'big-endian';
    switch (fault) {
      case 'ByteOrder':
        return { text: `These values look ${order}.`, answers: [`Read as ${order}`] };
      case 'Dimensions':
        return {
          text: `The size matches if read as little-endian: ${sizes(shape)}.`,
          answers: ['Read as little-endian'],
        };
      case 'Channels':
        return {
          text: `The file has ${shape.length > 3 ? shape[3] : ''} times as much data as its header says: probably ${shape.length > 3 ? shape[3] : ''} channels for each pixel.`,
          answers: ['Read with channels last', 'Read with channels first'],
        };
      case 'Width': {
        const isLonger = elementSize > status.layout.elementSize;
        const [length, width] = isLonger ? ['longer', 'wider'] : ['shorter', 'narrower'];
        return {
          text: `The ${slot} file is ${length} than its header says. Its elements may be ${width} than ${status.elementType}.`,
          answers: ways.map((layout) => `Read as ${elements(layout)}`),
        };
      }
      case 'Int64':
        return {
          text: `The ${slot} file has twice as much data as its header says. Its integers probably have 64 bits.`,
          answers: ['Read as 64-bit integers'],
        };
      case 'Sides':
        return {
          text: 'These images look sheared: rows and columns may be swapped in the header.',
          answers: [`Read as ${sizes(shape.slice(1))}`],
        };
      case 'Squares':
        return {
          text: `The file’s length and its values fit images of ${sizes(shape.slice(1))}, not the ${sizes(status.shape.slice(1))} of the header.`,
          answers: [`Read as ${counted(shape[0], 'image')} of ${sizes(shape.slice(1))}`],
        };
      case 'Another':
        return {
          text: `Another array follows the ${slot} in their file: ${elements(ways[0])}, ${sizes(shape)}.`,
          answers: ['Read that array'],
        };
      case 'Count':
        return shape[0] < status.shape[0]
          ? { text: TOO_MANY, answers: [`Read as ${counted(shape[0], 'item')}`] }
          : { text: TOO_FEW, answers: [`Show all ${counted(shape[0], 'item')}`] };
    }
  },
};
