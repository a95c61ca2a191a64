/** A worker that compares images with one another. It runs the second core, pkg/insight.js. */

import init, { Check } from '../pkg/insight.js';
import { buffersOf, release } from './buffers.js';
import { mapMethods } from './check-map.js';
import { plain } from './loader.js';
import { SLICE, yieldToMessages } from './scheduling.js';

/**
 * @typedef {typeof methods} CheckMethods
 * @import { CheckOutputs, CheckShare, CheckTask } from '../pkg/insight.js'
 *
 * @typedef {{ progress: number } | { layout: number }} CheckReport  of the present task, and of the map's layout
 */

/** Milliseconds between two reports. */
const REPORT = 100;

const ready = init();
/** @type {Check} */
let check;

/** Everything the page can ask for. */
const methods = {
  /**
   * Takes so many images of this size from now on.
   * @param {number} images
   * @param {number} rows
   * @param {number} columns
   */
  begin(images, rows, columns) {
    check = new Check(images, rows, columns);
  },

  /**
   * Adds images after those that are there.
   * @param {Uint8Array} pixels  image by image
   * @param {Uint32Array} hashes  four numbers per image
   * @param {Uint8Array} constant  1 where all pixels of an image have one value in its file
   * @param {Float64Array} labels  NaN where there is none
   */
  add(pixels, hashes, constant, labels) {
    check.add(pixels, hashes, constant, labels);
    release([pixels, hashes, constant, labels]);
  },

  /**
   * Says which of the images belong together.
   * @param {Uint32Array} sizes  how many images each dataset has, in order
   * @param {number} teacher  index of the dataset whose labels teach the model
   * @param {number} related  the first so many datasets are splits of one
   */
  divide(sizes, teacher, related) {
    check.divide(sizes, teacher, related);
  },

  /**
   * Does a share of a task, and gives its result.
   * @template {CheckTask} T
   * @param {T} task
   * @param {number} [share]
   * @param {number} [shares]
   * @returns {Promise<CheckOutputs[T]>}
   */
  async run(task, share = 0, shares = 1) {
    check.start(task, share, shares);
    let [sliced, reported] = [performance.now(), 0];
    while (check.step()) {
      const now = performance.now();
      if (now - reported > REPORT) {
        self.postMessage({ progress: check.progress() });
        reported = now;
      }
      if (now - sliced < SLICE) continue;
      await yieldToMessages();
      sliced = performance.now();
    }
    return /** @type {CheckOutputs[T]} */ (check.take(task));
  },

  /**
   * Takes what the workers found: what this one needs of the result of a task, share by share.
   * @template {CheckTask} T
   * @param {T} task
   * @param {CheckShare<T>[]} shares
   */
  give(task, shares) {
    check.give(task, /** @type {CheckShare<CheckTask>[]} */ (shares));
    release(shares);
  },

  /**
   * The most similar others of each of these images.
   * @param {Uint32Array} places
   * @param {number} count  of each
   */
  neighbours: (places, count) => check.neighbours(places, count),

  /**
   * The images that are most similar to one of their size.
   * @param {Uint8Array} image
   * @param {number} count
   */
  similar: (image, count) => check.similar(image, count),

  /**
   * The near duplicates at a threshold, by default the usual one.
   * @param {number} [threshold]
   */
  nearDuplicates: (threshold) => check.nearDuplicates(threshold),

  ...mapMethods(() => check),
};

// One message after the other, but a task lets others pass.
addEventListener('message', async ({ data: { id, method, args } }) => {
  try {
    await ready;
    const result = await /** @type {Record<string, (...args: any[]) => any>} */ (methods)[method](...args);
    self.postMessage({ id, result }, { transfer: buffersOf(result) });
  } catch (error) {
    self.postMessage({ id, error: plain(error) });
  }
});
