/** Prepares the worker for its first file. */

import { yieldToMessages } from './scheduling.js';

/** @import { Dataset } from '../pkg/idxlens.js' */

/** Bytes of noise, unpacked. */
const LENGTH = 1 << 20;
/** Bytes handed to the core at a time. */
const PIECE = 64 * 1024;

/** A .gz of one noisy image. */
export async function noise() {
  const noise = new Uint8Array(LENGTH);
  for (let at = 0; at < LENGTH; at += 3) noise[at] = Math.random() * 256;
  const file = new Blob([Uint8Array.of(0, 0, 8, 1, 0, LENGTH >> 16, 0, 0), noise]);
  return new Uint8Array(await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
}

/**
 * Unpacks some noise, so that the browser has optimized the core before the first file arrives.
 * @param {Dataset} scratch
 * @param {() => boolean} isInterrupted
 */
export async function warmUp(scratch, isInterrupted) {
  // The worker of a second dataset has its file at once. Making noise would hold that up.
  if (isInterrupted()) return scratch.free();
  const zipped = await noise();
  scratch.open('images', '', zipped.length, LENGTH);
  for (let offset = 0; offset < zipped.length && !isInterrupted(); offset += PIECE) {
    scratch.push('images', offset, zipped.subarray(offset, offset + PIECE));
    await yieldToMessages();
  }
  scratch.free();
}
