/** <statistics-view>: the statistics of the dataset in view, or of both that are compared. */

import { DatasetStatistics } from './dataset-statistics.js';

/** @import { Props } from './dataset-statistics.js' */

customElements.define('dataset-statistics', DatasetStatistics);

export class StatisticsView extends HTMLElement {
  /** @type {DatasetStatistics[]} */
  #parts = [];

  /** @param {Props[]} sets  one dataset, or two from left to right */
  render(sets) {
    while (this.#parts.length > sets.length) this.#parts.pop()?.remove();
    while (this.#parts.length < sets.length) this.#parts.push(this.appendChild(new DatasetStatistics()));
    sets.forEach((props, at) => this.#parts[at].render(props));
  }
}
