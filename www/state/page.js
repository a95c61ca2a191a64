/** The state of the page: the open datasets, the panes that show them, and the item in the panel. */

import { extent, itemAt, placeOf, total } from './dataset.js';

/**
 * @import { Palette } from '../engine/protocol.js'
 * @import { Alert, Tally } from './alerts.js'
 * @import { Dataset, OpenFile, Span } from './dataset.js'
 * @import { Link } from './hash.js'
 * @import { SecondLink } from './second-link.js'
 *
 * @typedef {'means' | 'deviations'} ClassThumbnails
 *
 * @typedef {'suspects' | 'duplicates' | 'near-duplicates' | 'leaks' | 'outliers'} Finding
 *
 * @typedef {Finding | 'listed'} CheckList  what the check's view lists, to be reviewed: a finding, or what the grid lists
 *
 * @typedef {'one' | 'grid'} Presentation  how many items an audience sees
 *
 * @typedef {'' | Presentation | CheckList | 'map' | 'predictions'} Mode  '' the usual page; else a presentation, or a view of the check
 *
 * @typedef {object} Pane  the part of the page that shows a dataset
 * @property {number | null} dataset  its id; null before files are open
 * @property {{ columns: number, rows: number }} fit  the cells that its grid has room for
 * @property {{ dataset: number, page: number, pages: number, items: number, missing: number, range: [number, number] | null, ramp: ImageData | null } | null} painted
 *
 * @typedef {object} State
 * @property {OpenFile[]} files
 * @property {Dataset[]} datasets
 * @property {Pane[]} panes  one, or two from left to right
 * @property {number} active  index of the pane that the panel and the settings belong to
 * @property {SecondLink | null} pending  the dataset that a link wants in the second pane, until it is open
 * @property {number} queries  how many queries the user has made; see Dataset.queryId
 * @property {number | null} item  the item in the panel
 * @property {Mode} mode
 * @property {number} scale  CSS pixels per data pixel; 0 = chosen by the page
 * @property {boolean} inverted
 * @property {number} fixed  items per page; 0 = as many as fit
 * @property {'gray' | Palette} palette
 * @property {boolean} selectsByClick  whether a click selects an item instead of opening it
 * @property {ClassThumbnails} classThumbnails  the picture that stands for a class
 * @property {Alert[]} alerts
 * @property {0 | 1} firstNumber  the number that the user sees of the first item
 * @property {Tally[]} tallies  of drops, until they are dismissed
 * @property {number} inspecting  files whose first bytes are being read
 * @property {number} converted  the share that has been read of an archive or a table among them; 0 while none is
 * @property {Link | null} link  the link that the user came by, until its dataset is open
 */

/**
 * @param {Mode} mode
 * @returns {mode is Presentation}
 */
export function isPresentation(mode) {
  return mode === 'one' || mode === 'grid';
}

/**
 * The dataset in the active pane.
 * @param {State} state
 */
export function current({ datasets, panes, active }) {
  return datasets.find(({ id }) => id === panes[active].dataset) ?? null;
}

/**
 * The dataset in the other pane.
 * @param {State} state
 */
export function other({ datasets, panes, active }) {
  return datasets.find(({ id }) => id === panes[1 - active]?.dataset) ?? null;
}

/**
 * The state with another pane as the active one.
 * @param {State} state
 * @param {number} pane
 * @returns {State}
 */
export function inPane(state, pane) {
  return pane === state.active ? state : { ...state, active: pane, item: null };
}

/**
 * Shows a dataset: in its own pane if it has one, else in the active pane.
 * @param {State} state
 * @param {number | null} dataset
 * @returns {State}
 */
export function showDataset(state, dataset) {
  const pane = state.panes.findIndex((pane) => pane.dataset === dataset);
  return pane < 0 ? revisePane(state, { dataset }) : { ...state, active: pane };
}

/**
 * Changes the active pane.
 * @param {State} state
 * @param {Partial<Pane>} changes
 * @returns {State}
 */
export function revisePane(state, changes) {
  const { panes, active } = state;
  return { ...state, panes: panes.with(active, { ...panes[active], ...changes }) };
}

/**
 * The page shown: its number from 0, the place of its first item among the matches, and how many items are on it.
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

/**
 * Whether an item is on the page shown.
 * @param {State} state
 * @param {number} item
 */
export function isOnPage(state, item) {
  const { dataset, first, count } = view(state);
  const place = dataset ? placeOf(dataset, item) : -1;
  return place >= first && place < first + count;
}

/**
 * Items on a full page.
 * @param {State} state
 */
export function pageSize({ fixed, panes, active }) {
  const { fit } = panes[active];
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
 * Changes the current dataset, if there is one.
 * @param {State} state
 * @param {Partial<Dataset>} changes
 */
export function reviseCurrent(state, changes) {
  const dataset = current(state);
  return dataset ? revise(state, dataset.id, changes) : state;
}

/**
 * Shows the page with a place among the matches.
 * @param {State} state
 * @param {number} at
 * @returns {State}
 */
export function showPlace(state, at) {
  const dataset = current(state);
  if (!dataset) return state;
  return revise(state, dataset.id, { at: Math.max(0, Math.min(at, extent(dataset) - 1)), sought: null });
}

/**
 * Opens an item in the panel, and shows its page.
 * @param {State} state
 * @param {number} item
 * @returns {State}
 */
export function openItem(state, item) {
  const dataset = current(state);
  const place = dataset ? placeOf(dataset, item) : -1;
  if (!dataset || place < 0) return state;
  const shown = showPlace(state, place);
  return { ...revise(shown, dataset.id, { span: spanWith(dataset.span, place) }), item };
}

/**
 * The part of a line that is shown, moved no further than it takes to show a place.
 * @param {Span} span
 * @param {number} place
 * @returns {Span}
 */
function spanWith(span, place) {
  if (!span) return null;
  const [from, to] = span;
  const by = Math.min(0, place - from) + Math.max(0, place - to);
  return by ? [from + by, to + by] : span;
}

/**
 * Shows items to an audience, or a list of the check, or the usual page again. A presentation closes the panel: the
 * item in it is the first one presented.
 * @param {State} state
 * @param {Mode} mode
 * @returns {State}
 */
export function enter(state, mode) {
  const dataset = current(state);
  const fits = dataset && (mode === 'predictions' || dataset.statuses.images);
  return fits ? { ...state, mode, item: isPresentation(mode) ? null : state.item } : state;
}

/**
 * Opens the item that is `by` places after the one in the panel.
 * @param {State} state
 * @param {number} by
 * @returns {State}
 */
export function step(state, by) {
  const dataset = current(state);
  if (!dataset || state.item === null) return state;
  const place = placeOf(dataset, state.item) + by;
  return place >= 0 && place < extent(dataset) ? openItem(state, itemAt(dataset, place)) : state;
}

/**
 * Shows the page that is `by` pages after the one shown.
 * @param {State} state
 * @param {number} by
 * @returns {State}
 */
export function turnPage(state, by) {
  const { page, pages, size } = view(state);
  return showPlace(state, Math.max(0, Math.min(page + by, pages - 1)) * size);
}

/**
 * Keeps the open item within the file, which can hold fewer items than its header promised.
 * @param {State} state
 * @returns {State}
 */
export function clampItem(state) {
  const dataset = current(state);
  const items = dataset ? total(dataset) : 0;
  if (state.item === null || state.item < items || dataset?.matches) return state;
  return items ? openItem(state, items - 1) : { ...state, item: null };
}
