/** Where the keys of a grid lead. */

/** @import { Contents } from './cells.js' */

/**
 * @typedef {Pick<Contents, 'first' | 'count' | 'size' | 'inView' | 'columns' | 'total'>} Grid
 */

/**
 * The place of the cell that a key leads to, which may be on another page or nowhere; undefined for other keys.
 * @param {KeyboardEvent} event
 * @param {number} at  the place of the cell that has the focus
 * @param {Grid} grid
 */
export function targetOf({ key, ctrlKey }, at, grid) {
  const { first, count, size, inView, columns, total } = grid;
  const column = (at - first) % columns;
  const last = first + count - 1;
  return {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    PageUp: inView < size ? upwards(at, grid) : at < size ? at : at - size,
    PageDown: inView < size ? downwards(at, grid) : Math.min(at + size, total - 1),
    Home: ctrlKey ? 0 : at - column,
    End: ctrlKey ? total - 1 : Math.min(at - column + columns - 1, last),
  }[key];
}

/**
 * As far up as can be seen at a time; from the first row on, the page before.
 * @param {number} at
 * @param {Grid} grid
 */
function upwards(at, { first, inView, columns }) {
  const column = (at - first) % columns;
  return at - column === first ? at - columns : Math.max(first + column, at - inView);
}

/**
 * As far down as can be seen at a time; from the last row on, the page after.
 * @param {number} at
 * @param {Grid} grid
 */
function downwards(at, { first, count, inView, columns, total }) {
  const last = first + count - 1;
  return at + inView <= last ? at + inView : Math.min(Math.max(at + columns, last), total - 1);
}
