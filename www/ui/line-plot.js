/** <line-plot>: the numbers of all items that are selected as one line, with the value under the pointer or the keyboard cursor. */

import { show } from '../naming.js';
import { numberOf } from '../numbering.js';
import { intend } from './intent.js';

/**
 * @import { Colours, Page, PageRequest, Status } from '../engine/protocol.js'
 *
 * @typedef {object} Props
 * @property {string} name
 * @property {string} look  changes when the line may look different
 * @property {number} count  values
 * @property {Status} status
 * @property {Colours} colours
 * @property {(place: number) => number} itemAt
 * @property {(request: PageRequest) => Promise<Page>} load
 * @property {(item: number) => Promise<Float64Array>} value
 */

/** CSS pixels between two ticks, about. */
const TICKS = { x: 76, y: 56 };

export class LinePlot extends HTMLElement {
  #area = /** @type {HTMLElement} */ (this.querySelector('.area'));
  #canvas = /** @type {HTMLCanvasElement} */ (this.querySelector('canvas'));
  #cursor = /** @type {HTMLElement} */ (this.querySelector('.cursor'));
  #heights = /** @type {HTMLElement} */ (this.querySelector('.heights'));
  #places = /** @type {HTMLElement} */ (this.querySelector('.places'));
  #readout = /** @type {HTMLElement} */ (this.querySelector('.readout'));
  /** @type {Props | null} */
  #props = null;
  #asked = '';
  /** The place of the cursor. @type {number | null} */
  #at = null;

  connectedCallback() {
    new ResizeObserver(() => this.#paint()).observe(this.#area);
    this.#area.addEventListener('pointermove', (event) => this.#point(event));
    this.#area.addEventListener('pointerdown', (event) => this.#point(event));
    this.#area.addEventListener('dblclick', () => this.#open());
    this.#area.addEventListener('keydown', (event) => this.#press(event));
  }

  /** @param {Props} props */
  render(props) {
    this.#props = props;
    this.#paint();
  }

  async #paint() {
    const props = this.#props;
    const { clientWidth, clientHeight } = this.#area;
    if (!props || !clientWidth || !clientHeight) return;
    const [width, height] = [clientWidth, clientHeight].map((length) => Math.floor(length * devicePixelRatio));
    const asked = JSON.stringify([props.name, props.look, props.count, props.colours, width, height]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const request = { items: new Float64Array(), columns: 1, gapX: 0, gapY: 0, shrink: 1, plot: /** @type {[number, number]} */ ([width, height]), ...props.colours };
    const page = await props.load(request).catch(() => null);
    if (asked !== this.#asked || !page?.image) return;
    Object.assign(this.#canvas, { width, height });
    this.#canvas.getContext('2d')?.putImageData(page.image, 0, 0);
    const [least, greatest] = page.range ?? [0, 0];
    const ends = [least, greatest].map((end) => show(end, props.status.elementType));
    this.#area.setAttribute('aria-label', `Line plot of ${props.count.toLocaleString('en')} values of ${props.name}, from ${ends.join(' to ')}`);
    const whole = !props.status.elementType.startsWith('f');
    mark(this.#heights, ticks(least, greatest, clientHeight / TICKS.y).filter((value) => !whole || Number.isInteger(value)), (value) => ({ top: `${((greatest - value) / (greatest - least || 1)) * 100}%` }));
    mark(this.#places, ticks(0, props.count - 1, clientWidth / TICKS.x).filter(Number.isInteger), (place) => ({ left: `${(place / Math.max(1, props.count - 1)) * 100}%` }));
    this.#place();
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const { left, width } = this.#area.getBoundingClientRect();
    this.#readout.ariaLive = 'off';
    this.#at = Math.round(((event.clientX - left) / width) * ((this.#props?.count ?? 1) - 1));
    this.#place();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') return this.#open();
    const count = this.#props?.count ?? 0;
    const at = this.#at ?? -1;
    const leap = Math.max(1, Math.round(count / 20));
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - leap, PageDown: at + leap, Home: 0, End: count - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#readout.ariaLive = 'polite';
    this.#at = target;
    this.#place();
  }

  #open() {
    if (this.#props && this.#at !== null) intend(this, { type: 'enter', item: this.#props.itemAt(this.#at) });
  }

  /** Draws the cursor where it is, and reads the value there. */
  async #place() {
    const props = this.#props;
    this.#cursor.hidden = this.#at === null || !props?.count;
    if (this.#at === null || !props?.count) return;
    const at = (this.#at = Math.max(0, Math.min(this.#at, props.count - 1)));
    this.#cursor.style.left = `${(at / Math.max(1, props.count - 1)) * 100}%`;
    const item = props.itemAt(at);
    const [value] = await props.value(item).catch(() => []);
    if (at !== this.#at) return;
    const text = value === undefined ? 'not read yet' : show(value, props.status.elementType);
    this.#readout.replaceChildren(`item ${numberOf(item)}: `, Object.assign(document.createElement('b'), { textContent: text }));
  }
}

/**
 * Round numbers between two others, `most` of them at most, about.
 * @param {number} least
 * @param {number} greatest
 * @param {number} most
 */
export function ticks(least, greatest, most) {
  const rough = (greatest - least) / Math.max(1, most);
  if (!(rough > 0) || !Number.isFinite(rough)) return [least];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((digit) => digit * power >= rough) ?? 10) * power;
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(greatest / step) - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/**
 * @param {HTMLElement} axis
 * @param {number[]} values
 * @param {(value: number) => Partial<CSSStyleDeclaration>} position
 */
function mark(axis, values, position) {
  axis.replaceChildren(
    ...values.map((value) => {
      const tick = Object.assign(document.createElement('li'), { textContent: value.toLocaleString('en', { maximumSignificantDigits: 12 }) });
      Object.assign(tick.style, position(value));
      return tick;
    }),
  );
}
