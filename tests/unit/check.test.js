/** The plan of a check, and what makes its results out of date. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../../www/engine/check-plan.js';
import { checkKey, checkOf, comparedItem } from '../../www/state/check.js';
import { entriesOf, listedEntries, listedPlan, MAX_LISTED } from '../../www/state/findings.js';
import { check as words } from '../../www/text/en/check.js';

Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: 4 } });

/**
 * @param {number} id
 * @param {string} name
 * @param {number} items
 * @returns {any}
 */
function dataset(id, name, items) {
  const images = { done: true, items, rows: 28, columns: 28, channels: 1, layout: { itemLength: 784, text: '' } };
  return {
    id,
    name,
    images: id,
    labels: id,
    counts: null,
    statuses: { images, labels: { done: true, items, layout: { text: '' } } },
  };
}

/**
 * How many images of each dataset are compared, and which dataset's labels teach.
 * @param {any[]} datasets  the checked one first
 */
function planned(datasets) {
  const { sets } = planOf(datasets[0], datasets);
  return { counts: sets.map(({ count }) => count), teacher: sets.findIndex(({ learns }) => learns) };
}

test('the train split teaches the model that judges the test split', () => {
  const [test, train] = [dataset(1, 'emnist test', 10_000), dataset(2, 'emnist train', 60_000)];
  assert.deepEqual(planned([test, train]), { counts: [10_000, 60_000], teacher: 1 });
  assert.deepEqual(planned([train, test]), { counts: [60_000, 10_000], teacher: 0 });
});

test('a dataset of another name is compared, but is no evidence of labels', () => {
  const [test, train, other] = [dataset(1, 'a test', 100), dataset(2, 'a train', 200), dataset(3, 'b train', 300)];
  const { sets } = planOf(test, [other, test, train]);
  assert.deepEqual(
    sets.map(({ dataset, isRelated }) => [dataset, isRelated]),
    [
      [1, true],
      [2, true],
      [3, false],
    ],
  );
  // It takes no memory of judges.
  const counts = { classes: [{ label: 0, count: 1 }], more: 0 };
  const memory = (/** @type {any[]} */ open) => planOf({ ...test, counts }, [{ ...test, counts }, ...open]).memory;
  assert.ok(memory([train]) - memory([]) > memory([dataset(3, 'b train', 200)]) - memory([]));
});

test('datasets for which there is no room are named, and images have no more than their bytes', () => {
  const open = [dataset(1, 'a', 60_000), dataset(2, 'b', 20_000), dataset(3, 'c', 10)];
  const plan = planOf(open[0], open);
  assert.deepEqual([plan.sets.map(({ count }) => count), plan.omitted], [[60_000, 10_000], [3]]);
  const large = dataset(4, 'd', 60_000);
  Object.assign(large.statuses.images, { rows: 64, columns: 64 });
  assert.deepEqual(planned([large]), { counts: [31_250], teacher: 0 });
});

test('a dataset teaches itself where a sample has no room for its train split', () => {
  const [test, train] = [dataset(1, 'emnist test', 116_323), dataset(2, 'emnist train', 697_932)];
  assert.deepEqual(planned([test, train]), { counts: [70_000], teacher: 0 });
});

test('the memory of a check includes the scores of each image for each class', () => {
  const classes = (/** @type {number} */ length) => Array.from({ length }, (_, label) => ({ label, count: 1 }));
  const memory = (/** @type {object} */ counts) => {
    const one = { ...dataset(1, 'a', 1000), counts };
    return planOf(one, [one]).memory;
  };
  const more = memory({ classes: classes(256), more: 44 }) - memory({ classes: classes(1), more: 0 });
  // Two of the workers judge, each with two views of 32 bits and 28 kB for what it learns of a class.
  assert.equal(more, 2 * 299 * (1000 * 8 + 28e3));
});

test('a check is out of date when other slices of the items are shown', () => {
  const checked = { ...dataset(1, 'volumes', 100), shape: '', orientation: '', axes: '' };
  assert.notEqual(checkKey(checked), checkKey({ ...checked, axes: '3,r,c' }));
});

test('a check is out of date when another dataset that took part has changed', () => {
  const [own, other] = [dataset(1, 'a test', 100), dataset(2, 'a train', 100)];
  const check = { key: checkKey(own), siblings: { 2: checkKey(other) } };
  const checked = { ...own, check };
  assert.equal(checkOf(checked, [checked, other]), check);
  // One that is closed, or was opened since, changes nothing that was found.
  assert.equal(checkOf(checked, [checked, dataset(3, 'b', 100)]), check);
  assert.equal(checkOf(checked, [checked, { ...other, labels: 7 }]), null);
});

test('another threshold leaves the other lists as they are', () => {
  const groups = { places: Uint32Array.of(3, 5), ends: Uint32Array.of(2), disagree: Uint8Array.of(0) };
  const results = { duplicates: { within: groups, across: groups }, nearDuplicates: { groups, threshold: 0.2 } };
  const moved = { ...results, nearDuplicates: { groups, threshold: 0.3 } };
  for (const finding of ['duplicates', 'leaks'])
    assert.equal(entriesOf({ results: moved }, finding), entriesOf({ results }, finding));
  assert.notEqual(entriesOf({ results: moved }, 'near-duplicates'), entriesOf({ results }, 'near-duplicates'));
  assert.deepEqual(entriesOf({ results }, 'duplicates')[0].places, [3, 5]);
  assert.equal(entriesOf({ results }, 'outliers'), null);
});

test('what the grid lists has the suggestions of a check that compared all images', () => {
  const matches = { queryId: 1, items: Uint32Array.of(7, 3, 5), complete: true };
  const listed = { ...dataset(1, 'a', 100), matches };
  assert.deepEqual(
    listedEntries(listed, null).map(({ places, suggested }) => [...places, suggested]),
    [
      [7, null],
      [3, null],
      [5, null],
    ],
  );
  const suspects = { places: [3], suggested: [9], runnersUp: [NaN], confidence: [NaN] };
  const check = (/** @type {number} */ count) =>
    /** @type {any} */ ({ plan: { sets: [{ dataset: 1, first: 0, count, total: 100 }] }, results: { suspects } });
  assert.deepEqual(
    listedEntries(listed, check(100)).map(({ suggested }) => suggested),
    [null, 9, null],
  );
  // In a sample, places are no numbers of items.
  assert.deepEqual(
    listedEntries(listed, check(10)).map(({ suggested }) => suggested),
    [null, null, null],
  );
  assert.deepEqual(comparedItem(listedPlan(listed, check(10)), 7), { dataset: 1, item: 7 });
  // What is still to be read is listed, too.
  const begun = dataset(3, 'c', 5);
  const images = { ...begun.statuses.images, done: false, items: 0, promised: 5 };
  const growing = { ...begun, matches: null, statuses: { images, labels: null } };
  assert.deepEqual(
    listedEntries(growing, null).map(({ places: [place] }) => comparedItem(listedPlan(growing, null), place).item),
    [0, 1, 2, 3, 4],
  );
  assert.equal(listedEntries({ ...dataset(2, 'b', 60_000), matches: null }, null).length, MAX_LISTED);
});

test('no label is shown as certainly wrong', () => {
  assert.equal(words.likely(0.914), 'doubt 91%');
  assert.equal(words.likely(0.9999), 'doubt >99%');
});
