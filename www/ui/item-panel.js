/** <item-panel>: one item, large, with the value under the pointer or the keyboard cursor. */

import { markup } from '../platform/trusted.js';
import { meaning, show, spoken, titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { download } from './contact-sheet.js';
import { Filled } from './filled.js';
import { intend } from './intent.js';

import { ValueTable } from './value-table.js';

/**
 * @import { Colours, Page, PageRequest, Statuses } from '../engine/protocol.js'
 * @import { Naming } from '../text/naming.js'
 *
 * @typedef {object} Props
 * @property {number} item
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {boolean} first  whether none comes before it
 * @property {boolean} last
 * @property {string} look  changes when the item may look different
 * @property {Statuses} statuses
 * @property {Naming} naming
 * @property {string} noun  what an item is called
 * @property {string} of  the dataset's name, where there are two
 * @property {boolean} plotted  whether it is drawn as a line
 * @property {Colours} colours
 * @property {(request: PageRequest) => Promise<Page | null>} load
 * @property {(item: number, row: number, column: number, rows: number, columns: number) => Promise<Float64Array>} values
 * @property {(item: number, most: number) => Promise<Float64Array>} row  of its label
 * @property {boolean} bookmarked
 * @property {() => string} link  that leads here from anywhere
 * @property {(item: number) => Promise<Float64Array>} summary  least, greatest, mean and standard deviation
 */

customElements.define('value-table', ValueTable);

/** Columns of a label that are listed. */
const LISTED = 64;

const CONTENT = markup`
  <div class="actions">
    <button type="button" aria-label="Previous item" title="Previous item">←</button>
    <button type="button" aria-label="Next item" title="Next item">→</button>
    <button type="button" class="bookmark" aria-pressed="false" title="Bookmark this item (s)">Bookmark</button>
    <button type="button" aria-label="Close item" title="Close item (Esc)">×</button>
  </div>
  <div class="picture" tabindex="0" role="application" aria-label="Image" aria-description="Arrow keys move from value to value.">
    <canvas width="1" height="1" aria-hidden="true"></canvas>
    <span class="cursor" hidden></span>
  </div>
  <h2><bdi></bdi> <span></span></h2>
  <p class="alike" hidden>
    Same label
    <button type="button" aria-label="Previous item with the same label" title="Previous item with the same label">←</button>
    <button type="button" aria-label="Next item with the same label" title="Next item with the same label">→</button>
    <span aria-live="polite"></span>
  </p>
  <p class="readout" aria-live="polite"></p>
  <dl class="columns" hidden></dl>
  <p class="note range" hidden></p>
  <p class="note spread" hidden></p>
  <details>
    <summary>Values</summary>
    <value-table></value-table>
  </details>
  <p class="share"><button type="button" class="quiet">Copy link</button> <button type="button" class="quiet">Copy image</button> <button type="button" class="quiet" aria-haspopup="dialog">Bytes</button> <span role="status"></span></p>`;

export class ItemPanel extends Filled {
  #picture = /** @type {HTMLElement} */ (this.querySelector('.picture'));
  #canvas = /** @type {HTMLCanvasElement} */ (this.querySelector('canvas'));
  #cursor = /** @type {HTMLElement} */ (this.querySelector('.cursor'));
  #label = /** @type {HTMLElement} */ (this.querySelector('h2 bdi'));
  #number = /** @type {HTMLElement} */ (this.querySelector('h2 span'));
  #columns = /** @type {HTMLElement} */ (this.querySelector('.columns'));
  /** Of the values, where each item has its own. */
  #range = /** @type {HTMLElement} */ (this.querySelector('.range'));
  #spread = /** @type {HTMLElement} */ (this.querySelector('.spread'));
  #copies = /** @type {HTMLButtonElement[]} */ ([...this.querySelectorAll('.share button')]);
  #readout = /** @type {HTMLElement} */ (this.querySelector('.readout'));
  #details = /** @type {HTMLDetailsElement} */ (this.querySelector('details'));
  #table = /** @type {ValueTable} */ (this.querySelector('value-table'));
  #alike = /** @type {HTMLElement} */ (this.querySelector('.alike'));
  #share = /** @type {HTMLElement} */ (this.querySelector('.share'));
  #buttons = /** @type {HTMLButtonElement[]} */ ([...this.querySelectorAll('.actions [aria-label]')]);
  #bookmark = /** @type {HTMLButtonElement} */ (this.querySelector('.bookmark'));
  /** @type {Props | null} */
  #props = null;
  #asked = '';
  /** @type {Statuses | null} */
  #seen = null;
  /** Whether the item, or its label, had not arrived when it was painted. */
  #lacking = false;
  /** CSS pixels per data pixel. */
  #unit = 1;
  /** @type {{ row: number, column: number } | null} */
  #at = null;

  constructor() {
    super(CONTENT);
  }

  connectedCallback() {
    const [previous, next, close] = this.#buttons;
    previous.addEventListener('click', () => intend(this, { type: 'step', by: -1 }));
    next.addEventListener('click', () => intend(this, { type: 'step', by: 1 }));
    close.addEventListener('click', () => intend(this, { type: 'close-panel' }));
    this.#bookmark.addEventListener(
      'click',
      () => this.#props && intend(this, { type: 'bookmark', items: [this.#props.item] }),
    );
    this.#alike.querySelectorAll('button').forEach((button, index) => {
      button.addEventListener('click', () => intend(this, { type: 'next-with-label', by: index ? 1 : -1 }));
    });
    this.#copies[1].addEventListener('click', () => this.#copyImage());
    this.#canvas.addEventListener('pointermove', (event) => this.#point(event));
    this.#canvas.addEventListener('pointerdown', (event) => this.#point(event));
    this.#picture.addEventListener('keydown', (event) => this.#press(event));
    this.#share.firstElementChild?.addEventListener('click', () => this.#copy());
    this.#share.querySelector('[aria-haspopup]')?.addEventListener('click', () => intend(this, { type: 'bytes' }));
    this.#details.addEventListener('toggle', () => {
      this.#tabulate();
      this.#table.mark(this.#at);
    });
  }

  /** @param {Props | null} props */
  render(props) {
    const before = this.#props;
    this.#props = props;
    if (!props && !before) return;
    this.hidden = !props;
    if (!props) {
      this.#asked = '';
      this.#point(null);
      return;
    }
    const { item, firstNumber, of, first, last, statuses } = props;
    this.#number.textContent = `item ${numberOf(item, firstNumber)}${of && ` of ${of}`}`;
    this.#bookmark.ariaPressed = String(props.bookmarked);
    this.#buttons[0].setAttribute('aria-disabled', String(first));
    this.#buttons[1].setAttribute('aria-disabled', String(last));
    this.#picture.hidden = this.#readout.hidden = this.#copies[1].hidden = !statuses.images;
    // Labels are their own value, unless an item of theirs holds several.
    this.#details.hidden = !statuses.images && statuses.labels?.columns === 1;
    if (!before && this.parentElement) this.parentElement.scrollTop = 0;
    this.#alike.hidden = !statuses.labels?.kept;
    if (before?.item !== item) {
      this.say('');
      this.#share.lastElementChild?.replaceChildren();
      this.scrollIntoView({ block: 'nearest' });
      this.#read();
    }
    this.#paint();
    this.#tabulate();
  }

  /**
   * Says something of the items with the same label.
   * @param {string} text
   */
  say(text) {
    /** @type {HTMLElement} */ (this.#alike.lastElementChild).textContent = text;
  }

  /** Takes the focus. */
  enter() {
    if (this.#picture.hidden) this.#buttons[2].focus();
    else this.#picture.focus();
  }

  /** Puts the link on the clipboard, or where it can be copied from if that is forbidden. */
  async #copy() {
    const { link } = /** @type {Props} */ (this.#props);
    const href = link();
    const copied = await navigator.clipboard.writeText(href).then(
      () => true,
      () => false,
    );
    const field = Object.assign(document.createElement('input'), { readOnly: true, value: href, ariaLabel: 'Link' });
    this.#share.lastElementChild?.replaceChildren(copied ? 'Copied.' : field);
    if (!copied) field.select();
  }

  async #paint() {
    const props = this.#props;
    if (!props) return;
    const { images, labels } = props.statuses;
    const { rows, columns } = images ?? { rows: 1, columns: 1 };
    const room = { width: this.#picture.clientWidth * devicePixelRatio, height: innerHeight * 0.5 * devicePixelRatio };
    const zoom = Math.min(room.width / columns, room.height / rows);
    const shrink = Math.max(1, Math.ceil(1 / zoom - 1e-9));
    const unit = Math.max(1, Math.floor(zoom + 1e-9)) / devicePixelRatio;
    const plot = props.plotted
      ? /** @type {[number, number]} */ ([Math.max(1, Math.floor(room.width)), Math.max(1, Math.floor(room.width / 2))])
      : undefined;
    const asked = JSON.stringify([props.item, props.firstNumber, props.look, shrink, unit, plot, props.colours]);
    if (asked === this.#asked && !(this.#lacking && props.statuses !== this.#seen)) return;
    this.#asked = asked;
    this.#seen = props.statuses;
    this.#lacking = false;
    const items = Float64Array.of(props.item);
    const page = await props
      .load({ items, columns: 1, gapX: 0, gapY: 0, shrink, plot, ...props.colours })
      .catch(() => null);
    if (!page || asked !== this.#asked) return;

    this.#list(props, asked);
    this.#summarise(props, asked);
    const label = page.labels[0];
    this.#lacking = page.missing > 0 || (label === null && labels?.done === false);
    this.#label.textContent = this.#label.title = label === null ? '' : titled(props.naming, label);
    this.#picture.setAttribute(
      'aria-label',
      `${props.noun} ${numberOf(props.item, props.firstNumber)}, ${rows} x ${columns}${label === null ? '' : `, label ${spoken(props.naming, label)}`}`,
    );
    this.#range.hidden = !page.image || !props.colours.limits || props.colours.limits.length > 0;
    this.#range.textContent = page.range
      ? `${show(page.range[0], images?.elementType ?? 'f64')} to ${show(page.range[1], images?.elementType ?? 'f64')}`
      : '';
    if (!page.image) return;
    const { width, height } = page.image;
    Object.assign(this.#canvas, { width, height });
    const side = plot ? 1 / devicePixelRatio : unit;
    Object.assign(this.#canvas.style, { width: `${width * side}px`, height: `${height * side}px` });
    this.#canvas.getContext('2d')?.putImageData(page.image, 0, 0);
    this.#unit = plot ? (width * side) / columns : unit / shrink;
    this.#place();
  }

  /** Copies the image, a pixel for each of its own; saves it where the browser does not let us. */
  async #copyImage() {
    const { item } = this.#props ?? {};
    const blob = new Promise((resolve) => this.#canvas.toBlob(resolve));
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': /** @type {Promise<Blob>} */ (blob) })]);
      if (item === this.#props?.item) this.#share.lastElementChild?.replaceChildren('Copied.');
    } catch {
      download(/** @type {Blob} */ (await blob), `item-${numberOf(item ?? 0, this.#props?.firstNumber ?? 0)}.png`);
      if (item === this.#props?.item)
        this.#share.lastElementChild?.replaceChildren('Saved, as this browser copies no images.');
    }
  }

  /**
   * Says what the values are like together.
   * @param {Props} props
   * @param {string} asked
   */
  async #summarise({ item, summary, statuses: { images } }, asked) {
    const [least, greatest, mean, deviation] = images ? await summary(item).catch(() => []) : [];
    if (asked !== this.#asked) return;
    this.#spread.hidden = mean === undefined;
    const ends = [least, greatest].map((end) => show(end ?? NaN, images?.elementType ?? 'f64')).join(' to ');
    const figures = [mean, deviation].map((figure) => String(Number((figure ?? NaN).toPrecision(4))));
    this.#spread.textContent =
      greatest === 0 && least === 0 ? 'all zero' : `${ends}, mean ${figures[0]}, std ${figures[1]}`;
  }

  /**
   * Lists the columns of the label, where there are several that mean something.
   * @param {Props} props
   * @param {string} asked
   */
  async #list({ item, row, naming, statuses: { labels } }, asked) {
    const labelling = labels?.labelling;
    this.#columns.hidden = !labelling || labelling.columns < 2 || labelling.oneHot;
    if (!labels || !labelling || this.#columns.hidden) return;
    const values = await row(item, LISTED).catch(() => []);
    if (asked !== this.#asked) return;
    const entries = [...values].flatMap((value, column) => {
      const [term, number] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = meaning(naming, column);
      number.textContent = show(value, labels.elementType);
      if (column === labelling.column) number.className = 'chosen';
      return [term, number];
    });
    this.#columns.replaceChildren(...entries);
  }

  /** @param {PointerEvent | null} event */
  #point(event) {
    if (!event) {
      this.#at = null;
    } else {
      this.#readout.ariaLive = 'off';
      this.#at = { row: Math.floor(event.offsetY / this.#unit), column: Math.floor(event.offsetX / this.#unit) };
    }
    this.#place();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#readout.ariaLive = 'polite';
    this.#at = this.#at ? { row: this.#at.row + step[0], column: this.#at.column + step[1] } : { row: 0, column: 0 };
    this.#place();
  }

  /** Draws the cursor where it is, within the image. */
  #place() {
    const status = this.#props?.statuses.images;
    this.#cursor.hidden = !this.#at || !status;
    if (this.#at && status) {
      const row = Math.max(0, Math.min(this.#at.row, status.rows - 1));
      const column = Math.max(0, Math.min(this.#at.column, status.columns - 1));
      this.#at = { row, column };
      const side = `${Math.max(3, this.#unit)}px`;
      const height = this.#props?.plotted ? `${this.#canvas.offsetHeight}px` : side;
      const [left, top] = [
        `${this.#canvas.offsetLeft + column * this.#unit}px`,
        `${this.#canvas.offsetTop + row * this.#unit}px`,
      ];
      Object.assign(this.#cursor.style, { left, top, width: side, height });
    }
    this.#table.mark(this.#at);
    this.#read();
  }

  async #read() {
    const props = this.#props;
    const status = props?.statuses.images;
    const at = this.#at;
    if (!props || !status) return;
    if (!at) {
      this.#readout.textContent = 'Point at a value, touch it, or use the arrow keys.';
      return;
    }
    // Of a colour there are several.
    const values = await props.values(props.item, at.row, at.column, 1, 1).catch(() => new Float64Array());
    if (at !== this.#at || props.item !== this.#props?.item) return;
    const text = values.length
      ? `value ${[...values].map((value) => show(value, status.elementType)).join(', ')}`
      : 'not read yet';
    this.#readout.replaceChildren(
      `row ${at.row}, column ${at.column}: `,
      Object.assign(document.createElement('b'), { textContent: text }),
    );
  }

  #tabulate() {
    const props = this.#props;
    const status = props?.statuses.images ?? props?.statuses.labels;
    if (props && status && this.#details.open) this.#table.render({ ...props, status });
  }
}
