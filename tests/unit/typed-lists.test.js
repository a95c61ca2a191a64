/** Lists that the user types to filter. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ambiguous, parseItems, parseLabels, parseNumbers, written } from '../../www/ui/typed-lists.js';

/** @type {import('../../www/text/naming.js').Naming} */
const NAMING = {
  names: new Map([
    [7, 'Sneaker'],
    [9, 'Ankle boot'],
    [10, 'boot'],
  ]),
  source: 'typed',
  checked: false,
  shared: false,
  meanings: [],
  type: 'u8',
  key: '',
};

test('labels are numbers, ranges and names', () => {
  assert.deepEqual(parseLabels('3, 5-7', NAMING), [
    [3, 3],
    [5, 7],
  ]);
  assert.deepEqual(
    parseLabels('sneak, 1-2', NAMING),
    [
      [7, 7],
      [1, 2],
    ],
    'a part of a name',
  );
  assert.deepEqual(parseLabels('boot', NAMING), [[10, 10]], 'an exact name excludes longer ones');
  for (const typed of ['boat', '3, boat', 'boot, ,3', '']) assert.equal(parseLabels(typed, NAMING), null, typed);
});

test('numbers in a list of f32 values are rounded as the values are', () => {
  assert.deepEqual(parseNumbers('0.1', 'f32'), [[Math.fround(0.1), Math.fround(0.1)]]);
  assert.deepEqual(parseNumbers('0.1', 'f16'), [[0.0999755859375, 0.0999755859375]]);
  assert.deepEqual(parseNumbers('0.1', 'bf16'), [[0.10009765625, 0.10009765625]]);
  assert.deepEqual(parseNumbers('0.1', 'f64'), [[0.1, 0.1]]);
  assert.equal(parseNumbers('writers', 'f32'), null);
});

test('items exist, counted from 0 or 1', () => {
  assert.deepEqual(parseItems('3, 8-9', 0, 10), [
    [3, 3],
    [8, 9],
  ]);
  assert.deepEqual(parseItems('10', 1, 10), [[9, 9]]);
  assert.deepEqual(parseItems('9-20', 0, 10), [[9, 20]], 'a range may begin with the last item');
  for (const [typed, first] of /** @type {[string, number][]} */ ([
    ['10', 0],
    ['0', 1],
    ['1.5', 0],
    ['cats', 0],
  ]))
    assert.equal(parseItems(typed, first, 10), null, typed);
});

test('a number with grouped digits is ambiguous if it is an item', () => {
  assert.equal(ambiguous('3, 1,999', 0, 2000), '1,999');
  assert.equal(ambiguous('1,999', 1, 1999), '1,999');
  assert.equal(ambiguous('103,203,303', 0, 2000), null, 'beyond the last item it is a list');
});

test('a list is written as it can be typed', () => {
  const list = /** @type {[number, number][]} */ ([
    [3, 3],
    [5, 7],
  ]);
  assert.equal(written(list, String), '3, 5-7');
  assert.deepEqual(parseNumbers(written(list, String), 'u8'), list);
  assert.equal(written(null, String), '');
});
