/**
 * The numbers of items as a person counts them: from 0, as everything here does, or from 1. What is seen, typed or copied
 * goes through here; links, and whatever else is kept, count from 0.
 */

import { keep, kept } from '../session/storage.js';

/** @import { Range } from '../state/index.js' */

const KEPT = 'first-number';
let first = kept(KEPT) === '1' ? 1 : 0;

/** The number of the first item: 0 or 1. */
export function firstNumber() {
  return first;
}

/** @param {boolean} fromOne */
export function countFromOne(fromOne) {
  first = fromOne ? 1 : 0;
  keep(KEPT, fromOne ? '1' : '');
}

/**
 * The number that an item is seen by.
 * @param {number} item
 * @param {number} first  the first item's number
 */
export function numberOf(item, first = firstNumber()) {
  return item + first;
}

/**
 * The item that a number means.
 * @param {number} number
 * @param {number} first  the first item's number
 */
export function itemOf(number, first = firstNumber()) {
  return number - first;
}

/**
 * The numbers that ranges of items are seen by.
 * @param {Range[]} ranges
 * @param {number} first  the first item's number
 */
export function numbersOf(ranges, first = firstNumber()) {
  return ranges.map(([start, end]) => /** @type {Range} */ ([numberOf(start, first), numberOf(end, first)]));
}

/**
 * The items that ranges of numbers mean.
 * @param {Range[]} ranges
 * @param {number} first  the first item's number
 */
export function itemsOf(ranges, first = firstNumber()) {
  return ranges.map(([start, end]) => /** @type {Range} */ ([itemOf(start, first), itemOf(end, first)]));
}
