/** Scrolling through rows of any number, although browsers cannot lay out more than some million pixels. */

/** Browsers cannot lay out more pixels than this. */
const MAX_EXTENT = 8e6;
/** CSS pixels that a user scrolls at once, at most, where each pixel of the scroll bar stands for many rows. */
const NEAR = 1500;
/** CSS pixels kept free at both ends of the scroll bar, so that scrolling can go on there. */
const MARGIN = 4000;

/**
 * @typedef {object} Rows
 * @property {number} count
 * @property {number} shown  rows that fit
 * @property {number} height  of a row, in CSS pixels
 * @property {number} reach  the largest scroll position, in CSS pixels
 *
 * @typedef {{ row: number, scroll: number }} Position  the first row in view, and where the scroll bar was then
 */

/**
 * The height of all rows, as laid out.
 * @param {number} count
 * @param {number} height
 */
export function extentOf(count, height) {
  return Math.min(MAX_EXTENT, count * height);
}

/**
 * Where the scroll bar stands when a row is the first in view.
 * @param {number} row
 * @param {Rows} rows
 */
export function scrollOf(row, rows) {
  const last = lastOf(rows);
  const share = last ? (row / last) * rows.reach : 0;
  if (!isScaled(rows) || row <= 0 || row >= last) return share;
  return Math.min(Math.max(share, MARGIN), rows.reach - MARGIN);
}

/**
 * The first row in view after the user has scrolled.
 * @param {number} scroll
 * @param {Position} before
 * @param {Rows} rows
 */
export function rowAt(scroll, before, rows) {
  const last = lastOf(rows);
  const moved = scroll - before.scroll;
  if (!isScaled(rows) || scroll <= 0 || scroll >= rows.reach || Math.abs(moved) > NEAR)
    return Math.round(Math.min(1, Math.max(0, scroll / Math.max(1, rows.reach))) * last);
  // Each row can be reached, however many a pixel stands for.
  return Math.min(last, Math.max(0, before.row + Math.round(moved / rows.height)));
}

/**
 * Whether the scroll bar has to be put in its place again: small steps have led it away from the row in view.
 * @param {number} scroll
 * @param {number} row
 * @param {Rows} rows
 */
export function hasDrifted(scroll, row, rows) {
  return isScaled(rows) && Math.abs(scrollOf(row, rows) - scroll) > MARGIN / 2;
}

/**
 * The first row in view with which another is in view, too.
 * @param {number} row
 * @param {number} top  the first row in view now
 * @param {Rows} rows
 */
export function revealed(row, top, rows) {
  if (row < top) return row;
  return row >= top + rows.shown ? row - rows.shown + 1 : top;
}

/** The last row that can be the first in view. @param {Rows} rows */
function lastOf({ count, shown }) {
  return Math.max(0, count - shown);
}

/** @param {Rows} rows */
function isScaled({ count, height }) {
  return count * height > MAX_EXTENT;
}
