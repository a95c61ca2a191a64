/** Reads the files of one dataset into the core: what is wanted now first, then what only the whole can tell. */

import { sourceOf } from './source.js';
import { breathe, event, SLICE } from './waiting.js';

/**
 * @import { Dataset } from '../pkg/idxlens.js'
 * @import { Fault, Place, Slot } from './protocol.js'
 * @import { Source } from './source.js'
 *
 * @typedef {object} Reader  of the file in a slot
 * @property {Slot} slot
 * @property {Place} place
 * @property {Source} source
 * @property {Promise<void> | null} reading  ends when the core wants no more
 * @property {{ offset: number, bytes: Promise<Uint8Array> } | null} left  a read that a page went before
 */

/** Bytes handed to the core at a time: small enough that a slice of work ends on time. */
const PIECE = 64 * 1024;
/** Milliseconds between two reports. */
export const REPORT = 100;
/** Milliseconds that a page waits for its items before it comes without some of them. */
const PATIENCE = 100;

export class Reading {
  /** @type {Record<Slot, Reader | null>} */
  readers = { images: null, labels: null };
  /** The items that each lane waits for. @type {Map<string, Float64Array>} */
  #wishes = new Map();
  /** Happens when items are wanted that are to be read. */
  #link = event();
  /** Happens when a file is known, and when all items that are wanted are here or cannot be had. */
  #arrival = event();
  #reported = 0;
  #sliceStart = 0;
  /** Whether a page came without some of its items, although they can be read. */
  #owing = false;
  #tell;

  /**
   * @param {Dataset} dataset
   * @param {(message: object) => void} tell  what the page is to know
   */
  constructor(dataset, tell) {
    this.dataset = dataset;
    this.#tell = tell;
  }

  /**
   * Reads a file into a slot; resolves when there is nothing more to read, or another file is in the slot. What goes
   * wrong is told as an event, like what goes wrong later.
   * @param {Slot} slot
   * @param {Place} place
   * @param {string} name
   * @param {number} budget  bytes of items that stay in memory, at most
   */
  async open(slot, place, name, budget) {
    this.readers[slot]?.source.close();
    const reader = { slot, place, source: sourceOf(place), reading: null, left: null };
    this.readers[slot] = reader;
    this.dataset.open(slot, name, reader.source.size ?? undefined, budget);
    await this.#read(reader);
  }

  /**
   * Reads what the core wants of a slot's file by now.
   * @param {Slot} slot
   */
  async goOn(slot) {
    const reader = this.readers[slot];
    if (reader) await this.#read(reader);
  }

  /** @param {Slot} slot */
  close(slot) {
    this.readers[slot]?.source.close();
    this.readers[slot] = null;
    this.dataset.close(slot);
  }

  /** Tells how far everything is. */
  report() {
    this.#reported = performance.now();
    const statuses = { images: this.dataset.status('images') ?? null, labels: this.dataset.status('labels') ?? null };
    this.#tell({ event: 'status', statuses });
  }

  /**
   * Lets the readers fetch items before anything else, and waits for them, but not for ever.
   * @param {Float64Array} items
   * @param {string} lane
   */
  async gather(items, lane) {
    const open = Object.values(this.readers).filter((reader) => reader !== null);
    this.#wishes.set(lane, items);
    const all = Float64Array.from([...this.#wishes.values()].flatMap((wished) => [...wished]));
    if (this.dataset.want(all)) {
      this.#link.happen();
      for (const reader of open) this.#read(reader);
    } else if (!open.some(({ slot, reading }) => reading && !this.dataset.status(slot))) {
      this.#wishes.delete(lane);
      return;
    }
    await this.#arrives();
    if (this.#wishes.get(lane) === items) this.#wishes.delete(lane);
    this.#owing ||= this.#isLacking;
  }

  /** What is looked at is read first. */
  async looks() {
    while (this.#isLacking) await this.#arrives();
  }

  /** Waits for what is wanted, but not for ever. */
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
    const current = () => this.readers[slot] === reader;
    let passes = false;
    for (let want; current() && (want = dataset.wanted(slot)); ) {
      const { offset, length } = want;
      const passing = !dataset.isLacking(slot);
      passes ||= passing;
      try {
        const bytes = reader.left?.offset === offset ? reader.left.bytes : source.read(offset, length, passing);
        const first = await this.#link.or(bytes);
        if (!current()) return;
        if (first) {
          reader.left = null;
          await this.#feed(reader, offset, first);
        } else {
          // If it fails it fails again, and is reported, when it is asked for.
          bytes.catch(() => {});
          if (passing) reader.left = { offset, bytes };
        }
      } catch (error) {
        if (!current()) return;
        const trapped = error instanceof WebAssembly.RuntimeError;
        this.#tell({ event: 'fault', slot, error: plain(error), ended: passing || trapped });
        // After a trap there is no core to be asked.
        if (trapped) return;
        reader.left = null;
        if (passing) dataset.stop(slot);
        else dataset.clear(slot);
        this.#arrival.happen();
      }
    }
    if (passes && current()) this.report();
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
      if (lacked && !this.#isLacking) {
        this.#arrival.happen();
        if (this.#owing) this.report();
        this.#owing = false;
      }
      const now = performance.now();
      if (now - this.#reported > REPORT) this.report();
      if (now - this.#sliceStart > SLICE) {
        await breathe();
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
