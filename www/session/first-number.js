/** Stores whether the user counts items from 0 or from 1. */

import { keep, kept } from './storage.js';

const KEY = 'first-number';

/** @returns {0 | 1} */
export function keptFirstNumber() {
  return kept(KEY) === '1' ? 1 : 0;
}

/** @param {0 | 1} first */
export function keepFirstNumber(first) {
  keep(KEY, first ? '1' : '');
}
