/** How a file can be read whose header is wrong or missing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readings } from '../../www/text/readings.js';

/** @param {number[]} head @param {number} size @param {Partial<Parameters<typeof readings>[0]>} [file] */
const layouts = (head, size, file = {}) =>
  readings({ name: 'BadMagic', size, head, areLabels: false, ...file }).map(({ layout }) => layout);
/** @param {number[]} magic @param {...number} sizes */
const header = (magic, ...sizes) => [...magic, ...sizes.flatMap((size) => [0, 0, size >> 8, size & 255])];

test('a wrong type or magic number leaves the dimensions', () => {
  const images = header([0, 0, 7, 3], 100, 28, 28);
  assert.deepEqual(layouts(images, 16 + 78_400, { name: 'UnknownElementType' }), ['u8,100x28x28,16']);
  assert.deepEqual(layouts(images, 16 + 4 * 78_400), ['i32,100x28x28,16', 'f32,100x28x28,16']);
  assert.deepEqual(layouts(header([9, 9, 9, 9], 300, 5, 5), 8 + 300), ['u8,300,8']);
  const little = [1, 2, 3, 4, 44, 1, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0];
  assert.deepEqual(layouts(little, 16 + 2 * 1800), ['i16le,300x2x3,16']);
});

test('without a header the usual images are tried, and labels by their name', () => {
  const bytes = Array(16).fill(200);
  assert.deepEqual(layouts(bytes, 100 * 784), ['u8,100x28x28,0']);
  assert.deepEqual(layouts(bytes, 16 + 100 * 784), ['u8,100x28x28,16']);
  assert.deepEqual(layouts(bytes, 3 * 3072), ['u8,9x32x32,0', 'u8,3x32x32x3,0']);
  assert.deepEqual(layouts(bytes, 500, { areLabels: true }), ['u8,500,0']);
  assert.deepEqual(layouts(bytes, 785), []);
});

test('other faults and packed files give nothing', () => {
  assert.deepEqual(layouts(Array(16).fill(200), 78_400, { name: 'Png' }), []);
  assert.deepEqual(layouts([0x1f, 0x8b, 8, 0], 78_400), []);
  assert.deepEqual(layouts([7], 1), []);
});
