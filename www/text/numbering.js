/**
 * The numbers of items as the user counts them: from 0, or from 1. Numbers on the page, typed or copied, go through here;
 * links and everything that is kept count from 0.
 */

/** @import { Range } from '../state/index.js' */

/**
 * @param {number} item
 * @param {number} firstNumber  the first item's number: 0 or 1
 */
export function numberOf(item, firstNumber) {
  return item + firstNumber;
}

/**
 * @param {number} number
 * @param {number} firstNumber
 */
export function itemOf(number, firstNumber) {
  return number - firstNumber;
}

/**
 * @param {Range[]} items
 * @param {number} firstNumber
 */
export function numbersOf(items, firstNumber) {
  return items.map(
    ([first, last]) => /** @type {Range} */ ([numberOf(first, firstNumber), numberOf(last, firstNumber)]),
  );
}

/**
 * @param {Range[]} numbers
 * @param {number} firstNumber
 */
export function itemsOf(numbers, firstNumber) {
  return numbers.map(([first, last]) => /** @type {Range} */ ([itemOf(first, firstNumber), itemOf(last, firstNumber)]));
}
