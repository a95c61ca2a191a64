/**
 * A file on a host that gives no ranges: one stream, which is kept, so that any part that has arrived can be read again. It
 * arrives no faster than it is read.
 */

import { changed, differ, pinOf, receive, retry } from './http.js';

/** @import { Remote } from './protocol.js' */

/** Bytes of a stream that are kept in one piece. */
const PIECE = 1024 * 1024;

export class StreamSource {
  #remote;
  /** The file, in pieces of one length: the browser can put them on the disk. @type {Blob[]} */
  #pieces = [];
  #last = new Uint8Array(PIECE);
  #filled = 0;
  #ended = false;
  /** @type {AsyncGenerator<Uint8Array> | null} */
  #chunks = null;
  /** Ends when the next chunk has arrived. @type {Promise<void> | null} */
  #coming = null;
  #closed = new AbortController();
  /** The version by the first answer. If the host compresses its answers, the probe's differs. @type {string | null | undefined} */
  #etag;

  /** @param {Remote} remote */
  constructor(remote) {
    this.#remote = remote;
  }

  get size() {
    return this.#ended ? this.#arrived : this.#remote.size;
  }

  get #arrived() {
    return this.#pieces.length * PIECE + this.#filled;
  }

  /**
   * @param {number} offset
   * @param {number} length
   */
  async read(offset, length) {
    const end = offset + length;
    while (this.#arrived < end && !this.#ended) {
      this.#closed.signal.throwIfAborted();
      await (this.#coming ??= this.#take());
    }
    if (offset >= this.#arrived) return new Uint8Array();
    const first = Math.floor(offset / PIECE);
    const parts = this.#pieces.slice(first, Math.ceil(end / PIECE));
    const held = new Blob(end > this.#pieces.length * PIECE ? [...parts, this.#last.subarray(0, this.#filled)] : parts);
    const start = offset - first * PIECE;
    return new Uint8Array(await held.slice(start, start + length).arrayBuffer());
  }

  close() {
    this.#closed.abort();
  }

  async #take() {
    try {
      const { value, done } = await retry(this.#remote, this.#closed.signal, () => this.#next());
      if (done) this.#ended = true;
      else this.#keep(value);
    } finally {
      this.#coming = null;
    }
  }

  async #next() {
    this.#chunks ??= this.#rest();
    try {
      return await this.#chunks.next();
    } catch (error) {
      this.#chunks = null;
      throw error;
    }
  }

  /** The bytes that have not arrived yet. The host always starts at the first byte. */
  async *#rest() {
    let known = this.#arrived;
    for await (const chunk of receive(this.#remote.url, {}, this.#closed.signal, (response) => this.#check(response))) {
      if (chunk.length > known) yield chunk.subarray(known);
      known = Math.max(0, known - chunk.length);
    }
    if (known > 0) throw changed();
  }

  /** @param {Response} response */
  #check({ headers }) {
    const etag = pinOf(headers);
    this.#etag ??= etag;
    if (differ(etag, this.#etag)) throw changed();
  }

  /** @param {Uint8Array} chunk */
  #keep(chunk) {
    for (let start = 0; start < chunk.length; ) {
      const part = chunk.subarray(start, start + PIECE - this.#filled);
      this.#last.set(part, this.#filled);
      this.#filled += part.length;
      start += part.length;
      if (this.#filled < PIECE) continue;
      this.#pieces.push(new Blob([this.#last]));
      this.#filled = 0;
    }
  }
}
