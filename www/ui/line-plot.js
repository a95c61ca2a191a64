/** <line-plot>: the numbers of all items that are selected as one line, of which a part can be looked at, with the value under the pointer or the keyboard cursor. */

import { grouped } from '../text/figures.js';
import { show } from '../text/naming.js';
import { itemOf, numberOf } from '../text/numbering.js';
import { mark, ticks } from './axis.js';
import { complain, intend } from './intent.js';

/**
 * @import { Colours, Page, PageRequest, Status } from '../engine/protocol.js'
 * @import { Span } from '../state/index.js'
 *
 * @typedef {object} Props
 * @property {string} name
 * @property {string} look  changes when the line may look different
 * @property {string} line  changes when it is another line
 * @property {number} count  values
 * @property {Span} span  the first and the last place that are shown; null = all
 * @property {number | null} selected  the place of the item that is open
 * @property {Status} status
 * @property {Colours} colours
 * @property {(place: number) => number} itemAt
 * @property {(anew: boolean) => Promise<void>} prepare  the line, from its start or on; ends with what is here
 * @property {(request: PageRequest) => Promise<Page | null>} load
 * @property {(item: number) => Promise<Float64Array>} value
 */

/** CSS pixels between two ticks, about. */
const TICKS = { x: 76, y: 56 };
/** Milliseconds between two pictures of a line that is being prepared. */
const PAUSE = 120;
/** What a turn of the wheel by so many pixels, and a press of a key, makes of what is shown. */
const WHEEL = 400;
const STEP = 2;
const HINT = 'Point at the line or touch it to read a value, or use the arrow keys.';
/** CSS pixels that a pointer goes before it drags. */
const SLACK = 4;

export class LinePlot extends HTMLElement {
  #area = /** @type {HTMLElement} */ (this.querySelector('.area'));
  #canvas = /** @type {HTMLCanvasElement} */ (this.querySelector('canvas'));
  #cursor = /** @type {HTMLElement} */ (this.querySelector('.cursor'));
  #heights = /** @type {HTMLElement} */ (this.querySelector('.heights'));
  #places = /** @type {HTMLElement} */ (this.querySelector('.places'));
  #readout = /** @type {HTMLElement} */ (this.querySelector('.readout'));
  #shown = Object.assign(document.createElement('span'), { ariaLive: 'polite' });
  #all = button('All', 'All of the line (z)', () => this.#look(null));
  /** @type {Props | null} */
  #props = null;
  #asked = '';
  #line = '';
  /** The preparing that goes on. @type {object | null} */
  #preparing = null;
  /** Values that were not prepared. */
  #missing = 0;
  /** @type {Status | null} */
  #seen = null;
  /** The place of the cursor. @type {number | null} */
  #at = null;
  /** What the wheel has turned, of less than a value. */
  #rest = 0;
  /** Pointers that are down, and where. @type {Map<number, number>} */
  #pointers = new Map();
  /** What was shown when the last of them came down, and from where it is dragged. */
  #grip = { first: 0, last: 0, x: 0, width: 0, moved: false };

