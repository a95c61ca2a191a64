/** Filters and sorting: pages, items and links follow what is found. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canSort } from '../../www/state/dataset.js';
import { toHash } from '../../www/state/hash.js';
import { view } from '../../www/state/page.js';
import { EVERYTHING, ranges } from '../../www/state/query.js';
import { initial } from '../../www/state/reduce.js';
import { after, COUNTS, FIT, FIVE, FIVES, found, LIBRARY, library, link, page, plain, seen } from './fixture.js';

/**
 * @import { Status } from '../../www/engine/protocol.js'
 * @import { Dataset, Query } from '../../www/state/index.js'
 */

test('pages, items and links follow what is found', () => {
  const unfiltered = seen(FIT, LIBRARY, COUNTS, { type: 'page', page: 30 }, FIVE);
  const before = { total: 10000, size: 200, page: 29, first: 5800, count: 200 };
  assert.deepEqual(page(unfiltered), before, 'the page stays until something is found');
  const state = found(unfiltered, FIVES, true);
  assert.deepEqual(page(state), { total: 1000, size: 200, page: 0, first: 0, count: 200 });
  assert.equal(toHash(state), '#d=t10k&f=5');
  for (const [event, hash] of [
    [{ type: 'page', page: 2 }, '#d=t10k&at=2005&f=5'],
    [{ type: 'page', page: 99 }, '#d=t10k&at=8005&f=5'],
    [{ type: 'open', item: 4325 }, '#d=t10k&i=4325&f=5'],
    [{ type: 'open', item: 4321 }, '#d=t10k&f=5'],
  ]) {
    const there = after(state, [event]);
    assert.equal(toHash(there), hash);
    // The link leads there again, whether or not all labels had been read when it was first answered.
    const led = after(initial(/** @type {string} */ (hash)), [FIT, LIBRARY]);
    assert.equal(toHash(led), hash, 'nothing of it is lost meanwhile');
    const complete = found(found(led, [5, 15], false), FIVES, true);
    assert.equal(toHash(complete), hash);
    assert.deepEqual(page(complete), page(there));
  }
  const opened = after(state, [{ type: 'open', item: 4325 }]);
  for (const [by, item] of [
    [1, 4335],
    [-1, 4315],
    [568, 4325],
  ]) {
    assert.equal(toHash(after(opened, [{ type: 'step', by }])), `#d=t10k&i=${item}&f=5`);
  }
  const all = after(opened, [FIVE]);
  assert.equal(toHash(all), '#d=t10k&i=4325', 'the same class again shows all');
  assert.deepEqual(page(all), { total: 10000, size: 200, page: 21, first: 4200, count: 200 });
  const other = after(opened, [{ type: 'class', label: 7, several: false }]);
  assert.equal(toHash(found(other, [0, 1], true)), '#d=t10k&f=7');
  assert.equal(toHash(found(other, [], true)), '#d=t10k&f=7');
});

test('an item that a filter excludes is not waited for', () => {
  const led = after(initial('#d=t10k&i=4321&f=5'), [FIT, LIBRARY]);
  const part = found(led, [5, 15], false);
  assert.equal(toHash(part), '#d=t10k&i=4321&f=5', 'it may still come');
  assert.equal(toHash(after(part, [{ type: 'turn-page', by: 1 }])), '#d=t10k&f=5', 'but not if the user goes on');
  assert.equal(toHash(found(part, FIVES, true)), '#d=t10k&f=5');
});

test('an item that is still to be found is waited for', () => {
  const statuses = { images: { done: false, items: 20, promised: 10000 }, labels: null };
  const state = after(initial('#d=t10k&f=5'), [FIT, LIBRARY, { type: 'status', dataset: 1, statuses }]);
  const part = found(state, [5, 15], false);
  const led = after(part, [link('#d=t10k&i=4325&f=5')]);
  assert.deepEqual(led.alerts, [], 'it may still come');
  assert.equal(toHash(found(led, FIVES, true)), '#d=t10k&i=4325&f=5');
  // Labels that arrive meanwhile repeat the search.
  const repeated = after(found(led, [5, 15], false), [{ type: 'restart', dataset: 1 }]);
  assert.equal(toHash(found(repeated, FIVES, true)), '#d=t10k&i=4325&f=5');
  const back = after(part, [link('#d=t10k&i=15&f=5')]);
  assert.equal(back.item, 15, 'an item that is found already opens at once');
});

