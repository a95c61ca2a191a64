/** Two datasets side by side: which pane an event changes, and what both panes share. */

import { itemAt, placeOf, START } from './dataset.js';
import { returnTo } from './history.js';
import { current, inPane, other, revise, view } from './page.js';
import { reducePane } from './reduce.js';
import { isSecond } from './second-link.js';

/**
 * @import { Dataset } from './dataset.js'
 * @import { Position } from './history.js'
 * @import { Pane, State } from './page.js'
 * @import { PaneEvent } from './reduce.js'
 * @import { SecondLink } from './second-link.js'
 *
 * @typedef {PaneEvent
 *   | { type: 'compare' }
 *   | { type: 'in-pane', pane: number, event: PaneEvent }
 *   | { type: 'second', link: SecondLink | null }
 *   | { type: 'return', position: Position }} Event
 */

/** These events make their pane the active one. */
const ACTIVATING = ['open', 'select', 'select-these'];

/**
 * The state after an event.
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function reduce(state, event) {
  switch (event.type) {
    case 'compare':
      return share(compare(state));
    case 'second':
      return share(openSecond(state, event.link));
    case 'return':
      return share(returnTo(state, event.position));
    case 'in-pane':
      return reduceIn(state, event.pane, event.event);
    case 'class': {
      const isOthers = hasClass(other(state), event.label) && !hasClass(current(state), event.label);
      return isOthers ? reduceIn(state, 1 - state.active, event) : share(reducePane(state, event));
    }
    case 'library':
      return share(followSecond(state, event, reducePane(state, { ...event, select: chosen(state, event) })));
    default:
      return share(followSecond(state, event, reducePane(state, event)));
  }
}

/**
 * The state after an event in one of the panes. The active pane stays active, unless the event is about an item.
 * @param {State} state
 * @param {number} pane
 * @param {PaneEvent} event
 * @returns {State}
 */
function reduceIn(state, pane, event) {
  if (pane === state.active || !state.panes[pane]) return reduce(state, event);
  const next = reduce(inPane(state, pane), event);
  return ACTIVATING.includes(event.type) ? next : { ...next, active: state.active, item: state.item };
}

/**
 * After a link is followed, opens the second dataset that it names. While that dataset is missing, tries again with each new file.
 * @param {State} state
 * @param {PaneEvent} event
 * @param {State} next  the state after the event
 */
function followSecond(state, event, next) {
  if (next === state) return state;
  const link = event.type === 'restore' ? event.link : state.link;
  if (link && !next.link) return openSecond(next, link.second);
  return event.type === 'library' && state.pending ? openSecond(next, state.pending) : next;
}

/**
 * The dataset that new files bring into the active pane. One that a link wants in the second pane does not come there, and none
 * takes the place of one of two that are compared. When the active pane's dataset is closed, the other pane becomes active.
 * @param {State} state
 * @param {Extract<PaneEvent, { type: 'library' }>} event
 */
function chosen(state, { datasets, select }) {
  const dataset = datasets.find(({ id }) => id === select);
  const before = current(state);
  if (before && dataset && state.pending && isSecond(state.pending, dataset)) return null;
  const second = other(state);
  if (!second) return select;
  if (!datasets.some(({ id }) => id === before?.id)) return second.id;
  return state.panes.some((pane) => pane.dataset === select) ? select : null;
}

/**
 * Whether a dataset has items of a class.
 * @param {Dataset | null} dataset
 * @param {number} label
 */
function hasClass(dataset, label) {
  return dataset?.counts?.classes.some((known) => Object.is(known.label, label)) ?? false;
}

/**
 * Opens a second pane with the next dataset of the same kind, or closes the second pane.
 * @param {State} state
 * @returns {State}
 */
function compare(state) {
  if (state.panes.length > 1) return closeSecond(state);
  const { datasets, panes } = state;
  const shown = current(state);
  if (!shown) return state;
  const at = datasets.indexOf(shown);
  const others = datasets.slice(at + 1).concat(datasets.slice(0, at));
  const next = others.find(({ images }) => (images === null) === (shown.images === null)) ?? others[0];
  return next
    ? { ...state, pending: null, panes: [panes[0], { ...panes[0], dataset: next.id, painted: null }] }
    : state;
}

/**
 * Closes the pane that is not active.
 * @param {State} state
 * @returns {State}
 */
function closeSecond(state) {
  return { ...state, panes: [state.panes[state.active]], active: 0 };
}

/**
 * Shows the dataset of a link in the second pane, or waits for it.
 * @param {State} state
 * @param {SecondLink | null} link
 * @returns {State}
 */
function openSecond(state, link) {
  const shown = current(state);
  const found = link && state.datasets.find((dataset) => dataset !== shown && isSecond(link, dataset));
  if (!found || !shown) return { ...closeSecond(state), pending: link };
  const { query, queryId, limits } = shown;
  const place =
    queryId === found.queryId
      ? { at: Math.max(0, placeOf(found, link.at)) }
      : { query, queryId, sought: { at: link.at, item: null } };
  const next = revise(state, found.id, { limits, ...(queryId ? place : { ...START, at: link.at }) });
  const active = state.panes[state.active];
  const second = state.panes.find(({ dataset }) => dataset === found.id) ?? { ...active, painted: null };
  /** @type {Pane[]} */
  const panes = [active, { ...second, dataset: found.id }];
  return { ...next, pending: null, panes: link.left ? panes.reverse() : panes, active: link.left ? 1 : 0 };
}

/**
 * Gives both panes the same filter, order and range of values, and closes the pane of a closed dataset.
 * @param {State} state
 * @returns {State}
 */
function share(state) {
  if (state.panes.length < 2) return state;
  const [one, two] = [current(state), other(state)];
  if (!one || !two) return closeSecond(state);
  const { query, queryId, limits } = one;
  if (queryId === two.queryId) return limits === two.limits ? state : revise(state, two.id, { limits });
  const at = itemAt(two, view(inPane(state, 1 - state.active)).first) ?? 0;
  return revise(state, two.id, { limits, ...(queryId ? { query, queryId, sought: null } : { ...START, at }) });
}
