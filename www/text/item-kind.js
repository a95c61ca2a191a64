/** The kind of a dataset's items: the texts have a noun for each. */

import { shownAs, VIEWS } from '../state/index.js';

/** @import { Dataset } from '../state/index.js' */

/** @param {Dataset} dataset */
export function itemKind(dataset) {
  return VIEWS[shownAs(dataset)].item;
}
