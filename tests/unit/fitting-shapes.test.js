/** Shapes that fit the length of a file. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittingShapes } from '../../www/text/fitting-shapes.js';

test('the shapes that fit come with the likeliest first', () => {
  // A header that counts too few items, one that leaves out the channels, and one whose sides are wrong.
  assert.equal(fittingShapes(60_000 * 784, [10_000, 28, 28])[0], '60000 × 28 × 28');
  assert.deepEqual(fittingShapes(50 * 3072, [50, 32, 31]).slice(0, 3), [
    '50 × 32 × 32 × 3',
    '50 × 3 × 32 × 32',
    '50 × 48 × 64',
  ]);
  assert.equal(fittingShapes(100 * 560, [100, 28, 28])[0], '100 × 20 × 28');
  // A prime number of elements has few.
  assert.deepEqual(fittingShapes(7919, [10, 28, 28]), ['7919']);
  assert.deepEqual(fittingShapes(0, [0, 28, 28]), []);
});

test('every shape has as many elements as the file', () => {
  for (const elements of [1, 12, 784, 47_040_000, 3_211_264, 1_000_003]) {
    for (const shape of fittingShapes(elements, [4, 28, 28])) {
      const sizes = shape.split(' × ').map(Number);
      assert.equal(
        sizes.reduce((product, size) => product * size),
        elements,
        shape,
      );
    }
  }
});
