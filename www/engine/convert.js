/** Files that others are made of: those in an archive, and the arrays of NumPy whose items are not in one piece. */

import init, { Archive, Reorder } from '../pkg/convert.js';

/** @import { Source } from './source.js' */

await init();

/**
 * The files in an archive, and how many more there are.
 * @param {Source} source
 * @param {number} size
 */
export async function membersOf(source, size) {
  const archive = new Archive(size);
  await feed(archive, source);
  const found = { members: archive.members(), unlisted: archive.unlisted() };
  archive.free();
  return found;
}

/**
 * A NumPy array in Fortran's order as a file in the usual one.
 * @param {Source} source
 * @param {File} file
 */
export async function reordered(source, file) {
  const reorder = new Reorder(file.size);
  /** @type {BlobPart[]} */
  const parts = [];
  await feed(reorder, source, (bytes) => {
    // The browser may keep a blob on disk.
    if (bytes?.length) parts.push(new Blob([/** @type {BlobPart} */ (bytes)]));
  });
  reorder.free();
  return new File(parts, file.name, { lastModified: file.lastModified });
}

/**
 * Gives a reader the bytes that it wants, until it wants no more. One that refuses them is freed.
 * @param {Archive | Reorder} reader
 * @param {Source} source
 * @param {(bytes: Uint8Array | void) => void} [take]  gets what comes out
 */
async function feed(reader, source, take = () => {}) {
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
