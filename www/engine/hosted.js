/** How a file on a host is read: ahead where its host gives ranges, else as it arrives. */

import { RangeSource } from './range-source.js';
import { StreamSource } from './stream-source.js';

/**
 * @import { Remote } from './protocol.js'
 * @import { Source } from './source.js'
 */

/**
 * @param {Remote} remote
 * @returns {Source}
 */
export function hosted(remote) {
  return remote.ranges ? new ReadAhead(new RangeSource(remote)) : new StreamSource(remote);
}

/** Reads one range ahead in a pass over the file, so that the host works while the worker does. */
class ReadAhead {
  #source;
  /** @type {{ offset: number, length: number, bytes: Promise<Uint8Array> } | null} */
  #ahead = null;

  /** @param {RangeSource} source */
  constructor(source) {
    this.#source = source;
  }

  get size() {
    return this.#source.size;
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @param {boolean} [passing]
   */
  read(offset, length, passing) {
    const ahead = this.#ahead;
    const isAhead = ahead?.offset === offset && ahead.length === length;
    const bytes = isAhead ? ahead.bytes : this.#source.read(offset, length, passing);
    // Many files need no pass after their first bytes.
    if (passing && offset > 0) this.#prefetch(offset + length, Math.min(length, this.size - offset - length));
    return bytes;
  }

  close() {
    this.#ahead = null;
    this.#source.close();
  }

  /**
   * @param {number} offset
   * @param {number} length
   */
  #prefetch(offset, length) {
    this.#ahead = null;
    if (length <= 0) return;
    const bytes = this.#source.read(offset, length, true);
    // A failed prefetch is dropped. The next read repeats it and reports the fault.
    bytes.catch(() => {
      if (this.#ahead?.bytes === bytes) this.#ahead = null;
    });
    this.#ahead = { offset, length, bytes };
  }
}
