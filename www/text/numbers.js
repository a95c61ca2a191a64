/** Numbers as the reader's language writes them. */

import { text } from './index.js';

export const { grouped, signed } = text.numbers;

/**
 * Four significant digits.
 * @param {number} value
 */
export function short(value) {
  return signed(String(Number(value.toPrecision(4))));
}
