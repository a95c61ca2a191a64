/** Numbers inside the pixels of an image. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortNumber } from '../../www/ui/pixel-values.js';

test('numbers inside pixels are short', () => {
  /** @type {[number, string][]} */
  const cases = [
    [0, '0'],
    [255, '255'],
    [-3, '−3'],
    [0.1294, '.13'],
    [-0.5, '−.5'],
    [1.75, '1.8'],
    [12.34, '12'],
    [0.0039, '.0039'],
    [NaN, 'NaN'],
  ];
  for (const [value, expected] of cases) assert.equal(shortNumber(value), expected);
});
