/** What a person looks for, and what is found. */

import { itemAt, START, withJob } from './dataset.js';
import { current, leftOut, revise, view } from './page.js';
import { EVERYTHING, sameQuery } from './query.js';

/**
 * @import { Slot } from '../engine/protocol.js'
 * @import { LabelChoice } from './dataset.js'
 * @import { State } from './page.js'
 * @import { Query, Range } from './query.js'
 * @import { PaneEvent } from './reduce.js'
 */

/**
 * Looks for something else. What is seen stays until that is found.
 * @param {State} state
 * @param {Partial<Query>} change
 * @returns {State}
 */
export function find(state, change) {
  const dataset = current(state);
  if (!dataset) return state;
  const asked = { ...dataset.query, ...change };
  const random = asked.order === 'random';
  // What makes no difference is as it is at first.
  const query = {
    ...asked,
    except: asked.except && asked.labels !== null,
    columns: asked.columns.toSorted((one, other) => one.column - other.column),
    column: asked.order === 'column' ? asked.column : 0,
    descending: asked.descending && !random,
    seed: random ? asked.seed : 0,
  };
  if (sameQuery(query, dataset.query)) return state;
  if (!sameQuery(query, EVERYTHING)) return revise(state, dataset.id, { query, sought: null });
  const at = state.item ?? itemAt(dataset, view(state).first) ?? 0;
  return revise(state, dataset.id, { ...START, at });
}

/**
 * Only the items of a class, or, once more, all; with `several`, its items too, or no more.
 * @param {State} state
 * @param {Extract<PaneEvent, { type: 'class' }>} event
 * @returns {State}
 */
export function choose(state, { label, several }) {
  const dataset = current(state);
  if (!dataset?.counts?.classes.some((known) => Object.is(known.label, label))) return state;
  const { labels, except } = dataset.query;
  const others = labels?.filter(([least, greatest]) => !Object.is(least, label) || !Object.is(greatest, label)) ?? [];
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
 * @param {Extract<PaneEvent, { type: 'selected' }>} event
 * @returns {State}
 */
export function selected(state, { dataset: id, selection, complete }) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  if (!dataset || dataset.query !== selection.query) return state;
  const { items } = selection;
  const { sought } = dataset;
  const shown = id === state.current;
  // The same question, of which more is known.
  const grown = dataset.selection?.query === selection.query && !sought;
  const item = shown && state.item !== null && items.includes(state.item) ? state.item : null;
  // At 0 is the first page, whichever items are on it.
  const wanted = sought ? (sought.item ?? (sought.at || null)) : item;
  const place = wanted === null ? 0 : items.indexOf(wanted);
  const at = grown ? Math.min(dataset.at, items.length - 1) : place;
  const found = place >= 0 || complete;
  const next = revise(state, id, { selection, at: Math.max(0, at), sought: found ? null : sought });
  const told = complete && place < 0 && sought && sought.item !== null ? leftOut(next, dataset, sought.item) : next;
  return shown ? { ...told, item: sought && place >= 0 ? sought.item : item } : told;
}

/**
 * A dataset is read from its start once more: where a person is in the selection is to be found again.
 * @param {State} state
 * @param {number} id
 * @returns {State}
 */
export function again(state, id) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  // What is still sought is where a person wants to be.
  if (!dataset?.selection || dataset.sought) return state;
  const at = itemAt(dataset, dataset.at) ?? 0;
  return revise(state, id, { sought: { at, item: id === state.current ? state.item : null } });
}

/**
 * Reads and names the labels another way. Names belong to the column that they were chosen for.
 * @param {State} state
 * @param {Partial<LabelChoice>} choice
 * @returns {State}
 */
export function label(state, choice) {
  const before = current(state)?.labelling;
  if (state.current === null || !before) return state;
  const names = choice.column === undefined || choice.column === before.column ? before.names : '';
  const after = { ...before, names, ...choice };
  if (after.column === before.column && after.names === before.names && after.called === before.called) return state;
  const next = revise(state, state.current, { labelling: after });
  // A filter by the labels of another column would mean something else.
  return after.column === before.column ? next : find(next, { labels: null });
}

/**
 * Reads a file another way, in which other labels, ranges and shapes mean something.
 * @param {State} state
 * @param {Slot} slot
 * @param {string} as
 * @returns {State}
 */
export function read(state, slot, as) {
  const dataset = current(state);
  if (!dataset || dataset[`${slot}As`] === as) return state;
  const jobs = withJob(dataset.jobs, 'statistics', { report: null });
  if (slot === 'images') return revise(state, dataset.id, { imagesAs: as, shape: '', axes: '', limits: 'file', jobs });
  return find(revise(state, dataset.id, { labelsAs: as, jobs }), { labels: null, columns: [] });
}
