/** The values at the ends of the colours. */

import { counted } from './numbers.js';

/**
 * @param {number} low
 * @param {number} high
 */
const range = (low, high) => (low < 0 ? `${low} to ${high}` : `${low}–${high}`);

export const legend = {
  notFinite: 'Not finite',
  /** @param {number} values */
  count: (values) => counted(values, 'value'),
  range,
  eachItem: 'each item: min–max',
  /** @param {number} low @param {number} high */
  fixed: (low, high) => `${range(low, high)}, fixed`,
  /** @param {number} low @param {number} high */
  symmetric: (low, high) => `${range(low, high)}, symmetric around 0`,
};
