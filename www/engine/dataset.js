/** A dataset as the page holds it: which file is in which slot, and the engine that reads them. */

/**
 * @import { DatasetRecord, Event, OpenFile } from '../state.js'
 * @import { Engine } from './client.js'
 * @import { Fault, Slot, Status, Statuses } from './protocol.js'
 * @typedef {OpenFile & { file: File, status: Status, head: string, sample: string }} Known  a file that was looked at
 */

/** @type {Slot[]} */
const SLOTS = ['images', 'labels'];

export class Dataset {
  /** @type {{ images: Known | null, labels: Known | null }} */
  files = { images: null, labels: null };
  /** Whether a person chose the labels. */
  paired = false;
  /** @type {Engine | null} */
  engine = null;
  /** Ends when the files it had at the start are read. @type {Promise<void> | null} */
  reading = null;
  /** @type {Statuses} */
  #statuses = { images: null, labels: null };
  #restarted = false;
  /** @type {(event: Event) => void} */
  #dispatch;

  /**
   * @param {number} id
   * @param {string} name
   * @param {(event: Event) => void} dispatch
   */
  constructor(id, name, dispatch) {
    this.id = id;
    this.name = name;
    this.#dispatch = dispatch;
  }

  /** @returns {DatasetRecord} */
  get record() {
    const { images, labels } = this.files;
    return {
      id: this.id,
      name: this.name,
      images: images?.id ?? null,
      labels: labels?.id ?? null,
      statuses: this.#statuses,
      sample: images?.sample ?? '',
    };
  }

  /** Whether nothing is missing, or nothing wanted. */
  get settled() {
    return this.paired || (this.files.images !== null && this.files.labels !== null);
  }

  /**
   * Puts a file into a slot, in place of what is there; it is read at once if the others are.
   * @param {Slot} slot
   * @param {Known | null} file
   */
  put(slot, file) {
    this.files[slot] = file;
    this.#statuses = { ...this.#statuses, [slot]: file && { ...file.status, items: 0, read: 0, done: false } };
    this.#compare();
    if (this.engine) this.#fill(slot);
  }

  /**
   * Reads everything; resolves at the end.
   * @param {Engine} engine
   */
  async start(engine) {
    this.engine = engine;
    engine.onstatus = (statuses) => this.#report(statuses);
    engine.onrestart = () => this.#restart();
    engine.onfailed = (fault) => this.#complain('engine', null, [fault], true);
    await Promise.all(SLOTS.map((slot) => this.#fill(slot)));
  }

  /** Stops reading; what has arrived stays. */
  async stop() {
    await Promise.all(SLOTS.map((slot) => this.files[slot] && this.engine?.stop(slot)));
  }

  close() {
    this.engine?.close();
  }

  /** @param {Slot} slot */
  async #fill(slot) {
    const file = this.files[slot];
    try {
      if (!file) return await this.engine?.empty(slot);
      await this.engine?.open(slot, file.file, file.name);
    } catch (error) {
      const fault = /** @type {Fault} */ (error);
      if (file && !['RuntimeError', 'EngineUnavailable'].includes(fault.name)) this.#complain(`file:${file.id}`, file, [fault], true);
      return;
    }
    if (file !== this.files[slot]) return;
    const warnings = this.#statuses[slot]?.warnings ?? [];
    if (warnings.length) this.#complain(`file:${file.id}`, file, warnings, false);
    const counts = await this.engine?.counts();
    if (counts) this.#dispatch({ type: 'counts', dataset: this.id, counts });
  }

  /** @param {Statuses} statuses */
  #report({ images, labels }) {
    this.#statuses = { images: images ?? this.#statuses.images, labels: labels ?? this.#statuses.labels };
    for (const slot of SLOTS) {
      if (!this.files[slot]) this.#statuses[slot] = null;
    }
    this.#dispatch({ type: 'status', dataset: this.id, statuses: this.#statuses });
  }

  /** A trap is a bug of ours: said, and tried once more. */
  #restart() {
    const name = this.#restarted ? 'Trapped' : 'Restarted';
    this.#complain(`trap:${this.id}`, this.files.images ?? this.files.labels, [{ name, message: 'the decoder trapped' }], true);
    if (this.#restarted) return;
    this.#restarted = true;
    for (const slot of SLOTS) this.#fill(slot);
  }

  /** Says so when images and labels differ in number. */
  #compare() {
    const key = `mismatch:${this.id}`;
    const { images, labels } = this.#statuses;
    if (images && labels && images.promised !== labels.promised) {
      const message = 'images and labels differ in number';
      const fault = { name: 'CountMismatch', message, expected: images.promised, found: labels.promised };
      this.#complain(key, this.files.labels, [fault], false);
    } else {
      this.#dispatch({ type: 'settle', key });
    }
  }

  /**
   * @param {string} key
   * @param {Known | null} file
   * @param {Fault[]} faults
   * @param {boolean} severe
   */
  #complain(key, file, faults, severe) {
    this.#dispatch({ type: 'alert', alert: { key, file: file?.name ?? '', severe, faults, head: file?.head } });
  }
}
