/** A worker that passes over spans of images for a job of a dataset, whose own worker takes others meanwhile. */

import init, { Span } from '../pkg/large.js';
import { sourceOf } from './source.js';

/** @import { Place } from './protocol.js' */

/** Bytes that the core takes at a time. Behind the last item that is wanted, they are unpacked in vain. */
const PIECE = 64 * 1024;

const ready = init();

/**
 * @param {Uint8Array} task
 * @param {Place} place
 */
async function passOver(task, place) {
  const span = new Span(task);
  const source = sourceOf(place);
  try {
    for (let want; (want = span.wanted()); ) {
      const bytes = await source.read(want.offset, want.length, true);
      let start = 0;
      do {
        const piece = bytes.subarray(start, start + PIECE);
        span.feed(want.offset + start, piece);
        start += PIECE;
      } while (start < bytes.length);
    }
    return span.found();
  } finally {
    source.close();
    span.free();
  }
}

/** The last task. @type {Promise<void>} */
let last = Promise.resolve();

/** @param {{ task: Uint8Array, place: Place }} asked */
async function answer({ task, place }) {
  // Whatever the reason is: the dataset's own worker takes the span then, and reports what is wrong.
  const found = await passOver(task, place).catch(() => null);
  self.postMessage(found, { transfer: found ? [found.buffer] : [] });
}

addEventListener('message', ({ data }) => (last = last.then(() => answer(data))));

ready.then(
  () => self.postMessage(true),
  () => self.postMessage(null),
);
