import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest, shareOf, visible, zoomed } from '../../www/ui/span.js';

test('a span that does not fit the line shows all of it', () => {
  assert.deepEqual(visible(null, 100), [0, 99]);
  assert.deepEqual(visible([10, 20], 100), [10, 20]);
  assert.deepEqual(visible([90, 100], 100), [0, 99]);
  assert.deepEqual(visible(null, 0), [0, 0]);
});

test('a span stays on the line', () => {
  assert.deepEqual(nearest([-5, 5], 100), [0, 10]);
  assert.deepEqual(nearest([95, 105], 100), [89, 99]);
  assert.deepEqual(nearest([7.4, 7.5], 100), [7, 8]);
  assert.equal(nearest([-50, 200], 100), null);
  assert.equal(nearest(null, 100), null);
});

test('zooming keeps a place where it is', () => {
  assert.deepEqual(zoomed([0, 99], 0.5, 0.5), [25, 74]);
  assert.deepEqual(zoomed([0, 99], 0.5, 0), [0, 49]);
  assert.deepEqual(zoomed([25, 74], 2, 0.5), [0, 99]);
  assert.deepEqual(zoomed([0, 99], 0.5, 1), [50, 99]);
});

test('the smallest zoom changes the span', () => {
  assert.deepEqual(zoomed([0, 9], 1.01, 0), [0, 10]);
  assert.deepEqual(zoomed([0, 9], 0.99, 0), [0, 8]);
});

test('a place has a share of the span', () => {
  assert.equal(shareOf([10, 20], 15), 0.5);
  assert.equal(shareOf([10, 10], 10), 0);
});
