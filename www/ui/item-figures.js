/** <item-figures>: what is known about an item in the panel: the columns of its label, and the figures of its values. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { meaning, show } from '../text/naming.js';
import { Latest } from './latest.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Page } from '../engine/protocol.js'
 * @import { Props } from './item-panel.js'
 */

/** Columns of a label that are listed. */
const MAX_COLUMNS = 64;

const words = late.item;
const CONTENT = markup`
  <dl class="columns" hidden></dl>
  <p class="note range" hidden></p>
  <dl class="spread" hidden></dl>`;

export class ItemFigures extends ViewerElement {
  #columns = this.find('.columns');
  /** The range of the values, where each item has its own. */
  #range = this.find('.range');
  #spread = this.find('.spread');
  #rows = new Latest();
  #summaries = new Latest();

  constructor() {
    super(CONTENT);
  }

  /** The item is read anew. */
  clear() {
    this.#rows.clear();
    this.#summaries.clear();
  }

  /**
   * @param {Props} props
   * @param {string} key  all that the figures depend on
   * @param {Page} page  the item, as it is painted
   */
  render(props, key, page) {
    this.#listColumns(props, key);
    this.#summarise(props, key);
    const { colours, statuses } = props;
    this.#range.hidden = !page.image || !colours.limits || colours.limits.length > 0;
    const [min, max] = (page.range ?? []).map((end) => show(end, statuses.images?.elementType ?? 'f64'));
    this.#range.textContent = page.range ? words.limits(min, max) : '';
  }

  /**
   * Shows the range, the mean and the standard deviation of the values.
   * @param {Props} props
   * @param {string} key
   */
  async #summarise({ item, summary, statuses: { images } }, key) {
    this.#spread.hidden = !images;
    if (!images) return;
    const found = await this.#summaries.ask({ key }, () => summary(item)).catch(() => new Float64Array());
    if (!found) return;
    this.#spread.hidden = !found.length;
    if (!found.length) return;
    const [min, max] = [...found.subarray(0, 2)].map((end) => show(end, images.elementType));
    const [mean, deviation] = [...found.subarray(2)].map((value) => String(Number(value.toPrecision(4))));
    const isZero = min === '0' && max === '0';
    this.#spread.replaceChildren(
      ...entry(words.range, isZero ? words.allZero : words.limits(min, max)),
      ...entry(words.mean, mean),
      ...entry(words.deviation, deviation),
    );
  }

  /**
   * Lists the columns of the label, where there are several with a meaning.
   * @param {Props} props
   * @param {string} key
   */
  async #listColumns({ item, row, naming, statuses: { labels } }, key) {
    const labelling = labels?.labelling;
    this.#columns.hidden = !labelling || labelling.columns < 2 || labelling.oneHot;
    if (!labels || !labelling || this.#columns.hidden) return;
    const values = await this.#rows.ask({ key }, () => row(item, MAX_COLUMNS)).catch(() => []);
    if (!values) return;
    const entries = [...values].flatMap((value, column) => {
      const [term, number] = entry(meaning(naming, column), show(value, labels.elementType));
      if (column === labelling.column) number.className = 'chosen';
      return [term, number];
    });
    this.#columns.replaceChildren(...entries);
  }
}

/**
 * A term and its description.
 * @param {string} term
 * @param {string} description
 */
function entry(term, description) {
  return [
    Object.assign(document.createElement('dt'), { textContent: term }),
    Object.assign(document.createElement('dd'), { textContent: description }),
  ];
}
