/** Pictures, each in a file of its own, made into two files: one of images and one of labels. */

import { Gallery, labelsFile, pictureSize } from '../pkg/convert.js';
// It starts the core of conversions.
import './convert.js';
import { Parts } from './parts.js';
import { PictureFiles, SMALL, sizeOf } from './picture-files.js';
import { isPng, typeOf } from './picture-type.js';

/**
 * @import { Both, Conversion, SoFar } from './convert.js'
 * @import { Part } from './picture-files.js'
 *
 * @typedef {object} Pictures
 * @property {(File | Part)[]} files
 * @property {number[] | null} labels  of the pictures, if they are in classes: as many of each, one after the other
 * @property {number} lastModified  in milliseconds
 *
 * @typedef {{ labels: number[], columns: number, lastModified: number }} LabelRows  as many labels of each picture, one after the
 *   other; the time is in milliseconds
 *
 * @typedef {object} Made  of pictures
 * @property {File | null} images  those of the most frequent size; null if none can be read
 * @property {File | null} labels
 * @property {[number, number]} size  their width and height
 * @property {number[]} others  the pictures of other sizes
 * @property {number[]} beyond  those that have no room beside those before them
 * @property {number[]} unreadable  those that cannot be read
 * @property {number[]} [missing]  rows of a table that have none
 *
 * @typedef {{ size: [number, number], items: number[] }} SizeGroup  the pictures that have this width and height
 * @typedef {{ parts: BlobPart[], taken: number[] }} Drawn  the parts of an array, and the picture that each item is
 * @typedef {'taken' | 'lost' | 'turned' | 'again'} Outcome  of a picture: "again" if all have to come again
 */

/** Bytes of a picture that nearly always tell its size. */
const START = 64 * 1024;
/** Pictures that are drawn before the sizes of all are known. */
const FIRST = 500;
/** Files that are read at once, small ones and others: each takes longer to ask for than to read. */
const AT_ONCE = { many: 32, few: 2 };
/** Milliseconds between two reports, each of which takes time. */
const PAUSE = 10;
/** Limit of the bytes of files that are kept, so that they are read once. */
const KEPT = 64 << 20;
/** Bytes of elements that are passed on at once, and the limit of all, which the browser keeps on disk. */
const PART = 1 << 20;
const MOST = 2 ** 31;

/**
 * The pictures of the most frequent size as images, and their labels.
 * @param {Pictures} pictures
 * @returns {Conversion<Made>}
 */
export async function* pictures({ files, labels, lastModified }) {
  /** @type {Map<File | Part, Uint8Array<ArrayBuffer>>} */
  const kept = new Map();
  let room = KEPT;
  const columns = labels ? labels.length / files.length : 0;
  const labelsOf = (/** @type {number} */ at) => labels?.slice(at * columns, (at + 1) * columns) ?? [];
  const atOnce = files.every((file) => sizeOf(file) <= SMALL) ? AT_ONCE.many : AT_ONCE.few;
  /** @param {PictureFiles} reader */
  const describing = (reader) => async (/** @type {number} */ at) => {
    const { size, whole } = await described(reader, files[at]);
    if (whole && whole.length < room && !kept.has(files[at])) {
      kept.set(files[at], whole);
      room -= whole.length;
    }
    return size;
  };
  /** @param {Drawn} drawn @returns {Both} */
  const both = ({ parts, taken }) => {
    const known = labels && labelsFile(taken.flatMap(labelsOf), columns);
    return {
      images: new File(parts, 'images', { lastModified }),
      labels: known && new File([/** @type {BlobPart} */ (known)], 'labels', { lastModified }),
    };
  };
  /** @param {PictureFiles} reader @param {SizeGroup} group @param {(share: number) => number} shareOf */
  const draw = (reader, { size, items }, shareOf) =>
    drawn(
      { size, items: sorted(items) },
      atOnce,
      async (at) => kept.get(files[at]) ?? reader.read(files[at]),
      (share, amount, drawn) => ({ share: shareOf(share), amount, files: () => both(drawn()) }),
    );

  const inOrder = [...files.keys()];
  // The first pictures are shown while the sizes of the others are looked up. They may lie anywhere in an archive, and would
  // teach the reader of all that pictures are scattered.
  if (files.length > 2 * FIRST) {
    const reader = new PictureFiles();
    const { groups } = yield* measured(inOrder.slice(0, FIRST), atOnce, describing(reader), () => 0);
    if (groups.length === 1) yield* draw(reader, groups[0], () => 0);
  }
  const reader = new PictureFiles();
  // In an archive, as they lie there.
  const inPlace = inOrder.toSorted((one, other) => placeOf(files[one]) - placeOf(files[other]));
  const { groups, unreadable } = yield* measured(inPlace, atOnce, describing(reader), (share) => share / 2);
  const [most, ...less] = groups;
  if (!most)
    return { images: null, labels: null, size: [0, 0], others: [], beyond: [], unreadable: sorted(unreadable) };
  const made = yield* draw(reader, most, (share) => (1 + share) / 2);
  return {
    ...(made.taken.length ? both(made) : { images: null, labels: null }),
    size: most.size,
    others: sorted([...less.flatMap(({ items }) => items), ...made.turned]),
    beyond: made.beyond,
    unreadable: sorted([...unreadable, ...made.lost]),
  };
}

