/** What all images are like together. */

import { grouped } from './numbers.js';

export const statistics = {
  meanImage: 'Mean image',
  deviationImage: 'Image of standard deviations',
  mean: 'mean',
  deviation: 'deviation',
  classes: 'Classes',
  logScale: 'log scale',
  /** @param {number} images */
  start: (images) => `Measure ${grouped(images)} images`,
  readsAll: 'All of the file is read once for it.',
  stillReading: 'The images are still being read.',
  /** @param {number} percent */
  progress: (percent) => `Measured ${percent}%`,
  /** @param {number} images */
  ofAll: (images) => `Of all ${grouped(images)} images, not only of those that are shown.`,
  tooLarge: 'The images are too large for a mean of them.',
  tooManyClasses: 'The classes are too many, or too large, for a picture of each.',
  /**
   * @param {string} mean
   * @param {string} deviation
   * @param {[mean: string, deviation: string] | null} fractions  of 255
   */
  spread: (mean, deviation, fractions) =>
    `mean ${mean}, standard deviation ${deviation}${fractions ? `; ${fractions[0]} and ${fractions[1]} of 255` : ''}`,
  noFinite: 'No value is finite.',
  /** @param {number} images */
  blank: (images) => `${grouped(images)} ${images === 1 ? 'image is' : 'images are'} all zero`,
  showOnly: 'Show only these',
  /** @param {string[]} shares  of the most frequent values */
  histogram: (shares) => `How often there is which value: ${shares.join(', ')}`,
  /** @param {string} percent @param {string} value */
  share: (percent, value) => `${percent}% are ${value}`,
  /** @param {string} first @param {string} last */
  values: (first, last) => `${first} to ${last}`,
};
