/** The search for the items of a query, repeated until all labels have arrived. */

import { EVERYTHING, ItemSet, inOrderOf, listed, readsLabels } from '../state/index.js';
import { ENGINE_FAULTS } from './client.js';

/**
 * @import { Event, Query, Range } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { Fault } from './protocol.js'
 */

export class Search {
  /** The query, and how much of the files was known at the last search. */
  #query = EVERYTHING;
  #queryId = 0;
  #known = '';
  #searching = false;
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
   * Finds the items of a query, and again as more of their labels arrive.
   * @param {Query} query
   * @param {number} queryId  a number for each query; 0 for all items
   */
  async find(query, queryId) {
    if (queryId !== this.#queryId) {
      this.#known = '';
      // The search for an old query could take long.
      if (this.#searching) this.#dataset.jobs.cancel('search');
    }
    this.#query = query;
    this.#queryId = queryId;
    if (this.#searching || !queryId) return;
    this.#searching = true;
    for (let known; this.#queryId && (known = this.#canSearch() ? this.#extent() : '') !== this.#known; ) {
      this.#known = known;
      // A file that is read again is searched again, even if nothing changed.
      if (!known) break;
      const { version } = this.#dataset.record.statuses;
      if ((await this.#ask(this.#query, this.#queryId)) || this.#known !== known) continue;
      // Interrupted, because the labels are read again: the next status starts a new search, even an equal one.
      this.#known = '';
      if (version === this.#dataset.record.statuses.version) break;
    }
    this.#searching = false;
  }

  /**
   * Searches once. Whether there was a result.
   * @param {Query} query
   * @param {number} queryId
   */
  async #ask(query, queryId) {
    const { images, labels } = this.#dataset.record.statuses;
    // Labels that a filter reads may be opened after the images.
    const isLacking = !labels && readsLabels(query);
    const complete = !isLacking && [images, labels].every((status) => !status || status.done);
    /** @param {Range[] | null} ranges */
    const ends = (ranges) => ranges && Float64Array.from(ranges.flat());
    const columns = Float64Array.from(
      query.columns.flatMap(({ column, ranges }) => ranges.flatMap((range) => [column, ...range])),
    );
    const { engine, id } = this.#dataset;
    const { list, ...asked } = query;
    const chosen = listed(query);
    try {
      if (!engine) return true;
      const found = await this.#dataset.jobs.run('search', {
        ...asked,
        unlabelled: this.#dataset.record.unlabelled ?? undefined,
        labels: ends(query.labels),
        columns,
        items: ends(chosen ? ItemSet.of(chosen).ranges() : query.items),
      });
      if (found === null) return false;
      const isAsListed = chosen && query.order === 'number' && !query.descending;
      const items = isAsListed ? inOrderOf(chosen, found) : found;
      this.#dispatch({ type: 'matches', dataset: id, matches: { query, queryId, items }, complete });
    } catch (error) {
      const fault = /** @type {Fault} */ (error);
      if (ENGINE_FAULTS.includes(fault.name)) return true;
      const file = this.#dataset.files.labels ?? this.#dataset.files.images;
      this.#dispatch({
        type: 'alert',
        alert: { key: `find:${id}`, file: file?.name ?? '', severe: true, faults: [fault] },
      });
    }
    return true;
  }

  /**
   * Whether items can be searched and sorted. Items would move later if some of the values that they are sorted by were
   * missing. Labels that do not stay in memory are searched when they have been counted.
   */
  #canSearch() {
    const { images, labels } = this.#dataset.record.statuses;
    if (images && !images.read && !images.done) return false;
    if (labels && !labels.kept && !labels.done && readsLabels(this.#query)) return false;
    return this.#query.order !== 'mean' || this.#dataset.statistics.isDone;
  }

  /** A text that changes when there is more to search. */
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
