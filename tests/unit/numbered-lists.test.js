/** Lists of predictions that a column numbers. */

import assert from 'node:assert/strict';
import test from 'node:test';
import './channels.js';
import { inOrder } from '../../www/engine/numbered-lists.js';

/** Lists of two bytes for each of these numbers. @param {number[]} numbers */
const lists = (numbers) =>
  new File(
    [Uint8Array.from([0, 0, 8, 2, 0, 0, 0, numbers.length, 0, 0, 0, 2, ...numbers.flatMap((n) => [n, n + 100])])],
    'a',
  );

/** @param {number[]} values */
const numbers = (values) => new File([Uint8Array.from([0, 0, 8, 1, 0, 0, 0, values.length, ...values])], 'b');

/** The bytes of the lists, in the order of their numbers. @param {number[]} values */
async function ordered(values) {
  const found = await inOrder(lists(values), numbers(values), 0, 1);
  return found && [...new Uint8Array(await found.arrayBuffer())].slice(12);
}

test('lists are put in the order of their numbers, from 0 or from 1', async () => {
  assert.deepEqual(await ordered([2, 0, 1]), [0, 100, 1, 101, 2, 102]);
  assert.deepEqual(await ordered([3, 2, 1]), [1, 101, 2, 102, 3, 103]);
  const own = lists([0, 1]);
  assert.equal(await inOrder(own, numbers([0, 1]), 0, 1), own);
});

test('numbers can be beside labels', async () => {
  const found = await inOrder(lists([1, 0]), numbers([7, 1, 8, 0]), 1, 2);
  assert.deepEqual([...new Uint8Array((await found?.arrayBuffer()) ?? [])].slice(12), [0, 100, 1, 101]);
});

test('numbers that do not count the lists are none of items', async () => {
  for (const values of [
    [0, 0, 1],
    [2, 3],
    [0, 2],
    [1, 200],
  ])
    assert.equal(await ordered(values), null);
});
