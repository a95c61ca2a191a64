/** How each event changes the state, for the active pane. */

import { dismiss, withAlert, withTally } from './alerts.js';
import { orientation } from './dataset.js';
import { find, restartMatches, setLabels, setLayout, takeMatches, toggleClass, useMapping } from './find.js';
import { followLink } from './follow-link.js';
import { fromHash } from './hash.js';
import { takeJob, takeLibrary } from './library.js';
import {
  clampItem,
  current,
  enter,
  openItem,
  pageSize,
  revise,
  reviseCurrent,
  revisePane,
  showDataset,
  showPlace,
  step,
  turnPage,
} from './page.js';
import { choosePredictions, showPredictions } from './predictions.js';
import { EVERYTHING } from './query.js';
import { decide, discard, redo, takeDecisions, undo } from './review.js';
import { bookmark, clearSelection, restoreSelection, select, selectAll, selectThese } from './selection.js';
import {
  AS_STORED,
  axes,
  DEFAULT_STYLE,
  orient,
  PAGE_SIZES,
  PALETTES,
  reorient,
  shape,
  showAs,
  slice,
} from './style.js';

/**
 * @import { Counts, JobKind, JobReports, Slot, Statuses, View } from '../engine/protocol.js'
 * @import { Alert, Tally } from './alerts.js'
 * @import { DatasetRecord, LabelChoice, Limits, OpenFile, Span } from './dataset.js'
 * @import { Decisions } from './decisions.js'
 * @import { Link } from './hash.js'
 * @import { ItemSet } from './item-set.js'
 * @import { Check } from './check.js'
 * @import { ClassThumbnails, Mode, State } from './page.js'
 * @import { PredictionChoice } from './predictions.js'
 * @import { ItemList, Matches, Query } from './query.js'
 *
 * @typedef {{ type: 'inspecting', by: number, converted?: number }
 *   | { type: 'library', files: OpenFile[], datasets: DatasetRecord[], select: number | null }
 *   | { type: 'tally', tally: Omit<Tally, 'key'> }
 *   | { type: 'status', dataset: number, statuses: Statuses }
 *   | { type: 'counts', dataset: number, counts: Counts }
 *   | { type: 'job', dataset: number, kind: JobKind, progress: number | null, report?: JobReports[JobKind] }
 *   | { type: 'measure', dataset: number }
 *   | { type: 'select', item: number, run: boolean, from?: number }
 *   | { type: 'select-all' }
 *   | { type: 'select-these', items: ArrayLike<number>, more: boolean }
 *   | { type: 'clear-selection' }
 *   | { type: 'restore-selection' }
 *   | { type: 'select-by-click', on: boolean }
 *   | { type: 'count-from', first: 0 | 1 }
 *   | { type: 'bookmark', items: number[] }
 *   | { type: 'bookmarks', dataset: number, items: ItemSet }
 *   | { type: 'decide', change: Decisions, dataset?: number }
 *   | { type: 'undo' }
 *   | { type: 'redo' }
 *   | { type: 'discard' }
 *   | { type: 'decisions', dataset: number, decisions: Decisions }
 *   | { type: 'names', dataset: number, labelling: LabelChoice }
 *   | { type: 'mapping', dataset: number }
 *   | { type: 'class-thumbnails', classThumbnails: ClassThumbnails }
 *   | { type: 'alert', alert: Alert }
 *   | { type: 'dismiss', key: string }
 *   | { type: 'dismiss-all' }
 *   | { type: 'show-dataset', dataset: number }
 *   | { type: 'fit', columns: number, rows: number }
 *   | { type: 'painted', dataset: number, page: number, pages: number, items: number, missing: number, range: [number, number] | null, ramp: ImageData | null }
 *   | { type: 'page', page: number }
 *   | { type: 'turn-page', by: number }
 *   | { type: 'show-place', at: number }
 *   | { type: 'open', item: number }
 *   | { type: 'step', by: number }
 *   | { type: 'close-panel' }
 *   | { type: 'find', change: Partial<Query> }
 *   | { type: 'class', label: number, several: boolean }
 *   | { type: 'matches', dataset: number, matches: Matches, complete: boolean }
 *   | { type: 'restart', dataset: number }
 *   | { type: 'check', dataset: number, check: Check | null }
 *   | { type: 'show-list', list: ItemList }
 *   | { type: 'predicted', dataset: number }
 *   | { type: 'choose-predictions', dataset: number, choice: Partial<PredictionChoice> }
 *   | { type: 'mode', mode: Mode }
 *   | { type: 'scale', scale: number }
 *   | { type: 'invert', inverted: boolean }
 *   | { type: 'page-size', size: number }
 *   | { type: 'label', choice: Partial<LabelChoice> }
 *   | { type: 'palette', palette: string }
 *   | { type: 'limits', limits: Limits }
 *   | { type: 'orient', by: 't' | 'h' | 'v' | 'r' | '' }
 *   | { type: 'shape', shape: string }
 *   | { type: 'span', span: Span }
 *   | { type: 'axes', axes: string }
 *   | { type: 'slice', by: number }
 *   | { type: 'view', view: View }
 *   | { type: 'layout', slot: Slot, layout: string }
 *   | { type: 'reset' }
 *   | { type: 'dismiss-link' }
 *   | { type: 'restore', link: Link }} PaneEvent
 */

