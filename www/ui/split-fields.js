/** <split-fields>: the shares of a split of items, its seed, and how many items each part has. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Shares } from '../engine/export-plan.js' */

const words = late.exporting;
/** Shares of train and test, or of train, validation and test. */
const SPLITS = ['90/10', '80/20', '80/10/10', '70/15/15', '60/20/20'];
const CONTENT = markup`
  <label class="line shares"><span>${words.split}</span> <select></select></label>
  <label class="line"><span>${words.seed}</span> <input type="number" min="0" max="${2 ** 32 - 1}" value="0" required disabled></label>
  <span class="counts" aria-live="polite"></span>`;

export class SplitFields extends ViewerElement {
  #shares = this.find('select', HTMLSelectElement);
  #seed = this.find('input', HTMLInputElement);
  #counts = this.find('.counts');
  /** The last seed that was one. */
  #valid = this.#seed.value;

  constructor() {
    super(CONTENT);
    const options = ['', ...SPLITS].map((shares) => new Option(words.shares(shares.split('/')), shares));
    this.#shares.replaceChildren(...options);
    this.#seed.addEventListener('change', (event) => this.#check(event));
  }

  /** What is chosen; null for no split. @returns {Shares | null} */
  get chosen() {
    const shares = this.#shares.value.split('/').map(Number);
    return shares.length > 1 ? { shares, seed: this.#seed.valueAsNumber } : null;
  }

  /** Keeps the split that there is if the seed is none. @param {Event} event */
  #check(event) {
    if (this.#seed.validity.valid) {
      this.#valid = this.#seed.value;
      return;
    }
    event.stopPropagation();
    this.#seed.value = this.#valid;
    this.#counts.textContent = words.badSeed;
  }

  /**
   * Shows the split that there is.
   * @param {number[] | null} counts  of the items in each part; null for no split
   */
  show(counts) {
    if (!counts) this.#shares.value = '';
    this.#seed.disabled = !counts;
    this.#counts.textContent = counts ? words.parts(counts) : '';
  }
}
