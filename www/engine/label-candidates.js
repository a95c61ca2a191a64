/** Which tables of labels are about which pictures. */

import { baseName } from '../state/index.js';
import { keyOf, rowOf } from './label-tables.js';
import { twinsAmong } from './named-rows.js';
import { yieldAfterSlice } from './scheduling.js';

/**
 * @import { Entry } from './drops.js'
 * @import { LabelTable } from './label-tables.js'
 * @import { Pictures } from './pictures.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {(number | null | undefined)[]} Labels  of the pictures of an album, or the rows that name them: null of those with several
 *   labels, undefined of those with none
 *
 * @typedef {object} Candidate  what a table says of the albums that it is about
 * @property {LabelTable} table
 * @property {Map<Pictures, Labels>} labels
 * @property {Map<Pictures, Labels>} classed  those for albums whose folders are classes
 * @property {number} count  of the pictures that have one
 * @property {Fault} unfit  why it labels no album, if it does not
 */

/** Pictures that are looked up between two looks at the clock. */
const AT_ONCE = 100;

/**
 * The labels that each table has for the albums that it is about: the nearest table first, and of several the one that names the
 * most pictures.
 * @param {Pictures[]} albums
 * @param {LabelTable[]} tables
 */
export async function candidatesOf(albums, tables) {
  /** @type {Candidate[]} */
  const candidates = [];
  for (const table of tables) {
    /** @type {Candidate['labels']} */
    const labels = new Map();
    /** @type {Candidate['classed']} */
    const classed = new Map();
    /** @type {Map<Pictures, Labels>} */
    const rows = new Map();
    let unfit = fault('CsvPictures', table, albums.find(({ labels }) => !labels)?.entries[0]);
    for (const album of albums) {
      const own = await rowsOf(album, table);
      const found = labelsOf(own, table);
      if (fits(found, table)) (album.labels ? classed : labels).set(album, found);
      rows.set(album, own);
      const several = album.labels ? [] : album.entries.filter((_, at) => found[at] === null);
      // The others have other names.
      if (several.length && 2 * several.length >= Math.min(found.length, table.rows.size))
        unfit = { ...fault('CsvSeveral', table, several[0]), found: several.length };
    }
    const [fitting] = labels.keys();
    const about = meant(new Map([...rows].filter(([album]) => labels.has(album))), table);
    for (const album of labels.keys()) if (!about.includes(album)) labels.delete(album);
    if (fitting && !about.length) unfit = fault('CsvFolders', table, fitting.entries[0]);
    const count = [...labels.values()].reduce((sum, found) => sum + countOf(found), 0);
    candidates.push({ table, labels, classed, count, unfit });
  }
  const nameOf = (/** @type {Candidate} */ { table }) => Number(table.columns?.named ?? false);
  return candidates.toSorted(
    (one, other) =>
      other.table.folder.length - one.table.folder.length || other.count - one.count || nameOf(other) - nameOf(one),
  );
}

/**
 * @param {string} name
 * @param {LabelTable} table
 * @param {Pick<Entry, 'name'> | undefined} picture
 * @returns {Fault}
 */
function fault(name, { first }, picture) {
  return { name, columnName: first, pictures: { width: 0, height: 0, first: picture?.name ?? '' } };
}

/**
 * Whether a table names many pictures of an album, or is mostly about them; by numbers, exactly these.
 * @param {Labels} labels  that it has for them
 * @param {LabelTable} table
 */
function fits(labels, table) {
  const count = countOf(labels);
  const all = table.rows.size;
  if (table.hasNumbers) return count > 0 && count === labels.length && count === all;
  return count > 0 && 2 * count >= Math.min(labels.length, all);
}

/** @param {Labels} labels */
export function countOf(labels) {
  return labels.filter(isLabel).length;
}

/**
 * @param {Labels[number]} label
 * @returns {label is number}
 */
export function isLabel(label) {
  return typeof label === 'number';
}

/**
 * The albums that a table is about: those beside it or below. Where a name fits pictures in several of them, it is one.
 * @param {Map<Pictures, Labels>} fitting  with the rows for their pictures
 * @param {LabelTable} table
 */
function meant(fitting, table) {
  const all = [...fitting.keys()];
  const below = all.filter(({ folder }) => `${keyOf(folder)}/`.startsWith(table.folder && `${table.folder}/`));
  const near = below.length ? below : all;
  const rows = near.flatMap((album) => [...new Set(fitting.get(album)?.filter(isLabel))]);
  if (new Set(rows).size === rows.length) return near;
  // trainLabels.csv belongs to train.
  const called = near.filter(({ folder }) => folder && isPart(baseName(folder), baseName(table.name)));
  return called.length === 1 ? called : [];
}

/**
 * Whether a name contains another one, whatever the case of its letters.
 * @param {string} part
 * @param {string} name
 */
function isPart(part, name) {
  return name.toLowerCase().includes(part.toLowerCase());
}

/**
 * The rows of a table that name the pictures of an album: see rowOf.
 * @param {Pictures} album
 * @param {LabelTable} table
 */
export async function rowsOf({ entries }, table) {
  const rows = [];
  const twins = twinsAmong(entries);
  for (const [at, { name }] of entries.entries()) {
    rows.push(rowOf(table, name, twins.has(name)));
    if (at % AT_ONCE === 0) await yieldAfterSlice();
  }
  return rows;
}

/**
 * The labels in these rows of a table.
 * @param {Labels} rows
 * @param {LabelTable} table
 * @returns {Labels}
 */
export function labelsOf(rows, { labels }) {
  return rows.map((row) => (isLabel(row) ? labels[row] : row));
}
