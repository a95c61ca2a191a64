/** Files that others are made of: those in an archive, and the arrays of NumPy whose items are not in one piece. */

import init, { Archive, Reorder } from '../pkg/convert.js';

/**
 * @import { ByteRange } from '../pkg/convert.js'
 * @import { Source } from './source.js'
 */

/**
 * @template T
 * @typedef {{ wanted(): ByteRange | undefined, push(bytes: Uint8Array): T, free(): void }} Converter  of the core
 */

await init();

/**
 * The files in an archive, and how many more there are.
 * @param {Source} source
 * @param {number} size
 */
export function membersOf(source, size) {
  return converting(new Archive(size), source, async (archive) => {
    // Nothing comes out of it.
    for await (const _ of outputs(archive, source));
    return { members: archive.members(), unlisted: archive.unlisted() };
  });
}

/**
 * A NumPy array in Fortran's order as a file in the usual one.
 * @param {Source} source
 * @param {File} file
 */
export function reordered(source, file) {
  return converting(new Reorder(file.size), source, async (reorder) => {
    /** @type {Blob[]} */
    const parts = [];
    for await (const { output } of outputs(reorder, source)) if (output.length) parts.push(blobOf(output));
    return new File(parts, file.name, { lastModified: file.lastModified });
  });
}

/**
 * Uses a converter of a source, and gives the memory of both back.
 * @template {Converter<unknown>} C
 * @template T
 * @param {C} converter
 * @param {Source} source
 * @param {(converter: C) => Promise<T>} use
 */
export async function converting(converter, source, use) {
  let trapped = false;
  try {
    return await use(converter);
  } catch (error) {
    trapped = error instanceof WebAssembly.RuntimeError;
    throw error;
  } finally {
    source.close();
    // After a trap nothing of it can be called.
    if (!trapped) converter.free();
  }
}

/**
 * Gives a converter the bytes that it wants, until it wants no more: what comes out, and where those bytes begin.
 * @template T
 * @param {Converter<T>} converter
 * @param {Source} source
 * @param {boolean} [passing]  whether it takes fewer bytes than it wants
 */
export async function* outputs(converter, source, passing) {
  for (let want; (want = converter.wanted()); )
    yield { offset: want.offset, output: converter.push(await source.read(want.offset, want.length, passing)) };
}

/**
 * Bytes that came out, as a part of a file, which the browser may keep on disk.
 * @param {Uint8Array} bytes
 */
export function blobOf(bytes) {
  return new Blob([/** @type {BlobPart} */ (bytes)]);
}
