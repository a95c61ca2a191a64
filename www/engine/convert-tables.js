/** Files that hold images and labels in one, made into two files: tables of numbers, and CIFAR's records. */

import init, { Cifar, Csv } from '../pkg/convert.js';

/**
 * @import { Source } from './source.js'
 *
 * @typedef {{ images: File, labels: File | null }} Both  each in IDX's format
 */

await init();

/**
 * The images and the labels in a table, and what became of its columns.
 * @param {Source} source
 * @param {File} file
 * @param {boolean} imagesOnly  whether a table of which it is not certain that it holds images gives null
 */
export async function tableOf(source, file, imagesOnly) {
  const csv = new Csv(file.size);
  return freeing(csv, async () => {
    try {
      const both = await divide(csv, source, file, true, () => imagesOnly && csv.areImages() === false);
      return both && { ...both, columns: csv.columns() };
    } catch (error) {
      // What is wrong in it matters to those who can read it.
      if (!isTrap(error) && imagesOnly && !csv.areImages()) return null;
      throw error;
    }
  });
}

/**
 * The images and the labels in a file of CIFAR's, and the name of the dataset; null if it is another file.
 * @param {Source} source
 * @param {File} file
 */
export async function recordsOf(source, file) {
  const cifar = new Cifar(file.size);
  return freeing(cifar, async () => {
    try {
      const both = await divide(cifar, source, file, false);
      return both && { ...both, set: cifar.set() };
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'BadMagic') return null;
      throw error;
    }
  });
}

/**
 * Frees a reader after its use. After a trap nothing of it can be called.
 * @template T
 * @param {Csv | Cifar} reader
 * @param {() => Promise<T>} use
 */
async function freeing(reader, use) {
  let trapped = false;
  try {
    return await use();
  } catch (error) {
    trapped = isTrap(error);
    throw error;
  } finally {
    if (!trapped) reader.free();
  }
}

/** @param {unknown} error */
function isTrap(error) {
  return error instanceof WebAssembly.RuntimeError;
}

/**
 * Reads a file to its end, as often as the reader wants it; null as soon as it turns out to be another.
 * @param {Csv | Cifar} reader
 * @param {Source} source
 * @param {File} file
 * @param {boolean} passing  whether the reader takes fewer bytes than it wants
 * @param {() => boolean} [isOther]
 * @returns {Promise<Both | null>}
 */
async function divide(reader, source, file, passing, isOther = () => false) {
  /** @type {BlobPart[][]} */
  const parts = [[], []];
  try {
    for (let want; (want = reader.wanted()); ) {
      // From the start again, with another type of elements.
      if (want.offset === 0) for (const part of parts) part.length = 0;
      const output = reader.push(await source.read(want.offset, want.length, passing));
      for (const [slot, elements] of output.entries()) {
        // The browser may keep a blob on disk.
        if (elements.length) parts[slot].push(new Blob([/** @type {BlobPart} */ (elements)]));
      }
      if (isOther()) return null;
    }
  } finally {
    source.close();
  }
  const { lastModified } = file;
  const [images, labels] = reader.headers().map((header, slot) => {
    const whole = [/** @type {BlobPart} */ (header), ...parts[slot]];
    return header && new File(whole, file.name, { lastModified });
  });
  return images && { images, labels };
}
