/** The items that the user selected, and bookmarks. */

import { extent, itemAt, placeOf } from './dataset.js';
import { current, revise } from './page.js';

/**
 * @import { Dataset } from './dataset.js'
 * @import { State } from './page.js'
 * @import { Range } from './query.js'
 *
 * @typedef {object} Selection
 * @property {ReadonlySet<number>} items
 * @property {number | null} from  the item that a range begins with when Shift is held down
 */

/** The largest selection. */
export const MAX_SELECTED = 1_000_000;

/**
 * Selects or deselects an item, or selects all items between the one selected last, or else `from`, and this one.
 * @param {State} state
 * @param {{ item: number, run: boolean, from?: number }} event
 * @returns {State}
 */
export function select(state, { item, run, from: otherwise = item }) {
  const dataset = current(state);
  if (!dataset) return state;
  const items = new Set(dataset.selection.items);
  const from = run ? (dataset.selection.from ?? otherwise) : item;
  const ends = [from, item].map((end) => placeOf(dataset, end));
  if (run && ends.every((end) => end >= 0)) {
    for (let place = Math.min(...ends); place <= Math.max(...ends) && items.size < MAX_SELECTED; place++)
      items.add(itemAt(dataset, place));
  } else if (!items.delete(item)) {
    items.add(item);
  }
  return revise(state, dataset.id, { selection: { items, from } });
}

/**
 * How many of the items that match the filter can be selected at once.
 * @param {Dataset} dataset
 */
export function selectable(dataset) {
  return Math.min(MAX_SELECTED, extent(dataset));
}

/**
 * Selects all items that match the filter.
 * @param {State} state
 * @returns {State}
 */
export function selectAll(state) {
  const dataset = current(state);
  if (!dataset) return state;
  return revise(state, dataset.id, {
    selection: {
      items: new Set(Array.from({ length: selectable(dataset) }, (_, place) => itemAt(dataset, place))),
      from: null,
    },
  });
}

/**
 * Selects these items; with `more`, in addition to the others.
 * @param {State} state
 * @param {{ items: number[], more: boolean }} event
 * @returns {State}
 */
export function selectThese(state, { items, more }) {
  const dataset = current(state);
  if (!dataset) return state;
  const all = new Set([...(more ? dataset.selection.items : []), ...items].slice(0, MAX_SELECTED));
  return revise(state, dataset.id, { selection: { items: all, from: items[0] ?? null } });
}

/**
 * Bookmarks items of the current dataset, or removes their bookmarks if all of them have one.
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
