/** Files that are still being converted, in datasets that grow: they hold what has come out so far. */

/**
 * @import { Event } from '../state/index.js'
 * @import { Collection } from './collection.js'
 * @import { Files, Known, Origin } from './files.js'
 * @import { Mapping } from './mappings.js'
 *
 * @typedef {object} Parts  of the library
 * @property {Files} files
 * @property {Collection} collection
 * @property {(event: Event) => void} dispatch
 * @property {(files: Known[], mappings: Mapping[]) => Promise<unknown>} show  makes a dataset of files, and shows it
 * @property {() => void} publish
 */

export class Growing {
  /** Those of one drop. @type {Known[]} */
  all = [];
  #parts;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Takes the files that come out of one that is being converted, with the items so far.
   * @param {Origin[]} origins
   * @param {Mapping[]} mappings  class names that belong to them
   */
  async take(origins, mappings) {
    const { files, show } = this.#parts;
    /** @type {Known[]} */
    const begun = [];
    try {
      for (const origin of origins) {
        const known = this.#find(origin);
        if (known) await this.#replace(known, origin, true);
        else begun.push(await files.add(origin, true));
      }
    } catch {
      // What is wrong is reported at the end.
    }
    this.all.push(...begun);
    if (begun.length) await show(begun, mappings);
    else this.#grow();
  }

  /**
   * Takes one of the files at the end of its conversion; null if nothing of it was shown before.
   * @param {Origin} origin
   */
  async complete(origin) {
    const known = this.#find(origin);
    if (!known) return null;
    try {
      await this.#replace(known, origin, false);
    } catch {
      // It is opened like any other file, which reports why it cannot be.
      return null;
    }
    // Images grow with their labels.
    if (this.all.every(({ grows }) => !grows)) this.#grow();
    return known;
  }

  /**
   * Ends those whose conversion was cancelled or failed: what has come out stays, unless its dataset was closed.
   * @param {boolean} isCancelled
   * @returns {Known[]}
   */
  end(isCancelled) {
    const cut = this.all.filter((file) => file.grows && this.#datasets.some((dataset) => dataset.holds(file)));
    for (const file of cut) {
      Object.assign(file, { grows: false, isCut: true });
      const { name, items } = file;
      const fault = { name: isCancelled ? 'ConversionCancelled' : 'ConversionFailed', found: items };
      const alert = { key: `cut:${name}`, file: name, severe: false, faults: [fault] };
      if (file.role === 'images') this.#parts.dispatch({ type: 'alert', alert });
    }
    if (cut.length) this.#grow();
    return cut;
  }

  /**
   * The file that grows, or whose conversion did not come to its end.
   * @param {Origin} origin
   */
  #find({ name }) {
    return this.#parts.files.all.find((file) => (file.isCut || this.all.includes(file)) && file.name === name);
  }

  /**
   * @param {Known} known
   * @param {Origin} origin
   * @param {boolean} grows  still
   */
  async #replace(known, { name, place }, grows) {
    if (!this.all.includes(known)) this.all.push(known);
    await this.#parts.files.replace(known, place, grows);
    this.#parts.dispatch({ type: 'dismiss', key: `cut:${name}` });
  }

  /** Reads them anew. */
  #grow() {
    for (const dataset of this.#datasets) if (this.all.some((file) => dataset.holds(file))) dataset.grow();
    this.#parts.publish();
  }

  get #datasets() {
    return this.#parts.collection.datasets;
  }
}
