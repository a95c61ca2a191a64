/** Labels of pictures, from tables that name the files. */

import { baseName } from '../state/index.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Table } from './convert-tables.js'
 * @import { Album } from './pictures.js'
 *
 * @typedef {object} LabelTable
 * @property {string} name  of its file
 * @property {Map<string, number>} labels  by the names of the pictures, as the table has them
 * @property {Names} names  of the classes
 */

/** The label of a picture that a table does not name. */
export const NO_LABEL = -1;
/** Codes of the element types of labels. */
const [U8, I32] = [0x08, 0x0c];

/**
 * What a table of labels says of pictures; null if its rows have no names, or its labels are no whole numbers.
 * @param {string} name
 * @param {Table} table
 * @returns {Promise<LabelTable | null>}
 */
export async function labelTableOf(name, { labels, rowNames, columns }) {
  const values = labels && (await labelsIn(labels));
  const rows = rowNames.split('\n').slice(0, -1);
  if (!values || rows.length !== values.length) return null;
  const byName = rows.map((row, at) => /** @type {const} */ ([row.replace(/^\.\//, ''), values[at]]));
  return { name, labels: new Map(byName), names: new Map(columns?.classNames) };
}

/**
 * Gives albums without classes the labels of the tables that name their pictures.
 * @param {Album[]} albums
 * @param {LabelTable[]} tables
 * @returns {{ albums: Album[], used: LabelTable[] }}
 */
export function labelled(albums, tables) {
  /** @type {Map<Album, LabelTable>} */
  const chosen = new Map();
  for (const table of tables) {
    const fitting = albums.filter((album) => !album.labels && !chosen.has(album) && fits(album, table));
    // Numbers name pictures in any folder.
    const meant =
      hasNumbers(table) && fitting.length > 1 ? fitting.filter((album) => isCalledAfter(table, album)) : fitting;
    if (meant.length === 1 || !hasNumbers(table)) for (const album of meant) chosen.set(album, table);
  }
  return {
    albums: albums.map((album) => {
      const table = chosen.get(album);
      if (!table) return album;
      const labels = album.entries.map(({ name }) => labelOf(table, name) ?? NO_LABEL);
      return { ...album, labels, names: table.names, table: table.name };
    }),
    used: [...new Set(chosen.values())],
  };
}

/**
 * Whether a table names most pictures of an album; by numbers, exactly these.
 * @param {Album} album
 * @param {LabelTable} table
 */
function fits({ entries }, table) {
  const found = entries.filter(({ name }) => labelOf(table, name) !== undefined).length;
  return hasNumbers(table) ? found === entries.length && found === table.labels.size : 2 * found >= entries.length;
}

/** @param {LabelTable} table */
function hasNumbers({ labels }) {
  for (const name of labels.keys()) if (!/^\d+$/.test(name)) return false;
  return true;
}

/**
 * Whether the name of a table contains that of an album: trainLabels.csv belongs to train.
 * @param {LabelTable} table
 * @param {Album} album
 */
function isCalledAfter({ name }, { folder }) {
  return baseName(name).toLowerCase().includes(baseName(folder).toLowerCase());
}

/**
 * The label of a picture, which a table names with its folders or without them, and with its extension or without it.
 * @param {LabelTable} table
 * @param {string} path
 */
function labelOf({ labels }, path) {
  for (let name = path; ; name = name.slice(name.indexOf('/') + 1)) {
    const label = labels.get(name) ?? labels.get(name.replace(/\.\w+$/, ''));
    if (label !== undefined || !name.includes('/')) return label;
  }
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
