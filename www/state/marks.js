/** Items that a person has marked, to do something with all of them. */

import { extent, itemAt, placeOf } from './dataset.js';
import { current, revise } from './page.js';

/**
 * @import { State } from './page.js'
 * @import { Range } from './query.js'
 *
 * @typedef {object} Marks
 * @property {ReadonlySet<number>} items
 * @property {number | null} from  the item that a run of them begins with
 */

/** More than this are not marked at once. */
export const MOST_MARKED = 1_000_000;

/**
 * Marks an item, or not any more; or all from the one that was marked last, or else from `from`, up to it.
 * @param {State} state
 * @param {{ item: number, run: boolean, from?: number }} event
 * @returns {State}
 */
export function mark(state, { item, run, from: otherwise = item }) {
  const dataset = current(state);
  if (!dataset) return state;
  const items = new Set(dataset.marks.items);
  const from = run ? (dataset.marks.from ?? otherwise) : item;
  const ends = [from, item].map((end) => placeOf(dataset, end));
  if (run && ends.every((end) => end >= 0)) {
    for (let place = Math.min(...ends); place <= Math.max(...ends) && items.size < MOST_MARKED; place++)
      items.add(itemAt(dataset, place));
  } else if (!items.delete(item)) {
    items.add(item);
  }
  return revise(state, dataset.id, { marks: { items, from } });
}

/**
 * Marks all that are shown.
 * @param {State} state
 * @returns {State}
 */
export function markAll(state) {
  const dataset = current(state);
  if (!dataset) return state;
  const length = Math.min(MOST_MARKED, extent(dataset));
  return revise(state, dataset.id, {
    marks: { items: new Set(Array.from({ length }, (_, place) => itemAt(dataset, place))), from: null },
  });
}

/**
 * Marks these items, and no others unless there are to be more.
 * @param {State} state
 * @param {{ items: number[], more: boolean }} event
 * @returns {State}
 */
export function markThese(state, { items, more }) {
  const dataset = current(state);
  if (!dataset) return state;
  const all = new Set([...(more ? dataset.marks.items : []), ...items].slice(0, MOST_MARKED));
  return revise(state, dataset.id, { marks: { items: all, from: items[0] ?? null } });
}

/**
 * Bookmarks items of the current dataset; if all of them are bookmarked, not any more.
 * @param {State} state
 * @param {number[]} items
 * @returns {State}
 */
export function bookmark(state, items) {
  const dataset = current(state);
  if (!dataset || !items.length) return state;
  const { bookmarks: before } = dataset;
  const had = items.every((item) => before.has(item));
  const bookmarks = new Set([...before, ...items]);
  if (had) items.forEach((item) => bookmarks.delete(item));
  return revise(state, dataset.id, { bookmarks });
}

/**
 * The numbers of items as ranges, in order.
 * @param {Iterable<number>} items
 */
export function runs(items) {
  /** @type {Range[]} */
  const found = [];
  for (const item of Uint32Array.from(items).sort()) {
    const last = found.at(-1);
    if (last?.[1] === item - 1) last[1] = item;
    else found.push([item, item]);
  }
  return found;
}
