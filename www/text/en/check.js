/** The check of a dataset. */

import { counted, grouped, range } from './numbers.js';

/**
 * @import { CheckStage } from '../../state/check.js'
 * @import { Finding } from '../../state/page.js'
 *
 * @typedef {object} FindingText
 * @property {string} name
 * @property {(count: number) => string} title  of the list
 * @property {string} how  how it was found, and what it cannot see
 * @property {string} none
 */

/** @type {Record<Finding, FindingText>} */
const findings = {
  suspects: {
    name: 'Suspect labels',
    title: (count) => `${counted(count, 'label')} worth a look`,
    how: 'A model that learned from the other images expects another label. It cannot see an error that most images of a class share.',
    none: 'No label looks suspect.',
  },
  duplicates: {
    name: 'Duplicates',
    title: (count) => `${counted(count, 'group')} of equal images`,
    how: 'All values of these images are equal. Groups whose labels disagree come first. Images with a single value are counted under Facts.',
    none: 'No two images are equal.',
  },
  'near-duplicates': {
    name: 'Near duplicates',
    title: (count) => `${counted(count, 'group')} of nearly equal images`,
    how: 'These images are much closer to each other than neighbours usually are here, even if one is shifted by a pixel or brighter. Rotated or scaled copies are not found.',
    none: 'No two images are nearly equal.',
  },
  leaks: {
    name: 'Also in other datasets',
    title: (count) => `${counted(count, 'group')} across datasets`,
    how: 'Images of this dataset whose values are equal to those of an image in another open dataset, such as test images that are also in train.',
    none: 'No image is also in another open dataset.',
  },
  outliers: {
    name: 'Outliers',
    title: (count) => (count === 1 ? 'The most unusual image' : `The ${grouped(count)} most unusual images`),
    how: 'These images are far from their nearest neighbours, or from those of their class. Rare is not wrong.',
    none: 'No image stands out.',
  },
};

/** @type {Record<CheckStage, string>} */
const stages = {
  collect: 'Collecting the images',
  duplicates: 'Looking for equal images',
  suspects: 'Learning what the classes look like',
  neighbours: 'Comparing all images with all',
  'near-duplicates': 'Looking for nearly equal images',
  outliers: 'Looking for outliers',
};

/** @param {number} bytes */
const megabytes = (bytes) => `${grouped(Math.max(1, Math.round(bytes / 1e6)))} MB`;

