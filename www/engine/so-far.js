/** When what has come out of a conversion is handed on before its end. */

/**
 * @import { Both, SoFar } from './convert.js'
 */

/** Items that are worth showing. */
const MIN_ITEMS = 100;
/** Milliseconds that the rest of a conversion takes, at least. Otherwise its end is waited for. */
const MIN_REST = 300;
/** Milliseconds between two times. */
const PAUSE = 250;

export class HandingOn {
  #begun;
  /** When something was handed on last, and with how many items. */
  #last = { time: -Infinity, items: 0 };

  /** @param {number} now  in milliseconds */
  constructor(now) {
    this.#begun = now;
  }

  /**
   * What has come out, if it is twice as much as the last time.
   * @param {SoFar} progress
   * @param {number} now
   * @returns {Both | null}
   */
  next({ share, items, files }, now) {
    const rest = ((now - this.#begun) * (1 - share)) / share;
    const last = this.#last;
    if (items < Math.max(MIN_ITEMS, 2 * last.items) || now - last.time < PAUSE || rest < MIN_REST) return null;
    this.#last = { time: now, items };
    return files();
  }
}
