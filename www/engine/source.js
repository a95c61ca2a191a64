/** The bytes of a file, by range. Reads one range ahead, so that the disk works while the worker unpacks. */
export class Source {
  /** @type {Blob} */
  #file;
  /** @type {{ offset: number, length: number, bytes: Promise<Uint8Array> } | null} */
  #ahead = null;

  /** @param {Blob} file */
  constructor(file) {
    this.#file = file;
  }

  get size() {
    return this.#file.size;
  }

  /**
   * The bytes from `offset` on: `length` of them, or what the file has left.
   * @param {number} offset
   * @param {number} length
   * @returns {Promise<Uint8Array>}
   */
  async read(offset, length) {
    const ahead = this.#ahead;
    const bytes = await (ahead?.offset === offset && ahead.length === length ? ahead.bytes : this.#slice(offset, length));
    const next = offset + length;
    if (next < this.size) {
      const rest = Math.min(length, this.size - next);
      this.#ahead = { offset: next, length: rest, bytes: this.#slice(next, rest) };
      // If it fails it fails again, and is reported, when it is asked for.
      this.#ahead.bytes.catch(() => {});
    } else {
      this.#ahead = null;
    }
    return bytes;
  }

  /**
   * @param {number} offset
   * @param {number} length
   */
  async #slice(offset, length) {
    return new Uint8Array(await this.#file.slice(offset, offset + length).arrayBuffer());
  }
}
