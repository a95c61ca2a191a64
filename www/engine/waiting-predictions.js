/** Files of predictions that came before the labels. */

/** @import { Refusal } from './predictions.js' */

/** Limit of the files that wait. */
const MOST = 50;

export class WaitingPredictions {
  /** @type {Refusal[]} */
  #all = [];

  /**
   * Keeps a file, in place of an earlier one of its name.
   * @param {Refusal} refusal
   */
  add(refusal) {
    const others = this.#all.filter(({ report: [key] }) => key !== refusal.report[0]);
    this.#all = [...others, refusal].slice(-MOST);
  }

  /**
   * Tries each file, and keeps those that fit no labels yet.
   * @param {(refusal: Refusal) => Promise<boolean>} fits
   */
  async retry(fits) {
    for (const refusal of this.#all.splice(0)) if (!(await fits(refusal))) this.add(refusal);
  }
}
