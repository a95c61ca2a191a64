/** Where the bytes of an open file come from, and how they are read, by range. */

import { RangeSource, StreamSource } from './http.js';

/**
 * @import { Place } from './protocol.js'
 *
 * @typedef {object} Source
 * @property {number | null} size  null while nobody knows
 * @property {(offset: number, length: number) => Promise<Uint8Array>} read
 *   the bytes from `offset` on: `length` of them, or what the file has left
 * @property {() => void} close  lets go of a connection that may be open
 */

/**
 * @param {Place} place
 * @returns {Source}
 */
export function sourceOf(place) {
  if (place instanceof Blob) return new ReadAhead(new FileSource(place));
  return place.ranges ? new ReadAhead(new RangeSource(place)) : new StreamSource(place);
}

class FileSource {
  #file;

  /** @param {File} file */
  constructor(file) {
    this.#file = file;
  }

  get size() {
    return this.#file.size;
  }

  /**
   * @param {number} offset
   * @param {number} length
   */
  async read(offset, length) {
    return new Uint8Array(await this.#file.slice(offset, offset + length).arrayBuffer());
  }
}

/** Ranges that may be on their way at a time: one for the pass over the file, one for the pages on screen. */
const AHEAD = 2;

/** Reads one range ahead where one follows the other, so that the disk or the host works while the worker does. */
class ReadAhead {
  #source;
  /** By their offsets, the oldest first. @type {Map<number, { length: number, bytes: Promise<Uint8Array> }>} */
  #ahead = new Map();
  /** Where the last read ended. */
  #end = 0;

  /** @param {FileSource | RangeSource} source */
  constructor(source) {
    this.#source = source;
  }

  get size() {
    return this.#source.size;
  }

  /**
   * @param {number} offset
   * @param {number} length
   */
  read(offset, length) {
    const ahead = this.#ahead.get(offset);
    const follows = ahead !== undefined || (offset > 0 && offset === this.#end);
    this.#ahead.delete(offset);
    this.#end = offset + length;
    const bytes = ahead?.length === length ? ahead.bytes : this.#source.read(offset, length);
    const rest = Math.min(length, this.size - this.#end);
    if (follows && rest > 0 && !this.#ahead.has(this.#end)) this.#prefetch(this.#end, rest);
    return bytes;
  }

  close() {
    this.#ahead.clear();
  }

  /**
   * @param {number} offset
   * @param {number} length
   */
  #prefetch(offset, length) {
    const [oldest] = this.#ahead.keys();
    if (this.#ahead.size === AHEAD) this.#ahead.delete(oldest);
    const bytes = this.#source.read(offset, length);
    // If it fails it is not kept, and fails again, and is reported, when it is asked for.
    bytes.catch(() => this.#ahead.delete(offset));
    this.#ahead.set(offset, { length, bytes });
  }
}
