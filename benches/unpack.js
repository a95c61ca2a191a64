/** Measures the time from a file handle to the last decompressed byte, for the page's worker and other decoders. */

import { Engine } from '../www/engine/client.js';
import { noise } from '../www/engine/warm-up.js';
import { sleep } from './drop.js';

/** Milliseconds before each measurement, in which the browser frees the memory of the previous decoder. */
const PAUSE = 1000;
/** Milliseconds that a warm decoder has been open, as while a person looks for a file. */
const OPEN = 2000;
/** The page's default limit for images in memory, in bytes. */
export const BUDGET = 512 * 2 ** 20;

/**
 * The time in milliseconds, in a new worker that has loaded its code. A warm one has also unpacked the noise by which the
 * page's worker prepares itself.
 * @param {string} decoder  'page' for the page's own worker, else one of unpack-worker.js
 * @param {number} expected  bytes
 * @param {boolean} isWarm
 * @param {File} file
 */
export async function unpack(decoder, expected, isWarm, file = document.querySelector('input').files[0]) {
  await sleep(PAUSE);
  const run = decoder === 'page' ? await page(expected > BUDGET) : await other(decoder);
  if (isWarm) await Promise.all([run.warmUp(), sleep(OPEN)]);
  const begun = performance.now();
  const bytes = await run.start(file);
  const time = performance.now() - begun;
  run.end();
  if (bytes !== expected) throw new Error(`${decoder} unpacked ${bytes} bytes instead of ${expected}`);
  return time;
}

/** @param {boolean} isLarge  whether the images do not stay in memory */
async function page(isLarge) {
  const engine = new Engine();
  let status;
  engine.onstatus = ({ images }) => (status = images);
  await engine.call('pair', []);
  return {
    // The page's worker does that by itself.
    warmUp() {},
    async start(file) {
      if (isLarge) await engine.call('enlarge');
      await engine.call('open', 'images', file, file.name, BUDGET);
      const header = 4 + 4 * status.shape.length;
      return header + status.items * status.rows * status.columns;
    },
    end: () => engine.close(),
  };
}

/** @param {string} decoder */
async function other(decoder) {
  const worker = new Worker(new URL(`./unpack-worker.js?${decoder}`, import.meta.url), { type: 'module' });
  const reply = () =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(`${decoder}: ${message}`));
    });
  await reply();
  const start = (file) => {
    worker.postMessage(file);
    return reply();
  };
  return { start, warmUp: async () => start(new File([await noise()], 'noise.gz')), end: () => worker.terminate() };
}
