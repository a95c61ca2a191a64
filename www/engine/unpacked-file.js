/** The bytes of a gzip file whose data is no array, or is not read yet: a core of its own unpacks it. */

import { Engine } from './client.js';
import { UnpackedBytes } from './file-bytes.js';
import { Condition } from './scheduling.js';

/**
 * @import { FileBytes } from './file-bytes.js'
 * @import { Place } from './protocol.js'
 */

/** Whatever the data is: bytes, up to the end of the file or the 4 GiB that a dimension can have. */
const AS_BYTES = 'u8,4294967295,0';
/** Bytes that stay in memory. */
const BUDGET = 2 ** 25;

/** @implements {FileBytes} */
export class UnpackedFile {
  #engine = new Engine();
  /** Null until there are two of them. @type {UnpackedBytes | null} */
  #bytes = null;
  #end;
  /** Whether no more bytes are to come. */
  isComplete = false;
  #arrival = new Condition();
  /** Called when there are more bytes. */
  onchange = () => {};

  /**
   * @param {Place} place
   * @param {string} name
   */
  constructor(place, name) {
    this.#engine.onstatus = ({ images: status }) => {
      if (status?.layout.text !== AS_BYTES) return;
      // The layout promises 4 GiB, whatever the file has.
      const arrived = { ...status, promised: status.items };
      if (this.#bytes) this.#bytes.follow(arrived);
      else this.#bytes = new UnpackedBytes(this.#engine, 'images', arrived, new Uint8Array());
      this.#arrival.notify();
      this.onchange();
    };
    const reading = [
      this.#engine.call('open', 'images', place, name, BUDGET),
      this.#engine.call('readAs', 'images', AS_BYTES),
    ];
    // What is wrong with the file was reported when it was dropped.
    this.#end = Promise.allSettled(reading).then(() => {
      this.isComplete = true;
    });
  }

  /** Bytes unpacked so far. */
  get length() {
    return this.#bytes?.length ?? 0;
  }

  /**
   * @param {number} offset
   * @param {number} count
   */
  async read(offset, count) {
    await this.reach(offset);
    return this.#bytes?.read(offset, count) ?? new Uint8Array();
  }

  /**
   * Resolves when the byte at an offset has been unpacked, or no more are to come.
   * @param {number} offset
   */
  async reach(offset) {
    while (this.length <= offset && !this.isComplete) await this.#arrival.or(this.#end);
  }

  close() {
    this.#engine.close();
  }
}
