/** <shape-controls>: how images are turned, and another shape for those whose header has none or a wrong one. */

import { shape as parse } from '../state/index.js';
import { grouped } from '../text/figures.js';
import { text } from '../text/index.js';
import { intend } from './intent.js';

/** @import { Status } from '../engine/protocol.js' */

export class ShapeControls extends HTMLElement {
  #turns = /** @type {HTMLButtonElement[]} */ ([...this.querySelectorAll('button')]);
  #shape = /** @type {HTMLInputElement} */ (this.querySelector('input'));
  #offered = /** @type {HTMLElement} */ (this.querySelector('datalist'));
  #note = /** @type {HTMLElement} */ (this.querySelector('.note'));
  #complaint = /** @type {HTMLElement} */ (this.querySelector('.complaint'));
  /** @type {Status | null} */
  #status = null;
  #options = '';

  connectedCallback() {
    for (const button of this.#turns) {
      const by = /** @type {'t' | 'r' | 'h' | 'v'} */ (button.value);
      button.addEventListener('click', () => intend(this, { type: 'orient', by }));
    }
    this.#shape.addEventListener('change', () => this.#take());
    // While shapes are offered, WebKit tells of no change for Enter.
    this.#shape.addEventListener('keyup', ({ key }) => key === 'Enter' && this.#take());
    this.#shape.addEventListener('input', () => this.#complain(''));
  }

  /** @param {{ status: Status, shape: string }} props */
  render({ status, shape }) {
    this.#status = status;
    for (const button of this.#turns) {
      if (button.value !== 'r') button.setAttribute('aria-pressed', String(status.orientation.includes(button.value)));
    }
    const turned = text.orientations[status.orientation];
    this.#note.hidden = !turned;
    this.#note.textContent = turned ? `Images are ${turned}.` : '';
    const own = status.shape.slice(1);
    this.#shape.placeholder = written(status.detectedShape.length ? status.detectedShape : own);
    const options = [own, ...status.shapes].map(written);
    if (options.join() !== this.#options) {
      this.#options = options.join();
      this.#offered.replaceChildren(...[...new Set(options)].map((option) => new Option(option)));
    }
    if (document.activeElement === this.#shape) return;
    this.#shape.value = shape.replaceAll('x', ' x ');
    this.#complain('');
  }

  #take() {
    const { value } = this.#shape;
    const own = this.#status?.shape.slice(1) ?? [];
    const shape = parse(value);
    const count = product(own);
    const found = product(shape.split('x').map(Number));
    if (value.trim() && !shape) return this.#complain('Can’t read this shape. Try 28 × 28 or 32 × 32 × 3.');
    if (shape && found !== count) return this.#complain(`An item has ${grouped(count)} values, not ${grouped(found)}.`);
    this.#complain('');
    // Where the values have told another, it has to be asked for.
    intend(this, { type: 'shape', shape: shape === own.join('x') && !this.#status?.detectedShape.length ? '' : shape });
  }

  /** @param {string} message */
  #complain(message) {
    this.#complaint.hidden = !message;
    this.#complaint.textContent = message;
    this.#shape.setAttribute('aria-invalid', String(message !== ''));
  }
}

/** @param {number[]} sizes */
function product(sizes) {
  return sizes.reduce((product, size) => product * size, 1);
}

/** @param {number[]} sizes */
function written(sizes) {
  return sizes.join(' x ');
}
