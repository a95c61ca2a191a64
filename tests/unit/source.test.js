/** Reading the bytes of a file on the device. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceOf } from '../../www/engine/source.js';

const SIZE = 3 << 20;
const bytes = Uint8Array.from({ length: SIZE }, (_, at) => (at * 31 + (at >> 8)) & 255);

test('a pass gives all bytes in their order, and never more at a time than it is asked for', async () => {
  for (const length of [1, 1000, 70_000, 1 << 20, 5 << 20]) {
    const source = sourceOf(new Blob([bytes]));
    let at = 0;
    for (let reads = 0; at < SIZE && reads < 100; reads++) {
      const read = await source.read(at, length, true);
      assert.ok(read.length > 0 && read.length <= length, `${read.length} of ${length}`);
      assert.deepEqual(read, bytes.subarray(at, at + read.length));
      at += read.length;
    }
    assert.ok(at === SIZE || length < 70_000);
    if (at === SIZE) assert.equal((await source.read(SIZE, length, true)).length, 0);
    source.close();
  }
});

test('parts are read anywhere, also amid a pass', async () => {
  const source = sourceOf(new Blob([bytes]));
  let at = (await source.read(0, 100_000, true)).length;
  at += (await source.read(at, 100_000, true)).length;
  for (const [offset, length] of [
    [5, 10],
    [1 << 20, 1 << 20],
    [SIZE - 10, 20],
    [SIZE, 10],
  ])
    assert.deepEqual(await source.read(offset, length), bytes.slice(offset, offset + length));
  assert.deepEqual((await source.read(at, 100, true)).slice(), bytes.slice(at, at + 100));
  assert.equal((await source.read(at, 0, true)).length, 0);
  source.close();
});
