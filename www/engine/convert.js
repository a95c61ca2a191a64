/**
 * Conversions: files that others are made of, those in an archive among them. Each gives the share of the file that has been
 * read, again and again, some with what has come out until then, and at the end what was made of it.
 */

import init, { Archive, Matlab, Pickle, Reorder, Safetensors, Tar, Unpack } from '../pkg/convert.js';
import { BlockSource } from './block-source.js';
import { plain } from './loader.js';
import { countOf } from './members.js';
import { Parts } from './parts.js';
import { sourceOf, timeOf } from './source.js';

/**
 * @import { ByteRange, Members } from '../pkg/convert.js'
 * @import { Names } from '../text/class-names.js'
 * @import { TableOptions } from './convert-tables.js'
 * @import { Fault, Place, Remote } from './protocol.js'
 * @import { Source } from './source.js'
 *
 * @typedef {object} Found  what an archive holds
 * @property {Members} members
 * @property {number} unlisted  files that were not looked at
 * @property {Blob | Remote} content  that the members are in
 * @property {Fault | null} damage  why it could not be read to its end
 * @property {Members | null} early  of a pickle: the array that is shown before the end, without its name
 *
 * @typedef {{ content: Blob, damage: Fault | null }} Unpacked  what comes out of a packed file
 */

/**
 * @typedef {{ wanted(): ByteRange | undefined, push(bytes: Uint8Array, ...into: Parts[]): void, free(): void }} Converter  of the core
 *
 * @typedef {{ images: File | null, labels: File | null }} Both
 */

/**
 * @template [F=Both]
 * @typedef {object} SoFar  what has come out of a file
 * @property {number} share  of it that has been read
 * @property {number} amount  that has come out: items, or bytes
 * @property {number} [least]  of it that is worth showing
 * @property {() => F | null} files  what it makes, if there is anything
 */

/**
 * @template T
 * @template [F=Both]
 * @typedef {AsyncGenerator<number | SoFar<F>, T, void>} Conversion  of a file into that
 */

/** Bytes of a file that hold its header, and mostly some items. */
const LEAST = 1 << 16;
/** Members that are too many to be listed again and again: they are pictures. */
const MANY = 1000;
const NOTHING = new Uint8Array();

await init();

/**
 * The files in a zip archive, or the tensors in one that PyTorch wrote.
 * @param {Place} file
 * @returns {Conversion<Found, Found>}
 */
export function zip(file) {
  return converting(new Archive(sizeOf(file)), file, async function* (archive, source) {
    // Headers of small files lie close together.
    for await (const { offset } of outputs(archive, new BlockSource(source))) yield offset / sizeOf(file);
    const tensors = archive.tensors(file instanceof Blob);
    if (tensors) return yield* arraysIn(tensors, file);
    return { members: archive.members(), unlisted: archive.unlisted(), content: file, damage: null, early: null };
  });
}

/**
 * The files in a tar archive. They are in what came out of it, if it is gzip.
 * @param {Place} file
 */
export function tar(file) {
  return membersOf(new Tar(sizeOf(file)), file, (archive) => archive.isGzip());
}

/**
 * The arrays in a MATLAB file, which come out of it.
 * @param {Place} file
 */
export function matlab(file) {
  return membersOf(new Matlab(sizeOf(file)), file, () => true);
}

/**
 * The arrays in a Python pickle. They are in the file, and in what came out of it, so the file has to be here.
 * @param {File} file
 */
export function pickle(file) {
  return arraysIn(new Pickle(sizeOf(file)), file);
}

/**
 * The arrays of a pickle. What comes out follows the file; of one on a host, only what is in it can be read.
 * @param {Pickle} pickle
 * @param {Place} file
 */
function arraysIn(pickle, file) {
  const isHere = file instanceof Blob;
  return membersOf(pickle, file, () => isHere, isHere ? [file] : []);
}

/**
 * The arrays in a safetensors file.
 * @param {Place} file
 */
export function safetensors(file) {
  return membersOf(new Safetensors(sizeOf(file)), file, () => false);
}

/**
 * The files in an archive that is read from its start.
 * @template {Tar | Matlab | Pickle | Safetensors} A
 * @param {A} archive
 * @param {Place} file
 * @param {(archive: A) => boolean} isUnpacked  whether the files are in what came out of it
 * @param {Blob[]} [first]  what comes before that
 * @returns {Conversion<Found, Found>}
 */
