/** Where the bytes of an open file come from, and how they are read, by range. */

/**
 * @import { Place, Remote } from './protocol.js'
 *
 * @typedef {object} Source
 * @property {number | null} size  null while it is unknown
 * @property {(offset: number, length: number, passing?: boolean) => Promise<Uint8Array>} read
 *   at most `length` bytes from `offset` on, and none only at the end. The bytes of a pass over the file, whose reads
 *   follow one another, are valid until its next read. Other bytes of a file on the device belong to the caller.
 * @property {() => void} close  ends its connection, if there is one
 */

/**
 * @param {Blob | Remote} place
 * @returns {Source}
 */
export function sourceOf(place) {
  return place instanceof Blob ? new FileSource(place) : new HostSource(place);
}

/**
 * When a file was last changed. That of one on a host is always the same, so that what is made of it is known again.
 * @param {Place} place
 */
export function timeOf(place) {
  return place instanceof File ? place.lastModified : 0;
}

/** Limits of the bytes that a pass reads at a time. Browsers hand out fewer by themselves, which takes longer. */
const MIN_READ = 256 * 1024;
const MAX_READ = 1 << 20;
/** Bytes of a part that are read at a time. */
const PART_READ = 128 * 1024;

/** Whether files are streamed into our buffer. WebKit cannot, and reads on in a stream that has no reader. */
const STREAMS = (() => {
  try {
    return !!new Blob().stream().getReader({ mode: 'byob' });
  } catch {
    return false;
  }
})();

/**
 * The readers that are waited for. Chromium collects the stream of a file to which only waiting code refers, and that code
 * then waits forever.
 * @type {Set<ReadableStreamBYOBReader>}
 */
const awaited = new Set();

/** A file on the device: a stream for the pass over it, which takes a quarter of the time of slices; else a slice. */
class FileSource {
  #file;
  /** The only buffer, lent to the stream and back: others would pile up until they are collected. @type {Uint8Array<ArrayBuffer>} */
  #buffer = new Uint8Array();
  /** @type {{ next: number, reader: ReadableStreamBYOBReader } | null} */
  #stream = null;

  /** @param {Blob} file */
  constructor(file) {
    this.#file = file;
  }

  get size() {
    return this.#file.size;
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @param {boolean} [passing]
   */
  async read(offset, length, passing) {
    try {
      // Many files need no pass after their first bytes.
      if (!passing || offset === 0 || length === 0) return await this.#slice(offset, length);
      if (offset !== this.#stream?.next) this.#begin(offset);
      const bytes = this.#stream && (await this.#follow(this.#stream, length));
      return bytes?.length ? bytes : await this.#slice(offset, length);
    } catch (error) {
      if (/** @type {Error} */ (error).name !== 'AbortError') throw error;
      throw await reasonOf(this.#file);
    }
  }

  close() {
    // If it has failed, that was reported.
    this.#stream?.reader.cancel().catch(() => {});
    this.#stream = null;
  }

  /** @param {number} offset */
  #begin(offset) {
    this.close();
    if (STREAMS) this.#stream = { next: offset, reader: this.#file.slice(offset).stream().getReader({ mode: 'byob' }) };
  }

  /**
   * @param {{ next: number, reader: ReadableStreamBYOBReader }} stream
   * @param {number} length
   */
  async #follow(stream, length) {
    const { next, reader } = stream;
    const size = Math.min(length, MAX_READ);
    const buffer = this.#buffer.buffer.byteLength === size ? this.#buffer.buffer : new ArrayBuffer(size);
    // The start of the next chunk is unknown until this one arrives.
    stream.next = NaN;
    const { value } = await reading(reader, buffer);
    this.#buffer = value ?? new Uint8Array();
    stream.next = next + this.#buffer.length;
    return this.#buffer;
  }

  /**
   * @param {number} offset
   * @param {number} length
   */
  async #slice(offset, length) {
    const part = this.#file.slice(offset, offset + length);
    const whole = async () => new Uint8Array(await part.arrayBuffer());
    // Only `arrayBuffer` tells why a file cannot be read.
    const bytes = await (STREAMS && part.size > PART_READ / 2 ? streamed(part).catch(whole) : whole());
    // Firefox gives the bytes that are left when a file has become shorter.
    if (!bytes.length && offset < this.size && length > 0) throw new DOMException('', 'AbortError');
    return bytes;
  }
}

/**
 * The bytes of a large part, in memory that can be given back at once: Chromium keeps what `arrayBuffer` gave until it
 * collects garbage.
 * @param {Blob} part
 */
async function streamed(part) {
  const reader = part.stream().getReader({ mode: 'byob' });
  const bytes = new Uint8Array(part.size);
  let filled = 0;
  let buffer = new ArrayBuffer(PART_READ);
  for (;;) {
    const { value } = await reading(reader, buffer);
    if (!value?.length) return bytes.subarray(0, filled);
    bytes.set(value, filled);
    filled += value.length;
    buffer = value.buffer;
  }
}

/**
 * Reads a chunk into a buffer, which is lent to the stream and comes back with the chunk. Older browsers give fewer bytes.
 * @param {ReadableStreamBYOBReader} reader
 * @param {ArrayBuffer} buffer
 */
async function reading(reader, buffer) {
  awaited.add(reader);
  const min = Math.min(MIN_READ, buffer.byteLength);
  return reader.read(new Uint8Array(buffer), { min }).finally(() => awaited.delete(reader));
}

/**
 * Why a local file cannot be read. Firefox gives one reason for all; only its FileReader tells a file that is gone from one
 * that has changed.
 * @param {Blob} file
 * @returns {Promise<DOMException>}
 */
function reasonOf(file) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () =>
      resolve(reader.error ?? new DOMException('the file has become shorter', 'NotReadableError'));
    reader.readAsArrayBuffer(file.slice(0, 1));
  });
}

/** A file on a host. Its modules are loaded on demand, because most files are on the device. */
class HostSource {
  #source;

  /** @param {Remote} remote */
  constructor(remote) {
    this.size = remote.size;
    this.#source = import('./hosted.js').then(({ hosted }) => hosted(remote));
    // Reported when it is read.
    this.#source.catch(() => {});
  }

  /** @type {Source['read']} */
  async read(...range) {
    const source = await this.#source;
    return source.read(...range);
  }

  close() {
    this.#source.then((source) => source.close()).catch(() => {});
  }
}
