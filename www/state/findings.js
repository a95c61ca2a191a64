/** What a check found, as lists of entries that are worked through one by one. */

/**
 * @import { Groups } from '../pkg/insight.js'
 * @import { Check } from './check.js'
 * @import { Finding } from './page.js'
 *
 * @typedef {object} Entry  something worth a look
 * @property {number[]} places  of its images among all that were compared: the one in question, or those of a group
 * @property {number | null} suggested  the label that the other images suggest; null if there is no suggestion
 * @property {number | null} runnerUp  the next likely label
 * @property {number | null} confidence  that the label is wrong, from 0 to 1
 * @property {'all' | 'class' | null} farFrom  what an outlier is far from: all images, or those with its label
 * @property {boolean} disagree  whether the labels of a group disagree
 */

/** @type {Omit<Entry, 'places'>} */
const ALONE = { suggested: null, runnerUp: null, confidence: null, farFrom: null, disagree: false };

/** How the entries of each finding come from the results. @type {Record<Finding, (results: Check['results']) => Entry[] | undefined>} */
const LISTS = {
  suspects: ({ suspects }) =>
    suspects &&
    Array.from(suspects.places, (place, index) => ({
      ...ALONE,
      places: [place],
      suggested: suspects.suggested[index],
      runnerUp: Number.isNaN(suspects.runnersUp[index]) ? null : suspects.runnersUp[index],
      confidence: suspects.confidence[index],
    })),
  duplicates: ({ duplicates }) => duplicates && groupsOf(duplicates.within),
  'near-duplicates': ({ nearDuplicates }) => nearDuplicates && groupsOf(nearDuplicates.groups),
  leaks: ({ duplicates }) => duplicates && groupsOf(duplicates.across),
  outliers: ({ outliers }) =>
    outliers &&
    Array.from(outliers.places, (place, index) => ({
      ...ALONE,
      places: [place],
      farFrom: outliers.fromClass[index] ? 'class' : 'all',
    })),
};

/** The lists of results that have not changed. @type {WeakMap<object, Partial<Record<Finding, Entry[]>>>} */
const known = new WeakMap();

/**
 * The entries of a finding, the most important ones first; null while they are not known.
 * @param {Check} check
 * @param {Finding} finding
 * @returns {Entry[] | null}
 */
export function entriesOf({ results }, finding) {
  const lists = known.get(results) ?? {};
  known.set(results, lists);
  lists[finding] ??= LISTS[finding](results);
  return lists[finding] ?? null;
}

/**
 * @param {Groups} groups
 * @returns {Entry[]}
 */
function groupsOf({ places, ends, disagree }) {
  return Array.from(ends, (end, group) => ({
    ...ALONE,
    places: [...places.subarray(group ? ends[group - 1] : 0, end)],
    disagree: disagree[group] === 1,
  }));
}
