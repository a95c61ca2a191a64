/** Lists of predictions that a column numbers, in the order of the items. */

import { labelsIn } from './label-tables.js';

/** Limit of the bytes of lists that change their places. */
const MAX_LENGTH = 2 ** 28;

/**
 * Lists in the order of their numbers, which count all of them from 0 or from 1; null of others.
 * @param {File} lists  as IDX stores them
 * @param {File} labels  with the numbers in one of their columns
 * @param {number} column  of these, from 0
 * @param {number} columns  how many there are
 * @returns {Promise<File | null>}
 */
export async function inOrder(lists, labels, column, columns) {
  const all = ((await labelsIn(labels)) ?? []).filter((_, at) => at % columns === column);
  const first = all.reduce((min, number) => Math.min(min, number), Infinity);
  const isPlace = (/** @type {number} */ number) => Number.isInteger(number) && number - first < all.length;
  if (!(first === 0 || first === 1) || !all.every(isPlace)) return null;
  /** Where the list of each item is. */
  const places = new Int32Array(all.length).fill(-1);
  all.forEach((number, at) => {
    places[number - first] = at;
  });
  if (places.includes(-1)) return null;
  if (places.every((place, item) => place === item)) return lists;
  if (lists.size > MAX_LENGTH) return null;
  const bytes = new Uint8Array(await lists.arrayBuffer());
  const start = 4 + 4 * bytes[3];
  const length = (bytes.length - start) / all.length;
  const ordered = bytes.slice();
  places.forEach((place, item) => {
    const from = start + place * length;
    ordered.set(bytes.subarray(from, from + length), start + item * length);
  });
  return new File([ordered], lists.name, { lastModified: lists.lastModified });
}
