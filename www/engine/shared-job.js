/** Shares a job among workers: each takes a span of the images after another, while the dataset's own worker does the same. */

import { HELPERS, SpanWorker } from './span-workers.js';

/**
 * @import { Dataset } from '../pkg/large.js'
 * @import { JobKind, Place } from './protocol.js'
 */

const NOTHING = new Uint8Array();

/**
 * Lets other workers take spans, until none is left or the job is cancelled. A span whose worker fails is left to the
 * dataset's own worker.
 * @param {Dataset} dataset
 * @param {JobKind} kind
 * @param {Place} place
 * @param {() => boolean} isCurrent  whether the job has not been replaced by another
 * @param {AbortSignal} signal
 */
export async function shareJob(dataset, kind, place, isCurrent, signal) {
  await Promise.all(Array.from({ length: HELPERS }, () => help(dataset, kind, place, isCurrent, signal)));
}

/**
 * @param {Dataset} dataset
 * @param {JobKind} kind
 * @param {Place} place
 * @param {() => boolean} isCurrent
 * @param {AbortSignal} signal
 */
async function help(dataset, kind, place, isCurrent, signal) {
  /** @type {SpanWorker | null} */
  let worker = null;
  try {
    for (let taken; isCurrent() && !signal.aborted && (taken = dataset.takeSpan(kind)); ) {
      worker ??= await SpanWorker.start(signal);
      const found = worker && (await worker.find(taken.task, place, signal));
      // Another job has spans of its own.
      if (signal.aborted || !isCurrent()) return;
      dataset.finishSpan(kind, taken.span, found ?? NOTHING);
      if (!found) return;
    }
  } finally {
    worker?.close();
  }
}
