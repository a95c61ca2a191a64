/** Splits of a dataset, by their names. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { splitIn, trainingFirst } from '../../www/engine/splits.js';

test('a name says which split it is of, and that of a file more than its folders', () => {
  for (const [name, split] of [
    ['train-images', 'train'],
    ['notMNIST t10k', 'test'],
    ['X_test', 'test'],
    ['valid', 'validation'],
    ['training_runs/m1/test_preds.npy', 'test'],
    ['test/preds.npy', 'test'],
    ['digits', ''],
    ['contest', ''],
  ])
    assert.equal(splitIn(name), split, name);
});

test('training data come first and tests last; all others stay where they are', () => {
  const names = ['t10k-images', 'val/1', 'zoo', 't10k-labels', 'train-images', 'digits'];
  assert.deepEqual(
    trainingFirst(names, (name) => name),
    ['zoo', 'train-images', 'digits', 'val/1', 't10k-images', 't10k-labels'],
  );
});
