/**
 * Where cells go: whole device pixels per data pixel (or data pixels per device pixel), so that squares stay square.
 *
 * @typedef {{ k: number, shrink: number }} Step  device pixels per canvas pixel, data pixels per canvas pixel
 * @typedef {{ width: number, height: number }} Size
 * @typedef {{ rows: number, columns: number, plot?: boolean, text?: Text }} Item  in data pixels; of a plot only the ratio counts
 * @typedef {{ number: number, line: number }} Text  CSS pixels of an item's number, and of its name and number in one line
 *
 * @typedef {object} CellLayout
 * @property {Step[]} steps  the cell sizes there are, from small to large
 * @property {number} step  index of the one in use
 * @property {number} columns
 * @property {number} rows  that fit
 * @property {number} gapX  in canvas pixels
 * @property {number} gapY
 * @property {number} unit  CSS pixels per canvas pixel
 * @property {[number, number] | undefined} plot  width and height in canvas pixels of a cell that holds a line; else it holds a picture
 * @property {boolean} stacked  whether the number is below the name, as there is no room beside it
 * @property {Size} picture  of a cell, in CSS pixels
 * @property {Size} pitch  from one cell to the next, in CSS pixels
 */

/**
 * CSS pixels, for text of the usual size. The text below a picture has room for a label, or for a name and a number in two
 * lines: names that come later change no page.
 */
const CAPTION = 24;
/** What of it may be cut below the last row: there is no text. */
const MARGIN = 4;
const GAP = 8;
const USUAL = 56;
const PLOT = 110;
const SMALLEST = 14;
/** Where there are only labels: room for one, and for its number. */
const TEXT = { height: 28, gap: 20, character: 8, number: 48 };
/** The largest size of a value in a matrix, and the size that the page chooses. */
const MAGNIFIED = 40;
const CELL = 24;
/** Up to this height the page makes a matrix of few rows larger than fits, in CSS pixels. */
const STRIP = 200;
/** The largest number of cells on one page. */
const MAX_CELLS = 2000;

/**
 * @param {Item | number} item  where there are only labels, their length
 * @param {Size} box  in CSS pixels
 * @param {number} ratio  device pixels per CSS pixel
 * @param {number} scale  CSS pixels per data pixel; 0 = choose
 * @param {number} letters  how much larger text is than usual
 * @returns {CellLayout}
 */
export function cellLayout(item, box, ratio, scale, letters) {
  if (typeof item === 'number') return text(item, box, letters);
  const steps = ladder(item, box, ratio, letters);
  const step = nearest(
    steps,
    scale ? scale * ratio : ((item.plot ? PLOT : USUAL) * letters * ratio) / Math.sqrt(item.columns * item.rows),
    scale,
  );
  const { k, shrink } = steps[step];
  // A line is as fine as the screen at every size.
  const [magnified, unit] = item.plot ? [k, 1 / ratio] : [1, k / ratio];
  const width = Math.ceil(item.columns / shrink) * magnified;
  const height = Math.ceil(item.rows / shrink) * magnified;
  const space = { x: Math.floor(box.width / unit + 1e-6), y: Math.floor(box.height / unit + 1e-6) };
  const stacked = !!item.text && width * unit < item.text.line && width * unit >= item.text.number;
  const least = { x: Math.ceil((GAP * letters) / unit), y: Math.ceil((CAPTION * letters) / unit) };

  const columns = Math.max(1, Math.floor((space.x + least.x) / (width + least.x)));
  const margin = Math.floor((MARGIN * letters) / unit);
  const fitting = Math.max(1, Math.floor((space.y + margin) / (height + least.y)));
  const rows = Math.min(fitting, Math.max(1, Math.floor(MAX_CELLS / columns)));
  // Columns reach from edge to edge. Rows stay together: a label belongs to the picture above it.
  const gapX = spread(least.x, Math.max(least.x, width / 2), space.x - columns * width, columns - 1);
  const gapY = spread(least.y, least.y * 1.5, space.y - fitting * height, fitting);
  return {
    steps,
    step,
    columns,
    rows,
    gapX,
    gapY,
    unit,
    plot: item.plot ? [width, height] : undefined,
    stacked,
    picture: { width: width * unit, height: height * unit },
    pitch: { width: (width + gapX) * unit, height: (height + gapY) * unit },
  };
}

