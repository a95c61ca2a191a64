/** Says what a query asks for: its filter and its order. */

import { text } from './index.js';
import { show, titled } from './naming.js';
import { numbersOf } from './numbering.js';

/**
 * @import { Query, Range } from '../state/index.js'
 * @import { Naming } from './naming.js'
 */

/** Characters of a list of numbers that are shown. */
const SHOWN = 40;

/**
 * @param {Query} query
 * @param {Naming} naming
 * @param {number} firstNumber
 */
export function describeFilter({ labels, except, columns, items, list: chosen }, naming, firstNumber) {
  const { filter, numbers } = text;
  /** @param {number} value */
  const write = (value) => show(value, naming.type);
  /** @param {Range} range */
  const writeRange = ([min, max]) => filter.valueRange(write(min), write(max));
  const parts = columns.map(({ column, ranges }) =>
    filter.column(columnName(column, naming), list(ranges, write, writeRange)),
  );
  if (labels) {
    const named = list(labels, (label) => titled(naming, label), writeRange);
    parts.unshift((except ? filter.exceptLabels : filter.labels)(named, isSeveral(labels)));
  }
  if (items) {
    const numbered = list(numbersOf(items, firstNumber), numbers.grouped, ([first, last]) =>
      numbers.range(first, last),
    );
    parts.push(filter.items(numbered, isSeveral(items)));
  }
  if (chosen) parts.push(chosen.title);
  return parts.join(', ');
}

/**
 * @param {Query} query
 * @param {Naming} naming
 */
export function describeOrder({ order, column, descending, seed }, naming) {
  const words = text.filter.order;
  if (order === 'random') return words.random(seed);
  if (order === 'mean') return words.mean(descending);
  if (order === 'label') return words.label(descending);
  if (order === 'column') return words.column(columnName(column, naming), descending);
  return words.number(descending);
}

/**
 * The name of a column, or else its number.
 * @param {number} column
 * @param {Naming} naming
 */
export function columnName(column, { meanings }) {
  return meanings[column] ?? text.filter.columnNumber(column);
}

/**
 * Whether ranges have more than one number.
 * @param {Range[]} ranges
 */
export function isSeveral(ranges) {
  return ranges.length > 1 || ranges.some(([min, max]) => min < max);
}

/**
 * Ranges of whole numbers as a list, cut short where it is long.
 * @param {Range[]} ranges
 */
export function listRanges(ranges) {
  return list(ranges, String, ([min, max]) => text.filter.valueRange(String(min), String(max)));
}

/**
 * Ranges as a list, cut short where it is long.
 * @param {Range[]} ranges
 * @param {(value: number) => string} write
 * @param {(range: Range) => string} writeRange
 */
function list(ranges, write, writeRange) {
  const written = ranges
    .slice(0, SHOWN)
    .map((range) => (Object.is(...range) ? write(range[0]) : writeRange(range)))
    .join(', ');
  return ranges.length > SHOWN || written.length > SHOWN ? `${written.slice(0, SHOWN)}…` : written;
}
