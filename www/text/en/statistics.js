/** Statistics of the images. */

import { items } from './items.js';
import { counted, grouped } from './numbers.js';

/** @import { ItemKind } from '../../state/views.js' */

export const statistics = {
  meanImage: 'Mean image',
  deviationImage: 'Standard deviation image',
  mean: 'mean',
  deviation: 'std',
  classes: 'Classes',
  logScale: 'log scale',
  /** @param {ItemKind} kind @param {number} count */
  start: (kind, count) => `Measure ${items.counted(kind, count)}`,
  readsAll: 'Reads the whole file once.',
  /** @param {ItemKind} kind */
  stillReading: (kind) => `The ${items.several(kind)} are still being read.`,
  /** @param {number} percent */
  progress: (percent) => `Measured ${percent}%`,
  /** @param {ItemKind} kind @param {number} count */
  ofAll: (kind, count) => `All ${items.counted(kind, count)}`,
  /** @param {ItemKind} kind @param {number} count @param {number} checked  items that the lists are of, if there are any */
  ofMatches: (kind, count, checked) =>
    `${items.counted(kind, count)} that ${count === 1 ? 'matches' : 'match'} the filter.${checked ? ` The lists below are of all ${grouped(checked)}.` : ''}`,
  /** @param {ItemKind} kind @param {number} count */
  measuringMatches: (kind, count) => `Measuring the ${items.counted(kind, count)} that match the filter`,
  /** @param {ItemKind} kind */
  tooLarge: (kind) => `The ${items.several(kind)} are too large for a mean image.`,
  /** @param {ItemKind} kind */
  tooManyClasses: (kind) =>
    `There are too many classes, or the ${items.several(kind)} are too large, for a picture of each class.`,
  /** @param {string} mean @param {string} deviation */
  spread: (mean, deviation) => `mean ${mean}, std ${deviation}`,
  /** @param {string} mean @param {string} deviation */
  fractions: (mean, deviation) => `Divided by 255: mean ${mean}, std ${deviation}`,
  /** @param {[nan: number, negative: number, positive: number]} counts */
  notFinite: ([nan, negative, positive]) =>
    `Not finite: ${[
      [nan, 'NaN'],
      [negative, '−∞'],
      [positive, '+∞'],
    ]
      .filter(([count]) => count)
      .map(([count, name]) => `${grouped(Number(count))} × ${name}`)
      .join(', ')}`,
  noFinite: 'No value is finite.',
  showOnly: 'Show only these',
  /** @param {string[]} shares  of the most frequent values */
  histogram: (shares) => `Histogram of the values. Most frequent: ${shares.join(', ')}`,
  /** @param {string} percent @param {string} value */
  share: (percent, value) => `${percent}% are ${value}`,
  /** @param {string} first @param {string} last */
  values: (first, last) => `${first} to ${last}`,
  histogramKeys: 'Left and right arrow keys move from bar to bar.',
  histogramHint: 'Tap a bar, or point at it, to read its count.',
  /** @param {string} values @param {number} count @param {string} percent */
  bar: (values, count, percent) => `${values}: ${counted(count, 'value')} (${percent}%)`,

  perClass: 'Figures per class',
  /** @param {string} dataset */
  tableOf: (dataset) => `Figures of ${dataset} per class`,
  columns: ['class', 'items', 'mean', 'std', 'min', 'max'],
  notFiniteColumns: ['NaN', '−∞', '+∞'],
  allClasses: 'all',
  copyCsv: 'Copy as CSV',
  csv: 'Figures as CSV',
  copied: 'copied',
  below: 'CSV below',
};
