/** Sizes of images in a picture that holds many. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './fixture.js';
import { countOf, typed } from '../../www/ui/sheet-cutter.js';

const sheet = (width, height) => ({ width, height });

test('a size that is typed is height and width, and fills the picture', () => {
  const cell = (height, width) => ({ width, height, shape: [height, width], gap: 0, margin: 0 });
  for (const text of ['28', '28x28', '28 × 28']) assert.deepEqual(typed(text, sheet(280, 56)), cell(28, 28));
  assert.deepEqual(typed('14x20', sheet(280, 56)), cell(14, 20));
  assert.equal(countOf(cell(14, 20), sheet(280, 56)), 56);
  for (const text of ['', '0', '-28', '27', '28x', '28x28x3', 'a', '560', '1e9'])
    assert.equal(typed(text, sheet(280, 56)), undefined, text);
});

test('gaps are found where the picture has room for them', () => {
  // As `make_grid` of torchvision makes it.
  const spaced = typed('28', sheet(8 * 30 + 2, 3 * 30 + 2));
  assert.deepEqual([spaced.gap, spaced.margin, countOf(spaced, sheet(242, 92))], [2, 2, 24]);
  const between = typed('28', sheet(8 * 33 - 5, 33 - 5));
  assert.deepEqual([between.gap, between.margin, countOf(between, sheet(259, 28))], [5, 0, 8]);
  assert.equal(typed('28', sheet(281, 56)), undefined);
});
