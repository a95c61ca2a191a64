/** The index of the items in an open .gz: found in the browser, used in place of a pass over the file, and kept after one. */

import { keep, keyOf, recall, remove } from './kept-index.js';

/**
 * @import { Dataset } from '../pkg/large.js'
 * @import { Reader } from './reader.js'
 */

/** What a scan has found has the key of the index, and this. */
const SCAN = ' scan';

/** The index of labels has the key of the file, and this: a file can be opened as either. */
const LABELS = ' labels';

export class FileIndex {
  #dataset;
  #reader;
  #isCurrent;
  #key;

  /**
   * @param {Dataset} dataset
   * @param {Reader} reader
   * @param {() => boolean} isCurrent  whether the file is still open
   */
  constructor(dataset, reader, isCurrent) {
    this.#dataset = dataset;
    this.#reader = reader;
    this.#isCurrent = isCurrent;
    const own = reader.slot === 'labels' ? LABELS : '';
    this.#key = keyOf(reader.place).then(
      (key) => key && key + own,
      () => null,
    );
  }

  /**
   * Ends the pass over the file, if an earlier visit kept its index. Whether there is one.
   * @param {() => void} onfound  called when there may be one, and its parts are taken
   */
  async use(onfound) {
    const key = await this.#key;
    /** @type {boolean | undefined} */
    let ended;
    if (key) {
      await recall(key, (part) => {
        if (!this.#isCurrent()) return false;
        ended = this.#dataset.recall(this.#reader.slot, part);
        if (ended === undefined) onfound();
        return ended !== false;
      });
    }
    // What came of an index without an end is of no use.
    if (ended === undefined && this.#isCurrent()) this.#dataset.recall(this.#reader.slot, new Uint8Array());
    return !!ended;
  }

  /** Keeps the index, once the pass is over, of a file that is worth it. */
  async keep() {
    const key = await this.#key;
    if (key && this.#isCurrent() && this.#dataset.indexPart(this.#reader.slot, 0))
      await keep(key, this.#reader.name, this.#parts());
  }

  /** The parts of the index, of a file that stays open and in its layout. */
  *#parts() {
    for (let number = 0; this.#isCurrent() && this.#dataset.indexPart(this.#reader.slot, 0); number++) {
      const part = this.#dataset.indexPart(this.#reader.slot, number);
      if (!part) return;
      yield part;
    }
    throw new Error('the index is no longer that of the file');
  }

  /**
   * Ends the scan that has started, if an earlier visit kept what it found. Whether it did.
   * @param {() => boolean} isCurrent  whether the scan still runs
   */
  async useScan(isCurrent) {
    const key = await this.#key;
    /** @type {boolean | undefined} */
    let ended;
    if (key) {
      await recall(key + SCAN, (part) => {
        ended = isCurrent() && this.#dataset.recallScan(part);
        return ended !== false;
      });
    }
    // What came of parts without an end is of no use.
    if (ended === undefined && isCurrent()) this.#dataset.recallScan(new Uint8Array());
    return !!ended;
  }

  /** Keeps what the scan has found, once it is over. */
  async keepScan() {
    const key = await this.#key;
    const first = key && this.#isCurrent() && this.#dataset.scanPart(0);
    if (first) await keep(key + SCAN, this.#reader.name, this.#scanParts(first));
  }

  /**
   * The parts of what a scan has found. If another one begins, they end too early, and do not end a later scan.
   * @param {Uint8Array} first
   */
  *#scanParts(first) {
    /** @type {Uint8Array | undefined} */
    let part = first;
    for (let number = 1; part && this.#isCurrent(); number++) {
      yield part;
      part = this.#dataset.scanPart(number);
    }
  }

  /** Removes the index: the file has changed, or is to be read again. */
  async remove() {
    const key = await this.#key;
    if (key) await remove([key, key + SCAN]);
  }
}
