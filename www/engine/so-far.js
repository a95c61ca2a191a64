/** When what has come out of a conversion is handed on before its end. */

/**
 * @import { SoFar } from './convert.js'
 */

/** Items that are worth showing. */
const MIN_ITEMS = 100;
/** Milliseconds that the rest of a conversion takes, at least. Otherwise its end is waited for. */
const MIN_REST = 300;
/** Milliseconds between two times. */
const PAUSE = 250;

export class HandingOn {
  #begun;
  /** When something was handed on last, and how much. */
  #last = { time: -Infinity, amount: 0 };

  /** @param {number} now  in milliseconds */
  constructor(now) {
    this.#begun = now;
  }

  /**
   * What has come out, if it is twice as much as the last time.
   * @template F
   * @param {SoFar<F>} progress
   * @param {number} now
   */
  next({ share, amount, least = MIN_ITEMS, files }, now) {
    const rest = ((now - this.#begun) * (1 - share)) / share;
    const last = this.#last;
    if (amount < Math.max(least, 2 * last.amount) || now - last.time < PAUSE || rest < MIN_REST) return null;
    this.#last = { time: now, amount };
    return files();
  }
}
