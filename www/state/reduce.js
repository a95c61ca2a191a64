/** How each event changes the page of the current dataset. */

import {
  AS_SEEMS_BEST,
  NO_BOOKMARKS,
  NOT_MEASURED,
  orientation,
  placeOf,
  START,
  total,
  UNMARKED,
  withJob,
} from './dataset.js';
import { again, choose, find, label, read, selected } from './find.js';
import { fromHash, leadsTo } from './hash.js';
import { AS_STORED, axes, look, orient, oriented, PAGE_SIZES, PALETTES, shape, showAs, slice, USUAL } from './look.js';
import { bookmark, mark, markAll, markThese } from './marks.js';
import { about, current, leftOut, open, pageSize, revise, said, show, step, turn, within } from './page.js';
import { EVERYTHING, readsLabels, sameQuery } from './query.js';

/**
 * @import { Counts, Fault, JobKind, JobReports, Slot, Statuses, View } from '../engine/protocol.js'
 * @import { Dataset, DatasetRecord, LabelChoice, Limits, OpenFile, Span } from './dataset.js'
 * @import { Wish } from './hash.js'
 * @import { Alert, Portraits, State } from './page.js'
 * @import { Query, Selection } from './query.js'
 *
 * @typedef {{ type: 'inspecting', by: number }
 *   | { type: 'library', files: OpenFile[], datasets: DatasetRecord[], select: number | null }
 *   | { type: 'tally', opened: number, skipped: number, passed: string[], unlisted: number }
 *   | { type: 'status', dataset: number, statuses: Statuses }
 *   | { type: 'counts', dataset: number, counts: Counts }
 *   | { type: 'job', dataset: number, kind: JobKind, progress: number | null, report?: JobReports[JobKind] }
 *   | { type: 'measure' }
 *   | { type: 'mark', item: number, run: boolean, from?: number }
 *   | { type: 'mark-all' }
 *   | { type: 'mark-these', items: number[], more: boolean }
 *   | { type: 'unmark' }
 *   | { type: 'mark-by-click', on: boolean }
 *   | { type: 'count-from', first: 0 | 1 }
 *   | { type: 'bookmark', items: number[] }
 *   | { type: 'bookmarks', dataset: number, items: ReadonlySet<number> }
 *   | { type: 'portraits', portraits: Portraits }
 *   | { type: 'alert', alert: Alert }
 *   | { type: 'settle', key: string }
 *   | { type: 'settle-all' }
 *   | { type: 'select', dataset: number }
 *   | { type: 'fit', columns: number, rows: number }
 *   | { type: 'painted', dataset: number, page: number, pages: number, range: [number, number] | null, ramp: ImageData | null }
 *   | { type: 'page', page: number }
 *   | { type: 'turn', by: number }
 *   | { type: 'show', at: number }
 *   | { type: 'open', item: number }
 *   | { type: 'step', by: number }
 *   | { type: 'shut' }
 *   | { type: 'find', change: Partial<Query> }
 *   | { type: 'class', label: number, several: boolean }
 *   | { type: 'selected', dataset: number, selection: Selection, complete: boolean }
 *   | { type: 'again', dataset: number }
 *   | { type: 'scale', scale: number }
 *   | { type: 'invert', inverted: boolean }
 *   | { type: 'fix', size: number }
 *   | { type: 'label', choice: Partial<LabelChoice> }
 *   | { type: 'palette', palette: string }
 *   | { type: 'limits', limits: Limits }
 *   | { type: 'orient', by: 't' | 'h' | 'v' | 'r' | '' }
 *   | { type: 'shape', shape: string }
 *   | { type: 'span', span: Span }
 *   | { type: 'axes', axes: string }
 *   | { type: 'slice', by: number }
 *   | { type: 'view', view: View }
 *   | { type: 'read', slot: Slot, as: string }
 *   | { type: 'reset' }
 *   | { type: 'forget' }
 *   | { type: 'restore', wish: Wish }} PaneEvent
 */

/**
 * @param {string} hash
 * @returns {State}
 */
export function initial(hash) {
  const wish = fromHash(hash);
  const { scale, inverted, fixed, palette, portraits } = wish;
  return {
    files: [],
    datasets: [],
    current: null,
    beside: null,
    awaited: null,
    aside: '',
    item: null,
    scale,
    inverted,
    fixed,
    palette,
    portraits,
    marksByClick: false,
    firstNumber: 0,
    fit: { columns: 1, rows: 1 },
    painted: null,
    alerts: [],
    tally: null,
    inspecting: 0,
    wish,
  };
}

/**
 * @param {State} state
 * @param {PaneEvent} event
 * @returns {State}
 */
