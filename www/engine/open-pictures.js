/** Labels of pictures that are open, from tables that come later. */

import { converted } from './conversion.js';
import { isPictureName } from './files.js';
import { hasWords } from './label-tables.js';
import { labelled } from './picture-labels.js';
import { beside, picturesOf, unnamed } from './pictures.js';
import { timeOf } from './source.js';
import { mappingsOf } from './table-labelling.js';
import { filesOf } from './tables.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Watch } from './conversion.js'
 * @import { Parts } from './drop-intake.js'
 * @import { WaitingTable } from './drop-tables.js'
 * @import { Entry } from './drops.js'
 * @import { Known } from './files.js'
 * @import { LabelTable } from './label-tables.js'
 * @import { Mapping } from './mappings.js'
 * @import { Pictures } from './pictures.js'
 * @import { Fault, Slot } from './protocol.js'
 * @import { TableLabelling } from './table-labelling.js'
 *
 * @typedef {{ files: Entry[], mappings: Mapping[], used: Set<WaitingTable> }} Labelled  labels with their names, and the tables
 *   that are about open pictures
 */

/**
 * The labels that tables have for open pictures. Pictures that have labels get others only from words: numbers beside labels are
 * predictions.
 * @param {WaitingTable[]} tables
 * @param {TableLabelling} labelling
 * @param {Parts} parts
 * @param {Watch} watch
 * @returns {Promise<Labelled>}
 */
export async function labelOpen(tables, labelling, parts, watch) {
  const open = parts.openFiles().filter(({ images }) => images);
  const datasets = open.flatMap((files) => {
    const { images } = files;
    return images?.pictures ? [{ files, images, pictures: picturesOf(images.pictures) }] : [];
  });
  const read = [...(await labelling.read(tables, []))].map(([table, labels]) => ({
    table,
    labels: datasets.length === 1 ? beside(labels, datasets[0].pictures.folder) : labels,
  }));
  /** @type {Labelled} */
  const all = { files: [], mappings: [], used: new Set() };
  /** The names of the classes in use, by the places of the datasets that have labels. @type {Map<number, Names>} */
  const inUse = new Map();
  for (const [at, { files }] of datasets.entries())
    if (files.labels) inUse.set(at, files.labels.mapping?.names ?? new Map());
  /** Why the others label nothing. @type {Map<LabelTable, Fault>} */
  let faults = new Map();
  // Tables that contradict each other are labels and predictions, and come one after the other.
  for (let left = read; left.length; ) {
    const round = await labelled(
      datasets.map(({ pictures }) => pictures),
      left.map(({ labels }) => labels),
    );
    faults = round.faults;
    for (const [at, pictures] of round.albums.entries()) {
      const sources = left.filter(({ labels }) => pictures.table?.tables.includes(labels));
      const areMeant = !inUse.has(at) || sources.every(({ labels }) => hasWords(labels.columns));
      if (!sources.length || !areMeant) continue;
      for (const { table, labels } of sources) {
        all.used.add(table);
        await labelling.use(table, labels, [pictures], faults.get(labels));
      }
      const [{ table }] = sources;
      const { files } = datasets[at];
      const known = renumbered(pictures, inUse.get(at) ?? new Map());
      const made = await labelsOf(known, table.entry, datasets[at], inUse.has(at), parts, watch);
      // The dataset may have been closed meanwhile.
      if (!made || !parts.openFiles().includes(files)) continue;
      all.files.push(made);
      const folder = inUse.has(at) ? table.entry.name : pictures.folder;
      all.mappings.push(...mappingsOf(parts.mappings, known, `${folder}/metadata`, made.archive ?? ''));
      parts.inside.report(table.entry.name, unnamed(pictures));
      if (!inUse.has(at)) inUse.set(at, known.names);
    }
    const rest = left.filter(({ table, labels }) => !round.used.has(labels) && !all.used.has(table));
    if (rest.length === left.length) break;
    left = rest;
  }
  // Other images may be those that a table is about, and numbers beside labels are predictions.
  const areAll = datasets.length === open.length;
  for (const { table, labels } of read) {
    const fault = faults.get(labels);
    const isMeant = hasWords(labels.columns) || !open.some(({ labels }) => labels);
    if (!fault || all.used.has(table) || !areAll || !isMeant || !isPictureName(labels.first)) continue;
    all.used.add(table);
    labelling.refuse(table, labels.damage ?? fault);
  }
  return all;
}

/**
 * Labels with the numbers that the classes have already, if some are known by name, so that the two can be compared.
 * @param {Pictures} pictures
 * @param {Names} inUse  the names of the classes
 * @returns {Pictures}
 */
function renumbered(pictures, inUse) {
  const known = new Map([...inUse].map(([label, name]) => [name, label]));
  const { names, labels, columns = [] } = pictures;
  if (!labels || ![...names.values()].some((name) => known.has(name))) return pictures;
  let next = Math.max(...known.values()) + 1;
  /** @type {Map<number, number>} */
  const numbers = new Map();
  for (const [label, name] of names) numbers.set(label, known.get(name) ?? next++);
  const all = new Map([
    ...inUse,
    ...[...names].map(([label, name]) => /** @type {const} */ ([numbers.get(label) ?? label, name])),
  ]);
  const count = columns.length || 1;
  return {
    ...pictures,
    labels: labels.map((label, at) => (at % count === 0 ? (numbers.get(label) ?? label) : label)),
    names: all,
    columns: columns.map((column, at) => (at ? column : { ...column, names: all })),
  };
}

/**
 * The labels of pictures in their order; null if they are those in use, or that is cancelled.
 * @param {Pictures} pictures
 * @param {Entry} table  that they are from
 * @param {{ images: Known, files: Record<Slot, Known | null> }} dataset
 * @param {boolean} isLabelled  whether it has other labels
 * @param {Parts} parts
 * @param {Watch} watch
 * @returns {Promise<Entry | null>}
 */
async function labelsOf({ entries, labels }, table, { images, files }, isLabelled, parts, watch) {
  const all = labels ?? [];
  const rows = { labels: all, columns: all.length / entries.length, lastModified: timeOf(table.file) };
  const file = await converted(parts.converter(), watch, 'labels', rows);
  if (!file) return null;
  const { name, archive } = images;
  if (!isLabelled) return { file, name: name.replace(/(-images)?$/, '-labels'), archive };
  const before = files.labels;
  if (before?.size === file.size && before.version === file.lastModified) return null;
  return filesOf(table, { images: null, labels: file }, '')[0];
}
