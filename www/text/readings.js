/** Ways to read a file, in words. */

import { reading } from '../state/index.js';
import { grouped } from './figures.js';

/**
 * @import { Slot, Status, Suggestion } from '../engine/protocol.js'
 */

/**
 * The parts of a way to read a file.
 * @param {string} word  as in Status
 */
export function parts(word) {
  const [elements, sizes, start] = word.split(',');
  const elementType = elements.replace('le', '');
  return { elementType, little: elements !== elementType, shape: sizes.split('x').map(Number), start: Number(start) };
}

/**
 * The word for a way to read a file that is typed in, or why it is none.
 * @param {string} type
 * @param {boolean} little
 * @param {string} sizes
 * @param {string} start
 * @returns {{ word: string, complaint: string }}
 */
export function wordOf(type, little, sizes, start) {
  // Between other signs a comma groups digits.
  const plain = /[x×*]/i.test(sizes) ? sizes.replace(/(\d),(?=\d{3}(?!\d))/g, '$1') : sizes;
  const shape = plain
    .trim()
    .split(/\s*[x×*,]\s*|\s+/i)
    .filter(Boolean);
  const bytes = Number(type.slice(1)) / 8;
  const length = shape.reduce((product, size) => product * Number(size), bytes);
  const place = start.replace(/[\s,]/g, '');
  const word = `${type}${little && bytes > 1 ? 'le' : ''},${shape.map(Number).join('x')},${Number(place)}`;
  if (!/^\d+$/.test(place)) return { word, complaint: `“${start}” is no place in a file: a whole number, please.` };
  if (!shape.length || !shape.every((size) => /^\d+$/.test(size) && Number(size) > 0 && Number(size) < 2 ** 32))
    return { word, complaint: `“${sizes}” is no shape: sizes like 60000 x 28 x 28, please.` };
  if (length + Number(place) > Number.MAX_SAFE_INTEGER || reading(word) !== word)
    return { word, complaint: 'That is more than any file holds.' };
  return { word, complaint: '' };
}

/** @param {string} word */
function typed(word) {
  const { elementType, little } = parts(word);
  return `${elementType}${little ? ', little-endian' : elementType.endsWith('8') ? '' : ', big-endian'}`;
}

/** @param {number[]} sizes */
function written(sizes) {
  return sizes.map(grouped).join(' x ');
}

/**
 * A way to read a file, in full.
 * @param {string} word
 */
export function inWords(word) {
  const { shape, start } = parts(word);
  return `${typed(word)}, ${written(shape)}, from byte ${grouped(start)} on`;
}

/**
 * What a person is told of a file that would make more sense otherwise, and what each way to read it so is called.
 * @param {Suggestion['fault']} fault
 * @param {Slot} slot
 * @param {Status} status
 * @param {string[]} ways
 * @returns {{ text: string, answers: string[] }}
 */
export function question(fault, slot, status, ways) {
  const { shape, little } = parts(ways[0]);
  const items = written(shape.slice(1));
  switch (fault) {
    case 'ByteOrder':
      return {
        text: `The numbers of the ${slot} make more sense as ${little ? 'little' : 'big'}-endian.`,
        answers: ['Read them so'],
      };
    case 'Dimensions':
      return {
        text: `The file of the ${slot} is as long as its dimensions say backwards, as little-endian: ${written(shape)}.`,
        answers: ['Read them so'],
      };
    case 'Channels':
      return {
        text: `The file is ${shape.length > 3 ? parts(ways[0]).shape[3] : ''} times as long as its header says, as if each pixel had so many channels.`,
        answers: ['Read with channels last', 'Read with channels first'],
      };
    case 'Width': {
      const [length, width] = ways[0].startsWith('u8') ? ['shorter', 'narrower'] : ['longer', 'wider'];
      return {
        text: `The file of the ${slot} is ${length} than its header says, as if its elements were ${width} than ${status.elementType}.`,
        answers: ways.map((way) => `Read as ${typed(way)}`),
      };
    }
    case 'Sides':
      return {
        text: `These images look sheared: rows and columns may have changed places in the header.`,
        answers: [`Read as ${items}`],
      };
    case 'Another':
      return {
        text: `Another array follows the ${slot} in their file: ${typed(ways[0])}, ${written(shape)}.`,
        answers: ['Read that one'],
      };
  }
}