export function reducePane(state, event) {
  switch (event.type) {
    case 'inspecting':
      return { ...state, inspecting: state.inspecting + event.by };
    case 'library':
      return library(state, event);
    case 'tally':
      return {
        ...state,
        tally: { opened: event.opened, skipped: event.skipped, passed: event.passed, unlisted: event.unlisted },
      };
    case 'status':
      return within(revise(state, event.dataset, { statuses: event.statuses }));
    case 'counts':
      return revise(state, event.dataset, { counts: event.counts });
    case 'job':
      return job(state, event);
    case 'measure':
      return look(state, { measuring: true });
    case 'mark':
      return mark(state, event);
    case 'mark-all':
      return markAll(state);
    case 'mark-these':
      return markThese(state, event);
    case 'unmark':
      return { ...look(state, { marks: UNMARKED }), marksByClick: false };
    case 'mark-by-click':
      return { ...state, marksByClick: event.on };
    case 'count-from':
      return { ...state, firstNumber: event.first };
    case 'bookmark':
      return bookmark(state, event.items);
    case 'bookmarks':
      return revise(state, event.dataset, { bookmarks: event.items });
    case 'portraits':
      return { ...state, portraits: event.portraits };
    case 'alert':
      return { ...state, alerts: said(state.alerts, event.alert) };
    case 'settle':
      return state.alerts.some(({ key }) => key === event.key)
        ? settled(
            state,
            state.alerts.filter(({ key }) => key !== event.key),
          )
        : state;
    case 'settle-all':
      return settled(state, []);
    case 'select':
      return event.dataset === state.current ? state : { ...state, current: event.dataset, item: null };
    case 'fit':
      return { ...state, fit: { columns: event.columns, rows: event.rows } };
    case 'painted':
      // A picture may come when another dataset has taken its place.
      return event.dataset === state.current ? { ...state, painted: event } : state;
    case 'page':
      return show(state, (event.page - 1) * pageSize(state));
    case 'turn':
      return turn(state, event.by);
    case 'show':
      return show(state, event.at);
    case 'open':
      return open(state, event.item);
    case 'step':
      return step(state, event.by);
    case 'shut':
      return { ...state, item: null };
    case 'find':
      return find(state, event.change);
    case 'class':
      return choose(state, event);
    case 'selected':
      return selected(state, event);
    case 'again':
      return again(state, event.dataset);
    case 'scale':
      return { ...state, scale: event.scale };
    case 'invert':
      return { ...state, inverted: event.inverted };
    case 'fix':
      return { ...state, fixed: PAGE_SIZES.includes(event.size) ? event.size : 0 };
    case 'label':
      return label(state, event.choice);
    case 'palette':
      return { ...state, palette: PALETTES.find((name) => name === event.palette) ?? PALETTES[0] };
    case 'limits':
      return look(state, { limits: event.limits });
    case 'orient':
      return orient(state, oriented(orientation(current(state)), event.by));
    case 'shape':
      // Who gives items a shape wants to see them in it.
      return look(state, shape(event.shape) ? { shape: shape(event.shape), show: '' } : { shape: '' });
    case 'span':
      return look(state, { span: event.span });
    case 'axes':
      return look(state, { axes: axes(event.axes) });
    case 'slice':
      return slice(state, event.by);
    case 'read':
      return read(state, event.slot, event.as);
    case 'view':
      return showAs(state, event.view);
    case 'reset':
      return { ...look(read(read(state, 'images', ''), 'labels', ''), AS_STORED), ...USUAL };
    case 'restore':
      return restore(state, event.wish);
    case 'forget':
      return { ...state, wish: null };
  }
}

/**
 * Takes the progress of a job, and its report if there is a new one.
 * @param {State} state
 * @param {Extract<PaneEvent, { type: 'job' }>} event
 */
function job(state, { dataset: id, kind, progress, report }) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  if (!dataset) return state;
  const change = report === undefined ? { progress } : { progress, report };
  return revise(state, id, { jobs: withJob(dataset.jobs, kind, change) });
}

/**
 * @param {State} state
 * @param {Extract<PaneEvent, { type: 'library' }>} event
 * @returns {State}
 */
