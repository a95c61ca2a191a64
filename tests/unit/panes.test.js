/** Two datasets side by side: what both share, and what the hash says about the second. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHash, toHash } from '../../www/state/hash.js';
import { other } from '../../www/state/page.js';
import { reduce } from '../../www/state/panes.js';
import { initial } from '../../www/state/reduce.js';
import { FIT, link, plain } from './fixture.js';

const COMPARE = { type: 'compare' };
const NAMES = ['train', 'test', 'only'];
const ITEMS = [10000, 5000, 60000];

/**
 * The datasets that the library reports: train (1: 10,000 images), test (2: 5,000 images) and only (3: labels alone).
 * @param {number[]} ids
 * @param {number | null} [select]
 * @param {Record<number, { images: string, labels: string }>} [addresses]
 */
function library(ids, select = null, addresses = {}) {
  const datasets = ids.map((id) => {
    const status = { done: true, items: ITEMS[id - 1], promised: ITEMS[id - 1] };
    const statuses = id === 3 ? { images: null, labels: status } : { images: status, labels: null };
    const name = NAMES[id - 1];
    const files = {
      images: id === 3 ? null : id,
      labels: null,
      addresses: addresses[id] ?? { images: '', labels: '' },
    };
    return { id, name, of: name, part: '', ...files, sample: '', predictions: [], statuses };
  });
  return { type: 'library', files: [], select, datasets };
}

const ALL = library([1, 2, 3]);

/** Something happens in the pane of the second dataset. @param {any} event */
const second = (event) => ({ type: 'in-pane', pane: 1, event });

/**
 * @param {any} state
 * @param {any[]} events
 */
const after = (state, events) => events.reduce(reduce, state);

/** The state after these events, with all three datasets open. @param {...any} events */
const seen = (...events) => after(initial(''), [FIT, ALL, ...events]);

test('a hash restores both', () => {
  const page = second({ type: 'page', page: 3 });
  const open = second({ type: 'open', item: 4321 });
  const select = (/** @type {number} */ dataset) => ({ type: 'show-dataset', dataset });
  /** @type {[any[], string][]} */
  const cases = [
    [[COMPARE], '#d=train&right=test'],
    [[COMPARE, COMPARE], '#d=train'],
    [[COMPARE, page], '#d=train&right=test&right-at=400'],
    // Images go beside images, if there are any.
    [[select(2), COMPARE], '#d=test&right=train'],
    [[select(3), COMPARE], '#d=only&right=train'],
    // Both keep their side.
    [[COMPARE, page, select(2)], '#d=test&at=400&left=train'],
    [[COMPARE, { type: 'page', page: 2 }, open], '#d=test&i=4321&left=train&left-at=200'],
    [[COMPARE, open, COMPARE], '#d=test&i=4321'],
    // A third takes the place of the current one.
    [[COMPARE, select(3)], '#d=only&right=test'],
    [[COMPARE, open, select(3)], '#d=only&left=train'],
    [[COMPARE, page, { type: 'find', change: { descending: true } }], '#d=train&sort=-number&right=test&right-at=400'],
  ];
  for (const [events, hash] of cases) {
    assert.equal(toHash(seen(...events)), hash);
    assert.equal(toHash(after(initial(''), [FIT, ALL, link(hash)])), hash);
    assert.equal(toHash(after(initial(''), [FIT, link(hash), ALL])), hash);
    assert.equal(toHash(after(initial(hash), [FIT, ALL])), hash);
  }
});

test('files that are opened later replace neither of two that are compared', () => {
  const compared = seen({ type: 'show-dataset', dataset: 3 }, COMPARE);
  const opened = (/** @type {number} */ select) => toHash(after(compared, [library([1, 2, 3], select)]));
  assert.equal(opened(2), '#d=only&right=train');
  assert.equal(opened(1), '#d=train&left=only', 'a dataset in view becomes the active one');
  assert.equal(toHash(seen(library([1, 2, 3], 2))), '#d=test', 'without a comparison it comes into view');
});

test('a link finds the second dataset by its name on the page or in links', () => {
  const datasets = ALL.datasets.map((dataset) => (dataset.id === 2 ? { ...dataset, name: 'notMNIST test' } : dataset));
  const renamed = { ...ALL, datasets };
  for (const right of ['test', 'notMNIST+test'])
    assert.equal(toHash(after(initial(`#d=train&right=${right}`), [FIT, renamed])), '#d=train&right=notMNIST+test');
  const part = {
    ...renamed,
    datasets: datasets.map((dataset) => ({ ...dataset, part: dataset.id === 2 ? 'images,u8,3,96' : '' })),
  };
  assert.equal(
    after(initial('#d=train&right=test'), [FIT, part]).panes.length,
    1,
    'an array in a file is not the file',
  );
});

