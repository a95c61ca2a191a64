/** Files that are called predictions, and those that wait for labels. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { isCalledPredictions } from '../../www/engine/prediction-files.js';
import { Predictions } from '../../www/engine/predictions.js';

/**
 * @param {string} name
 * @param {string} text
 * @param {string} fault
 */
const isCalled = (name, text, fault) => isCalledPredictions(new File([text], name), name, { name: fault });

test('the name of a file, of a column or of a key says that it has predictions', async () => {
  const records = '[\n  {\n    "prediction": 3\n  }\n]';
  const split = '{"columns": ["id", "pred"], "index": [0], "data": [[0, 1]]}';
  assert.ok(await isCalled('predictions.csv', 'a,b\n', 'Csv'));
  assert.ok(await isCalled('model/preds.txt.gz', '1\n2\n', 'Text'));
  assert.ok(await isCalled('out.csv', 'id,y_pred\r\n0,1\n', 'Csv'));
  assert.ok(await isCalled('out.csv', 'prediction,confidence\r\n7,0.5\r\n', 'Text'));
  assert.ok(await isCalled('out.csv', '"predicted class";"score"\n', 'Csv'));
  assert.ok(await isCalled('out.json', records, 'Json'));
  assert.ok(await isCalled('out.json', split, 'Json'));
  const utf16 = new File(
    [new Uint8Array([0xff, 0xfe]), Uint16Array.from('pred,x\n1,2\n', (c) => c.charCodeAt(0))],
    'out.csv',
  );
  assert.ok(await isCalledPredictions(utf16, 'out.csv', { name: 'Csv' }));
  assert.ok(!(await isCalled('predict.py', 'import numpy\n', 'Text')));
  assert.ok(!(await isCalled('README.md', 'A model that predicts digits\n', 'Text')));
  assert.ok(!(await isCalled('notes.txt', 'A model that predicts digits, in short\n', 'Text')));
  assert.ok(!(await isCalled('notes.json', '{"note": "what a model predicts"}', 'Json')));
  assert.ok(!(await isCalled('labels.csv', 'id,label\n0,1\nprediction,2\n', 'Csv')));
});

/** How many predictions each file has. */
const rows = new Map([['a.csv', 3]]);

/** @param {number} items  that the labels are for; 0 if the dataset is closed */
function library(items) {
  /** @type {string[]} */
  const events = [];
  const reader = /** @type {any} */ ({
    client: { call: async () => {} },
    read: async (/** @type {any} */ dataset, /** @type {number} */ _id, /** @type {File} */ place) => {
      if (!dataset.items) throw { name: 'AbortError' };
      if (rows.get(place.name) !== dataset.items) throw { name: 'PredictionRows', expected: dataset.items };
      return {};
    },
  });
  const dataset = { id: 1, items, files: { images: {}, labels: {} }, predictions: [], record: { statuses: {} } };
  const predictions = new Predictions(
    () => 1,
    (_key, file, { name }) => void events.push(`${file} ${name}`),
    (event) => void events.push(event.type),
    () => {},
    reader,
  );
  return { dataset: /** @type {any} */ (dataset), predictions, events };
}

/** @type {any} */
const REFUSAL = {
  place: new File(['prediction,x\n1,2\n'], 'a.csv'),
  report: ['refused:a.csv', 'a.csv', { name: 'Csv' }],
};

test('predictions wait for labels', async () => {
  const { dataset, predictions, events } = library(3);
  assert.equal(await predictions.takeAll([REFUSAL], () => [], null, false), 1);
  assert.deepEqual(events.splice(0), ['a.csv PredictionEarly']);
  // What was counted before is not counted again.
  assert.equal(await predictions.takeAll([], () => [dataset], null, false), 0);
  assert.deepEqual(events.splice(0), ['dismiss', 'predicted', 'dismiss']);
  assert.equal(dataset.predictions.length, 1);
});

test('labels that come while predictions are looked at are not missed', async () => {
  const { dataset, predictions } = library(3);
  /** @type {any[]} */
  const datasets = [];
  const first = predictions.takeAll([REFUSAL], () => datasets, null, false);
  datasets.push(dataset);
  await Promise.all([first, predictions.takeAll([], () => datasets, null, false)]);
  assert.equal(dataset.predictions.length, 1);
});

test('predictions for other labels wait on', async () => {
  const { dataset, predictions, events } = library(4);
  await predictions.takeAll([REFUSAL], () => [], null, false);
  await predictions.takeAll([], () => [dataset], null, false);
  // They are not compared with the same labels again.
  await predictions.takeAll([], () => [dataset], null, false);
  assert.deepEqual(events.splice(0), ['a.csv PredictionEarly', 'a.csv PredictionRows']);
  const other = { ...dataset, id: 2, items: 3 };
  await predictions.takeAll([], () => [other], null, false);
  assert.equal(other.predictions.length, 1);
});

test('a file that is dropped again does not wait any more', async () => {
  const { dataset, predictions, events } = library(4);
  await predictions.takeAll([REFUSAL], () => [], null, false);
  rows.set('a.csv', 4);
  await predictions.takeAll([REFUSAL], () => [dataset], null, false);
  rows.set('a.csv', 3);
  await predictions.takeAll([], () => [dataset, { ...dataset, id: 2, items: 3 }], null, false);
  assert.deepEqual(events, ['a.csv PredictionEarly', 'dismiss', 'predicted', 'dismiss']);
});

test('a file waits on if the dataset is closed meanwhile', async () => {
  const { dataset, predictions } = library(0);
  await predictions.takeAll([REFUSAL], () => [], null, false);
  await predictions.takeAll([], () => [dataset], null, false);
  const other = { ...dataset, id: 2, items: 3 };
  await predictions.takeAll([], () => [other], null, false);
  assert.equal(other.predictions.length, 1);
});

test('what a link names is data', async () => {
  const { dataset, predictions, events } = library(3);
  assert.equal(await predictions.takeAll([REFUSAL], () => [], null, true), 0);
  assert.equal(await predictions.takeAll([REFUSAL], () => [dataset], null, true), 0);
  assert.deepEqual(events, ['a.csv Csv', 'a.csv Csv']);
});
