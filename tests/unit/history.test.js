/** Steps of the history: which changes are steps, and what Back restores of the state. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_SCREEN, isSeeking, isStep, positionOf, returnTo, samePosition } from '../../www/state/history.js';
import { current, view } from '../../www/state/page.js';
import { reduce } from '../../www/state/panes.js';
import { after, COUNTS, FIT, FIVE, FIVES, found, LIBRARY, page, seen } from './fixture.js';

const OPEN = seen(FIT, LIBRARY, COUNTS);

/** Goes from one state back to another. @param {any} state @param {any} to */
const back = (state, to) => reduce(state, { type: 'return', position: /** @type {any} */ (positionOf(to)) });

test('filter, sort, page and item are steps, and settings are not', () => {
  for (const event of [
    FIVE,
    { type: 'find', change: {} },
    { type: 'turn-page', by: 1 },
    { type: 'open', item: 3 },
    { type: 'mode', mode: 'one' },
  ])
    for (const seen of [event, { type: 'in-pane', pane: 1, event }]) assert.ok(isStep(/** @type {any} */ (seen)));
  for (const type of ['invert', 'scale', 'palette', 'matches', 'status', 'select'])
    assert.ok(!isStep(/** @type {any} */ ({ type })), type);
});

test('going back undoes a page, an item and a filter, and keeps the settings', () => {
  const paged = after(OPEN, [{ type: 'page', page: 4 }]);
  const opened = after(paged, [{ type: 'open', item: 777 }]);
  const inverted = after(opened, [{ type: 'invert', inverted: true }]);
  const filtered = found(after(inverted, [FIVE]), FIVES, true);
  assert.equal(filtered.item, null);
  const again = back(filtered, opened);
  assert.deepEqual([again.item, page(again), again.inverted], [777, page(opened), true]);
  assert.equal(current(again)?.queryId, 0);
  assert.deepEqual(page(back(again, paged)), page(paged));
  assert.equal(back(again, paged).item, null);
  assert.equal(view(back(again, OPEN)).page, 0);
});

test('going back to the first screen closes nothing, and news about files does not leave it', () => {
  const dataset = /** @type {number} */ (current(OPEN)?.id);
  const painted = { dataset, page: 0, pages: 1, items: 10, missing: 0, range: null, ramp: null };
  const opened = after(OPEN, [
    { type: 'painted', ...painted },
    { type: 'open', item: 777 },
  ]);
  const first = reduce(opened, { type: 'return', position: FIRST_SCREEN });
  assert.deepEqual([current(first), first.item, first.datasets.length], [null, null, opened.datasets.length]);
  assert.equal(current(after(first, [LIBRARY])), null);
  assert.deepEqual(positionOf(back(first, opened)), positionOf(opened));
  // What the grid shows is not painted again.
  assert.deepEqual(back(first, opened).panes, opened.panes);
  assert.equal(current(after(first, [/** @type {any} */ ({ ...LIBRARY, select: 1 })]))?.id, 1);
});

test('another layout of a file is a step, and going back undoes it', () => {
  const paged = after(OPEN, [{ type: 'page', page: 2 }]);
  const event = /** @type {const} */ ({ type: 'layout', slot: 'images', layout: 'u8,20000x14x28,16' });
  const applied = after(paged, [event]);
  assert.ok(isStep(event));
  assert.ok(!samePosition(/** @type {any} */ (positionOf(paged)), /** @type {any} */ (positionOf(applied))));
  const undone = back(applied, paged);
  assert.deepEqual([current(undone)?.imagesLayout, page(undone)], ['', page(paged)]);
  assert.equal(current(back(undone, applied))?.imagesLayout, event.layout);
  /** @param {(dataset: any) => object} change */
  const changed = (change) => ({
    ...applied,
    datasets: applied.datasets.map((dataset) => ({ ...dataset, ...change(dataset) })),
  });
  const fewer = changed(({ statuses }) => ({
    statuses: { ...statuses, images: { ...statuses.images, items: 100, promised: 100 } },
  }));
  assert.equal(current(back(fewer, paged))?.at, current(paged)?.at, 'how many there are again is not known yet');
  const replaced = changed(() => ({ images: 99 }));
  assert.equal(current(back(replaced, paged))?.imagesLayout, event.layout, 'a layout is of one file');
});

test('a presentation is a step, and going back ends it', () => {
  const opened = after(OPEN, [{ type: 'open', item: 777 }]);
  const presented = after(opened, [{ type: 'mode', mode: 'one' }]);
  assert.deepEqual([presented.item, current(presented)?.at], [null, 777]);
  const shown = after(presented, [{ type: 'show-place', at: 778 }]);
  const position = (/** @type {any} */ state) => /** @type {any} */ (positionOf(state));
  assert.ok(samePosition(position(presented), position(shown)), 'items of a page are no steps');
  const ended = back(shown, opened);
  assert.deepEqual([ended.mode, ended.item], ['', 777]);
  assert.deepEqual([back(ended, shown).mode, current(back(ended, shown))?.at], ['one', 778]);
});

test('going forward to a filter seeks its page and its item', () => {
  const filtered = found(after(OPEN, [FIVE]), FIVES, true);
  const paged = after(filtered, [{ type: 'page', page: 3 }]);
  const opened = after(paged, [{ type: 'open', item: 4325 }]);
  for (const to of [paged, opened]) {
    const sought = back(OPEN, to);
    assert.equal(sought.item, null, 'it may not match any more');
    assert.ok(isSeeking(sought));
    const there = found(sought, FIVES, true);
    assert.ok(!isSeeking(there));
    assert.deepEqual([there.item, page(there)], [to.item, page(to)]);
    assert.ok(samePosition(/** @type {any} */ (positionOf(there)), /** @type {any} */ (positionOf(to))));
    // Between positions with the same filter, there is nothing to search.
    assert.equal(current(back(there, filtered))?.queryId, current(there)?.queryId);
    assert.deepEqual(page(back(there, filtered)), page(filtered));
  }
});

test('going back ends a comparison, and restores both pages of one', () => {
  const compared = after(OPEN, [
    { type: 'compare' },
    { type: 'page', page: 5 },
    { type: 'in-pane', pane: 1, event: { type: 'page', page: 3 } },
  ]);
  const position = positionOf(compared);
  const places = position?.panes.map(({ dataset, first, at }) => [dataset, first, at]);
  assert.deepEqual(places, [
    [1, 800, 800],
    [2, 400, 400],
  ]);
  const ended = back(compared, OPEN);
  assert.deepEqual([ended.panes.length, current(ended)?.id, view(ended).page], [1, 1, 0]);
  assert.deepEqual(positionOf(returnTo(ended, /** @type {any} */ (position))), position);
});
