/** Predictions that number the classes in another way than the labels. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberingIn } from '../../www/text/prediction-numbering.js';

/**
 * An evaluation of so many items with each label and predicted class, as places among the classes.
 * @param {number[]} classes
 * @param {number[][]} cells
 */
function evaluation(classes, cells) {
  const compared = cells.reduce((sum, [, , items]) => sum + items, 0);
  const hits = cells.reduce((sum, [label, predicted, items]) => sum + (label === predicted ? items : 0), 0);
  return {
    classes: Float64Array.from(classes),
    cells: Uint32Array.from(cells.flat()),
    compared,
    order: /** @type {const} */ ('single'),
    accuracy: compared ? hits / compared : null,
  };
}

test('predictions that count from another number are noticed', () => {
  assert.deepEqual(
    numberingIn(
      evaluation(
        [0, 1, 2, 3],
        [
          [0, 1, 45],
          [1, 2, 45],
          [2, 3, 5],
          [2, 2, 5],
        ],
      ),
    ),
    { by: 1, share: 0.95 },
  );
  assert.deepEqual(
    numberingIn(
      evaluation(
        [0, 1, 2],
        [
          [1, 0, 9],
          [2, 1, 9],
          [0, 2, 2],
        ],
      ),
    ),
    { by: -1, share: 0.9 },
  );
});

test('predictions that number the classes in another order are noticed', () => {
  const reversed = evaluation(
    [0, 1, 2],
    [
      [0, 2, 9],
      [1, 1, 9],
      [2, 0, 8],
      [2, 1, 4],
    ],
  );
  assert.deepEqual(numberingIn(reversed), { by: null, share: 26 / 30 });
  // Where the header names the classes, their numbers matter nothing.
  assert.equal(numberingIn({ ...reversed, order: 'named' }), null);
  // A rare label that has no class of its own changes little.
  const rare = evaluation(
    [0, 1, 2],
    [
      [0, 1, 50],
      [1, 0, 50],
      [2, 0, 1],
    ],
  );
  assert.deepEqual(numberingIn(rare), { by: null, share: 100 / 101 });
});

test('others are not', () => {
  const right = [
    [0, 0, 9],
    [1, 1, 9],
    [0, 1, 2],
  ];
  assert.equal(numberingIn(evaluation([0, 1], right)), null);
  // Classes that are not next to each other.
  assert.equal(numberingIn(evaluation([0, 5], [[0, 1, 20]])), null);
  // As many would be right as are.
  assert.equal(
    numberingIn(
      evaluation(
        [0, 1],
        [
          [0, 0, 10],
          [0, 1, 10],
        ],
      ),
    ),
    null,
  );
  assert.equal(numberingIn(evaluation([], [])), null);
});
