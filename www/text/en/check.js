/** The check of a dataset. */

import { items } from './items.js';
import { counted, grouped, range } from './numbers.js';

/**
 * @import { CheckStage } from '../../state/check.js'
 * @import { CheckList } from '../../state/page.js'
 * @import { ItemKind } from '../../state/views.js'
 *
 * @typedef {object} ListText
 * @property {string} name
 * @property {(count: number, kind: ItemKind, total: number) => string} title  of the list, which may hold only the first of all items
 * @property {(kind: ItemKind) => string} how  how the list was made, and what it cannot see
 * @property {(kind: ItemKind) => string} none
 */

/** @type {Record<CheckList, ListText>} */
const lists = {
  suspects: {
    name: 'Suspect labels',
    title: (count) => `${counted(count, 'label')} worth a look`,
    how: (kind) =>
      `A model trained without the ${items.single(kind)} predicts another label; it cannot find a mistake that most ${items.several(kind)} of a class share.`,
    none: () => 'No label looks suspect.',
  },
  duplicates: {
    name: 'Duplicates',
    title: (count, kind) => `${counted(count, 'group')} of identical ${items.several(kind)}`,
    how: (kind) =>
      `The ${items.several(kind)} in a group match in every value; images of a single value are listed under “Constant”, and slightly different copies under “Near duplicates”.`,
    none: (kind) => `No two of the compared ${items.several(kind)} are identical.`,
  },
  'near-duplicates': {
    name: 'Near duplicates',
    title: (count, kind) => `${counted(count, 'group')} of nearly identical ${items.several(kind)}`,
    how: (kind) =>
      `The ${items.several(kind)} in a group are much closer to each other than neighbours usually are in this dataset, even if one is shifted by a pixel or brighter; rotated or scaled copies are not found.`,
    none: (kind) => `No two of the compared ${items.several(kind)} are nearly identical.`,
  },
  leaks: {
    name: 'Also in other datasets',
    title: (count) => `${counted(count, 'group')} across datasets`,
    how: (kind) =>
      `These ${items.several(kind)} are identical to some in another open dataset, such as a training set; a copy that differs in a single value is not found.`,
    none: (kind) => `No compared ${items.single(kind)} is also in another open dataset.`,
  },
  outliers: {
    name: 'Outliers',
    title: (count, kind) =>
      count === 1
        ? `The most unusual ${items.single(kind)}`
        : `The ${grouped(count)} most unusual ${items.several(kind)}`,
    how: (kind) =>
      `These ${items.several(kind)} are far from their nearest neighbours or from those with the same label, and may be rare rather than wrong; more than ten that resemble each other are not found.`,
    none: (kind) => `No ${items.single(kind)} stands out.`,
  },
  listed: {
    name: 'In the grid',
    title: (count, kind, total) =>
      count < total
        ? `The first ${grouped(count)} of ${items.counted(kind, total)} in the grid`
        : `${items.counted(kind, count)} in the grid`,
    how: (kind) => `What the grid shows, in its order: all ${items.several(kind)}, or those that match the filter.`,
    none: (kind) => `No ${items.several(kind)} match the filter.`,
  },
};

/** @type {Record<CheckStage, (kind: ItemKind) => string>} */
const stages = {
  collect: (kind) => `Reading the ${items.several(kind)}`,
  duplicates: (kind) => `Looking for identical ${items.several(kind)}`,
  suspects: () => 'Learning what the classes look like',
  neighbours: (kind) => `Comparing all ${items.several(kind)} with one another`,
  'near-duplicates': (kind) => `Looking for nearly identical ${items.several(kind)}`,
  outliers: () => 'Looking for outliers',
};

