/** Has the engine read the files of a dataset: each in its slot, and again when another file takes its place. */

import { ENGINE_FAULTS } from './client.js';
import { SLOTS } from './dataset-statuses.js';

/**
 * @import { DatasetAlerts } from './dataset-alerts.js'
 * @import { Dataset } from './dataset.js'
 * @import { MemoryBudget } from './memory-budget.js'
 * @import { Fault, Slot } from './protocol.js'
 */

export class DatasetReader {
  #dataset;
  #budget;
  #alerts;
  /** Resolves when the engine has the core that its files need. @type {Promise<unknown>} */
  #ready = Promise.resolve();
  /** How often each slot was filled. A file that grows is read anew, while it is still being read. */
  #fills = { images: 0, labels: 0 };

  /**
   * @param {Dataset} dataset
   * @param {MemoryBudget} budget
   * @param {DatasetAlerts} alerts
   */
  constructor(dataset, budget, alerts) {
    this.#dataset = dataset;
    this.#budget = budget;
    this.#alerts = alerts;
  }

  /** Reads both files. */
  async fillAll() {
    const { engine, files, labels } = this.#dataset;
    const { status, place } = files.images ?? {};
    // Of plain files, only those on the device are worth it: workers share their statistics.
    const isWorthIt = status?.gzip === 1 || (status?.gzip === 0 && place instanceof File);
    if (engine && status && isWorthIt && status.byteLength > this.#budget.bytes) {
      // Few files are so large. Without the core for them, nothing is kept of the file.
      this.#ready = engine.call('enlarge').catch(() => {});
      await this.#ready;
      // It is a fresh one.
      labels.apply();
    }
    await Promise.all(SLOTS.map((slot) => this.fill(slot)));
  }

  /**
   * Reads the file in a slot.
   * @param {Slot} slot
   * @param {boolean} [ignoresIndex]  whether an index from an earlier visit is of no use
   */
  async fill(slot, ignoresIndex = false) {
    const { engine, labels, presentation, statuses } = this.#dataset;
    const file = this.#dataset.files[slot];
    this.#fills[slot] += 1;
    const fill = this.#fills[slot];
    const isCurrent = () => fill === this.#fills[slot];
    this.#alerts.begin(slot);
    try {
      // A plain file can be read anywhere at no cost, so its items need not stay. Labels are searched all at once.
      const budget = file?.status.gzip || slot === 'labels' ? this.#budget.bytes : 0;
      const filled = file
        ? engine?.call('open', slot, file.place, file.name, budget, ignoresIndex)
        : engine?.call('close', slot);
      presentation.apply(slot);
      await filled;
      if (!isCurrent()) return;
      this.#alerts.warn(slot);
      await labels.count();
    } catch (error) {
      const fault = /** @type {Fault} */ (error);
      if (fault.name === 'EngineUnavailable') statuses.end([slot]);
      else if (isCurrent() && !ENGINE_FAULTS.includes(fault.name)) this.#dataset.fail(slot, fault);
    }
  }

  /** Stops reading; what has arrived stays. */
  async stop() {
    // Files are opened only then.
    await this.#ready;
    await Promise.all(SLOTS.map((slot) => this.#stop(slot)));
  }

  /** @param {Slot} slot */
  async #stop(slot) {
    const { engine, files, statuses } = this.#dataset;
    const file = files[slot];
    if (!file || !engine) return;
    await engine.call('stop', slot).catch(() => {});
    // The engine reports no status before it has read the header.
    if (file === files[slot]) statuses.end([slot]);
  }
}
