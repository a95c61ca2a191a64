/** Tables of numbers. */

import { grouped } from './numbers.js';

export const tables = {
  question: 'The label is in',
  /** @param {number} column  its number, or 0 for none @param {string} name  or '' */
  column: (column, name) => (name ? `“${name}”` : column ? `Column ${grouped(column)}` : 'No column'),
  other: 'or column:',
  typed: 'name or number',
  /** @param {string} typed @param {number} count */
  unknown: (typed, count) => `There is no column “${typed}” (1–${grouped(count)}).`,
};
