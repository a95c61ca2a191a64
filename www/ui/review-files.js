/** Saves what a review decided: as a corrected labels file, and as a list. */

import { baseName, STATUSES } from '../state/index.js';
import { late } from '../text/late.js';
import { download } from './contact-sheet.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Dataset } from '../state/index.js'
 */

const words = late.review;

/**
 * Saves a copy of the labels file with the corrected labels; says what differs in it.
 * @param {Dataset} dataset
 * @param {Engine} engine
 */
export async function saveLabels({ review, paths }, engine) {
  const { columns } = review.decisions.only('corrected');
  const { blob, changed, changedBytes } = await engine.call('correctedLabels', columns);
  download(blob, words.labelsFile(baseName(paths.labels)));
  return words.savedLabels(changed, changedBytes);
}

/**
 * Saves all decisions; says how many.
 * @param {Dataset} dataset
 * @param {Engine} engine
 */
export async function saveList({ review: { decisions }, name }, engine) {
  download(await engine.call('decisionList', decisions.columns, STATUSES), words.listFile(name));
  return words.savedList(decisions.size);
}
