/** What bytes local files hold. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf, haveSameBytes, offsets } from '../../www/engine/same-bytes.js';

/** @param {number} size @param {number} [changed]  the place of another byte */
function file(size, changed = -1) {
  const bytes = new Uint8Array(size);
  if (changed >= 0) bytes[changed] = 1;
  return new File([bytes], 'images');
}

test('a byte anywhere makes another file', async () => {
  const size = 2 ** 21 + 5;
  assert.ok(await haveSameBytes(file(size), file(size)));
  assert.ok(await haveSameBytes(file(0), file(0)));
  assert.ok(!(await haveSameBytes(file(size), file(size + 1))));
  for (const at of [0, 2 ** 20 - 1, 2 ** 20, size - 1]) assert.ok(!(await haveSameBytes(file(size), file(size, at))));
});

test('files with the same bytes have the same digest', async () => {
  const size = 2 ** 20 + 5;
  assert.equal(await digestOf(file(size)), await digestOf(file(size)));
  for (const at of [0, 2 ** 20, size - 1]) assert.notEqual(await digestOf(file(size)), await digestOf(file(size, at)));
});

test('of a large file, pieces from the first byte to the last are compared', () => {
  const size = 6.3e9;
  const found = offsets(size);
  assert.deepEqual([found.length, found[0], found.at(-1)], [64, 0, size - 2 ** 20]);
});
