/** One drop after the other, and their cancellation. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drops } from '../../www/engine/drops.js';

test('what waits is cancelled with what is under way, and what comes later is not', async () => {
  const drops = new Drops(() => {});
  /** @type {boolean[]} */
  const cancelled = [];
  let go = () => {};
  const started = new Promise((resolve) => (go = () => resolve(undefined)));
  drops.queue(async (isCancelled) => {
    await started;
    cancelled.push(isCancelled());
  });
  drops.queue(async (isCancelled) => void cancelled.push(isCancelled()));
  // Begun before the queue heard of it.
  const early = drops.begin();
  drops.cancel();
  drops.queue(async (isCancelled) => void cancelled.push(isCancelled()), early);
  const last = drops.queue(async (isCancelled) => void cancelled.push(isCancelled()));
  go();
  await last;
  assert.deepEqual(cancelled, [true, true, true, false]);
});

test('a task that fails is reported, and the next one runs', async () => {
  /** @type {unknown[]} */
  const faults = [];
  const drops = new Drops((fault) => faults.push(fault.message));
  drops.queue(() => Promise.reject(new Error('broken')));
  let isDone = false;
  await drops.queue(async () => void (isDone = true));
  assert.deepEqual([faults, isDone], [['broken'], true]);
});
