/** Finds bytes in a file, piece by piece. Reading a piece lets everything else go on. */

/** @import { FileBytes } from './file-bytes.js' */

/** Bytes that are searched at a time. */
const PIECE = 64 * 1024;

/**
 * The offset from `from` on at which these bytes start; -1 if they do not occur before `end`, or before the first byte
 * that cannot be read.
 * @param {FileBytes} bytes
 * @param {Uint8Array} wanted  at least one
 * @param {number} from
 * @param {number} end  of the offsets
 * @param {AbortSignal} signal  ends the search, with an error
 * @param {(offset: number) => void} onprogress
 */
export async function findBytes(bytes, wanted, from, end, signal, onprogress) {
  const more = wanted.length - 1;
  for (let at = from; at < end; ) {
    const piece = await bytes.read(at, Math.min(PIECE, end - at) + more);
    signal.throwIfAborted();
    const found = indexOf(piece, wanted);
    if (found >= 0) return at + found;
    if (piece.length <= more) return -1;
    at += piece.length - more;
    onprogress(at);
  }
  return -1;
}

/**
 * @param {Uint8Array} piece
 * @param {Uint8Array} wanted
 */
function indexOf(piece, wanted) {
  let at = piece.indexOf(wanted[0]);
  while (at >= 0 && !(at + wanted.length <= piece.length && wanted.every((byte, index) => piece[at + index] === byte)))
    at = piece.indexOf(wanted[0], at + 1);
  return at;
}