/**
 * Cell sizes from just recognisable to as large as the box.
 * @param {{ rows: number, columns: number }} item
 * @param {Size} box
 * @param {number} ratio
 * @param {number} letters
 * @returns {Step[]}
 */
function ladder({ rows, columns }, box, ratio, letters) {
  const room = { width: box.width * ratio, height: Math.max(1, (box.height - CAPTION * letters) * ratio) };
  /** @param {Step} step */
  const fits = ({ k, shrink }) =>
    Math.ceil(columns / shrink) * k <= room.width && Math.ceil(rows / shrink) * k <= room.height;
  /** @param {Step} step */
  const shows = ({ k, shrink }) => (Math.max(columns, rows) / shrink) * k >= SMALLEST * ratio;
  const most = Math.max(room.width, room.height, columns, rows);
  /** @type {Step[]} */
  const all = [];
  for (const n of rungs(most)) {
    if (n > 1) all.unshift({ k: 1, shrink: n });
    all.push({ k: n, shrink: 1 });
  }
  const fitting = all.filter(fits);
  const shown = fitting.filter(shows);
  return shown.length ? shown : fitting.slice(-1).concat(fitting.length ? [] : all[0]);
}

/**
 * 1 2 3 4 5 6 8 10 12 16 20 24 ...
 * @param {number} most
 */
function* rungs(most) {
  yield* [1, 2, 3];
  for (let octave = 1; 4 * octave < 2 * most; octave *= 2) yield* [4 * octave, 5 * octave, 6 * octave];
}

/**
 * The step closest to a zoom; where the page chooses, data pixels are not thrown away as long as two cells would fit.
 * @param {Step[]} steps
 * @param {number} zoom  device pixels per data pixel
 * @param {number} asked
 */
function nearest(steps, zoom, asked) {
  const wanted = asked ? zoom : Math.max(zoom, Math.min(1, zoom * 2.5));
  const distance = steps.map(({ k, shrink }) => Math.abs(Math.log(k / shrink / wanted)));
  return distance.indexOf(Math.min(...distance));
}

/**
 * Shares out the space that is left over.
 * @param {number} least
 * @param {number} most
 * @param {number} space
 * @param {number} gaps
 */
function spread(least, most, space, gaps) {
  return Math.max(least, Math.min(Math.floor(most), Math.floor(space / Math.max(1, gaps))));
}

/**
 * @param {number} length  characters of the longest label
 * @param {Size} box
 * @param {number} letters
 * @returns {CellLayout}
 */
function text(length, box, letters) {
  const least = (length * TEXT.character + TEXT.number) * letters;
  const columns = Math.max(1, Math.floor((box.width + TEXT.gap) / (least + TEXT.gap)));
  const width = (box.width + TEXT.gap) / columns - TEXT.gap;
  const pitch = { width: width + TEXT.gap, height: TEXT.height * letters };
  return {
    steps: [],
    step: 0,
    columns,
    rows: Math.max(1, Math.floor(box.height / pitch.height)),
    gapX: 0,
    gapY: 0,
    unit: 1,
    plot: undefined,
    stacked: false,
    picture: { width, height: 0 },
    pitch,
  };
}

/**
 * The sizes that a value of a matrix can have, and the one in use: if the page chooses, the largest at which whole rows
 * fit, or a larger one at which few rows make more than a strip.
 * @param {number} rows
 * @param {number} columns
 * @param {number} width  CSS pixels that there are for them, about
 * @param {number} ratio
 * @param {number} scale  CSS pixels per value; 0 = choose
 */
export function matrixLayout(rows, columns, width, ratio, scale) {
  const steps = [...rungs(MAGNIFIED * ratio)].map((k) => ({ k, shrink: 1 }));
  const fitting = steps.findLastIndex(
    ({ k }) => k <= CELL * ratio && (k * columns <= width * ratio || k * rows <= STRIP * ratio),
  );
  return { steps, step: scale ? nearest(steps, scale * ratio, scale) : Math.max(0, fitting) };
}

/**
 * CSS pixels per data pixel of a step.
 * @param {Step} step
 * @param {number} ratio
 */
export function scaleOf({ k, shrink }, ratio) {
  return k / shrink / ratio;
}
