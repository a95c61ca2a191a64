/** How many bytes of its unpacked items a dataset keeps in memory. */

import { BUDGETS } from '../state/index.js';

/** Gigabytes. Browsers report at most 8, and some report nothing. */
const { deviceMemory = 8 } = /** @type {{ deviceMemory?: number }} */ (navigator);
/** About how many all datasets together keep, unless the user chooses otherwise. */
const TOTAL = (deviceMemory <= 2 ? 128 : deviceMemory <= 4 ? 256 : 512) * 1e6;

export class MemoryBudget {
  /** Of each file. */
  bytes = TOTAL;
  /** Those that the user chose; 0 if none. */
  #chosen = 0;

  /** @param {number} bytes  that the user chose */
  choose(bytes) {
    this.#chosen = bytes;
    this.bytes = bytes;
  }

  /**
   * Takes what other datasets leave.
   * @param {number} taken  bytes that they keep
   */
  divide(taken) {
    this.bytes = this.#chosen || (BUDGETS.findLast((budget) => budget <= TOTAL - taken) ?? BUDGETS[0]);
  }
}
