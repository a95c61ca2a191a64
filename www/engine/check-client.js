/** A worker of the check: it reports the progress of the call that runs, and ends for good after a trap. */

import { buffersOf } from './buffers.js';
import { errorOf, WorkerClient } from './worker-client.js';

/**
 * @import { CheckOutputs, CheckTask } from '../pkg/insight.js'
 * @import { CheckMethods, CheckReport } from './check-worker.js'
 * @import { Fault } from './protocol.js'
 */

export class CheckClient {
  #worker;
  /** Why there is no worker any more. @type {Error | null} */
  #failure = null;
  /** Called with the share of the present task that is done, from 0 to 1. */
  onprogress = /** @type {(progress: number) => void} */ (() => {});
  /** Called with the share of the map's layout that is done. */
  onlayout = /** @type {(progress: number) => void} */ (() => {});

  constructor() {
    const end = (/** @type {Fault} */ fault) => this.#end(fault);
    this.#worker = new WorkerClient(new URL('../engine/check-worker.js', import.meta.url), 'idxlens check', {
      ontrap: end,
      onbroken: end,
      onevent: (/** @type {CheckReport} */ report) =>
        'layout' in report ? this.onlayout(report.layout) : this.onprogress(report.progress),
    });
    this.#worker.start();
  }

  /**
   * Calls a method of the worker: see check-worker.js for what each does.
   * @template {keyof CheckMethods} M
   * @param {M} method
   * @param {Parameters<CheckMethods[M]>} args
   * @returns {Promise<Awaited<ReturnType<CheckMethods[M]>>>}
   */
  call(method, ...args) {
    return this.#failure ? Promise.reject(this.#failure) : this.#worker.call(method, args);
  }

  /**
   * Calls a method as {@link call} does, and transfers the memory of all typed arrays in its arguments.
   * @template {keyof CheckMethods} M
   * @param {M} method
   * @param {Parameters<CheckMethods[M]>} args
   * @returns {Promise<Awaited<ReturnType<CheckMethods[M]>>>}
   */
  callAndTransfer(method, ...args) {
    return this.#failure ? Promise.reject(this.#failure) : this.#worker.call(method, args, buffersOf(args));
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
    this.#end({ name: 'AbortError', message: 'the check was ended' });
  }

  /** @param {Fault} fault */
  #end(fault) {
    this.#failure ??= errorOf(fault);
    this.#worker.end(fault);
  }
}
