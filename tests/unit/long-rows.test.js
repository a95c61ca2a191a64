import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extentOf, hasDrifted, revealed, rowAt, scrollOf } from '../../www/ui/long-rows.js';

const HEIGHT = 22;
const SHOWN = 10;
/** Rows of 16 bytes of a file. @param {number} length */
function rowsOf(length) {
  const count = Math.ceil(length / 16);
  return { count, shown: SHOWN, height: HEIGHT, reach: extentOf(count, HEIGHT) - SHOWN * HEIGHT };
}

test('the scroll bar of a short file has a place for each row', () => {
  const rows = rowsOf(100_000);
  for (const row of [0, 1, 500, rows.count - SHOWN]) {
    assert.equal(rowAt(scrollOf(row, rows), { row: 0, scroll: 0 }, rows), row);
  }
});

test('a file that fits is not scrolled', () => {
  assert.equal(scrollOf(0, { count: 3, shown: 10, height: HEIGHT, reach: 0 }), 0);
  assert.equal(rowAt(0, { row: 0, scroll: 0 }, { count: 3, shown: 10, height: HEIGHT, reach: 0 }), 0);
});

test('each row of a terabyte can be reached', () => {
  const rows = rowsOf(1e12);
  const last = rows.count - SHOWN;
  assert.equal(extentOf(rows.count, HEIGHT), 8e6);
  assert.equal(rowAt(rows.reach, { row: 0, scroll: 0 }, rows), last);
  assert.equal(rowAt(0, { row: last, scroll: rows.reach }, rows), 0);
  const middle = rowAt(rows.reach / 2, { row: 0, scroll: 0 }, rows);
  assert.equal(middle, last / 2);
  // A turn of the wheel goes on by some rows, not by millions.
  const scroll = scrollOf(middle, rows);
  assert.equal(rowAt(scroll + 110, { row: middle, scroll }, rows), middle + 5);
  assert.equal(rowAt(scroll - 22, { row: middle, scroll }, rows), middle - 1);
});

test('the scroll bar of a terabyte never ends before the rows do', () => {
  const rows = rowsOf(1e12);
  const last = rows.count - SHOWN;
  for (const row of [1, 1000, last - 1000, last - 1]) {
    const scroll = scrollOf(row, rows);
    assert.ok(scroll > 2000 && scroll < rows.reach - 2000, `${row}`);
    assert.equal(hasDrifted(scroll, row, rows), false);
  }
  assert.deepEqual([scrollOf(0, rows), scrollOf(last, rows)], [0, rows.reach]);
  assert.ok(hasDrifted(100, 1000, rows));
  assert.equal(hasDrifted(100, 1000, rowsOf(1e6)), false);
});

test('a row that is out of view comes to the nearer edge', () => {
  const rows = rowsOf(1e12);
  assert.deepEqual([revealed(5, 7, rows), revealed(12, 7, rows), revealed(17, 7, rows)], [5, 7, 8]);
});
