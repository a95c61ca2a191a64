/** The order of the items, and which of them are shown. */

import { counted, grouped, range } from './numbers.js';

export const find = {
  title: 'Find',
  order: 'Sort',
  orders: {
    number: 'number',
    label: 'label',
    lowest: 'mean, lowest first',
    highest: 'mean, highest first',
    random: 'random',
  },
  /** @param {string} order */
  descending: (order) => `${order}, descending`,
  seed: 'Seed',
  shuffle: 'Shuffle',
  label: 'Label',
  where: 'Where',
  column: 'Column to filter by',
  numbers: 'Numbers in that column',
  items: 'Items',
  /** @param {number} firstNumber  the first item's number: 0 or 1 */
  itemsExample: (firstNumber) => `17, ${firstNumber}-${firstNumber + 99}`,
  countFromOne: 'Number items from 1',
  /** @param {number} count */
  bookmarks: (count) => counted(count, 'bookmark'),
  showOnly: 'Show only these',
  removeAll: 'Remove all',
  /** @param {number} count */
  reviewed: (count) => `Show ${grouped(count)} reviewed`,
  /** @param {number} count */
  corrected: (count) => `Show ${grouped(count)} corrected`,
  select: 'Select items',
  selectHint: 'Click selects instead of opening; with Ctrl or Shift it always does',
  /** @param {number} count */
  selectAll: (count) => `Select all ${grouped(count)}`,
  save: 'Save page as PNG',

  enterApplies: 'Press Enter to apply.',
  badSeed: `Seed: ${range(0, 2 ** 32 - 1)}`,
  labelsExample: '3, 5-7',
  numbersExample: '100-200',
  /** @param {string} typed @param {string} example */
  unreadable: (typed, example) => `Can’t read “${typed}”. Try ${example}.`,
  /** @param {number} item @param {[number, number]} bounds */
  noItem: (item, [first, last]) => `There is no item ${grouped(item)} (${range(first, last)}).`,
  /** @param {string} typed  a number whose digits are grouped */
  ambiguous: (typed) => `${typed.replaceAll(',', '')}, or ${typed.replaceAll(',', ' and ')}?`,
};
