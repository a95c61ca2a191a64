/** A worker, as seen from the page: one promise per call. */

import { script } from '../platform/trusted.js';

/**
 * @import { Fault } from './protocol.js'
 *
 * @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void }} Call
 * @typedef {{ id: number, result: unknown } | { id: number, error: Fault }} Answer
 *
 * @typedef {object} Handlers
 * @property {(fault: Fault) => void} ontrap  after a trap, which leaves the core in no state to go on
 * @property {(fault: Fault) => void} onbroken  when the worker cannot run
 * @property {(event: any) => void} [onevent]  what the worker says without being asked
 */

export class WorkerClient {
  #address;
  #name;
  #handlers;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Call>} */
  #calls = new Map();
  #id = 0;

  /**
   * @param {URL} address  of the worker's module
   * @param {string} name  for people who look at the page's workers
   * @param {Handlers} handlers
   */
  constructor(address, name, handlers) {
    this.#address = address;
    this.#name = name;
    this.#handlers = handlers;
  }

  /** Starts the worker, unless it runs. */
  start() {
    if (this.#worker) return;
    const worker = new Worker(script(this.#address.href), { type: 'module', name: this.#name });
    worker.addEventListener('message', ({ data }) => this.#receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#handlers.onbroken({ name: 'EngineUnavailable', message: event.message });
    });
    this.#worker = worker;
  }

  /** Whether a call has no answer yet. */
  get isBusy() {
    return this.#calls.size > 0;
  }

  /**
   * Calls a method of the worker, which starts if it has ended.
   * @param {string} method
   * @param {unknown[]} args
   * @param {Transferable[]} [transfer]  what is handed over and not copied
   * @returns {Promise<any>}
   */
  call(method, args, transfer = []) {
    this.start();
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, method, args }, transfer);
    });
  }

  /**
   * Ends the worker, which gives its memory back. Calls without an answer fail.
   * @param {Fault} fault  why
   */
  end(fault) {
    this.#worker?.terminate();
    this.#worker = null;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(errorOf(fault));
  }

  /** @param {Answer | object} message */
  #receive(message) {
    if (!('id' in message)) return this.#handlers.onevent?.(message);
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if ('result' in message) return call?.resolve(message.result);
    call?.reject(errorOf(message.error));
    if (message.error.name === 'RuntimeError') this.#handlers.ontrap(message.error);
  }
}

/**
 * A fault as an error.
 * @param {Fault} fault
 */
export function errorOf(fault) {
  return Object.assign(new Error(fault.message), fault);
}
