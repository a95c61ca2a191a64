/** How many items an audience sees at once, and how large. */

/**
 * @import { Presentation } from '../state/page.js'
 *
 * @typedef {object} Arrangement
 * @property {number} columns
 * @property {number} count  items on the screen
 * @property {number} shrink  values for each pixel of the picture
 * @property {number} unit  CSS pixels for each pixel of the picture
 * @property {[number, number] | undefined} plot  the size of a line plot
 */

/** CSS pixels of a cell that is seen from the back of a room, about, and of the gap between two. */
const CELL = 260;
const GAP = 16;
/** CSS pixels of the label below one image, and below each of several, at the usual text size. */
const LABEL = { one: 112, grid: 44 };
/** The height of a line plot for each pixel of its width. */
const PLOT = 0.5;

/**
 * @param {{ rows: number, columns: number }} size  of an item
 * @param {object} screen
 * @param {number} screen.width  CSS pixels
 * @param {number} screen.height
 * @param {Presentation} screen.as
 * @param {boolean} screen.plotted
 * @param {number} screen.letters  how much larger than usual text is
 * @returns {Arrangement}
 */
export function arrange({ rows, columns }, { width, height, as, plotted, letters }) {
  const ratio = plotted ? PLOT : rows / columns;
  const label = LABEL[as] * letters;
  // Of long items, the longer side is as long as a cell.
  const wide = CELL / Math.max(1, ratio);
  const across = as === 'grid' ? Math.max(2, Math.floor((width + GAP) / (wide + GAP))) : 1;
  const cell = (width + GAP) / across - GAP;
  const down =
    as === 'grid' ? Math.max(1, Math.floor((height + GAP) / (Math.min(cell, wide) * ratio + label + GAP))) : 1;
  const room = { width: cell * devicePixelRatio, height: ((height + GAP) / down - GAP - label) * devicePixelRatio };
  const count = across * down;
  if (plotted) {
    const long = Math.max(1, Math.floor(Math.min(room.width, room.height / PLOT)));
    const plot = /** @type {[number, number]} */ ([long, Math.max(1, Math.floor(long * PLOT))]);
    return { columns: across, count, shrink: 1, unit: 1 / devicePixelRatio, plot };
  }
  const zoom = Math.min(room.width / columns, room.height / rows);
  const shrink = Math.max(1, Math.ceil(1 / Math.max(zoom, 1e-9) - 1e-9));
  const unit = Math.max(1, Math.floor(zoom + 1e-9)) / devicePixelRatio;
  return { columns: across, count, shrink, unit, plot: undefined };
}
