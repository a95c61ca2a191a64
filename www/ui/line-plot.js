/** <line-plot>: the values of all items that match the filter as one line, with the value under the pointer or the keyboard cursor. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { show } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { intend, reportFault } from './intent.js';
import { Latest } from './latest.js';
import { drawAxes } from './line-axes.js';
import { LinePreparation } from './line-preparation.js';
import { paint } from './paint.js';
import { nearest, shareOf, visible, zoomed } from './span.js';
import { SpanGestures } from './span-gestures.js';
import { onResize, ViewerElement } from './viewer-element.js';

/**
 * @import { Colours, Page, PageRequest, Status, Values } from '../engine/protocol.js'
 * @import { Span } from '../state/index.js'
 *
 * @typedef {object} Props
 * @property {string} name
 * @property {string} appearance  changes when the line may look different
 * @property {string} line  changes when it is another line
 * @property {number} count  values
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {Span} span  the first and the last place that are shown; null = all
 * @property {number | null} open  the place of the item in the panel
 * @property {Status} status
 * @property {number} version  grows with every change of the status
 * @property {Colours} colours
 * @property {(place: number) => number} itemAt
 * @property {(anew: boolean) => Promise<unknown>} prepare  prepares the line, from its start or on from where it ended
 * @property {(request: PageRequest) => Promise<Page | null>} load
 * @property {(item: number) => Promise<Values>} value
 */

/** How many times as much one press of a key shows. */
const STEP = 2;

const words = late.views.linePlot;
const CONTENT = markup`
  <ul class="heights" aria-label="${words.values}"></ul>
  <div class="area" tabindex="0" role="application" aria-description="${words.keys}">
    <canvas width="1" height="1" aria-hidden="true"></canvas>
    <span class="cursor" hidden></span>
  </div>
  <ul class="places" aria-label="${words.items}"></ul>
  <p class="readout" aria-live="polite">${words.hint}</p>
  <p class="shown">
    <span aria-live="polite"></span>
    <button type="button" class="out" aria-label="${words.zoomOut}" title="${words.withKey(words.zoomOut, '-')}">−</button>
    <button type="button" class="in" aria-label="${words.zoomIn}" title="${words.withKey(words.zoomIn, '+')}">+</button>
    <button type="button" class="all" aria-label="${words.showAll}" title="${words.withKey(words.showAll, 'z')}">${words.all}</button>
  </p>`;

