/** Steps from an item to the next with the same label. */

import { current, extent, itemAt, placeOf } from '../state/index.js';

/**
 * @import { State } from '../state/index.js'
 * @import { Library } from '../engine/library.js'
 */

export class LabelWalk {
  #state;
  #library;
  #found;
  #ended;
  /** Steps wait for each other. */
  #last = Promise.resolve();

  /**
   * @param {() => State} state
   * @param {Library} library
   * @param {(by: number) => void} found  receives the steps to the item
   * @param {(by: number) => void} ended  called when there is no such item in this direction
   */
  constructor(state, library, found, ended) {
    this.#state = state;
    this.#library = library;
    this.#found = found;
    this.#ended = ended;
  }

  /**
   * Goes to the nearest matching item, forwards or backwards, that has the same label as the open one.
   * @param {number} by  1 or -1
   */
  go(by) {
    this.#last = this.#last.then(() => this.#search(by));
  }

  /** @param {number} by */
  async #search(by) {
    const { item } = this.#state();
    const dataset = current(this.#state());
    const engine = dataset && this.#library.engine(dataset.id);
    if (!engine || item === null || !dataset.statuses.labels?.kept) return;
    const start = placeOf(dataset, item);
    let at = start + by;
    // Few at first, because the next one is usually near.
    for (let limit = 256; at >= 0 && at < extent(dataset); limit *= 8) {
      const count = Math.min(limit, by > 0 ? extent(dataset) - at : at + 1);
      const candidates = Uint32Array.from({ length: count }, (_, index) => itemAt(dataset, at + by * index));
      const found = await engine.call('nextWithLabel', item, candidates).catch(() => undefined);
      if (this.#state().item !== item) return;
      if (found !== undefined) return this.#found(at + by * found - start);
      at += by * count;
    }
    this.#ended(by);
  }
}
