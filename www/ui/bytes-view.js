/** <bytes-view>: the file's header byte by byte, with what each means, and the bytes of an item. */

import { markup } from '../platform/trusted.js';
import { grouped } from '../text/figures.js';
import { text } from '../text/index.js';
import { offsetOf, shapeOf } from '../text/layouts.js';
import { show } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { Filled } from './filled.js';
import { intend } from './intent.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { HeaderPart, OwnHeader, Slot, Status, Statuses } from '../engine/protocol.js'
 * @import { Dataset } from '../state/index.js'
 *
 * @typedef {{ dataset: Dataset, item: number, firstNumber: number, engine: Engine }} Props
 */

/** CSS pixels. */
const ROW = 22;
/** Browsers cannot lay out more than this. */
const MOST = 8e6;

const MARKUP = markup`
<dialog aria-labelledby="bytes-title">
  <h2 id="bytes-title">Bytes of <bdi></bdi></h2>
  <label class="line">File <select><option value="images">images</option><option value="labels">labels</option></select></label>
  <div class="head" tabindex="0" role="region" aria-label="Header">
    <table><thead><tr><th scope="col">byte</th><th scope="col">hex</th><th scope="col">meaning</th></tr></thead><tbody></tbody></table>
  </div>
  <p class="note"></p>
  <div class="window" tabindex="0" role="application" aria-describedby="bytes-help">
    <div class="extent"></div>
    <table aria-hidden="true"></table>
  </div>
  <p id="bytes-help" hidden>Arrow keys move from byte to byte.</p>
  <p class="readout" aria-live="polite"></p>
  <details class="otherwise">
    <summary>Reinterpret</summary>
    <form>
      <label class="line"><span>Type</span> <select><option>u8</option><option>i8</option><option>i16</option><option>i32</option><option>f32</option><option>f64</option></select></label>
      <label class="line"><span>Byte order</span> <select><option value="">big-endian</option><option value="le">little-endian</option></select></label>
      <label class="line"><span>Shape</span> <input type="text" autocomplete="off" aria-describedby="otherwise-complaint"></label>
      <label class="line"><span>From byte</span> <input type="text" inputmode="numeric" autocomplete="off" aria-describedby="otherwise-complaint"></label>
      <p class="complaint" id="otherwise-complaint" aria-live="polite" hidden></p>
      <button type="submit">Apply</button>
      <button type="button" class="quiet">As in the header</button>
    </form>
  </details>
  <button type="button" class="close">Close</button>
</dialog>`;

export class BytesView extends Filled {
  /** @type {Props | null} */
  #props = null;
  /** @type {Slot} */
  #slot = 'images';
  /** The byte of the item at the cursor. @type {number | null} */
  #at = null;
  /** The first byte of the item that is in view. */
  #from = 0;
  #asked = '';
  /** Whether they were not there yet. */
  #lacking = false;
  /** How far everything was when they were asked for. @type {Statuses | null} */
  #seen = null;
  /** The layout that the file's own header gives. */
  #own = '';

  constructor() {
    super(MARKUP);
  }

  connectedCallback() {
    this.#dialog.addEventListener('click', ({ target }) => target === this.#dialog && this.#dialog.close());
    this.querySelector('.close')?.addEventListener('click', () => this.#dialog.close());
    this.querySelector('form')?.addEventListener('submit', (event) => this.#readOtherwise(event));
    this.querySelector('form [type=button]')?.addEventListener('click', () => this.#take(''));
    this.#choice.addEventListener('change', () => this.#look(/** @type {Slot} */ (this.#choice.value)));
    this.#window.addEventListener('scroll', () => this.#fill(), { passive: true });
    this.#window.addEventListener('keydown', (event) => this.#press(event));
    for (const type of ['pointermove', 'pointerdown'])
      this.#table.addEventListener(type, (event) => this.#point(event));
    new ResizeObserver(() => this.#fill()).observe(this.#window);
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector('dialog'));
  }

  get #choice() {
    return /** @type {HTMLSelectElement} */ (this.querySelector('select'));
  }

  get #window() {
    return /** @type {HTMLElement} */ (this.querySelector('.window'));
  }

  get #table() {
    return /** @type {HTMLTableElement} */ (this.querySelector('.window table'));
  }

