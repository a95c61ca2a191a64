/** Shares a job among workers: each takes a span of the images after another, while the dataset's own worker does the same. */

/**
 * @import { Dataset, SpanTask } from '../pkg/large.js'
 * @import { JobKind, Place } from './protocol.js'
 */

/** Limit of the workers, with the dataset's own. */
const MAX_WORKERS = 8;
const NOTHING = new Uint8Array();

/** @type {{ trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string } } }} */
const { trustedTypes } = /** @type {any} */ (globalThis);
/** A worker has Trusted Types of its own, and cannot load the page's module for them. It only starts one script. */
const policy = trustedTypes?.createPolicy('idxlens', { createScriptURL: (address) => address });

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
  const others = Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1) - 1;
  await Promise.all(Array.from({ length: others }, () => help(dataset, kind, place, isCurrent, signal)));
}

/**
 * @param {Dataset} dataset
 * @param {JobKind} kind
 * @param {Place} place
 * @param {() => boolean} isCurrent
 * @param {AbortSignal} signal
 */
async function help(dataset, kind, place, isCurrent, signal) {
  /** @type {Worker | null} */
  let worker = null;
  try {
    for (let taken; isCurrent() && !signal.aborted && (taken = dataset.takeSpan(kind)); ) {
      worker ??= start();
      const found = worker && (await ask(worker, taken, place, signal));
      // Another job has spans of its own.
      if (signal.aborted || !isCurrent()) return;
      dataset.finishSpan(kind, taken.span, found ?? NOTHING);
      if (!found) return;
    }
  } finally {
    worker?.terminate();
  }
}

/** A worker; null where a worker cannot have others. */
function start() {
  try {
    const address = new URL('../engine/span-worker.js', import.meta.url).href;
    return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module', name: 'idxlens span' });
  } catch {
    return null;
  }
}

/**
 * What a worker finds in a span; null if it fails or the job is cancelled.
 * @param {Worker} worker
 * @param {SpanTask} taken
 * @param {Place} place
 * @param {AbortSignal} signal
 * @returns {Promise<Uint8Array | null>}
 */
function ask(worker, { task }, place, signal) {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    signal.addEventListener('abort', () => resolve(null), { once: true });
    worker.postMessage({ task, place }, { transfer: [task.buffer] });
  });
}