/** @param {string} text */
function sentence(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** @param {number} bytes */
const megabytes = (bytes) => `${grouped(Math.max(1, Math.round(bytes / 1e6)))} MB`;

export const check = {
  list: 'Findings',
  other: 'Other lists',
  lists,
  stages,
  facts: 'Facts',
  /** The images that the statistics list, by the names of the lists in the core. @type {Record<string, string>} */
  images: { blank: 'All zero', nan: 'With NaN', infinite: 'With infinite values' },
  /** Of one single value. */
  constant: 'Constant',
  /** @param {ItemKind} kind */
  balance: (kind) => `${sentence(items.several(kind))} per class`,
  /** @param {number} min @param {number} max */
  between: (min, max) => (min === max ? grouped(min) : range(min, max)),
  gaps: 'Missing classes',
  withoutLabel: 'Without a label',
  notOneHot: 'Rows that are not one-hot',
  /** @param {string} other  name of a dataset */
  differences: (other) => `Differences from ${other}`,
  noDifference: 'none',
  /** Images whose label no image of the other dataset has. @param {string} other  name of a dataset */
  unknownClass: (other) => `Label not in ${other}`,
  /** What two datasets differ in. @type {Record<'mean' | 'deviation' | 'share', (other: string, label: string) => string>} */
  differs: {
    mean: (other) => `Mean, here and in ${other}`,
    deviation: (other) => `Standard deviation, here and in ${other}`,
    share: (other, label) => `Share of ${label}, here and in ${other}`,
  },
  /** @param {number} here @param {number} there */
  values: (here, there) => `${here.toFixed(1)}, ${there.toFixed(1)}`,
  /** @param {number} here @param {number} there */
  shares: (here, there) => `${(100 * here).toFixed(1)}%, ${(100 * there).toFixed(1)}%`,
  /** Stands for a count that is not known yet. */
  unknown: '–',
  /** What starts the check. @param {number} count @param {number} total @param {ItemKind} kind */
  start: (count, total, kind) =>
    count < total ? `Check a sample of ${items.counted(kind, count)}` : `Check ${items.counted(kind, total)}`,
  again: 'Check again',
  headline: 'Check this dataset',
  /** @param {ItemKind} kind */
  lead: (kind) =>
    `idxlens compares the ${items.several(kind)} with one another. It lists what is worth a look: suspect labels, duplicates, outliers, and ${items.several(kind)} that are also in another open dataset. It uses only the files that you opened, and nothing leaves this device.`,
  /** @param {number} bytes @param {number} workers */
  memory: (bytes, workers) =>
    `This needs about ${megabytes(bytes)} of memory and runs in ${counted(workers, 'worker')}. You can cancel it at any time.`,
  /** @param {number} count @param {number} total @param {ItemKind} kind */
  sampled: (count, total, kind) =>
    `Comparing all ${items.counted(kind, total)} would take too much time or memory. idxlens compares an evenly spaced sample of ${grouped(count)}.`,
  /** @param {{ name: string, count: number, total: number }[]} others  datasets, and how many of their images are compared */
  together: (others) => {
    const names = others.map(({ name, count, total }) =>
      count < total ? `${name} (a sample of ${grouped(count)} of ${grouped(total)})` : name,
    );
    return `Compared with ${names.join(' and ')}, which ${names.length > 1 ? 'are' : 'is'} also open.`;
  },
  /** @param {string[]} names  of datasets for which there is no room @param {number} count  of the compared @param {ItemKind} kind */
  omitted: (names, count, kind) =>
    `idxlens compares at most ${items.counted(kind, count)} of this size at once, so ${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} left out.`,
  /** @param {string} name  of the dataset that teaches */
  taught: (name) => `A model trained on ${name} judges the labels.`,
  reading: 'The check can start once the file has been read.',
  unlabelled: 'Open the labels file to check the labels, too.',
  oneClass: 'Labels can’t be checked: that needs at least two classes.',
  outdated: 'The dataset has changed since the last check.',
  failed: 'The check stopped early.',
  others: 'The open datasets have changed since the check.',
  cancelled: 'The check was cancelled. The lists show what it had found.',
  cancel: 'Cancel',
  progress: 'Progress of the check',
  /** @param {number} count @param {number} milliseconds @param {ItemKind} kind */
  done: (count, milliseconds, kind) =>
    `${items.counted(kind, count)} compared in ${(milliseconds / 1000).toFixed(1)}\u00a0s, on this device.`,

  /** An entry's accessible name. @param {string} item @param {string} label @param {string} suggested */
  suspect: (item, label, suggested) => `${item}, label ${label}, suggested ${suggested}`,
  /** @param {number} count @param {boolean} disagree @param {ItemKind} kind */
  group: (count, disagree, kind) => `${items.counted(kind, count)}${disagree ? ', labels disagree' : ''}`,
  /** Never 100%: no label is certainly wrong. @param {number} confidence  the calibrated probability that the label is wrong, from 0 to 1 */
  likely: (confidence) => (confidence < 0.995 ? `doubt ${Math.round(100 * confidence)}%` : 'doubt >99%'),
  farFrom: { all: 'far from all others', class: 'far from its class' },
  /** @param {string} label */
  orElse: (label) => `second guess ${label}`,
  /** Of a group. */
  decided: 'reviewed',
  selected: 'selected',
  similar: 'Most similar',
  /** @param {ItemKind} kind */
  findSimilar: (kind) => `Find similar ${items.several(kind)}`,
  /** @param {number} bytes */
  takes: (bytes) => `This takes about ${megabytes(bytes)} of memory.`,
  busy: 'Another dataset is being checked. The search can start when that ends.',
  draw: 'Find by drawing',
  /** @param {ItemKind} kind */
  drawHint: (kind) =>
    `Draw here, or open, drop or paste a picture. The most similar ${items.several(kind)} appear as you draw.`,
  /** @param {string} picture  the name of a file that was dropped @param {ItemKind} kind */
  lookedFor: (picture, kind) => `The ${items.several(kind)} most similar to ${picture}.`,
  paper: 'Drawing',
  wipe: 'Clear',
  invert: 'Invert',
  usePicture: 'Open a picture',
  closeSketch: 'Close',
  /** @param {ItemKind} kind */
  collecting: stages.collect,
  /** @param {string} name */
  noPicture: (name) => `This browser can’t open ${name} as a picture. Try a PNG or a JPEG.`,
  /** Items of a group that a card has no room for. @param {number} count */
  more: (count) => `and ${grouped(count)} more`,
  showAll: 'Show all in the grid',
  selectCopies: 'Select all but one of each',
  excludeCopies: 'Exclude all but one of each',
  excludeCopiesHint:
    'Keeps the first of each group. Groups that you have reviewed, or whose labels disagree, stay as they are.',
  difference: 'Difference',
  threshold: 'Maximum distance',
  inside: 'Barely included',
  outside: 'Barely excluded',
  /** @param {number} value  a share of the usual distance between neighbours */
  closer: (value) => `${value.toFixed(2)} × the usual distance`,
  pages: {
    previous: 'Previous cards',
    next: 'Next cards',
    /** @param {number} first @param {number} last @param {number} total */
    position: (first, last, total) => `${range(first, last)} of ${grouped(total)}`,
  },
};
