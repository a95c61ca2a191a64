/** When what has come out of a conversion is handed on before its end. */

/**
 * @import { SoFar } from './convert.js'
 */

/** Items that are worth showing. */
const MIN_ITEMS = 100;
/**
 * Milliseconds that the rest of a conversion takes, at least, when something is handed on first, and again. Otherwise its end
 * is waited for: to read what has come out, and to show it, takes time, too.
 */
const MIN_REST = { first: 300, again: 1000 };
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
   * What has come out, if there is anything, and it is twice as much as the last time.
   * @template F
   * @param {SoFar<F>} progress
   * @param {number} now
   */
  next({ share, amount, least = MIN_ITEMS, files }, now) {
    const rest = ((now - this.#begun) * (1 - share)) / share;
    const last = this.#last;
    const minRest = last.amount ? MIN_REST.again : MIN_REST.first;
    if (amount < Math.max(least, 2 * last.amount) || now - last.time < PAUSE || rest < minRest) return null;
    const found = files();
    this.#last = { time: now, amount: found ? amount : last.amount };
    return found;
  }
}
