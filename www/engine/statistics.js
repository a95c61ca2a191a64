/** When the images of a dataset are scanned for statistics: on its own where that costs little, else when the user wants to know. */

import { ENGINE_FAULTS } from './client.js';

/**
 * @import { Dataset } from './dataset.js'
 * @import { Fault } from './protocol.js'
 */

/** The largest local file that is read again without being asked, in bytes. */
const SMALL = 256 * 2 ** 20;

export class StatisticsPolicy {
  /** The files of the last scan, and how their labels were read. */
  #scanned = '';
  #dataset;

  /** @param {Dataset} dataset */
  constructor(dataset) {
    this.#dataset = dataset;
  }

  /** Whether the scan has come to its end. */
  get isDone() {
    return this.#scanned !== '' && this.#dataset.jobs.progress('statistics') === 1;
  }

  /** The next worker has not scanned them. */
  clear() {
    this.#scanned = '';
  }

  /**
   * Scans the images, as soon as they and their labels are read, and again when either changes.
   * @param {boolean} asked  whether the user wants to know, even if it takes some time
   */
  async measure(asked) {
    const { files, engine, record, statuses } = this.#dataset;
    const { images, labels } = record.statuses;
    const isRead = images?.done && (!labels || labels.done) && !statuses.areOld;
    const isSmall =
      (images?.gzip && images.kept) || (files.images?.place instanceof Blob && (images?.byteLength ?? 0) <= SMALL);
    const wanted =
      isRead && (asked || isSmall)
        ? [
            files.images?.id,
            images?.layout.text,
            files.labels?.id,
            labels?.layout.text,
            labels?.labelling?.column,
          ].join()
        : '';
    if (!engine || wanted === this.#scanned) return;
    this.#scanned = wanted;
    if (!wanted) return;
    try {
      await this.#dataset.jobs.run('statistics', undefined);
    } catch (error) {
      // A file that was replaced, or is being read again, has no fault any more.
      if (wanted !== this.#scanned) return;
      const fault = /** @type {Fault} */ (error);
      if (ENGINE_FAULTS.includes(fault.name)) this.#scanned = '';
      else this.#dataset.fail('images', fault, false);
    }
  }
}
