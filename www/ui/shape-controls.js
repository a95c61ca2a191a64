/** <shape-controls>: how images are rotated or flipped, and their shape, where the header has none or a wrong one. */

import { markup } from '../platform/trusted.js';
import { shape as parse } from '../state/index.js';
import { text } from '../text/index.js';
import { late } from '../text/late.js';
import { intend } from './intent.js';
import './shape-chips.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Status } from '../engine/protocol.js'
 * @import { ShapeChips } from './shape-chips.js'
 */

const words = late.style;
const CONTENT = markup`
  <div class="line turns" role="group" aria-label="${words.orientation}">
    <span>${words.rotate}</span>
    <button type="button" value="t" aria-label="${words.transpose}" title="${words.transposeHint}">⤡</button>
    <button type="button" value="r" aria-label="${words.rotateRight}" title="${words.rotateRight} (R)">↻</button>
    <button type="button" value="h" aria-label="${words.flipHorizontally}" title="${words.flipHorizontally} (h)">↔</button>
    <button type="button" value="v" aria-label="${words.flipVertically}" title="${words.flipVertically} (v)">↕</button>
  </div>
  <p class="note" hidden></p>
  <label class="line"><span>${words.shape}</span> <input type="text" autocomplete="off" list="shapes" aria-describedby="problem"></label>
  <datalist id="shapes"></datalist>
  <shape-chips hidden></shape-chips>
  <p class="problem" id="problem" aria-live="polite" hidden></p>`;

export class ShapeControls extends ViewerElement {
  #orient = this.findAll('button', HTMLButtonElement);
  #shape = this.find('input', HTMLInputElement);
  #offered = this.find('datalist');
  #chips = /** @type {ShapeChips} */ (this.find('shape-chips'));
  #note = this.find('.note');
  #problem = this.find('.problem');
  /** @type {Status | null} */
  #status = null;
  #options = '';

  constructor() {
    super(CONTENT);
    for (const button of this.#orient) {
      const by = /** @type {'t' | 'r' | 'h' | 'v'} */ (button.value);
      button.addEventListener('click', () => intend(this, { type: 'orient', by }));
    }
    this.#shape.addEventListener('change', () => this.#take());
    // While the datalist is open, WebKit sends no change event for Enter.
    this.#shape.addEventListener('keyup', ({ key }) => key === 'Enter' && this.#take());
    this.#chips.onPick = (shape) => {
      this.#shape.value = shape;
      this.#take();
    };
    this.#shape.addEventListener('input', () => this.#reportFault(''));
  }

  /** @param {{ status: Status, shape: string }} props */
  render({ status, shape }) {
    this.#status = status;
    for (const button of this.#orient) {
      if (button.value !== 'r') button.setAttribute('aria-pressed', String(status.orientation.includes(button.value)));
    }
    const orientation = text.orientations[status.orientation];
    this.#note.hidden = !orientation;
    this.#note.textContent = orientation ? words.oriented(orientation) : '';
    const own = status.shape.slice(1);
    this.#shape.placeholder = written(status.detectedShape.length ? status.detectedShape : own);
    const options = [...new Set([own, ...status.shapes].map(written))];
    this.#chips.hidden = options.length < 2;
    this.#chips.render(options);
    if (options.join() !== this.#options) {
      this.#options = options.join();
      this.#offered.replaceChildren(...options.map((option) => new Option(option)));
    }
    if (document.activeElement === this.#shape) return;
    this.#shape.value = shape.replaceAll('x', ' × ');
    this.#reportFault('');
  }

  #take() {
    const { value } = this.#shape;
    const own = this.#status?.shape.slice(1) ?? [];
    const shape = parse(value);
    const count = product(own);
    const found = product(shape.split('x').map(Number));
    if (value.trim() && !shape) return this.#reportFault(words.badShape);
    if (shape && found !== count) return this.#reportFault(words.wrongShape(count, found));
    this.#reportFault('');
    // Where the core detected another shape, the file's own shape is a choice.
    intend(this, { type: 'shape', shape: shape === own.join('x') && !this.#status?.detectedShape.length ? '' : shape });
  }

  /** @param {string} message */
  #reportFault(message) {
    this.#problem.hidden = !message;
    this.#problem.textContent = message;
    this.#shape.setAttribute('aria-invalid', String(message !== ''));
  }
}

/** @param {number[]} sizes */
function product(sizes) {
  return sizes.reduce((product, size) => product * size, 1);
}

/** @param {number[]} sizes */
function written(sizes) {
  return sizes.join(' × ');
}
