/** The steps of the history, and what Back and Forward restore. Settings such as the palette are no steps, so they stay. */

import { extent, itemAt, placeOf, START } from './dataset.js';
import { withLayout } from './find.js';
import { current, inPane, isPresentation, view } from './page.js';
import { EVERYTHING, sameQuery } from './query.js';

/**
 * @import { Slot } from '../engine/protocol.js'
 * @import { Dataset } from './dataset.js'
 * @import { Pane, Mode, State } from './page.js'
 * @import { Event } from './panes.js'
 * @import { Query } from './query.js'
 *
 * @typedef {Record<Slot, { file: number | null, layout: string }>} Layouts  the file in each slot, and its layout
 *
 * @typedef {object} Position  the part of the state that a step of the history changes
 * @property {{ dataset: number, first: number, at: number, layouts: Layouts }[]} panes  the dataset of each, the place of
 *   the first item on its page, an item on that page, and the layouts that its files are read in
 * @property {number} active
 * @property {number | null} item
 * @property {Query} query
 * @property {Mode} mode
 */

/** The first screen. Datasets may be open behind it. @type {Position} */
export const FIRST_SCREEN = { panes: [], active: 0, item: null, query: EVERYTHING, mode: '' };

/** @type {Slot[]} */
const SLOTS = ['images', 'labels'];

/** @type {Event['type'][]} */
const STEPS = [
  'class',
  'close-panel',
  'compare',
  'find',
  'layout',
  'mode',
  'open',
  'page',
  'reset',
  'show-dataset',
  'show-list',
  'show-place',
  'step',
  'turn-page',
];

/**
 * Whether an event of the user is a step of the history.
 * @param {Event} event
 * @returns {boolean}
 */
export function isStep(event) {
  return event.type === 'in-pane' ? isStep(event.event) : STEPS.includes(event.type);
}

/**
 * Where the user is; null while no dataset is open.
 * @param {State} state
 * @returns {Position | null}
 */
export function positionOf(state) {
  const dataset = current(state);
  if (!dataset) return null;
  const panes = state.panes.flatMap((_, pane) => {
    const { dataset, first } = view(inPane(state, pane));
    if (!dataset) return [];
    // At 0 is the first page, whichever items are on it.
    const isFirstPage = !first && !isPresentation(state.mode);
    const at = dataset.sought?.at ?? (isFirstPage ? 0 : (itemAt(dataset, dataset.at) ?? 0));
    return [{ dataset: dataset.id, first, at, layouts: layoutsOf(dataset) }];
  });
  const item = dataset.sought ? dataset.sought.item : state.item;
  return { panes, active: state.active, item, query: dataset.query, mode: state.mode };
}

/**
 * Whether a page is not known yet: its items are sought, and the grid shows the page before.
 * @param {State} state
 */
export function isSeeking(state) {
  return state.panes.some(({ dataset: id }) => state.datasets.some((dataset) => dataset.id === id && dataset.sought));
}

/**
 * Whether two positions look the same to the user.
 * @param {Position} one
 * @param {Position} other
 */
export function samePosition(one, other) {
  return (
    one.item === other.item &&
    one.mode === other.mode &&
    one.active === other.active &&
    one.panes.length === other.panes.length &&
    one.panes.every((pane, at) => samePane(pane, other.panes[at])) &&
    (one.query === other.query || sameQuery(one.query, other.query))
  );
}

/**
 * @param {Position['panes'][number]} one
 * @param {Position['panes'][number]} other
 */
function samePane(one, other) {
  const hasSameLayouts = SLOTS.every((slot) => one.layouts[slot].layout === other.layouts[slot].layout);
  return one.dataset === other.dataset && one.first === other.first && hasSameLayouts;
}

/**
 * @param {Dataset} dataset
 * @returns {Layouts}
 */
function layoutsOf({ images, labels, imagesLayout, labelsLayout }) {
  return { images: { file: images, layout: imagesLayout }, labels: { file: labels, layout: labelsLayout } };
}

/**
 * A dataset whose files have these layouts, unless other files have taken their places since.
 * @param {Dataset} dataset
 * @param {Layouts} layouts
 */
function withLayouts(dataset, layouts) {
  return SLOTS.reduce((read, slot) => {
    const { file, layout } = layouts[slot];
    return file === dataset[slot] ? withLayout(read, slot, layout) : read;
  }, dataset);
}

/**
 * Goes back or forward to a position whose datasets are open.
 * @param {State} state
 * @param {Position} position
 * @returns {State}
 */
export function returnTo(state, position) {
  const { panes, active, item, query, mode } = position;
  const [usual] = state.panes;
  // The hidden grid keeps what it has painted.
  if (!panes.length) {
    return { ...state, panes: [{ ...usual, dataset: null }], active, item, mode, link: null, pending: null };
  }
  const shown = panes.map(({ dataset: id }) => state.datasets.find((dataset) => dataset.id === id));
  const answered = shown.find((dataset) => dataset?.matches && sameQuery(query, dataset.query));
  const isNew = !answered && !sameQuery(query, EVERYTHING);
  const queries = state.queries + (isNew ? 1 : 0);
  const queryId = answered?.queryId ?? (isNew ? queries : 0);
  const datasets = state.datasets.map((dataset) => {
    const pane = shown.indexOf(dataset);
    if (pane < 0) return dataset;
    const { at, layouts } = panes[pane];
    const read = withLayouts(dataset, layouts);
    const place = placed(read, at, pane === active ? item : null, query, queryId);
    // How many items another layout has is not known yet: the page of the last one is the limit until then.
    return { ...read, ...place, ...(read !== dataset && !queryId && { at }) };
  });
  return {
    ...state,
    queries,
    datasets,
    panes: panes.map(({ dataset }, pane) => paneOf(state.panes[pane] ?? { ...usual, painted: null }, dataset)),
    active,
    mode,
    item: datasets.some(({ id, sought }) => id === panes[active].dataset && sought) ? null : item,
    link: null,
    pending: null,
  };
}

/**
 * @param {Pane} pane
 * @param {number} dataset
 * @returns {Pane}
 */
function paneOf(pane, dataset) {
  return pane.dataset === dataset ? pane : { ...pane, dataset };
}

/**
 * A query of a dataset, and the place of an item that was on its page. If the query has no answer yet, the item is sought.
 * @param {Dataset} dataset
 * @param {number} at
 * @param {number | null} item
 * @param {Query} query
 * @param {number} queryId
 * @returns {Partial<Dataset>}
 */
function placed(dataset, at, item, query, queryId) {
  if (!queryId) return { ...START, at: Math.max(0, Math.min(at, extent({ ...dataset, matches: null }) - 1)) };
  if (dataset.matches?.queryId !== queryId) return { query, queryId, sought: { at, item } };
  return { query, queryId, sought: null, at: at && Math.max(0, placeOf(dataset, at)) };
}
