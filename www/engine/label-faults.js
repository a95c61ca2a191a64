/** What is wrong with tables of labels beside pictures. */

import { isLabel } from './label-candidates.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Candidate, Labels } from './label-candidates.js'
 * @import { LabelTable } from './label-tables.js'
 * @import { Labelling } from './picture-labels.js'
 * @import { Pictures } from './pictures.js'
 * @import { Fault } from './protocol.js'
 */

/**
 * Why tables label no album, and where they contradict the labels that were taken.
 * @param {Candidate[]} candidates
 * @param {Map<Pictures, Labelling>} chosen
 * @param {Set<LabelTable>} used
 * @param {Pictures[]} albums
 */
export function faultsOf(candidates, chosen, used, albums) {
  const isComplete = albums.every((album) => album.labels || chosen.has(album));
  /** @type {Map<LabelTable, Fault>} */
  const faults = new Map();
  for (const { table, labels, classed, unfit } of candidates) {
    const other = [...classed].map(([album, own]) => unlikeClasses(album, table, own)).find((fault) => fault);
    if (other) faults.set(table, other);
    else if (!isComplete && !used.has(table) && !labels.size && !classed.size) faults.set(table, unfit);
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
function contradictions({ tables, labels, sources }, table, own) {
  const comparable = new Set(tables.filter(({ names }) => areAbout(names, table.names)));
  return [...own.keys()].filter((at) => {
    const [source, one, other] = [sources[at], labels[at], own[at]];
    if (!source || source === table || !comparable.has(source) || !isLabel(one) || !isLabel(other)) return false;
    return !Object.is(source.names.get(one) ?? one, table.names.get(other) ?? other);
  });
}

/**
 * Whether two tables have a class in common, or numbers.
 * @param {Names} one
 * @param {Names} other
 */
function areAbout(one, other) {
  const names = new Set(one.values());
  return one.size ? [...other.values()].some((name) => names.has(name)) : !other.size;
}

/**
 * Reports that a table divides pictures otherwise than their folders, which are the classes. Those without a class may have one
 * in the table.
 * @param {Pictures} album
 * @param {LabelTable} table
 * @param {Labels} own  labels that it has
 * @returns {Fault | null}
 */
export function unlikeClasses({ entries, labels, table: naming }, table, own) {
  /** @type {Map<number, number>} */
  const folderOf = new Map();
  const at = own.findIndex((label, picture) => {
    const folder = labels?.[picture] ?? 0;
    if (folder === naming?.none) return false;
    if (isLabel(label) && !folderOf.has(label)) folderOf.set(label, folder);
    return isLabel(label) && folderOf.get(label) !== folder;
  });
  const areDivided = new Set(folderOf.values()).size === folderOf.size;
  if (at < 0 && areDivided) return null;
  return {
    name: 'CsvClasses',
    columnName: table.columns?.labelName ?? '',
    pictures: { width: 0, height: 0, first: entries[Math.max(at, 0)].name },
  };
}
