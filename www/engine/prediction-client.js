/** The worker of predictions: it starts with the first call, and again after a trap. */

import { WorkerClient } from './worker-client.js';

/**
 * @import { PredictionMethods } from './prediction-worker.js'
 * @import { Fault } from './protocol.js'
 */

export class PredictionClient {
  #worker;
  /** Changes when a worker ends, with all that it held. */
  generation = 0;

  constructor() {
    const end = (/** @type {Fault} */ fault) => this.#end(fault);
    const address = new URL('../engine/prediction-worker.js', import.meta.url);
    this.#worker = new WorkerClient(address, 'idxlens predictions', { ontrap: end, onbroken: end });
  }

  /**
   * Calls a method of the worker: see prediction-worker.js for what each does.
   * @template {keyof PredictionMethods} M
   * @param {M} method
   * @param {Parameters<PredictionMethods[M]>} args
   * @returns {Promise<Awaited<ReturnType<PredictionMethods[M]>>>}
   */
  call(method, ...args) {
    return this.#worker.call(method, args);
  }

  /** Ends the worker, which gives its memory back. */
  end() {
    this.#end({ name: 'AbortError', message: 'the predictions were closed' });
  }

  /** @param {Fault} fault */
  #end(fault) {
    this.generation++;
    this.#worker.end(fault);
  }
}
