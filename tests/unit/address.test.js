/** The history of a browser, and what the page keeps of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Address } from '../../www/session/address.js';
import { reduce } from '../../www/state/panes.js';
import { COUNTS, FIT, FIVE, FIVES, found, LIBRARY, page, seen } from './fixture.js';

const OPEN = seen(FIT, LIBRARY, COUNTS);

/** The globals of a page with a history. The user's next gesture is `click`, and `go` is Back or Forward. */
function browser() {
  const entries = [{ state: /** @type {any} */ (null), url: '/' }];
  let at = 0;
  /** @type {Map<string, (() => void)[]>} */
  const listeners = new Map();
  const tell = (/** @type {string} */ type) => {
    for (const listener of listeners.get(type) ?? []) listener();
  };
  /** @param {number} steps */
  const go = (steps) => {
    at += steps;
    tell('popstate');
  };
  const globals = {
    addEventListener: (/** @type {string} */ type, /** @type {() => void} */ listener) =>
      listeners.set(type, [...(listeners.get(type) ?? []), listener]),
    location: {
      pathname: '/',
      search: '',
      get hash() {
        return entries[at].url.replace(/^[^#]*/, '');
      },
    },
    history: {
      get state() {
        return entries[at].state;
      },
      /** @param {any} state @param {string} _ @param {string} url */
      pushState: (state, _, url) => {
        entries.splice(++at, Infinity, { state, url });
      },
      /** @param {any} state @param {string} _ @param {string} url */
      replaceState: (state, _, url) => {
        entries[at] = { state, url };
      },
      back: () => go(-1),
    },
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  return { go, click: () => tell('click') };
}

test('Escape goes back to a filter whose page was sought when Forward led on', () => {
  const { go, click } = browser();
  let state = OPEN;
  /** @param {any} event */
  const take = (event) => {
    const before = state;
    state = reduce(state, event);
    address.follow(state, before, event);
  };
  const address = new Address((_, position) => take({ type: 'return', position }), new AbortController().signal);
  const answer = () => {
    const before = state;
    state = found(state, FIVES, true);
    address.follow(state, before, /** @type {any} */ ({ type: 'matches' }));
  };
  address.follow(state, { ...state, datasets: [] }, /** @type {any} */ (LIBRARY));
  for (const event of [{ type: 'page', page: 4 }, FIVE]) {
    click();
    take(event);
  }
  answer();
  const filtered = state;
  click();
  take({ type: 'open', item: FIVES[0] });
  for (let step = 0; step < 3; step++) go(-1);
  assert.deepEqual(page(state), page(OPEN));
  // The user is quicker than the search.
  for (let step = 0; step < 3; step++) go(1);
  answer();
  assert.equal(state.item, FIVES[0]);
  assert.ok(address.goesBackTo({ ...state, item: null }));
  address.back();
  assert.deepEqual([state.item, page(state)], [null, page(filtered)]);
});

test('Escape twice at once goes one step back', () => {
  const { go } = browser();
  const address = new Address(() => {}, new AbortController().signal);
  let steps = 0;
  globalThis.history.back = () => steps++;
  address.back();
  address.back();
  assert.equal(steps, 1);
  go(0);
  address.back();
  assert.equal(steps, 2);
});
