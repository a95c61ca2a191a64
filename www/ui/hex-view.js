/** <hex-view>: the bytes of a file, of which only the rows in view exist, and the byte at the cursor in words. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { hexRow } from './hex-row.js';
import { Latest } from './latest.js';
import { extentOf, hasDrifted, revealed, rowAt, scrollOf } from './long-rows.js';
import { onResize, textScale, ViewerElement } from './viewer-element.js';

/**
 * @import { FileBytes } from '../engine/file-bytes.js'
 * @import { Marking } from './hex-row.js'
 * @import { Rows } from './long-rows.js'
 *
 * @typedef {object} Bytes
 * @property {string} key  another one for other bytes
 * @property {FileBytes} bytes
 * @property {number} version  grows when more bytes may have arrived
 * @property {(offset: number, byte: number) => Promise<string | null>} describe  null while that is unknown
 *
 * @typedef {Bytes & Marking} Props
 */

/** CSS pixels, at the usual size of text. */
const ROW = 22;
/** CSS pixels of the window from which on a row has 16 bytes, at the usual size of text. */
const WIDE = 540;

const words = late.bytes;
const CONTENT = markup`
  <div class="window" tabindex="0" role="application" aria-label="${words.ofFile}" aria-describedby="keys">
    <div class="extent"></div>
    <table aria-hidden="true"></table>
  </div>
  <p id="keys" hidden>${words.keys}</p>
  <p class="readout" aria-live="polite"></p>`;

export class HexView extends ViewerElement {
  #window = this.find('.window');
  #extent = this.find('.extent');
  #table = this.find('table', HTMLTableElement);
  #readout = this.find('.readout');
  #rows = new Latest();
  #byte = new Latest();
  /** @type {Props | null} */
  #props = null;
  /** The byte at the cursor. @type {number | null} */
  #at = null;
  /** The bytes that were found: the first, and how many. */
  #found = { offset: 0, length: 0 };
  /** The byte that the first key leads to. */
  #first = 0;
  /** The first row in view. */
  #top = 0;
  /** Bytes in a row. */
  #columns = 16;
  /** Where the scroll bar stood when the first row in view was last set. */
  #scroll = 0;
  /** The first byte of the rows that are drawn. */
  #from = 0;

  constructor() {
    super(CONTENT);
    this.#window.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.#window.addEventListener('keydown', (event) => this.#press(event));
    for (const type of ['pointermove', 'pointerdown'])
      this.#table.addEventListener(type, (event) => this.#point(event));
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#window, signal, () => this.#fill());
  }

  /**
   * Shows more of the file as it is read.
   * @param {Props} props
   */
  render(props) {
    this.#props = props;
    this.#fill();
    if (this.#at !== null) this.#read(this.#at);
  }

  /**
   * Shows bytes from this one on.
   * @param {Props} props
   * @param {number} first
   */
  start(props, first) {
    this.#props = props;
    this.#at = null;
    this.#first = first;
    this.#found = { offset: 0, length: 0 };
    this.#rows.clear();
    this.#byte.clear();
    this.#table.replaceChildren();
    this.#readout.textContent = words.hint;
    this.#columns = this.#fitting;
    this.#top = Math.floor(first / this.#columns);
    this.#settle(this.#measure(props));
    this.#fill();
  }

  /**
   * Moves the cursor to a byte. If the byte is out of view, its row becomes the first.
   * @param {number} offset
   * @param {number} [length]  of what was found there
   */
  goTo(offset, length = 0) {
    this.#found = { offset, length };
    this.#reveal(offset, true);
    this.#read(offset);
  }

  /** The byte at the cursor, or where it will start. */
  get cursor() {
    return this.#at ?? this.#first;
  }

  get #fitting() {
    return this.#window.clientWidth < WIDE * textScale() ? 8 : 16;
  }

