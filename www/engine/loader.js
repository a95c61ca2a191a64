/** Reads the files of one dataset into the core: items that are wanted now first, then the rest of each file. */

import { release } from './buffers.js';
import { closeReader, readerOf } from './reader.js';
import { Condition, SLICE, yieldToMessages } from './scheduling.js';

/**
 * @import { Dataset, WantRequest } from '../pkg/idxlens.js'
 * @import { Dataset as LargeDataset } from '../pkg/large.js'
 * @import { Fault, Place, Slot } from './protocol.js'
 * @import { Reader } from './reader.js'
 */

/** Bytes handed to the core at a time: small enough that a slice of work ends on time. */
const PIECE = 64 * 1024;
/** Milliseconds between two reports. */
export const REPORT = 100;
/** Milliseconds that a page waits for its items before it is drawn without some of them. */
const PATIENCE = 100;
/** Milliseconds that a pass waits for an index that ends it. */
const RECALL = 5000;

export class Loader {
  /** @type {Record<Slot, Reader | null>} */
  readers = { images: null, labels: null };
  /** The dataset, if it has what only files need that do not stay in memory. @type {LargeDataset | null} */
  large = null;
  /** What each lane wants. @type {Map<string, WantRequest>} */
  #wanted = new Map();
  /** Notified when items are wanted that must be read. */
  #want = new Condition();
  /** Notified when a header is known, and when all wanted items have arrived or cannot be read. */
  #arrival = new Condition();
  #reported = 0;
  #sliceStart = 0;
  /** Whether the images are bytes whose range can still grow. */
  #areDim = false;
  /** Whether a page was drawn without items that can be read. */
  #isPageIncomplete = false;
  #post;

  /**
   * @param {Dataset} dataset
   * @param {(message: object) => void} post  to the page
   */
  constructor(dataset, post) {
    this.dataset = dataset;
    this.#post = post;
  }

  /**
   * Reads a file into a slot; resolves when there is nothing more to read, or another file is in the slot. Faults are
   * reported as events.
   * @param {Slot} slot
   * @param {Place} place
   * @param {string} name
   * @param {number} budget  bytes of items that stay in memory, at most
   * @param {boolean} ignoresIndex  whether an index from an earlier visit is of no use
   */
  async open(slot, place, name, budget, ignoresIndex) {
    closeReader(this.readers[slot]);
    const reader = readerOf(slot, place, name, ignoresIndex);
    this.readers[slot] = reader;
    this.dataset.open(slot, name, reader.source.size ?? undefined, budget);
    await this.#read(reader);
  }

  /**
   * Takes a dataset of the core for large files, before any file is opened.
   * @param {LargeDataset} dataset
   */
  enlarge(dataset) {
    this.dataset = dataset;
    this.large = dataset;
  }

  /**
   * Reads what the core now wants of a slot's file.
   * @param {Slot} slot
   */
  async resume(slot) {
    const reader = this.readers[slot];
    if (reader) await this.#read(reader);
  }

  /** @param {Slot} slot */
  close(slot) {
    closeReader(this.readers[slot]);
    this.readers[slot] = null;
    this.dataset.close(slot);
  }

  /** Reports the statuses of both slots. */
  report() {
    this.#reported = performance.now();
    const statuses = { images: this.dataset.status('images') ?? null, labels: this.dataset.status('labels') ?? null };
    this.#areDim = statuses.images?.elementType === 'u8' && statuses.images.range?.[1] !== 255;
    this.#post({ event: 'status', statuses });
  }

