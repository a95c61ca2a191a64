/** <value-table>: an item's values as a table, of which only the part in view exists. */

import { markup } from '../platform/trusted.js';
import { digits } from '../text/digits.js';
import { text } from '../text/index.js';
import { numberOf } from '../text/numbering.js';
import { ELEMENT_TYPES } from './element-types.js';
import { intend } from './intent.js';
import { Latest } from './latest.js';
import { onResize, textScale, ViewerElement } from './viewer-element.js';

/**
 * @import { ElementType, Status, Values } from '../engine/protocol.js'
 *
 * @typedef {object} Props
 * @property {string} title
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {string} appearance  changes when it shows something else
 * @property {Status} status
 * @property {number} version  grows with every change of the status
 * @property {number} [longest]  characters of the longest number of a row
 * @property {(row: number) => number} [itemAt]  the item that a row is
 * @property {(row: number, column: number, rows: number, columns: number) => Promise<Values>} values
 * @property {(elementType: ElementType, values: Values) => Promise<string[]>} hex
 */

/** CSS pixels, for text of the usual size. */
const ROW = 22;
/** Browsers cannot lay out more pixels than this. */
const MAX_EXTENT = 8e6;
const SCROLLBAR = 18;

const words = text.values;
const CONTENT = markup`
  <div class="notation">
  <label class="line numbers"><span>${words.numbers}</span><select><option value="">${words.decimal}</option><option value="hex">${words.hexadecimal}</option></select></label>
  <label class="line channel" hidden><span>${words.channel}</span><select></select></label>
  </div>
  <div class="window" tabindex="0" role="region" aria-label="${words.title}">
    <div class="extent"></div>
    <table></table>
  </div>`;

export class ValueTable extends ViewerElement {
  #window = this.find('.window');
  #extent = this.find('.extent');
  #table = this.find('table', HTMLTableElement);
  /** @type {Props | null} */
  #props = null;
  #latest = new Latest();
  /** @type {{ row: number, column: number } | null} */
  #at = null;
  #from = { row: 0, column: 0 };
  /** How numbers are written, and which channels. */
  #choices = [this.find('.numbers select', HTMLSelectElement), this.find('.channel select', HTMLSelectElement)];

