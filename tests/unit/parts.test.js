/** What comes out of a file, as the parts of another. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parts } from '../../www/engine/parts.js';

const text = (parts) => new Blob(parts.all()).text();

test('pieces come out in their order, behind what goes first, however often they are asked for', async () => {
  const first = [new Blob(['head '])];
  const parts = new Parts(first);
  assert.equal(await text(parts), 'head ');
  for (const piece of ['one ', '', 'two ']) parts.add(new TextEncoder().encode(piece));
  assert.equal(await text(parts), 'head one two ');
  parts.add(new TextEncoder().encode('three'));
  for (let times = 0; times < 2; times++) assert.equal(await text(parts), 'head one two three');
  assert.equal(first.length, 1);
});

test('pieces are copied', async () => {
  const parts = new Parts();
  const piece = new TextEncoder().encode('one');
  parts.add(piece);
  piece.fill(0);
  parts.add(new TextEncoder().encode(' two'));
  assert.equal(parts.length, 7);
  assert.equal(await text(parts), 'one two');
});

test('small pieces share a part, and large ones do not pile up', () => {
  const parts = new Parts();
  for (let count = 0; count < 1000; count++) parts.add(new Uint8Array(36));
  assert.equal(parts.all().length, 1);
  for (let count = 0; count < 3; count++) parts.add(new Uint8Array(20 << 20));
  assert.deepEqual(
    parts.all().map(({ size }) => size),
    [36_000, 16 << 20, 16 << 20, 16 << 20, 12 << 20],
  );
});

test('what comes out again takes the place of all before it', async () => {
  const parts = new Parts([new Blob(['head '])]);
  for (const piece of [new Uint8Array(20 << 20), new TextEncoder().encode('one')]) parts.add(piece);
  parts.clear();
  assert.equal(parts.length, 0);
  parts.add(new TextEncoder().encode('two'));
  assert.equal(await text(parts), 'head two');
});
