/** The worker of predictions, as seen from the page: it starts with the first call, and again after a trap. */

import { script } from '../platform/trusted.js';

/**
 * @import { PredictionMethods } from './prediction-worker.js'
 * @import { Fault } from './protocol.js'
 * @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void }} Call
 */

export class PredictionClient {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Call>} */
  #calls = new Map();
  #id = 0;
  /** Changes when a worker ends, with all that it held. */
  generation = 0;

  /**
   * Calls a method of the worker: see prediction-worker.js for what each does.
   * @template {keyof PredictionMethods} M
   * @param {M} method
   * @param {Parameters<PredictionMethods[M]>} args
   * @returns {Promise<Awaited<ReturnType<PredictionMethods[M]>>>}
   */
  call(method, ...args) {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      worker.postMessage({ id, method, args });
    });
  }

  /** Ends the worker, which gives its memory back. */
  end() {
    this.#fail({ name: 'AbortError', message: 'the predictions were closed' });
  }

  #start() {
    const address = new URL('../engine/prediction-worker.js', import.meta.url).href;
    const worker = new Worker(script(address), { type: 'module', name: 'idxlens predictions' });
    worker.addEventListener('message', ({ data }) => this.#receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail({ name: 'EngineUnavailable', message: event.message });
    });
    return worker;
  }

  /** @param {{ id: number, result: unknown } | { id: number, error: Fault }} reply */
  #receive(reply) {
    const call = this.#calls.get(reply.id);
    this.#calls.delete(reply.id);
    if ('result' in reply) return call?.resolve(reply.result);
    call?.reject(errorOf(reply.error));
    // A trap leaves the core in no state to go on.
    if (reply.error.name === 'RuntimeError') this.#fail(reply.error);
  }

  /** @param {Fault} fault */
  #fail(fault) {
    this.#worker?.terminate();
    this.#worker = null;
    this.generation++;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(errorOf(fault));
  }
}

/** @param {Fault} fault */
function errorOf(fault) {
  return Object.assign(new Error(fault.message), fault);
}
