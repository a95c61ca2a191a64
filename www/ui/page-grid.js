/** <page-grid>: one canvas with the page's pixels, and over it the cells as text. Both change in one go. */

import { load } from '../platform/load.js';
import { titled } from '../text/naming.js';
import { Cells } from './cells.js';
import { complain, intend } from './intent.js';
import { layout } from './layout.js';

/**
 * @import { Colours, Page, PageRequest, Statuses } from '../engine/protocol.js'
 * @import { Naming } from '../text/naming.js'
 * @import { Item, Layout } from './layout.js'
 *
 * @typedef {object} Props
 * @property {number} dataset
 * @property {string} name
 * @property {Statuses} statuses
 * @property {Naming} naming
 * @property {string} look  changes when the same items would look different
 * @property {number} first  place of the page's first item in the selection
 * @property {number[]} items  the numbers of those on the page
 * @property {number} total  items selected
 * @property {number} longest  characters of the longest number of an item
 * @property {boolean} filtered
 * @property {string} noun  what an item is called
 * @property {number} size
 * @property {number} page
 * @property {number} pages
 * @property {number | null} selected  place of the item in the panel
 * @property {ReadonlySet<number>} marked  numbers of items
 * @property {ReadonlySet<number>} bookmarks
 * @property {boolean} marksByClick
 * @property {(place: number) => number} itemAt
 * @property {Colours} colours
 * @property {(request: PageRequest) => Promise<Page | null>} load
 */

/** Canvas pixels up to which a page is painted whole; a longer one is painted around what is in view. */
const WHOLE = { area: 8e6, height: 16_000 };
/** Pixels of wheel that turn a page, and milliseconds until the next turn, and between two turns of the wheel. */
const WHEEL = { distance: 80, pause: 160, rest: 200 };
const SWIPE = 48;

export class PageGrid extends HTMLElement {
  #frame = /** @type {HTMLElement} */ (this.querySelector('.frame'));
  #sheet = /** @type {HTMLElement} */ (this.querySelector('.sheet'));
  #grid = /** @type {HTMLElement} */ (this.querySelector('[role=grid]'));
  #canvas = /** @type {HTMLCanvasElement} */ (this.querySelector('canvas'));
  #nothing = /** @type {HTMLElement} */ (this.querySelector('.nothing'));
  #cells = new Cells(this.#grid);
  /** @type {Props | null} */
  #props = null;
  /** @type {Layout | null} */
  #layout = null;
  /** What was asked for last. */
  #asked = '';
  /** @type {Statuses | null} */
  #seen = null;
  /** Whether something of the page had not arrived when it was painted. */
  #lacking = false;
  #first = 0;
  /** Whether the next page is to be seen from its end. */
  #upwards = false;
  /** The page whose labels these are. */
  #shown = '';
  /** @type {(number | null)[]} */
  #labels = [];

