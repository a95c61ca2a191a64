/** Shares a job among workers: each takes a span of the images after another, while the dataset's own worker does the same. */

import { HELPERS, SpanWorker } from './span-workers.js';

/**
 * @import { Dataset } from '../pkg/large.js'
 * @import { JobKind, Place } from './protocol.js'
 */

const NOTHING = new Uint8Array();

/** How far a job is, from 0 to 1, when a worker takes no more spans ahead. */
const AHEAD = 0.5;

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
 * Has a worker pass over spans. After its first one it gets the next while it is at one, so that it need not wait for it, in
 * the first half of the job, which leaves enough for the others.
 * @param {Dataset} dataset
 * @param {JobKind} kind
 * @param {Place} place
 * @param {() => boolean} isCurrent
 * @param {AbortSignal} signal
 */
async function help(dataset, kind, place, isCurrent, signal) {
  const isWanted = () => isCurrent() && !signal.aborted;
  let taken = dataset.takeSpan(kind);
  if (!taken) return;
  const worker = await SpanWorker.start(signal);
  /** @type {{ span: number, found: Promise<Uint8Array | null> | null }[]} */
  const asked = [];
  let isAhead = false;
  try {
    while (isWanted()) {
      if (taken) asked.push({ span: taken.span, found: worker && worker.find(taken.task, place, signal) });
      const [first] = asked;
      if (!first) return;
      taken = isAhead && asked.length < 2 && dataset.progress(kind) < AHEAD ? dataset.takeSpan(kind) : undefined;
      if (taken) continue;
      const found = await first.found;
      // Another job has spans of its own.
      if (!isWanted()) return;
      for (const { span } of found ? asked.splice(0, 1) : asked.splice(0))
        dataset.finishSpan(kind, span, found ?? NOTHING);
      if (!found) return;
      isAhead = true;
      taken = asked.length ? undefined : dataset.takeSpan(kind);
    }
  } finally {
    worker?.close();
  }
}
