/** A picture that holds many images: how it can be cut, and the images that are cut out of it. */

import { Sheet } from '../pkg/convert.js';
// It starts the core of conversions.
import './convert.js';
import { Parts } from './parts.js';
import { isPng, typeOf } from './picture-type.js';

/**
 * @import { Cell } from '../pkg/convert.js'
 * @import { Conversion } from './convert.js'
 *
 * @typedef {object} SheetFile
 * @property {File} file
 * @property {Cell | null} cell  how to cut it; null to guess
 *
 * @typedef {object} Surveyed  a picture that can be read
 * @property {number} width
 * @property {number} height
 * @property {Cell[]} cells  the likely ones, the likeliest first
 * @property {File | null} images  if it was cut
 * @property {number} empty  cells that only fill the grid, which were left out
 */

/** Limit of the bytes of a picture, which are in memory at once. */
const MAX_SIZE = 256 << 20;
/** Pixels of a picture that are taken from the browser at once, about. */
const BAND = 1 << 20;

/**
 * The likely cells of a picture, or the images that are cut out of it.
 * @param {SheetFile} asked
 * @returns {Conversion<Surveyed>}
 */
export async function* sheet({ file, cell }) {
  if (file.size > MAX_SIZE) throw fault('PictureUnreadable');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const bitmap = isPng(bytes) ? null : await decoded(bytes);
  const picture = bitmap ? Sheet.sized(bitmap.width, bitmap.height) : Sheet.png(bytes);
  if (!picture) throw fault('PictureUnreadable');
  let trapped = false;
  try {
    const [width, height] = picture.size();
    for await (const share of rows(picture, bitmap)) yield cell ? share / 2 : share;
    if (!cell) return { width, height, cells: picture.cells(), images: null, empty: 0 };
    if (!picture.cut(cell.width, cell.height, Uint32Array.from(cell.shape), cell.gap, cell.margin))
      throw fault('PictureCut');
    const parts = new Parts([/** @type {BlobPart} */ (picture.header())]);
    for await (const share of rows(picture, bitmap)) {
      picture.pass(parts);
      yield (1 + share) / 2;
    }
    picture.pass(parts);
    const images = new File(parts.all(), file.name, { lastModified: file.lastModified });
    return { width, height, cells: [], images, empty: picture.emptyCells() };
  } catch (error) {
    trapped = error instanceof WebAssembly.RuntimeError;
    throw error;
  } finally {
    bitmap?.close();
    // After a trap nothing of it can be called.
    if (!trapped) picture.free();
  }
}

/**
 * Reads the rows of a picture: the share of them that has come, again and again.
 * @param {Sheet} picture
 * @param {ImageBitmap | null} bitmap  null of a PNG
 */
async function* rows(picture, bitmap) {
  if (!bitmap) {
    for (let more = true; more; yield picture.progress()) {
      const step = picture.step();
      if (step === undefined) throw fault('PictureUnreadable');
      more = step;
    }
    return;
  }
  const { width, height } = bitmap;
  const high = Math.max(1, Math.floor(BAND / width));
  const canvas = new OffscreenCanvas(width, Math.min(high, height)).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('the browser has no canvas');
  for (let top = 0; top < height; top += high) {
    const band = Math.min(high, height - top);
    canvas.clearRect(0, 0, width, band);
    canvas.drawImage(bitmap, 0, -top);
    picture.pushPixels(new Uint8Array(canvas.getImageData(0, 0, width, band).data.buffer));
    yield picture.progress();
  }
}

/**
 * A picture as the browser decodes it.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function decoded(bytes) {
  try {
    return await createImageBitmap(new Blob([bytes], { type: typeOf(bytes) }), { colorSpaceConversion: 'none' });
  } catch {
    throw fault('PictureUnreadable');
  }
}

/** @param {string} name  of the fault's text */
function fault(name) {
  return Object.assign(new Error(name), { name });
}
