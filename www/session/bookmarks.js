/** Bookmarks stay on this device, for the file whose items they are. */

import { areItems, ItemSet, NO_BOOKMARKS, ranges, toRanges } from '../state/index.js';
import { fileKey } from './file-key.js';
import { keep, kept } from './storage.js';

/**
 * @import { Dataset, Event } from '../state/index.js'
 *
 * @typedef {{ name: string, items: ItemSet }} Stored  what is kept of a dataset, and under which name
 */

/** Limit of the bookmarks that are read back. */
const MAX_ITEMS = 1_000_000;

export class Bookmarks {
  /** By the ids of datasets. @type {Map<number, Stored>} */
  #stored = new Map();
  #dispatch;

  /**
   * @param {(event: Event) => void} dispatch
   * @param {AbortSignal} signal  ends it
   */
  constructor(dispatch, signal) {
    this.#dispatch = dispatch;
    // Another tab may have the same file.
    const follow = (/** @type {StorageEvent} */ { key }) => {
      for (const [dataset, { name }] of this.#stored)
        if (key === null || key === `idxlens.${name}`) this.#fetch(dataset, name);
    };
    addEventListener('storage', follow, { signal });
  }

  /**
   * Fetches the bookmarks of files that are new, and keeps those that have changed.
   * @param {Dataset[]} datasets
   */
  follow(datasets) {
    for (const dataset of datasets) {
      const { id, bookmarks } = dataset;
      const stored = this.#stored.get(id);
      const name = `bookmarks:${fileKey(dataset)}`;
      if (stored?.name !== name) {
        // Bookmarks set before the stored ones arrived stay.
        this.#fetch(id, name, stored ? NO_BOOKMARKS : bookmarks);
      } else if (stored.items !== bookmarks) {
        stored.items = bookmarks;
        this.#keep(name, bookmarks);
      }
    }
  }

  /**
   * @param {string} name
   * @param {ItemSet} items
   */
  #keep(name, items) {
    if (keep(name, toRanges(items.ranges()))) return;
    const fault = { name: 'NotKept' };
    this.#dispatch({ type: 'alert', alert: { key: 'bookmarks', file: '', severe: false, faults: [fault] } });
  }

  /**
   * @param {number} dataset
   * @param {string} name
   * @param {ItemSet} [set]  in addition
   */
  #fetch(dataset, name, set = NO_BOOKMARKS) {
    const found = read(kept(name) ?? '');
    const items = found.with(set);
    if (set.size) this.#keep(name, items);
    this.#stored.set(dataset, { name, items });
    this.#dispatch({ type: 'bookmarks', dataset, items });
  }
}

/**
 * @param {string} text
 */
function read(text) {
  const found = ranges(text) ?? [];
  if (!found.length || !areItems(found)) return NO_BOOKMARKS;
  /** @type {number[]} */
  const items = [];
  for (const [start, end] of found)
    for (let item = start; item <= end && items.length < MAX_ITEMS; item++) items.push(item);
  return ItemSet.of(items);
}
