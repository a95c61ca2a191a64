/** What a check found, and what the grid lists, as lists of entries that are worked through one by one. */

import { extent, itemAt, total } from './dataset.js';

/**
 * @import { CheckResults, Groups } from '../pkg/insight.js'
 * @import { Check, Compared } from './check.js'
 * @import { Dataset } from './dataset.js'
 * @import { Finding } from './page.js'
 *
 * @typedef {object} Entry  something worth a look
 * @property {number[]} places  of its images among all that were compared: the one in question, or those of a group
 * @property {number | null} suggested  the label that the other images suggest; null if there is no suggestion
 * @property {number | null} runnerUp  the next likely label
 * @property {number | null} confidence  that the label is wrong, from 0 to 1; null if it is not known
 * @property {'all' | 'class' | null} farFrom  what an outlier is far from: all images, or those with its label
 * @property {boolean} disagree  whether the labels of a group disagree
 */

/** At most so many items of the grid are listed: each entry takes memory, and nobody reviews more of them one by one. */
export const MAX_LISTED = 10_000;

/** @type {Omit<Entry, 'places'>} */
const ALONE = { suggested: null, runnerUp: null, confidence: null, farFrom: null, disagree: false };

/** Which part of the results each finding comes from. @type {Record<Finding, keyof Check['results']>} */
const PARTS = {
  suspects: 'suspects',
  duplicates: 'duplicates',
  'near-duplicates': 'nearDuplicates',
  leaks: 'duplicates',
  outliers: 'outliers',
};

/** How the entries of each finding come from that. @type {Record<Finding, (part: any) => Entry[]>} */
const LISTS = {
  suspects: (/** @type {CheckResults['suspects']} */ suspects) =>
    Array.from(suspects.places, (place, index) => ({
      ...ALONE,
      places: [place],
      suggested: suspects.suggested[index],
      runnerUp: Number.isNaN(suspects.runnersUp[index]) ? null : suspects.runnersUp[index],
      confidence: Number.isNaN(suspects.confidence[index]) ? null : suspects.confidence[index],
    })),
  duplicates: (/** @type {CheckResults['duplicates']} */ { within }) => groupsOf(within),
  'near-duplicates': (/** @type {CheckResults['nearDuplicates']} */ { groups }) => groupsOf(groups),
  leaks: (/** @type {CheckResults['duplicates']} */ { across }) => groupsOf(across),
  outliers: (/** @type {CheckResults['outliers']} */ outliers) =>
    Array.from(outliers.places, (place, index) => ({
      ...ALONE,
      places: [place],
      farFrom: outliers.fromClass[index] ? 'class' : 'all',
    })),
};

/** The lists of the parts that have not changed: the slider changes one. @type {WeakMap<object, Partial<Record<Finding, Entry[]>>>} */
const known = new WeakMap();

/**
 * The entries of a finding, the most important ones first; null while they are not known.
 * @param {Check} check
 * @param {Finding} finding
 * @returns {Entry[] | null}
 */
export function entriesOf({ results }, finding) {
  const part = results[PARTS[finding]];
  if (!part) return null;
  const lists = known.get(part) ?? {};
  known.set(part, lists);
  return (lists[finding] ??= LISTS[finding](part));
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

/**
 * The first items that the grid lists, in its order. Those with a suspect label have the suggestion of the check.
 * @param {Dataset} dataset
 * @param {Check | null} check
 * @returns {Entry[]}
 */
export function listedEntries(dataset, check) {
  const suspects = check && comparesAll(check) ? entriesOf(check, 'suspects') : null;
  const known = new Map(suspects?.map((entry) => [entry.places[0], entry]));
  return Array.from({ length: Math.min(extent(dataset), MAX_LISTED) }, (_, at) => {
    const item = itemAt(dataset, at);
    return known.get(item) ?? { ...ALONE, places: [item] };
  });
}

/**
 * The images that the places of listed entries are among: those of the check if it has all of the dataset.
 * @param {Dataset} dataset
 * @param {Check | null} check
 * @returns {Compared}
 */
export function listedPlan(dataset, check) {
  // Items that are still to be read are listed, too.
  const items = total(dataset);
  return check && comparesAll(check)
    ? check.plan
    : { sets: [{ dataset: dataset.id, first: 0, count: items, total: items }] };
}

/**
 * Whether all items of the dataset were compared, so that each one's place is its number.
 * @param {Check} check
 */
function comparesAll({ plan: { sets } }) {
  return sets[0].count === sets[0].total;
}
