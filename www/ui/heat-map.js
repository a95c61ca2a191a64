/** <heat-map>: a matrix, a row per item, of which only the part in view exists, with the value under the pointer or the keyboard cursor. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { show, spoken } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { CHARACTER, drawAxes, ROOMY } from './heat-axes.js';
import { intend, reportFault } from './intent.js';
import { Latest } from './latest.js';
import { MatrixWindow } from './matrix-window.js';
import { paint } from './paint.js';
import { onResize, textScale, ViewerElement } from './viewer-element.js';

/**
 * @import { Colours, Page, PageRequest, Statuses, Values } from '../engine/protocol.js'
 * @import { Naming } from '../text/naming.js'
 * @import { CellLayout } from './cell-layout.js'
 * @import { At } from './matrix-window.js'
 *
 * @typedef {object} Props
 * @property {number} dataset
 * @property {string} name
 * @property {Statuses} statuses
 * @property {Naming} naming
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {string} appearance  changes when the matrix may look different
 * @property {Colours} colours
 * @property {number} rows
 * @property {number} columns
 * @property {Pick<CellLayout, 'steps' | 'step'>} layout
 * @property {number} at  the row at the top
 * @property {number | null} open  the row of the item in the panel
 * @property {number} longest  characters of the longest number of an item
 * @property {(place: number) => number} itemAt
 * @property {(request: PageRequest) => Promise<Page | null>} load
 * @property {(item: number, column: number) => Promise<Values>} value
 */

/** Height of the line of column numbers, in CSS pixels for text of the usual size. */
const HEAD = 22;
/** Characters of a label that there is room for. */
const LABEL = 14;
/** Milliseconds without scrolling after which the row at the top is reported. */
const REST = 200;

const words = late.views.heatMap;
const CONTENT = markup`
  <div class="window" tabindex="0" role="application" aria-description="${words.keys}">
    <div class="view">
      <canvas aria-hidden="true"></canvas>
      <ul class="across" aria-hidden="true"></ul>
      <ul class="down" aria-hidden="true"></ul>
      <span class="open" hidden></span>
      <span class="cursor" hidden></span>
    </div>
    <div class="extent"></div>
  </div>
  <p class="readout"><span aria-live="polite">${words.hint}</span> <button type="button" class="quiet" hidden></button></p>`;

export class HeatMap extends ViewerElement {
  #window = this.find('.window');
  #canvas = this.find('canvas', HTMLCanvasElement);
  #across = this.find('.across');
  #down = this.find('.down');
  #cursor = this.find('.cursor');
  #open = this.find('.open');
  #readout = this.find('.readout span');
  #button = this.find('.readout button');
  /** @type {Props | null} */
  #props = null;
  #pictures = new Latest();
  #values = new Latest();
  #view = new MatrixWindow(this.#window, this.find('.extent'));
  /** The labels of the rows that are painted, from `row` on. @type {{ row: number, labels: (number | null)[] }} */
  #painted = { row: 0, labels: [] };
  /** The cursor. @type {At | null} */
  #at = null;
  /** The row at the top as the state has it. */
  #reported = 0;
  #timer = 0;

  constructor() {
    super(CONTENT);
    this.#window.addEventListener('scroll', () => this.#scroll(), { passive: true });
    this.#canvas.addEventListener('pointermove', (event) => this.#point(event));
    this.#canvas.addEventListener('pointerdown', (event) => this.#point(event));
    this.#canvas.addEventListener('dblclick', () => this.#enter());
    this.#window.addEventListener('keydown', (event) => this.#press(event));
    this.#button.addEventListener('click', () => this.#enter());
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#window, signal, () => this.#fill());
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** @param {Props} props */
  render(props) {
    const other = props.dataset !== this.#props?.dataset;
    this.#props = props;
    // A filter may have excluded its row.
    if (other || (this.#at && this.#at.row >= props.rows)) {
      this.#at = null;
      this.#read();
    }
    // A hidden window loses its scroll position; when it comes back, it is painted again.
    if (!this.checkVisibility()) {
      this.#reported = -1;
      this.#pictures.clear();
      return;
    }
    this.#window.ariaLabel = words.named(props.name, props.rows, props.columns);
    this.#fill();
    if (!other && props.at === this.#reported) return;
    this.#reported = props.at;
    if (other) this.#window.scrollLeft = 0;
    this.#bring({ row: props.at, column: this.#view.from.column }, !other);
  }

  /** CSS pixels of a value. */
  get #unit() {
    const { steps, step } = this.#props?.layout ?? { steps: [], step: 0 };
    return (steps[step]?.k ?? 1) / devicePixelRatio;
  }

  /** Width of the numbers and labels before the rows. */
  get #head() {
    const { longest = 1, statuses } = this.#props ?? {};
    const label = statuses?.labels && this.#unit >= ROOMY * textScale() ? LABEL : 0;
    return 14 + CHARACTER * textScale() * (longest + label);
  }

  #scroll() {
    this.#fill();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.checkVisibility() || this.#view.from.row === this.#reported) return;
      this.#reported = this.#view.from.row;
      intend(this, { type: 'show-place', at: this.#reported });
    }, REST);
  }

