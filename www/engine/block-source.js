/** A file on a host, in blocks: parts of it that are small and lie close together are one request. */

/** @import { Source } from './source.js' */

/** Bytes of a block, and of one that is far from the last: little around it may be wanted. */
const BLOCK = 1 << 20;
const FAR_BLOCK = 1 << 17;

/** @implements {Source} */
export class BlockSource {
  #source;
  #start = 0;
  /** @type {Uint8Array} */
  #block = new Uint8Array();

  /** @param {Source} source */
  constructor(source) {
    this.#source = source;
    this.size = source.size;
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @param {boolean} [passing]
   */
  async read(offset, length, passing) {
    const end = this.#start + this.#block.length;
    if (offset < this.#start || offset + length > end) {
      const isNear = end > 0 && offset >= this.#start && offset < end + FAR_BLOCK;
      const block = Math.max(length, isNear ? BLOCK : FAR_BLOCK);
      this.#block = await this.#source.read(offset, block, passing);
      this.#start = offset;
    }
    return this.#block.subarray(offset - this.#start, offset - this.#start + length);
  }

  close() {
    this.#source.close();
  }
}
