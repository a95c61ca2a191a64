/** The word for a layout, as in links and in Status: element type, byte order, shape, offset of the first element. */

import { reading } from '../state/index.js';

/**
 * The parts of the word for a layout.
 * @param {string} word  such as i16le,60000x28x28,16
 */
export function parts(word) {
  const [elements, sizes, start] = word.split(',');
  const elementType = elements.replace('le', '');
  return { elementType, little: elements !== elementType, shape: sizes.split('x').map(Number), start: Number(start) };
}

/**
 * The word for a layout that the user typed, and why it is none: '' if it is one.
 * @param {string} type
 * @param {boolean} little
 * @param {string} sizes
 * @param {string} start
 * @returns {{ word: string, fault: '' | 'offset' | 'shape' | 'size' }}
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
  const offset = start.replace(/[\s,]/g, '');
  const word = `${type}${little && bytes > 1 ? 'le' : ''},${shape.map(Number).join('x')},${Number(offset)}`;
  if (!/^\d+$/.test(offset)) return { word, fault: 'offset' };
  if (!shape.length || !shape.every((size) => /^\d+$/.test(size) && Number(size) > 0 && Number(size) < 2 ** 32))
    return { word, fault: 'shape' };
  if (length + Number(offset) > Number.MAX_SAFE_INTEGER || reading(word) !== word) return { word, fault: 'size' };
  return { word, fault: '' };
}
