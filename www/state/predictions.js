/** Predictions of the items of a dataset: which are shown, and which file could hold some. */

import { total } from './dataset.js';
import { current, enter, revise, showDataset } from './page.js';

/**
 * @import { Evaluation } from '../pkg/insight.js'
 * @import { Status } from '../engine/protocol.js'
 * @import { Names } from '../text/class-names.js'
 * @import { Dataset } from './dataset.js'
 * @import { State } from './page.js'
 *
 * @typedef {object} Predicted  what a file predicts for the items of a dataset
 * @property {number} id
 * @property {number} version  changes whenever the file is read again
 * @property {string} name  of the file
 * @property {Evaluation} evaluation  how it compares with the labels
 * @property {Float64Array} predicted  the class of each item; NaN where none is predicted
 * @property {Names} names  of classes that are predicted, and that the labels do not have
 *
 * @typedef {object} PredictionChoice
 * @property {number | null} shown  the predictions that are shown; null: the last ones
 * @property {number | null} against  those that they are compared with
 * @property {number[]} declined  files of labels that are no predictions, as the user said
 * @property {string} lost  the name of a file whose predictions went with the last visit, or ''
 */

/** @type {PredictionChoice} */
export const NO_PREDICTIONS = { shown: null, against: null, declined: [], lost: '' };

/**
 * The predictions that are shown of a dataset; null if it has none.
 * @param {Dataset} dataset
 * @returns {Predicted | null}
 */
export function shownPredictions({ predictions, prediction }) {
  return predictions.find(({ id }) => id === prediction.shown) ?? predictions.at(-1) ?? null;
}

/**
 * The predictions that those shown are compared with; null if there are none.
 * @param {Dataset} dataset
 * @returns {Predicted | null}
 */
export function otherPredictions(dataset) {
  const shown = shownPredictions(dataset);
  const { predictions, prediction } = dataset;
  return predictions.find((other) => other.id === prediction.against && other !== shown) ?? null;
}

/**
 * The class that is predicted for an item, if one is.
 * @param {Predicted | null} predictions
 * @param {number} item
 */
export function predictedClass(predictions, item) {
  const predicted = predictions?.predicted[item];
  return predicted === undefined || Number.isNaN(predicted) ? undefined : predicted;
}

/**
 * Whether the page shows how predictions compare with the labels.
 * @param {State} state
 */
export function isPredicting(state) {
  const dataset = current(state);
  return state.mode === 'predictions' && dataset !== null && shownPredictions(dataset) !== null;
}

/**
 * A file of the labels or numbers of as many items as a labelled dataset has, which could be predictions of them; null if
 * there is none.
 * @param {State} state
 * @returns {{ dataset: Dataset, loose: Dataset, file: number } | null}
 */
export function offeredPredictions(state) {
  const shown = current(state);
  if (!shown) return null;
  const pairs = state.datasets.flatMap((other) => [
    { dataset: shown, loose: other },
    { dataset: other, loose: shown },
  ]);
  const offers = pairs.flatMap(({ dataset, loose }) => {
    const file = looseFile(loose);
    if (file === null || dataset === loose || dataset.images === null || dataset.labels === null) return [];
    // Labels are offered where they can replace those of the dataset.
    const isNew = dataset.labels !== file && (loose.labels === null || dataset === shown);
    const fits = total(dataset) > 0 && total(dataset) === total(loose);
    return isNew && fits && !dataset.prediction.declined.includes(file) ? [{ dataset, loose, file }] : [];
  });
  return offers.at(-1) ?? null;
}

/**
 * The file of a dataset of labels alone, or of rows of floats alone; null for others.
 * @param {Dataset} dataset
 */
function looseFile({ images, labels, statuses, part }) {
  if (part) return null;
  if (labels !== null) return images === null ? labels : null;
  return statuses.images && areRows(statuses.images) ? images : null;
}

/** @param {Status} status */
function areRows({ shape, elementType }) {
  return shape.length === 2 && shape[1] > 1 && elementType.startsWith('f');
}

/**
 * Shows the predictions that were opened last.
 * @param {State} state
 * @param {number} dataset
 */
export function showPredictions(state, dataset) {
  const isOther = current(state)?.id !== dataset;
  const shown = isOther ? { ...showDataset(state, dataset), item: null } : state;
  return enter(choosePredictions(shown, dataset, { shown: null, lost: '' }), 'predictions');
}

/**
 * Chooses the predictions that are shown, or those they are compared with.
 * @param {State} state
 * @param {number} id  of their dataset
 * @param {Partial<PredictionChoice>} choice
 */
export function choosePredictions(state, id, choice) {
  const dataset = state.datasets.find((dataset) => dataset.id === id);
  return dataset ? revise(state, id, { prediction: { ...dataset.prediction, ...choice } }) : state;
}