  connectedCallback() {
    new ResizeObserver(() => intend(this, { type: 'resize' })).observe(this.#frame);
    this.#cells.onmove = (at, before, marking) => {
      const props = this.#props;
      if (props && marking)
        intend(this, { type: 'mark', item: props.itemAt(at), run: true, from: props.itemAt(before) });
      if (props)
        intend(this, props.selected === null ? { type: 'show', at } : { type: 'open', item: props.itemAt(at) });
    };
    this.#cells.onleaf = (by) => this.#scroll(by);
    this.#grid.addEventListener('click', (event) => this.#click(event));
    // No finger draws a band, so it is fetched for a mouse.
    this.#frame.addEventListener(
      'mouseenter',
      () =>
        load('ui/band')
          .then(({ stretchBands }) => stretchBands(this.#frame))
          .catch(() => {}),
      { once: true },
    );
    // Shift would select the text from there to here.
    this.#grid.addEventListener('mousedown', (event) => event.shiftKey && event.preventDefault());
    this.#grid.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') this.#open(event, 'enter');
    });
    this.#frame.addEventListener('scroll', () => this.#ask(), { passive: true });
    this.#turnByWheel();
    this.#turnBySwipe();
  }

  /**
   * Works out where the cells go, in as much room as there is.
   * @param {Item | number} item
   * @param {number} scale
   * @param {boolean} scrolls
   */
  arrange(item, scale, scrolls) {
    this.#frame.classList.toggle('scrolls', scrolls);
    const style = getComputedStyle(this.#frame);
    const [top, right, bottom, left] = [
      style.paddingTop,
      style.paddingRight,
      style.paddingBottom,
      style.paddingLeft,
    ].map(parseFloat);
    const box = { width: this.#frame.clientWidth - left - right, height: this.#frame.clientHeight - top - bottom };
    this.#layout = layout(item, box, devicePixelRatio, scale);

    // Canvas pixels fall on device pixels only if the first one does.
    const corner = this.#frame.getBoundingClientRect();
    const [x, y] = [corner.left + left, corner.top + top].map(
      (at) => Math.ceil(at * devicePixelRatio - 1e-3) / devicePixelRatio - at,
    );
    this.#sheet.style.translate = `${x}px ${y}px`;
    return this.#layout;
  }

  /** @param {Props} props */
  render(props) {
    this.#props = props;
    this.#ask();
    this.#cells.select(props.selected, props.marked, props.bookmarks);
  }

  /** While something else shows the dataset; what is painted then is told again. */
  rest() {
    this.#asked = '';
  }

  /**
   * Focuses an item by its place in the selection.
   * @param {number} place
   */
  focusItem(place) {
    this.#cells.focus(place);
  }

  /** Puts the focus where it was last in the grid. */
  enter() {
    this.#cells.enter();
  }

  /**
   * A screenful up or down; at the end of the page, the page.
   * @param {number} by
   */
  leaf(by) {
    if (this.#scroll(by)) return;
    this.#upwards = by < 0;
    intend(this, { type: 'turn', by });
  }

  /** Asks for the page, unless it is the one that is painted and nothing of it was lacking. */
  async #ask() {
    const props = this.#props;
    const arranged = this.#layout;
    if (!props || !arranged) return;
    const page = JSON.stringify([
      props.dataset,
      props.look,
      props.first,
      props.items,
      props.total,
      props.colours,
      { ...arranged, steps: 0 },
    ]);
    const strip = this.#strip(arranged, props.items.length);
    const asked = `${page} ${strip.from}-${strip.to}`;
    if (asked === this.#asked && !(this.#lacking && props.statuses !== this.#seen)) return;
    this.#asked = asked;
    this.#seen = props.statuses;

    const { columns, gapX, gapY, plot } = arranged;
    const from = strip.from * columns;
    const to = Math.min(props.items.length, strip.to * columns);
    const items = Float64Array.from(props.items.slice(from, to));
    const shrink = arranged.steps[arranged.step]?.shrink ?? 1;
    try {
      const answer = await props.load({ items, columns, gapX, gapY, shrink, plot, ...props.colours });
      if (!answer || props.dataset !== this.#props?.dataset) return;
      if (page !== this.#shown) this.#labels = Array(props.items.length).fill(null);
      this.#shown = page;
      this.#labels.splice(from, to - from, ...answer.labels);
      this.#show(props, arranged, strip.from, answer);
    } catch (error) {
      complain(this, props.name, error);
    }
  }

  /**
   * @param {Props} props
   * @param {Layout} arranged
   * @param {number} firstRow  of the answer
   * @param {Page} answer
   */
  #show(props, arranged, firstRow, { image, missing, range, ramp }) {
    const { columns, unit, picture, pitch } = arranged;
    const { first, items, size, total, page, pages, statuses, naming } = props;
    const count = items.length;
    this.#lacking = missing > 0 || (statuses.labels?.done === false && this.#labels.includes(null));

    const style = this.#sheet.style;
    style.setProperty('--picture-width', `${picture.width}px`);
    style.setProperty('--picture-height', `${picture.height}px`);
    style.setProperty('--pitch-width', `${pitch.width}px`);
    style.setProperty('--pitch-height', `${pitch.height}px`);
    style.setProperty('height', `${Math.ceil(count / columns) * pitch.height}px`);
    style.setProperty('--columns', String(columns));
    const named = this.#labels.some((label) => label !== null && naming.names.has(label));
    this.#grid.classList.toggle('named', named);
    const longest = Math.max(0, ...this.#labels.map((label) => (label === null ? 0 : titled(naming, label).length)));
    this.#grid.classList.toggle('stacked', arranged.stacked);
    this.#grid.classList.toggle(
      'unnumbered',
      !arranged.stacked && picture.width < (named ? 7 : 8) * longest + 6.4 * props.longest + 3,
    );

    if (first !== this.#first) {
      this.#frame.scrollTop = this.#upwards ? this.#frame.scrollHeight : 0;
      this.#upwards = false;
    }
    this.#first = first;
    this.#canvas.hidden = !image;
    if (image) {
      const { width, height } = image;
      if (this.#canvas.width !== width || this.#canvas.height !== height)
        Object.assign(this.#canvas, { width, height });
      this.#canvas.getContext('2d')?.putImageData(image, 0, 0);
      Object.assign(this.#canvas.style, {
        width: `${width * unit}px`,
        height: `${height * unit}px`,
        top: `${firstRow * pitch.height}px`,
      });
    }

    const rows = Math.ceil(size / columns);
    const totalRows = (pages - 1) * rows + Math.ceil((total - (pages - 1) * size) / columns);
    const pictures = statuses.images !== null;
    this.#grid.classList.toggle('textual', !pictures);
    this.#nothing.hidden = total > 0;
    this.#nothing.textContent = props.filtered
      ? 'No item is among what the filter asks for.'
      : 'There is nothing to show: this file holds no items.';
    this.#grid.hidden = total === 0;
    this.#grid.setAttribute('aria-label', `${props.noun}s of ${props.name}`);
    const inView = this.#frame.classList.contains('scrolls') ? columns * this.#rowsInView(pitch.height) : size;
    this.#cells.fill({
      first,
      count,
      items,
      size,
      inView,
      columns,
      firstRow: page * rows,
      totalRows,
      total,
      labels: this.#labels,
      naming,
      pictures,
      noun: props.noun,
    });
    intend(this, { type: 'painted', dataset: props.dataset, page, pages, range, ramp });
  }

  /**
   * The rows to paint.
   * @param {Layout} arranged
   * @param {number} count
   */
  #strip({ columns, pitch, unit }, count) {
    const rows = Math.ceil(count / columns);
    const height = (rows * pitch.height) / unit;
    if (height <= WHOLE.height && (height * columns * pitch.width) / unit <= WHOLE.area) return { from: 0, to: rows };
    const block = Math.max(1, Math.ceil(this.#frame.clientHeight / pitch.height));
    const from = Math.floor(this.#frame.scrollTop / pitch.height / block) * block;
    return { from: Math.max(0, from - block), to: Math.min(rows, from + 2 * block) };
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const item = this.#cells.itemOf(event.target);
    const marks = event.shiftKey || event.ctrlKey || event.metaKey || this.#props?.marksByClick;
    if (item !== null && marks) intend(this, { type: 'mark', item, run: event.shiftKey });
    else this.#open(event, 'open');
  }

  /** The item that has the focus, if one has. */
  get focused() {
    return this.contains(document.activeElement) ? this.#cells.itemOf(document.activeElement) : null;
  }

  /**
   * @param {Event} event
   * @param {'open' | 'enter'} type
   */
  #open(event, type) {
    const item = this.#cells.itemOf(event.target);
    if (item === null) return;
    event.preventDefault();
    intend(this, { type, item });
  }

  /** @param {number} pitch */
  #rowsInView(pitch) {
    return Math.max(1, Math.floor(this.#frame.clientHeight / pitch));
  }

  /**
   * Whether there is more of the page up or down.
   * @param {number} by
   */
  #hasMore(by) {
    const { scrollTop, scrollHeight, clientHeight } = this.#frame;
    return (
      this.#frame.classList.contains('scrolls') && (by > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop) >= 1
    );
  }

  /**
   * Scrolls by as many rows as are seen at a time, if there is more.
   * @param {number} by
   */
  #scroll(by) {
    const pitch = this.#layout?.pitch.height;
    if (!pitch || !this.#hasMore(by)) return false;
    this.#frame.scrollTop += by * pitch * this.#rowsInView(pitch);
    return true;
  }

  #turnByWheel() {
    let distance = 0;
    let before = 0;
    let turned = 0;
    let scrolling = false;
    this.#frame.addEventListener(
      'wheel',
      ({ deltaY, deltaMode, ctrlKey, timeStamp }) => {
        if (ctrlKey || scrolls(document.documentElement)) return;
        const pauses = timeStamp - before > WHEEL.rest;
        if (pauses || Math.sign(deltaY) !== Math.sign(distance)) distance = 0;
        before = timeStamp;
        // What scrolls to the end of the page stops there; the next turn of the wheel turns the page.
        scrolling = this.#hasMore(deltaY) || (scrolling && !pauses);
        if (scrolling) return;
        distance += deltaY * (deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL.distance / 3);
        if (Math.abs(distance) < WHEEL.distance || timeStamp - turned < WHEEL.pause) return;
        this.leaf(Math.sign(distance));
        turned = timeStamp;
        distance = 0;
      },
      { passive: true },
    );
  }

  #turnBySwipe() {
    /** @type {Touch | null} */
    let start = null;
    this.#frame.addEventListener('touchstart', ({ touches }) => (start = touches.length === 1 ? touches[0] : null), {
      passive: true,
    });
    this.#frame.addEventListener('touchend', ({ changedTouches: [end] }) => {
      if (!start) return;
      const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
      if (Math.abs(x) > SWIPE && Math.abs(x) > 1.5 * Math.abs(y)) intend(this, { type: 'turn', by: -Math.sign(x) });
    });
  }
}

/** @param {Element} element */
function scrolls(element) {
  return element.scrollHeight > element.clientHeight;
}
