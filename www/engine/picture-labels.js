/** Labels of pictures, from tables that name the files. */

import { candidatesOf, countOf, isLabel } from './label-candidates.js';
import { faultsOf, unlikeClasses } from './label-faults.js';

/**
 * @import { Candidate, Labels } from './label-candidates.js'
 * @import { LabelTable } from './label-tables.js'
 * @import { Pictures } from './pictures.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {object} Labelling  of the pictures of an album
 * @property {LabelTable[]} tables  that name them
 * @property {Labels} labels  as their tables number them
 * @property {(LabelTable | undefined)[]} sources  the table that each label is from
 */

/**
 * Gives albums without classes the labels of the tables that name their pictures: of those that name most, the nearest one, and
 * then others for the rest. The faults say why a table labels no picture, or that it has other labels than were taken. Beside
 * classes, the nearest table that has the same ones describes their pictures.
 * @template {Pictures} P
 * @param {P[]} albums
 * @param {LabelTable[]} tables
 * @param {LabelTable[]} [describing]  those of them that may describe pictures
 * @returns {Promise<{ albums: P[], used: Set<LabelTable>, described: Map<LabelTable, Pictures[]>, faults: Map<LabelTable, Fault> }>}
 */
export async function labelled(albums, tables, describing = []) {
  /** @type {Map<Pictures, Labelling>} */
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
    described: describedBy(candidates.filter(({ table }) => describing.includes(table))),
    faults: faultsOf(candidates, chosen, used, albums),
  };
}

/**
 * The albums in classes that each table describes.
 * @param {Candidate[]} candidates  the nearest first
 */
function describedBy(candidates) {
  /** @type {Map<LabelTable, Pictures[]>} */
  const described = new Map();
  /** @type {Set<Pictures>} */
  const taken = new Set();
  for (const { table, classed } of candidates) {
    const own = [...classed].flatMap(([album, labels]) => {
      // Those without a class have no label in a table either.
      const isWhole = album.labels?.every((label, at) => isLabel(labels[at]) || label === album.table?.none);
      return isWhole && !taken.has(album) && !unlikeClasses(album, table, labels) ? [album] : [];
    });
    for (const album of own) taken.add(album);
    if (own.length) described.set(table, own);
  }
  return described;
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
