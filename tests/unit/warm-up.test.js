import assert from 'node:assert/strict';
import { test } from 'node:test';
import './channels.js';

const { warmUp } = await import('../../www/engine/warm-up.js');

/** A dataset that notes the calls of its methods. */
function scratch() {
  const calls = [];
  const call = (name) => () => calls.push(name);
  return { calls, open: call('open'), push: call('push'), free: call('free') };
}

test('a worker unpacks some noise before its first file', async () => {
  const dataset = scratch();
  await warmUp(dataset, () => false);
  assert.equal(dataset.calls[0], 'open');
  assert.ok(dataset.calls.filter((name) => name === 'push').length > 1);
  assert.equal(dataset.calls.at(-1), 'free');
});

test('a worker that has a file makes no noise', async () => {
  const dataset = scratch();
  const { CompressionStream } = globalThis;
  globalThis.CompressionStream = class {
    constructor() {
      throw new Error('noise was compressed');
    }
  };
  try {
    await warmUp(dataset, () => true);
  } finally {
    globalThis.CompressionStream = CompressionStream;
  }
  assert.deepEqual(dataset.calls, ['free']);
});
