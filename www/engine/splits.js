/** Splits of a dataset, such as train and test, by their names. */

/** @import { Dataset } from '../state/index.js' */

/** The words for them. */
const SPLIT = /(?<![a-z])(train(ing)?|t10k|test(ing)?|val(id(ation)?)?)(?![a-z])/i;

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
