/** Which number of an item is its label, and how many items have each label. */

/**
 * @import { Event } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { LabelSource } from './protocol.js'
 */

export class LabelCounts {
  /** Null: as the values suggest. @type {LabelSource | null} */
  #source = null;
  #isCounting = false;
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
   * Takes another number for the label; null for the one that the values suggest.
   * @param {LabelSource | null} source
   */
  choose(source) {
    if (source === this.#source) return;
    this.#source = source;
    this.apply();
  }

  /** Gives the engine the choice, and counts again. */
  async apply() {
    const source = this.#source;
    try {
      await this.#dataset.engine?.call('label', source);
      if (source === this.#source) await this.count();
    } catch {
      // After a restart the choice is applied again.
    }
  }

  async count() {
    const counts = await this.#dataset.engine?.call('counts');
    if (counts) this.#dispatch({ type: 'counts', dataset: this.#dataset.id, counts });
  }

  /** Counts the labels that have arrived so far, unless it is counting. */
  async countSoFar() {
    if (this.#isCounting) return;
    this.#isCounting = true;
    // Faults are reported where the file is read.
    await this.count().catch(() => {});
    this.#isCounting = false;
  }
}
