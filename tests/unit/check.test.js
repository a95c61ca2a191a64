/** The plan of a check, and what makes its results out of date. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../../www/engine/check-plan.js';
import { checkKey } from '../../www/state/check.js';

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

test('a dataset teaches itself where a sample has no room for its train split', () => {
  const [test, train] = [dataset(1, 'emnist test', 116_323), dataset(2, 'emnist train', 697_932)];
  assert.deepEqual(planned([test, train]), { counts: [70_000], teacher: 0 });
});

test('a check is out of date when other slices of the items are shown', () => {
  const checked = { ...dataset(1, 'volumes', 100), shape: '', orientation: '', axes: '' };
  assert.notEqual(checkKey(checked), checkKey({ ...checked, axes: '3,r,c' }));
});
