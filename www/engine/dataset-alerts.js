/** The alerts about one dataset: what each says, and when it is withdrawn. */

/**
 * @import { Event } from '../state/index.js'
 * @import { Known } from './files.js'
 * @import { Fault, Statuses } from './protocol.js'
 */

export class DatasetAlerts {
  #id;
  #dispatch;

  /**
   * @param {number} id  of the dataset
   * @param {(event: Event) => void} dispatch
   */
  constructor(id, dispatch) {
    this.#id = id;
    this.#dispatch = dispatch;
  }

  /**
   * Everything that is wrong with a file.
   * @param {Known} file
   * @param {Fault | null} fault  why it, or a part of it, could not be read
   * @param {Fault[]} warnings
   */
  file(file, fault, warnings) {
    // What is wrong with the whole is not known yet.
    if (file.grows) return;
    // Why it is too short was reported when it was unpacked.
    const news =
      file.isCut || file.isDamaged ? warnings.filter(({ name }) => !/^(Gzip)?Truncated$/.test(name)) : warnings;
    const faults = fault ? [fault, ...news] : news;
    if (faults.length) this.#alert(`file:${file.id}`, file, faults, fault !== null);
  }

  /**
   * Withdraws the alert about a file.
   * @param {Known} file
   */
  settle({ id }) {
    this.#dispatch({ type: 'dismiss', key: `file:${id}` });
  }

  /**
   * Whether images and labels differ in number.
   * @param {Statuses} statuses
   * @param {Known | null} file  of the labels
   */
  counts({ images, labels }, file) {
    const key = `mismatch:${this.#id}`;
    if (images && labels && images.promised !== labels.promised) {
      const message = 'images and labels differ in number';
      const fault = { name: 'CountMismatch', message, expected: images.promised, found: labels.promised };
      this.#alert(key, file, [fault], false);
    } else {
      this.#dispatch({ type: 'dismiss', key });
    }
  }

  /** The engine cannot start. @param {Fault} fault */
  engine(fault) {
    this.#alert('engine', null, [fault], true);
  }

  /**
   * The core trapped.
   * @param {Known | null} file
   * @param {boolean} isRepeated
   */
  trap(file, isRepeated) {
    const name = isRepeated ? 'Trapped' : 'Restarted';
    this.#alert(`trap:${this.#id}`, file, [{ name }], true);
  }

  /**
   * @param {string} key
   * @param {Known | null} file
   * @param {Fault[]} faults
   * @param {boolean} severe
   */
  #alert(key, file, faults, severe) {
    this.#dispatch({ type: 'alert', alert: { key, file: file?.name ?? '', severe, faults, head: file?.head } });
  }
}
