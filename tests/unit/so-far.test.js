/** When what has come out of a conversion is handed on. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { HandingOn } from '../../www/engine/so-far.js';

const BOTH = /** @type {any} */ ({ images: 'so far', labels: null });
/** @param {number} share @param {number} amount */
const after = (share, amount) => ({ share, amount, files: () => BOTH });

test('the first items are handed on at once, and others when there are twice as many', () => {
  const handing = new HandingOn(1000);
  assert.equal(handing.next(after(0.001, 99), 1010), null);
  assert.equal(handing.next(after(0.001, 100), 1020), BOTH);
  assert.equal(handing.next(after(0.002, 300), 1030), null, 'soon after');
  assert.equal(handing.next(after(0.1, 199), 1500), null);
  assert.equal(handing.next(after(0.1, 200), 1500), BOTH);
  assert.equal(handing.next(after(0.2, 399), 2000), null);
  assert.equal(handing.next(after(0.2, 400), 2000), BOTH);
});

test('a conversion that is nearly over is waited for', () => {
  const handing = new HandingOn(0);
  assert.equal(handing.next(after(0.5, 1000), 200), null, 'it takes as long again');
  assert.equal(handing.next(after(0.5, 1000), 400), BOTH);
  assert.equal(handing.next(after(0.9, 5000), 1000), null);
  assert.equal(handing.next(after(0.6, 5000), 1200), null, 'it is shown already');
  assert.equal(handing.next(after(0.6, 5000), 1600), BOTH);
  assert.equal(new HandingOn(0).next(after(1, 5000), 5000), null);
});

test('nothing is handed on while the items may be of another kind', () => {
  assert.equal(new HandingOn(0).next({ share: 0.01, amount: 1000, files: () => null }, 100), null);
});

test('what was not there yet is asked for again, and not at once', () => {
  const handing = new HandingOn(0);
  let [asked, found] = [0, null];
  const next = (/** @type {number} */ now) =>
    handing.next({ share: 0.01, amount: 1000, files: () => [asked++, found][1] }, now);
  assert.deepEqual([next(100), next(200), next(349), asked], [null, null, null, 1]);
  found = BOTH;
  assert.deepEqual([next(350), asked], [BOTH, 2]);
});

test('bytes are handed on when there are enough of them', () => {
  const handing = new HandingOn(0);
  assert.equal(handing.next({ ...after(0.01, 99_999), least: 100_000 }, 100), null);
  assert.equal(handing.next({ ...after(0.01, 100_000), least: 100_000 }, 100), BOTH);
});
