/** <colour-controls>: the values at the ends of the palette. */

import { markup } from '../platform/trusted.js';
import { digits } from '../text/digits.js';
import { late } from '../text/late.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Limits } from '../state/index.js'
 * @import { Status } from '../engine/protocol.js'
 */

const words = late.style;
const CONTENT = markup`
  <label class="line limits">
    <span>${words.range}</span>
    <select>
      <option value="file"></option>
      <option value="item">${words.ofEachItem}</option>
      <option value="fixed">${words.fixed}</option>
    </select>
  </label>
  <div class="line ends" hidden>
    <span></span>
    <input type="text" inputmode="decimal" autocomplete="off" aria-label="${words.min}" aria-describedby="problem">
    <input type="text" inputmode="decimal" autocomplete="off" aria-label="${words.max}" aria-describedby="problem">
  </div>
  <p class="problem" id="problem" aria-live="polite" hidden>${words.badRange}</p>`;

export class ColourControls extends ViewerElement {
  #limits = this.find('.limits select', HTMLSelectElement);
  #fixed = this.find('.ends');
  #ends = this.findAll('input', HTMLInputElement);
  #problem = this.find('.problem');
  /** The values at the ends of the palette, as last rendered. @type {[number, number]} */
  #range = [0, 1];

  constructor() {
    super(CONTENT);
    this.#limits.addEventListener('change', () => {
      const { value } = this.#limits;
      intend(this, { type: 'limits', limits: value === 'file' || value === 'item' ? value : this.#range });
    });
    for (const input of this.#ends) {
      input.addEventListener('change', () => this.#take());
      input.addEventListener('input', () => this.#reportFault(false));
    }
  }

  /** @param {{ status: Status, limits: Limits, range: [number, number] | null }} props */
  render({ status, limits, range }) {
    this.#limits.options[0].text =
      status.range?.[1] === 255 && status.elementType === 'u8' ? words.ofBytes : words.ofFile;
    this.#limits.value = typeof limits === 'string' ? limits : 'fixed';
    this.#fixed.hidden = typeof limits === 'string';
    const [min, max] = typeof limits === 'string' ? (range ?? status.range ?? [0, 1]) : limits;
    this.#range = [min, max > min ? max : min + 1];
    if (this.#ends.some((input) => input === document.activeElement)) return;
    this.#ends.forEach((input, index) => (input.value = digits(this.#range[index], status.elementType)));
    this.#reportFault(false);
  }

  #take() {
    const [min, max] = this.#ends.map(({ value }) => (value.trim() ? Number(value) : NaN));
    const wrong = !(min < max && Number.isFinite(max - min));
    this.#reportFault(wrong);
    if (!wrong) intend(this, { type: 'limits', limits: [min, max] });
  }

  /** @param {boolean} wrong */
  #reportFault(wrong) {
    this.#problem.hidden = !wrong;
    for (const input of this.#ends) input.setAttribute('aria-invalid', String(wrong));
  }
}
