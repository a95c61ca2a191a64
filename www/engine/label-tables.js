/** Tables of labels with the names of pictures, and the label that one has for a picture. */

import { baseName } from '../state/index.js';
import { isPredictionName } from '../text/prediction-names.js';
import { NamedRows } from './named-rows.js';
import { areOtherParts, folderOf } from './pictures.js';
import { yieldAfterSlice } from './scheduling.js';

/**
 * @import { Columns } from '../pkg/convert.js'
 * @import { Names } from '../text/class-names.js'
 * @import { Table } from './convert-tables.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {object} RowNames
 * @property {string} folder  that the file is in
 * @property {NamedRows} rows  by the names of the pictures
 * @property {NamedRows} stems  the same without extensions
 * @property {string[]} roots  the folder that all names are in, and those above it, each with a slash behind it
 *
 * @typedef {RowNames & OwnLabels} LabelTable
 *
 * @typedef {object} OwnLabels  of a table
 * @property {string} name  of its file
 * @property {number[]} labels  of the rows
 * @property {string} rowNames  each in a line
 * @property {boolean} hasNumbers  whether all names are numbers, which fit pictures in any folder
 * @property {number} none  a label that the table does not have; NaN beside fractions
 * @property {string} first  its first name
 * @property {Names} names  of the classes
 * @property {Columns | null} columns
 * @property {boolean} arePredictions  whether the table or its column is called so
 * @property {Fault | null} damage  why the table could not be read to its end
 */

/** The values of each element type that labels have, by its code. @type {Record<number, (view: DataView, start: number) => number[]>} */
const VALUES = {
  8: (view, start) => [...new Uint8Array(view.buffer, start)],
  12: (view, start) => valuesIn(view, start, 4, (at) => view.getInt32(at)),
  13: (view, start) => valuesIn(view, start, 4, (at) => view.getFloat32(at)),
  14: (view, start) => valuesIn(view, start, 8, (at) => view.getFloat64(at)),
};
/** What a column of predicted classes is called: see src/insight/predictions/names.rs. */
const PREDICTED = /^(predictions?|(predicted|pred)(_label|_class)?|preds|y_pred(icted)?|y_?hat)$/i;
/** Limit of the folders in a name that are compared. */
const MAX_FOLDERS = 16;
/** Rows that are taken between two looks at the clock. */
const AT_ONCE = 100;

/**
 * What a table of labels says of pictures; null if its rows have no names.
 * @param {string} name
 * @param {Pick<Table, 'labels' | 'rowNames' | 'columns' | 'damage'>} table
 * @param {LabelTable | null} [same]  the table with another label, which takes long to make
 * @returns {Promise<LabelTable | null>}
 */
export async function labelTableOf(name, { labels: file, rowNames, columns, damage }, same = null) {
  const labels = file && (await labelsIn(file));
  const names = rowNames.split('\n').slice(0, -1);
  if (!labels || !names.length || names.length !== labels.length) return null;
  const own = {
    labels,
    none: labels.every(Number.isInteger) ? labels.reduce((min, label) => Math.min(min, label), 0) - 1 : NaN,
    names: new Map(columns?.classNames),
    columns: columns ?? null,
    arePredictions: isPredictionName(`${columns?.labelName ?? ''} ${baseName(name)}`),
    damage,
  };
  if (same?.rowNames === rowNames) return { ...same, ...own };
  const areSame = (/** @type {number} */ one, /** @type {number} */ other) => Object.is(labels[one], labels[other]);
  const found = await namesIn(name, names, areSame);
  return { ...own, ...found, name, rowNames, hasNumbers: names.every((one) => /^\d+$/.test(one)), first: names[0] };
}

/**
 * Whether a table has labels that are words, and no column that is called predictions. Numbers beside labels are predictions.
 * @param {Columns | null} [columns]
 */
export function hasWords(columns) {
  if (!columns) return false;
  const { classNames, oneHot, labelName, choices, leftOut } = columns;
  const names = [labelName ?? '', ...leftOut, ...choices.map(([, name]) => name)];
  return classNames.length > 0 && !oneHot && !names.some((name) => PREDICTED.test(name));
}

