/** The classes in an export: their folders, and their names in an archive or in a file of their own, which mappings.js reads. */

import { noneOf } from '../state/index.js';
import { digits } from '../text/digits.js';
import { naming } from '../text/naming.js';

/**
 * @import { Corrected, Folders } from '../engine/export-plan.js'
 * @import { Dataset } from '../state/index.js'
 */

/** Classes that an archive names at most: a larger label leaves many gaps. */
const MAX_LISTED = 10_000;

/**
 * The names of classes 0, 1, ... for an archive; empty if they do not fit: a label is no place in a list, or two classes have
 * one name, which would be labels. A class without a name has its number.
 * @param {Dataset} dataset
 * @returns {string[]}
 */
export function listOf(dataset) {
  const { names } = naming(dataset);
  const used = dataset.review.decisions.only('corrected').columns.labels;
  const labels = new Set([...names.keys(), ...used, ...(dataset.counts?.classes ?? []).map(({ label }) => label)]);
  const arePlaces = [...labels].every((label) => Number.isInteger(label) && label >= 0 && label < MAX_LISTED);
  const length = names.size && arePlaces ? Math.max(...labels) + 1 : 0;
  const list = Array.from({ length }, (_, at) => names.get(at) ?? `${at}`);
  return new Set(list).size === list.length ? list : [];
}

/**
 * The folders of the classes. Loaders number classes in the order of their folders' names, so labels have equally many
 * digits.
 * @param {Dataset} dataset
 * @param {Corrected | null} corrected  labels, of which one may be a class of its own
 * @returns {Folders}
 */
export function folders(dataset, corrected) {
  const { names, type } = naming(dataset);
  const classes = (dataset.counts?.classes ?? []).map(({ label }) => label);
  const none = noneOf(dataset);
  const labels = [...new Set([...classes, ...(corrected?.labels ?? [])])].filter((label) => label !== none);
  const width = Math.max(0, ...labels.filter(isIndex).map((label) => String(label).length));
  return {
    labels: Float64Array.from(labels),
    folders: labels.map((label) => {
      const number = isIndex(label) ? String(label).padStart(width, '0') : digits(label, type);
      const name = (names.get(label) ?? '').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
      return name ? `${number}-${name}` : number;
    }),
    names: labels.map((label) => names.get(label) ?? ''),
  };
}

/** @param {number} label */
function isIndex(label) {
  return Number.isSafeInteger(label) && label >= 0;
}
