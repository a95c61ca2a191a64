/** The values and bytes of items, for the worker: each is gathered first, and is given as far as it has arrived. */

import { hex } from '../pkg/idxlens.js';

/**
 * @import { Loader } from './loader.js'
 * @import { Slot, Values } from './protocol.js'
 */

/** Limit of the bytes of an item whose figures are taken: the item has to be in memory. */
const MAX_SUMMARISED = 64 << 20;
/** Labels that are gathered at a time. */
const LABELS = 65_536;
const NO_COLUMNS = new Uint32Array();

/**
 * What the page can ask for.
 * @param {Promise<Loader>} ready
 */
export const valueMethods = (ready) => ({
  /**
   * Bytes of the items from one on, as far as they have arrived.
   * @param {Slot} slot
   * @param {number} item
   * @param {number} first  of the item, the start of an element
   * @param {number} count
   * @param {number} itemLength
   */
  async bytes(slot, item, first, count, itemLength) {
    const loader = await ready;
    // Items between the two are in the same blocks. Rows in view, the byte at the cursor and a piece that is searched have
    // different lengths, and none takes the place of another.
    const items = Float64Array.of(item, item + Math.floor((first + count - 1) / itemLength));
    // A search ends at what has not arrived.
    await loader.gather({ items }, `bytes ${count}`, true);
    // A call for each byte would take long.
    if (itemLength === 1) {
      const all = Uint32Array.from({ length: count }, (_, at) => item + at);
      return loader.dataset.elements(slot, all, false) ?? new Uint8Array();
    }
    const bytes = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      const part = loader.dataset.bytes(slot, item++, first, count - filled);
      if (!part.length) break;
      bytes.set(part, filled);
      filled += part.length;
      first = 0;
    }
    return bytes.subarray(0, filled);
  },

  /**
   * @param {Slot} slot
   * @param {number} item
   * @param {number} byte  of the item
   */
  async element(slot, item, byte) {
    const loader = await ready;
    await loader.gather({ items: Float64Array.of(item) }, 'element');
    return loader.dataset.element(slot, item, byte);
  },

  /**
   * The bytes of these values in an element type, the highest first, as hexadecimal digits.
   * @param {string} elementType
   * @param {Values} values
   */
  async hex(elementType, values) {
    await ready;
    return values instanceof Float64Array ? hex(elementType, values) : Array.from(values, hexOfWide);
  },

  /**
   * @param {Float64Array} items
   * @param {number} column
   * @param {number} columns
   */
  async table(items, column, columns) {
    const loader = await ready;
    await loader.gather({ items, shrink: 1, part: [0, column, 1, columns] }, 'table');
    /** @type {Values[]} */
    const rows = [];
    for (const item of items) {
      const row = loader.dataset.values(item, 0, column, 1, columns);
      // A missing row ends the table, because the rows have no numbers.
      if (!row.length) break;
      rows.push(row);
    }
    return joined(rows);
  },

  /**
   * @param {number} item
   * @param {number} row
   * @param {number} column
   * @param {number} rows
   * @param {number} columns
   */
  async values(item, row, column, rows, columns) {
    const loader = await ready;
    await loader.gather({ items: Float64Array.of(item), shrink: 1, part: [row, column, rows, columns] }, 'values');
    return loader.dataset.values(item, row, column, rows, columns);
  },

  /**
   * The labels of the first `count` items, NaN where there is none.
   * @param {number} count
   */
  async labels(count) {
    const loader = await ready;
    const labels = new Float64Array(count);
    for (let first = 0; first < count; first += LABELS) {
      const part = Math.min(LABELS, count - first);
      const items = Uint32Array.from({ length: part }, (_, index) => first + index);
      await loader.gather({ items: Float64Array.from(items), slot: 'labels' }, 'labels');
      labels.set(loader.dataset.labelsAt(items, NO_COLUMNS), first);
    }
    return labels;
  },

  /**
   * @param {number} item
   * @param {number} limit
   */
  async row(item, limit) {
    const loader = await ready;
    await loader.gather({ items: Float64Array.of(item) }, 'row');
    return loader.dataset.row(item, limit);
  },

  /** @param {number} item */
  async summary(item) {
    const loader = await ready;
    const { itemLength } = loader.dataset.status('images')?.layout ?? { itemLength: 0 };
    if (itemLength > MAX_SUMMARISED) return new Float64Array();
    await loader.gather({ items: Float64Array.of(item) }, 'summary');
    return loader.dataset.summary(item);
  },
});

/** @param {bigint} value */
function hexOfWide(value) {
  return BigInt.asUintN(64, value).toString(16).toUpperCase().padStart(16, '0');
}

/**
 * Rows of values, one after the other: exact integers if all of them are.
 * @param {Values[]} rows
 * @returns {Values}
 */
function joined(rows) {
  const values = rows.flatMap((row) => [...row]);
  if (!rows.length || rows.some((row) => row instanceof Float64Array)) return Float64Array.from(values, Number);
  const exact = /** @type {bigint[]} */ (values);
  return rows[0] instanceof BigUint64Array ? BigUint64Array.from(exact) : BigInt64Array.from(exact);
}
