/** The types of pictures, by their first bytes. Workers import this, so the page imports it only on demand. */

/** @import { Place } from './protocol.js' */

/** The first bytes of pictures that the browser decodes, where they lie, and the types. @type {[string, number, string][]} */
const TYPES = [
  ['\xff\xd8', 0, 'image/jpeg'],
  ['GIF8', 0, 'image/gif'],
  ['WEBP', 8, 'image/webp'],
  ['BM', 0, 'image/bmp'],
  // Some hosts send it in place of a JPEG.
  ['ftypavif', 4, 'image/avif'],
];

/** Bytes that tell the type. */
export const START = 12;

/** @param {ArrayLike<number>} bytes */
export function isPng(bytes) {
  return has(bytes, 0, '\x89PNG');
}

/**
 * The type of a picture that the browser decodes; '' if it is another.
 * @param {ArrayLike<number>} bytes
 */
export function typeOf(bytes) {
  return TYPES.find(([start, at]) => has(bytes, at, start))?.[2] ?? '';
}

/**
 * Whether bytes are the start of a picture.
 * @param {ArrayLike<number>} bytes
 */
export function isPicture(bytes) {
  return isPng(bytes) || typeOf(bytes) !== '';
}

/**
 * Whether a file is a picture, whatever its name says; true if it cannot be read, which is reported elsewhere.
 * @param {Place} file
 */
export async function isPictureFile(file) {
  if (!(file instanceof Blob)) return true;
  const start = await file
    .slice(0, START)
    .arrayBuffer()
    .catch(() => null);
  return !start || isPicture(new Uint8Array(start));
}

/**
 * @param {ArrayLike<number>} bytes
 * @param {number} offset
 * @param {string} text  in characters of one byte
 */
function has(bytes, offset, text) {
  return [...text].every((character, at) => bytes[offset + at] === character.charCodeAt(0));
}
