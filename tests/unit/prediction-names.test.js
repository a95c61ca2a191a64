/** Names that say that something is a prediction. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { isPredictionName, isTruthName } from '../../www/text/prediction-names.js';

test('columns and files are called predictions', () => {
  const predictions = ['prediction', 'y_pred', 'predicted class', 'my-preds.json', 'y_hat', 'yhat', 'Predictions.json'];
  for (const name of predictions) assert.ok(isPredictionName(name), name);
  for (const name of [
    'label',
    'predators.json',
    'spread',
    'expr',
    '',
    'predictors.npy',
    'unpredictable',
    'predictable',
  ])
    assert.ok(!isPredictionName(name), name);
});

test('arrays beside predictions can be the labels', () => {
  for (const name of ['y_true', 'labels', 'y', 'Ground_Truth', 'y_test']) assert.ok(isTruthName(name), name);
  for (const name of ['y_pred', 'probs', 'truthful', 'model']) assert.ok(!isTruthName(name), name);
});
