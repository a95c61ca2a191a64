/** The user's actions on the page. */

import assert from 'node:assert/strict';
import { fromHash, leadsTo, MODES, toLink } from '../../www/state/hash.js';
import { current } from '../../www/state/page.js';
import { reduce } from '../../www/state/panes.js';
import { NAME } from '../../www/state/second-link.js';
import { PAGE_SIZES, PALETTES } from '../../www/state/style.js';
import { VIEWS } from '../../www/state/views.js';
import { answered, opened, page, same, wordsOf } from './state.js';
import { words } from './texts.js';

/**
 * @import { Event } from '../../www/state/panes.js'
 *
 * @typedef {object} Input
 * @property {string[]} names  of two files
 * @property {Event[]} events
 */

/** @param {any} fc */
export function inputs(fc) {
  const number = fc.oneof(
    fc.constantFrom(0, -0, 1, 0.1, -1, 1e-7, 1e21, 16777217, NaN, Infinity, -Infinity),
    fc.integer({ min: -5, max: 300 }),
    fc.double(),
  );
  const item = fc.oneof(fc.nat(12), fc.nat(10_000), fc.nat(2 ** 40));
  const pair = (/** @type {any} */ one) =>
    fc
      .tuple(one, one)
      .map((/** @type {number[]} */ [one, other]) => (one > other ? [other, one] : [one, one === other ? one : other]));
  const list = (/** @type {any} */ one) => fc.option(fc.array(pair(one), { minLength: 1, maxLength: 3 }));
  const name = fc.oneof(
    words(fc).filter(Boolean),
    fc.constantFrom('train', 'a&b=c #é (2)/100%', `${'x'.repeat(199)}😀`, '😀'.repeat(120)),
  );
  const change = fc.record(
    {
      labels: list(number),
      except: fc.boolean(),
      columns: fc.uniqueArray(
        fc.record({ column: fc.nat(20), ranges: fc.array(pair(number), { minLength: 1, maxLength: 2 }) }),
        { maxLength: 3, selector: ({ column }) => column },
      ),
      items: list(item),
      order: fc.constantFrom('number', 'label', 'column', 'mean', 'random'),
      column: fc.nat(9),
      descending: fc.boolean(),
      seed: fc.nat(2 ** 32 - 1),
    },
    { requiredKeys: [] },
  );
  const event = (/** @type {string} */ type, /** @type {object} */ rest = {}) =>
    fc.record({ type: fc.constant(type), ...rest });
  const events = [
    event('find', { change }),
    event('open', { item }),
    event('page', { page: fc.nat(200) }),
    event('step', { by: fc.constantFrom(-1, 1, 10) }),
    event('close-panel'),
    event('show-dataset', { dataset: fc.constantFrom(1, 2) }),
    event('compare'),
    event('mode', { mode: fc.constantFrom('', ...MODES) }),
    event('scale', { scale: fc.double({ min: 1e-5, max: 9999, noNaN: true }) }),
    event('invert', { inverted: fc.boolean() }),
    event('page-size', { size: fc.constantFrom(...PAGE_SIZES, 0, 7) }),
    event('palette', { palette: fc.constantFrom(...PALETTES, 'none') }),
    event('class-thumbnails', { classThumbnails: fc.constantFrom('means', 'deviations') }),
    event('limits', {
      limits: fc.oneof(
        fc.constantFrom('file', 'item'),
        pair(fc.double({ noNaN: true, min: -1e300, max: 1e300 }).map((/** @type {number} */ end) => end + 0)).filter(
          (/** @type {number[]} */ [one, other]) => one < other,
        ),
      ),
    }),
    event('orient', { by: fc.constantFrom('t', 'h', 'v', 'r', '') }),
    event('shape', { shape: fc.constantFrom('28x28', ' 2 * 3,4', '0x1', '', '784') }),
    event('span', {
      span: fc.option(pair(fc.nat(9_999_999_999)).filter((/** @type {number[]} */ [one, other]) => one < other)),
    }),
    event('axes', { axes: fc.constantFrom('3,r,c', 'c,r', 'r,c,k', 'r', '') }),
    event('slice', { by: fc.constantFrom(-1, 1) }),
    event('view', { view: fc.constantFrom(...Object.keys(VIEWS)) }),
    event('layout', {
      slot: fc.constantFrom('images', 'labels'),
      layout: fc.constantFrom('', 'i16le,60000x28x28,16', 'u8,,0', 'f64,3,8'),
    }),
    event('label', {
      choice: fc.record(
        {
          column: fc.option(fc.oneof(fc.constant('one-hot'), fc.nat(20))),
          names: fc.constantFrom('', 'none', 'typed', 'mapping', 'fashion-mnist'),
          called: words(fc),
        },
        { requiredKeys: [] },
      ),
    }),
    event('class', { label: fc.nat(11), several: fc.boolean() }),
    event('select', { item, run: fc.boolean() }),
    event('in-pane', {
      pane: fc.constantFrom(0, 1),
      event: fc.oneof(
        event('open', { item }),
        event('page', { page: fc.nat(200) }),
        event('turn-page', { by: fc.constantFrom(-1, 1) }),
      ),
    }),
    // The answer to the newest query.
    event('answer'),
    event('reset'),
  ];
  return fc.record({
    names: fc.uniqueArray(name, {
      minLength: 2,
      maxLength: 2,
      selector: (/** @type {string} */ name) => name.slice(0, NAME),
    }),
    events: fc.array(fc.oneof(...events), { maxLength: 6 }),
  });
}

/**
 * The hash of any state leads back to that state.
 * @param {Input} input
 */
export function holds({ names, events }) {
  const before = page(names);
  let state = before;
  for (const event of events) state = event.type === 'answer' ? answered(state) : reduce(state, event);
  state = answered(state);
  const written = wordsOf(state);
  const again = opened(written, before);
  same(again, state, written);
  assert.equal(wordsOf(again), written, 'written as it was read');
  // On another device there are other files, perhaps of this name.
  const link = fromHash(toLink(state));
  const shown = current(state);
  assert(shown && leadsTo(link, shown), 'the link leads to another');
  assert.equal(link.print, shown.print);
  assert.equal(link.second?.left, state.panes.length > 1 ? state.active === 1 : undefined);
}
