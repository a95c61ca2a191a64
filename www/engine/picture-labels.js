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
 *
 * @typedef {object} Labelling  of the pictures of an album
 * @property {LabelTable} table  the first one that names them
 * @property {(number | undefined)[]} labels  undefined of pictures that no table names
 * @property {Names} names  of the classes
 * @property {number} none  a label that no table has
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
    faults: columns && columns.count > 2 ? guesses(columns, { isFixed: true }) : [],
    damage,
  };
}

/**
 * Gives albums without classes the labels of the tables that name their pictures: of those that name most, the nearest one, and
 * then others for the rest.
 * @param {Album[]} albums
 * @param {LabelTable[]} tables
 * @returns {Promise<{ albums: Album[], used: Set<LabelTable> }>}
 */
export async function labelled(albums, tables) {
  /** @type {Map<Album, Labelling>} */
  const chosen = new Map();
  /** @type {Set<LabelTable>} */
  const used = new Set();
  const candidates = await candidatesOf(albums, tables);
  for (const adds of [namesMost, namesRest]) {
    for (const { table, labels } of candidates) {
      for (const [album, found] of labels) {
        const before = chosen.get(album) ?? null;
        if (!adds(found, table, before)) continue;
        chosen.set(album, joined(before, found, table));
        used.add(table);
      }
    }
  }
  return {
    albums: albums.map((album) => {
      const labelling = chosen.get(album);
      if (!labelling) return album;
      const { table, names, none } = labelling;
      const unnamed = album.entries.filter((_, at) => labelling.labels[at] === undefined).map(({ name }) => name);
      const labels = labelling.labels.map((label) => label ?? none);
      return { ...album, labels, names, table: { name: table.name, none, unnamed } };
    }),
    used,
  };
}

/**
 * The labels that each table has for the albums that it is about: the nearest table first, and of several the one that names the
 * most pictures.
 * @param {Album[]} albums
 * @param {LabelTable[]} tables
 */
async function candidatesOf(albums, tables) {
  const candidates = [];
  for (const table of tables) {
    /** @type {Map<Album, Labelling['labels']>} */
    const labels = new Map();
    for (const album of albums) {
      const found = album.labels ? [] : await labelsOf(album, table);
      if (fits(found, table)) labels.set(album, found);
    }
    const about = meant([...labels.keys()], table);
    for (const album of labels.keys()) if (!about.includes(album)) labels.delete(album);
    candidates.push({ table, labels, count: [...labels.values()].reduce((sum, found) => sum + countOf(found), 0) });
  }
  return candidates.toSorted(
    (one, other) => other.table.folder.length - one.table.folder.length || other.count - one.count,
  );
}

/**
 * Whether a table names many pictures of an album, or is mostly about them; by numbers, exactly these.
 * @param {Labelling['labels']} labels  that it has for them
 * @param {LabelTable} table
 */
function fits(labels, table) {
  const count = countOf(labels);
  const all = table.labels.size;
  if (table.hasNumbers) return count > 0 && count === labels.length && count === all;
  return count > 0 && 2 * count >= Math.min(labels.length, all);
}

/**
 * Whether a table names most pictures of an album that has no labels before.
 * @param {Labelling['labels']} labels  that it has for them
 * @param {LabelTable} _
 * @param {Labelling | null} before
 */
function namesMost(labels, _, before) {
  return !before && 2 * countOf(labels) >= labels.length;
}

/**
 * Whether a table is mostly about pictures that have no label before. Numbers and words are not joined.
 * @param {Labelling['labels']} labels  that it has
 * @param {LabelTable} table
 * @param {Labelling | null} before
 */
function namesRest(labels, table, before) {
  const fresh = countOf(labels.filter((_, at) => before?.labels[at] === undefined));
  const areAlike = !before || before.names.size > 0 === table.names.size > 0;
  return areAlike && fresh > 0 && 2 * fresh >= countOf(labels);
}

/**
 * The labels that pictures have before, and those of another table for the rest. A class has one label, whatever the tables say.
 * @param {Labelling | null} before
 * @param {Labelling['labels']} labels
 * @param {LabelTable} table
 * @returns {Labelling}
 */
function joined(before, labels, table) {
  if (!before) return { table, labels, names: table.names, none: table.none };
  const names = new Map(before.names);
  const byName = new Map([...names].map(([label, name]) => [name, label]));
  /** @type {Map<number, number>} */
  const changed = new Map();
  let next = [...names.keys(), ...table.names.keys()].reduce((max, label) => Math.max(max, label), -1) + 1;
  for (const [label, name] of table.names) {
    const own = byName.get(name) ?? (names.has(label) ? next++ : label);
    names.set(own, name);
    changed.set(label, own);
  }
  return {
    table: before.table,
    labels: before.labels.map((label, at) => {
      const other = labels[at];
      return label ?? (other === undefined ? undefined : (changed.get(other) ?? other));
    }),
    names,
    none: Math.min(before.none, table.none),
  };
}

/** @param {Labelling['labels']} labels */
function countOf(labels) {
  return labels.filter((label) => label !== undefined).length;
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
