/** What bytes local files hold. */

/** Large files are compared in so many pieces of this many bytes, spread over the whole file. */
const PIECES = 64;
const PIECE = 2 ** 20;

/**
 * Whether two files hold the same bytes.
 * @param {File} one
 * @param {File} other
 */
export async function haveSameBytes(one, other) {
  if (one.size !== other.size) return false;
  for (const offset of offsets(one.size)) {
    const [left, right] = await Promise.all([one, other].map((file) => pieceOf(file, offset)));
    if (left.length !== right.length || left.some((byte, at) => byte !== right[at])) return false;
  }
  return true;
}

/**
 * A digest of a file's pieces: files that differ in these have different digests.
 * @param {File} file
 */
export async function digestOf(file) {
  let digest = new Uint8Array();
  for (const offset of offsets(file.size)) {
    const chain = new Blob([digest, await pieceOf(file, offset)]);
    digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await chain.arrayBuffer()));
  }
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {File} file
 * @param {number} offset
 */
async function pieceOf(file, offset) {
  return new Uint8Array(await file.slice(offset, offset + PIECE).arrayBuffer());
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
