/** The bytes of pictures: of many small files, on the device or in an archive, few large ones at a time. */

import { gunzip } from '../pkg/convert.js';
import { joined } from './bytes.js';
import { sourceOf } from './source.js';

/**
 * @import { Remote } from './protocol.js'
 *
 * @typedef {object} Part  a file in an archive, which is made only if it is asked for
 * @property {Blob | Remote} content  that it is in
 * @property {number} offset
 * @property {number} length
 * @property {Uint8Array[]} frame  what goes before and after its bytes
 */

/** Limit of the bytes of a file: a picture that is not compressed takes half of it. */
const MOST = 128 << 20;
/** Limit of those of a small file, many of which are read at once. */
const MOST_OF_SMALL = 8 << 20;
/** Bytes of a small file at most. */
export const SMALL = 1 << 20;
/** Bytes of an archive that are read together: small files lie next to each other. */
const BLOCK = 1 << 20;
/** Blocks that are kept. */
const BLOCKS = 8;
const GZIP = [0x1f, 0x8b];
const NONE = new Uint8Array();

export class PictureFiles {
  /** The blocks that were read last, by their archive and their place. @type {Map<string, Promise<Uint8Array<ArrayBuffer>>>} */
  #blocks = new Map();
  /** The archives, which name their blocks. @type {(Blob | Remote)[]} */
  #archives = [];
  /** Parts that were in a block at hand, and others. */
  #hits = 0;
  #misses = 0;

  /**
   * The bytes of a picture, or the first of them; none if they cannot be read, or are too many.
   * @param {Blob | Part} file
   * @param {number} [most]
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async read(file, most = Infinity) {
    const size = sizeOf(file);
    const isPart = !(file instanceof Blob);
    const isDeflated = isPart && file.frame[0].length > 0;
    // What is deflated tells nothing before its end.
    const length = isDeflated ? size : Math.min(size, most);
    if (length > MOST) return NONE;
    const bytes = isPart ? await this.#part(file, length) : await bytesOf(file, 0, length);
    const packed = isDeflated ? joined([file.frame[0], bytes, file.frame[1]]) : bytes;
    // Some archives were packed from files that are gzip.
    const isPacked = packed[0] === GZIP[0] && packed[1] === GZIP[1];
    const limit = size <= SMALL ? MOST_OF_SMALL : MOST;
    return isPacked ? /** @type {Uint8Array<ArrayBuffer>} */ (gunzip(packed, limit)) : bytes;
  }

  /**
   * The first bytes of a part.
   * @param {Part} part
   * @param {number} length
   */
  async #part({ content, offset }, length) {
    const at = Math.floor(offset / BLOCK);
    const [from, to] = [offset - at * BLOCK, offset + length - at * BLOCK];
    if (!this.#archives.includes(content)) this.#archives.push(content);
    const key = `${this.#archives.indexOf(content)} ${at}`;
    const known = this.#blocks.get(key);
    if (known) this.#hits++;
    else this.#misses++;
    // Where they lie in no order, most of a block would be read in vain.
    const isScattered = !known && this.#misses > BLOCKS + this.#hits;
    if (to > BLOCK || isScattered) return bytesOf(content, offset, length);
    const block = known ?? bytesOf(content, at * BLOCK, BLOCK);
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    for (const old of [...this.#blocks.keys()].slice(0, -BLOCKS)) this.#blocks.delete(old);
    return (await block).slice(from, to);
  }
}

/** @param {Blob | Part} file */
export function sizeOf(file) {
  return file instanceof Blob ? file.size : file.length;
}

/**
 * @param {Blob | Remote} content
 * @param {number} offset
 * @param {number} length
 */
async function bytesOf(content, offset, length) {
  // Its own, because on a host a read can take the place of another.
  const source = sourceOf(content);
  try {
    return /** @type {Uint8Array<ArrayBuffer>} */ (await source.read(offset, length));
  } catch (error) {
    // A file that is gone is one that cannot be read. On a host, all of them would be.
    if (content instanceof Blob) return NONE;
    throw error;
  } finally {
    source.close();
  }
}