export const check = {
  list: 'Findings',
  findings,
  stages,
  facts: 'Facts',
  /** The lists of the statistics, by their names in the core. @type {Record<string, string>} */
  lists: { blank: 'All zero', nan: 'With NaN', infinite: 'With infinite values' },
  constant: 'Constant',
  balance: 'Images per class',
  /** @param {number} min @param {number} max */
  between: (min, max) => (min === max ? grouped(min) : range(min, max)),
  gaps: 'Missing classes',
  withoutLabel: 'Without a label',
  notOneHot: 'Rows without a single 1',
  /** @param {string} other  name of a dataset */
  differences: (other) => `Differences from ${other}`,
  noDifference: 'none',
  /** What two datasets differ in. @type {Record<'mean' | 'deviation' | 'share', (other: string, label: string) => string>} */
  differs: {
    mean: (other) => `Mean, here and in ${other}`,
    deviation: (other) => `Deviation, here and in ${other}`,
    share: (other, label) => `Share of ${label}, here and in ${other}`,
  },
  /** @param {number} here @param {number} there */
  values: (here, there) => `${here.toFixed(1)}, ${there.toFixed(1)}`,
  /** @param {number} here @param {number} there */
  shares: (here, there) => `${(100 * here).toFixed(1)}%, ${(100 * there).toFixed(1)}%`,
  /** Stands for a count that is not known yet. */
  unknown: '–',
  /** What starts the check. @param {number} count @param {number} total */
  start: (count, total) =>
    count < total ? `Check a sample of ${grouped(count)} images` : `Check ${counted(total, 'image')}`,
  again: 'Check again',
  headline: 'Find what is worth a look',
  lead: 'idxlens compares the images with one another: it lists suspect labels, duplicates, outliers, and images that are also in another open dataset. It needs no model and sends nothing.',
  /** @param {number} bytes @param {number} workers */
  memory: (bytes, workers) =>
    `The check takes about ${megabytes(bytes)} of memory, in ${counted(workers, 'worker')}. You can cancel it at any time.`,
  /** @param {number} count @param {number} total */
  sampled: (count, total) =>
    `Comparing all of the ${grouped(total)} images would take too long. A sample of ${grouped(count)}, at equal distances, is compared instead.`,
  /** @param {string[]} names  of other datasets */
  together: (names) => `Compared with ${names.join(' and ')}, which ${names.length > 1 ? 'are' : 'is'} open, too.`,
  /** @param {string} name  of the dataset that teaches */
  taught: (name) => `The labels are judged by a model that learned from ${name}.`,
  reading: 'The check can start when the file has been read.',
  unlabelled: 'Open the label file to check labels.',
  oneClass: 'Labels cannot be checked: there are not two classes.',
  outdated: 'The dataset has changed since it was checked.',
  failed: 'The check ended early.',
  others: 'Other datasets are open now than those that were compared.',
  cancelled: 'The check was cancelled. The lists hold what was found until then.',
  cancel: 'Cancel',
  progress: 'Progress of the check',
  /** @param {number} count @param {number} milliseconds */
  done: (count, milliseconds) =>
    `${counted(count, 'image')} compared in ${(milliseconds / 1000).toFixed(1)}\u00a0s, on this device.`,

  /** An entry's accessible name. @param {string} item @param {string} label @param {string} suggested */
  suspect: (item, label, suggested) => `${item}, label ${label}, suggested ${suggested}`,
  /** @param {number} count @param {boolean} disagree */
  group: (count, disagree) => `${counted(count, 'image')}${disagree ? ', labels disagree' : ''}`,
  /** @param {number} confidence  the calibrated probability that the label is wrong, from 0 to 1 */
  likely: (confidence) => `label doubtful: ${Math.round(100 * confidence)}%`,
  farFrom: { all: 'far from all images', class: 'far from its class' },
  /** @param {string} label */
  orElse: (label) => `or ${label}`,
  /** Of a group. */
  decided: 'reviewed',
  selected: 'selected',
  similar: 'Most similar',
  findSimilar: 'Find similar images',
  draw: 'Find by drawing',
  drawHint: 'Draw an image here, or open a picture. The most similar images appear as you draw.',
  paper: 'Drawing',
  wipe: 'Clear',
  invert: 'Invert',
  usePicture: 'Open a picture',
  closeSketch: 'Close',
  collecting: 'Collecting the images',
  /** @param {string} name */
  noPicture: (name) => `${name} is not a picture that this browser can open. Try a PNG or a JPEG.`,
  /** Images of a group that a card has no room for. @param {number} count */
  more: (count) => `and ${grouped(count)} more`,
  showAll: 'Show all in the grid',
  selectCopies: 'Select all but one of each',
  excludeCopies: 'Exclude all but one of each',
  excludeCopiesHint: 'Keeps the first image of each group. Groups that you have reviewed stay as they are.',
  difference: 'Difference',
  threshold: 'How close',
  inside: 'Just counted',
  outside: 'Just not counted',
  /** @param {number} value  a share of the usual distance between neighbours */
  closer: (value) => `up to ${value.toFixed(2)} of the usual distance`,
  pages: {
    previous: 'Previous findings',
    next: 'Next findings',
    /** @param {number} first @param {number} last @param {number} total */
    position: (first, last, total) => `${range(first, last)} of ${grouped(total)}`,
  },
};
