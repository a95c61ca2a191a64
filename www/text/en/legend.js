/** The values at the ends of the colours, and where they come from. */

import { counted, valueRange } from './numbers.js';

/**
 * @param {number} low
 * @param {number} high
 */
const range = (low, high) => valueRange(String(low), String(high));

export const legend = {
  notFinite: 'Not finite',
  /** @param {number} values */
  count: (values) => counted(values, 'value'),
  /** @param {number} low @param {number} high @param {string} type */
  ofType: (low, high, type) => [range(low, high), `range of ${type}`],
  /** @param {number} low @param {number} high */
  soFar: (low, high) => [range(low, high), 'values seen so far'],
  /** @param {number} low @param {number} high */
  ofFile: (low, high) => [range(low, high), 'range in the file'],
  eachItem: ['min–max', 'of each item'],
  /** @param {number} low @param {number} high */
  fixed: (low, high) => [range(low, high), 'fixed'],
  /** @param {number} low @param {number} high */
  symmetric: (low, high) => [range(low, high), 'symmetric around 0'],
};