  connectedCallback() {
    const controls = Object.assign(document.createElement('p'), { className: 'shown' });
    controls.append(
      this.#shown,
      ' ',
      button('−', 'More of the line (-)', () => this.#zoom(STEP)),
      ' ',
      button('+', 'Less of the line (+)', () => this.#zoom(1 / STEP)),
      ' ',
      this.#all,
    );
    this.append(controls);
    /** @type {HTMLElement} */ (this.querySelector('#plot-help')).textContent =
      'Arrow keys move from value to value, Enter opens the item. Plus and minus show less or more of the line, with Shift the arrows move along it, z shows all.';
    this.#readout.textContent = HINT;
    new ResizeObserver(() => this.#paint()).observe(this.#area);
    this.#area.addEventListener('pointerdown', (event) => this.#grab(event));
    this.#area.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel'])
      this.#area.addEventListener(end, (event) => this.#drop(/** @type {PointerEvent} */ (event)));
    this.#area.addEventListener('wheel', (event) => this.#wheel(event));
    this.#area.addEventListener('dblclick', () => this.#open());
    this.#area.addEventListener('keydown', (event) => this.#press(event));
  }

  /** @param {Props} props */
  render(props) {
    const opened = props.selected !== (this.#props?.selected ?? null) ? props.selected : null;
    this.#props = props;
    if (!this.checkVisibility()) return;
    if (opened !== null && opened >= 0) this.#go(opened);
    if (props.line !== this.#line) {
      this.#line = props.line;
      this.#prepare(true);
    } else if (this.#missing && props.status !== this.#seen && !this.#preparing) {
      // A worker that stands in for another knows of no line.
      this.#prepare(this.#missing >= props.count);
    }
    this.#paint();
  }

  /**
   * Zooms in or out around the cursor, or else the middle.
   * @param {number} by  how many times as much is shown
   */
  zoom(by) {
    this.#zoom(by > 0 ? 1 / STEP : STEP);
  }

  /**
   * Prepares the line, and shows how far it has come meanwhile.
   * @param {boolean} anew
   */
  async #prepare(anew) {
    const props = /** @type {Props} */ (this.#props);
    const own = (this.#preparing = {});
    this.#seen = props.status;
    const timer = setInterval(() => this.#paint(true), PAUSE);
    await props.prepare(anew).catch(() => {});
    clearInterval(timer);
    if (own !== this.#preparing) return;
    this.#preparing = null;
    await this.#paint(true);
  }

  /** The first and the last place that are shown. @returns {[number, number]} */
  get #span() {
    const last = Math.max(0, (this.#props?.count ?? 1) - 1);
    const [from, to] = this.#props?.span ?? [0, last];
    return to <= last ? [from, to] : [0, last];
  }

  /** @param {boolean} [again]  although nothing seems to have changed */
  async #paint(again = false) {
    const props = this.#props;
    const { clientWidth, clientHeight } = this.#area;
    if (!props || !clientWidth || !clientHeight) return;
    const [width, height] = [clientWidth, clientHeight].map((length) => Math.floor(length * devicePixelRatio));
    const span = this.#span;
    const asked = JSON.stringify([props.name, props.look, props.line, props.count, span, props.colours, width, height]);
    if (asked === this.#asked && !again) return;
    this.#asked = asked;
    this.#place();
    const request = {
      items: new Float64Array(),
      columns: 1,
      gapX: 0,
      gapY: 0,
      shrink: 1,
      span,
      plot: /** @type {[number, number]} */ ([width, height]),
      ...props.colours,
    };
    const page = await props.load(request).catch((error) => complain(this, props.name, error));
    if (asked !== this.#asked || !page?.image) return;
    this.#missing = page.missing;
    Object.assign(this.#canvas, { width, height });
    this.#canvas.getContext('2d')?.putImageData(page.image, 0, 0);
    const [least, greatest] = page.range ?? [0, 0];
    this.#say(props, span, [least, greatest], Math.min(page.missing, props.count));
    const whole = !props.status.elementType.startsWith('f');
    mark(
      this.#heights,
      ticks(least, greatest, clientHeight / TICKS.y).filter((value) => !whole || Number.isInteger(value)),
      write,
      (value) => ({ top: `${((greatest - value) / (greatest - least || 1)) * 100}%` }),
    );
    mark(
      this.#places,
      ticks(numberOf(span[0]), numberOf(span[1]), clientWidth / TICKS.x).filter(Number.isInteger),
      write,
      (number) => ({ left: this.#left(itemOf(number)) }),
    );
  }

  /**
   * Says what is shown.
   * @param {Props} props
   * @param {[number, number]} span
   * @param {[number, number]} range
   * @param {number} missing
   */
  #say({ name, count, status }, [from, to], range, missing) {
    const [least, greatest] = range.map((end) => show(end, status.elementType));
    const whole = from === 0 && to === count - 1;
    const total = grouped(count);
    const part = whole
      ? `${total} values`
      : `values ${grouped(numberOf(from))} to ${grouped(numberOf(to))} of ${total}`;
    this.#area.setAttribute('aria-label', `Line plot of ${part} of ${name}, from ${least} to ${greatest}`);
    const lacking = !missing
      ? ''
      : this.#preparing
        ? `, ${Math.floor((100 * (count - missing)) / count)}% prepared`
        : `, ${grouped(missing)} of them ${status.done ? 'not in memory' : 'not read yet'}`;
    const text = `${whole ? `All ${total} values` : part.replace('v', 'V')}, from ${least} to ${greatest}${lacking}`;
    if (text !== this.#shown.textContent) this.#shown.textContent = text;
    this.#all.disabled = whole;
  }

  /**
   * Shows a part of the line, as far as it goes, or all.
   * @param {Span} span
   */
  #look(span) {
    const last = (this.#props?.count ?? 1) - 1;
    if (last < 1) return;
    const width = span ? Math.min(last, Math.max(1, Math.round(span[1] - span[0]))) : last;
    const from = Math.max(0, Math.min(Math.round(span?.[0] ?? 0), last - width));
    intend(this, { type: 'span', span: width >= last ? null : [from, from + width] });
  }

  /**
   * @param {number} by  how many times as much is shown
   * @param {number} [share]  of what is shown to the left of what stays where it is
   */
  #zoom(by, share = this.#share(this.#at)) {
    const [from, to] = this.#span;
    const before = to - from + 1;
    // However little it is, it makes a difference.
    const after = by > 1 ? Math.ceil(before * by) : Math.floor(before * by);
    const first = from + (before - after) * share;
    this.#look([first, first + after - 1]);
  }

  /** @param {number} by  places */
  #pan(by) {
    const [from, to] = this.#span;
    this.#look([from + by, to + by]);
  }

  /**
   * Where a place is in what is shown, from 0 to 1; the middle if it is not there.
   * @param {number | null} place
   */
  #share(place) {
    const [from, to] = this.#span;
    return place === null || place < from || place > to ? 0.5 : (place - from) / Math.max(1, to - from);
  }

  /** @param {number} place */
  #left(place) {
    const [from, to] = this.#span;
    return `${((place - from) / Math.max(1, to - from)) * 100}%`;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.ctrlKey && !event.cancelable) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 33;
    const { left, width } = this.#area.getBoundingClientRect();
    const [from, to] = this.#span;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const by = this.#rest + ((sideways * unit) / width) * (to - from);
      this.#rest = by % 1;
      this.#pan(Math.trunc(by));
    } else this.#zoom(2 ** ((event.deltaY * unit) / WHEEL), (event.clientX - left) / width);
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (event.button !== 0) return;
    this.#pointers.set(event.pointerId, event.clientX);
    this.#hold();
    if (this.#pointers.size === 1) this.#point(event);
  }

  /** Takes hold of what is shown now, with the pointers that are down. */
  #hold() {
    const places = [...this.#pointers.values()];
    const [first, last] = this.#span;
    this.#grip = {
      first,
      last,
      x: mean(places),
      width: Math.max(...places) - Math.min(...places),
      moved: places.length > 1,
    };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    // It may have been let go of outside.
    if (event.pointerType === 'mouse' && !event.buttons) this.#pointers.delete(event.pointerId);
    if (!this.#pointers.has(event.pointerId)) return this.#point(event);
    this.#pointers.set(event.pointerId, event.clientX);
    const places = [...this.#pointers.values()];
    const { first, last, x, width } = this.#grip;
    const { left, width: room } = this.#area.getBoundingClientRect();
    if (!this.#grip.moved && Math.abs(mean(places) - x) < SLACK) return;
    if (!this.#grip.moved) this.#area.setPointerCapture(event.pointerId);
    this.#grip.moved = true;
    // What was under the fingers, or the pointer, stays there.
    const held = first + ((x - left) / room) * (last - first);
    const apart = Math.max(1, Math.max(...places) - Math.min(...places));
    const shown = places.length > 1 ? (last - first) * (Math.max(1, width) / apart) : last - first;
    const from = held - ((mean(places) - left) / room) * shown;
    this.#look([from, from + shown]);
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size) this.#hold();
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
    const count = this.#props?.count ?? 0;
    const [from, to] = this.#span;
    const at = this.#at ?? from - 1;
    const leap = Math.max(1, Math.round((to - from + 1) / 20));
    const target = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      PageUp: at - leap,
      PageDown: at + leap,
      Home: 0,
      End: count - 1,
    }[event.key];
    /** @type {Record<string, () => void>} */
    const looks = {
      '+': () => this.#zoom(1 / STEP),
      '=': () => this.#zoom(1 / STEP),
      '-': () => this.#zoom(STEP),
      z: () => this.#look(null),
    };
    const look =
      event.shiftKey && event.key.startsWith('Arrow')
        ? () => this.#pan((event.key === 'ArrowLeft' ? -2 : 2) * leap)
        : looks[event.key];
    if (target === undefined && !look) return;
    event.preventDefault();
    event.stopPropagation();
    if (look) return look();
    this.#readout.ariaLive = 'polite';
    this.#go(Math.max(0, Math.min(target ?? 0, count - 1)));
  }

  /**
   * Puts the cursor somewhere; what is shown follows.
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

  /** Draws the cursor where it is, and reads the value there. */
  async #place() {
    const props = this.#props;
    const [from, to] = this.#span;
    if (this.#at !== null && props?.count) this.#at = Math.min(this.#at, props.count - 1);
    const at = this.#at;
    this.#cursor.hidden = at === null || !props?.count || at < from || at > to;
    if (at === null || !props || this.#cursor.hidden) return void (this.#readout.textContent = HINT);
    this.#cursor.style.left = this.#left(at);
    const item = props.itemAt(at);
    const [value] = await props.value(item).catch(() => []);
    if (at !== this.#at || props.line !== this.#line) return;
    const text = value === undefined ? 'not read yet' : show(value, props.status.elementType);
    this.#readout.replaceChildren(
      `item ${numberOf(item)}: `,
      Object.assign(document.createElement('b'), { textContent: text }),
    );
  }
}

/** @param {number} value */
function write(value) {
  return grouped(Number(value.toPrecision(12)));
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

/**
 * @param {string} text
 * @param {string} name
 * @param {() => void} act
 */
function button(text, name, act) {
  const made = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: text,
    ariaLabel: name.replace(/ \(.\)$/, ''),
    title: name,
  });
  made.addEventListener('click', act);
  return made;
}