/**
 * Labels of pictures that are there already.
 * @param {LabelRows} rows
 * @returns {Conversion<File>}
 */
// biome-ignore lint/correctness/useYield: it takes no time.
export async function* labels({ labels, columns, lastModified }) {
  const file = /** @type {BlobPart} */ (labelsFile(labels, columns));
  return new File([file], 'labels', { lastModified });
}

/**
 * Pictures by their sizes, the most frequent size first.
 * @param {number[]} items
 * @param {number} atOnce  pictures that are read at once
 * @param {(at: number) => Promise<[number, number] | null>} sizeAt
 * @param {(share: number) => number} shareOf  turns a share of these pictures into one of all the work
 * @returns {Conversion<{ groups: SizeGroup[], unreadable: number[] }>}
 */
async function* measured(items, atOnce, sizeAt, shareOf) {
  /** @type {Map<string, SizeGroup>} */
  const sizes = new Map();
  /** @type {number[]} */
  const unreadable = [];
  const pace = new Pace();
  for await (const [index, size] of ahead(items, atOnce, sizeAt)) {
    const group = size && sizes.get(size.join());
    if (group) group.items.push(items[index]);
    else if (size) sizes.set(size.join(), { size, items: [items[index]] });
    else unreadable.push(items[index]);
    if (pace.isDue()) yield shareOf(index / items.length);
  }
  return {
    groups: [...sizes.values()].toSorted((one, other) => other.items.length - one.items.length),
    unreadable,
  };
}

/**
 * Pictures of one size, as the parts of a NumPy array.
 * @param {SizeGroup} group
 * @param {number} atOnce  pictures that are read at once
 * @param {(at: number) => Promise<Uint8Array<ArrayBuffer>>} bytesOf
 * @param {(share: number, items: number, drawn: () => Drawn) => SoFar} progress  of the share, and of what has come out
 * @returns {Conversion<Drawn & { lost: number[], turned: number[], beyond: number[] }>}
 */
async function* drawn({ size: [width, height], items }, atOnce, bytesOf, progress) {
  const gallery = new Gallery(width, height);
  const pace = new Pace();
  let trapped = false;
  try {
    for (;;) {
      const parts = new Parts();
      /** @type {number[]} */
      const taken = [];
      /** @type {number[]} */
      const lost = [];
      /** @type {number[]} */
      const turned = [];
      /** @type {number[]} */
      let beyond = [];
      const soFar = () => {
        gallery.pass(parts);
        return { parts: [/** @type {BlobPart} */ (gallery.header()), ...parts.all()], taken };
      };
      /** @type {Outcome} */
      let outcome = 'lost';
      for await (const [index, bytes] of ahead(items, atOnce, bytesOf)) {
        const at = items[index];
        outcome = await push(gallery, bytes, width, height);
        if (outcome === 'again') break;
        ({ taken, lost, turned })[outcome].push(at);
        if (outcome === 'taken' && (taken.length * width * height) % PART < width * height) gallery.pass(parts);
        if (parts.length > MOST) {
          beyond = items.slice(index + 1);
          break;
        }
        if (pace.isDue()) yield progress((index + 1) / items.length, taken.length, soFar);
      }
      // Colours after gray pictures: once more, with colours.
      if (outcome === 'again') continue;
      return { ...soFar(), lost, turned, beyond };
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
 * @returns {Promise<Outcome>}
 */
async function push(gallery, bytes, width, height) {
  const pixels = isPng(bytes) ? null : await pixelsOf(bytes, width, height);
  if (pixels === 'turned') return pixels;
  const isTaken = pixels ? gallery.pushPixels(pixels) : gallery.pushPng(bytes);
  return isTaken === undefined ? 'again' : isTaken ? 'taken' : 'lost';
}

/**
 * The pixels of a picture of that size, decoded by the browser; null if it cannot, and "turned" if they have another size.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} width
 * @param {number} height
 */
async function pixelsOf(bytes, width, height) {
  /** @type {ImageBitmap | null} */
  let bitmap = null;
  try {
    bitmap = await createImageBitmap(new Blob([bytes], { type: typeOf(bytes) }), { colorSpaceConversion: 'none' });
    // A photo may be turned, as its camera noted.
    if (bitmap.width !== width || bitmap.height !== height) return 'turned';
    const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    canvas?.drawImage(bitmap, 0, 0);
    return canvas && new Uint8Array(canvas.getImageData(0, 0, width, height).data.buffer);
  } catch {
    return null;
  } finally {
    bitmap?.close();
  }
}

/** When a report is due. */
class Pace {
  #last = -Infinity;

  isDue() {
    const now = performance.now();
    if (now - this.#last < PAUSE) return false;
    this.#last = now;
    return true;
  }
}

/** @param {number[]} items */
function sorted(items) {
  return items.toSorted((one, other) => one - other);
}

/** @param {File | Part} file */
function placeOf(file) {
  return file instanceof Blob ? 0 : file.offset;
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
