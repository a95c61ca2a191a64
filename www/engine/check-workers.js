/** The workers of one check: all have the same images, and share its tasks. */

import { CheckClient } from './check-client.js';

/**
 * @import { CheckTask } from '../pkg/insight.js'
 * @import { CheckMethods } from './check-worker.js'
 */

export class CheckWorkers {
  /** @type {CheckClient[]} */
  #clients = [];

  /** @param {number} count */
  start(count) {
    this.#clients = Array.from({ length: count }, () => new CheckClient());
  }

  get count() {
    return this.#clients.length;
  }

  /** The worker that stays when the check is over; null once it has ended. */
  get first() {
    return this.#clients.at(0) ?? null;
  }

  /** The worker that does alone what is not shared. */
  get alone() {
    if (!this.first) throw new DOMException('the check was ended', 'AbortError');
    return this.first;
  }

  /** Ends all workers but the first. */
  keepFirst() {
    for (const client of this.#clients.splice(1)) client.end();
  }

  /** Ends the workers, which gives their memory back. */
  end() {
    for (const client of this.#clients.splice(0)) client.end();
  }

  /**
   * Calls a method of all workers with the same arguments. The last worker receives the typed arrays themselves, and
   * each of the others receives a copy.
   * @template {'add' | 'begin' | 'divide' | 'give'} M
   * @param {M} method
   * @param {Parameters<CheckMethods[M]>} args
   */
  async callAll(method, ...args) {
    const last = this.#clients.at(-1);
    await Promise.all(
      this.#clients.map((client) =>
        client === last ? client.callAndTransfer(method, ...args) : client.call(method, ...args),
      ),
    );
  }

  /**
   * Calls workers, each with its number, and reports how far they are on average, from 0 to 1.
   * @template T
   * @param {(client: CheckClient, share: number) => Promise<T>} call
   * @param {(progress: number) => void} report
   * @param {number} [count]  how many of the workers; by default all
   * @returns {Promise<T[]>}
   */
  async callEach(call, report, count) {
    const clients = [this.alone, ...this.#clients.slice(1, count)];
    const done = clients.map(() => 0);
    report(0);
    return await Promise.all(
      clients.map(async (client, share) => {
        client.onprogress = (progress) => {
          done[share] = progress;
          report(done.reduce((sum, progress) => sum + progress, 0) / done.length);
        };
        return await call(client, share);
      }),
    );
  }

  /**
   * Has all workers do their shares of a task, and gives every worker what it needs of the results.
   * @param {CheckTask} task
   * @param {(progress: number) => void} report
   */
  async exchange(task, report) {
    const results = await this.callEach((client, share) => client.run(task, share, this.count), report);
    if (!results.every(Array.isArray)) return await this.callAll('give', task, results);
    const partsOf = (/** @type {number} */ share) => results.map((parts) => parts[share]);
    await Promise.all(this.#clients.map((client, share) => client.callAndTransfer('give', task, partsOf(share))));
  }
}