export class LinePlot extends ViewerElement {
  #area = this.find('.area');
  #canvas = this.find('canvas', HTMLCanvasElement);
  #cursor = this.find('.cursor');
  #heights = this.find('.heights');
  #places = this.find('.places');
  #readout = this.find('.readout');
  #shown = this.find('.shown span');
  #all = this.find('.all', HTMLButtonElement);
  /** @type {Props | null} */
  #props = null;
  #pictures = new Latest();
  #values = new Latest();
  #line = '';
  #preparation = new LinePreparation((isOver) => {
    if (isOver) this.#pictures.clear();
    else this.#pictures.partial = true;
    this.#paint();
  });
  /** Values that were not prepared. */
  #missing = 0;
  /** The version of the status when the line was last prepared. */
  #prepared = 0;
  /** The place of the cursor. @type {number | null} */
  #at = null;

  constructor() {
    super(CONTENT);
    this.find('.out').addEventListener('click', () => this.#zoom(STEP));
    this.find('.in').addEventListener('click', () => this.#zoom(1 / STEP));
    this.#all.addEventListener('click', () => this.#show(null));
    this.#area.addEventListener('dblclick', () => this.#open());
    this.#area.addEventListener('keydown', (event) => this.#press(event));
    new SpanGestures(this.#area, {
      span: () => this.#span,
      move: (from, to) => this.#show([from, to]),
      zoom: (factor, share) => this.#zoom(factor, share),
      point: (event) => this.#point(event),
    });
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#area, signal, () => this.#paint());
    signal.addEventListener('abort', () => this.#preparation.stop());
  }

  /** @param {Props} props */
  render(props) {
    const opened = props.open !== (this.#props?.open ?? null) ? props.open : null;
    this.#props = props;
    if (!this.checkVisibility()) return;
    if (opened !== null && opened >= 0) this.#at = opened;
    if (props.line !== this.#line) {
      this.#line = props.line;
      this.#prepare(true);
    } else this.#prepareRest();
    this.#paint();
  }

  /** Prepares what is missing, if more may have been read. After a restart the worker has no line. */
  #prepareRest() {
    const { version, count } = /** @type {Props} */ (this.#props);
    if (this.#missing && version !== this.#prepared && !this.#preparation.isRunning)
      this.#prepare(this.#missing >= count);
  }

  /**
   * Zooms in or out around the cursor, or else the middle.
   * @param {number} by  above 0 to zoom in
   */
  zoom(by) {
    this.#zoom(by > 0 ? 1 / STEP : STEP);
  }

  /** @param {boolean} anew  whether it starts again */
  #prepare(anew) {
    const props = /** @type {Props} */ (this.#props);
    this.#prepared = props.version;
    this.#preparation.run(() => props.prepare(anew));
  }

  /** The first and the last place that are shown. */
  get #span() {
    return visible(this.#props?.span ?? null, this.#props?.count ?? 1);
  }

  async #paint() {
    const props = this.#props;
    const { clientWidth, clientHeight } = this.#area;
    if (!props || !clientWidth || !clientHeight) return;
    const [width, height] = [clientWidth, clientHeight].map((length) => Math.floor(length * devicePixelRatio));
    const span = this.#span;
    const { name, appearance, line, count, colours } = props;
    this.#place();
    const key = JSON.stringify([name, appearance, line, count, props.firstNumber, span, colours, width, height]);
    const page = await this.#pictures
      .ask({ key, version: this.#preparation.pictures + props.version }, () =>
        props.load({
          items: new Float64Array(),
          columns: 1,
          gapX: 0,
          gapY: 0,
          shrink: 1,
          span,
          plot: [width, height],
          ...colours,
        }),
      )
      .catch((error) => reportFault(this, name, error));
    if (!page?.image) return;
    this.#missing = page.missing;
    this.#prepareRest();
    paint(this.#canvas, page.image);
    const range = page.range ?? [0, 0];
    this.#describe(props, span, range, Math.min(page.missing, count));
    const parts = { area: this.#area, heights: this.#heights, places: this.#places };
    drawAxes(parts, props, span, range, (place) => this.#left(place));
  }

  /**
   * @param {Props} props
   * @param {[number, number]} span
   * @param {[number, number]} range
   * @param {number} missing
   */
  #describe({ name, count, status, firstNumber }, [from, to], range, missing) {
    const [min, max] = range.map((end) => show(end, status.elementType));
    const isWhole = from === 0 && to === count - 1;
    const [first, last] = [from, to].map((place) => numberOf(place, firstNumber));
    const values = isWhole ? words.whole(count) : words.part(first, last, count);
    this.#area.ariaLabel = words.named(name, values, min, max);
    const shown = isWhole ? words.shownWhole(count, min, max) : words.shownPart(first, last, count, min, max);
    const line = shown + (missing ? this.#describeMissing(missing, count, status.done) : '');
    if (line !== this.#shown.textContent) this.#shown.textContent = line;
    this.#all.disabled = isWhole;
  }

  /**
   * @param {number} missing
   * @param {number} count
   * @param {boolean} done
   */
  #describeMissing(missing, count, done) {
    if (this.#preparation.isRunning) return words.prepared(Math.floor((100 * (count - missing)) / count));
    return done ? words.notInMemory(missing) : words.notRead(missing);
  }

  /** @param {Span} span */
  #show(span) {
    const count = this.#props?.count ?? 1;
    if (count > 1) intend(this, { type: 'span', span: nearest(span, count) });
  }

  /**
   * @param {number} factor  how many times as much is shown
   * @param {number} [share]  where the place is that stays; without it that of the cursor, or else the middle
   */
  #zoom(factor, share) {
    const [from, to] = this.#span;
    const at = this.#at !== null && this.#at >= from && this.#at <= to ? shareOf(this.#span, this.#at) : 0.5;
    this.#show(zoomed(this.#span, factor, share ?? at));
  }

  /** @param {number} by  places */
  #pan(by) {
    const [from, to] = this.#span;
    this.#show([from + by, to + by]);
  }

  /** @param {number} place */
  #left(place) {
    return `${shareOf(this.#span, place) * 100}%`;
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const { left, width } = this.#area.getBoundingClientRect();
    const [from, to] = this.#span;
    this.#readout.ariaLive = 'off';
    this.#at = Math.max(from, Math.min(Math.round(from + ((event.clientX - left) / width) * (to - from)), to));
    this.#place();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') return this.#open();
    const act = this.#keys(event.shiftKey)[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /**
   * The action of each key.
   * @param {boolean} shift
   * @returns {Record<string, () => void>}
   */
  #keys(shift) {
    const count = this.#props?.count ?? 0;
    const [from, to] = this.#span;
    const at = this.#at ?? from - 1;
    const leap = Math.max(1, Math.round((to - from + 1) / 20));
    /** @param {number} place */
    const go = (place) => () => {
      this.#readout.ariaLive = 'polite';
      this.#go(Math.max(0, Math.min(place, count - 1)));
    };
    return {
      ArrowLeft: shift ? () => this.#pan(-2 * leap) : go(at - 1),
      ArrowRight: shift ? () => this.#pan(2 * leap) : go(at + 1),
      PageUp: go(at - leap),
      PageDown: go(at + leap),
      Home: go(0),
      End: go(count - 1),
      '+': () => this.#zoom(1 / STEP),
      '=': () => this.#zoom(1 / STEP),
      '-': () => this.#zoom(STEP),
      z: () => this.#show(null),
    };
  }

  /**
   * Puts the cursor on a place, and brings the place into view.
   * @param {number} place
   */
  #go(place) {
    const [from, to] = this.#span;
    this.#at = place;
    if (place < from) this.#pan(place - from);
    if (place > to) this.#pan(place - to);
    this.#place();
  }

  #open() {
    if (this.#props && this.#at !== null) intend(this, { type: 'enter', item: this.#props.itemAt(this.#at) });
  }

  /** Draws the cursor, and reads the value there. */
  async #place() {
    const props = this.#props;
    const [from, to] = this.#span;
    if (this.#at !== null && props?.count) this.#at = Math.min(this.#at, props.count - 1);
    const at = this.#at;
    this.#cursor.hidden = at === null || !props?.count || at < from || at > to;
    if (at === null || !props || this.#cursor.hidden) {
      this.#values.clear();
      if (this.#readout.textContent !== words.hint) this.#readout.textContent = words.hint;
      return;
    }
    this.#cursor.style.left = this.#left(at);
    const item = props.itemAt(at);
    const key = [props.line, props.appearance, item, props.firstNumber].join();
    const values = await this.#values
      .ask({ key, version: props.version }, () => props.value(item))
      .catch(() => new Float64Array());
    if (!values) return;
    this.#values.partial = values.length === 0;
    const value = document.createElement('b');
    value.textContent = values.length ? show(values[0], props.status.elementType) : words.valueNotRead;
    this.#readout.replaceChildren(words.place(numberOf(item, props.firstNumber)), value);
  }
}
