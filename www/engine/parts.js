/** What comes out of a file, piece by piece, as the parts of another, which the browser may keep on disk. */

/** Bytes of a part: the browser takes a moment for each. */
const LENGTH = 4 << 20;

export class Parts {
  /** @type {BlobPart[]} */
  #parts;
  /** What has come out since. @type {BlobPart[]} */
  #pieces = [];
  #length = 0;

  /** @param {BlobPart[]} [first]  what goes before what comes out */
  constructor(first = []) {
    this.#parts = [...first];
  }

  /** @param {Uint8Array} bytes  which stay as they are */
  add(bytes) {
    if (!bytes.length) return;
    this.#pieces.push(/** @type {BlobPart} */ (bytes));
    this.#length += bytes.length;
    if (this.#length >= LENGTH) this.#pass();
  }

  /** All of them so far. */
  all() {
    this.#pass();
    return [...this.#parts];
  }

  #pass() {
    if (this.#length) this.#parts.push(new Blob(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
  }
}