/**
 * The rows that names stand for.
 * @param {string} table  the name of its file
 * @param {string[]} names  of its rows, at least one
 * @param {(one: number, other: number) => boolean} areSame  whether two rows of one name say the same
 * @returns {Promise<RowNames>}
 */
export async function namesIn(table, names, areSame) {
  const [rows, stems] = [new NamedRows(), new NamedRows()];
  const keys = [];
  for (const [row, rowName] of names.entries()) {
    const key = keyOf(rowName);
    keys.push(key);
    rows.add(key, row, areSame);
    stems.add(stemOf(key), row, areSame);
    if (row % AT_ONCE === 0) await yieldAfterSlice();
  }
  return { folder: keyOf(folderOf(table)), rows, stems, roots: rootsOf(keys) };
}

/**
 * The names of the rows of a table that came without a folder, as if it lay beside the only pictures that are open: not so where
 * its names are in another part of the set.
 * @template {RowNames} T
 * @param {T} table
 * @param {string} folder  of the pictures
 * @returns {T}
 */
export function beside(table, folder) {
  const roots = table.roots.filter((root) => !areOtherParts(root.slice(0, -1), folder));
  return { ...table, folder: keyOf(folder), roots };
}

/**
 * The row of a picture, which a table names with its folders, with fewer or with more, and with its extension or without it;
 * null if the table has several labels for it, and undefined if it has none.
 * @param {RowNames} table
 * @param {string} path
 * @param {boolean} isExact  whether letter case always counts
 */
export function rowOf(table, path, isExact) {
  const key = keyOf(path);
  const parts = key.split('/').slice(-MAX_FOLDERS);
  for (const at of parts.keys()) {
    const row = rowCalled(table, parts.slice(at).join('/'), isExact);
    if (row !== undefined) return row;
  }
  // Where the names have more folders, these stand for the folder of the table, or one above it.
  for (let folder = table.folder; ; folder = folderOf(folder)) {
    const isBelow = !folder || key.startsWith(`${folder}/`);
    const name = folder ? key.slice(folder.length + 1) : key;
    for (const root of isBelow ? table.roots : []) {
      const row = rowCalled(table, root + name, isExact);
      if (row !== undefined) return row;
    }
    if (!folder) return undefined;
  }
}

/**
 * @param {RowNames} table
 * @param {string} name
 * @param {boolean} isExact
 */
function rowCalled({ rows, stems }, name, isExact) {
  const stem = stemOf(name);
  const find = (/** @type {boolean} */ isExact) =>
    [rows.get(name, isExact), rows.get(stem, isExact), stems.get(stem, isExact)].find((row) => row !== undefined);
  // A name without its extension is nearer than one in other letter case.
  const exact = find(true);
  return exact === undefined && !isExact ? find(false) : exact;
}

/**
 * The folder that all these names are in, and those above it, each with a slash behind it.
 * @param {string[]} keys
 */
function rootsOf(keys) {
  const [first] = keys;
  let root = first.slice(0, first.lastIndexOf('/') + 1);
  for (const key of keys)
    while (!key.toLowerCase().startsWith(root.toLowerCase()))
      root = root.slice(0, root.lastIndexOf('/', root.length - 2) + 1);
  const parts = root.split('/').slice(0, -1).slice(0, MAX_FOLDERS);
  return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
}

/**
 * A path in one form, however it is written.
 * @param {string} path
 */
export function keyOf(path) {
  return path.replaceAll('\\', '/').replace(/^(\.?\/)+/, '');
}

/**
 * A path without the extension of the file; of a number, without zeros before it.
 * @param {string} key
 */
function stemOf(key) {
  return key.replace(/\.[^./]*$/, '').replace(/(^|\/)0+(?=\d+$)/, '$1');
}

/**
 * The labels in an IDX file of them, if they are of a type that tables give.
 * @param {File} file
 */
export async function labelsIn(file) {
  const view = new DataView(await file.arrayBuffer());
  return VALUES[view.getUint8(2)]?.(view, 4 + 4 * view.getUint8(3)) ?? null;
}

/**
 * @param {DataView} view
 * @param {number} start  of the elements
 * @param {number} size  of each
 * @param {(at: number) => number} get
 */
function valuesIn(view, start, size, get) {
  return Array.from({ length: (view.byteLength - start) / size }, (_, at) => get(start + size * at));
}
