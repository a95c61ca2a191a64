/** What items are called. */

import { shownAs } from '../state/index.js';

/** @import { Dataset } from '../state/index.js' */

/** By how they are shown. */
const NOUNS = {
  images: 'image',
  slice: 'image',
  heat: 'row',
  signals: 'signal',
  table: 'row',
  labels: 'label',
  plot: 'value',
};

/**
 * What an item of a dataset is called.
 * @param {Dataset} dataset
 */
export function noun(dataset) {
  return NOUNS[shownAs(dataset)];
}
