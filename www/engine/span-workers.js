/** Workers that read parts of a file for the worker of a dataset. */

/** @import { Place } from './protocol.js' */

/** Limit of the workers, with the dataset's own. */
const MAX_WORKERS = 8;

/** Milliseconds that an answer may take. A browser can end a worker without a word, when memory is short. */
const PATIENCE = 30_000;

/** How many workers can help. */
export const HELPERS = Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1) - 1;

/** @type {{ trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string } } }} */
const { trustedTypes } = /** @type {any} */ (globalThis);
/** A worker has Trusted Types of its own, and cannot load the page's module for them. It only starts one script. */
const policy = trustedTypes?.createPolicy('idxlens', { createScriptURL: (address) => address });

export class SpanWorker {
  #worker;
  /** They wait for what the worker says, which answers in order. @type {((answer: any) => void)[]} */
  #waiting = [];
  /** Settled when the worker has nothing to answer but what it is asked next. @type {Promise<unknown>} */
  #idle = Promise.resolve();

  /** @param {Worker} worker */
  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#waiting.shift()?.(data);
    worker.onerror = (event) => {
      event.preventDefault();
      for (const resolve of this.#waiting.splice(0)) resolve(null);
    };
  }

  /**
   * A worker that is ready; null where a worker cannot have others, or if it does not start before it is cancelled.
   * @param {AbortSignal} signal
   * @returns {Promise<SpanWorker | null>}
   */
  static async start(signal) {
    try {
      const address = new URL('../engine/span-worker.js', import.meta.url).href;
      const worker = new Worker(policy?.createScriptURL(address) ?? address, { type: 'module', name: 'idxlens span' });
      const started = new SpanWorker(worker);
      if (await started.#answer(signal)) return started;
      started.close();
    } catch {
      // The dataset's own worker reads everything then.
    }
    return null;
  }

  /**
   * What a task finds, after those before it; null if it fails, takes too long or is cancelled. Then the worker is of no use.
   * @param {Uint8Array} task
   * @param {Place} place  where the file is
   * @param {AbortSignal} signal
   * @returns {Promise<Uint8Array | null>}
   */
  find(task, place, signal) {
    this.#worker.postMessage({ task, place }, { transfer: [task.buffer] });
    return this.#answer(signal);
  }

  close() {
    this.#worker.terminate();
    for (const resolve of this.#waiting.splice(0)) resolve(null);
  }

  /**
   * The next message of the worker; null if it comes too late, or is no longer waited for.
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  async #answer(signal) {
    if (signal.aborted) return null;
    /** @type {() => void} */
    let cancel = () => {};
    const answer = new Promise((resolve) => {
      this.#waiting.push(resolve);
      cancel = () => resolve(null);
      signal.addEventListener('abort', cancel);
    });
    const before = this.#idle;
    this.#idle = answer;
    let timer = 0;
    let isOver = false;
    // Its time begins when what was asked before is answered.
    before.then(() => {
      if (!isOver) timer = setTimeout(cancel, PATIENCE);
    });
    try {
      return await answer;
    } finally {
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  }
}
