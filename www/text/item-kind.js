/** What an item of a dataset is: the texts have a noun for each kind. */

import { shownAs } from '../state/index.js';

/**
 * @import { Dataset } from '../state/index.js'
 * @typedef {'image' | 'row' | 'signal' | 'label' | 'value'} ItemKind
 */

/** By how the items are shown. @type {Record<string, ItemKind>} */
const KINDS = {
  images: 'image',
  slice: 'image',
  heat: 'row',
  signals: 'signal',
  table: 'row',
  labels: 'label',
  plot: 'value',
};

/**
 * @param {Dataset} dataset
 * @returns {ItemKind}
 */
export function itemKind(dataset) {
  return KINDS[shownAs(dataset)];
}
