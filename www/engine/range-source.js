/** A file on a host that gives ranges of bytes. */

import { changed, differ, partOf, pinOf, receive, retry } from './http.js';

/** @import { Remote } from './protocol.js' */

export class RangeSource {
  #remote;
  #closed = new AbortController();
  /** Aborts the last read that was not of the pass, when another takes its place. */
  #seek = new AbortController();

  /** @param {Remote} remote */
  constructor(remote) {
    this.#remote = remote;
  }

  get size() {
    return this.#remote.size ?? 0;
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @param {boolean} [passing]
   */
  async read(offset, length, passing) {
    const end = Math.min(offset + length, this.size);
    if (offset >= end) return new Uint8Array();
    if (!passing) {
      this.#seek.abort();
      this.#seek = new AbortController();
    }
    const { signal } = passing ? this.#closed : this.#seek;
    return retry(this.#remote, signal, () => this.#fetch(offset, end, signal));
  }

  close() {
    this.#closed.abort();
    this.#seek.abort();
  }

  /**
   * @param {number} offset
   * @param {number} end
   * @param {AbortSignal} signal
   */
  async #fetch(offset, end, signal) {
    const bytes = new Uint8Array(end - offset);
    let filled = 0;
    const part = { Range: `bytes=${offset}-${end - 1}` };
    for await (const chunk of receive(this.#remote.url, part, signal, (response) =>
      this.#check(response, offset, end),
    )) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    if (filled < bytes.length) throw new Error('an answer ended early');
    return bytes;
  }

  /**
   * @param {Response} response
   * @param {number} offset
   * @param {number} end
   */
  #check({ headers }, offset, end) {
    const { etag, size } = this.#remote;
    const part = partOf(headers);
    if (differ(pinOf(headers), etag) || differ(part?.total ?? null, size)) throw changed();
    if (part?.first !== offset || part.last !== end - 1)
      throw new Error('the host gives other parts than are asked for');
  }
}
