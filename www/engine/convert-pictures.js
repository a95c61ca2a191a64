/** Pictures, each in a file of its own, made into two files: one of images and one of labels. */

import { Gallery, labelsFile, pictureSize } from '../pkg/convert.js';
// It starts the core of conversions.
import { blobOf } from './convert.js';
import { inflated } from './inflated.js';

/**
 * @import { Conversion } from './convert.js'
 *
 * @typedef {object} Pictures
 * @property {File[]} files
 * @property {number[] | null} labels  of the pictures, if they are in classes
 *
 * @typedef {object} Made  of pictures
 * @property {File | null} images  those of the most frequent size; null if none can be read
 * @property {File | null} labels
 * @property {number} count  of the images
 * @property {[number, number]} size  their width and height
 * @property {number[]} others  the pictures of other sizes
 * @property {number[]} unreadable  those that cannot be read
 */

/** Bytes of a picture that nearly always tell its size. */
const START = 64 * 1024;
/** Limit of the bytes of a file: a picture that is not compressed takes half of it. */
const MOST = 128 << 20;
/** Files that are read at once: each takes longer to ask for than to read. */
const AT_ONCE = 32;
/** Limit of the bytes of files that are kept, so that they are read once. */
const KEPT = 64 << 20;
/** Bytes of elements that are passed on at once. */
const PART = 1 << 20;
/** What pictures begin with that the browser decodes, and their types. @type {[string, string][]} */
const TYPES = [
  ['\xff\xd8', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['RIFF', 'image/webp'],
  ['BM', 'image/bmp'],
];
const PNG = '\x89PNG';
const GZIP = '\x1f\x8b';

/**
 * The pictures of the most frequent size as images, and their labels.
 * @param {Pictures} pictures
 * @returns {Conversion<Made>}
 */
export async function* pictures({ files, labels }) {
  /** @type {Map<string, { size: [number, number], items: number[] }>} */
  const sizes = new Map();
  /** @type {number[]} */
  const unreadable = [];
  /** @type {Map<File, Uint8Array<ArrayBuffer>>} */
  const kept = new Map();
  let room = KEPT;
  for await (const [at, { size, whole }] of ahead(files, described)) {
    if (whole && whole.length < room) {
      kept.set(files[at], whole);
      room -= whole.length;
    }
    const alike = size && sizes.get(size.join());
    if (alike) alike.items.push(at);
    else if (size) sizes.set(size.join(), { size, items: [at] });
    else unreadable.push(at);
    yield at / files.length / 2;
  }
  const [most, ...less] = [...sizes.values()].toSorted((one, other) => other.items.length - one.items.length);
  if (!most) return { images: null, labels: null, count: 0, size: [0, 0], others: [], unreadable };
  const { parts, taken, lost } = yield* drawn(files, most, async (file) => kept.get(file) ?? wholeOf(file));
  const name = 'images';
  const { lastModified } = files[0];
  const known = labels && labelsFile(Int32Array.from(taken, (at) => labels[at]));
  return {
    images: taken.length ? new File(parts, name, { lastModified }) : null,
    labels: known && new File([/** @type {BlobPart} */ (known)], 'labels', { lastModified }),
    count: taken.length,
    size: most.size,
    others: less.flatMap(({ items }) => items),
    unreadable: [...unreadable, ...lost].toSorted((one, other) => one - other),
  };
}

/**
 * Pictures of one size, as the parts of a NumPy array.
 * @param {File[]} files
 * @param {{ size: [number, number], items: number[] }} alike
 * @param {(file: File) => Promise<Uint8Array<ArrayBuffer>>} bytesOf
 * @returns {Conversion<{ parts: BlobPart[], taken: number[], lost: number[] }>}
 */
async function* drawn(files, { size: [width, height], items }, bytesOf) {
  const gallery = new Gallery(width, height);
  let trapped = false;
  try {
    for (;;) {
      /** @type {BlobPart[]} */
      const parts = [];
      /** @type {number[]} */
      const taken = [];
      /** @type {number[]} */
      const lost = [];
      /** @type {boolean | undefined} */
      let isTaken = false;
      for await (const [index, bytes] of ahead(items, (at) => bytesOf(files[at]))) {
        const at = items[index];
        isTaken = await push(gallery, bytes, width, height);
        if (isTaken === undefined) break;
        (isTaken ? taken : lost).push(at);
        if (isTaken && (taken.length * width * height) % PART < width * height)
          parts.push(blobOf(gallery.takeOutput()));
        yield 0.5 + index / items.length / 2;
      }
      // Colours after gray pictures: once more, with colours.
      if (isTaken === undefined) continue;
      parts.push(blobOf(gallery.takeOutput()));
      return { parts: [/** @type {BlobPart} */ (gallery.header()), ...parts], taken, lost };
    }
  } catch (error) {
    trapped = error instanceof WebAssembly.RuntimeError;
    throw error;
  } finally {
    // After a trap nothing of it can be called.
    if (!trapped) gallery.free();
  }
}

/**
 * @param {Gallery} gallery
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} width
 * @param {number} height
 * @returns {Promise<boolean | undefined>}  see Gallery
 */
async function push(gallery, bytes, width, height) {
  if (startsWith(bytes, PNG)) return gallery.pushPng(bytes);
  const pixels = await pixelsOf(bytes, width, height);
  return pixels !== null && gallery.pushPixels(pixels);
}

/**
 * The pixels of a picture of that size, decoded by the browser; null if it cannot.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} width
 * @param {number} height
 */
async function pixelsOf(bytes, width, height) {
  const [, type = ''] = TYPES.find(([start]) => startsWith(bytes, start)) ?? [];
  try {
    const options = /** @type {const} */ ({ colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), options);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
    canvas?.drawImage(bitmap, 0, 0);
    bitmap.close();
    // A photo may be turned, as its camera noted.
    const isOurs = canvas?.canvas.width === width && canvas.canvas.height === height;
    return isOurs ? new Uint8Array(canvas.getImageData(0, 0, width, height).data.buffer) : null;
  } catch {
    return null;
  }
}

/**
 * What is made of each of many, in their order, while that of the next ones is under way.
 * @template T
 * @template R
 * @param {T[]} all
 * @param {(one: T) => Promise<R>} make
 * @returns {AsyncGenerator<[number, R], void, void>}
 */
async function* ahead(all, make) {
  const making = all.slice(0, AT_ONCE).map(make);
  for (const index of all.keys()) {
    const made = await making[index % AT_ONCE];
    if (index + AT_ONCE < all.length) making[index % AT_ONCE] = make(all[index + AT_ONCE]);
    yield [index, made];
  }
}

/**
 * Width and height of a picture, null if it is none or too large; and all of its bytes, if these were read.
 * @param {File} file
 * @returns {Promise<{ size: [number, number] | null, whole: Uint8Array<ArrayBuffer> | null }>}
 */
async function described(file) {
  // A part of a file takes longer to ask for than all of it.
  const start = await read(file.size > START ? file.slice(0, START) : file);
  const known = pictureSize(start);
  // What was deflated tells nothing yet, and the size of some photos comes after a small picture of them.
  const whole = known ? (start.length === file.size ? start : null) : await wholeOf(file);
  const [width, height] = known ?? pictureSize(whole ?? start) ?? [];
  return { size: width && height ? [width, height] : null, whole };
}

/**
 * The bytes of a picture, inflated if they were deflated in an archive; none if they cannot be read, or are too many.
 * @param {File} file
 */
async function wholeOf(file) {
  if (file.size > MOST) return new Uint8Array();
  const bytes = await read(file);
  return startsWith(bytes, GZIP) ? read(await inflated(file, MOST)) : bytes;
}

/**
 * @param {Blob} blob
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function read(blob) {
  // A file that is gone is one that cannot be read.
  return new Uint8Array(await blob.arrayBuffer().catch(() => new ArrayBuffer()));
}

/**
 * @param {Uint8Array} bytes
 * @param {string} start  in characters of one byte
 */
function startsWith(bytes, start) {
  return [...start].every((character, at) => bytes[at] === character.charCodeAt(0));
}
