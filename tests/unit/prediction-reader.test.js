/** The names of classes by which predictions are read. */

import assert from 'node:assert/strict';
import test from 'node:test';
import './channels.js';

const { PredictionReader, differsInNames } = await import('../../www/engine/prediction-reader.js');

/**
 * A reader whose worker gives each word without a class the next number, and the names that it was asked with.
 */
function readerOf() {
  const state = { names: new Map(), own: new Map(), key: 'none' };
  /** @type {Map<string, number>[]} */
  const asked = [];
  const reader = new PredictionReader(
    () => {},
    () => state,
  );
  const client = {
    generation: 0,
    async call(
      /** @type {string} */ _,
      /** @type {number} */ __,
      /** @type {any} */ word,
      /** @type {any} */ labels,
      /** @type {any} */ names,
    ) {
      asked.push(names);
      await new Promise((resolve) => setTimeout(resolve, 1));
      const unknownClasses = names.has(word) ? [] : [[Math.max(2, ...names.values()) + 1, word]];
      return { evaluation: { unknownClasses, labels: [...labels] }, predicted: new Float64Array() };
    },
  };
  const status = { done: true, items: 2, promised: 2, layout: { text: 'u8' } };
  const record = { labels: 1, unlabelled: -1, statuses: { images: null, labels: status } };
  const dataset = /** @type {any} */ ({
    id: 1,
    record,
    predictions: [{}],
    statuses: { areOld: false, now: record.statuses },
    engine: { call: async () => Float64Array.of(0, -1) },
  });
  const call = (/** @type {Record<number, string>} */ names) => {
    state.names = new Map(Object.entries(names).map(([label, name]) => [Number(label), name]));
    state.key = JSON.stringify(names);
    return reader.keyOf(dataset);
  };
  Object.assign(reader, { client });
  return { reader, state, dataset, asked, call, read: (/** @type {any} */ word) => reader.read(dataset, 1, word) };
}

test('classes that are unknown have one number in all files, also in two that are read at once', async () => {
  const { read, call, asked } = readerOf();
  call({ 0: 'cat', 1: 'dog' });
  const [one, two, three] = await Promise.all([read('fox'), read('wolf'), read('fox')]);
  assert.deepEqual([...one.names], [[3, 'fox']]);
  assert.deepEqual(
    [...two.names],
    [
      [3, 'fox'],
      [4, 'wolf'],
    ],
  );
  assert.deepEqual([...three.names], [...two.names]);
  assert.equal(asked[2].get('fox'), 3);
});

test('an item without a label has none for the worker', async () => {
  const { read } = readerOf();
  assert.deepEqual((await read('cat')).evaluation.labels, [0, NaN]);
});

test('names that are taken back or replaced still tell what a file means, unless they were wrong', async () => {
  const { read, call, asked } = readerOf();
  const first = call({ 0: 'cat', 1: 'dog' });
  assert.equal(call({}), first);
  const second = call({ 0: 'kitty', 1: 'dog' });
  assert.notEqual(second, first);
  assert.equal(differsInNames(first, second), true);
  await read('cat');
  assert.deepEqual([...(asked.at(-1) ?? [])].sort(), [
    ['cat', 0],
    ['dog', 1],
    ['kitty', 0],
  ]);
  call({ 0: 'dog', 1: 'bird' });
  await read('cat');
  assert.deepEqual([...(asked.at(-1) ?? [])].sort(), [
    ['bird', 1],
    ['dog', 0],
  ]);
});

test('other labels begin with their own names', async () => {
  const { dataset, call } = readerOf();
  const before = call({ 0: 'cat' });
  dataset.record.labels = 2;
  assert.equal(differsInNames(before, call({ 0: 'cat' })), false);
});

test('names that came with the labels are above those that the user chooses, and others count from the first file on', async () => {
  const { dataset, call, read, asked, state } = readerOf();
  dataset.predictions = [];
  call({ 0: 'dog', 1: 'bird' });
  call({ 0: 'Bird', 1: 'Dog' });
  await read('cat');
  assert.deepEqual([...(asked.at(-1) ?? [])].sort(), [
    ['Bird', 0],
    ['Dog', 1],
  ]);
  dataset.predictions = [{}];
  state.own = new Map([
    [0, 'cat'],
    [1, 'dog'],
  ]);
  call({ 5: 'cat', 7: 'horse' });
  await read('cat');
  const names = new Map(asked.at(-1));
  assert.deepEqual([names.get('cat'), names.get('dog'), names.get('horse')], [0, 1, 7]);
});
