/** The workers of a check: the messages to each of them, and the parts of the results that each receives. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** What each worker was sent, and what it answers to a method. */
const sent = /** @type {{ worker: number, method: string, args: unknown[], transfer: unknown[] }[]} */ ([]);
let workers = 0;
let answer = (/** @type {number} */ _worker, /** @type {string} */ _method) => /** @type {unknown} */ (null);

class Worker extends EventTarget {
  #number = workers++;

  /**
   * @param {{ id: number, method: string, args: unknown[] }} message
   * @param {unknown[]} transfer
   */
  postMessage({ id, method, args }, transfer) {
    sent.push({ worker: this.#number, method, args, transfer });
    const result = answer(this.#number, method);
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data: { id, result } })));
  }

  terminate() {}
}
Object.assign(globalThis, { Worker, location: new URL('file:///') });

const { CheckWorkers } = await import('../../www/engine/check-workers.js');

/** @param {number} count */
function started(count) {
  [workers, sent.length] = [0, 0];
  const all = new CheckWorkers();
  all.start(count);
  return all;
}

test('the last worker gets the arrays themselves, the others copies', async () => {
  const sizes = Uint32Array.of(3);
  await started(3).callAll('divide', sizes, 0);
  assert.deepEqual(
    sent.map(({ transfer }) => transfer),
    [[], [], [sizes.buffer]],
  );
});

test('each worker gets its part of every result that is divided', async () => {
  answer = (worker, method) =>
    method === 'run' ? [0, 1].map((part) => BigUint64Array.of(BigInt(10 * worker + part))) : null;
  await started(2).exchange('candidates', () => {});
  const given = sent.filter(({ method }) => method === 'give');
  assert.deepEqual(
    given.map(({ args: [, parts] }) => /** @type {BigUint64Array[]} */ (parts).map(([key]) => Number(key))),
    [
      [0, 10],
      [1, 11],
    ],
  );
  // Each part is sent once, so none is copied.
  assert.deepEqual(
    given.map(({ transfer }) => transfer.length),
    [2, 2],
  );
});

test('progress is the mean of the workers’, and nothing is asked once they have ended', async () => {
  answer = () => null;
  const all = started(2);
  const reports = /** @type {number[]} */ ([]);
  await all.callEach(
    async (client, share) => client.onprogress(share ? 1 : 0.5),
    (progress) => reports.push(progress),
  );
  assert.deepEqual(reports, [0, 0.25, 0.75]);
  all.end();
  await assert.rejects(
    all.callEach(
      async () => {},
      () => {},
    ),
    { name: 'AbortError' },
  );
});
