/** What is looked for in a dataset, until all of its files is known. */

import { EVERYTHING, readsLabels } from '../state/index.js';
import { ENDINGS } from './endings.js';

/**
 * @import { Event, Query, Range } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { Fault } from './protocol.js'
 */

export class Search {
  /** What is looked for, and as how much of the files was known it was looked for last. */
  #query = EVERYTHING;
  #known = '';
  #looking = false;
  #dataset;
  #dispatch;

  /**
   * @param {Dataset} dataset
   * @param {(event: Event) => void} dispatch
   */
  constructor(dataset, dispatch) {
    this.#dataset = dataset;
    this.#dispatch = dispatch;
  }

  /**
   * Looks for items, and again as more of their labels arrive.
   * @param {Query} query
   */
  async look(query) {
    if (query !== this.#query) {
      this.#known = '';
      // What is not wanted any more can take long.
      if (this.#looking) this.#dataset.cancel('search');
    }
    this.#query = query;
    if (this.#looking || query === EVERYTHING) return;
    this.#looking = true;
    for (let known; this.#query !== EVERYTHING && (known = this.#canLook() ? this.#extent() : '') !== this.#known; ) {
      this.#known = known;
      // What is read anew is looked through again, even if it is as it was.
      if (!known) break;
      const { statuses } = this.#dataset.record;
      if ((await this.#ask(this.#query)) || this.#known !== known) continue;
      // Overtaken, because the labels are read anew: it looks again at the next status, even one like the last.
      this.#known = '';
      if (statuses === this.#dataset.record.statuses) break;
    }
    this.#looking = false;
  }

  /**
   * Whether there was an answer.
   * @param {Query} query
   */
  async #ask(query) {
    const { images, labels } = this.#dataset.record.statuses;
    const complete = [images, labels].every((status) => !status || status.done);
    /** @param {Range[] | null} ranges */
    const ends = (ranges) => ranges && Float64Array.from(ranges.flat());
    const columns = Float64Array.from(
      query.columns.flatMap(({ column, ranges }) => ranges.flatMap((range) => [column, ...range])),
    );
    const { engine, id } = this.#dataset;
    try {
      // Without an engine there is nothing to find.
      if (!engine) return true;
      const items = await this.#dataset.run('search', {
        ...query,
        labels: ends(query.labels),
        columns,
        items: ends(query.items),
      });
      if (items === null) return false;
      this.#dispatch({ type: 'selected', dataset: id, selection: { query, items }, complete });
    } catch (error) {
      const fault = /** @type {Fault} */ (error);
      if (ENDINGS.includes(fault.name)) return true;
      const file = this.#dataset.files.labels ?? this.#dataset.files.images;
      this.#dispatch({
        type: 'alert',
        alert: { key: `find:${id}`, file: file?.name ?? '', severe: true, faults: [fault] },
      });
    }
    return true;
  }

  /**
   * Whether there are items, and what they are sorted by is known: all of it, or they would not stay where they are. Labels
   * that do not stay in memory are looked through when they have been counted.
   */
  #canLook() {
    const { images, labels } = this.#dataset.record.statuses;
    if (images && !images.read && !images.done) return false;
    if (labels && !labels.kept && !labels.done && readsLabels(this.#query)) return false;
    return this.#query.order !== 'ink' || this.#dataset.isMeasured;
  }

  /** A word that changes when there is more to select from. */
  #extent() {
    const { images, labels } = this.#dataset.record.statuses;
    const { images: pictures, labels: names } = this.#dataset.files;
    return [
      pictures?.id,
      images?.done && images.items,
      names?.id,
      labels?.read,
      labels?.done,
      labels?.labelling?.column,
    ].join();
  }
}