  /** @param {Props} props */
  #measure({ bytes }) {
    const columns = this.#fitting;
    if (columns !== this.#columns) this.#top = Math.floor((this.#top * this.#columns) / columns);
    this.#columns = columns;
    const height = ROW * textScale();
    const count = Math.ceil(bytes.length / columns);
    this.#extent.style.height = `${extentOf(count, height)}px`;
    const shown = Math.min(count, Math.max(1, Math.floor(this.#window.clientHeight / height)));
    const reach = Math.max(0, this.#window.scrollHeight - this.#window.clientHeight);
    this.#top = Math.max(0, Math.min(this.#top, count - shown));
    return { count, shown, height, reach };
  }

  #scrolled() {
    const { scrollTop } = this.#window;
    if (!this.#props || scrollTop === this.#scroll) return;
    const rows = this.#measure(this.#props);
    this.#top = rowAt(scrollTop, { row: this.#top, scroll: this.#scroll }, rows);
    this.#scroll = scrollTop;
    if (hasDrifted(scrollTop, this.#top, rows)) this.#settle(rows);
    this.#draw(this.#props, rows.shown);
  }

  #fill() {
    if (!this.#props || !this.#window.checkVisibility()) return;
    const rows = this.#measure(this.#props);
    // Small steps through a long file leave the scroll bar where it is.
    if (rowAt(this.#scroll, { row: this.#top, scroll: this.#scroll }, rows) !== this.#top) this.#settle(rows);
    this.#draw(this.#props, rows.shown);
  }

  /**
   * Puts the scroll bar where the first row in view is.
   * @param {Rows} rows
   */
  #settle(rows) {
    this.#window.scrollTop = scrollOf(this.#top, rows);
    // Browsers round it.
    this.#scroll = this.#window.scrollTop;
  }

  /**
   * @param {number} offset
   * @param {boolean} first  whether its row becomes the first if it is out of view
   */
  #reveal(offset, first) {
    if (!this.#props) return;
    const rows = this.#measure(this.#props);
    const row = Math.floor(offset / this.#columns);
    const top = revealed(row, this.#top, rows);
    if (top !== this.#top) {
      this.#top = first ? Math.min(row, rows.count - rows.shown) : top;
      this.#settle(rows);
    }
    this.#draw(this.#props, rows.shown);
  }

  /**
   * @param {Props} props
   * @param {number} shown
   */
  async #draw({ key, bytes, version, marks, elements }, shown) {
    const columns = this.#columns;
    const from = this.#top * columns;
    const count = Math.min(shown * columns, bytes.length - from);
    const question = { key: [key, from, count, columns].join(), version };
    const answer = await this.#rows.ask(question, () => bytes.read(from, count)).catch(() => new Uint8Array());
    if (!answer) return;
    this.#rows.partial = answer.length < count;
    this.#from = from;
    const lines = Array.from({ length: Math.ceil(count / columns) }, (_, line) => {
      const part = answer.subarray(line * columns, (line + 1) * columns);
      return hexRow(part, from + line * columns, columns, { marks, elements });
    });
    this.#table.replaceChildren(...lines);
    this.#mark();
    if (!answer.length && count) this.#readout.textContent = words.lacking;
  }

  /** @param {Event} event */
  #point({ target }) {
    if (!(target instanceof Element)) return;
    const row = target.closest('tr');
    const cell = target.closest('td');
    const letters = target.closest('.text');
    const column = cell ? cell.cellIndex - 1 : [...(letters?.children ?? [])].indexOf(target);
    if (row && column >= 0 && !(cell && cell.colSpan > 1))
      this.#read(this.#from + row.rowIndex * this.#columns + column);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const props = this.#props;
    if (!props || event.altKey || event.metaKey) return;
    const last = props.bytes.length - 1;
    const at = this.#at ?? this.#first;
    const columns = this.#columns;
    const rowStart = at - (at % columns);
    const page = columns * this.#measure(props).shown;
    const isEnd = event.key === 'Home' || event.key === 'End';
    if (event.ctrlKey && !isEnd) return;
    const moves = /** @type {Record<string, number>} */ ({
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      PageUp: Math.max(at - page, at % columns),
      PageDown: Math.min(at + page, last),
      Home: event.ctrlKey ? 0 : rowStart,
      End: event.ctrlKey ? last : Math.min(last, rowStart + columns - 1),
    });
    const moved = moves[event.key];
    if (moved === undefined) return;
    event.preventDefault();
    const isFirst = this.#at === null && event.key.startsWith('Arrow');
    const to = isFirst ? at : moved;
    if (to < 0 || to > last) return;
    this.#reveal(to, false);
    this.#read(to);
  }

  #mark() {
    for (const name of ['at', 'found'])
      for (const marked of this.#table.querySelectorAll(`.${name}`)) marked.classList.remove(name);
    const { offset, length } = this.#found;
    const end = Math.min(offset + length, this.#from + this.#table.rows.length * this.#columns);
    for (let at = Math.max(offset, this.#from); at < end; at++) this.#markByte(at, 'found');
    if (this.#at !== null && this.#at >= this.#from) this.#markByte(this.#at, 'at');
  }

  /**
   * Marks a byte and its character, if its row is drawn.
   * @param {number} offset
   * @param {'at' | 'found'} name
   */
  #markByte(offset, name) {
    const row = this.#table.rows[Math.floor((offset - this.#from) / this.#columns)];
    const column = (offset - this.#from) % this.#columns;
    row?.querySelectorAll('td')[column]?.classList.add(name);
    row?.querySelectorAll('span')[column]?.classList.add(name);
  }

  /**
   * Moves the cursor to a byte, and describes the byte.
   * @param {number} at
   */
  async #read(at) {
    if (!this.#props) return;
    const { key, version, bytes, describe } = this.#props;
    this.#at = at;
    this.#mark();
    const words = await this.#byte
      .ask({ key: `${key},${at}`, version }, async () => {
        const [byte] = await bytes.read(at, 1);
        return byte === undefined ? null : describe(at, byte);
      })
      .catch(() => null);
    if (words) this.#readout.textContent = words;
  }
}

customElements.define('hex-view', HexView);
