/** The check of a dataset: which images are compared, how far it is, and what was found. */

/**
 * @import { CheckResults } from '../pkg/insight.js'
 * @import { CheckedSet, Plan } from '../engine/check-plan.js'
 * @import { Fault } from '../engine/protocol.js'
 * @import { Dataset } from './dataset.js'
 * @import { CheckList, Finding, Mode } from './page.js'
 *
 * @typedef {'collect' | 'duplicates' | 'suspects' | 'neighbours' | 'near-duplicates' | 'outliers'} CheckStage
 *
 * @typedef {{ sets: Pick<CheckedSet, 'dataset' | 'first' | 'count' | 'total'>[] }} Compared  the images that places are among
 *
 * @typedef {object} Check
 * @property {string} key  what the dataset was when it was checked: see checkKey
 * @property {Record<number, string>} siblings  the same of the other datasets that take part, by their ids
 * @property {Plan} plan  which images are compared
 * @property {CheckStage | null} stage  what is being done; null when the check is over
 * @property {number} progress  of the stage, from 0 to 1
 * @property {boolean} isProjected  whether the principal components of all images are known, with which a map starts
 * @property {boolean} isCompared  whether the neighbours of all images are known, with which a map is laid out
 * @property {Partial<CheckResults>} results  found so far
 * @property {Fault | null} fault  why it ended early
 * @property {number} duration  milliseconds
 */

/** Pixels of the longer side of an image as it is compared. */
const MAX_SIDE = 64;

/** In the order of the list. @type {Finding[]} */
export const FINDINGS = ['suspects', 'duplicates', 'near-duplicates', 'leaks', 'outliers'];

/** @type {CheckList[]} */
export const CHECK_LISTS = [...FINDINGS, 'listed'];

/**
 * @param {Mode} mode
 * @returns {mode is CheckList}
 */
export function isCheckList(mode) {
  return CHECK_LISTS.includes(/** @type {CheckList} */ (mode));
}

/**
 * Whether the images of a dataset can be compared: they have been read, and there are some.
 * @param {Dataset} dataset
 */
export function canCheck({ statuses: { images, labels } }) {
  return !!images?.done && images.items > 0 && images.rows > 0 && images.columns > 0 && labels?.done !== false;
}

/**
 * What the results of a check depend on. With another key they are out of date.
 * @param {Dataset} dataset
 */
export function checkKey({ images, labels, statuses, shape, axes, orientation }) {
  const { images: status, labels: labelled } = statuses;
  const layouts = [status?.layout.text, labelled?.layout.text, labelled?.labelling?.column];
  return JSON.stringify([images, labels, layouts, shape, axes, orientation, status?.items, labelled?.items]);
}

/**
 * The check of a dataset, unless that or another dataset that took part has changed since.
 * @param {Dataset} dataset
 * @param {Dataset[]} open
 */
export function checkOf(dataset, open) {
  return dataset.check && isUpToDate(dataset.check, dataset, open) ? dataset.check : null;
}

/**
 * Whether a check still describes a dataset and the others that took part, as far as these are open.
 * @param {Pick<Check, 'key' | 'siblings'>} check
 * @param {Dataset} dataset
 * @param {Dataset[]} open
 */
export function isUpToDate({ key, siblings }, dataset, open) {
  const isSame = (/** @type {Dataset} */ other) => (siblings[other.id] ?? checkKey(other)) === checkKey(other);
  return key === checkKey(dataset) && open.every(isSame);
}

/**
 * The dataset and the number of an image that was compared.
 * @param {Compared} plan
 * @param {number} place  among all that were compared
 */
export function comparedItem({ sets }, place) {
  const { dataset, first, count, total } = sets.findLast((set) => set.first <= place) ?? sets[0];
  return { dataset, item: sampled(place - first, count, total) };
}

/**
 * The numbers of a checked dataset's own items at some places.
 * @param {Dataset} dataset
 * @param {number[]} places
 */
export function comparedItems(dataset, places) {
  const plan = dataset.check?.plan;
  const found = plan ? places.map((place) => comparedItem(plan, place)) : [];
  return found.filter(({ dataset: id }) => id === dataset.id).map(({ item }) => item);
}

/**
 * The place among all images that were compared of one of the checked dataset; null if it was not compared.
 * @param {Plan} plan
 * @param {number} item
 */
export function comparedPlace({ sets: [{ count, total }] }, item) {
  const place = Math.ceil((item * count) / total);
  return place < count && sampled(place, count, total) === item ? place : null;
}

/**
 * The number of an item at a place in a sample.
 * @param {number} place
 * @param {number} count  of the sample
 * @param {number} total
 */
export function sampled(place, count, total) {
  return Math.floor((place * total) / count);
}

/**
 * The size of images as they are compared, and how many elements each of their pixels stands for in each direction.
 * @param {{ rows: number, columns: number }} images
 */
export function comparedSize({ rows, columns }) {
  const shrink = Math.max(1, Math.ceil(Math.max(rows, columns) / MAX_SIDE));
  return { rows: Math.ceil(rows / shrink), columns: Math.ceil(columns / shrink), shrink };
}