  async #fill() {
    const props = this.#props;
    if (!props || !this.#view.measure(props, this.#unit, { width: this.#head, height: HEAD * textScale() })) return;
    this.#place();
    const { from, shown, unit } = this.#view;
    const { rows, columns } = shown;
    const { dataset, appearance, colours, firstNumber } = props;
    const key = JSON.stringify([dataset, appearance, props.rows, from, rows, columns, unit, colours, firstNumber]);
    const items = Float64Array.from({ length: rows }, (_, index) => props.itemAt(from.row + index));
    const page = await this.#pictures
      .ask({ key, version: props.statuses.version }, () =>
        props.load({ items, columns: 1, gapX: 0, gapY: 0, shrink: 1, window: [from.column, columns], ...colours }),
      )
      .catch((error) => reportFault(this, props.name, error));
    if (!page) return;
    this.#pictures.partial = page.missing > 0 || page.previews > 0;
    this.#painted = { row: from.row, labels: page.labels };
    this.#draw(page.image);
    drawAxes({ across: this.#across, down: this.#down }, this.#view, props, (row) => this.#label(row));
    if (this.#at) this.#read();
    const { missing, range, ramp } = page;
    intend(this, { type: 'painted', dataset, page: 0, pages: 1, items: rows, missing, range, ramp });
  }

  /** @param {ImageData | null} image */
  #draw(image) {
    this.#canvas.hidden = !image;
    if (!image) return;
    const { unit, head } = this.#view;
    paint(this.#canvas, image, unit);
    this.#canvas.style.left = `${head.width}px`;
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
      row: this.#view.from.row + Math.floor(offsetY / this.#unit),
      column: this.#view.from.column + Math.floor(offsetX / this.#unit),
    });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const props = this.#props;
    if (!props || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') return this.#enter();
    const { row, column } = this.#at ?? this.#view.from;
    const last = { row: props.rows - 1, column: props.columns - 1 };
    const page = this.#view.shown.rows;
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
    this.#go(this.#at || !event.key.startsWith('Arrow') ? target : this.#view.from);
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
   * @param {At} at
   * @param {boolean} nearest
   */
  #bring(at, nearest) {
    this.#view.bring(at, nearest);
    this.#fill();
  }

  /** Draws the cursor, and the row that is open, where they are. */
  #place() {
    const { from, shown, unit, head } = this.#view;
    const at = this.#at;
    /** @param {number} row */
    const top = (row) => head.height + (row - from.row) * unit;
    this.#cursor.hidden = !at || !this.#view.hasRow(at.row) || !this.#view.hasColumn(at.column);
    if (at) frame(this.#cursor, head.width + (at.column - from.column) * unit, top(at.row), unit, unit);
    const open = this.#props?.open ?? null;
    this.#open.hidden = open === null || !this.#view.hasRow(open);
    if (open !== null) frame(this.#open, head.width, top(open), shown.columns * unit, unit);
  }

  /** Reads the value at the cursor. */
  async #read() {
    const props = this.#props;
    const at = this.#at;
    this.#button.hidden = !at;
    if (!at || !props) {
      this.#values.clear();
      this.#readout.textContent = words.hint;
      return;
    }
    const item = props.itemAt(at.row);
    const label = this.#label(at.row);
    const number = numberOf(item, props.firstNumber);
    const key = JSON.stringify([props.dataset, props.appearance, item, at.column, label, number]);
    const values = await this.#values
      .ask({ key, version: props.statuses.version }, () => props.value(item, at.column))
      .catch(() => new Float64Array());
    if (!values) return;
    this.#values.partial = values.length === 0;
    const value = document.createElement('b');
    value.textContent = values.length
      ? words.value(show(values[0], props.statuses.images?.elementType ?? 'f64'))
      : words.notRead;
    const heard = label === null ? '' : spoken(props.naming, label);
    this.#readout.replaceChildren(words.place(number, heard, at.column), value);
    this.#button.textContent = words.open(number);
  }

  #enter() {
    if (this.#props && this.#at) intend(this, { type: 'enter', item: this.#props.itemAt(this.#at.row) });
  }
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
