/** When a dataset's images are measured: of itself where that costs little, else when somebody wants to know. */

import { ENDINGS } from './endings.js';

/**
 * @import { Event } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { Fault, Statistics } from './protocol.js'
 */

/** Bytes of a file on the device that are read once more without being asked. */
const LITTLE = 256 * 2 ** 20;

export class Measurement {
  /** The files that were measured last, and how their labels were read. */
  #measured = '';
  /** The measuring that goes on. */
  #survey = {};
  done = false;
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
   * Measures the images, as soon as they and their labels are read, and again when either changes.
   * @param {boolean} asked
   */
  async measure(asked) {
    const { files, engine, record } = this.#dataset;
    const { images, labels } = record.statuses;
    const read = images?.done && (!labels || labels.done);
    const little =
      (images?.gzip && images.kept) || (files.images?.place instanceof Blob && (images?.byteLength ?? 0) <= LITTLE);
    const wanted =
      read && (asked || little)
        ? [files.images?.id, images?.reading, files.labels?.id, labels?.reading, labels?.labelling?.column].join()
        : '';
    if (!engine || wanted === this.#measured) return;
    this.#measured = wanted;
    const survey = (this.#survey = {});
    this.done = false;
    if (!wanted) return;
    /** @param {Statistics | null} statistics */
    const say = (statistics) => this.#dispatch({ type: 'statistics', dataset: this.#dataset.id, statistics });
    engine.onstatistics = (statistics) => {
      this.done = statistics.items === statistics.total;
      say(statistics);
    };
    try {
      await engine.call('survey');
      if (this.done || survey !== this.#survey) return;
      // There is nothing that could be measured.
      this.done = true;
      say(null);
    } catch (error) {
      // Of a file that has been replaced, or is read anew, nothing is to be said.
      if (survey !== this.#survey) return;
      const fault = /** @type {Fault} */ (error);
      if (ENDINGS.includes(fault.name)) this.#measured = '';
      else this.#dataset.fail('images', fault, false);
    }
  }
}
