/** The user's query, and the items that match it. */

import { reportFiltered } from './alerts.js';
import { itemAt, START, withJob } from './dataset.js';
import { current, revise, view } from './page.js';
import { EVERYTHING, sameQuery } from './query.js';
import { NO_REVIEW } from './review.js';

/**
 * @import { Slot } from '../engine/protocol.js'
 * @import { Dataset, LabelChoice } from './dataset.js'
 * @import { State } from './page.js'
 * @import { Query, Range } from './query.js'
 * @import { PaneEvent } from './reduce.js'
 */

/**
 * Changes the query. The items on screen stay until the new matches arrive.
 * @param {State} state
 * @param {Partial<Query>} change
 * @returns {State}
 */
export function find(state, change) {
  const dataset = current(state);
  if (!dataset) return state;
  const asked = { ...dataset.query, ...change };
  const random = asked.order === 'random';
  // Parts without an effect take their first value, so equal queries compare as equal.
  const query = {
    ...asked,
    except: asked.except && asked.labels !== null,
    columns: asked.columns.toSorted((one, other) => one.column - other.column),
    column: asked.order === 'column' ? asked.column : 0,
    descending: asked.descending && !random,
    seed: random ? asked.seed : 0,
  };
  if (sameQuery(query, dataset.query)) return state;
  if (!sameQuery(query, EVERYTHING)) {
    const queryId = state.queries + 1;
    return revise({ ...state, queries: queryId }, dataset.id, { query, queryId, sought: null });
  }
  const at = state.item ?? itemAt(dataset, view(state).first) ?? 0;
  return revise(state, dataset.id, { ...START, at });
}

/**
 * Shows only the items of a class, or all again. With `several`, adds the class to the filter or removes it.
 * @param {State} state
 * @param {Extract<PaneEvent, { type: 'class' }>} event
 * @returns {State}
 */
export function toggleClass(state, { label, several }) {
  const dataset = current(state);
  if (!dataset?.counts?.classes.some((known) => Object.is(known.label, label))) return state;
  const { labels, except } = dataset.query;
  const others = labels?.filter(([min, max]) => !Object.is(min, label) || !Object.is(max, label)) ?? [];
  const had = others.length < (labels?.length ?? 0);
  /** @type {Range[]} */
  const one = [[label, label]];
  if (several) {
    const chosen = had ? others : others.concat(one).sort(([one], [other]) => one - other);
    return find(state, { labels: chosen.length ? chosen : null });
  }
  return find(state, { labels: had && !others.length && !except ? null : one, except: false });
}

/**
 * @param {State} state
 * @param {Extract<PaneEvent, { type: 'matches' }>} event
 * @returns {State}
 */
export function takeMatches(state, { dataset: id, matches, complete }) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  if (!dataset || dataset.queryId !== matches.queryId) return state;
  const { items } = matches;
  const { sought } = dataset;
  const shown = id === current(state)?.id;
  // More matches of the same query arrived.
  const grown = dataset.matches?.queryId === matches.queryId && !sought;
  const item = shown && state.item !== null && items.includes(state.item) ? state.item : null;
  // At 0 is the first page, whichever items are on it.
  const wanted = sought ? (sought.item ?? (sought.at || null)) : item;
  const place = wanted === null ? 0 : items.indexOf(wanted);
  const isApart = sought && place >= 0 && sought.at !== wanted;
  const page = isApart ? sought.at && items.indexOf(sought.at) : place;
  const at = grown ? Math.min(dataset.at, items.length - 1) : page;
  const found = place >= 0 || complete;
  const next = revise(state, id, {
    matches: { ...matches, complete },
    at: Math.max(0, at),
    sought: found ? null : sought,
  });
  const reported =
    complete && place < 0 && sought && sought.item !== null ? reportFiltered(next, dataset, sought.item) : next;
  return shown ? { ...reported, item: sought && place >= 0 ? sought.item : item } : reported;
}

/**
 * A dataset is read again from its start: the place on screen among the matches has to be found again.
 * @param {State} state
 * @param {number} id
 * @returns {State}
 */
export function restartMatches(state, id) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  // A link's item that is still sought is the place to show.
  if (!dataset?.matches || dataset.sought) return state;
  const at = itemAt(dataset, dataset.at) ?? 0;
  return revise(state, id, { sought: { at, item: id === current(state)?.id ? state.item : null } });
}

/**
 * Changes the source of the labels or their names. Names belong to the column that they were chosen for.
 * @param {State} state
 * @param {Partial<LabelChoice>} choice
 * @returns {State}
 */
export function setLabels(state, choice) {
  const dataset = current(state);
  if (!dataset) return state;
  const { labelling: before } = dataset;
  const names = choice.column === undefined || choice.column === before.column ? before.names : '';
  const after = { ...before, names, ...choice };
  if (after.column === before.column && after.names === before.names && after.called === before.called) return state;
  const next = revise(state, dataset.id, { labelling: after });
  // A filter by the labels of another column would mean something else, and so would decisions about them.
  if (after.column === before.column) return next;
  return find(revise(next, dataset.id, { review: NO_REVIEW }), { labels: null });
}

/**
 * Uses the class names in a file that was dropped on an open dataset, in place of those that the user had chosen. Names that
 * were typed can be chosen again.
 * @param {State} state
 * @param {number} id  of the dataset
 */
export function useMapping(state, id) {
  const { labelling } = state.datasets.find((dataset) => dataset.id === id) ?? {};
  // Without a choice, a file is used before a guess.
  return labelling?.names ? revise(state, id, { labelling: { ...labelling, names: 'mapping' } }) : state;
}

/**
 * Changes the layout that a file is read in. Settings that depend on the layout go back to their defaults.
 * @param {State} state
 * @param {Slot} slot
 * @param {string} layout
 * @returns {State}
 */
export function setLayout(state, slot, layout) {
  const dataset = current(state);
  if (!dataset || dataset[`${slot}Layout`] === layout) return state;
  const next = revise(state, dataset.id, withLayout(dataset, slot, layout));
  return slot === 'images' ? next : find(next, { labels: null, columns: [] });
}

/**
 * A dataset one of whose files is read in this layout.
 * @param {Dataset} dataset
 * @param {Slot} slot
 * @param {string} layout
 * @returns {Dataset}
 */
export function withLayout(dataset, slot, layout) {
  if (dataset[`${slot}Layout`] === layout) return dataset;
  const jobs = withJob(dataset.jobs, 'statistics', { report: null });
  if (slot === 'images') return { ...dataset, imagesLayout: layout, shape: '', axes: '', limits: 'file', jobs };
  return { ...dataset, labelsLayout: layout, jobs, review: NO_REVIEW };
}
