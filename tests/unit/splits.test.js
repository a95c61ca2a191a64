/** Splits of a dataset, by their names. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { splitIn } from '../../www/engine/splits.js';

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
