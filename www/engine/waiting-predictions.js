/** Files of predictions that came before the labels. */

/** @import { Refusal } from './predictions.js' */

/** Limit of the files that wait. */
const MOST = 50;

export class WaitingPredictions {
  /** With the labels that they were compared with last. @type {{ refusal: Refusal, tried: string }[]} */
  #all = [];
  /** One comparison after the other. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {Refusal} refusal */
  add(refusal) {
    this.forget([refusal]);
    this.#all = [...this.#all, { refusal, tried: '' }].slice(-MOST);
  }

  /**
   * Forgets the files that have the names of these.
   * @param {Refusal[]} refusals
   */
  forget(refusals) {
    const keys = refusals.map(({ report: [key] }) => key);
    this.#all = this.#all.filter(({ refusal }) => !keys.includes(refusal.report[0]));
  }

  /**
   * Compares each file with labels that it was not compared with. Those that fit none wait on.
   * @param {() => string} labels  changes with them
   * @param {(refusal: Refusal) => Promise<boolean>} fits
   */
  retry(labels, fits) {
    const retrying = this.#last.then(async () => {
      const current = labels();
      for (const entry of current ? this.#all.filter(({ tried }) => tried !== current) : []) {
        entry.tried = current;
        if (await fits(entry.refusal)) this.#all = this.#all.filter((other) => other !== entry);
      }
    });
    // One that fails does not hold up the next.
    this.#last = retrying.catch(() => {});
    return retrying;
  }
}