  /**
   * Lets the readers fetch items before anything else, and waits for them, up to a limit.
   * @param {WantRequest} want
   * @param {string} lane
   * @param {boolean} isPatient  whether there is no limit
   */
  async gather(want, lane, isPatient = false) {
    const open = Object.values(this.readers).filter((reader) => reader !== null);
    this.#wanted.set(lane, want);
    if (this.dataset.want([...this.#wanted.values()])) {
      this.#want.notify();
      for (const reader of open) this.#read(reader);
      this.#share();
    } else if (!open.some(({ slot, reading }) => reading && !this.dataset.status(slot))) {
      this.#wanted.delete(lane);
      return;
    }
    do await this.#arrives();
    while (isPatient && this.#isLacking && this.#wanted.get(lane) === want);
    if (this.#wanted.get(lane) === want) this.#wanted.delete(lane);
    this.#isPageIncomplete ||= this.#isLacking;
  }

  /** Lets other workers read some of the wanted images, where that is faster. */
  #share() {
    const { large } = this;
    const reader = this.readers.images;
    if (!large?.isScattered() || !(reader?.place instanceof File)) return;
    const isCurrent = () => this.readers.images === reader;
    const onfound = () => {
      if (!isCurrent()) return;
      // What others could not read is read here.
      if (this.#isLacking) this.#read(reader);
      else this.#notifyArrival();
    };
    reader.pages ??= import('./shared-pages.js').then(
      ({ SharedPages }) => new SharedPages(large, reader.place, onfound),
      () => null,
    );
    reader.pages.then((pages) => isCurrent() && pages?.help());
  }

  #notifyArrival() {
    this.#arrival.notify();
    // Dim bytes may be brighter than all before them.
    if (this.#isPageIncomplete || this.#areDim) this.report();
    this.#isPageIncomplete = false;
  }

  /** Waits until no wanted item is lacking. */
  async untilItemsArrive() {
    while (this.#isLacking) await this.#arrives();
  }

  /** Waits for the wanted items, up to a limit. */
  #arrives() {
    return this.#arrival.or(new Promise((resolve) => setTimeout(resolve, PATIENCE)));
  }

  get #isLacking() {
    return this.dataset.isLacking('images') || this.dataset.isLacking('labels');
  }

  /** @param {Reader} reader */
  #read(reader) {
    return (reader.reading ??= this.#readAll(reader).finally(() => (reader.reading = null)));
  }

  /**
   * Reads what the core wants, until it wants no more or another file is in the slot.
   * @param {Reader} reader
   */
  async #readAll(reader) {
    const { slot, source } = reader;
    const { dataset } = this;
    const isCurrent = () => this.readers[slot] === reader;
    let passes = false;
    for (let want; isCurrent() && (want = dataset.wanted(slot)); ) {
      const { offset, length } = want;
      const passing = !dataset.isLacking(slot);
      if (passing && reader.isRecalling && reader.index) {
        // The pass would only delay what ends it. Items that are wanted are read all the same.
        await this.#want.or(reader.index);
        continue;
      }
      passes ||= passing;
      try {
        const bytes =
          reader.postponed?.offset === offset ? reader.postponed.bytes : source.read(offset, length, passing);
        const first = await this.#want.or(bytes);
        if (!isCurrent()) return;
        if (first) {
          reader.postponed = null;
          await this.#feed(reader, offset, first);
          // They belong to us: see `Source`.
          if (!passing && reader.place instanceof Blob) release(first);
          reader.index ??= this.#index(reader);
        } else {
          // If it fails, it fails again when its result is used, and is reported then.
          bytes.catch(() => {});
          if (passing) reader.postponed = { offset, bytes };
        }
      } catch (error) {
        if (!isCurrent()) return;
        const trapped = error instanceof WebAssembly.RuntimeError;
        this.#post({ event: 'fault', slot, error: plain(error), ended: passing || trapped });
        // After a trap the core cannot be used.
        if (trapped) return;
        reader.postponed = null;
        if (passing) dataset.stop(slot);
        else dataset.clear(slot);
        this.#arrival.notify();
      }
    }
    if (!passes || !isCurrent()) return;
    this.report();
    if (!dataset.status(slot)?.recalled) reader.index?.then((index) => index?.keep());
  }

  /**
   * The index of items in a .gz that do not stay in memory, once their header is known. If an earlier visit kept it, it ends the
   * pass over the file.
   * @param {Reader} reader
   */
  #index(reader) {
    const status = this.dataset.status(reader.slot);
    if (!status) return null;
    const { large } = this;
    if (!large || status.gzip !== 1 || status.kept) return Promise.resolve(null);
    const isCurrent = () => this.readers[reader.slot] === reader;
    const index = async () => {
      // Few files are so large.
      const { FileIndex } = await import('./file-index.js');
      const index = new FileIndex(large, reader, isCurrent);
      if (reader.ignoresIndex) await index.remove();
      else if (await index.use(() => this.#holdPass(reader))) this.report();
      return index;
    };
    // Without its module, nothing is kept.
    return index()
      .catch(() => null)
      .finally(() => (reader.isRecalling = false));
  }

  /**
   * Lets the pass wait for the index, for a limited time: the browser may hand out no more parts.
   * @param {Reader} reader
   */
  #holdPass(reader) {
    if (reader.isRecalling) return;
    reader.isRecalling = true;
    setTimeout(() => {
      reader.isRecalling = false;
      this.#want.notify();
    }, RECALL);
  }

  /**
   * Pushes bytes that start at `offset` of the file, for as long as they are what the core wants.
   * @param {Reader} reader
   * @param {number} offset
   * @param {Uint8Array} bytes
   */
  async #feed(reader, offset, bytes) {
    const { slot } = reader;
    const { dataset } = this;
    let start = 0;
    do {
      const piece = bytes.subarray(start, start + PIECE);
      const lacked = offset + start === 0 || this.#isLacking;
      dataset.push(slot, offset + start, piece);
      start += piece.length;
      if (lacked && !this.#isLacking) this.#notifyArrival();
      const now = performance.now();
      if (now - this.#reported > REPORT) this.report();
      if (now - this.#sliceStart > SLICE) {
        await yieldToMessages();
        this.#sliceStart = performance.now();
      }
    } while (start < bytes.length && this.readers[slot] === reader && dataset.wanted(slot)?.offset === offset + start);
  }
}

/**
 * An error as plain data.
 * @param {unknown} error
 * @returns {Fault}
 */
export function plain(error) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  return { ...error, name: error.name, message: error.message };
}
