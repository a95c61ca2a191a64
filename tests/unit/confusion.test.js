/** The confusion matrix as rows of counts, and its pairs. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { confusedPairs, matrixOf, worstClasses } from '../../www/ui/confusion.js';

/** Labels 3, 5 and 8: 5 is predicted as 8 twice, 8 as 5 once, and 3 as 5 once. */
const EVALUATION = {
  classes: Float64Array.of(3, 5, 8),
  cells: Uint32Array.of(0, 0, 40, 0, 1, 1, 1, 1, 10, 1, 2, 2, 2, 1, 1),
  figures: [41, 12, 1].map((support) => ({ support, predicted: 0, hits: 0, precision: 0, recall: 0, f1: 0 })),
};

test('pairs of different classes are listed, the most frequent first', () => {
  assert.deepEqual(confusedPairs(EVALUATION), [
    { label: 1, predicted: 2, items: 2 },
    { label: 0, predicted: 1, items: 1 },
    { label: 2, predicted: 1, items: 1 },
  ]);
});

test('a matrix has a row for each label', () => {
  const { classes, counts, support, largest } = matrixOf(EVALUATION, [0, 1, 2]);
  assert.deepEqual(classes, [3, 5, 8]);
  assert.deepEqual(counts, [
    [40, 1, 0],
    [0, 10, 2],
    [0, 1, 0],
  ]);
  assert.deepEqual(support, [41, 12, 1]);
  assert.deepEqual(largest, { right: 40, wrong: 2 });
});

test('of too many classes, those with the most errors have cells', () => {
  assert.deepEqual(worstClasses(EVALUATION, 3), [0, 1, 2]);
  assert.deepEqual(worstClasses(EVALUATION, 2), [1, 2]);
  const { classes, counts } = matrixOf(EVALUATION, worstClasses(EVALUATION, 2));
  assert.deepEqual(classes, [5, 8]);
  assert.deepEqual(counts, [
    [10, 2],
    [1, 0],
  ]);
});

test('without an error the matrix has only its diagonal', () => {
  const evaluation = { ...EVALUATION, cells: Uint32Array.of(1, 1, 7) };
  assert.deepEqual(confusedPairs(evaluation), []);
  assert.deepEqual(matrixOf(evaluation, [1]).largest, { right: 7, wrong: 1 });
});
