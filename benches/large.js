/** Reads files of any size with the page's worker: a full pass, random pages, and other decoders for comparison. */

import { Engine } from '../www/engine/client.js';
import { make } from './large-files.js';
import { BUDGET, unpack } from './unpack.js';

/** @import { Recipe } from './large-files.js' */

const COUNT = 200;
const COLUMNS = 20;
const STYLE = { columns: COLUMNS, gapX: 0, gapY: 0, shrink: 1, background: 0xffffff, foreground: 0 };

/**
 * Milliseconds that a decoder takes for all of a file.
 * @param {string} decoder
 * @param {Recipe} recipe
 * @param {number} expected  bytes
 */
export async function pass(decoder, recipe, expected) {
  return unpack(decoder, expected, true, await make(recipe));
}

/** @type {Engine} */
let engine;
/** The progress of reading, and why it failed. */
let status = null;
let failure = null;
let listener = () => {};

/**
 * Starts to read a file.
 * @param {Recipe} recipe
 */
export async function open(recipe) {
  const file = await make(recipe);
  engine = new Engine();
  engine.onstatus = ({ images }) => {
    status = images;
    listener();
  };
  engine.onfault = (_slot, { message }) => {
    failure = message;
    listener();
  };
  engine.call('open', 'images', file, file.name, BUDGET).catch(({ message }) => (failure = message));
}

/** The progress of reading. */
export function progress() {
  if (failure) throw new Error(failure);
  return { read: status?.read ?? 0, done: status?.done ?? false };
}

/**
 * Milliseconds from the request for consecutive items at a random place until their pixels arrive.
 * @param {number} count
 * @param {string} part  address of the items that the file repeats
 * @returns {Promise<number[]>}
 */
export async function flips(count, part) {
  const expected = new Uint8Array(await (await fetch(part)).arrayBuffer());
  const times = [];
  for (let flip = 0; flip < count; flip++) {
    const first = Math.floor(Math.random() * (status.items - COUNT));
    const items = Float64Array.from({ length: COUNT }, (_, index) => first + index);
    const begun = performance.now();
    const image = await page(items);
    times.push(performance.now() - begun);
    check(image, first, expected);
    await new Promise(requestAnimationFrame);
  }
  return times;
}

/**
 * A page with all its items: requested again, as the page does, while items are missing.
 * @param {Float64Array} items
 * @returns {Promise<ImageData>}
 */
async function page(items) {
  for (;;) {
    const news = new Promise((resolve) => (listener = resolve));
    const { image, missing } = await engine.page({ items, ...STYLE });
    if (missing === 0) return image;
    await news;
    progress();
  }
}

/**
 * Compares the first and the last item of a page with the file's.
 * @param {ImageData} image
 * @param {number} first
 * @param {Uint8Array} expected
 */
function check(image, first, expected) {
  const { rows, columns } = status;
  const size = rows * columns;
  for (const index of [0, COUNT - 1]) {
    const left = (index % COLUMNS) * columns;
    const top = Math.floor(index / COLUMNS) * rows;
    for (let pixel = 0; pixel < size; pixel++) {
      const at = (top + Math.floor(pixel / columns)) * image.width + left + (pixel % columns);
      const value = expected[((first + index) * size + pixel) % expected.length];
      if (255 - image.data[4 * at] !== value) throw new Error(`item ${first + index} is not what the file holds`);
    }
  }
}