function library(state, event) {
  const datasets = event.datasets.map((record) => {
    const known = state.datasets.find(({ id }) => id === record.id);
    // A filter by other labels would mean something else.
    const outlived = known?.labels && known.labels !== record.labels && readsLabels(known.query);
    const fresh = known?.images === record.images ? {} : { ...NOT_MEASURED, marks: UNMARKED, bookmarks: NO_BOOKMARKS };
    return {
      ...(known ?? {
        counts: null,
        ...START,
        ...AS_STORED,
        labelling: AS_SEEMS_BEST,
        ...NOT_MEASURED,
        marks: UNMARKED,
        bookmarks: NO_BOOKMARKS,
      }),
      ...fresh,
      ...(outlived ? START : {}),
      ...(known ? kept(known, record) : {}),
      ...record,
    };
  });
  const chosen = datasets.find(({ id }) => id === event.select);
  const before = datasets.find(({ id }) => id === state.current);
  // Labels alone take nobody away from images.
  const selected = chosen && !(before?.statuses.images && !chosen.statuses.images) ? chosen.id : state.current;
  const stays = datasets.some(({ id }) => id === selected);
  const shown = stays ? selected : (datasets[0]?.id ?? null);
  const item = shown === state.current ? state.item : null;
  const next = within({ ...state, files: event.files, datasets, current: shown, item });
  return state.wish ? restore(next, state.wish) : next;
}

/**
 * What a link leads to is not there.
 * @param {DatasetRecord} dataset
 * @param {number} found
 * @param {number} expected  the last that is
 * @returns {Alert}
 */
function noItem({ id, name }, found, expected) {
  return about({ id, name }, { name: 'NoItem', message: `there is no item ${found}`, expected, found });
}

/**
 * A file has the name of that which a link leads to, but is another.
 * @param {State} state
 * @param {Wish} wish
 */
function mistaken({ alerts, datasets }, { file, print }) {
  const other =
    print && datasets.find(({ paths }) => Object.values(paths).some((path) => path.split('/').at(-1) === file));
  // The array that is meant may still be in it.
  if (!other || other.print === print) return alerts;
  /** @type {Fault} */
  const fault = { name: 'OtherFile', message: `${other.print} is not ${print}`, prints: [print, other.print] };
  return said(alerts, { key: `item:${other.id}`, file, severe: false, faults: [fault] });
}

/**
 * How the files that stay are read.
 * @param {Dataset} known
 * @param {DatasetRecord} record
 */
function kept({ images, labels, imagesAs, labelsAs }, record) {
  return { imagesAs: images === record.images ? imagesAs : '', labelsAs: labels === record.labels ? labelsAs : '' };
}

/**
 * @param {State} state
 * @param {Alert[]} alerts
 * @returns {State}
 */
function settled(state, alerts) {
  return { ...state, alerts, tally: alerts.length ? state.tally : null };
}

/**
 * Shows what a link leads to, now or when its dataset is open.
 * @param {State} state
 * @param {Wish} wish
 * @returns {State}
 */
function restore(state, wish) {
  const {
    at,
    item,
    query,
    scale,
    inverted,
    fixed,
    palette,
    portraits,
    orientation,
    shape,
    axes,
    limits,
    show: shown,
    imagesAs,
    labelsAs,
    span,
    labelling,
  } = wish;
  const dataset =
    wish.dataset || wish.print || wish.images || wish.labels
      ? state.datasets.find((dataset) => leadsTo(wish, dataset))
      : current(state);
  if (!dataset) return { ...state, wish, alerts: mistaken(state, wish) };
  const last = total(dataset) - 1;
  const lacks = !imagesAs && !labelsAs && item !== null && item > last && last >= 0;
  // Whatever was taken for it.
  const others = state.alerts.filter(({ faults }) => faults[0].name !== 'OtherFile');
  const alerts = lacks ? said(others, noItem(dataset, item, last)) : others;
  const there = {
    ...state,
    alerts,
    wish: null,
    current: dataset.id,
    item: null,
    scale,
    inverted,
    fixed,
    palette,
    portraits,
  };
  const seen = revise(there, dataset.id, { orientation, shape, axes, limits, show: shown, imagesAs, labelsAs, span });
  // Names that were too many for the link are still here.
  const next = label(seen, { ...labelling, called: labelling.called || dataset.labelling.called });
  const now = current(next) ?? dataset;
  const asked = sameQuery(query, now.query) && now.selection?.query === now.query;
  // Until all is read, an item may still be found.
  const known =
    asked && (placeOf(now, item ?? at) >= 0 || Object.values(now.statuses).every((status) => !status || status.done));
  if (!known && !sameQuery(query, EVERYTHING)) return revise(next, dataset.id, { query, sought: { at, item } });
  const found = known ? next : revise(next, dataset.id, { query: EVERYTHING, selection: null, sought: null });
  return lead(found, { at, item });
}

/**
 * Shows an item that a link leads to, or else the page of another.
 * @param {State} state
 * @param {{ at: number, item: number | null }} sought
 * @returns {State}
 */
function lead(state, { at, item }) {
  const dataset = current(state);
  if (!dataset) return state;
  if (item !== null && placeOf(dataset, item) >= 0) return open(state, item);
  if (item !== null && dataset.selection) return show(leftOut(state, dataset, item), 0);
  return show(state, at && dataset.selection ? placeOf(dataset, at) : at);
}
