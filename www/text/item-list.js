/**
 * The list of items as CSV or JSON: their numbers, labels and class names, and whether they have a bookmark. Pure.
 *
 * Of images that were made of pictures it has the names of these, too, and of labels in several columns the others. A number
 * counts from 0. An entry without a label has an empty label, or null. A list can come from anywhere: all of it is checked.
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
 *
 * @typedef {string | number | boolean | null} Value  in an entry
 *
 * @typedef {{ name: string, words: ReadonlyMap<number, string> }} Column  and the words that its numbers stand for
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
  #columns;
  #encoder = new TextEncoder();
  #isFirst = true;

  /**
   * @param {ListFormat} format
   * @param {ElementType} type  of the labels
   * @param {ReadonlyMap<number, string>} names  of classes
   * @param {Uint32Array} bookmarks  items with a bookmark
   * @param {string | null} pictureNames  each in a line
   * @param {Column[]} [columns]  the others beside the label
   */
  constructor(format, type, names, bookmarks, pictureNames, columns = []) {
    this.#format = format;
    this.#type = type;
    this.#names = names;
    this.#bookmarks = new Set(bookmarks);
    this.#pictureNames = pictureNames;
    this.#columns = columns;
  }

  /**
   * The bytes of the next entries.
   * @param {Uint32Array} items
   * @param {Float64Array} rows  the label of each, and its numbers in the other columns; NaN where an item has none
   */
  push(items, rows) {
    const pictureNames = this.#pictureNames;
    const columns = this.#columns;
    const width = 1 + columns.length;
    const entries = Array.from(items, (index, at) => {
      const [label, ...others] = rows.subarray(at * width, (at + 1) * width);
      const file = pictureNames === null ? [] : [pictureName(pictureNames, index)];
      const first = written(label, this.#type);
      const rest = others.map((value, at) => columns[at].words.get(value) ?? written(value, this.#type));
      return [index, first, this.#names.get(label) ?? '', this.#bookmarks.has(index), ...file, ...rest];
    });
    const text = this.#format === 'csv' ? this.#lines(entries) : this.#objects(entries);
    this.#isFirst = false;
    return this.#encoder.encode(text);
  }

  /** The bytes after the last entry. */
  finish() {
    const start = this.#isFirst ? (this.#format === 'csv' ? `${this.#fields.map(quoted).join()}\r\n` : '[') : '';
    return this.#encoder.encode(start + (this.#format === 'csv' ? '' : '\n]\n'));
  }

  /** What an entry has. */
  get #fields() {
    return [...HEADER, ...(this.#pictureNames === null ? [] : [FILE]), ...this.#columns.map(({ name }) => name)];
  }

  /** @param {Value[][]} entries */
  #lines(entries) {
    const text = (/** @type {Value} */ value) => (typeof value === 'boolean' ? Number(value) : (value ?? ''));
    const lines = [...(this.#isFirst ? [this.#fields] : []), ...entries];
    return lines.map((values) => `${values.map((value) => quoted(String(text(value)))).join()}\r\n`).join('');
  }

  /** @param {Value[][]} entries */
  #objects(entries) {
    const fields = this.#fields.map((field) => JSON.stringify(field));
    // An object would put columns that are called by numbers first.
    const objects = entries.map((values) => values.map((value, at) => `${fields[at]}:${JSON.stringify(value)}`).join());
    return (this.#isFirst ? '[\n' : ',\n') + objects.map((members) => `{${members}}`).join(',\n');
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
    width ||= Math.max(HEADER.length, fields.length);
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
 * A label as JSON can hold it: infinities as text, and null for none.
 * @param {number} label
 * @param {ElementType} type
 */
function written(label, type) {
  if (Number.isNaN(label)) return null;
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
