/** The survey of a dataset's images, in slices between which everything else goes first. */

import { sourceOf } from './source.js';
import { breathe } from './waiting.js';

/**
 * @import { Dataset } from '../pkg/idxlens.js'
 * @import { Place } from './protocol.js'
 */

/** Bytes that are measured at a time. */
const PIECE = 256 * 1024;
/** Milliseconds of measuring before questions are answered. */
const SLICE = 8;
const NOTHING = new Uint8Array();

/**
 * Measures all images.
 * @param {Dataset} dataset
 * @param {Place} place  of their file, which is read once more where not all of them are in memory
 * @param {() => Promise<boolean>} goesOn  whether it is still wanted; asked, and waited for, after each slice
 */
export async function survey(dataset, place, goesOn) {
  const source = sourceOf(place);
  let begun = performance.now();
  try {
    for (let want; (want = dataset.unmeasured()); ) {
      const bytes = want.length ? await source.read(want.offset, want.length, true) : NOTHING;
      let start = 0;
      do {
        // While bytes were read something else may have begun.
        if (want.length || performance.now() - begun > SLICE) {
          await breathe();
          if (!(await goesOn())) return;
          begun = performance.now();
        }
        const piece = bytes.subarray(start, start + PIECE);
        dataset.measure(want.offset + start, piece);
        start += piece.length;
      } while (start < bytes.length);
    }
  } finally {
    source.close();
  }
}
