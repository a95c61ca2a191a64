/** Checks the images and labels that were chosen, as the page does, and lays out their map. */

import { Checker } from '../www/engine/checker.js';
import { Engine } from '../www/engine/client.js';

/** How many times the most similar images, and a picture of the map, are asked for. */
const QUERIES = 20;
/** A picture of the map, in device pixels. Colours are 0xRRGGBB. */
const PICTURE = {
  width: 1200,
  height: 700,
  unit: 1,
  surface: 0xffffff,
  quiet: 0xdddddd,
  ungrouped: 0x888888,
  ring: 0x000000,
  background: 0xffffff,
  foreground: 0x000000,
  inverted: false,
};

/** The times when all is done, and why it failed. */
let result = null;
let failure = null;

/** Starts to check the last two files that were chosen, and to lay out their map. */
export function start() {
  run().catch(({ message }) => (failure = message));
}

/**
 * Milliseconds of the check, of each of its stages, of the map, a picture of it and a query; and how long it takes to group equal
 * images by their hashes, as a share of the time to unpack them. Null until they are known.
 */
export function times() {
  if (failure) throw new Error(failure);
  return result;
}

async function run() {
  const [images, labels] = [...document.querySelector('input').files].slice(-2);
  const engine = new Engine();
  let statuses = null;
  // From the first status on, so that the worker has started.
  let [begun, unpack, duplicates] = [0, 0, 0];
  engine.onstatus = (status) => {
    statuses = status;
    begun ||= performance.now();
    if (status.images?.done) unpack ||= performance.now() - begun;
  };
  await engine.call('open', 'images', images, images.name, 1e9);
  await engine.call('open', 'labels', labels, labels.name, 1e9);
  while (!statuses?.images?.done || !statuses.labels?.done) await new Promise((resolve) => setTimeout(resolve, 20));
  const dataset = { id: 1, name: 'images', images: 1, labels: 2, shape: '', orientation: null, statuses };

  const stages = {};
  let check = null;
  let [stage, since] = ['', performance.now()];
  const checker = new Checker(
    dataset,
    [dataset],
    () => engine,
    (now) => {
      check = now;
      if (now.results.duplicates) duplicates ||= performance.now() - since;
      if (now.stage === stage) return;
      if (stage) stages[stage] = (stages[stage] ?? 0) + performance.now() - since;
      [stage, since] = [now.stage, performance.now()];
    },
  );
  await checker.run();
  if (check.fault) throw new Error(check.fault.message);
  const times = { check: check.duration, stages, duplicates: duplicates / unpack };
  const { worker } = checker;
  const opened = performance.now();
  await worker.call('openMap');
  await worker.call('layOutMap');
  times.map = performance.now() - opened;
  const groups = await worker.call('groupColours', 10, false);
  const drawn = performance.now();
  for (let query = 0; query < QUERIES; query++) {
    // Moved as by a drag.
    const view = Float32Array.of(query, query, 1);
    await worker.call('drawMap', { ...PICTURE, view, groups });
  }
  times.picture = (performance.now() - drawn) / QUERIES;
  const { pixels } = await engine.call('grayImages', Float64Array.of(7), 1);
  await worker.call('similar', pixels, 6);
  const asked = performance.now();
  for (let query = 0; query < QUERIES; query++) await worker.call('similar', pixels, 6);
  times.similar = (performance.now() - asked) / QUERIES;
  result = times;
}
