/** <filter-chip>: shows the filter, and clears it. */

import { markup } from '../platform/trusted.js';
import { isFilter } from '../state/index.js';
import { describeFilter } from '../text/filter.js';
import { text } from '../text/index.js';
import { naming } from '../text/naming.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Dataset } from '../state/index.js' */

const CONTENT = markup`<button type="button"><bdi></bdi></button>`;

export class FilterChip extends ViewerElement {
  #button = this.find('button');
  #text = this.find('bdi');

  constructor() {
    super(CONTENT);
    this.#button.addEventListener('click', () => intend(this, { type: 'clear-filter' }));
  }

  /**
   * @param {Dataset | null} dataset
   * @param {number} firstNumber
   */
  render(dataset, firstNumber) {
    this.hidden = !dataset || !isFilter(dataset.query);
    if (!dataset || this.hidden) return;
    const filter = describeFilter(dataset.query, naming(dataset), firstNumber);
    this.#text.textContent = filter;
    this.#button.ariaLabel = this.#button.title = text.filter.clear(filter);
  }
}
