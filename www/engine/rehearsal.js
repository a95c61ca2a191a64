/** What the worker does until there is a file. */

import { breathe } from './waiting.js';

/** @import { Dataset } from '../pkg/idxlens.js' */

/** Bytes that are unpacked, */
const REHEARSAL = 1 << 20;
/** and handed over at a time. */
const PIECE = 64 * 1024;

/**
 * Unpacks some noise: by the time that the first file comes, the browser has compiled the core with care.
 * @param {Dataset} scratch
 * @param {() => boolean} interrupted
 */
export async function rehearse(scratch, interrupted) {
  const noise = new Uint8Array(REHEARSAL);
  for (let at = 0; at < REHEARSAL; at += 3) noise[at] = Math.random() * 256;
  const file = new Blob([Uint8Array.of(0, 0, 8, 1, 0, REHEARSAL >> 16, 0, 0), noise]);
  const zipped = new Uint8Array(
    await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
  );
  scratch.open('images', '', zipped.length, REHEARSAL);
  for (let offset = 0; offset < zipped.length && !interrupted(); offset += PIECE) {
    scratch.push('images', offset, zipped.subarray(offset, offset + PIECE));
    await breathe();
  }
  scratch.free();
}
