import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Latest } from '../../www/ui/latest.js';

const answer = (/** @type {string} */ text) => async () => text;

/** A promise that the test settles. */
function deferred() {
  /** @type {(value: string | null) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  const promise = /** @type {Promise<string | null>} */ (
    new Promise((settle, fail) => {
      resolve = settle;
      reject = fail;
    })
  );
  return { load: () => promise, resolve, reject };
}

test('the same question is asked once', async () => {
  const latest = new Latest();
  assert.equal(await latest.ask({ key: 'a' }, answer('A')), 'A');
  assert.equal(await latest.ask({ key: 'a' }, assert.fail), null);
  assert.equal(await latest.ask({ key: 'a', version: 2 }, assert.fail), null);
  assert.equal(await latest.ask({ key: 'b' }, answer('B')), 'B');
});

test('a question is not asked again while its answer is on its way', async () => {
  const latest = new Latest();
  const first = deferred();
  const asked = latest.ask({ key: 'a', version: 1 }, first.load);
  assert.equal(await latest.ask({ key: 'a', version: 2 }, assert.fail), null);
  first.resolve('A');
  assert.equal(await asked, 'A');
});

test('a late answer is dropped', async () => {
  const latest = new Latest();
  const [first, second] = [deferred(), deferred()];
  const [one, two] = [latest.ask({ key: 'a' }, first.load), latest.ask({ key: 'b' }, second.load)];
  second.resolve('B');
  assert.equal(await two, 'B');
  first.resolve('A');
  assert.equal(await one, null);
});

test('a late failure is dropped', async () => {
  const latest = new Latest();
  const first = deferred();
  const one = latest.ask({ key: 'a' }, first.load);
  assert.equal(await latest.ask({ key: 'b' }, answer('B')), 'B');
  first.reject(new Error('too late'));
  assert.equal(await one, null);
  assert.equal(latest.partial, false);
});

test('an earlier answer about the same subject is shown', async () => {
  const latest = new Latest();
  const first = deferred();
  const one = latest.ask({ key: 'page 1', subject: 'mnist' }, first.load);
  const two = latest.ask({ key: 'page 2', subject: 'mnist' }, answer('two'));
  first.resolve('one');
  assert.deepEqual(await Promise.all([one, two]), ['one', 'two']);
});

test('a partial answer is asked for again when there is more', async () => {
  const latest = new Latest();
  assert.equal(await latest.ask({ key: 'a', version: 1 }, answer('half')), 'half');
  latest.partial = true;
  assert.equal(await latest.ask({ key: 'a', version: 1 }, assert.fail), null);
  assert.equal(await latest.ask({ key: 'a', version: 2 }, answer('all')), 'all');
  assert.equal(await latest.ask({ key: 'a', version: 3 }, assert.fail), null);
});

test('no answer and a failure count as partial', async () => {
  const latest = new Latest();
  assert.equal(await latest.ask({ key: 'a', version: 1 }, async () => null), null);
  const failing = () => Promise.reject(new Error('no memory'));
  await assert.rejects(latest.ask({ key: 'a', version: 2 }, failing), /no memory/);
  assert.equal(await latest.ask({ key: 'a', version: 3 }, answer('A')), 'A');
});

test('after clear the question is asked again, and its earlier answer dropped', async () => {
  const latest = new Latest();
  const first = deferred();
  const one = latest.ask({ key: 'a' }, first.load);
  latest.clear();
  first.resolve('A');
  assert.equal(await one, null);
  assert.equal(await latest.ask({ key: 'a' }, answer('A')), 'A');
});
