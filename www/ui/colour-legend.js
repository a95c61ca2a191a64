/** <colour-legend>: which values the colours stand for. */

import { grouped } from '../text/figures.js';

/**
 * @import { Limits } from '../state/index.js'
 * @import { Status } from '../engine/protocol.js'
 *
 * @typedef {object} Props
 * @property {Status | null} status
 * @property {Limits} limits
 * @property {string} palette
 * @property {boolean} inverted
 * @property {{ range: [number, number] | null, ramp: ImageData | null } | null} painted
 */

/** In the order of Status.notFinite, and of the end of the ramp. */
const NOT_FINITE = ['NaN', '−∞', '+∞'];

export class ColourLegend extends HTMLElement {
  #ramp = /** @type {HTMLCanvasElement} */ (this.querySelector('canvas'));
  #text = /** @type {HTMLElement} */ (this.querySelector('.note'));
  #others = /** @type {HTMLElement} */ (this.querySelector('ul'));
  /** @type {ImageData | null} */
  #shown = null;

  connectedCallback() {
    for (const name of NOT_FINITE) {
      const entry = document.createElement('li');
      entry.append(Object.assign(document.createElement('canvas'), { width: 1, height: 1, ariaHidden: 'true' }), name);
      this.#others.append(entry);
    }
  }

  /** @param {Props} props */
  render({ status, limits, palette, inverted, painted }) {
    this.#text.textContent = describe(status, limits, palette, inverted, painted?.range ?? null);
    this.#ramp.hidden = !status || status.channels > 1;
    this.#others.hidden = !status?.notFinite.some((count) => count);
    status?.notFinite.forEach((count, index) => {
      const entry = /** @type {HTMLElement} */ (this.#others.children[index]);
      entry.hidden = !count;
      entry.title = `${grouped(count)} values`;
    });
    const ramp = painted?.ramp;
    if (!ramp || ramp === this.#shown) return;
    this.#shown = ramp;
    this.#ramp.getContext('2d')?.putImageData(ramp, 0, 0);
    [...this.#others.querySelectorAll('canvas')].forEach((canvas, index) => {
      canvas.getContext('2d')?.putImageData(ramp, -(this.#ramp.width + index), 0);
    });
  }
}

/**
 * @param {Status | null} status
 * @param {Limits} limits
 * @param {string} palette
 * @param {boolean} inverted
 * @param {[number, number] | null} range
 */
function describe(status, limits, palette, inverted, range) {
  const grey = palette === 'ink' && status?.channels === 1;
  const [first, last] = !grey ? ['', ''] : inverted ? ['Ink ', 'paper '] : ['Paper ', 'ink '];
  if (limits === 'item')
    return `${first}${first && 'to '}${last}${grey ? ': from' : 'From'} the least to the greatest value of each item`;
  if (!status || !range) return '';
  const [low, high] = range.map((value) => Number(value.toPrecision(6)));
  const same = range.every((end, index) => end === status.range?.[index]);
  const files = !same ? 'as far up as down' : status.elementType === 'u8' ? 'the range of u8' : "this file's range";
  return `${first}${low} to ${last}${high}, ${limits === 'file' ? files : 'a fixed range'}`;
}
