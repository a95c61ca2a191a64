/** Files are opened and closed: how the datasets that they make come into the state. */

import { AUTOMATIC_LABELS, NO_BOOKMARKS, NO_SELECTION, NOT_MEASURED, START, withJob } from './dataset.js';
import { followLink } from './follow-link.js';
import { clampItem, current, revise, showDataset } from './page.js';
import { NO_PREDICTIONS } from './predictions.js';
import { readsLabels } from './query.js';
import { NO_REVIEW } from './review.js';
import { AS_STORED } from './style.js';

/**
 * @import { Dataset, DatasetRecord } from './dataset.js'
 * @import { State } from './page.js'
 * @import { PaneEvent } from './reduce.js'
 */

/**
 * @param {State} state
 * @param {Extract<PaneEvent, { type: 'library' }>} event
 * @returns {State}
 */
export function takeLibrary(state, { datasets: records, files, select }) {
  const datasets = records.map((record) => {
    const known = state.datasets.find(({ id }) => id === record.id);
    return known ? updated(known, record) : { ...FRESH, ...record };
  });
  const chosen = datasets.find(({ id }) => id === select);
  const before = datasets.find(({ id }) => id === current(state)?.id);
  // New labels without images do not replace the images in view.
  const isReplaced = chosen && !(before?.statuses.images && !chosen.statuses.images);
  // Back has led to the first screen, which stays until the user opens something.
  const isBehind = !current(state) && state.datasets.length > 0;
  const shown = (isReplaced ? chosen : before) ?? (isBehind ? undefined : datasets[0]);
  const item = shown && shown.id === before?.id ? state.item : null;
  const next = clampItem({ ...showDataset({ ...state, datasets }, shown?.id ?? null), files, item });
  return state.link ? followLink(next, state.link) : next;
}

/** How the page shows a dataset at first. */
const FRESH = {
  counts: null,
  ...START,
  ...AS_STORED,
  labelling: AUTOMATIC_LABELS,
  ...NOT_MEASURED,
  check: null,
  selection: NO_SELECTION,
  cleared: null,
  bookmarks: NO_BOOKMARKS,
  review: NO_REVIEW,
  prediction: NO_PREDICTIONS,
};

/**
 * A dataset with what the library now reports about it. Settings that belong to a replaced file go back to their defaults.
 * @param {Dataset} known
 * @param {DatasetRecord} record
 * @returns {Dataset}
 */
function updated(known, record) {
  const sameImages = known.images === record.images;
  const sameLabels = known.labels === record.labels;
  // A filter by other labels would mean something else.
  const filterIsStale = known.labels && !sameLabels && readsLabels(known.query);
  return {
    ...known,
    ...(sameImages
      ? {}
      : { ...NOT_MEASURED, selection: NO_SELECTION, cleared: null, bookmarks: NO_BOOKMARKS, imagesLayout: '' }),
    ...(sameLabels ? {} : { labelsLayout: '' }),
    ...(sameImages && sameLabels ? {} : { review: NO_REVIEW }),
    ...(filterIsStale ? START : {}),
    ...record,
  };
}

/**
 * Takes the progress of a job, and its report if there is a new one.
 * @param {State} state
 * @param {Extract<PaneEvent, { type: 'job' }>} event
 */
export function takeJob(state, { dataset: id, kind, progress, report }) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  if (!dataset) return state;
  const change = report === undefined ? { progress } : { progress, report };
  return revise(state, id, { jobs: withJob(dataset.jobs, kind, change) });
}
