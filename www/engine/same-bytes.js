/** Whether two local files hold the same bytes. */

/** Large files are compared in so many pieces of this many bytes, spread over the whole file. */
const PIECES = 64;
const PIECE = 2 ** 20;

/**
 * @param {File} one
 * @param {File} other
 */
export async function haveSameBytes(one, other) {
  if (one.size !== other.size) return false;
  for (const offset of offsets(one.size)) {
    const [left, right] = await Promise.all(
      [one, other].map(async (file) => new Uint8Array(await file.slice(offset, offset + PIECE).arrayBuffer())),
    );
    if (left.length !== right.length || left.some((byte, at) => byte !== right[at])) return false;
  }
  return true;
}

/**
 * Where the pieces begin: all of a small file, and the ends of every file, are compared.
 * @param {number} size
 */
export function offsets(size) {
  const pieces = Math.ceil(size / PIECE);
  if (pieces <= PIECES) return Array.from({ length: pieces }, (_, piece) => piece * PIECE);
  return Array.from({ length: PIECES }, (_, piece) => Math.floor((piece * (size - PIECE)) / (PIECES - 1)));
}
