/** Splits of a dataset, such as train and test, by their names. */

/** @import { Dataset } from '../state/index.js' */

/** The words for them. */
const SPLIT = /(?<![a-z])(train(ing)?|t10k|test(ing)?|val(id(ation)?)?)(?![a-z])/i;
/** Those that come after others. */
const LATER = ['validation', 'test'];

/**
 * Which split a name says, such as "test"; '' if it says none. That of a file says more than those of its folders.
 * @param {string} name
 */
export function splitIn(name) {
  const parts = name.split('/').reverse();
  const [split = ''] = parts.map((part) => SPLIT.exec(part)?.[0]).filter(Boolean);
  return /^t/i.test(split) ? (/^tr/i.test(split) ? 'train' : 'test') : split && 'validation';
}

/**
 * Puts training data before those for validation, and tests behind all others.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => string} nameOf
 */
export function trainingFirst(all, nameOf) {
  const places = new Map(all.map((one) => [one, LATER.indexOf(splitIn(nameOf(one)))]));
  return all.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

/**
 * Whether two datasets are splits of one, by their names: "notMNIST train" and "notMNIST t10k".
 * @param {Pick<Dataset, 'name' | 'statuses'>} one
 * @param {Pick<Dataset, 'name' | 'statuses'>} other
 */
export function isSplitOf(one, other) {
  return (
    SPLIT.test(one.name) &&
    SPLIT.test(other.name) &&
    one.name.replace(SPLIT, '') === other.name.replace(SPLIT, '') &&
    one.statuses.labels !== null &&
    other.statuses.labels !== null
  );
}
