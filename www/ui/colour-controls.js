/** <colour-controls>: the palette, and which values are at its ends. */

import { PALETTES } from '../state/index.js';
import { intend } from './intent.js';

/**
 * @import { Limits } from '../state/index.js'
 * @import { Status } from '../engine/protocol.js'
 */

export class ColourControls extends HTMLElement {
  #palette = /** @type {HTMLSelectElement} */ (this.querySelectorAll('select')[0]);
  #limits = /** @type {HTMLSelectElement} */ (this.querySelectorAll('select')[1]);
  #fixed = /** @type {HTMLElement} */ (this.querySelector('.ends'));
  #ends = /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll('input')]);
  #complaint = /** @type {HTMLElement} */ (this.querySelector('.complaint'));
  /** What was shown last. @type {[number, number]} */
  #range = [0, 1];

  connectedCallback() {
    const names = ['ink and paper', 'viridis', 'magma', 'cividis', 'blue to red'];
    this.#palette.append(...PALETTES.map((palette, index) => new Option(names[index], palette)));
    this.#palette.addEventListener('change', () => intend(this, { type: 'palette', palette: this.#palette.value }));
    this.#limits.addEventListener('change', () => {
      const { value } = this.#limits;
      intend(this, { type: 'limits', limits: value === 'file' || value === 'item' ? value : this.#range });
    });
    for (const input of this.#ends) {
      input.addEventListener('change', () => this.#take());
      input.addEventListener('input', () => this.#complain(false));
    }
  }

  /** @param {{ status: Status, palette: string, limits: Limits, range: [number, number] | null }} props */
  render({ status, palette, limits, range }) {
    this.#palette.value = palette;
    // A colour has colours of its own.
    /** @type {HTMLElement} */ (this.#palette.parentElement).hidden = status.channels > 1;
    this.#limits.options[0].text = status.elementType === 'u8' ? 'of u8: 0 to 255' : 'of the file';
    this.#limits.value = typeof limits === 'string' ? limits : 'fixed';
    this.#fixed.hidden = typeof limits === 'string';
    const [least, greatest] = typeof limits === 'string' ? (range ?? status.range ?? [0, 1]) : limits;
    this.#range = [least, greatest > least ? greatest : least + 1];
    if (this.#ends.some((input) => input === document.activeElement)) return;
    this.#ends.forEach((input, index) => (input.value = String(this.#range[index])));
    this.#complain(false);
  }

  #take() {
    const [least, greatest] = this.#ends.map(({ value }) => (value.trim() ? Number(value) : NaN));
    const wrong = !(least < greatest && Number.isFinite(greatest - least));
    this.#complain(wrong);
    if (!wrong) intend(this, { type: 'limits', limits: [least, greatest] });
  }

  /** @param {boolean} wrong */
  #complain(wrong) {
    this.#complaint.hidden = !wrong;
    for (const input of this.#ends) input.setAttribute('aria-invalid', String(wrong));
  }
}
