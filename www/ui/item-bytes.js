/** <item-bytes>: the bytes of an item, of which only the rows in view exist, and the byte at the cursor in words. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { show } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { grouped } from '../text/numbers.js';
import { hex } from './hex.js';
import { Latest } from './latest.js';
import { onResize, ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Slot, Status } from '../engine/protocol.js'
 *
 * @typedef {object} Props
 * @property {Engine} engine
 * @property {Slot} slot
 * @property {Status} status
 * @property {number} version  grows with every change of the status
 * @property {number} item
 * @property {number} firstNumber  the first item's number: 0 or 1
 */

/** CSS pixels. */
const ROW = 22;
/** CSS pixels of the window from which on a row has 16 bytes. */
const WIDE = 430;
/** Browsers cannot lay out more pixels than this. */
const MAX_EXTENT = 8e6;

const words = late.bytes;
const CONTENT = markup`
  <div class="window" tabindex="0" role="application" aria-describedby="keys">
    <div class="extent"></div>
    <table aria-hidden="true"></table>
  </div>
  <p id="keys" hidden>${words.keys}</p>
  <p class="readout" aria-live="polite"></p>`;

export class ItemBytes extends ViewerElement {
  #window = this.find('.window');
  #extent = this.find('.extent');
  #table = this.find('table', HTMLTableElement);
  #readout = this.find('.readout');
  #rows = new Latest();
  #element = new Latest();
  /** @type {Props | null} */
  #props = null;
  /** The byte of the item at the cursor. @type {number | null} */
  #at = null;
  /** The first byte of the item that is in view. */
  #from = 0;

  constructor() {
    super(CONTENT);
    this.#window.addEventListener('scroll', () => this.#fill(), { passive: true });
    this.#window.addEventListener('keydown', (event) => this.#press(event));
    for (const type of ['pointermove', 'pointerdown'])
      this.#table.addEventListener(type, (event) => this.#point(event));
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#window, signal, () => this.#fill());
  }

  /**
   * Shows more of the item as it is read.
   * @param {Props} props
   */
  render(props) {
    this.#props = props;
    this.#fill();
  }

  /**
   * Shows another item, from its start.
   * @param {Props} props
   */
  start(props) {
    this.#at = null;
    this.#rows.clear();
    this.#element.clear();
    this.#window.scrollTop = 0;
    this.#window.ariaLabel = words.ofItem(numberOf(props.item, props.firstNumber));
    this.#readout.textContent = words.hint;
    this.render(props);
  }

  /** Bytes in a row. */
  get #columns() {
    return this.#window.clientWidth < WIDE ? 8 : 16;
  }

  /** @param {number} length */
  #measure(length) {
    const rows = Math.ceil(length / this.#columns);
    const shown = Math.min(rows, Math.max(1, Math.floor(this.#window.clientHeight / ROW)));
    return { rows, shown, reach: Math.max(1, this.#window.scrollHeight - this.#window.clientHeight) };
  }

  async #fill() {
    const props = this.#props;
    if (!props || !this.#window.checkVisibility()) return;
    const { engine, slot, item, status, version } = props;
    const { length, start, size } = rangeOf(status, item);
    const columns = this.#columns;
    this.#extent.style.height = `${Math.min(MAX_EXTENT, Math.ceil(length / columns) * ROW)}px`;
    const { rows, shown, reach } = this.#measure(length);
    const from = Math.round((this.#window.scrollTop / reach) * (rows - shown)) * columns;
    const key = [item, slot, from, shown, columns].join();
    const bytes = await this.#rows
      .ask({ key, version }, () => engine.call('bytes', slot, item, from, shown * columns))
      .catch(() => null);
    if (!bytes) return;
    this.#rows.partial = length > 0 && !bytes.length;
    this.#from = from;
    const lines = Array.from({ length: Math.ceil(bytes.length / columns) }, (_, line) => {
      const row = document.createElement('tr');
      row.append(Object.assign(document.createElement('th'), { textContent: grouped(start + from + line * columns) }));
      bytes.subarray(line * columns, (line + 1) * columns).forEach((byte, column) => {
        const cell = row.insertCell();
        cell.textContent = hex([byte]);
        if (column % size === 0) cell.className = 'first';
      });
      return row;
    });
    this.#table.replaceChildren(...lines);
    this.#mark();
  }

  /** @param {Event} event */
  #point({ target }) {
    if (!(target instanceof HTMLTableCellElement) || target.tagName !== 'TD') return;
    const row = /** @type {HTMLTableRowElement} */ (target.parentElement);
    this.#read(this.#from + row.rowIndex * this.#columns + target.cellIndex - 1);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const step = { ArrowUp: -this.#columns, ArrowDown: this.#columns, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!this.#props || !step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const { length } = rangeOf(this.#props.status, this.#props.item);
    const at = this.#at === null ? 0 : this.#at + step;
    if (at < 0 || at >= length) return;
    const { rows, shown, reach } = this.#measure(length);
    const row = Math.floor(at / this.#columns);
    const first = this.#from / this.#columns;
    if (row < first || row >= first + shown)
      this.#window.scrollTop = ((row < first ? row : row - shown + 1) / Math.max(1, rows - shown)) * reach;
    this.#read(at);
  }

  #mark() {
    this.#table.querySelector('.at')?.classList.remove('at');
    if (this.#at === null || this.#at < this.#from) return;
    const at = this.#at - this.#from;
    this.#table.rows[Math.floor(at / this.#columns)]?.cells[(at % this.#columns) + 1]?.classList.add('at');
  }

  /**
   * Moves the cursor to a byte of the item, and describes the byte.
   * @param {number} at
   */
  async #read(at) {
    if (!this.#props) return;
    const { engine, slot, item, status, version } = this.#props;
    this.#at = at;
    this.#mark();
    const { start, size } = rangeOf(status, item);
    const key = [item, slot, at].join();
    const answer = await this.#element
      .ask({ key, version }, async () => ({ element: await engine.call('element', slot, item, at) }))
      .catch(() => null);
    if (!answer) return;
    this.#element.partial = !answer.element;
    if (!answer.element) return;
    const { place, value, bytes } = answer.element;
    const part = size > 1 ? words.partOf((at % size) + 1, size, hex(bytes)) : '';
    const element = words.element(place, show(value, status.elementType));
    this.#readout.textContent = words.byte(start + at, hex([bytes[at % size]]), part + element);
  }
}

/**
 * Where an item starts in the unpacked file, its length, and the length of its elements, in bytes.
 * @param {Status} status
 * @param {number} item
 */
function rangeOf(status, item) {
  const { offset, itemLength, elementSize } = status.layout;
  return { start: offset + item * itemLength, length: itemLength, size: elementSize };
}
