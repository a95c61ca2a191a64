/** Files in files, for the worker: those in an archive, and the arrays of NumPy whose items are not in one piece. */

import { Archive, Reorder } from '../pkg/idxlens.js';
import { sourceOf } from './source.js';

/** What the page can ask for. */
export const containerMethods = {
  /**
   * The files in an archive, and how many more there are.
   * @param {File} file
   */
  async members(file) {
    const archive = new Archive(file.size);
    await feed(archive, file);
    const found = { members: archive.members(), unlisted: archive.unlisted() };
    archive.free();
    return found;
  },

  /**
   * A NumPy array in Fortran's order as a file in the usual one.
   * @param {File} file
   */
  async reordered(file) {
    const reorder = new Reorder(file.size);
    /** @type {BlobPart[]} */
    const parts = [];
    await feed(reorder, file, (bytes) => {
      // The browser may keep a blob on disk.
      if (bytes?.length) parts.push(new Blob([/** @type {BlobPart} */ (bytes)]));
    });
    reorder.free();
    return new File(parts, file.name, { lastModified: file.lastModified });
  },
};

/**
 * Gives a reader the bytes that it wants, until it wants no more. One that refuses them is freed.
 * @param {Archive | Reorder} reader
 * @param {File} file
 * @param {(bytes: Uint8Array | void) => void} [take]  gets what comes out
 */
async function feed(reader, file, take = () => {}) {
  const source = sourceOf(file);
  try {
    for (let want; (want = reader.wanted()); ) take(reader.push(await source.read(want.offset, want.length)));
  } catch (error) {
    // After a trap nothing of it can be called.
    if (!(error instanceof WebAssembly.RuntimeError)) reader.free();
    throw error;
  } finally {
    source.close();
  }
}
