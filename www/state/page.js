/** How the page stands: what is open, which part of it is on screen, and which item is in the panel. */

import { extent, itemAt, placeOf, total } from './dataset.js';

/**
 * @import { Fault, Palette } from '../engine/protocol.js'
 * @import { Beside, Companion } from './compare.js'
 * @import { Dataset, OpenFile } from './dataset.js'
 * @import { Wish } from './hash.js'
 *
 * @typedef {{ key: string, file: string, severe: boolean, faults: Fault[], head?: string }} Alert
 *
 * @typedef {'means' | 'deviations'} Portraits
 *
 * @typedef {object} State
 * @property {OpenFile[]} files
 * @property {Dataset[]} datasets
 * @property {number | null} current  id of the dataset shown
 * @property {Beside | null} beside  what is shown beside it
 * @property {Companion | null} awaited  what a link wants to see there, until it is open
 * @property {string} aside  what the hash says of that
 * @property {number | null} item  the item in the panel
 * @property {number} scale  CSS pixels per data pixel; 0 = chosen by the page
 * @property {boolean} inverted
 * @property {number} fixed  items per page; 0 = as many as fit
 * @property {'ink' | Palette} palette
 * @property {boolean} marksByClick  whether a click marks an item, and does not open it
 * @property {Portraits} portraits  what a class is shown as
 * @property {{ columns: number, rows: number }} fit  what the grid has room for
 * @property {{ dataset: number, page: number, pages: number, range: [number, number] | null, ramp: ImageData | null } | null} painted
 * @property {Alert[]} alerts
 * @property {0 | 1} firstNumber  the number that the user sees of the first item
 * @property {{ opened: number, skipped: number, passed: string[], unlisted: number } | null} tally  of the last drop; what was passed over without a word, and how many were refused beyond those listed
 * @property {number} inspecting  files being looked at
 * @property {Wish | null} wish
 */

/** @param {State} state */
export function current(state) {
  return state.datasets.find(({ id }) => id === state.current) ?? null;
}

/**
 * The page shown: its number from 0, the place of its first item in the selection, and how many items are on it.
 * @param {State} state
 */
export function view(state) {
  const dataset = current(state);
  const items = dataset ? extent(dataset) : 0;
  const size = pageSize(state);
  const pages = Math.max(1, Math.ceil(items / size));
  const page = Math.min(Math.floor((dataset?.at ?? 0) / size), pages - 1);
  const first = page * size;
  return { dataset, total: items, size, page, pages, first, count: Math.max(0, Math.min(size, items - first)) };
}

/** @param {State} state */
export function pageSize({ fixed, fit }) {
  return fixed || Math.max(1, fit.columns * fit.rows);
}

/**
 * @param {State} state
 * @param {number} id
 * @param {Partial<Dataset>} changes
 * @returns {State}
 */
export function revise(state, id, changes) {
  return {
    ...state,
    datasets: state.datasets.map((dataset) => (dataset.id === id ? { ...dataset, ...changes } : dataset)),
  };
}

/**
 * Brings a place of the selection onto the page.
 * @param {State} state
 * @param {number} at
 * @returns {State}
 */
export function show(state, at) {
  const dataset = current(state);
  if (!dataset) return state;
  return revise(state, dataset.id, { at: Math.max(0, Math.min(at, extent(dataset) - 1)), sought: null });
}

/**
 * @param {State} state
 * @param {number} item
 * @returns {State}
 */
export function open(state, item) {
  const dataset = current(state);
  const place = dataset ? placeOf(dataset, item) : -1;
  return place < 0 ? state : { ...show(state, place), item };
}

/**
 * From the item in the panel to one beside it in the selection.
 * @param {State} state
 * @param {number} by
 * @returns {State}
 */
export function step(state, by) {
  const dataset = current(state);
  if (!dataset || state.item === null) return state;
  const place = placeOf(dataset, state.item) + by;
  return place >= 0 && place < extent(dataset) ? open(state, itemAt(dataset, place)) : state;
}

/**
 * @param {State} state
 * @param {number} by
 * @returns {State}
 */
export function turn(state, by) {
  const { page, pages, size } = view(state);
  return show(state, Math.max(0, Math.min(page + by, pages - 1)) * size);
}

/**
 * A file can turn out to hold less than it promised.
 * @param {State} state
 * @returns {State}
 */
export function within(state) {
  const dataset = current(state);
  const items = dataset ? total(dataset) : 0;
  if (state.item === null || state.item < items || dataset?.selection) return state;
  return items ? open(state, items - 1) : { ...state, item: null };
}

/**
 * In place of what was said of the same.
 * @param {Alert[]} alerts
 * @param {Alert} alert
 */
export function said(alerts, alert) {
  return [...alerts.filter(({ key }) => key !== alert.key), alert];
}

/**
 * What is to be said of the item that a link leads to.
 * @param {Pick<Dataset, 'id' | 'name'>} dataset
 * @param {Fault} fault
 * @returns {Alert}
 */
export function about({ id, name }, fault) {
  return { key: `item:${id}`, file: name, severe: false, faults: [fault] };
}

/**
 * Says that what a link selects leaves out the item that it leads to.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {number} item
 * @returns {State}
 */
export function leftOut(state, dataset, item) {
  // That there is no such item has been said.
  if (item >= total(dataset)) return state;
  const fault = { name: 'NotAmong', message: `item ${item} is not selected`, found: item };
  return { ...state, alerts: said(state.alerts, about(dataset, fault)) };
}
