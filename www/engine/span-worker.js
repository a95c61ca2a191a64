/** A worker that passes over spans of images for a job of a dataset, whose own worker takes others meanwhile. */

import init, { Span } from '../pkg/large.js';
import { sourceOf } from './source.js';

/** @import { Place } from './protocol.js' */

/** Bytes that the core takes at a time. Behind the last item that is wanted, they are unpacked in vain. */
const PIECE = 64 * 1024;

const ready = init();

/**
 * Starts to read a span. Its first bytes come while the span before is passed over.
 * @param {Uint8Array} task
 * @param {Place} place
 */
function begin(task, place) {
  const span = new Span(task);
  const source = sourceOf(place);
  const want = span.wanted();
  const first = want && source.read(want.offset, want.length, true);
  // If it fails, it fails again when its result is used.
  first?.catch(() => {});
  return { span, source, first };
}

/** @param {ReturnType<typeof begin>} begun */
async function passOver({ span, source, first }) {
  let coming = first;
  for (let want; (want = span.wanted()); coming = undefined) {
    const bytes = await (coming ?? source.read(want.offset, want.length, true));
    for (let start = 0; start === 0 || start < bytes.length; start += PIECE)
      span.feed(want.offset + start, bytes.subarray(start, start + PIECE));
  }
  return span.found();
}

/** The last task. @type {Promise<void>} */
let last = Promise.resolve();

/** @param {Promise<ReturnType<typeof begin> | null>} beginning */
async function answer(beginning) {
  const begun = await beginning;
  // Whatever the reason is: the dataset's own worker takes the span then, and reports what is wrong.
  const found = begun && (await passOver(begun).catch(() => null));
  begun?.source.close();
  begun?.span.free();
  self.postMessage(found, { transfer: found ? [found.buffer] : [] });
}

/** @param {MessageEvent<{ task: Uint8Array, place: Place }>} event */
function take({ data: { task, place } }) {
  const beginning = ready.then(() => begin(task, place)).catch(() => null);
  last = last.then(() => answer(beginning));
}

addEventListener('message', take);

ready.then(
  () => self.postMessage(true),
  () => self.postMessage(null),
);
