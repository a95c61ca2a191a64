/** <sort-control>: the order of the items. */

import { markup } from '../platform/trusted.js';
import { columnName } from '../text/filter.js';
import { late } from '../text/late.js';
import { naming } from '../text/naming.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Naming } from '../text/naming.js'
 * @import { Dataset, Query } from '../state/index.js'
 */

/** Columns of labels that are offered, here and as filters. */
export const MAX_COLUMNS = 256;

const words = late.find;
const CONTENT = markup`
  <label class="line"><span>${words.order}</span>
    <select>
      <option value="number">${words.orders.number}</option>
      <option value="-number">${words.descending(words.orders.number)}</option>
      <option value="label">${words.orders.label}</option>
      <option value="-label">${words.descending(words.orders.label)}</option>
      <option value="mean">${words.orders.lowest}</option>
      <option value="-mean">${words.orders.highest}</option>
      <option value="random">${words.orders.random}</option>
    </select>
  </label>`;

export class SortControl extends ViewerElement {
  #order = this.find('select', HTMLSelectElement);
  /** The version of the query that the field shows. @type {number | null} */
  #queryId = null;
  /** The names of the offered columns. */
  #offered = '';

  constructor() {
    super(CONTENT);
    this.#order.addEventListener('change', () => {
      const [, minus, order, column] = /** @type {RegExpExecArray} */ (/^(-?)([a-z]*)(\d*)$/.exec(this.#order.value));
      intend(this, {
        type: 'find',
        change: {
          order: /** @type {Query['order']} */ (order),
          column: Number(column),
          descending: minus !== '',
          seed: order === 'random' ? randomSeed() : 0,
        },
      });
    });
  }

  /** @param {Dataset} dataset */
  render(dataset) {
    const { query, queryId, statuses } = dataset;
    const { images, labels } = statuses;
    this.#offer(labels?.labelling?.columns ?? 1, naming(dataset));
    for (const option of this.#order.options)
      option.hidden = option.disabled =
        (option.value.endsWith('label') && !labels) || (option.value.endsWith('mean') && !images);
    // The user may be choosing.
    if (queryId === this.#queryId) return;
    this.#queryId = queryId;
    this.#order.value = (query.descending ? '-' : '') + query.order + (query.order === 'column' ? query.column : '');
  }

  /**
   * Offers the columns of the labels, where there are several.
   * @param {number} columns
   * @param {Naming} called
   */
  #offer(columns, called) {
    const offered = JSON.stringify([columns, called.meanings]);
    if (offered === this.#offered) return;
    this.#offered = offered;
    this.#queryId = null;
    this.#order.querySelectorAll('[value*=column]').forEach((option) => option.remove());
    const before = this.#order.querySelector('[value=mean]');
    for (let column = 0; column < Math.min(columns < 2 ? 0 : columns, MAX_COLUMNS); column++) {
      const name = columnName(column, called);
      before?.before(new Option(name, `column${column}`), new Option(words.descending(name), `-column${column}`));
    }
  }
}

export function randomSeed() {
  return Math.floor(Math.random() * 1e4);
}
