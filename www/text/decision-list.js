/**
 * The list of decisions as CSV (RFC 4180): what a review decided about each item. Pure.
 *
 * A row has the number of the item, from 0; its label in the file, empty if it has none; the label after the review,
 * empty where it has none; the status; and a note. A list can come from anywhere: all of it is checked.
 */

import { quoted, records } from './csv.js';
import { digits } from './digits.js';

/**
 * @import { Columns } from '../state/decisions.js'
 * @import { ElementType } from './digits.js'
 *
 * @typedef {object} List
 * @property {Columns} rows  in the order of the list
 * @property {Float64Array} old  the labels that the items should have; NaN where they have none
 * @property {Uint32Array} lines  of the rows, from 1
 *
 * @typedef {'header' | 'fields' | 'quote' | 'index' | 'old' | 'new' | 'status' | 'twice'} ListPart  what is wrong in a line
 */

const HEADER = ['index', 'old', 'new', 'status', 'note'];
const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
/** Labels of a file can be infinite. */
const INFINITE = /^-?inf(inity)?$/i;
/** Rows that are written at a time. */
const ROWS = 10_000;

/**
 * Reads a list. Throws an error with the name `ListMalformed`, and `list` as {@link wrong} makes it.
 * @param {string} text
 * @param {string[]} names  of statuses, by their codes; '' is none
 * @returns {List}
 */
export function parse(text, names) {
  /** @type {number[][]} */
  const [items, statuses, labels, old, lines] = [[], [], [], [], []];
  /** @type {string[]} */
  const notes = [];
  let isFirst = true;
  for (const { line, fields } of records(text.replace(/^\uFEFF/, ''), unquoted)) {
    if (isFirst) {
      if (fields.join() !== HEADER.join()) throw wrong(line, 'header', fields.join());
      isFirst = false;
      continue;
    }
    if (fields.length !== HEADER.length) throw wrong(line, 'fields', fields.join());
    const [index, was, is, status, note] = fields;
    const item = /^\d+$/.test(index) ? Number(index) : NaN;
    if (!(item < 2 ** 32)) throw wrong(line, 'index', index);
    if (was && !NUMBER.test(was) && !INFINITE.test(was)) throw wrong(line, 'old', was);
    const code = names.indexOf(status);
    if (code < 1) throw wrong(line, 'status', status);
    const before = was ? readLabel(was) : NaN;
    const isRight =
      status === 'corrected'
        ? NUMBER.test(is) && Number.isFinite(Number(is))
        : !is || (status === 'kept' && readLabel(is) === before);
    if (!isRight) throw wrong(line, 'new', is);
    items.push(item);
    old.push(before);
    labels.push(status === 'corrected' ? Number(is) : NaN);
    statuses.push(code);
    notes.push(note);
    lines.push(line);
  }
  if (isFirst) throw wrong(1, 'header', '');
  const rows = {
    items: Uint32Array.from(items),
    statuses: Uint8Array.from(statuses),
    labels: Float64Array.from(labels),
    notes: notes.some(Boolean) ? notes : null,
  };
  const twice = repeated(rows.items);
  if (twice !== null) throw wrong(lines[twice], 'twice', String(items[twice]));
  return { rows, old: Float64Array.from(old), lines: Uint32Array.from(lines) };
}

/**
 * Writes a list, in parts.
 * @param {Columns} columns
 * @param {Float64Array} old  the label that each item has in the file; NaN if it has none
 * @param {string[]} names  of statuses, by their codes
 * @param {ElementType} type  of the labels
 * @returns {Generator<string>}
 */
export function* write({ items, statuses, labels, notes }, old, names, type) {
  yield `${HEADER.join()}\r\n`;
  for (let start = 0; start < items.length; start += ROWS) {
    let part = '';
    for (let at = start; at < Math.min(items.length, start + ROWS); at++) {
      const status = names[statuses[at]];
      const after = status === 'corrected' ? labels[at] : status === 'kept' ? old[at] : NaN;
      part += `${items[at]},${writeLabel(old[at], type)},${writeLabel(after, type)},${status},${quoted(notes?.[at] ?? '')}\r\n`;
    }
    yield part;
  }
}

/** @param {string} label */
function readLabel(label) {
  return Number(label.replace(INFINITE, (found) => (found.startsWith('-') ? '-Infinity' : 'Infinity')));
}

/**
 * @param {number} value
 * @param {ElementType} type
 */
function writeLabel(value, type) {
  return Number.isNaN(value) ? '' : digits(value, type);
}

/**
 * The error about a line.
 * @param {number} line  from 1
 * @param {ListPart} part
 * @param {string} found
 */
function wrong(line, part, found) {
  const list = { line, part, found: found.slice(0, 100) };
  return Object.assign(new Error(`line ${line}: ${part}`), { name: 'ListMalformed', list });
}

/** @type {Parameters<typeof records>[1]} */
const unquoted = (line, found) => wrong(line, 'quote', found);

/**
 * The place of the first item that occurred before; null if each occurs once.
 * @param {Uint32Array} items
 */
function repeated(items) {
  const order = Uint32Array.from(items, (_, at) => at).sort((one, other) => items[one] - items[other] || one - other);
  let first = null;
  for (let at = 1; at < order.length; at++)
    if (items[order[at]] === items[order[at - 1]] && (first === null || order[at] < first)) first = order[at];
  return first;
}
