/** Where the sheet of a page lies in its frame, and which part of it is painted. */

/** @import { CellLayout } from './cell-layout.js' */

/** Canvas pixels up to which a page is painted whole; a longer one is painted around the part in view. */
const WHOLE = { area: 8e6, height: 16_000 };

/**
 * The room for cells in a frame, from its corner in the window on.
 * @param {HTMLElement} frame
 */
export function roomIn(frame) {
  const style = getComputedStyle(frame);
  const [top, right, bottom, left] = [style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft].map(
    parseFloat,
  );
  const corner = frame.getBoundingClientRect();
  return {
    left: corner.left + left,
    top: corner.top + top,
    width: frame.clientWidth - left - right,
    height: frame.clientHeight - top - bottom,
  };
}

/**
 * Places a sheet in this room. What the gaps leave over goes to both sides.
 * @param {HTMLElement} sheet
 * @param {ReturnType<typeof roomIn>} room
 * @param {CellLayout} layout
 */
export function placeSheet(sheet, room, { columns, pitch, picture }) {
  const rest = columns > 1 ? Math.max(0, room.width - (columns - 1) * pitch.width - picture.width) : 0;
  // Canvas pixels fall on device pixels only if the first one does.
  const [x, y] = [
    [room.left, rest / 2],
    [room.top, 0],
  ].map(([at, more]) => Math.ceil((at + more) * devicePixelRatio - 1e-3) / devicePixelRatio - at);
  sheet.style.translate = `${x}px ${y}px`;
}

/**
 * Tells the stylesheet how large the cells of a sheet are.
 * @param {HTMLElement} sheet
 * @param {CellLayout} layout
 * @param {number} count  of the cells
 */
export function measureSheet({ style }, { columns, picture, pitch }, count) {
  style.setProperty('--picture-width', `${picture.width}px`);
  style.setProperty('--picture-height', `${picture.height}px`);
  style.setProperty('--pitch-width', `${pitch.width}px`);
  style.setProperty('--pitch-height', `${pitch.height}px`);
  style.setProperty('height', `${Math.ceil(count / columns) * pitch.height}px`);
  style.setProperty('--columns', String(columns));
}

/**
 * The rows of a page to paint.
 * @param {HTMLElement} frame  that the page scrolls in
 * @param {CellLayout} layout
 * @param {number} count  of the cells
 */
export function rowsToPaint({ clientHeight, scrollTop }, { columns, pitch, unit }, count) {
  const rows = Math.ceil(count / columns);
  const height = (rows * pitch.height) / unit;
  if (height <= WHOLE.height && (height * columns * pitch.width) / unit <= WHOLE.area) return { from: 0, to: rows };
  const block = Math.max(1, Math.ceil(clientHeight / pitch.height));
  const from = Math.floor(scrollTop / pitch.height / block) * block;
  return { from: Math.max(0, from - block), to: Math.min(rows, from + 2 * block) };
}