function membersOf(archive, file, isUnpacked, first = []) {
  return converting(archive, file, async function* (archive, source) {
    const parts = new Parts(first);
    // Of the others, the arrays are known only at the end.
    let isListed = archive instanceof Tar || archive instanceof Matlab;
    const earlyOf = () => (archive instanceof Pickle ? archive.early() : null);
    const found = (members = archive.members(), early = earlyOf()) => {
      const content = isUnpacked(archive) ? new Blob(parts.all()) : file;
      isListed &&= countOf(members) <= MANY;
      return { members, unlisted: archive.unlisted(), content, damage: damageOf(archive), early };
    };
    const soFar = () => {
      const early = earlyOf();
      if (!early) return isListed ? found() : null;
      return countOf(early) ? found(early, early) : null;
    };
    const how = { into: [parts], isPass: () => isUnpacked(archive) };
    for await (const { end } of outputs(archive, source, how)) {
      yield { share: end / sizeOf(file), amount: parts.length, least: LEAST, files: soFar };
    }
    return found();
  });
}

/**
 * What comes out of a file in xz, bzip2, Zstandard or gzip.
 * @param {Place} file
 * @returns {Conversion<Unpacked, Unpacked>}
 */
export function unpack(file) {
  return converting(new Unpack(sizeOf(file)), file, async function* (unpacking, source) {
    const parts = new Parts();
    const files = () => ({ content: new Blob(parts.all()), damage: damageOf(unpacking) });
    for await (const { end } of outputs(unpacking, source, { into: [parts], isPass: () => true })) {
      yield { share: end / sizeOf(file), amount: parts.length, least: LEAST, files };
    }
    return files();
  });
}

/**
 * A NumPy array in Fortran's order as a file in the usual one, or an array with its last dimension first.
 * @param {Place} file
 * @param {TableOptions} options
 * @returns {Conversion<File>}
 */
export function reorder(file, { areItemsLast = false }) {
  return converting(new Reorder(sizeOf(file), areItemsLast), file, async function* (reordering, source) {
    const parts = new Parts();
    // It is read several times, but written once.
    for await (const _ of outputs(reordering, source, { into: [parts] })) {
      yield Math.min(1, parts.length / sizeOf(file));
    }
    return new File(parts.all(), file.name, { lastModified: timeOf(file) });
  });
}

/**
 * Uses a converter of a file, and gives its memory back at the end, or when nothing more is asked for.
 * @template {Converter} C
 * @template T
 * @template [F=Both]
 * @param {C} converter
 * @param {Place} file
 * @param {(converter: C, source: Source) => Conversion<T, F>} use
 * @returns {Conversion<T, F>}
 */
export async function* converting(converter, file, use) {
  const source = file instanceof Blob ? sourceOf(file) : new BlockSource(sourceOf(file));
  let trapped = false;
  try {
    return yield* use(converter, source);
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
 * Gives a converter the bytes that it wants, until it wants no more: where those bytes begin and end.
 * @param {Converter} converter
 * @param {Source} source
 * @param {object} [how]
 * @param {Parts[]} [how.into]  what takes the bytes that come out
 * @param {() => boolean} [how.isPass]  whether it takes the bytes of the file in their order
 */
export async function* outputs(converter, source, { into = [], isPass = () => false } = {}) {
  for (let want; (want = converter.wanted()); ) {
    const { offset, length } = want;
    const bytes = length ? await source.read(offset, length, isPass()) : NOTHING;
    converter.push(bytes, ...into);
    yield { offset, end: offset + bytes.length };
  }
}

/**
 * The size of a file that can be read anywhere.
 * @param {Place} file
 */
export function sizeOf({ size }) {
  return size ?? 0;
}

/**
 * Has words numbered as those of other labels.
 * @param {{ addClasses(labels: Uint32Array, names: string[]): void }} converter
 * @param {Names[]} known
 */
export function addClasses(converter, known) {
  for (const names of known)
    if ([...names.keys()].every((label) => Number.isInteger(label) && label >= 0))
      converter.addClasses(Uint32Array.from(names.keys()), [...names.values()]);
}

/** @param {Tar | Matlab | Pickle | Safetensors | Unpack} converter */
function damageOf(converter) {
  const fault = converter.fault();
  return fault ? plain(fault) : null;
}
