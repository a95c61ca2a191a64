/** When workers start and end, and which of them inspects files. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { EnginePool } from '../../www/engine/engine-pool.js';

/** The workers that were started, and have not ended. @type {any[]} */
let workers;

beforeEach(() => {
  workers = [];
  globalThis.location = /** @type {any} */ ({ origin: 'null' });
  mock.timers.enable({ apis: ['setTimeout'] });
  globalThis.Worker = /** @type {any} */ (
    class {
      posted = [];
      constructor() {
        workers.push(this);
      }
      postMessage(message) {
        this.posted.push(message.method);
        this.last = message;
      }
      terminate() {
        workers.splice(workers.indexOf(this), 1);
      }
      addEventListener(type, hear) {
        this[`on${type}`] = hear;
      }
    }
  );
});
afterEach(() => {
  mock.timers.reset();
  delete globalThis.Worker;
  delete globalThis.location;
});

const posted = () => workers.map((worker) => worker.posted);

test('a worker is prepared once, and ends if no file comes', () => {
  const pool = new EnginePool(() => assert.fail());
  pool.prepareConversions();
  pool.prepareConversions();
  assert.deepEqual(posted(), [[], ['prepareConversions']]);
  mock.timers.tick(59_000);
  assert.equal(workers.length, 2);
  mock.timers.tick(2000);
  assert.deepEqual(posted(), [[]]);
  pool.prepareConversions();
  assert.equal(workers.length, 2);
});

test('a worker that is used stays until its conversions end', () => {
  const pool = new EnginePool(() => assert.fail());
  pool.prepareConversions();
  const engine = pool.converter();
  mock.timers.tick(100_000);
  assert.equal(pool.converter(), engine);
  assert.equal(workers.length, 2);
  pool.endConversions();
  assert.equal(workers.length, 1);
});

test('files are inspected by a worker that is there, and its dataset gets another', () => {
  const pool = new EnginePool(() => assert.fail());
  const converter = pool.converter();
  const first = pool.scout();
  assert.notEqual(first, converter);
  /** @type {unknown[]} */
  const read = [];
  const dataset = () => /** @type {any} */ ({ start: (/** @type {unknown} */ engine) => read.push(engine) });
  pool.read(dataset(), 0);
  assert.deepEqual([read, pool.scout()], [[first], converter]);
  assert.equal(workers.length, 2, 'none starts beside a conversion');
  pool.read(dataset(), 0);
  assert.equal(workers.length, 3);
  assert.notEqual(read[1], converter);
  mock.timers.tick(2000);
  const idle = pool.scout();
  assert.ok(![...read, converter].includes(idle));
  pool.endConversions();
  assert.equal(pool.scout(), idle);
});

test('a worker that cannot start is reported if it is wanted', () => {
  /** @type {string[]} */
  const faults = [];
  const pool = new EnginePool(({ name }) => faults.push(name));
  const fail = () => workers.at(-1).onerror({ preventDefault() {}, message: '' });
  pool.prepareConversions();
  fail();
  assert.deepEqual(faults, []);
  mock.timers.tick(30_000);
  pool.converter();
  // What was to end the first one does not end the next.
  mock.timers.tick(40_000);
  assert.equal(workers.at(-1).posted.length, 0);
  const count = workers.length;
  fail();
  assert.deepEqual([faults, workers.length < count], [['EngineUnavailable'], true]);
});
