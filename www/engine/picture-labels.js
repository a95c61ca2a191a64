/** Labels of pictures, from tables that name the files. */

import { baseName } from '../state/index.js';
import { folderOf } from './pictures.js';
import { SLICE, yieldToMessages } from './scheduling.js';
import { guesses } from './tables.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Table } from './convert-tables.js'
 * @import { Album } from './pictures.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {object} LabelTable
 * @property {string} name  of its file
 * @property {string} folder  that the file is in
 * @property {Map<string, number | null>} labels  by the names of the pictures; null of those that have several
 * @property {Map<string, number | null>} stems  the same without extensions
 * @property {boolean} hasFolders  whether some names have folders
 * @property {boolean} hasNumbers  whether all names are numbers, which fit pictures in any folder
 * @property {number} none  a label that the table does not have
 * @property {string} first  its first name
 * @property {Names} names  of the classes
 * @property {Fault[]} faults  what the user has to know about its columns
 * @property {Fault | null} damage  why the table could not be read to its end
 */

/** Codes of the element types of labels. */
const [U8, I32] = [0x08, 0x0c];
/** Limit of the folders in a name that are compared. */
const MAX_FOLDERS = 16;
/** Pictures that are looked up between two looks at the clock. */
const AT_ONCE = 100;

/** When the page has to answer next, in milliseconds. */
let sliceEnd = 0;

/**
 * What a table of labels says of pictures; null if its rows have no names, or its labels are no whole numbers.
 * @param {string} name
 * @param {Pick<Table, 'labels' | 'rowNames' | 'columns' | 'damage'>} table
 * @returns {Promise<LabelTable | null>}
 */
export async function labelTableOf(name, { labels, rowNames, columns, damage }) {
  const values = labels && (await labelsIn(labels));
  const rows = rowNames.split('\n').slice(0, -1);
  if (!values || !rows.length || rows.length !== values.length) return null;
  /** @type {LabelTable['labels']} */
  const byName = new Map();
  /** @type {LabelTable['stems']} */
  const stems = new Map();
  for (const [at, row] of rows.entries()) {
    const key = keyOf(row);
    const stem = stemOf(key);
    for (const [all, one] of /** @type {const} */ ([
      [byName, key],
      [stems, stem],
    ]))
      all.set(one, all.has(one) && all.get(one) !== values[at] ? null : values[at]);
  }
  return {
    name,
    folder: keyOf(folderOf(name)),
    labels: byName,
    stems,
    hasFolders: rows.some((row) => keyOf(row).includes('/')),
    hasNumbers: rows.every((row) => /^\d+$/.test(row)),
    none: values.reduce((min, value) => Math.min(min, value), 0) - 1,
    first: rows[0],
    names: new Map(columns?.classNames),
    // Beside two columns there is nothing to choose.
    faults: columns && columns.count > 2 ? guesses(columns, true) : [],
    damage,
  };
}

/**
 * Gives albums without classes the labels of the tables that name their pictures: of several, the one that is nearest.
 * @param {Album[]} albums
 * @param {LabelTable[]} tables
 * @returns {Promise<{ albums: Album[], used: Set<LabelTable> }>}
 */
export async function labelled(albums, tables) {
  /** @type {Map<Album, { table: LabelTable, found: (number | undefined)[] }>} */
  const chosen = new Map();
  for (const table of tables.toSorted((one, other) => other.folder.length - one.folder.length)) {
    /** @type {Map<Album, (number | undefined)[]>} */
    const fitting = new Map();
    for (const album of albums) {
      const found = album.labels || chosen.has(album) ? [] : await labelsOf(album, table);
      if (fits(found, table)) fitting.set(album, found);
    }
    for (const album of meant([...fitting.keys()], table))
      chosen.set(album, { table, found: fitting.get(album) ?? [] });
  }
  return {
    albums: albums.map((album) => {
      const { table, found } = chosen.get(album) ?? {};
      if (!table || !found) return album;
      const unnamed = album.entries.filter((_, at) => found[at] === undefined).map(({ name }) => name);
      const labels = found.map((label) => label ?? table.none);
      return { ...album, labels, names: table.names, table: { name: table.name, none: table.none, unnamed } };
    }),
    used: new Set([...chosen.values()].map(({ table }) => table)),
  };
}

/**
 * Whether a table names most pictures of an album; by numbers, exactly these.
 * @param {(number | undefined)[]} labels  that it has for them
 * @param {LabelTable} table
 */
function fits(labels, table) {
  const count = labels.filter((label) => label !== undefined).length;
  return (
    count > 0 &&
    (table.hasNumbers ? count === labels.length && count === table.labels.size : 2 * count >= labels.length)
  );
}

/**
 * The albums that a table is about: those beside it or below. Names without folders are those of one album.
 * @param {Album[]} fitting
 * @param {LabelTable} table
 */
function meant(fitting, table) {
  const below = fitting.filter(({ folder }) => `${keyOf(folder)}/`.startsWith(table.folder && `${table.folder}/`));
  const near = below.length ? below : fitting;
  if (table.hasFolders || near.length < 2) return near;
  // trainLabels.csv belongs to train.
  const called = near.filter(({ folder }) => folder && keyOf(baseName(table.name)).includes(keyOf(baseName(folder))));
  return called.length === 1 ? called : [];
}

/**
 * The labels that a table has for the pictures of an album.
 * @param {Album} album
 * @param {LabelTable} table
 */
async function labelsOf({ entries }, table) {
  const found = [];
  for (const [at, { name }] of entries.entries()) {
    found.push(labelOf(table, name));
    if (at % AT_ONCE === 0 && performance.now() > sliceEnd) {
      await yieldToMessages();
      sliceEnd = performance.now() + SLICE;
    }
  }
  return found;
}

/**
 * The label of a picture, which a table names with its folders or without them, and with its extension or without it.
 * @param {LabelTable} table
 * @param {string} path
 */
function labelOf({ labels, stems }, path) {
  let name = keyOf(path).split('/').slice(-MAX_FOLDERS).join('/');
  for (;;) {
    const stem = stemOf(name);
    const label = labels.get(name) ?? labels.get(stem) ?? stems.get(stem) ?? undefined;
    if (label !== undefined || !name.includes('/')) return label;
    name = name.slice(name.indexOf('/') + 1);
  }
}

/**
 * A path in one form, however it is written.
 * @param {string} path
 */
function keyOf(path) {
  return path
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase();
}

/**
 * A path without the extension of the file; of a number, without zeros before it.
 * @param {string} key
 */
function stemOf(key) {
  return key.replace(/\.[^./]*$/, '').replace(/(^|\/)0+(?=\d+$)/, '$1');
}

/**
 * The labels in an IDX file of them, if they are whole numbers.
 * @param {File} file
 */
async function labelsIn(file) {
  const view = new DataView(await file.arrayBuffer());
  const [type, start] = [view.getUint8(2), 4 + 4 * view.getUint8(3)];
  if (type === U8) return [...new Uint8Array(view.buffer, start)];
  if (type !== I32) return null;
  return Array.from({ length: (view.byteLength - start) / 4 }, (_, at) => view.getInt32(start + 4 * at));
}
