/**
 * Ways to read a file, in words.
 *
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

/** @param {string} word */
function typed(word) {
  const { elementType, little } = parts(word);
  return `${elementType}${little ? ', little-endian' : elementType.endsWith('8') ? '' : ', big-endian'}`;
}

/** @param {number[]} sizes */
function written(sizes) {
  return sizes.map((size) => size.toLocaleString('en')).join(' x ');
}

/**
 * A way to read a file, in full.
 * @param {string} word
 */
export function inWords(word) {
  const { shape, start } = parts(word);
  return `${typed(word)}, ${written(shape)}, from byte ${start.toLocaleString('en')} on`;
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
      return { text: `The numbers of the ${slot} make more sense as ${little ? 'little' : 'big'}-endian.`, answers: ['Read them so'] };
    case 'Dimensions':
      return { text: `The file of the ${slot} is as long as its dimensions say backwards, as little-endian: ${written(shape)}.`, answers: ['Read them so'] };
    case 'Channels':
      return {
        text: `The file is ${shape.length > 3 ? parts(ways[0]).shape[3] : ''} times as long as its header says, as if each pixel had so many channels.`,
        answers: ['Read with channels last', 'Read with channels first'],
      };
    case 'Width':
      return { text: `The file of the ${slot} is longer than its header says, as if its elements were wider than ${status.elementType}.`, answers: ways.map((way) => `Read as ${typed(way)}`) };
    case 'Sides':
      return { text: `These images look sheared: rows and columns may have changed places in the header.`, answers: [`Read as ${items}`] };
    case 'Another':
      return { text: `Another array follows the ${slot} in their file: ${typed(ways[0])}, ${written(shape)}.`, answers: ['Read that one'] };
  }
}
