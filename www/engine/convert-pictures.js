/** Pictures, each in a file of its own, made into two files: one of images and one of labels. */

import { Gallery, labelsFile, pictureSize } from '../pkg/convert.js';
// It starts the core of conversions.
import { blobOf } from './convert.js';
import { PictureFiles, SMALL, sizeOf } from './picture-files.js';

/**
 * @import { Conversion } from './convert.js'
 * @import { Part } from './picture-files.js'
 *
 * @typedef {object} Pictures
 * @property {(File | Part)[]} files
 * @property {number[] | null} labels  of the pictures, if they are in classes
 * @property {number} lastModified  in milliseconds
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
/** Files that are read at once, small ones and others: each takes longer to ask for than to read. */
const AT_ONCE = { many: 32, few: 2 };
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

/**
 * The pictures of the most frequent size as images, and their labels.
 * @param {Pictures} pictures
 * @returns {Conversion<Made>}
 */
export async function* pictures({ files, labels, lastModified }) {
  /** @type {Map<string, { size: [number, number], items: number[] }>} */
  const sizes = new Map();
  /** @type {number[]} */
  const unreadable = [];
  /** @type {Map<File | Part, Uint8Array<ArrayBuffer>>} */
  const kept = new Map();
  let room = KEPT;
  const reader = new PictureFiles();
  const atOnce = files.every((file) => sizeOf(file) <= SMALL) ? AT_ONCE.many : AT_ONCE.few;
  for await (const [at, { size, whole }] of ahead(files, atOnce, (file) => described(reader, file))) {
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
  const { parts, taken, lost } = yield* drawn(
    most,
    atOnce,
    async (at) => kept.get(files[at]) ?? reader.read(files[at]),
  );
  const known = labels && labelsFile(Int32Array.from(taken, (at) => labels[at]));
  return {
    images: taken.length ? new File(parts, 'images', { lastModified }) : null,
    labels: known && new File([/** @type {BlobPart} */ (known)], 'labels', { lastModified }),
    count: taken.length,
    size: most.size,
    others: less.flatMap(({ items }) => items),
    unreadable: [...unreadable, ...lost].toSorted((one, other) => one - other),
  };
}

/**
 * Pictures of one size, as the parts of a NumPy array.
 * @param {{ size: [number, number], items: number[] }} alike
 * @param {number} atOnce  pictures that are read at once
 * @param {(at: number) => Promise<Uint8Array<ArrayBuffer>>} bytesOf
 * @returns {Conversion<{ parts: BlobPart[], taken: number[], lost: number[] }>}
 */
async function* drawn({ size: [width, height], items }, atOnce, bytesOf) {
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
      for await (const [index, bytes] of ahead(items, atOnce, bytesOf)) {
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
 * @param {number} atOnce
 * @param {(one: T) => Promise<R>} make
 * @returns {AsyncGenerator<[number, R], void, void>}
 */
async function* ahead(all, atOnce, make) {
  const making = all.slice(0, atOnce).map(make);
  for (const index of all.keys()) {
    const made = await making[index % atOnce];
    if (index + atOnce < all.length) making[index % atOnce] = make(all[index + atOnce]);
    yield [index, made];
  }
}

/**
 * Width and height of a picture, null if it is none or too large; and all of its bytes, if these were read.
 * @param {PictureFiles} reader
 * @param {File | Part} file
 * @returns {Promise<{ size: [number, number] | null, whole: Uint8Array<ArrayBuffer> | null }>}
 */
async function described(reader, file) {
  const start = await reader.read(file, START);
  const known = pictureSize(start);
  // The size of some photos comes after a small picture of them.
  const whole = known && sizeOf(file) > START ? null : known ? start : await reader.read(file);
  const [width, height] = known ?? pictureSize(whole ?? start) ?? [];
  return { size: width && height ? [width, height] : null, whole };
}

/**
 * @param {Uint8Array} bytes
 * @param {string} start  in characters of one byte
 */
function startsWith(bytes, start) {
  return [...start].every((character, at) => bytes[at] === character.charCodeAt(0));
}
