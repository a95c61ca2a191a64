/** Statistics of all images. */

import { grouped } from './numbers.js';

export const statistics = {
  title: 'Statistics',
  meanImage: 'Mean image',
  deviationImage: 'Standard deviation image',
  mean: 'mean',
  deviation: 'deviation',
  classes: 'Classes',
  logScale: 'log scale',
  /** @param {number} images */
  start: (images) => `Measure ${grouped(images)} images`,
  readsAll: 'Reads the whole file once.',
  stillReading: 'The images are still being read.',
  /** @param {number} percent */
  progress: (percent) => `Measured ${percent}%`,
  /** @param {number} images */
  ofAll: (images) => `Of all ${grouped(images)} images, not only those shown.`,
  tooLarge: 'The images are too large for a mean image.',
  tooManyClasses: 'There are too many classes, or the images are too large, for a picture of each class.',
  /**
   * @param {string} mean
   * @param {string} deviation
   * @param {[mean: string, deviation: string] | null} fractions  of 255
   */
  spread: (mean, deviation, fractions) =>
    fractions ? `mean ${mean} (${fractions[0]}), std ${deviation} (${fractions[1]})` : `mean ${mean}, std ${deviation}`,
  noFinite: 'No value is finite.',
  showOnly: 'Show only these',
  /** @param {string[]} shares  of the most frequent values */
  histogram: (shares) => `Histogram of the values. Most frequent: ${shares.join(', ')}`,
  /** @param {string} percent @param {string} value */
  share: (percent, value) => `${percent}% are ${value}`,
  /** @param {string} first @param {string} last */
  values: (first, last) => `${first} to ${last}`,
};