  /**
   * @param {string} selector
   * @param {string} text
   */
  #write(selector, text) {
    /** @type {HTMLElement} */ (this.querySelector(selector)).textContent = text;
  }

  /** @param {Props} props */
  open(props) {
    this.#props = props;
    const { statuses, name } = props.dataset;
    this.#write('bdi', name);
    /** @type {HTMLElement} */ (this.#choice.parentElement).hidden = !statuses.images || !statuses.labels;
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#look(statuses.images ? 'images' : 'labels');
  }

  /**
   * Goes on with what has come since, if it is the same dataset: what is offered would be done to another.
   * @param {Dataset | null} dataset  the one that is current
   */
  follow(dataset) {
    if (!this.#props || dataset?.id !== this.#props.dataset.id) return this.#dialog.close();
    const before = this.#status?.layout.text;
    this.#props.dataset = dataset;
    if (this.#status?.layout.text === before) this.#fill();
    else this.#look(this.#slot);
  }

  /** @type {Status | null | undefined} */
  get #status() {
    return this.#props?.dataset.statuses[this.#slot];
  }

  /** Where the item starts in the unpacked file, how long it is, and how long its elements are. */
  get #place() {
    const { item } = this.#props ?? { item: 0 };
    const { offset, itemLength, elementSize } = this.#status?.layout ?? { offset: 0, itemLength: 0, elementSize: 1 };
    return { start: offset + item * itemLength, length: itemLength, size: elementSize };
  }

  /** Bytes in a row. */
  get #columns() {
    return this.#window.clientWidth < 430 ? 8 : 16;
  }

  /** @param {Slot} slot */
  async #look(slot) {
    const props = this.#props;
    this.#slot = this.#choice.value = slot;
    this.#at = null;
    this.#asked = '';
    this.#window.scrollTop = 0;
    this.#window.setAttribute('aria-label', `Bytes of item ${numberOf(props?.item ?? 0, props?.firstNumber ?? 0)}`);
    this.#write('.readout', 'Point at a byte, touch it, or use the arrow keys.');
    this.#fill();
    this.#propose();
    const own = await props?.engine.call('ownHeader', slot).catch(() => undefined);
    if (own && slot === this.#slot && props === this.#props) this.#explain(own);
  }

  get #fields() {
    return /** @type {(HTMLSelectElement | HTMLInputElement)[]} */ ([
      ...this.querySelectorAll('form :is(select, input)'),
    ]);
  }

  /** @param {Event} event */
  async #readOtherwise(event) {
    event.preventDefault();
    const props = this.#props;
    const [type, order, sizes, start] = this.#fields.map(({ value }) => value);
    const shape = shapeOf(sizes);
    const offset = offsetOf(start);
    const fault = offset === null ? 'offset' : shape === null ? 'shape' : '';
    const layout =
      offset === null || shape === null
        ? null
        : await props?.engine.call('layout', type, order === 'le', shape, offset).catch(() => null);
    if (props !== this.#props || (layout === null && !fault)) return;
    const { size, gzip } = this.#status ?? { size: null, gzip: 1 };
    // Only unpacking tells how long a gzip file is.
    const beyond = size !== null && !gzip && layout && layout.offset >= size;
    const complaint =
      text.layouts.complaint(layout ? '' : fault || 'size', sizes) ||
      (beyond ? `The file has only ${grouped(size)} bytes.` : '');
    const told = /** @type {HTMLElement} */ (this.querySelector('.complaint'));
    told.hidden = !complaint;
    told.textContent = complaint;
    if (complaint) told.scrollIntoView({ block: 'nearest' });
    else if (layout) this.#take(layout.text === this.#own ? '' : layout.text);
  }

  /**
   * Reads the file another way, which is to be seen.
   * @param {string} layout
   */
  #take(layout) {
    this.#dialog.close();
    intend(this, { type: 'layout', slot: this.#slot, layout });
  }

  /** Writes how the file is read into the form. */
  #propose() {
    const status = this.#status;
    if (!status) return;
    const { elementType, littleEndian, shape, offset } = status.layout;
    [elementType, littleEndian ? 'le' : '', shape.join(' x '), String(offset)].forEach(
      (value, index) => (this.#fields[index].value = value),
    );
    /** @type {HTMLElement} */ (this.querySelector('.complaint')).hidden = true;
  }

  /** @param {OwnHeader} own */
  #explain(own) {
    const { bytes, layout } = own;
    this.#own = layout.text;
    const status = this.#status;
    const rows = meanings(own).map(({ kind, offset, length, text }) => {
      const row = document.createElement('tr');
      row.className = kind;
      for (const cell of [String(offset), hex(bytes.subarray(offset, offset + length)), text])
        row.insertCell().textContent = cell;
      return row;
    });
    this.querySelector('tbody')?.replaceChildren(...rows);
    const { start, length } = this.#place;
    const unpacked = status?.gzip ? ' of the unpacked file' : '';
    const otherwise =
      status && status.layout.text !== layout.text
        ? ` It is not read as this header says, but as ${text.layouts.inWords(status.layout)}.`
        : '';
    const item = `Item ${numberOf(this.#props?.item ?? 0, this.#props?.firstNumber ?? 0)} is ${grouped(length)} byte${length === 1 ? '' : 's'} from byte ${grouped(start)}${unpacked} on.`;
    this.#write('.note', `The elements follow, item after item, the last dimension fastest.${otherwise} ${item}`);
  }

  #measure() {
    const { length } = this.#place;
    const rows = Math.ceil(length / this.#columns);
    const seen = Math.min(rows, Math.max(1, Math.floor(this.#window.clientHeight / ROW)));
    return { rows, seen, reach: Math.max(1, this.#window.scrollHeight - this.#window.clientHeight) };
  }

  async #fill() {
    const props = this.#props;
    if (!props || !this.#dialog.open) return;
    const { start, length, size } = this.#place;
    const columns = this.#columns;
    /** @type {HTMLElement} */ (this.querySelector('.extent')).style.height =
      `${Math.min(MOST, Math.ceil(length / columns) * ROW)}px`;
    const { rows, seen, reach } = this.#measure();
    const from = Math.round((this.#window.scrollTop / reach) * (rows - seen)) * columns;
    const asked = [props.item, this.#slot, from, seen, columns].join();
    const { statuses } = props.dataset;
    if (asked === this.#asked && !(this.#lacking && statuses !== this.#seen)) return;
    this.#asked = asked;
    this.#seen = statuses;
    const bytes = await props.engine.call('bytes', this.#slot, props.item, from, seen * columns).catch(() => null);
    if (asked !== this.#asked) return;
    this.#lacking = length > 0 && !bytes?.length;
    if (!bytes) return;
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
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const { length } = this.#place;
    const at = this.#at === null ? 0 : this.#at + step;
    if (at < 0 || at >= length) return;
    const { rows, seen, reach } = this.#measure();
    const row = Math.floor(at / this.#columns);
    const first = this.#from / this.#columns;
    if (row < first || row >= first + seen)
      this.#window.scrollTop = ((row < first ? row : row - seen + 1) / Math.max(1, rows - seen)) * reach;
    this.#read(at);
  }

  #mark() {
    this.#table.querySelector('.at')?.classList.remove('at');
    if (this.#at === null || this.#at < this.#from) return;
    const at = this.#at - this.#from;
    this.#table.rows[Math.floor(at / this.#columns)]?.cells[(at % this.#columns) + 1]?.classList.add('at');
  }

  /**
   * Says what a byte of the item is.
   * @param {number} at
   */
  async #read(at) {
    const props = this.#props;
    const status = this.#status;
    if (!props || !status || at === this.#at) return;
    this.#at = at;
    this.#mark();
    const { start, size } = this.#place;
    const index = Math.floor(at / size);
    const [bytes, value] = await Promise.all([
      props.engine.call('bytes', this.#slot, props.item, index * size, size),
      props.engine.call('element', this.#slot, props.item, index),
    ]).catch(() => []);
    if (at !== this.#at || !bytes || value === undefined) return;
    const whole = size > 1 ? `, byte ${(at % size) + 1} of ${size} of ${hex(bytes)}` : '';
    const text = `Byte ${grouped(start + at)}: 0x${hex([bytes[at % size]])}${whole}, ${where(index, status.layout.shape.slice(1))}= ${show(value, status.elementType)}`;
    this.#write('.readout', text);
  }
}

/**
 * The parts of a header, and their meanings.
 * @param {OwnHeader} header
 */
function meanings({ parts, layout: { elementType, shape } }) {
  const rank = parts.filter(({ kind }) => kind === 'dimension').length;
  let dimension = 0;
  /** @param {HeaderPart['kind']} kind */
  const meaning = (kind) => {
    if (kind === 'zero') return 'always zero';
    if (kind === 'type') return `element type: ${TYPES[elementType]}`;
    if (kind === 'rank') return `rank: ${rank} dimension${rank === 1 ? '' : 's'}`;
    const index = dimension++;
    const name = NAMES[rank]?.[index] ?? (index ? '' : ' items');
    return `dimension ${index}: ${grouped(shape[index])}${name}`;
  };
  return parts.map((part) => ({ ...part, text: meaning(part.kind) }));
}

/** @type {Record<string, string>} */
const TYPES = {
  u8: 'u8, 0 to 255',
  i8: 'i8, -128 to 127',
  i16: 'i16, integers of 2 bytes',
  i32: 'i32, integers of 4 bytes',
  f32: 'f32, floats of 4 bytes',
  f64: 'f64, floats of 8 bytes',
};

/** What dimensions usually are, by rank. @type {Record<number, string[]>} */
const NAMES = { 1: [' items'], 2: [' items', ' numbers each'], 3: [' items', ' rows', ' columns'] };

/**
 * The place of an element in its item.
 * @param {number} index
 * @param {number[]} shape  of the item
 */
function where(index, shape) {
  const places = shape.map(
    (size, axis) => Math.floor(index / shape.slice(axis + 1).reduce((product, size) => product * size, 1)) % size,
  );
  if (places.length === 2) return `row ${places[0]}, column ${places[1]} `;
  return places.length ? `element ${places.join(', ')} ` : '';
}

/** @param {ArrayLike<number>} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}
