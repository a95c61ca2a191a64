/** Reads files of any size with the page's worker: a full pass, random pages, and other decoders for comparison. */

import { Engine } from '../www/engine/client.js';
import { keyOf, remove } from '../www/engine/kept-index.js';
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
/** @type {File} */
let file;
/** The progress of reading, and why it failed. */
let status = null;
let failure = null;
/** @type {number | null} */
let measured = null;
/** How far the statistics are, from 0 to 1. */
let measuring = 0;
let listener = () => {};

/**
 * Starts to read a file.
 * @param {Recipe | null} recipe  null for the file that was chosen last
 */
export async function open(recipe) {
  file = recipe ? await make(recipe) : [...document.querySelector('input').files].at(-1);
  read();
}

function read() {
  engine = new Engine();
  engine.onstatus = ({ images }) => {
    status = images;
    listener();
  };
  engine.onfault = (_slot, { message }) => {
    failure = message;
    listener();
  };
  // As the page does with what does not stay in memory.
  engine
    .call('enlarge')
    .then(() => engine.call('open', 'images', file, file.name, BUDGET))
    .catch(({ name, message }) => {
      // It was closed before all was read.
      if (name === 'AbortError') return;
      failure = message;
      listener();
    });
}

/** The progress of reading. */
export function progress() {
  if (failure) throw new Error(failure);
  return { read: status?.read ?? 0, done: status?.done ?? false };
}

/**
 * Opens the file again with a new worker, as on the next visit. Milliseconds from there until items far in the file arrive.
 * @param {boolean} isAlone  whether the worker shares no job with others
 * @returns {Promise<number>}
 */
export async function reopen(isAlone) {
  engine.close();
  status = null;
  const { Worker } = globalThis;
  if (isAlone) globalThis.Worker = LoneWorker;
  const begun = performance.now();
  read();
  globalThis.Worker = Worker;
  while (!progress().done) await new Promise((resolve) => (listener = resolve));
  if (!status.recalled) throw new Error('the index of the pass was not kept');
  await page(itemsFrom(status.items - COUNT));
  return performance.now() - begun;
}

class LoneWorker extends Worker {
  constructor(_address, options) {
    super(new URL('./lone-worker.js', import.meta.url), options);
  }
}

/** Starts the statistics of all images, which are not known from before. */
export async function measure() {
  measured = null;
  measuring = 0;
  await remove([`${await keyOf(file)} scan`]);
  const begun = performance.now();
  engine
    .run('statistics', undefined, (progress) => (measuring = progress))
    .then(
      (found) => {
        if (found) measured = performance.now() - begun;
        else failure = 'there are no statistics';
      },
      ({ message }) => (failure = message),
    );
}

/** Milliseconds of the statistics, null until they are there; and how far they are, from 0 to 1. */
export function measuredIn() {
  if (failure) throw new Error(failure);
  return { time: measured, progress: measuring };
}

/**
 * Milliseconds from the request for consecutive items at a random place until their pixels arrive.
 * @param {number} count
 * @param {string} part  address of the items that the file repeats
 * @returns {Promise<number[]>}
 */
export function flips(count, part) {
  return show(count, part, () => itemsFrom(Math.floor(Math.random() * (status.items - COUNT))));
}

/**
 * The same for items at random places.
 * @param {number} count
 * @param {string} part
 */
export function scattered(count, part) {
  const item = () => Math.floor(Math.random() * status.items);
  return show(count, part, () => Float64Array.from({ length: COUNT }, item).sort());
}

/**
 * Milliseconds of each of these pages.
 * @param {number} count
 * @param {string} part
 * @param {() => Float64Array} itemsOfNext
 */
async function show(count, part, itemsOfNext) {
  const expected = new Uint8Array(await (await fetch(part)).arrayBuffer());
  const times = [];
  for (let flip = 0; flip < count; flip++) {
    const items = itemsOfNext();
    const begun = performance.now();
    const image = await page(items);
    times.push(performance.now() - begun);
    check(image, items, expected);
    await new Promise(requestAnimationFrame);
  }
  return times;
}

/** @param {number} first */
function itemsFrom(first) {
  return Float64Array.from({ length: COUNT }, (_, index) => first + index);
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
 * @param {Float64Array} items
 * @param {Uint8Array} expected
 */
function check(image, items, expected) {
  const { rows, columns } = status;
  const size = rows * columns;
  for (const index of [0, COUNT - 1]) {
    const left = (index % COLUMNS) * columns;
    const top = Math.floor(index / COLUMNS) * rows;
    for (let pixel = 0; pixel < size; pixel++) {
      const at = (top + Math.floor(pixel / columns)) * image.width + left + (pixel % columns);
      const value = expected[(items[index] * size + pixel) % expected.length];
      if (255 - image.data[4 * at] !== value) throw new Error(`item ${items[index]} is not what the file holds`);
    }
  }
}
