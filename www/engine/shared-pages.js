/** Other workers read some of the images that are wanted, where these are scattered over a large .gz. */

import { HELPERS, SpanWorker } from './span-workers.js';

/**
 * @import { Dataset } from '../pkg/large.js'
 * @import { Place } from './protocol.js'
 */

/** Milliseconds after which workers end that have nothing to do. The next page may come soon. */
const IDLE = 10_000;
const NOTHING = new Uint8Array();

export class SharedPages {
  /** Those that have nothing to do. @type {SpanWorker[]} */
  #idle = [];
  #busy = 0;
  /** Cancels everything at the end, or when a worker fails: its share is then read by the dataset's own worker. */
  #control = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #dataset;
  #place;
  #onfound;

  /**
   * @param {Dataset} dataset
   * @param {Place} place  of the images
   * @param {() => void} onfound  called whenever images have come, or could not be read
   */
  constructor(dataset, place, onfound) {
    this.#dataset = dataset;
    this.#place = place;
    this.#onfound = onfound;
  }

  /** Lets others read some of what is wanted now. */
  help() {
    clearTimeout(this.#timer);
    for (let count = HELPERS - this.#busy; count > 0; count--) this.#helpOut();
  }

  close() {
    this.#control.abort();
    clearTimeout(this.#timer);
    this.#end();
  }

  async #helpOut() {
    const { signal } = this.#control;
    if (signal.aborted) return;
    this.#busy += 1;
    const worker = this.#idle.pop() ?? (await SpanWorker.start(signal));
    if (!worker) this.#fail();
    // While the answer to one task waits for this worker, the other worker has the next.
    if (worker) await Promise.all([this.#lend(worker), this.#lend(worker)]);
    this.#busy -= 1;
    if (signal.aborted) return worker?.close();
    if (worker) this.#idle.push(worker);
    if (this.#busy === 0) this.#timer = setTimeout(() => this.#end(), IDLE);
  }

  /**
   * Gives one task after another to a worker.
   * @param {SpanWorker} worker
   */
  async #lend(worker) {
    const { signal } = this.#control;
    for (let task; !signal.aborted && (task = this.#dataset.lend()); ) {
      const found = await worker.find(task, this.#place, signal);
      if (signal.aborted) return;
      if (!found || !this.#dataset.takeBack(found)) return this.#fail();
      this.#onfound();
    }
  }

  /** Stops all helpers for good. The dataset's own worker reads what was lent. */
  #fail() {
    if (this.#control.signal.aborted) return;
    this.close();
    this.#dataset.takeBack(NOTHING);
    this.#onfound();
  }

  #end() {
    for (const worker of this.#idle.splice(0)) worker.close();
  }
}
