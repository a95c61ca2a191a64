/** The worker of predictions: reads their files, compares them with labels, and lists items. It imports the second core. */

import init, { Predictions } from '../pkg/insight.js';
import { plain } from './loader.js';
import { sourceOf } from './source.js';

/**
 * @typedef {typeof methods} PredictionMethods
 * @import { PredictionList } from '../pkg/insight.js'
 * @import { Place } from './protocol.js'
 */

/** The limit of the bytes of a file: see Predictions::MAX_LEN. */
const LIMIT = 512 * 2 ** 20;

const ready = init();

/** By the numbers that the page gives them. @type {Map<number, Predictions>} */
const known = new Map();

const methods = {
  /**
   * Reads a file as predictions for items with these labels, NaN where an item has none, whose classes are called like this.
   * @param {number} id
   * @param {Place} place
   * @param {Float64Array} labels
   * @param {Map<string, number>} names
   */
  async read(id, place, labels, names) {
    const source = sourceOf(place);
    try {
      const size = source.size ?? 0;
      if (size > LIMIT) throw Object.assign(new Error('too large'), { name: 'PredictionTooLarge', expected: LIMIT });
      const [called, classes] = [[...names.keys()], Float64Array.from(names.values())];
      const predictions = new Predictions(await source.read(0, size), labels, classes, called);
      known.get(id)?.free();
      known.set(id, predictions);
      return { evaluation: predictions.evaluation(), predicted: predictions.predicted() };
    } finally {
      source.close();
    }
  },

  /**
   * The items in a list, in its order.
   * @param {number} id
   * @param {PredictionList} name
   */
  list: (id, name) => of(id).list(name),

  /**
   * The items in a cell of the confusion matrix, by the places of its classes; null for any class.
   * @param {number} id
   * @param {number | null} label
   * @param {number | null} predicted
   */
  cell: (id, label, predicted) => of(id).cell(label ?? undefined, predicted ?? undefined),

  /**
   * The likeliest classes of an item.
   * @param {number} id
   * @param {number} item
   * @param {number} limit
   */
  item: (id, item, limit) => of(id).item(item, limit),

  /**
   * Where two predictions agree.
   * @param {number} id
   * @param {number} other
   */
  compare: (id, other) => of(id).compare(of(other)),

  /** @param {number} id */
  remove(id) {
    known.get(id)?.free();
    known.delete(id);
  },
};

/** @param {number} id */
function of(id) {
  const predictions = known.get(id);
  if (!predictions) throw new RangeError(`there are no predictions ${id}`);
  return predictions;
}

addEventListener('message', async ({ data: { id, method, args } }) => {
  try {
    await ready;
    const result = await /** @type {Record<string, (...args: any[]) => any>} */ (methods)[method](...args);
    self.postMessage({ id, result });
  } catch (error) {
    self.postMessage({ id, error: plain(error) });
  }
});
