/** <value-table>: an item's values as a table, of which only the part in view exists. */

import { show } from '../naming.js';
import { intend } from './intent.js';

/**
 * @import { Status } from '../engine/protocol.js'
 *
 * @typedef {object} Props
 * @property {number} item
 * @property {string} look
 * @property {Status} status
 * @property {string} [title]
 * @property {number} [longest]  characters of the longest number of a row
 * @property {(row: number) => number} [itemAt]  the item that a row is
 * @property {(item: number, row: number, column: number, rows: number, columns: number) => Promise<Float64Array>} values
 */

/** CSS pixels. */
const ROW = 22;
/** Browsers cannot lay out more than this. */
const MOST = 8e6;
/** Width of a cell by element type, in CSS pixels. */
const WIDTHS = { u8: 27, i8: 32, i16: 45, i32: 76, f32: 72, f64: 72 };
const SCROLLBAR = 18;

export class ValueTable extends HTMLElement {
  #window = /** @type {HTMLElement} */ (this.querySelector('.window'));
  #extent = /** @type {HTMLElement} */ (this.querySelector('.extent'));
  #table = /** @type {HTMLTableElement} */ (this.querySelector('table'));
  /** @type {Props | null} */
  #props = null;
  #asked = '';
  /** @type {Status | null} */
  #seen = null;
  /** Whether some of the values had not arrived when they were asked for. */
  #lacking = false;
  /** @type {{ row: number, column: number } | null} */
  #at = null;
  #from = { row: 0, column: 0 };

