/** What comes out of a file, piece by piece, as the parts of another, which the browser may keep on disk. */

/** Bytes of a part: the browser takes longer for the same bytes in more parts. */
const LENGTH = 16 << 20;

export class Parts {
  #first;
  /** @type {BlobPart[]} */
  #parts;
  /** What has come out since, at its start. */
  #buffer = new Uint8Array();
  #filled = 0;
  /** Bytes that have come out. */
  length = 0;

  /** @param {BlobPart[]} [first]  what goes before what comes out */
  constructor(first = []) {
    this.#first = first;
    this.#parts = [...first];
  }

  /** @param {Uint8Array} bytes  which are copied */
  add(bytes) {
    if (bytes.length && !this.#buffer.length) this.#buffer = new Uint8Array(LENGTH);
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + LENGTH - this.#filled);
      this.#buffer.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === LENGTH) this.#pass();
    }
    this.length += bytes.length;
  }

  /** Drops all of them. */
  clear() {
    this.#parts = [...this.#first];
    this.length = this.#filled = 0;
  }

  /** All of them so far. */
  all() {
    this.#pass();
    return [...this.#parts];
  }

  #pass() {
    // The browser copies them.
    if (this.#filled) this.#parts.push(new Blob([this.#buffer.subarray(0, this.#filled)]));
    this.#filled = 0;
  }
}
