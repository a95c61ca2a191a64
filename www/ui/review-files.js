/** Saves what a review decided: as a corrected labels file, and as a list. */

import { baseName, STATUSES } from '../state/index.js';
import { late } from '../text/late.js';
import { download } from './download.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Dataset } from '../state/index.js'
 */

const words = late.review;

/**
 * Saves a copy of the labels file with the corrected labels; says its name and what differs in it.
 * @param {Dataset} dataset
 * @param {Engine} engine
 */
export async function saveLabels({ review, paths }, engine) {
  const { columns } = review.decisions.only('corrected');
  const { blob, changed, changedBytes } = await engine.call('correctedLabels', columns);
  const file = words.labelsFile(baseName(paths.labels));
  download(blob, file);
  return words.savedLabels(file, changed, changedBytes);
}

/**
 * Saves all decisions; says under which name, and how many.
 * @param {Dataset} dataset
 * @param {Engine} engine
 */
export async function saveList({ review: { decisions }, name }, engine) {
  const file = words.listFile(name);
  download(await engine.call('decisionList', decisions.columns, STATUSES), file);
  return words.savedList(file, decisions.size);
}
