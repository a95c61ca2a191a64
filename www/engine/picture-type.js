/** The types of pictures, by their first bytes. */

/** The first bytes of pictures that the browser decodes, and their types. @type {[string, string][]} */
const TYPES = [
  ['\xff\xd8', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['RIFF', 'image/webp'],
  ['BM', 'image/bmp'],
];

/** @param {Uint8Array} bytes */
export function isPng(bytes) {
  return startsWith(bytes, '\x89PNG');
}

/**
 * The type of a picture that the browser decodes; '' if it is another.
 * @param {Uint8Array} bytes
 */
export function typeOf(bytes) {
  return TYPES.find(([start]) => startsWith(bytes, start))?.[1] ?? '';
}

/**
 * @param {Uint8Array} bytes
 * @param {string} start  in characters of one byte
 */
function startsWith(bytes, start) {
  return [...start].every((character, at) => bytes[at] === character.charCodeAt(0));
}