  connectedCallback() {
    this.#window.addEventListener('scroll', () => this.#fill(), { passive: true });
    this.#table.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) intend(this, { type: 'enter', item: Number(target.textContent) });
    });
    new ResizeObserver(() => this.#fill()).observe(this.#window);
  }

  /** @param {Props} props */
  render(props) {
    this.#props = props;
    this.#window.setAttribute('aria-label', props.title ?? `Values of item ${props.item}`);
    this.#window.style.setProperty('--whole-height', `${(props.status.rows + 1) * ROW + SCROLLBAR}px`);
    this.#table.setAttribute('aria-rowcount', String(props.status.rows + 1));
    this.#table.setAttribute('aria-colcount', String(props.status.columns + 1));
    this.#fill();
  }

  /**
   * Marks the value at the cursor, and brings it into view.
   * @param {{ row: number, column: number } | null} at
   */
  mark(at) {
    this.#at = at;
    if (at && this.#props && this.checkVisibility()) {
      const { rows, columns } = this.#measure();
      const { row, column } = this.#from;
      if (at.row < row || at.row >= row + rows) this.#window.scrollTop = scrollTo(at.row - Math.floor(rows / 2), this.#props.status.rows - rows, this.#reach.y);
      if (at.column < column || at.column >= column + columns) {
        this.#window.scrollLeft = scrollTo(at.column - Math.floor(columns / 2), this.#props.status.columns - columns, this.#reach.x);
      }
    }
    this.#highlight();
  }

  #measure() {
    const status = this.#props?.status;
    const width = WIDTHS[status?.elementType ?? 'u8'] * (status?.channels ?? 1);
    const header = 10 + 8 * (this.#props?.longest ?? String(status?.rows ?? 0).length);
    return {
      width,
      header,
      rows: Math.max(0, Math.min(status?.rows ?? 0, Math.floor(this.#window.clientHeight / ROW) - 1)),
      columns: Math.max(0, Math.min(status?.columns ?? 0, Math.floor((this.#window.clientWidth - header) / width))),
    };
  }

  /** How far the window scrolls; a part of a line at its edge counts too, or the last line would be out of reach. */
  get #reach() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.#window;
    return { x: Math.max(1, scrollWidth - clientWidth), y: Math.max(1, scrollHeight - clientHeight) };
  }

  async #fill() {
    const props = this.#props;
    const { rows, columns, width, header } = this.#measure();
    if (!props || !rows || !columns) return;
    const { status } = props;
    const extent = { width: Math.min(MOST, status.columns * width), height: Math.min(MOST, status.rows * ROW) };
    Object.assign(this.#extent.style, { width: `${header + extent.width}px`, height: `${ROW + extent.height}px` });
    const row = Math.round((this.#window.scrollTop / this.#reach.y) * (status.rows - rows));
    const column = Math.round((this.#window.scrollLeft / this.#reach.x) * (status.columns - columns));
    const from = { row: Math.max(0, Math.min(row, status.rows - rows)), column: Math.max(0, Math.min(column, status.columns - columns)) };
    const asked = JSON.stringify([props.item, props.look, from, rows, columns]);
    if (asked === this.#asked && !(this.#lacking && status !== this.#seen)) return;
    this.#asked = asked;
    this.#seen = status;
    this.#lacking = false;
    const values = await props.values(props.item, from.row, from.column, rows, columns).catch(() => null);
    if (asked !== this.#asked || !values) return;
    this.#lacking = values.length < rows * columns * status.channels;
    this.#from = from;
    this.#table.style.setProperty('--value-width', `${width}px`);
    this.#table.style.setProperty('--header-width', `${header}px`);
    this.#build(rows, columns);
    this.#write(values, status);
    this.#highlight();
  }

  /**
   * @param {number} rows
   * @param {number} columns
   */
  #build(rows, columns) {
    if (this.#table.rows.length === rows + 1 && this.#table.rows[0].cells.length === columns + 1) return;
    this.#table.replaceChildren();
    for (let row = 0; row <= rows; row++) {
      const line = this.#table.insertRow();
      for (let column = 0; column <= columns; column++) {
        const header = row + column > 0 && (row === 0 || column === 0);
        const cell = document.createElement(header ? 'th' : 'td');
        if (header) cell.setAttribute('scope', row === 0 ? 'col' : 'row');
        if (row && header && this.#props?.itemAt) cell.append(Object.assign(document.createElement('button'), { type: 'button', className: 'quiet' }));
        line.append(cell);
      }
    }
  }

  /**
   * @param {Float64Array} values
   * @param {Status} status
   */
  #write(values, { elementType, channels }) {
    const { row: firstRow, column: firstColumn } = this.#from;
    const [head, ...lines] = this.#table.rows;
    head.setAttribute('aria-rowindex', '1');
    [...head.cells].forEach((cell, column) => {
      cell.textContent = column ? String(firstColumn + column - 1) : '';
      cell.setAttribute('aria-colindex', String(column ? firstColumn + column + 1 : 1));
    });
    lines.forEach((line, row) => {
      line.setAttribute('aria-rowindex', String(firstRow + row + 2));
      const [name, ...cells] = line.cells;
      const item = this.#props?.itemAt?.(firstRow + row);
      (name.firstElementChild ?? name).textContent = String(item ?? firstRow + row);
      cells.forEach((cell, column) => {
        const first = (row * cells.length + column) * channels;
        const pixel = [...values.subarray(first, first + channels)];
        cell.textContent = pixel.map(brief).join(' ');
        cell.title = pixel.map((value) => show(value, elementType)).join(', ');
        cell.classList.toggle('zero', pixel.every((value) => value === 0));
      });
    });
  }

  #highlight() {
    this.#table.querySelector('.at')?.classList.remove('at');
    if (!this.#at) return;
    const row = this.#table.rows[this.#at.row - this.#from.row + 1];
    if (this.#at.row >= this.#from.row && this.#at.column >= this.#from.column) {
      row?.cells[this.#at.column - this.#from.column + 1]?.classList.add('at');
    }
  }
}

/** <item-table>: items, each of which is a row of values. */
export class ItemTable extends ValueTable {}

/**
 * The scroll position that shows a line first.
 * @param {number} line
 * @param {number} last  the last line that can come first
 * @param {number} reach
 */
function scrollTo(line, last, reach) {
  return (Math.max(0, line) / Math.max(1, last)) * reach;
}

/** @param {number} value */
function brief(value) {
  return Number.isInteger(value) && Math.abs(value) < 1e10 ? String(value) : String(Number(value.toPrecision(5)));
}
