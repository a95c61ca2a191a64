/**
 * The list of items as CSV or JSON: their numbers, labels and class names, and whether they have a bookmark. Pure.
 *
 * Of images that were made of pictures it has the names of these, too. A number counts from 0. An entry without a label has an empty label, or null. A list can come from anywhere: all of it
 * is checked.
 */

import { quoted, records } from './csv.js';
import { digits } from './digits.js';
import { pictureName } from './picture-names.js';

/**
 * @import { ElementType } from './digits.js'
 *
 * @typedef {'csv' | 'json'} ListFormat
 *
 * @typedef {object} ItemList
 * @property {Uint32Array} items  in the order of the list
 * @property {Float64Array} labels  that the items should have; NaN where they have none
 */

const HEADER = ['index', 'label', 'name', 'bookmarked'];
/** The column with the names of pictures. */
const FILE = 'file';
const NUMBER = /^-?(\d+\.?\d*(e[-+]?\d+)?|Infinity)$/i;

/** Writes a list, some items at a time. */
export class ListWriter {
  #format;
  #type;
  #names;
  #bookmarks;
  #pictureNames;
  #encoder = new TextEncoder();
  #isFirst = true;

  /**
   * @param {ListFormat} format
   * @param {ElementType} type  of the labels
   * @param {ReadonlyMap<number, string>} names  of classes
   * @param {Uint32Array} bookmarks  items with a bookmark
   * @param {string | null} pictureNames  each in a line
   */
  constructor(format, type, names, bookmarks, pictureNames) {
    this.#format = format;
    this.#type = type;
    this.#names = names;
    this.#bookmarks = new Set(bookmarks);
    this.#pictureNames = pictureNames;
  }

  /**
   * The bytes of the next entries.
   * @param {Uint32Array} items
   * @param {Float64Array} labels  NaN where an item has none
   */
  push(items, labels) {
    const pictureNames = this.#pictureNames;
    const entries = Array.from(items, (index, at) => ({
      index,
      label: Number.isNaN(labels[at]) ? null : written(labels[at], this.#type),
      name: this.#names.get(labels[at]) ?? '',
      bookmarked: this.#bookmarks.has(index),
      ...(pictureNames === null ? {} : { file: pictureName(pictureNames, index) }),
    }));
    const text = this.#format === 'csv' ? this.#lines(entries) : this.#objects(entries);
    this.#isFirst = false;
    return this.#encoder.encode(text);
  }

  /** The bytes after the last entry. */
  finish() {
    const start = this.#isFirst ? (this.#format === 'csv' ? `${this.#header}\r\n` : '[') : '';
    return this.#encoder.encode(start + (this.#format === 'csv' ? '' : '\n]\n'));
  }

  get #header() {
    return [...HEADER, ...(this.#pictureNames === null ? [] : [FILE])].join();
  }

  /** @param {{ index: number, label: number | string | null, name: string, bookmarked: boolean, file?: string }[]} entries */
  #lines(entries) {
    const lines = entries.map(({ index, label, name, bookmarked, file }) =>
      [index, label ?? '', quoted(name), Number(bookmarked), ...(file === undefined ? [] : [quoted(file)])].join(),
    );
    return [...(this.#isFirst ? [this.#header] : []), ...lines, ''].join('\r\n');
  }

  /** @param {object[]} entries */
  #objects(entries) {
    return (this.#isFirst ? '[\n' : ',\n') + entries.map((entry) => JSON.stringify(entry)).join(',\n');
  }
}

/**
 * Reads a list. Throws an error with the name `ItemListMalformed`, and in `list` the place of the entry, from 1, with
 * what is found there.
 * @param {string} text
 * @returns {ItemList}
 */
export function parse(text) {
  const bare = text.replace(/^\uFEFF/, '');
  const entries = bare.trimStart().startsWith('[') ? objects(bare) : lines(bare);
  /** @type {number[]} */
  const items = [];
  /** @type {number[]} */
  const labels = [];
  for (const [index, label] of entries) {
    const item = /^\d+$/.test(index) ? Number(index) : NaN;
    if (!(item < 2 ** 32)) throw malformed(items.length + 1, index);
    if (label && !NUMBER.test(label)) throw malformed(items.length + 1, label);
    items.push(item);
    labels.push(label ? Number(label) : NaN);
  }
  return { items: Uint32Array.from(items), labels: Float64Array.from(labels) };
}

/**
 * The number and the label of each line.
 * @param {string} text
 * @returns {Generator<[string, string]>}
 */
function* lines(text) {
  let entry = 0;
  let width = 0;
  for (const { fields } of records(text, (line, found) => malformed(line - 1, found))) {
    width ||= HEADER.length + Number(fields.at(-1) === FILE);
    if (fields.length !== width) throw malformed(entry, fields.join());
    if (entry++) yield [fields[0], fields[1]];
  }
}

/**
 * The number and the label of each object.
 * @param {string} text
 * @returns {Generator<[string, string]>}
 */
function* objects(text) {
  /** @type {unknown} */
  let list;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw malformed(0, /** @type {Error} */ (error).message);
  }
  for (const [at, entry] of /** @type {unknown[]} */ (list).entries()) {
    const { index, label = null } = /** @type {Record<string, unknown>} */ (entry ?? {});
    if (typeof index !== 'number' || !(label === null || ['number', 'string'].includes(typeof label)))
      throw malformed(at + 1, JSON.stringify(entry));
    yield [String(index), label === null ? '' : String(label)];
  }
}

/**
 * A label as JSON can hold it: infinities as text.
 * @param {number} label
 * @param {ElementType} type
 */
function written(label, type) {
  return Number.isFinite(label) ? Number(digits(label, type)) : String(label);
}

/**
 * The error about an entry.
 * @param {number} entry  from 1; 0 for the list as a whole
 * @param {string} found
 */
function malformed(entry, found) {
  const list = { line: entry, text: found.slice(0, 100) };
  return Object.assign(new Error(`entry ${entry}`), { name: 'ItemListMalformed', list });
}
