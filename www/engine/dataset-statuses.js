/** How far the files of a dataset are read, as the page knows it. */

/**
 * @import { Event } from '../state/index.js'
 * @import { Known } from './files.js'
 * @import { Slot, Status, Statuses } from './protocol.js'
 */

/** @type {Slot[]} */
export const SLOTS = ['images', 'labels'];

export class DatasetStatuses {
  /** @type {Statuses} */
  now = { images: null, labels: null, version: 0 };
  /** Whether the worker that reported them ended, and the next one has not read the files yet. */
  areOld = false;
  /** Wake those who wait for another status. @type {(() => void)[]} */
  #waiting = [];
  #id;
  #files;
  /** @type {(event: Event) => void} */
  #dispatch;

  /**
   * @param {number} id  of the dataset
   * @param {Record<Slot, Known | null>} files  of the dataset
   * @param {(event: Event) => void} dispatch
   */
  constructor(id, files, dispatch) {
    this.#id = id;
    this.#files = files;
    this.#dispatch = dispatch;
  }

  /** Whether all files are read. */
  get areDone() {
    return !this.areOld && SLOTS.every((slot) => isRead(this.#files[slot], this.now[slot]));
  }

  /**
   * Resolves when a status changes, or the dataset is closed.
   * @returns {Promise<void>}
   */
  change() {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Ends the waiting. */
  wake() {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /**
   * Nothing of a file has been read. What has come out of a conversion can be read.
   * @param {Slot} slot
   */
  begin(slot) {
    const file = this.#files[slot];
    this.#dispatch({ type: 'restart', dataset: this.#id });
    this.#set({
      [slot]: file && { ...file.status, items: file.grows ? file.status.items : 0, read: 0, done: false },
    });
  }

  /** The files are read anew, because more items have come. The items that have been read stay until then. */
  renew() {
    for (const slot of SLOTS) {
      const status = this.now[slot];
      const described = this.#files[slot]?.status;
      if (!status || !described) continue;
      const isAsDescribed = status.layout.text === described.layout.text;
      const promised = isAsDescribed ? described.promised : status.promised;
      this.#set({ [slot]: { ...status, promised, done: false, stopped: false, warnings: [] } });
    }
  }

  /**
   * Takes what the worker reports.
   * @param {Omit<Statuses, 'version'>} reported
   */
  take({ images, labels }) {
    const files = this.#files;
    this.areOld &&= !isRead(files.images, images) || !isRead(files.labels, labels);
    // Until the files are read anew nothing is taken back, or the results of a check would count as outdated.
    const now = this.areOld ? this.now : { images: images ?? this.now.images, labels: labels ?? this.now.labels };
    this.#set({
      images: files.images && soFar(files.images, now.images),
      labels: files.labels && soFar(files.labels, now.labels),
    });
    this.#report();
  }

  /**
   * Nothing more is read of these files. The worker reports no status of a file whose header it could not read.
   * @param {Slot[]} [slots]
   */
  end(slots = SLOTS) {
    this.areOld = false;
    for (const slot of slots) {
      const status = this.now[slot];
      if (status && !status.done) this.#set({ [slot]: { ...status, done: true, stopped: true } });
    }
    this.#report();
  }

  /** @param {Partial<Statuses>} changes */
  #set(changes) {
    this.now = { ...this.now, ...changes, version: this.now.version + 1 };
    this.wake();
  }

  #report() {
    this.#dispatch({ type: 'status', dataset: this.#id, statuses: this.now });
  }
}

/**
 * @param {Known | null} file
 * @param {Status | null} status
 */
function isRead(file, status) {
  return !file || !!status?.done;
}

/**
 * The status of a file, which is not done while the file grows.
 * @param {Known} file
 * @param {Status | null} status
 */
function soFar({ grows }, status) {
  return status && grows ? { ...status, done: false } : status;
}
