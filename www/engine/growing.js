/** Files that are still being converted, in datasets that grow: they hold what has come out so far. */

import { versionOf } from './files.js';

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

  /** Whether the user closed the dataset of what is being converted. */
  get isUnwanted() {
    return this.all.some((file) => file.grows && !this.#isHeld(file));
  }

  /**
   * Takes the files that come out of one that is being converted, with the items so far.
   * @param {Origin[]} origins
   * @param {Mapping[]} mappings  class names that belong to them
   */
  async take(origins, mappings) {
    const { files, show } = this.#parts;
    // What is open as a whole is recognised at the end.
    if (this.isUnwanted || origins.some((origin) => this.#isOpen(origin))) return;
    const isFirst = this.all.every(({ grows }) => !grows);
    /** @type {Known[]} */
    const begun = [];
    /** @type {Known[]} */
    const replaced = [];
    try {
      for (const origin of origins) {
        const known = this.#find(origin);
        if (known) replaced.push(await this.#replace(known, origin, true));
        else if (isFirst) begun.push(await files.add(origin, { grows: true }));
        // Its dataset was closed meanwhile.
        else return;
      }
    } catch {
      // What is wrong is reported at the end.
    }
    this.all.push(...begun);
    if (begun.length) await show(begun, mappings);
    this.#grow(replaced);
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
    this.#grow([known]);
    return known;
  }

  /**
   * Ends those whose conversion was cancelled or failed: what has come out stays, unless its dataset was closed.
   * @param {boolean} isCancelled
   * @returns {Known[]}
   */
  end(isCancelled) {
    const cut = this.all.filter(({ grows }) => grows);
    for (const file of cut) Object.assign(file, { grows: false, isCut: true });
    const held = cut.filter((file) => this.#isHeld(file));
    for (const { name, archive, items, role } of held) {
      const fault = { name: isCancelled ? 'ConversionCancelled' : 'ConversionFailed', found: items };
      const alert = { key: `cut:${name}`, file: archive || name, severe: false, faults: [fault] };
      if (role === 'images') this.#parts.dispatch({ type: 'alert', alert });
    }
    this.#grow(held);
    return held;
  }

  /**
   * The file that grows, or whose conversion did not come to its end.
   * @param {Origin} origin
   */
  #find({ name, place }) {
    const version = versionOf(place);
    return this.#parts.files.all.find(
      (file) => (file.grows || file.isCut) && file.name === name && file.version === version,
    );
  }

  /** @param {Origin} origin */
  #isOpen({ name, place }) {
    const version = versionOf(place);
    const isSame = (/** @type {Known} */ file) => file.name === name && file.version === version;
    return this.#parts.files.all.some((file) => isSame(file) && !file.grows && !file.isCut);
  }

  /** @param {Known} file */
  #isHeld(file) {
    return this.#parts.collection.datasets.some((dataset) => dataset.holds(file));
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
    return known;
  }

  /**
   * Reads files anew. Images grow with their labels.
   * @param {Known[]} replaced
   */
  #grow(replaced) {
    const { collection, publish } = this.#parts;
    for (const dataset of collection.datasets) {
      const { images, labels } = dataset.files;
      const holds = replaced.some((file) => dataset.holds(file));
      if (holds && (!images || !labels || images.grows === labels.grows)) dataset.grow();
    }
    if (replaced.length) publish();
  }
}
