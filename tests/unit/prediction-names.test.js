/** Names that say that something is a prediction. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { isPredictionName } from '../../www/text/prediction-names.js';

test('columns and files are called predictions', () => {
  const predictions = ['prediction', 'y_pred', 'predicted class', 'my-preds.json', 'y_hat', 'yhat', 'Predictions.json'];
  for (const name of predictions) assert.ok(isPredictionName(name), name);
  for (const name of ['label', 'predators.json', 'spread', 'expr', '']) assert.ok(!isPredictionName(name), name);
});
