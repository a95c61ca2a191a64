/** The props of the element that shows predictions. */

import { isPredicting, otherPredictions, shownPredictions } from '../state/index.js';
import { namingWithPredicted } from '../text/naming.js';

/**
 * @import { Library } from '../engine/library.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { Props } from './prediction-view.js'
 */

/**
 * How the predictions of a dataset compare with its labels; null in other modes.
 * @param {State} state
 * @param {Dataset} dataset
 * @param {Library} library
 * @returns {Props | null}
 */
export function predictionProps(state, dataset, { predictions }) {
  const shown = shownPredictions(dataset);
  if (!shown || !isPredicting(state)) return null;
  return {
    dataset: dataset.id,
    all: dataset.predictions,
    shown,
    other: otherPredictions(dataset),
    naming: namingWithPredicted(dataset),
    list: (...which) => predictions.list(...which),
    cell: (...which) => predictions.cell(...which),
    compare: (...which) => predictions.compare(...which),
  };
}
