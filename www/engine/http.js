/** Files on a host, as the worker reads them: by range, or, where the host gives none, as one stream that is kept. */

/** @import { Remote } from './protocol.js' */

/** Milliseconds without a byte after which a host has stopped. */
const SILENCE = 15_000;
/** Milliseconds before each further try. */
const PAUSES = [250, 1000, 4000];
/** Bytes of a stream that are kept in one piece. */
const PIECE = 1024 * 1024;

/** A file of a host that hands out parts of it. */
export class RangeSource {
  #remote;
  #closed = new AbortController();
  /** Ends the last read that was not of the pass: nobody waits for it when there is another. */
  #look = new AbortController();

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
      this.#look.abort();
      this.#look = new AbortController();
    }
    const { signal } = passing ? this.#closed : this.#look;
    return persist(this.#remote, signal, () => this.#fetch(offset, end, signal));
  }

  close() {
    this.#closed.abort();
    this.#look.abort();
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

/**
 * A file of a host that only hands out the whole: what has come is kept, so that any part of that can be read again. It
 * comes no faster than it is read.
 */
export class StreamSource {
  #remote;
  /** The file, in pieces of one length: the browser can put them on the disk. @type {Blob[]} */
  #pieces = [];
  #last = new Uint8Array(PIECE);
  #filled = 0;
  #ended = false;
  /** @type {AsyncGenerator<Uint8Array> | null} */
  #chunks = null;
  /** Ends when the next chunk has come. @type {Promise<void> | null} */
  #coming = null;
  #closed = new AbortController();
  /** Of the first answer: when the host packs what it sends, not that of the probe. @type {string | null | undefined} */
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
      const { value, done } = await persist(this.#remote, this.#closed.signal, () => this.#next());
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

  /** What has not come yet: the host begins at the beginning. */
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

/**
 * What changes when a file does: its ETag, weak or not, or the time of its last change.
 * @param {Headers} headers
 */
export function pinOf(headers) {
  return headers.get('ETag')?.replace(/^W\//, '') ?? headers.get('Last-Modified');
}

/**
 * Which part of a file an answer is, if it is one: its first and last byte, and the bytes of the whole.
 * @param {Headers} headers
 */
export function partOf(headers) {
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('Content-Range') ?? '');
  if (!found) return null;
  const [first, last, total] = found.slice(1).map(Number);
  return { first, last, total };
}

/**
 * How many bytes an answer brings, where that can be told: another host can hide that it has packed the file.
 * @param {Response} response
 */
export function lengthOf({ type, headers }) {
  const length = type === 'basic' && !headers.has('Content-Encoding') ? headers.get('Content-Length') : null;
  return length === null ? null : Number(length);
}

/**
 * @param {string} name
 * @param {string} message
 * @param {{ found?: number, host?: string }} [fields]
 */
export function fault(name, message, fields = {}) {
  return Object.assign(new Error(message), { name, ...fields });
}

/**
 * The body of an answer, chunk by chunk. Fails if the host is silent for too long while a chunk is waited for.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {AbortSignal} signal
 * @param {(response: Response) => void} check  throws if this is not the answer wanted
 */
async function* receive(url, headers, signal, check) {
  signal.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', abort);
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new Error('nothing came for too long')), SILENCE);
  };
  try {
    wait();
    // A redirection could lead to where the page's policy does not allow it to ask.
    const response = await fetch(url, { headers, cache: 'no-store', redirect: 'error', signal: controller.signal });
    const { ok, status, body } = response;
    // Past the end now is what was inside the file that was opened.
    if (status === 416) throw changed();
    if (!ok) {
      const { host } = new URL(url);
      throw fault('ServerFailed', `${host} answered ${status}`, { host, found: status });
    }
    check(response);
    let lacking = lengthOf(response) ?? 0;
    for (const reader = body?.getReader(); reader; ) {
      wait();
      const { value, done } = await reader.read();
      clearTimeout(timer);
      // For WebKitGTK, a connection that breaks off is an end like any other.
      if (done && lacking > 0) throw new Error('an answer ended early');
      if (done) return;
      lacking -= value.length;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    clearTimeout(timer);
    controller.abort();
  }
}

/**
 * Tries again, after longer and longer pauses, what a host or the network may have failed at for a moment.
 * @template T
 * @param {Remote} remote
 * @param {AbortSignal} signal  ends the trying
 * @param {() => Promise<T>} attempt
 */
async function persist({ url }, signal, attempt) {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const { name, message, found } = /** @type {Error & { found?: number }} */ (error);
      const passing = found === undefined || found >= 500 || found === 429;
      if (name === 'FileChanged' || !passing || signal.aborted) throw error;
      if (tries === PAUSES.length) {
        if (name === 'ServerFailed') throw error;
        const { host } = new URL(url);
        throw fault('ServerFailed', `${host} stopped: ${message}`, { host });
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSES[tries]));
    }
  }
}

/**
 * Whether both are known, and not the same.
 * @param {unknown} some
 * @param {unknown} other
 */
function differ(some, other) {
  return some !== null && other !== null && some !== other;
}

function changed() {
  return fault('FileChanged', 'the file on the host is not the one that was opened');
}
