/** The bytes of a file at any offset: as they are stored, or unpacked. */

import { sourceOf } from './source.js';

/**
 * @import { Engine } from './client.js'
 * @import { Place, Slot, Status } from './protocol.js'
 *
 * @typedef {object} FileBytes
 * @property {number} length  as far as it is known
 * @property {boolean} [isComplete]  false while the length grows
 * @property {(offset: number, count: number) => Promise<Uint8Array>} read  at most `count` bytes from `offset` on; fewer
 *   where the next byte has not arrived
 * @property {() => void} close
 */

/** Bytes that are read at a time. */
const CHUNK = 64 * 1024;
/** Chunks that are kept: rows in view are in two at most. */
const KEPT = 4;

/** @implements {FileBytes} */
export class StoredBytes {
  #source;
  /** By number; the newest is the last. @type {Map<number, Promise<Uint8Array>>} */
  #chunks = new Map();

  /** @param {Place} place */
  constructor(place) {
    this.#source = sourceOf(place);
    this.length = this.#source.size ?? 0;
  }

  /**
   * @param {number} offset
   * @param {number} count
   */
  async read(offset, count) {
    const bytes = new Uint8Array(Math.max(0, Math.min(count, this.length - offset)));
    let filled = 0;
    while (filled < bytes.length) {
      const at = offset + filled;
      const chunk = await this.#chunk(Math.floor(at / CHUNK));
      const part = chunk.subarray(at % CHUNK, (at % CHUNK) + bytes.length - filled);
      if (!part.length) break;
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes.subarray(0, filled);
  }

  close() {
    this.#source.close();
  }

  /**
   * Read once, because a host's source gives up a read when the next one begins.
   * @param {number} number
   */
  #chunk(number) {
    const known = this.#chunks.get(number);
    if (known) return known;
    const chunk = this.#source.read(number * CHUNK, CHUNK);
    this.#chunks.set(number, chunk);
    chunk.catch(() => this.#chunks.delete(number));
    for (const oldest of this.#chunks.keys()) if (this.#chunks.size > KEPT) this.#chunks.delete(oldest);
    return chunk;
  }
}

/**
 * The header and the items of a file that is unpacked while it is read.
 * @implements {FileBytes}
 */
export class UnpackedBytes {
  #engine;
  #slot;
  /** @type {Status} */
  #status;
  #header;

  /**
   * @param {Engine} engine
   * @param {Slot} slot
   * @param {Status} status
   * @param {Uint8Array} header
   */
  constructor(engine, slot, status, header) {
    this.#engine = engine;
    this.#slot = slot;
    this.#status = status;
    this.#header = header;
  }

  /** Takes over what has been read since. @param {Status} status */
  follow(status) {
    this.#status = status;
  }

  /** Until the end of the file is known, the length that its header promises. */
  get length() {
    const { done, items, promised, layout } = this.#status;
    return layout.offset + (done ? items : promised) * layout.itemLength;
  }

  /**
   * @param {number} offset
   * @param {number} count
   */
  async read(offset, count) {
    const { offset: start, itemLength, elementSize } = this.#status.layout;
    const end = Math.min(offset + count, this.length);
    if (offset >= start) return this.#items(offset, end, start, itemLength, elementSize);
    const head = this.#header.subarray(offset, Math.min(end, start));
    // Bytes between the header and the first item stay unknown, so the bytes after them wait, too.
    if (end <= start || offset + head.length < start) return head;
    const items = await this.#items(start, end, start, itemLength, elementSize);
    return Uint8Array.of(...head, ...items);
  }

  close() {}

  /**
   * @param {number} from
   * @param {number} end
   * @param {number} start  offset of the first item
   * @param {number} itemLength
   * @param {number} size  of an element
   */
  async #items(from, end, start, itemLength, size) {
    if (from >= end) return new Uint8Array();
    const at = from - start;
    const item = Math.floor(at / itemLength);
    const first = at - item * itemLength;
    // The core gives whole elements.
    const lead = first % size;
    const count = Math.ceil((end - from + lead) / size) * size;
    const bytes = await this.#engine.call('bytes', this.#slot, item, first - lead, count, itemLength);
    return bytes.subarray(lead, lead + end - from);
  }
}
