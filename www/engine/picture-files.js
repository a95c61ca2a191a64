/** The bytes of pictures: of many small files, on the device or in an archive, few large ones at a time. */

import { inflated } from '../pkg/convert.js';

/**
 * @typedef {object} Part  a file in an archive, which is made only if it is asked for
 * @property {Blob} content  that it is in
 * @property {number} offset
 * @property {number} length
 * @property {Uint8Array[]} frame  what goes before and after its bytes
 */

/** Limit of the bytes of a file: a picture that is not compressed takes half of it. */
const MOST = 128 << 20;
/** Limit of those of a small file, many of which are read at once. */
const MOST_OF_SMALL = 16 << 20;
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
  /** The archives, which name their blocks. @type {Blob[]} */
  #archives = [];

  /**
   * The bytes of a picture, or the first of them; none if they cannot be read, or are too many.
   * @param {Blob | Part} file
   * @param {number} [most]
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async read(file, most = Infinity) {
    const size = sizeOf(file);
    if (Math.min(size, most) > MOST) return NONE;
    const isPart = !(file instanceof Blob);
    const bytes = isPart ? await this.#part(file) : await bytesOf(size > most ? file.slice(0, most) : file);
    const packed = isPart && file.frame[0].length ? joined([file.frame[0], bytes, file.frame[1]]) : bytes;
    // Some archives were packed from files that are gzip.
    const isPacked = packed[0] === GZIP[0] && packed[1] === GZIP[1];
    return isPacked
      ? /** @type {Uint8Array<ArrayBuffer>} */ (inflated(packed, size <= SMALL ? MOST_OF_SMALL : MOST))
      : bytes;
  }

  /** @param {Part} part */
  async #part({ content, offset, length }) {
    const at = Math.floor(offset / BLOCK);
    const [from, to] = [offset - at * BLOCK, offset + length - at * BLOCK];
    if (to > BLOCK) return bytesOf(content.slice(offset, offset + length));
    if (!this.#archives.includes(content)) this.#archives.push(content);
    const key = `${this.#archives.indexOf(content)} ${at}`;
    const block = this.#blocks.get(key) ?? bytesOf(content.slice(at * BLOCK, (at + 1) * BLOCK));
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
 * @param {Blob} blob
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function bytesOf(blob) {
  // A file that is gone is one that cannot be read.
  return new Uint8Array(await blob.arrayBuffer().catch(() => new ArrayBuffer()));
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
