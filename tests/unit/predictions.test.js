/** Predictions of a dataset: which are shown, and which file could hold some. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHash, toHash } from '../../www/state/hash.js';
import { current } from '../../www/state/page.js';
import { reduce } from '../../www/state/panes.js';
import { isPredicting, offeredPredictions, otherPredictions, shownPredictions } from '../../www/state/predictions.js';
import { EVERYTHING, inOrderOf, isFilter, listed } from '../../www/state/query.js';
import { initial } from '../../www/state/reduce.js';
import { FIT, LIBRARY } from './fixture.js';

/** @param {number} id @param {string} name */
const file = (id, name) => ({ id, name, evaluation: {}, predicted: new Float64Array(10) });

/**
 * The library with datasets that differ from the usual first one.
 * @param {...any} changes
 */
const library = (...changes) => ({
  ...LIBRARY,
  datasets: changes.map((change, at) => ({ ...LIBRARY.datasets[0], id: at + 1, ...change })),
});

/** @param {...any} events @returns {any} */
const after = (...events) => events.reduce(reduce, initial(''));

/** @param {number} promised @param {number[]} [shape] @param {string} [elementType] */
const status = (promised, shape = [promised], elementType = 'u8') => ({
  done: true,
  items: promised,
  promised,
  shape,
  elementType,
});

test('the predictions opened last are shown, unless others are chosen', () => {
  const state = after(FIT, library({ predictions: [file(7, 'a.csv'), file(8, 'b.csv')] }));
  assert.equal(shownPredictions(current(state))?.id, 8);
  assert.equal(otherPredictions(current(state)), null);
  const chosen = reduce(state, { type: 'choose-predictions', dataset: 1, choice: { shown: 7, against: 8 } });
  assert.equal(shownPredictions(current(chosen))?.id, 7);
  assert.equal(otherPredictions(current(chosen))?.id, 8);
  // Removed predictions are no choice.
  const left = reduce(chosen, library({ predictions: [file(8, 'b.csv')] }));
  assert.equal(shownPredictions(current(left))?.id, 8);
  assert.equal(otherPredictions(current(left)), null);
});

test('new predictions are shown in place of the items', () => {
  const state = after(FIT, library({ predictions: [] }), { type: 'mode', mode: 'predictions' });
  assert.equal(isPredicting(state), false);
  const opened = [library({ predictions: [file(7, 'a.csv')] }), { type: 'predicted', dataset: 1 }].reduce(
    reduce,
    state,
  );
  assert.equal(isPredicting(opened), true);
  const items = Uint32Array.of(4, 2);
  const list = reduce(opened, { type: 'show-list', list: { title: 'wrong', items } });
  assert.equal(list.mode, '');
  assert.equal(current(list)?.query.list?.items, items);
});

test('the link names the file, as a reload loses its predictions', () => {
  const state = after(FIT, library({ predictions: [file(7, 'runs/a&b.csv')] }));
  assert.equal(fromHash(toHash(state)).predictions, 'a&b.csv');
  const again = [library({ predictions: [] })].reduce(reduce, initial(toHash(state)));
  assert.equal(current(again)?.prediction.lost, 'a&b.csv');
  const opened = [library({ predictions: [file(9, 'a&b.csv')] }), { type: 'predicted', dataset: 1 }].reduce(
    reduce,
    again,
  );
  assert.equal(current(opened)?.prediction.lost, '');
});

test('a second file of labels is offered as predictions', () => {
  const labelled = { images: 1, labels: 2, statuses: { images: status(10), labels: status(10) } };
  const labels = { images: null, labels: 5, statuses: { images: null, labels: status(10) } };
  const rows = { images: 6, labels: null, statuses: { images: status(10, [10, 3], 'f32'), labels: null } };
  /** @param {...any} datasets */
  const offer = (...datasets) => offeredPredictions(after(FIT, library(...datasets)))?.file ?? null;
  assert.equal(offer(labelled, labels), 5);
  assert.equal(offer(labelled, rows), 6);
  assert.equal(offer(labelled), null);
  assert.equal(
    offer(labelled, { ...labels, statuses: { images: null, labels: status(11) } }),
    null,
    'of another number',
  );
  assert.equal(offer({ ...labelled, labels: null }, labels), null, 'they are the only labels');
  assert.equal(offer({ ...labelled, labels: 5 }, labels), null, 'they are used already');
  assert.equal(
    offer(labelled, { ...rows, statuses: { images: status(10, [10, 3]), labels: null } }),
    null,
    'no floats',
  );
  assert.equal(offer(labelled, { ...rows, statuses: { images: status(10, [10, 3, 3], 'f32'), labels: null } }), null);
  const declined = { type: 'choose-predictions', dataset: 1, choice: { declined: [5] } };
  assert.equal(offeredPredictions(after(FIT, library(labelled, labels), declined)), null);
});

test('a list of items keeps its order, and goes with other filters', () => {
  const list = { title: 'wrong', items: Uint32Array.of(9, 3, 7, 1) };
  assert.equal(isFilter({ ...EVERYTHING, list }), true);
  assert.deepEqual([...(listed({ ...EVERYTHING, list }) ?? [])], [9, 3, 7, 1]);
  assert.deepEqual([...(listed({ ...EVERYTHING, list, items: [[2, 7]] }) ?? [])], [3, 7]);
  assert.equal(listed({ ...EVERYTHING, items: [[2, 7]] }), null);
  assert.deepEqual([...inOrderOf(list.items, Uint32Array.of(1, 7, 9))], [9, 7, 1]);
});
