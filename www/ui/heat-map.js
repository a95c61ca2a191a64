/** <heat-map>: a matrix, a row per item, of which only the part in view exists, with the value under the pointer or the keyboard cursor. */

import { grouped } from '../text/figures.js';
import { show, spoken, titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { mark, ticks } from './axis.js';
import { complain, intend } from './intent.js';

/**
 * @import { Colours, Page, PageRequest, Statuses } from '../engine/protocol.js'
 * @import { Naming } from '../text/naming.js'
 * @import { CellLayout } from './cell-layout.js'
 *
 * @typedef {object} Props
 * @property {number} dataset
 * @property {string} name
 * @property {Statuses} statuses
 * @property {Naming} naming
 * @property {string} look  changes when the matrix may look different
 * @property {Colours} colours
 * @property {number} rows
 * @property {number} columns
 * @property {Pick<CellLayout, 'steps' | 'step'>} layout
 * @property {number} at  a row to be seen
 * @property {number | null} selected  the row of the item in the panel
 * @property {number} longest  characters of the longest number of an item
 * @property {(place: number) => number} itemAt
 * @property {(request: PageRequest) => Promise<Page | null>} load
 * @property {(item: number, column: number) => Promise<Float64Array>} value
 *
 * @typedef {{ row: number, column: number }} At
 */

/** CSS pixels: the line of column numbers, between two numbers, and rows from which on each has its own. */
const HEAD = 22;
const TICKS = { x: 56, y: 40 };
const ROOMY = 15;
const CHARACTER = 7;
/** Characters of a label that there is room for. */
const LABEL = 14;
/** Browsers cannot lay out more than this. */
const MOST = 8e6;
/** Milliseconds after which it is known where somebody has scrolled to. */
const REST = 200;

export class HeatMap extends HTMLElement {
  #window = create('div', { className: 'window', tabIndex: 0, role: 'application' });
  #extent = create('div', { className: 'extent' });
  #view = create('div', { className: 'view' });
  #canvas = create('canvas', { ariaHidden: 'true' });
  #across = create('ul', { className: 'across', ariaHidden: 'true' });
  #down = create('ul', { className: 'down', ariaHidden: 'true' });
  #cursor = create('span', { className: 'cursor', hidden: true });
  #open = create('span', { className: 'open', hidden: true });
  #readout = create('span', { ariaLive: 'polite' });
  #button = create('button', { type: 'button', className: 'quiet', hidden: true });
  /** @type {Props | null} */
  #props = null;
  #asked = '';
  /** @type {Statuses | null} */
  #seen = null;
  /** Whether something of what is in view had not arrived when it was painted. */
  #lacking = false;
  /** What is in view. */
  #from = { row: 0, column: 0 };
  #shown = { rows: 0, columns: 0 };
  /** The labels of the rows that are painted, the first of which is this. @type {{ row: number, labels: (number | null)[] }} */
  #painted = { row: 0, labels: [] };
  /** @type {At | null} */
  #at = null;
  /** The reading of its value that was begun last. */
  #reading = {};
  /** The row that was asked for last, or said to be seen. */
  #told = 0;
  #timer = 0;

  connectedCallback() {
    const help = create('p', {
      id: 'heat-help',
      hidden: true,
      textContent:
        'Arrow keys move from value to value, Home and End along the row, with Ctrl to the corners. Enter opens the row.',
    });
    const readout = create('p', { className: 'readout' });
    readout.append(this.#readout, ' ', this.#button);
    this.#window.setAttribute('aria-describedby', help.id);
    this.#view.append(this.#canvas, this.#across, this.#down, this.#open, this.#cursor);
    this.#window.append(this.#view, this.#extent);
    this.append(this.#window, help, readout);
    new ResizeObserver(() => this.#fill()).observe(this.#window);
    this.#window.addEventListener('scroll', () => this.#scroll(), { passive: true });
    this.#canvas.addEventListener('pointermove', (event) => this.#point(event));
    this.#canvas.addEventListener('pointerdown', (event) => this.#point(event));
    this.#canvas.addEventListener('dblclick', () => this.#enter());
    this.#window.addEventListener('keydown', (event) => this.#press(event));
    this.#button.addEventListener('click', () => this.#enter());
    this.#read();
  }

  /** @param {Props} props */
  render(props) {
    const other = props.dataset !== this.#props?.dataset;
    this.#props = props;
    // A filter may have left it out.
    if (other || (this.#at && this.#at.row >= props.rows)) {
      this.#at = null;
      this.#read();
    }
    // Where it was scrolled to is forgotten with it, and what is painted is told again.
    if (!this.checkVisibility()) {
      this.#told = -1;
      this.#asked = '';
      return;
    }
    this.#window.setAttribute(
      'aria-label',
      `Heat map of ${props.name}, ${grouped(props.rows)} rows of ${grouped(props.columns)} values`,
    );
    this.#fill();
    if (!other && props.at === this.#told) return;
    this.#told = props.at;
    if (other) this.#window.scrollLeft = 0;
    this.#bring({ row: props.at, column: this.#from.column }, !other);
  }

  /** CSS pixels of a value. */
  get #unit() {
    const { steps, step } = this.#props?.layout ?? { steps: [], step: 0 };
    return (steps[step]?.k ?? 1) / devicePixelRatio;
  }

  /** Width of what stands before the rows. */
  get #head() {
    const { longest = 1, statuses } = this.#props ?? {};
    const label = statuses?.labels && this.#unit >= ROOMY ? LABEL : 0;
    return 14 + CHARACTER * (longest + label);
  }

  /** How far the window scrolls. */
  get #reach() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.#window;
    return { x: Math.max(1, scrollWidth - clientWidth), y: Math.max(1, scrollHeight - clientHeight) };
  }

  #scroll() {
    this.#fill();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.checkVisibility() || this.#from.row === this.#told) return;
      this.#told = this.#from.row;
      intend(this, { type: 'show', at: this.#told });
    }, REST);
  }

  /** Asks for what is in view, unless it is painted and nothing of it was lacking. */
  async #fill() {
    const props = this.#props;
    if (!props) return;
    const unit = this.#unit;
    const head = this.#head;
    const [width, height] = [props.columns * unit, props.rows * unit].map((length) => Math.min(MOST, length));
    Object.assign(this.#extent.style, { width: `${head + width}px`, height: `${HEAD + height}px` });
    // The window is no higher than what is in it.
    const { clientWidth, clientHeight } = this.#window;
    if (!clientWidth || !clientHeight) return;
    const rows = Math.min(props.rows, Math.max(1, Math.floor((clientHeight - HEAD) / unit)));
    const columns = Math.min(props.columns, Math.max(1, Math.floor((clientWidth - head) / unit)));
    const { x, y } = this.#reach;
    const row = Math.round((this.#window.scrollTop / y) * (props.rows - rows));
    const column = Math.round((this.#window.scrollLeft / x) * (props.columns - columns));
    this.#from = {
      row: Math.max(0, Math.min(row, props.rows - rows)),
      column: Math.max(0, Math.min(column, props.columns - columns)),
    };
    this.#shown = { rows, columns };
    const from = this.#from;
    this.#place();
    const asked = JSON.stringify([props.dataset, props.look, props.rows, from, rows, columns, unit, props.colours]);
    if (asked === this.#asked && !(this.#lacking && props.statuses !== this.#seen)) return;
    this.#asked = asked;
    this.#seen = props.statuses;
    const items = Float64Array.from({ length: rows }, (_, index) => props.itemAt(from.row + index));
    const page = await props
      .load({ items, columns: 1, gapX: 0, gapY: 0, shrink: 1, window: [from.column, columns], ...props.colours })
      .catch((error) => {
        complain(this, props.name, error);
        // It is asked for again as soon as something is new.
        this.#lacking = true;
      });
    if (!page || asked !== this.#asked) return;
    this.#lacking = page.missing > 0;
    this.#painted = { row: from.row, labels: page.labels };
    this.#canvas.hidden = !page.image;
    if (page.image) {
      const { width, height } = page.image;
      if (this.#canvas.width !== width || this.#canvas.height !== height)
        Object.assign(this.#canvas, { width, height });
      this.#canvas.getContext('2d')?.putImageData(page.image, 0, 0);
      Object.assign(this.#canvas.style, {
        left: `${head}px`,
        width: `${width * unit}px`,
        height: `${height * unit}px`,
      });
    }
    this.#number(from, unit, head);
    if (this.#at) this.#read();
    intend(this, { type: 'painted', dataset: props.dataset, page: 0, pages: 1, range: page.range, ramp: page.ramp });
  }

  /**
   * Numbers the rows, by their items, and the columns.
   * @param {At} from
   * @param {number} unit
   * @param {number} head
   */
  #number(from, unit, head) {
    const props = /** @type {Props} */ (this.#props);
    const { rows, columns } = this.#shown;
    const lastRow = from.row + rows - 1;
    const lastColumn = from.column + columns - 1;
    /** @param {number} row */
    const title = (row) => {
      const label = unit >= ROOMY ? this.#label(row) : null;
      return `${numberOf(props.itemAt(row))}${label === null ? '' : `  ${titled(props.naming, label)}`}`;
    };
    const most = unit >= ROOMY ? rows : (rows * unit) / TICKS.y;
    const wide = unit >= CHARACTER * String(lastColumn).length + 6 ? columns : (columns * unit) / TICKS.x;
    mark(
      this.#down,
      ticks(from.row, lastRow, most).filter((row) => Number.isInteger(row) && row <= lastRow),
      title,
      (row) => ({ top: `${HEAD + (row - from.row + 0.5) * unit}px`, width: `${head - 6}px` }),
    );
    mark(
      this.#across,
      ticks(from.column, lastColumn, wide).filter((column) => Number.isInteger(column) && column <= lastColumn),
      String,
      (column) => ({ left: `${head + (column - from.column + 0.5) * unit}px` }),
    );
  }

  /**
   * The label of a row, if it is painted and has one.
   * @param {number} row
   */
  #label(row) {
    return this.#painted.labels[row - this.#painted.row] ?? null;
  }

  /** @param {PointerEvent} event */
  #point({ offsetX, offsetY }) {
    this.#readout.ariaLive = 'off';
    this.#go({
      row: this.#from.row + Math.floor(offsetY / this.#unit),
      column: this.#from.column + Math.floor(offsetX / this.#unit),
    });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const props = this.#props;
    if (!props || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') return this.#enter();
    const { row, column } = this.#at ?? this.#from;
    const last = { row: props.rows - 1, column: props.columns - 1 };
    const page = this.#shown.rows;
    /** @type {Record<string, At>} */
    const targets = {
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      PageUp: { row: row - page, column },
      PageDown: { row: row + page, column },
      Home: { row: event.ctrlKey ? 0 : row, column: 0 },
      End: { row: event.ctrlKey ? last.row : row, column: last.column },
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    this.#readout.ariaLive = 'polite';
    // The first arrow only shows where the cursor is.
    this.#go(this.#at || !event.key.startsWith('Arrow') ? target : this.#from);
    if (this.#at) this.#bring(this.#at, true);
  }

  /**
   * Puts the cursor on a value, or on the nearest there is.
   * @param {At} at
   */
  #go({ row, column }) {
    const { rows = 0, columns = 0 } = this.#props ?? {};
    if (!rows || !columns) return;
    this.#at = { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) };
    this.#place();
    this.#read();
  }

  /**
   * Scrolls a value into view: its row to the top, or no further than is needed.
   * @param {At} at
   * @param {boolean} nearest
   */
  #bring({ row, column }, nearest) {
    const props = this.#props;
    if (!props) return;
    const { rows, columns } = this.#shown;
    const { x, y } = this.#reach;
    const top = !nearest || row < this.#from.row ? row : row >= this.#from.row + rows ? row - rows + 1 : null;
    const left =
      column < this.#from.column ? column : column >= this.#from.column + columns ? column - columns + 1 : null;
    if (top !== null) this.#window.scrollTop = (top / Math.max(1, props.rows - rows)) * y;
    if (left !== null) this.#window.scrollLeft = (left / Math.max(1, props.columns - columns)) * x;
    this.#fill();
  }

  /** Draws the cursor, and the row that is open, where they are. */
  #place() {
    const unit = this.#unit;
    const { row, column } = this.#from;
    const { rows, columns } = this.#shown;
    const at = this.#at;
    /** @param {number} place */
    const isIn = (place) => place >= row && place < row + rows;
    this.#cursor.hidden = !at || !isIn(at.row) || at.column < column || at.column >= column + columns;
    if (at) frame(this.#cursor, this.#head + (at.column - column) * unit, HEAD + (at.row - row) * unit, unit, unit);
    const selected = this.#props?.selected ?? null;
    this.#open.hidden = selected === null || !isIn(selected);
    if (selected !== null) frame(this.#open, this.#head, HEAD + (selected - row) * unit, columns * unit, unit);
  }

  async #read() {
    const props = this.#props;
    const at = this.#at;
    this.#button.hidden = !at;
    if (!at || !props) {
      this.#reading = {};
      this.#readout.textContent = 'Point at a value or touch it to read it, or use the arrow keys.';
      return;
    }
    const item = props.itemAt(at.row);
    const own = (this.#reading = {});
    const [value] = await props.value(item, at.column).catch(() => []);
    if (own !== this.#reading) return;
    const label = this.#label(at.row);
    const text =
      value === undefined ? 'not read yet' : `value ${show(value, props.statuses.images?.elementType ?? 'f64')}`;
    const row = `row ${numberOf(item)}${label === null ? '' : `, label ${spoken(props.naming, label)}`}, column ${at.column}: `;
    this.#readout.replaceChildren(row, create('b', { textContent: text }));
    this.#button.textContent = `Open row ${numberOf(item)}`;
  }

  #enter() {
    if (this.#props && this.#at) intend(this, { type: 'enter', item: this.#props.itemAt(this.#at.row) });
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} properties
 */
function create(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

/**
 * Frames a part of the picture; one that is smaller than a line can show is framed around its middle.
 * @param {HTMLElement} element
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function frame(element, left, top, width, height) {
  const [wide, high] = [Math.max(5, width), Math.max(5, height)];
  Object.assign(element.style, {
    left: `${left - (wide - width) / 2}px`,
    top: `${top - (high - height) / 2}px`,
    width: `${wide}px`,
    height: `${high}px`,
  });
}
