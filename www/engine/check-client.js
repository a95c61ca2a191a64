/** A worker of the check, as seen from the page: one promise per call, and the progress of the call that runs. */

import { script } from '../platform/trusted.js';

/**
 * @import { CheckOutputs, CheckTask } from '../pkg/insight.js'
 * @import { CheckMethods, CheckReply } from './check-worker.js'
 * @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void }} Call
 */

export class CheckClient {
  #worker;
  /** @type {Map<number, Call>} */
  #calls = new Map();
  #id = 0;
  /** Why there is no worker any more. @type {Error | null} */
  #failure = null;
  /** Called with the share of the present task that is done, from 0 to 1. */
  onprogress = /** @type {(progress: number) => void} */ (() => {});

  /** Called with the share of the map's layout that is done. */
  onlayout = /** @type {(progress: number) => void} */ (() => {});

  constructor() {
    const address = new URL('../engine/check-worker.js', import.meta.url).href;
    this.#worker = new Worker(script(address), { type: 'module', name: 'idxlens check' });
    this.#worker.addEventListener('message', ({ data }) => this.#receive(data));
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail({ name: 'EngineUnavailable', message: event.message });
    });
  }

  /**
   * Calls a method of the worker: see check-worker.js for what each does.
   * @template {keyof CheckMethods} M
   * @param {M} method
   * @param {Parameters<CheckMethods[M]>} args
   * @returns {Promise<Awaited<ReturnType<CheckMethods[M]>>>}
   */
  call(method, ...args) {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, args });
    });
  }

  /**
   * Has the worker do a share of a task.
   * @template {CheckTask} T
   * @param {T} task
   * @param {number} [share]
   * @param {number} [shares]
   */
  run(task, share, shares) {
    return /** @type {Promise<CheckOutputs[T]>} */ (this.call('run', task, share, shares));
  }

  /** Ends the worker, which gives its memory back. */
  end() {
    this.#worker.terminate();
    this.#fail({ name: 'AbortError', message: 'the check was ended' });
  }

  /** @param {CheckReply} reply */
  #receive(reply) {
    if ('progress' in reply) return this.onprogress(reply.progress);
    if ('layout' in reply) return this.onlayout(reply.layout);
    const call = this.#calls.get(reply.id);
    this.#calls.delete(reply.id);
    if ('result' in reply) return call?.resolve(reply.result);
    call?.reject(Object.assign(new Error(reply.error.message), reply.error));
    // A trap leaves the core in no state to go on.
    if (reply.error.name === 'RuntimeError') this.end();
  }

  /** @param {{ name: string, message: string }} fault */
  #fail(fault) {
    this.#failure ??= Object.assign(new Error(fault.message), fault);
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(Object.assign(new Error(fault.message), fault));
  }
}
