/** How a dataset is checked: which images are compared, at which size, by how many workers. */

import { canCheck, comparedSize } from '../state/index.js';
import { isSplitOf } from './splits.js';

/**
 * @import { Dataset } from '../state/index.js'
 *
 * @typedef {object} CheckedSet  the images of a dataset that are compared
 * @property {number} dataset  its id
 * @property {number} first  the place of its first image among all that are compared
 * @property {number} count  how many of its images are compared: all, or a sample at equal distances
 * @property {number} total  how many it has
 * @property {number} itemLength  bytes of each image in its file
 * @property {number | null} unlabelled  the label of items without one
 * @property {boolean} learns  whether its labels teach the model that judges the labels
 * @property {boolean} judged  whether its labels are judged
 * @property {boolean} isRelated  whether it is the dataset itself or a split of the same one
 *
 * @typedef {object} Plan  of a check
 * @property {CheckedSet[]} sets  the dataset itself first
 * @property {number[]} omitted  the ids of open datasets that could take part, but for which there is no room
 * @property {number} rows  of the images as they are compared
 * @property {number} columns
 * @property {number} shrink  elements per pixel, in each direction
 * @property {number} workers
 * @property {number} memory  bytes that the check takes at most, about
 * @property {number} held  bytes that one worker with all images takes, about: enough to find similar ones
 */

/** More images are not compared all with all: a sample of this size is. */
const MAX_IMAGES = 70_000;
/** Limit of the bytes of compared images: each worker holds all of them. */
const MAX_PIXELS = 128e6;
/** Bytes of images that all workers together hold, at most, where more than one is used. */
const MAX_HELD = 256e6;
const MAX_WORKERS = 4;
/** Bytes that a worker takes beside the images, and that each image takes there beside its pixels. */
const WORKER = 24e6;
const IMAGE = 800;
/** Bytes of what a judge of the labels learns: of the images, and of each class beside its scores. */
const MODELS = 28e6;
const CLASS = 28e3;
/** Bytes of an image's score for one class, which each judge holds by two views of the image. */
const SCORE = 8;
/** Bytes that a judge keeps of an image, its nearest others among them, where there are no more than so many images. */
const KEPT = { bytes: 4000, images: 16_384 };
/** The tasks that judge the labels, each by another view of the images. A worker does one at a time. */
export const VIEWS = /** @type {const} */ (['plain-scores', 'deskewed-scores']);

/**
 * How a dataset would be checked, together with the open datasets whose images have the same size.
 * @param {Dataset} dataset
 * @param {Dataset[]} open
 * @returns {Plan}
 */
export function planOf(dataset, open) {
  const cores = navigator.hardwareConcurrency || 2;
  const size = comparedSize(/** @type {NonNullable<Dataset['statuses']['images']>} */ (dataset.statuses.images));
  /** @type {CheckedSet[]} */
  const sets = [];
  const siblings = open.filter((other) => other.id !== dataset.id && canCheck(other) && isAlike(dataset, other));
  const limit = Math.min(MAX_IMAGES, Math.floor(MAX_PIXELS / (size.rows * size.columns)));
  let left = limit;
  /** @type {number[]} */
  const omitted = [];
  const splits = siblings.filter((other) => isSplitOf(dataset, other));
  const teacher = splits.find(({ name }) => /train/i.test(name));
  for (const set of [dataset, ...splits, ...siblings.filter((other) => !splits.includes(other))]) {
    const total = set.statuses.images?.items ?? 0;
    const count = Math.min(total, left);
    const first = limit - left;
    const judged = set === dataset;
    const learns = teacher && !/train/i.test(dataset.name) ? set === teacher : judged;
    const itemLength = set.statuses.images?.layout.itemLength ?? 1;
    const { id, unlabelled } = set;
    const isRelated = judged || splits.includes(set);
    if (count) sets.push({ dataset: id, first, count, total, itemLength, unlabelled, learns, judged, isRelated });
    else omitted.push(set.id);
    left -= count;
  }
  // Where the sample has no room for the train split, the dataset's own labels teach.
  if (!sets.some(({ learns }) => learns)) sets[0].learns = true;
  const count = limit - left;
  const pixels = count * size.rows * size.columns;
  const workers = Math.max(1, Math.min(MAX_WORKERS, cores, Math.max(2, Math.floor(MAX_HELD / pixels))));
  const classes = classesOf(dataset);
  const related = sets.reduce((sum, set) => sum + (set.isRelated ? set.count : 0), 0);
  const kept = related <= KEPT.images ? KEPT.bytes * related : 0;
  const judging = classes ? MODELS + classes * (CLASS + SCORE * related) + kept : 0;
  const memory = workers * (pixels + WORKER + count * IMAGE) + Math.min(workers, VIEWS.length) * judging;
  return { sets, omitted, ...size, workers, memory, held: pixels + WORKER };
}

/**
 * How many classes the labels of a dataset have, as far as they are counted.
 * @param {Dataset} dataset
 */
function classesOf({ counts }) {
  return counts ? counts.classes.length + counts.more : 0;
}

/**
 * Whether the images of two datasets have the same size.
 * @param {Dataset} one
 * @param {Dataset} other
 */
function isAlike({ statuses: { images: one } }, { statuses: { images: other } }) {
  return one?.rows === other?.rows && one?.columns === other?.columns && one?.channels === other?.channels;
}

/**
 * Whether other datasets could take part now than those that did.
 * @param {Dataset} dataset
 * @param {Dataset[]} open
 * @param {Plan} plan
 */
export function isOtherPlan(dataset, open, plan) {
  const ids = (/** @type {CheckedSet[]} */ sets) => sets.map((set) => set.dataset).join();
  return canCheck(dataset) && ids(planOf(dataset, open).sets) !== ids(plan.sets);
}
