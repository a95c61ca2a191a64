/** <look-controls>: size of the cells, polarity, items per page, and how values become colours. */

import { PAGE_SIZES } from '../state.js';
import { intend } from './intent.js';
import { scaleOf } from './layout.js';

/**
 * @import { Status } from '../engine/protocol.js'
 * @import { Layout } from './layout.js'
 */

export class LookControls extends HTMLElement {
  #size = /** @type {HTMLInputElement} */ (this.querySelector('[type=range]'));
  #polarities = /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll('[type=radio]')]);
  #perPage = /** @type {HTMLSelectElement} */ (this.querySelector('select'));
  /** What makes no difference where there are only labels. */
  #pictorial = /** @type {HTMLElement[]} */ ([this.#size.parentElement, this.querySelector('fieldset')]);
  #mapping = /** @type {HTMLElement} */ (this.querySelector('.note'));
  /** @type {Layout | null} */
  #layout = null;

  connectedCallback() {
    this.#perPage.append(new Option('what fits', '0'), ...PAGE_SIZES.map((size) => new Option(size.toLocaleString('en'), String(size))));
    this.#perPage.addEventListener('change', () => intend(this, { type: 'fix', size: Number(this.#perPage.value) }));
    this.#size.addEventListener('input', () => this.#resize(this.#size.valueAsNumber));
    for (const input of this.#polarities) {
      input.addEventListener('change', () => intend(this, { type: 'invert', inverted: input.value === 'inverted' }));
    }
  }

  /**
   * One size up or down.
   * @param {number} by
   */
  zoom(by) {
    if (this.#layout) this.#resize(this.#layout.step + by);
  }

  /** @param {{ layout: Layout, inverted: boolean, fixed: number, status: Status | null }} props */
  render({ layout, inverted, fixed, status }) {
    this.#layout = layout;
    this.#size.max = String(Math.max(0, layout.steps.length - 1));
    this.#size.disabled = layout.steps.length < 2;
    this.#size.value = String(layout.step);
    for (const line of this.#pictorial) line.hidden = !status;
    const step = layout.steps[layout.step];
    const text = !step ? '' : step.shrink > 1 ? `1/${step.shrink}` : `${step.k} x`;
    this.#size.setAttribute('aria-valuetext', text);
    this.#size.title = text;
    for (const input of this.#polarities) input.checked = inverted === (input.value === 'inverted');
    this.#perPage.value = String(fixed);
    this.#mapping.textContent = mapping(status, inverted);
  }

  /** @param {number} index */
  #resize(index) {
    const step = this.#layout?.steps[index];
    if (step) intend(this, { type: 'scale', scale: scaleOf(step, devicePixelRatio) });
  }
}

/**
 * @param {Status | null} status
 * @param {boolean} inverted
 */
function mapping(status, inverted) {
  if (!status?.range) return '';
  const [low, high] = status.range.map((value) => Number(value.toPrecision(6)));
  const whose = status.elementType === 'u8' ? 'the range of u8' : "this file's range";
  return inverted ? `Ink ${low} to paper ${high}, ${whose}` : `Paper ${low} to ink ${high}, ${whose}`;
}
