/** The alerts about one dataset: what is wrong with its files, what each says, and when it is withdrawn. */

/**
 * @import { Event } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { Known } from './files.js'
 * @import { Fault, Slot } from './protocol.js'
 */

export class DatasetAlerts {
  /** Why a file, or a part of it, could not be read. @type {Record<Slot, Fault | null>} */
  #faults = { images: null, labels: null };
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
   * Nothing is wrong with a file so far: it is read, or read anew.
   * @param {Slot} slot
   */
  begin(slot) {
    this.#faults[slot] = null;
  }

  /**
   * Whether a file, or a part of it, could not be read.
   * @param {Slot} slot
   */
  hasFault(slot) {
    return this.#faults[slot] !== null;
  }

  /**
   * @param {Slot} slot
   * @param {Fault} fault  why the file, or a part of it, could not be read
   */
  fail(slot, fault) {
    this.#faults[slot] = fault;
    this.#report(slot);
  }

  /**
   * The file has been read, or is read in another layout: reports what is wrong with it, if there are warnings.
   * @param {Slot} slot
   */
  warn(slot) {
    if (this.#dataset.statuses.now[slot]?.warnings.length) this.#report(slot);
  }

  /**
   * The file is not the one that an earlier visit made the index of.
   * @param {Slot} slot
   */
  outdated(slot) {
    const file = this.#dataset.files[slot];
    if (file) this.#file(file, null, [{ name: 'OutdatedIndex' }]);
  }

  /**
   * Reports everything that is wrong with a file.
   * @param {Slot} slot
   */
  #report(slot) {
    const { files, presentation, statuses } = this.#dataset;
    const file = files[slot];
    const status = statuses.now[slot];
    const isChosen = status?.layout.text === presentation.layout(slot);
    const chosen = isChosen ? status?.layout : undefined;
    const warnings = (status?.warnings ?? []).map((warning) => ({ ...warning, chosen }));
    if (file) this.#file(file, this.#faults[slot], warnings);
  }

  /**
   * @param {Known} file
   * @param {Fault | null} fault  why it, or a part of it, could not be read
   * @param {Fault[]} warnings
   */
  #file(file, fault, warnings) {
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

  /** Compares the numbers of images and labels, unless there will be more. */
  compare() {
    const { id, files, grows, statuses } = this.#dataset;
    if (grows) return;
    const { images, labels } = statuses.now;
    const key = `mismatch:${id}`;
    // There can be as many labels as the last dimension says, which a note asks about.
    const areLast = images?.itemsMayBeLast && images.shape.at(-1) === labels?.promised;
    if (images && labels && images.promised !== labels.promised && !areLast) {
      const message = 'images and labels differ in number';
      const fault = { name: 'CountMismatch', message, expected: images.promised, found: labels.promised };
      this.#alert(key, files.labels, [fault], false);
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
    this.#alert(`trap:${this.#dataset.id}`, file, [{ name }], true);
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
