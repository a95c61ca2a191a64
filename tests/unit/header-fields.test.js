/** The fields of the header of a file that was refused. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedFields } from '../../www/text/header-fields.js';

/** @param {number[]} bytes @param {string} name @param {number} [offset] */
const fields = (bytes, name, offset) =>
  refusedFields(Uint8Array.from(bytes), { name, offset }).map(({ kind, offset, length, text }) =>
    [kind, offset, length, text].join(' | '),
  );
const dimensions = [0, 0, 0, 100, 0, 0, 0, 28, 0, 0, 0, 28];

test('an unknown type leaves the other fields', () => {
  assert.deepEqual(fields([0, 0, 7, 3, ...dimensions, 9, 9], 'UnknownElementType', 2), [
    'zero | 0 | 1 | always zero',
    'zero | 1 | 1 | always zero',
    'wrong | 2 | 1 | element type: unknown, should be 08, 09, 0B, 0C, 0D or 0E',
    'rank | 3 | 1 | rank: 3 dimensions',
    'dimension | 4 | 4 | dimension 0: 100 items',
    'dimension | 8 | 4 | dimension 1: 28 rows',
    'dimension | 12 | 4 | dimension 2: 28 columns',
  ]);
  // Other bytes would be listed as hundreds of dimensions.
  assert.equal(fields([0, 0, 7, 200, ...Array(1020).fill(1)], 'UnknownElementType', 2).length, 4);
});

test('each wrong byte of the magic number is marked', () => {
  const kinds = (/** @type {number[]} */ magic) =>
    fields([...magic, ...dimensions], 'BadMagic', 0).map((field) => field.split(' ')[0]);
  assert.deepEqual(kinds([9, 0, 8, 3]), ['wrong', 'zero', 'type', 'rank', 'dimension', 'dimension', 'dimension']);
  assert.deepEqual(kinds([9, 9, 9, 9]), ['wrong', 'wrong', 'type', 'rank', ...Array(3).fill('dimension'), 'wrong']);
  assert.deepEqual(kinds([200, 9, 200, 3]), ['wrong', 'wrong', 'wrong', 'rank']);
});

test('a header ends where the file does', () => {
  const cut = fields([0, 0, 8, 3, ...dimensions.slice(0, 6)], 'TruncatedHeader', 10);
  assert.equal(cut.length, 6);
  assert.equal(cut[5], 'wrong | 8 | 2 | dimension 1: only 2 of 4 bytes');
  assert.equal(fields([0, 0, 8, 1], 'TruncatedHeader', 4)[4], 'wrong | 4 | 0 | dimension 0 is missing');
  assert.equal(fields([0, 0], 'TruncatedHeader', 2)[2], 'wrong | 2 | 0 | the rest of the header is missing');
  assert.deepEqual(fields([2, 8, 0, 0, 44, 1, 0, 0], 'TruncatedHeader', 8), [
    'rank | 0 | 1 | rank: 2 dimensions',
    'type | 1 | 1 | element type: u8, 0–255',
    'zero | 2 | 1 | always zero',
    'zero | 3 | 1 | always zero',
    'dimension | 4 | 4 | dimension 0: 300 items',
    'wrong | 8 | 0 | dimension 1 is missing',
  ]);
});

test('the dimension that is too large is marked', () => {
  const large = fields([0, 0, 8, 3, ...Array(12).fill(255)], 'TooLarge', 12);
  assert.match(large[6], /^wrong \| 12 \| 4 \| dimension 2: 4,294,967,295 columns; with it, /);
  assert.match(large[5], /^dimension /);
});

test('other faults and formats have no such fields', () => {
  assert.deepEqual(fields([0x89, 0x50, 0x4e, 0x47], 'Png', 0), []);
  assert.deepEqual(fields([0x93, 0x4e, 0x55, 0x4d], 'TruncatedHeader', 4), []);
  assert.deepEqual(fields([], 'Empty', 0), []);
});
