/** When a changed state is drawn. */

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Store } from '../../www/session/store.js';
import { initial } from '../../www/state/reduce.js';
import { after, COUNTS, LIBRARY } from './fixture.js';

test('what workers report together is drawn once, and other changes at the end of the task', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const page = { hidden: false };
  globalThis.document = /** @type {any} */ (page);
  context.after(() => {
    mock.timers.reset();
    delete globalThis.document;
  });
  let drawn = 0;
  const store = new Store(
    after(initial(''), [LIBRARY]),
    () => {},
    () => drawn++,
  );
  const status = (/** @type {number} */ items) => {
    const images = { done: false, items, promised: 10000 };
    store.dispatch(/** @type {any} */ ({ type: 'status', dataset: 1, statuses: { images, labels: null } }));
  };
  status(10);
  store.dispatch(/** @type {any} */ (COUNTS));
  await null;
  assert.equal(drawn, 0, 'other messages of a worker may follow');
  mock.timers.tick(10);
  assert.equal(drawn, 1);

  status(20);
  store.dispatch({ type: 'inspecting', by: 1 });
  assert.equal(drawn, 1);
  await null;
  assert.equal(drawn, 2);
  mock.timers.tick(10);
  assert.equal(drawn, 2, 'the report has been drawn with the other change');

  status(30);
  mock.timers.tick(10);
  assert.equal(drawn, 3);

  page.hidden = true;
  status(40);
  await null;
  assert.equal(drawn, 4, 'timers of a hidden page are late');
});