test('classes are chosen one by one and together', () => {
  const one = (/** @type {number} */ label) => ({ type: 'class', label, several: false });
  const add = (/** @type {number} */ label) => ({ type: 'class', label, several: true });
  const find = (/** @type {any} */ change) => ({ type: 'find', change });
  const except = find({ except: true });
  const second = { column: 2, ranges: [[1, 1]] };
  /** @type {[any[], string][]} */
  const cases = [
    [[one(5)], '&f=5'],
    [[add(5)], '&f=5'],
    [[one(3)], ''],
    [[one(7), add(5)], '&f=5,7'],
    [[one(7), one(5)], '&f=5'],
    [[add(5), add(7), add(5)], '&f=7'],
    [[add(5), add(5)], ''],
    [[one(5), except], '&but=5'],
    [[one(5), except, add(7)], '&but=5,7'],
    [[one(5), except, one(5)], '&f=5'],
    [[one(5), except, find({ labels: null })], ''],
    [[find({ order: 'label', descending: true }), one(5)], '&f=5&sort=-label'],
    [[find({ order: 'random', seed: 9 })], '&sort=random&seed=9'],
    [[find({ order: 'random', seed: 9 }), find({ order: 'number' })], ''],
    [
      [
        find({
          items: [
            [3, 3],
            [10, 20],
          ],
        }),
      ],
      '&items=3,10..20',
    ],
    [[find({ labels: [[-1.5, 1e300]] })], '&f=-1.5..1e%2B300'],
    [[find({ order: 'column', column: 2, descending: true })], '&sort=-c2'],
    // The column no longer matters.
    [[find({ order: 'column', column: 2 }), find({ order: 'label' })], '&sort=label'],
    [[find({ order: 'column', column: 2 }), find({ order: 'number' })], ''],
    [
      [
        find({
          columns: [
            {
              column: 12,
              ranges: [
                [3, 3],
                [5, 9],
              ],
            },
            { column: 2, ranges: [[-1, 0.5]] },
          ],
        }),
      ],
      '&f2=-1..0.5&f12=3,5..9',
    ],
    [
      [find({ columns: [second], order: 'label' }), { type: 'layout', slot: 'labels', layout: 'i32le,60000x8,12' }],
      '&sort=label&labels-as=i32le,60000x8,12',
    ],
  ];
  for (const [events, expected] of cases) {
    const state = seen(FIT, LIBRARY, COUNTS, ...events);
    assert.equal(toHash(state), `#d=t10k${expected}`);
    const restored = after(initial(toHash(state)), [FIT, LIBRARY]);
    assert.deepEqual(plain(view(restored).dataset?.query), plain(view(state).dataset?.query), expected);
  }
});

test('other labels end a filter by label', () => {
  const state = seen(FIT, LIBRARY, COUNTS, FIVE);
  const paired = (/** @type {number | null} */ labels) => toHash(after(state, [library(1, { labels })]));
  assert.equal(paired(2), '#d=t10k&f=5');
  assert.equal(paired(3), '#d=t10k');
  assert.equal(paired(null), '#d=t10k');
});

test('lists are read as people write them', () => {
  for (const [text, expected] of /** @type {[string, number[][] | null][]} */ ([
    ['5', [[5, 5]]],
    [
      ' 3,5 ;7\n9 ',
      [
        [3, 3],
        [5, 5],
        [7, 7],
        [9, 9],
      ],
    ],
    ['10-20', [[10, 20]]],
    [
      '10 - 20, 5..7',
      [
        [10, 20],
        [5, 7],
      ],
    ],
    ['10\u{2013}20', [[10, 20]]],
    ['-1', [[-1, -1]]],
    ['\u{2212}1', [[-1, -1]]],
    [
      '-3--1 -0.5..1e3 .5',
      [
        [-3, -1],
        [-0.5, 1000],
        [0.5, 0.5],
      ],
    ],
    ['NaN', [[NaN, NaN]]],
    ['', null],
    [',', null],
    ['5 x', null],
    ['5-', null],
    ['1-2-3', null],
  ])) {
    assert.deepEqual(ranges(text), expected, text);
  }
});

test('items are sorted by what their files have', () => {
  const images = /** @type {Status} */ ({});
  const labels = /** @type {Status} */ ({ labelling: { columns: 3 } });
  /** @type {[Partial<Query>, Status | null, Status | null, boolean][]} */
  const cases = [
    [{ order: 'number' }, images, null, true],
    [{ order: 'random' }, null, labels, true],
    [{ order: 'label' }, images, labels, true],
    [{ order: 'label' }, images, null, false],
    [{ order: 'mean' }, images, null, true],
    [{ order: 'mean' }, null, labels, false],
    [{ order: 'column', column: 2 }, images, labels, true],
    [{ order: 'column', column: 3 }, images, labels, false],
    [{ order: 'column', column: 0 }, images, null, false],
  ];
  for (const [query, imageStatus, labelStatus, expected] of cases) {
    const dataset = { query: { ...EVERYTHING, ...query }, statuses: { images: imageStatus, labels: labelStatus } };
    assert.equal(canSort(/** @type {Dataset} */ (/** @type {unknown} */ (dataset))), expected);
  }
});
