/** The summary of a dataset, in English. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summary } from '../../www/text/en/summary.js';

test('the summary says how elements become rows and columns, where the header does not', () => {
  /** @type {[import('../../www/engine/protocol.js').Status['arrangement'], number, number, number, number[], string][]} */
  const cases = [
    ['image', 28, 28, 1, [9, 28, 28], ''],
    ['scalar', 1, 1, 1, [9], ''],
    ['slice', 28, 28, 1, [9, 5, 28, 28], ''],
    ['row', 1, 1, 1, [9, 1], '1 value in a row'],
    ['row', 1, 4294967295, 1, [9, 4294967295], '4,294,967,295 values in a row'],
    ['square', 28, 28, 1, [9, 784], '784 values as 28 × 28'],
    ['colour-square', 32, 32, 3, [9, 3072], '3,072 values as 3 × 32 × 32'],
    ['channels-last', 32, 16, 4, [9, 32, 16, 4], '4 channels last, as colour'],
    ['channels-first', 32, 16, 3, [9, 3, 32, 16], '3 channels first, as colour'],
    ['slices', 160, 16, 1, [9, 5, 32, 16], 'slices one below the other'],
    ['slices', 32, 16, 1, [9, 1, 32, 16], ''],
    ['channels', 32, 32, 1, [9, 32, 16, 2], 'channels side by side'],
    ['channels', 32, 16, 1, [9, 32, 16, 1], ''],
  ];
  for (const [arrangement, rows, columns, channels, shape, expected] of cases)
    assert.equal(summary.arrangement({ arrangement, shape, rows, columns, channels }), expected, arrangement);
});