  constructor() {
    super(CONTENT);
    for (const choice of this.#choices) choice.addEventListener('change', () => this.#fill());
    this.#window.addEventListener('scroll', () => this.#fill(), { passive: true });
    this.#table.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) intend(this, { type: 'enter', item: Number(target.value) });
    });
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#window, signal, () => this.#fill());
  }

  /** @param {Props} props */
  render(props) {
    this.#props = props;
    this.#window.setAttribute('aria-label', props.title);
    this.#window.style.setProperty('--whole-height', `${(props.status.rows + 1) * ROW * textScale() + SCROLLBAR}px`);
    this.#table.setAttribute('aria-rowcount', String(props.status.rows + 1));
    this.#table.setAttribute('aria-colcount', String(props.status.columns + 1));
    this.#offer(props.status.channels);
    this.#fill();
  }

  /** @param {number} channels */
  #offer(channels) {
    const [, choice] = this.#choices;
    /** @type {HTMLElement} */ (choice.parentElement).hidden = channels < 2;
    if (choice.length === channels + 1) return;
    const names = Array.from({ length: channels }, (_, channel) =>
      channels < 3 ? words.channelNumber(channel) : words.colours[channel],
    );
    choice.replaceChildren(
      new Option(words.allChannels, ''),
      ...names.map((name, channel) => new Option(name, String(channel))),
    );
  }

  get #hex() {
    return this.#choices[0].value === 'hex';
  }

  /** The channel that is shown alone; null for all. */
  get #channel() {
    const channel = this.#choices[1].value;
    return channel === '' ? null : Number(channel);
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
      if (at.row < row || at.row >= row + rows)
        this.#window.scrollTop = scrollTo(at.row - Math.floor(rows / 2), this.#props.status.rows - rows, this.#reach.y);
      if (at.column < column || at.column >= column + columns) {
        this.#window.scrollLeft = scrollTo(
          at.column - Math.floor(columns / 2),
          this.#props.status.columns - columns,
          this.#reach.x,
        );
      }
    }
    this.#highlight();
  }

  #measure() {
    const status = this.#props?.status;
    const letters = textScale();
    const { width: ofNumber, hexWidth } = ELEMENT_TYPES[status?.elementType ?? 'u8'];
    const width = letters * (this.#hex ? hexWidth : ofNumber) * (this.#channel === null ? (status?.channels ?? 1) : 1);
    const header = 10 + 8 * letters * (this.#props?.longest ?? String(status?.rows ?? 0).length);
    const row = ROW * letters;
    return {
      width,
      header,
      row,
      rows: Math.max(0, Math.min(status?.rows ?? 0, Math.floor(this.#window.clientHeight / row) - 1)),
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
    const { rows, columns, width, header, row: high } = this.#measure();
    if (!props || !rows || !columns) return;
    const { status } = props;
    const extent = {
      width: Math.min(MAX_EXTENT, status.columns * width),
      height: Math.min(MAX_EXTENT, status.rows * high),
    };
    Object.assign(this.#extent.style, { width: `${header + extent.width}px`, height: `${high + extent.height}px` });
    const row = Math.round((this.#window.scrollTop / this.#reach.y) * (status.rows - rows));
    const column = Math.round((this.#window.scrollLeft / this.#reach.x) * (status.columns - columns));
    const from = {
      row: Math.max(0, Math.min(row, status.rows - rows)),
      column: Math.max(0, Math.min(column, status.columns - columns)),
    };
    const { firstNumber, appearance } = props;
    const key = JSON.stringify([firstNumber, appearance, from, rows, columns, this.#hex, this.#channel]);
    const answer = await this.#latest
      .ask({ key, version: props.version }, async () => {
        const values = await props.values(from.row, from.column, rows, columns);
        return { values, digits: this.#hex ? await props.hex(status.elementType, values) : null };
      })
      .catch(() => null);
    if (!answer) return;
    const { values, digits } = answer;
    this.#latest.partial = values.length < rows * columns * status.channels;
    this.#from = from;
    this.#table.style.setProperty('--value-width', `${width}px`);
    this.#table.style.setProperty('--header-width', `${header}px`);
    this.#build(rows, columns);
    this.#write([...values], digits ?? Array.from(values, brief), status);
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
        if (row && header && this.#props?.itemAt)
          cell.append(Object.assign(document.createElement('button'), { type: 'button', className: 'quiet' }));
        line.append(cell);
      }
    }
  }

  /**
   * @param {(number | bigint)[]} values
   * @param {string[]} written  the same, as they are shown
   * @param {Status} status
   */
  #write(values, written, { elementType, channels }) {
    const { row: firstRow, column: firstColumn } = this.#from;
    const only = this.#channel;
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
      (name.firstElementChild ?? name).textContent = String(
        item === undefined ? firstRow + row : numberOf(item, this.#props?.firstNumber ?? 0),
      );
      if (name.firstElementChild instanceof HTMLButtonElement) name.firstElementChild.value = String(item);
      cells.forEach((cell, column) => {
        const start = (row * cells.length + column) * channels + (only ?? 0);
        const end = start + (only === null ? channels : 1);
        const pixel = values.slice(start, end);
        cell.textContent = written.slice(start, end).join(' ');
        cell.title = pixel.map((value) => digits(value, elementType)).join(', ');
        cell.classList.toggle(
          'zero',
          pixel.every((value) => Number(value) === 0),
        );
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

/**
 * The scroll position that shows a line first.
 * @param {number} line
 * @param {number} last  the last line that can come first
 * @param {number} reach
 */
function scrollTo(line, last, reach) {
  return (Math.max(0, line) / Math.max(1, last)) * reach;
}

/**
 * With hyphens: cells are copied into other programs.
 * @param {number | bigint} value
 */
function brief(value) {
  if (typeof value === 'bigint') return String(value);
  return Number.isInteger(value) && Math.abs(value) < 1e10 ? String(value) : String(Number(value.toPrecision(5)));
}
