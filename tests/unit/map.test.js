import assert from 'node:assert/strict';
import test from 'node:test';
import { comparedItem, comparedPlace } from '../../www/state/check.js';
import { panned, WHOLE, zoomed } from '../../www/ui/map-box.js';

const area = { clientWidth: 400, clientHeight: 300 };

test('zooming leaves the place under the pointer where it is', () => {
  // Where a place of the whole map is in the area.
  const at = ({ x, y, zoom }, place) => [200 + (place[0] - x) * zoom, 150 + (place[1] - y) * zoom];
  let view = WHOLE;
  for (const [factor, pointer] of [
    [2, { x: 300, y: 50 }],
    [5, { x: 10, y: 290 }],
    [0.3, { x: 123, y: 45 }],
  ]) {
    const under = [view.x + (pointer.x - 200) / view.zoom, view.y + (pointer.y - 150) / view.zoom];
    view = zoomed(view, factor, pointer, area);
    at(view, under).forEach((place, axis) => assert.ok(Math.abs(place - [pointer.x, pointer.y][axis]) < 1e-9));
  }
  assert.equal(zoomed(WHOLE, 1e9, { x: 0, y: 0 }, area).zoom, 1000);
});

test('the map cannot be lost beside the area', () => {
  assert.deepEqual(panned({ x: 0, y: 0, zoom: 2 }, 50, -30, area), { x: -25, y: 15, zoom: 2 });
  assert.deepEqual(panned(WHOLE, 1e6, 1e6, area), { x: -200, y: -150, zoom: 1 });
});

test('items that were compared have places', () => {
  for (const [count, total] of [
    [10, 10],
    [7, 20],
    [1, 3],
  ]) {
    const plan = { sets: [{ dataset: 1, first: 0, count, total }] };
    for (let place = 0; place < count; place++)
      assert.equal(comparedPlace(plan, comparedItem(plan, place).item), place);
    const places = Array.from({ length: total }, (_, item) => comparedPlace(plan, item)).filter(
      (place) => place !== null,
    );
    assert.deepEqual(
      places,
      Array.from({ length: count }, (_, place) => place),
    );
  }
});
