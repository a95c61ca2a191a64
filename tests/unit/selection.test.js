/** Selections: what a click, a range and "all" select, and queries that are compared. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ItemSet } from '../../www/state/item-set.js';
import { view } from '../../www/state/page.js';
import { gapsBetween, sameQuery } from '../../www/state/query.js';
import { MAX_SELECTED } from '../../www/state/selection.js';
import { after, FIT, FIVE, found, LIBRARY, library, seen } from './fixture.js';

const click = (/** @type {number} */ item, run = false) => ({ type: 'select', item, run });
const ALL = { type: 'select-all' };

/** @param {any} state */
const selected = (state) => view(state).dataset?.selection.items.ranges();

test('a set of items is like a Set, and never changes', () => {
  const set = ItemSet.of([9, 2, 2, 4_000_000_000, 70_000, 3]);
  assert.deepEqual([...set], [2, 3, 9, 70_000, 4_000_000_000]);
  assert.deepEqual(
    [set.size, set.has(9), set.has(8), set.has(4_000_000_000), new ItemSet().has(0)],
    [5, true, false, true, false],
  );
  assert.deepEqual([...set.toggle(9)], [2, 3, 70_000, 4_000_000_000]);
  assert.deepEqual([...set.toggle(0).toggle(4_000_000_001)], [0, 2, 3, 9, 70_000, 4_000_000_000, 4_000_000_001]);
  assert.deepEqual(
    [...set.with(ItemSet.of([1, 3, 4_000_000_002]))],
    [1, 2, 3, 9, 70_000, 4_000_000_000, 4_000_000_002],
  );
  assert.deepEqual([...set.with(new ItemSet())], [...set]);
  assert.deepEqual([...new ItemSet().with(set)], [...set]);
  assert.deepEqual([...set.without(ItemSet.of([3, 4, 9]))], [2, 70_000, 4_000_000_000]);
  assert.deepEqual([...set.first(2)], [2, 3]);
  assert.deepEqual(set.ranges(), [
    [2, 3],
    [9, 9],
    [70_000, 70_000],
    [4_000_000_000, 4_000_000_000],
  ]);
  assert.deepEqual([...set], [2, 3, 9, 70_000, 4_000_000_000]);
});

test('items in any order become the same set', () => {
  const shuffled = Array.from({ length: 5000 }, (_, at) => (at * 2_654_435_761) % 4_294_967_291);
  const expected = [...new Set(shuffled)].sort((one, other) => one - other);
  assert.deepEqual([...ItemSet.of([...shuffled, ...shuffled])], expected);
});

test('a click toggles an item, and a run adds those between', () => {
  assert.deepEqual(selected(seen(FIT, LIBRARY, click(5), click(9), click(5))), [[9, 9]]);
  assert.deepEqual(selected(seen(FIT, LIBRARY, click(5), click(9, true))), [[5, 9]]);
  assert.deepEqual(selected(seen(FIT, LIBRARY, click(9), click(5, true), click(7))), [
    [5, 6],
    [8, 9],
  ]);
  // Along the order in view, not along the numbers.
  const shown = found(seen(FIT, LIBRARY, FIVE), Uint32Array.of(15, 5, 35, 25), true);
  assert.deepEqual(selected(after(shown, [click(15), click(35, true)])), [
    [5, 5],
    [15, 15],
    [35, 35],
  ]);
  assert.deepEqual(selected(after(shown, [ALL])), [
    [5, 5],
    [15, 15],
    [25, 25],
    [35, 35],
  ]);
});

test('a selection has a limit', () => {
  const items = 3 * MAX_SELECTED;
  const large = seen(FIT, library(1, { statuses: { images: { done: true, items, promised: items }, labels: null } }));
  assert.deepEqual(selected(after(large, [ALL])), [[0, MAX_SELECTED - 1]]);
  // The items selected first stay.
  const last = items - 1;
  assert.deepEqual(selected(after(large, [click(last), click(0), click(last, true)])), [
    [0, MAX_SELECTED - 2],
    [last, last],
  ]);
});

test('queries are equal if all their parts are', () => {
  const { query } = view(seen(FIT, LIBRARY)).dataset ?? {};
  const other = (/** @type {any} */ change) => ({ ...query, ...change });
  const same = [
    [
      {
        labels: [
          [NaN, NaN],
          [1, 2],
        ],
      },
      {
        labels: [
          [NaN, NaN],
          [1, 2],
        ],
      },
    ],
    [{ items: [[0, 5]] }, { items: [[0, 5]] }],
    [{ columns: [{ column: 1, ranges: [[1, 2]] }] }, { columns: [{ column: 1, ranges: [[1, 2]] }] }],
  ];
  for (const [one, two] of same) assert.ok(sameQuery(other(one), other(two)), JSON.stringify(one));
  const different = [
    [{}, { labels: [] }],
    [{ labels: [[1, 2]] }, { labels: [[1, 3]] }],
    [
      { items: [[0, 5]] },
      {
        items: [
          [0, 5],
          [7, 7],
        ],
      },
    ],
    [{ columns: [{ column: 1, ranges: [[1, 2]] }] }, { columns: [{ column: 2, ranges: [[1, 2]] }] }],
    [{ columns: [{ column: 1, ranges: [[1, 2]] }] }, { columns: [{ column: 1, ranges: [[0, 2]] }] }],
    [{}, { columns: [{ column: 1, ranges: [[1, 2]] }] }],
    [{}, { except: true }],
    [{}, { order: 'mean' }],
    [{}, { column: 1 }],
    [{}, { descending: true }],
    [{}, { seed: 1 }],
  ];
  for (const [one, two] of different) assert.ok(!sameQuery(other(one), other(two)), JSON.stringify(two));
});

test('gaps are the whole numbers that a list lacks', () => {
  assert.deepEqual(gapsBetween([0, 1, 2]), []);
  assert.deepEqual(gapsBetween([-2, 0, 1, 5]), [
    [-1, -1],
    [2, 4],
  ]);
  assert.deepEqual(gapsBetween([0, 0.5, 3]), []);
  assert.deepEqual(gapsBetween([0, 3, NaN]), []);
  assert.deepEqual(gapsBetween([]), []);
});
