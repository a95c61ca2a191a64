/** One more pass over a file, in slices between which everything else goes first. */

import { sourceOf } from './source.js';
import { breathe, SLICE } from './waiting.js';

/** @import { ByteRange } from '../pkg/idxlens.js' */
/** @import { Place } from './protocol.js' */

/** Bytes that are taken at a time. */
const PIECE = 256 * 1024;
const NOTHING = new Uint8Array();

/**
 * Hands over what is wanted of a file, or nothing at all where what is wanted is in memory. Whether it came to its end.
 * @param {Place} place
 * @param {() => ByteRange | undefined} wanted
 * @param {(offset: number, bytes: Uint8Array) => void} take
 * @param {() => Promise<boolean>} goesOn  whether it is still wanted; asked, and waited for, after each slice
 */
export async function pass(place, wanted, take, goesOn) {
  const source = sourceOf(place);
  let begun = performance.now();
  try {
    for (let want; (want = wanted()); ) {
      const bytes = want.length ? await source.read(want.offset, want.length, true) : NOTHING;
      let start = 0;
      do {
        // While bytes were read something else may have begun.
        if (want.length || performance.now() - begun > SLICE) {
          await breathe();
          if (!(await goesOn())) return false;
          begun = performance.now();
        }
        const piece = bytes.subarray(start, start + PIECE);
        take(want.offset + start, piece);
        start += piece.length;
      } while (start < bytes.length);
    }
    return true;
  } finally {
    source.close();
  }
}
