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
 * @property {Labels} labels  as their tables number them
 * @property {(LabelTable | undefined)[]} sources  the table that each label is from
 *
 * @typedef {object} Candidate  what a table says of the albums that it is about
 * @property {LabelTable} table
 * @property {Map<Album, Labels>} labels
 * @property {number} count  of the pictures that have one
 * @property {Fault} unfit  why it labels no album, if it does not
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
  const numbers = numbered([...used]);
  return {
    albums: albums.map((album) => {
      const labelling = chosen.get(album);
      if (!labelling) return album;
      const { tables, labels, sources } = labelling;
      const none = Math.min(...tables.map(({ none }) => none));
      const unnamed = album.entries.filter((_, at) => !isLabel(labels[at])).map(({ name }) => name);
      return {
        ...album,
        labels: labels.map((label, at) => (isLabel(label) ? numbers.of(label, sources[at]) : none)),
        names: new Map(tables.flatMap((table) => numbers.names(table))),
        table: { tables, none, unnamed },
      };
    }),
    used,
    faults: faultsOf(candidates, chosen, used, albums),
  };
}

/**
 * How classes are numbered: as tables do if they agree, else in the order of all names.
 * @param {LabelTable[]} tables
 */
function numbered(tables) {
  const named = tables.flatMap(({ names }) => [...names]);
  const [labels, names] = [new Map(named.map(([label, name]) => [name, label])), new Map(named)];
  const agree = named.every(([label, name]) => labels.get(name) === label && names.get(label) === name);
  const places = new Map([...labels.keys()].toSorted().map((name, place) => [name, place]));
  /** @param {number} label @param {LabelTable | undefined} table */
  const of = (label, table) => (agree ? label : (places.get(table?.names.get(label) ?? '') ?? label));
  return {
    of,
    /** @param {LabelTable} table @returns {[number, string][]} */
    names: (table) => [...table.names].map(([label, name]) => [of(label, table), name]),
  };
}

/**
 * Why tables label no album, and where they contradict the labels that were taken.
 * @param {Candidate[]} candidates
 * @param {Map<Album, Labelling>} chosen
 * @param {Set<LabelTable>} used
 * @param {Album[]} albums
 */
function faultsOf(candidates, chosen, used, albums) {
  const isComplete = albums.every((album) => album.labels || chosen.has(album));
  /** @type {Map<LabelTable, Fault>} */
  const faults = new Map();
  for (const { table, labels, unfit } of candidates) {
    if (!isComplete && !used.has(table) && !labels.size) faults.set(table, unfit);
    let found = 0;
    for (const [album, own] of labels) {
      const labelling = chosen.get(album);
      const others = labelling ? contradictions(labelling, table, own) : [];
      found += others.length;
      const [at] = others;
      if (at === undefined || faults.has(table)) continue;
      const pictures = { width: 0, height: 0, first: album.entries[at].name };
      faults.set(table, { name: 'CsvConflict', columnName: labelling?.sources[at]?.name, pictures });
    }
    const fault = faults.get(table);
    if (fault && found) fault.found = found;
  }
  return faults;
}

/**
 * The pictures for which a table has other labels than were taken. Numbers and words cannot be compared, nor words about
 * different things.
 * @param {Labelling} labelling
 * @param {LabelTable} table
 * @param {Labels} own  that it has
 */
function contradictions({ labels, sources }, table, own) {
  return [...own.keys()].filter((at) => {
    const [source, one, other] = [sources[at], labels[at], own[at]];
    if (!source || source === table || !isLabel(one) || !isLabel(other)) return false;
    const { names } = source;
    if (names.size > 0 !== table.names.size > 0) return false;
    return names.size ? !areOthers(names, table.names) && names.get(one) !== table.names.get(other) : one !== other;
  });
}

/**
 * Whether no class of one table is a class of another.
 * @param {Names} one
 * @param {Names} other
 */
function areOthers(one, other) {
  const names = new Set(one.values());
  return ![...other.values()].some((name) => names.has(name));
}

/**
 * The labels that each table has for the albums that it is about: the nearest table first, and of several the one that names the
 * most pictures.
 * @param {Album[]} albums
 * @param {LabelTable[]} tables
 */
async function candidatesOf(albums, tables) {
  /** @type {Candidate[]} */
  const candidates = [];
  for (const table of tables) {
    /** @type {Map<Album, Labels>} */
    const labels = new Map();
    let unfit = fault('CsvPictures', table, albums.find(({ labels }) => !labels)?.entries[0]);
    for (const album of albums) {
      const found = album.labels ? [] : labelsOf(await rowsOf(album, table), table);
      if (fits(found, table)) labels.set(album, found);
      const several = album.entries.filter((_, at) => found[at] === null);
      // The others have other names.
      if (2 * several.length >= Math.min(found.length, table.rows.size) && several.length)
        unfit = { ...fault('CsvSeveral', table, several[0]), found: several.length };
    }
    const [fitting] = labels.keys();
    const about = meant([...labels.keys()], table);
    for (const album of labels.keys()) if (!about.includes(album)) labels.delete(album);
    if (fitting && !about.length) unfit = fault('CsvFolders', table, fitting.entries[0]);
    const count = [...labels.values()].reduce((sum, found) => sum + countOf(found), 0);
    candidates.push({ table, labels, count, unfit });
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
 * @param {Entry | undefined} picture
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
  const areAlike = !before || before.tables[0].names.size > 0 === table.names.size > 0;
  return areAlike && fresh > 0 && 2 * fresh >= countOf(labels);
}

/**
 * The labels that pictures have before, and those of another table for the rest.
 * @param {Labelling | null} before
 * @param {Labels} labels
 * @param {LabelTable} table
 * @returns {Labelling}
 */
function joined(before, labels, table) {
  const { tables, labels: old, sources } = before ?? { tables: [], labels: [], sources: [] };
  return {
    tables: [...tables, table],
    labels: labels.map((label, at) => old[at] ?? label),
    sources: labels.map((label, at) => sources[at] ?? (isLabel(label) ? table : undefined)),
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
export function labelsOf(rows, { labels }) {
  return rows.map((row) => (isLabel(row) ? labels[row] : row));
}
