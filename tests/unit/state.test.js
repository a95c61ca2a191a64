/** How events change the page: orientation, slices, the open item, bookmarks. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHash } from '../../www/state/hash.js';
import { view } from '../../www/state/page.js';
import { initial } from '../../www/state/reduce.js';
import { after, FIT, LIBRARY, library, libraryOfImages, seen } from './fixture.js';

test('four quarter turns and two flips restore an image', () => {
  for (const [by, expected] of [
    ['', ''],
    ['r', 'th'],
    ['rr', 'hv'],
    ['rrr', 'tv'],
    ['rrrr', ''],
    ['tr', 'h'],
    ['hr', 'thv'],
    ['vr', 't'],
    ['hv', 'hv'],
    ['hh', ''],
    ['tt', ''],
    ['thvr', 'v'],
  ]) {
    const hash = toHash(seen(FIT, LIBRARY, ...[...by].map((by) => ({ type: 'orient', by }))));
    assert.equal(hash, `#d=t10k${expected && `&o=${expected}`}`, by);
  }
});

test('slices step up to the last and down to the first', () => {
  const slices = libraryOfImages({ axes: ['1', '4', 'r', 'c'], shape: [9, 2, 6, 8, 8] });
  const axes = (/** @type {string} */ hash, /** @type {number[]} */ ...steps) =>
    toHash(after(initial(hash), [FIT, slices, ...steps.map((by) => ({ type: 'slice', by }))])).replace('#d=t10k', '');
  assert.equal(axes('', 1), '&axes=1,5,r,c');
  assert.equal(axes('', 1, 1, 1), '&axes=1,5,r,c');
  assert.equal(axes('', -9), '&axes=1,0,r,c');
  assert.equal(axes('#axes=1,r,5,c', -1, -1), '&axes=1,r,3,c');
  assert.equal(axes('#axes=r,c', 1), '&axes=1,5,r,c', 'these axes belong to another shape');
  assert.equal(toHash(seen(FIT, LIBRARY, { type: 'slice', by: 1 })), '#d=t10k', 'images have no slices');
});

test('the open item is one that exists', () => {
  const state = seen(FIT, LIBRARY, { type: 'show-dataset', dataset: 2 }, { type: 'open', item: 59999 });
  for (const [items, expected] of [
    [60000, '&i=59999'],
    [250, '&i=249'],
    [1, '&i=0'],
    [0, ''],
  ]) {
    const statuses = { images: null, labels: { done: true, items, promised: 60000 } };
    const hash = toHash(after(state, [{ type: 'status', dataset: 2, statuses }]));
    assert.equal(hash.split('100%25')[1], expected);
  }
});

test('a dropped mapping replaces the names that were chosen', () => {
  const typed = { column: null, names: 'typed', called: 'cat' };
  const chosen = (/** @type {any} */ labelling) =>
    view(seen(FIT, LIBRARY, { type: 'names', dataset: 1, labelling }, { type: 'mapping', dataset: 1 })).dataset
      ?.labelling;
  assert.deepEqual(chosen(typed), { ...typed, names: 'mapping' }, 'typed names can be chosen again');
  assert.equal(chosen({ ...typed, names: 'none' })?.names, 'mapping');
  assert.equal(chosen({ ...typed, names: '' })?.names, '', 'without a choice it is used anyway');
  assert.equal(seen({ type: 'mapping', dataset: 7 }).datasets.length, 0);
});

test('bookmarks are set and removed together', () => {
  const bookmarks = (/** @type {any[]} */ ...events) => view(seen(FIT, LIBRARY, ...events)).dataset?.bookmarks.ranges();
  const bookmark = (/** @type {number[]} */ ...items) => ({ type: 'bookmark', items });
  const some = bookmark(3, 9, 4);
  const [three, nine] = [
    [3, 4],
    [9, 9],
  ];
  assert.deepEqual(bookmarks(), []);
  assert.deepEqual(bookmarks(some), [three, nine]);
  assert.deepEqual(bookmarks(some, bookmark(4)), [[3, 3], nine]);
  assert.deepEqual(bookmarks(some, bookmark(4, 5)), [[3, 5], nine]);
  assert.deepEqual(bookmarks(some, some), []);
  assert.deepEqual(bookmarks(some, bookmark()), [three, nine]);
  assert.deepEqual(bookmarks(some, library(1, { labels: 9 })), [three, nine], 'other labels keep them');
  assert.deepEqual(bookmarks(some, library(1, { images: 9 })), [], 'other images do not');
});

test('the counts of each drop are kept until they are dismissed', () => {
  const counts = { opened: 1, skipped: 0, passed: [], unlisted: 0, unread: 0 };
  /** @param {object} change */
  const drop = (change) => ({ type: 'tally', tally: { ...counts, ...change } });
  const refused = drop({ skipped: 3 });
  const state = seen(drop({ skipped: 2, passed: ['README.md'] }), drop({}), refused, drop({ unread: 3 }));
  assert.deepEqual(
    state.tallies.map(({ key, skipped, unread }) => [key, skipped, unread]),
    [
      ['drop:1', 2, 0],
      ['drop:2', 0, 3],
    ],
  );
  assert.deepEqual(
    after(state, [{ type: 'dismiss', key: 'drop:1' }]).tallies.map(({ key }) => key),
    ['drop:2'],
  );
  assert.equal(after(state, [{ type: 'dismiss-all' }]).tallies.length, 0);
});
