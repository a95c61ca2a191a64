/** Finding bytes: what users type, and where it is in a file. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBytes } from '../../www/engine/find-bytes.js';
import { bytePattern } from '../../www/text/byte-pattern.js';

test('bytes are typed as hexadecimal digits, or as text', () => {
  const cases = /** @type {[string, number[] | null][]} */ ([
    ['00 00 08 03', [0, 0, 8, 3]],
    [' 0x1F8b ', [0x1f, 0x8b]],
    ['abc', [97, 98, 99]],
    ['"face"', [102, 97, 99, 101]],
    ['face', [0xfa, 0xce]],
    ['é', [0xc3, 0xa9]],
    ['', null],
  ]);
  for (const [typed, bytes] of cases) assert.deepEqual(bytePattern(typed) && [...(bytePattern(typed) ?? [])], bytes);
});

/** A file of this length that can be read up to `known`, with bytes at some offsets. */
const file = (/** @type {number} */ length, /** @type {Record<number, number>} */ set, known = length) => ({
  length,
  read: async (/** @type {number} */ offset, /** @type {number} */ count) => {
    const bytes = new Uint8Array(Math.max(0, Math.min(count, known - offset)));
    for (const [at, byte] of Object.entries(set))
      if (Number(at) >= offset)
        bytes.set(
          [byte].slice(0, Number(at) - offset < bytes.length ? 1 : 0),
          Math.min(Number(at) - offset, bytes.length),
        );
    return bytes;
  },
  close() {},
});

test('bytes are found wherever a piece ends', async () => {
  const { signal } = new AbortController();
  for (const at of [0, 1, 65_534, 65_535, 65_536, 131_071, 199_998]) {
    const bytes = file(200_000, { [at]: 7, [at + 1]: 9 });
    const find = (/** @type {number} */ from) => findBytes(bytes, Uint8Array.of(7, 9), from, 200_000, signal, () => {});
    assert.equal(await find(0), at);
    assert.equal(await find(at + 1), -1);
  }
});

test('a search ends where the bytes end, and when it is cancelled', async () => {
  const wanted = Uint8Array.of(7);
  const search = new AbortController();
  assert.equal(await findBytes(file(1e12, { 500: 7 }, 400), wanted, 0, 1e12, search.signal, () => {}), -1);
  const cancelled = findBytes(file(1e12, {}), wanted, 0, 1e12, search.signal, () => search.abort());
  await assert.rejects(cancelled, { name: 'AbortError' });
});
