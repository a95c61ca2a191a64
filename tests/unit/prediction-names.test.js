/** Names that say that something is a prediction. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { isLabelsName, isPredictionName } from '../../www/text/prediction-names.js';

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

test('arrays and files are called labels', () => {
  for (const name of [
    'y_true',
    'labels',
    'y.npy',
    'Ground_Truth',
    'y-test',
    'labels_fixed.npy',
    'trainLabels',
    'gt',
    'groundtruth',
  ])
    assert.ok(isLabelsName(name), name);
  for (const name of [
    'y_pred',
    'probs',
    'truthful',
    'model',
    'unlabelled',
    'label_prediction',
    'array_y2k',
    'target_logits',
    'true_positives',
  ])
    assert.ok(!isLabelsName(name), name);
});
