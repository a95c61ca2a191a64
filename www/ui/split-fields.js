/** <split-fields>: the shares of a split of items, its seed, and how many items each part has. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Shares } from '../engine/export-plan.js' */

const words = late.exporting;
/** Shares of train and test, or of train, validation and test. */
const SPLITS = ['90/10', '80/20', '80/10/10', '70/15/15', '60/20/20'];
const CONTENT = markup`
  <label class="line"><span>${words.split}</span> <select></select></label>
  <label>${words.seed} <input type="number" min="0" max="${2 ** 32 - 1}" value="0" required disabled></label>
  <output></output>`;

export class SplitFields extends ViewerElement {
  #shares = this.find('select', HTMLSelectElement);
  #seed = this.find('input', HTMLInputElement);
  #counts = this.find('output');

  constructor() {
    super(CONTENT);
    const options = ['', ...SPLITS].map((shares) => new Option(words.shares(shares.split('/')), shares));
    this.#shares.replaceChildren(...options);
  }

  /** What is chosen; null for no split, or for a seed that is none, of which the browser tells the user. @returns {Shares | null} */
  get chosen() {
    const shares = this.#shares.value.split('/').map(Number);
    return shares.length > 1 && this.#seed.reportValidity() ? { shares, seed: Number(this.#seed.value) } : null;
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