test('the files of both are named by their addresses', () => {
  const hash = '#images=a&d=train&right=test&right-at=400&right-images=b&right-labels=c';
  const files = (/** @type {string} */ labels) =>
    library([1, 2, 3], null, { 1: { images: 'a', labels: '' }, 2: { images: 'b', labels } });
  const opened = (/** @type {string} */ labels) => after(initial(hash), [FIT, files(labels)]);
  assert.equal(toHash(opened('c')), hash);
  assert.equal(toHash(opened('d')), hash, 'another file changes nothing');
  assert.equal(opened('d').panes.length, 1);
  assert.equal(toHash(opened('')), hash.replace('&right-labels=c', ''), 'a file that could not be had is left out');

  const read = (/** @type {string} */ hash) => fromHash(hash).second;
  assert.deepEqual(plain(read('#left=a&d=b&left-sample=../b&left-at=-1')), {
    dataset: 'a',
    left: true,
    at: 0,
    sample: '',
    images: '',
    labels: '',
  });
  for (const hash of ['', '#d=a', '#right=', '#left-at=7']) assert.equal(read(hash), null, hash);
  assert.equal(read('#left-at=7&right-images=a')?.images, 'a', 'an address needs no name');
  const long = ['right', 'right-images'].map((key) => `&${key}=${'x'.repeat(1 << 20)}`).join('');
  assert.equal(read(long), null, 'neither is a name nor an address');
});

test('both share the filter and the range', () => {
  const change = { type: 'find', change: { labels: [[3, 5]], order: 'label', descending: true } };
  let state = seen(COMPARE, { type: 'limits', limits: 'item' }, change);
  assert.equal(state.datasets[0].query, state.datasets[1].query, 'both get the same query');
  assert.equal(state.datasets[0].queryId, state.datasets[1].queryId, 'and the same version');
  assert.deepEqual(
    state.datasets.map((/** @type {any} */ { limits }) => limits),
    ['item', 'item', 'file'],
  );

  // Each has its own items and pages.
  const found = (/** @type {any} */ state, /** @type {number} */ dataset, /** @type {number[]} */ items) => {
    const { query, queryId } = state.datasets[dataset - 1];
    return reduce(
      state,
      /** @type {any} */ ({
        type: 'matches',
        dataset,
        matches: { query, queryId, items: Uint32Array.from(items) },
        complete: true,
      }),
    );
  };
  const numbers = (/** @type {number} */ first, /** @type {number} */ end) =>
    Array.from({ length: end - first }, (_, place) => first + place);
  state = found(found(state, 1, numbers(100, 900)), 2, numbers(1000, 1300).reverse());
  state = after(state, [second({ type: 'turn-page', by: 1 })]);
  assert.equal(toHash(state), '#d=train&f=3..5&sort=-label&range=item&right=test&right-at=1099');
  state = after(state, [second({ type: 'open', item: 1250 })]);
  assert.equal(toHash(state), '#d=test&i=1250&f=3..5&sort=-label&range=item&left=train');
  const stepped = after(state, [{ type: 'step', by: 1 }]);
  assert.equal(toHash(stepped), toHash(state).replace('1250', '1249'), 'the panel walks through its own dataset');

  state = after(state, [{ type: 'find', change: { labels: null, order: 'number', descending: false } }]);
  assert.equal(toHash(state), '#d=test&i=1250&range=item&left=train');
  state = after(state, [COMPARE, change]);
  assert.equal(state.datasets[0].query.labels, null, 'datasets shown alone share nothing');
});

test('a class of either can be chosen', () => {
  const counts = { type: 'counts', dataset: 2, counts: { more: 0, classes: [{ label: 7, count: 5000 }] } };
  const seven = { type: 'class', label: 7, several: false };
  assert.equal(toHash(seen(counts, seven)), '#d=train');
  assert.equal(toHash(seen(counts, COMPARE, seven)), '#d=train&f=7&right=test');
});

test('closing either leaves the other', () => {
  const compared = seen(COMPARE);
  const crossed = after(compared, [second({ type: 'open', item: 7 })]);
  const left = (/** @type {any} */ state, /** @type {number[]} */ ...ids) => after(state, [library(ids)]);
  assert.equal(toHash(left(compared, 2, 3)), '#d=test');
  assert.equal(toHash(left(compared, 1, 3)), '#d=train');
  assert.equal(toHash(left(crossed, 1, 3)), '#d=train');
  assert.equal(toHash(left(crossed, 2, 3)), '#d=test&i=7');
  assert.equal(toHash(left(crossed, 3)), '#d=only');
  assert.equal(toHash(left(crossed)), '');
  assert.equal(other(left(crossed, 1)), null);
});

test('a link to a second dataset waits without taking the user away', () => {
  const hash = '#d=train&right=test&right-at=400';
  const state = after(initial(hash), [FIT, library([1], 1)]);
  assert.equal(toHash(state), hash);
  assert.equal(toHash(after(state, [library([1, 2], 2)])), hash);
  assert.equal(toHash(after(state, [library([1, 3], 3)])), hash, 'labels alone leave the images in view');
  const first = after(initial('#d=test&left=train'), [FIT, library([1], 1)]);
  assert.equal(toHash(first), '#d=train');
  assert.equal(toHash(after(first, [library([1, 2], 2)])), '#d=test&left=train');
});
