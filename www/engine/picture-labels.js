/** Labels of pictures, from tables that name the files. */

import { baseName } from '../state/index.js';
import { keyOf, rowOf } from './label-tables.js';
import { yieldAfterSlice } from './scheduling.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Entry } from './drops.js'
 * @import { LabelTable } from './label-tables.js'
 * @import { Album } from './pictures.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {(number | null | undefined)[]} Labels  of the pictures of an album, or the rows that name them: null of those with several
 *   labels, undefined of those with none
 *
 * @typedef {object} Labelling  of the pictures of an album
 * @property {LabelTable[]} tables  that name them
 * @property {Labels} labels
 * @property {Names} names  of the classes
 * @property {number} none  a label that no table has
 */

/** Pictures that are looked up between two looks at the clock. */
const AT_ONCE = 100;

/**
 * Gives albums without classes the labels of the tables that name their pictures: of those that name most, the nearest one, and
 * then others for the rest. The faults say why a table labels no picture, or that it has other labels than were taken.
 * @param {Album[]} albums
 * @param {LabelTable[]} tables
 * @returns {Promise<{ albums: Album[], used: Set<LabelTable>, faults: Map<LabelTable, Fault> }>}
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
  const bare = albums.filter((album) => !album.labels && !chosen.has(album));
  /** @type {Map<LabelTable, Fault>} */
  const faults = new Map();
  for (const { table, labels, several } of candidates) {
    if (bare.length && !used.has(table)) faults.set(table, unfit(table, several, bare[0]));
    for (const [album, found] of labels) {
      const labelling = chosen.get(album);
      const fault = labelling && conflict(album, labelling, table, found);
      if (fault) faults.set(table, fault);
    }
  }
  return {
    albums: albums.map((album) => {
      const labelling = chosen.get(album);
      if (!labelling) return album;
      const { tables, names, none } = labelling;
      const unnamed = album.entries.filter((_, at) => !isLabel(labelling.labels[at])).map(({ name }) => name);
      const labels = labelling.labels.map((label) => label ?? none);
      return { ...album, labels, names, table: { tables, none, unnamed } };
    }),
    used,
    faults,
  };
}

/**
 * Why a table labels no picture: it has several labels for each, or names others.
 * @param {LabelTable} table
 * @param {Entry[]} several  pictures for which it has several labels
 * @param {Album} album  without labels
 * @returns {Fault}
 */
function unfit({ first: columnName }, several, { entries }) {
  const name = several.length ? 'CsvSeveral' : 'CsvPictures';
  const [{ name: first }] = several.length ? several : entries;
  return { name, found: several.length, columnName, pictures: { width: 0, height: 0, first } };
}

/**
 * Reports that a table has other labels for pictures than they have. Numbers and words cannot be compared.
 * @param {Album} album
 * @param {Labelling} labelling
 * @param {LabelTable} table
 * @param {Labels} found  that it has
 * @returns {Fault | null}
 */
function conflict({ entries }, { tables: [first], labels, names }, table, found) {
  if (table === first || names.size > 0 !== table.names.size > 0) return null;
  /** @param {Names} names @param {number} label */
  const classOf = (names, label) => names.get(label) ?? label;
  const isOther = (/** @type {number} */ at) => {
    const [one, other] = [labels[at], found[at]];
    return isLabel(one) && isLabel(other) && classOf(names, one) !== classOf(table.names, other);
  };
  const others = entries.filter((_, at) => isOther(at));
  if (!others.length) return null;
  const pictures = { width: 0, height: 0, first: others[0].name };
  return { name: 'CsvConflict', found: others.length, columnName: first.name, pictures };
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
    /** @type {Map<Album, Labels>} */
    const labels = new Map();
    /** @type {Entry[]} */
    let several = [];
    for (const album of albums) {
      const found = album.labels ? [] : labelsIn(await rowsOf(album, table), table);
      several = several.concat(album.entries.filter((_, at) => found[at] === null));
      if (fits(found, table)) labels.set(album, found);
    }
    const about = meant([...labels.keys()], table);
    for (const album of labels.keys()) if (!about.includes(album)) labels.delete(album);
    candidates.push({
      table,
      labels,
      several,
      count: [...labels.values()].reduce((sum, found) => sum + countOf(found), 0),
    });
  }
  return candidates.toSorted(
    (one, other) => other.table.folder.length - one.table.folder.length || other.count - one.count,
  );
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

/**
 * Whether a table names most pictures of an album that has no labels before.
 * @param {Labels} labels  that it has for them
 * @param {LabelTable} _
 * @param {Labelling | null} before
 */
function namesMost(labels, _, before) {
  return !before && 2 * countOf(labels) >= labels.length;
}

/**
 * Whether a table is mostly about pictures that have no label before. Numbers and words are not joined.
 * @param {Labels} labels  that it has
 * @param {LabelTable} table
 * @param {Labelling | null} before
 */
function namesRest(labels, table, before) {
  const fresh = countOf(labels.filter((_, at) => !isLabel(before?.labels[at])));
  const areAlike = !before || before.names.size > 0 === table.names.size > 0;
  return areAlike && fresh > 0 && 2 * fresh >= countOf(labels);
}

/**
 * The labels that pictures have before, and those of another table for the rest. A class has one label, whatever the tables say.
 * @param {Labelling | null} before
 * @param {Labels} labels
 * @param {LabelTable} table
 * @returns {Labelling}
 */
function joined(before, labels, table) {
  if (!before) return { tables: [table], labels, names: table.names, none: table.none };
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
    tables: [...before.tables, table],
    labels: before.labels.map((label, at) => {
      const other = labels[at];
      return label ?? (isLabel(other) ? (changed.get(other) ?? other) : other);
    }),
    names,
    none: Math.min(before.none, table.none),
  };
}

/** @param {Labels} labels */
function countOf(labels) {
  return labels.filter(isLabel).length;
}

/**
 * @param {Labels[number]} label
 * @returns {label is number}
 */
function isLabel(label) {
  return typeof label === 'number';
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
 * The rows of a table that name the pictures of an album: see rowOf.
 * @param {Album} album
 * @param {LabelTable} table
 */
export async function rowsOf({ entries }, table) {
  const rows = [];
  for (const [at, { name }] of entries.entries()) {
    rows.push(rowOf(table, name));
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
export function labelsIn(rows, { labels }) {
  return rows.map((row) => (isLabel(row) ? labels[row] : row));
}
