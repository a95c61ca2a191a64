/** A query: a filter and an order. */

/**
 * @typedef {[min: number, max: number]} Range  both included
 * @typedef {object} Query  which items are shown, and in which order
 * @property {Range[] | null} labels  only items whose label is in one of these
 * @property {boolean} except  or in none of them
 * @property {{ column: number, ranges: Range[] }[]} columns  only those that have such a number in each of these columns of the labels
 * @property {Range[] | null} items  only those with these numbers
 * @property {ItemList | null} list  only those, and in its order unless another one is asked for
 * @property {'number' | 'label' | 'column' | 'mean' | 'random'} order
 * @property {number} column  of the labels, that they are sorted by
 * @property {boolean} descending
 * @property {number} seed  of the random order
 * @typedef {{ title: string, items: Uint32Array }} ItemList  items that were found in another way; the title describes them
 * @typedef {{ query: Query, queryId: number, items: Uint32Array, complete?: boolean }} Matches  the numbers of the items that match a query,
 *   in its order; complete when no more can arrive
 */

// No zeros at its start: the second part of "1,000" is no number.
const NUMBER = String.raw`[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+|Infinity|NaN)(?:e[-+]?\d+)?`;
const RANGE = new RegExp(String.raw`^(${NUMBER})(?:(?:\.\.|-|\u2013)(${NUMBER}))?$`);

/** All items, by number. @type {Query} */
export const EVERYTHING = {
  labels: null,
  except: false,
  columns: [],
  items: null,
  list: null,
  order: 'number',
  column: 0,
  descending: false,
  seed: 0,
};

/**
 * Whether a query leaves items out.
 * @param {Query} query
 */
export function isFilter({ labels, columns, items, list }) {
  return labels !== null || columns.length > 0 || items !== null || list !== null;
}

/**
 * The items of a query's list that its other filter by number leaves in, in the order of the list; null without a list.
 * @param {Query} query
 */
export function listed({ list, items }) {
  if (!list || !items) return list?.items ?? null;
  return list.items.filter((item) => items.some(([min, max]) => item >= min && item <= max));
}

/**
 * The items that were found, in the order of a list that has all of them.
 * @param {Uint32Array} list
 * @param {Uint32Array} found
 */
export function inOrderOf(list, found) {
  const isFound = new Set(found);
  return list.filter((item) => isFound.has(item));
}

/**
 * Whether a query can be answered only by looking at labels.
 * @param {Query} query
 */
export function readsLabels({ labels, columns, order }) {
  return labels !== null || columns.length > 0 || order === 'label' || order === 'column';
}

/**
 * Whether a query asks for items with this label.
 * @param {Query} query
 * @param {number} label
 */
export function admits({ labels, except }, label) {
  return !labels || labels.some(([min, max]) => Object.is(min, label) || (label >= min && label <= max)) !== except;
}

/**
 * Numbers and ranges of numbers as people write them, "3, 17, 100-200", and "-1..1" too. Null if some of it is something
 * else, or if there are none.
 * @param {string} text
 * @returns {Range[] | null}
 */
export function ranges(text) {
  /** @type {Range[]} */
  const found = [];
  // Anyone can write a link: in two steps the time grows with the length, in one with its square.
  for (const part of text
    .replaceAll('−', '-')
    .replace(/\s+/g, ' ')
    .replace(/ (-|\u2013|\.\.) /g, '..')
    .split(/[ ,;]+/)) {
    const [, first, last = first] = RANGE.exec(part) ?? [];
    const [one, other] = [Number(first), Number(last)];
    // A range may be written from its end.
    if (first !== undefined) found.push(one > other ? [other, one] : [one, other]);
    else if (part) return null;
  }
  return found.length ? found : null;
}

/**
 * Whether these can be numbers of items.
 * @param {Range[]} ranges
 */
export function areItems(ranges) {
  return ranges.flat().every((number) => Number.isSafeInteger(number) && number >= 0);
}

/**
 * The whole numbers that are missing between the smallest and the largest of a list; none if the list has others.
 * @param {number[]} numbers  in ascending order
 * @returns {Range[]}
 */
export function gapsBetween(numbers) {
  if (!numbers.every(Number.isSafeInteger)) return [];
  return numbers.slice(1).flatMap((number, at) => (number > numbers[at] + 1 ? [[numbers[at] + 1, number - 1]] : []));
}

/**
 * Ranges as {@link ranges} reads them.
 * @param {Range[]} ranges
 */
export function toRanges(ranges) {
  return ranges.map(([min, max]) => (Object.is(min, max) ? String(min) : `${min}..${max}`)).join(',');
}

/**
 * Whether two queries ask for the same items in the same order.
 * @param {Query} one
 * @param {Query} other
 */
export function sameQuery(one, other) {
  return (
    one.except === other.except &&
    one.list === other.list &&
    one.order === other.order &&
    one.column === other.column &&
    one.descending === other.descending &&
    one.seed === other.seed &&
    sameRanges(one.labels, other.labels) &&
    sameRanges(one.items, other.items) &&
    one.columns.length === other.columns.length &&
    one.columns.every(
      ({ column, ranges }, at) => column === other.columns[at].column && sameRanges(ranges, other.columns[at].ranges),
    )
  );
}

/**
 * Whether two lists, which may be long, have the same ranges. NaN equals itself.
 * @param {Range[] | null} one
 * @param {Range[] | null} other
 */
function sameRanges(one, other) {
  if (one === other) return true;
  if (one?.length !== other?.length || !one || !other) return false;
  const areSame = (/** @type {number} */ value, /** @type {number} */ second) =>
    value === second || Object.is(value, second);
  return one.every(([min, max], at) => areSame(min, other[at][0]) && areSame(max, other[at][1]));
}
