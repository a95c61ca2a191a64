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
 */
export function numberOf(item) {
  return item + first;
}

/**
 * The item that a number means.
 * @param {number} number
 */
export function itemOf(number) {
  return number - first;
}

/**
 * The numbers that ranges of items are seen by.
 * @param {Range[]} ranges
 */
export function numbersOf(ranges) {
  return ranges.map(([start, end]) => /** @type {Range} */ ([numberOf(start), numberOf(end)]));
}

/**
 * The items that ranges of numbers mean.
 * @param {Range[]} ranges
 */
export function itemsOf(ranges) {
  return ranges.map(([start, end]) => /** @type {Range} */ ([itemOf(start), itemOf(end)]));
}
