/** The items that the user selected, and bookmarks. */

import { extent, NO_SELECTION, placeOf } from './dataset.js';
import { ItemSet } from './item-set.js';
import { current, revise } from './page.js';

/**
 * @import { Dataset } from './dataset.js'
 * @import { State } from './page.js'
 *
 * @typedef {object} Selection
 * @property {ItemSet} items
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
  const { items } = dataset.selection;
  const from = run ? (dataset.selection.from ?? otherwise) : item;
  const ends = [from, item].map((end) => placeOf(dataset, end));
  const next =
    run && ends.every((end) => end >= 0)
      ? extended(items, itemsFrom(dataset, Math.min(...ends), Math.max(...ends)))
      : items.toggle(item);
  return revise(state, dataset.id, { selection: { items: next, from }, cleared: null });
}

/**
 * The items at the places from one to another, as many as can be selected.
 * @param {Dataset} dataset
 * @param {number} first
 * @param {number} last
 */
function itemsFrom(dataset, first, last) {
  const end = Math.min(first + MAX_SELECTED, last + 1);
  if (dataset.matches) return ItemSet.of(dataset.matches.items.subarray(first, end));
  const items = new Uint32Array(end - first);
  for (let at = 0; at < items.length; at++) items[at] = first + at;
  return new ItemSet(items);
}

/**
 * A selection with more items, as many as there is room for.
 * @param {ItemSet} items
 * @param {ItemSet} more
 */
function extended(items, more) {
  const all = items.with(more);
  return all.size <= MAX_SELECTED ? all : items.with(more.without(items).first(MAX_SELECTED - items.size));
}

/**
 * How many of the items that match the filter can be selected at once.
 * @param {Dataset} dataset
 */
export function selectable(dataset) {
  return Math.min(MAX_SELECTED, extent(dataset));
}

/**
 * Clears the selection, which can be restored until another one begins.
 * @param {State} state
 * @returns {State}
 */
export function clearSelection(state) {
  const dataset = current(state);
  if (!dataset?.selection.items.size) return { ...state, selectsByClick: false };
  return revise(state, dataset.id, { selection: NO_SELECTION, cleared: dataset.selection });
}

/**
 * Restores the selection that was cleared last.
 * @param {State} state
 * @returns {State}
 */
export function restoreSelection(state) {
  const dataset = current(state);
  return dataset?.cleared ? revise(state, dataset.id, { selection: dataset.cleared, cleared: null }) : state;
}

/**
 * Selects all items that match the filter.
 * @param {State} state
 * @returns {State}
 */
export function selectAll(state) {
  const dataset = current(state);
  if (!dataset) return state;
  const items = itemsFrom(dataset, 0, extent(dataset) - 1);
  return revise(state, dataset.id, { selection: { items, from: null }, cleared: null });
}

/**
 * Selects these items; with `more`, in addition to the others.
 * @param {State} state
 * @param {{ items: ArrayLike<number>, more: boolean }} event
 * @returns {State}
 */
export function selectThese(state, { items, more }) {
  const dataset = current(state);
  if (!dataset) return state;
  const all = extended(more ? dataset.selection.items : new ItemSet(), ItemSet.of(items));
  return revise(state, dataset.id, { selection: { items: all, from: items[0] ?? null }, cleared: null });
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
  const bookmarks = had ? before.without(ItemSet.of(items)) : before.with(ItemSet.of(items));
  return revise(state, dataset.id, { bookmarks });
}
