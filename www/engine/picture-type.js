/** The types of pictures, by their first bytes. */

/** @import { Place } from './protocol.js' */

/** The first bytes of pictures that the browser decodes, and their types. @type {[string, string][]} */
const TYPES = [
  ['\xff\xd8', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['RIFF', 'image/webp'],
  ['BM', 'image/bmp'],
];

/** Bytes that tell the type. */
const START = 4;

/** @param {ArrayLike<number>} bytes */
export function isPng(bytes) {
  return startsWith(bytes, '\x89PNG');
}

/**
 * The type of a picture that the browser decodes; '' if it is another.
 * @param {ArrayLike<number>} bytes
 */
export function typeOf(bytes) {
  return TYPES.find(([start]) => startsWith(bytes, start))?.[1] ?? '';
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
 * @param {string} start  in characters of one byte
 */
function startsWith(bytes, start) {
  return [...start].every((character, at) => bytes[at] === character.charCodeAt(0));
}
