/** Layouts in which a file that was refused can be read all the same: its header is wrong or missing, and its length fits. */

import { isGzip } from '../state/index.js';

/**
 * @typedef {{ layout: string, shape: number[], type: string }} Reading  a layout in the form of links, and what it consists of
 *
 * @typedef {object} Refused
 * @property {string} name  of the fault
 * @property {number} size  bytes of the file
 * @property {number[]} head  its first bytes
 * @property {boolean} areLabels  whether its name says so
 */

/** Bytes of an element, by the types that are tried. @type {[string, number][]} */
const TYPES = [
  ['u8', 1],
  ['i16', 2],
  ['i32', 4],
  ['f32', 4],
  ['f64', 8],
];
/** The usual shapes of an item in a file without a header. */
const ITEMS = [
  [28, 28],
  [32, 32],
  [32, 32, 3],
  [64, 64],
];
/** Layouts that are offered at most. */
const MOST = 3;

/**
 * The likeliest first. Of a gzip file the length of the data is unknown.
 * @param {Refused} file
 * @returns {Reading[]}
 */
export function readings({ name, size, head, areLabels }) {
  if (!['BadMagic', 'UnknownElementType'].includes(name) || isGzip(head)) return [];
  const headed = [...withHeader(size, head, false), ...withHeader(size, head, true)];
  if (headed.length) return headed.slice(0, MOST);
  const items = areLabels ? [[]] : ITEMS;
  const bare = [0, 16].flatMap((offset) =>
    items.flatMap((item) => ofItems(size, item, areLabels ? offset / 2 : offset)),
  );
  return bare.slice(0, areLabels ? 1 : MOST);
}

/**
 * With the dimensions in the first 16 bytes, where the file is as long as these say.
 * @param {number} size
 * @param {number[]} head
 * @param {boolean} isLittle
 */
function withHeader(size, head, isLittle) {
  const view = new DataView(Uint8Array.from(head).buffer);
  return [3, 1, 2].flatMap((rank) => {
    const offset = 4 + 4 * rank;
    if (head.length < offset) return [];
    const sizes = Array.from({ length: rank }, (_, at) => view.getUint32(4 + 4 * at, isLittle));
    const fits = TYPES.filter(([, bytes]) => sizes.reduce((product, size) => product * size, bytes) === size - offset);
    return sizes[0] > 1
      ? fits.map(([type, bytes]) => reading(isLittle && bytes > 1 ? `${type}le` : type, sizes, offset))
      : [];
  });
}

/**
 * Bytes without a header that counts, several items of them.
 * @param {number} size
 * @param {number[]} item
 * @param {number} offset
 */
function ofItems(size, item, offset) {
  const count = (size - offset) / item.reduce((product, size) => product * size, 1);
  return count > 1 && Number.isInteger(count) ? [reading('u8', [count, ...item], offset)] : [];
}

/**
 * @param {string} type
 * @param {number[]} sizes
 * @param {number} offset
 * @returns {Reading}
 */
function reading(type, sizes, offset) {
  return { layout: `${type},${sizes.join('x')},${offset}`, shape: sizes, type };
}