/**
 * @param {string} hash
 * @returns {State}
 */
export function initial(hash) {
  const link = fromHash(hash);
  const { scale, inverted, fixed, palette, classThumbnails, mode } = link;
  return {
    files: [],
    datasets: [],
    panes: [{ dataset: null, fit: { columns: 1, rows: 1 }, painted: null }],
    active: 0,
    pending: null,
    queries: 0,
    item: null,
    mode,
    scale,
    inverted,
    fixed,
    palette,
    classThumbnails,
    selectsByClick: false,
    firstNumber: 0,
    alerts: [],
    tallies: [],
    inspecting: 0,
    converted: 0,
    link,
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
      return { ...state, inspecting: state.inspecting + event.by, converted: event.converted ?? 0 };
    case 'library':
      return takeLibrary(state, event);
    case 'tally':
      return withTally(state, event.tally);
    case 'status':
      return clampItem(revise(state, event.dataset, { statuses: event.statuses }));
    case 'counts':
      return revise(state, event.dataset, { counts: event.counts });
    case 'job':
      return takeJob(state, event);
    case 'measure':
      return revise(state, event.dataset, { measuring: true });
    case 'select':
      return select(state, event);
    case 'select-all':
      return selectAll(state);
    case 'select-these':
      return selectThese(state, event);
    case 'clear-selection':
      return clearSelection(state);
    case 'restore-selection':
      return restoreSelection(state);
    case 'select-by-click':
      return { ...state, selectsByClick: event.on };
    case 'count-from':
      return { ...state, firstNumber: event.first };
    case 'bookmark':
      return bookmark(state, event.items);
    case 'bookmarks':
      return revise(state, event.dataset, { bookmarks: event.items });
    case 'decide':
      return decide(state, event.change, event.dataset);
    case 'undo':
      return undo(state);
    case 'redo':
      return redo(state);
    case 'discard':
      return discard(state);
    case 'decisions':
      return takeDecisions(state, event);
    case 'names':
      return revise(state, event.dataset, { labelling: event.labelling });
    case 'mapping':
      return useMapping(state, event.dataset);
    case 'class-thumbnails':
      return { ...state, classThumbnails: event.classThumbnails };
    case 'alert':
      return { ...state, alerts: withAlert(state.alerts, event.alert) };
    case 'dismiss':
      return dismiss(state, event.key);
    case 'dismiss-all':
      return { ...state, alerts: [], tallies: [] };
    case 'show-dataset':
      return event.dataset === current(state)?.id ? state : { ...showDataset(state, event.dataset), item: null };
    case 'fit':
      return revisePane(state, { fit: { columns: event.columns, rows: event.rows } });
    case 'painted':
      // Another dataset may have taken the place of the one that was painted.
      return event.dataset === current(state)?.id ? revisePane(state, { painted: event }) : state;
    case 'page':
      return showPlace(state, (event.page - 1) * pageSize(state));
    case 'turn-page':
      return turnPage(state, event.by);
    case 'show-place':
      return showPlace(state, event.at);
    case 'open':
      return openItem(state, event.item);
    case 'step':
      return step(state, event.by);
    case 'close-panel':
      return { ...state, item: null };
    case 'find':
      return find(state, event.change);
    case 'class':
      return toggleClass(state, event);
    case 'matches':
      return takeMatches(state, event);
    case 'restart':
      return restartMatches(state, event.dataset);
    case 'check':
      return revise(state, event.dataset, { check: event.check });
    case 'show-list':
      return find({ ...state, mode: '' }, { ...EVERYTHING, list: event.list });
    case 'predicted':
      return showPredictions(state, event.dataset);
    case 'choose-predictions':
      return choosePredictions(state, event.dataset, event.choice);
    case 'mode':
      return enter(state, event.mode);
    case 'scale':
      return { ...state, scale: event.scale };
    case 'invert':
      return { ...state, inverted: event.inverted };
    case 'page-size':
      return { ...state, fixed: PAGE_SIZES.includes(event.size) ? event.size : 0 };
    case 'label':
      return setLabels(state, event.choice);
    case 'palette':
      return { ...state, palette: PALETTES.find((name) => name === event.palette) ?? PALETTES[0] };
    case 'limits':
      return reviseCurrent(state, { limits: event.limits });
    case 'orient':
      return orient(state, reorient(orientation(current(state)), event.by));
    case 'shape':
      // A new shape is shown at once, whatever view was chosen.
      return reviseCurrent(state, shape(event.shape) ? { shape: shape(event.shape), show: '' } : { shape: '' });
    case 'span':
      return reviseCurrent(state, { span: event.span });
    case 'axes':
      return reviseCurrent(state, { axes: axes(event.axes) });
    case 'slice':
      return slice(state, event.by);
    case 'layout':
      return setLayout(state, event.slot, event.layout);
    case 'view':
      return showAs(state, event.view);
    case 'reset':
      return { ...reviseCurrent(setLayout(setLayout(state, 'images', ''), 'labels', ''), AS_STORED), ...DEFAULT_STYLE };
    case 'restore':
      return followLink(state, event.link);
    case 'dismiss-link':
      return { ...state, link: null };
  }
}
