/** Labels of pictures that are open, from tables that come later. */

import { isPictureName } from '../text/picture-names.js';
import { converted } from './conversion.js';
import { beside, hasWords } from './label-tables.js';
import { labelled } from './picture-labels.js';
import { picturesOf, unlabelledIn, unnamed } from './pictures.js';
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
 * @typedef {{ table: WaitingTable, labels: LabelTable }} Read  a table, and what it says
 *
 * @typedef {object} Open  a dataset made of pictures
 * @property {Record<Slot, Known | null>} files
 * @property {Known} images
 * @property {Pictures} pictures
 * @property {Names | null} inUse  the names of its classes, if it has labels
 */

/** The tables of one drop that come after the pictures which they label. */
export class OpenPictures {
  /** Labels in the order of the pictures. @type {Entry[]} */
  files = [];
  /** The names of their classes. @type {Mapping[]} */
  mappings = [];
  /** The tables that are about open pictures. @type {Set<WaitingTable>} */
  used = new Set();
  #labelling;
  #parts;
  #watch;

  /**
   * @param {TableLabelling} labelling
   * @param {Parts} parts
   * @param {Watch} watch
   */
  constructor(labelling, parts, watch) {
    this.#labelling = labelling;
    this.#parts = parts;
    this.#watch = watch;
  }

  /**
   * Labels pictures by the tables that name them. Those that have labels get others only from words: numbers beside labels are
   * predictions.
   * @param {WaitingTable[]} tables
   */
  async label(tables) {
    const open = this.#parts.openFiles().filter(({ images }) => images);
    /** @type {Open[]} */
    const datasets = open.flatMap((files) => {
      const { images, labels } = files;
      const inUse = labels && (labels.mapping?.names ?? new Map());
      return images?.pictures ? [{ files, images, pictures: picturesOf(images.pictures), inUse }] : [];
    });
    const read = [...(await this.#labelling.read(tables, []))].map(([table, labels]) => ({
      table,
      labels: datasets.length === 1 ? beside(labels, datasets[0].pictures.folder) : labels,
    }));
    const faults = await this.#labelInTurn(datasets, read);
    // Other images may be those that a table is about.
    if (datasets.length < open.length) return;
    const haveLabels = open.some(({ labels }) => labels);
    for (const { table, labels } of read) {
      const fault = faults.get(labels);
      const isMeant = hasWords(labels.columns) || !haveLabels;
      if (!fault || this.used.has(table) || !isMeant || !isPictureName(labels.first)) continue;
      this.used.add(table);
      this.#labelling.refuse(table, labels.damage ?? fault);
    }
  }

  /**
   * Labels pictures by tables that may contradict each other: they are labels and predictions then, and come one after the other.
   * Returns why the others label nothing.
   * @param {Open[]} datasets
   * @param {Read[]} read
   */
  async #labelInTurn(datasets, read) {
    /** @type {Map<LabelTable, Fault>} */
    let faults = new Map();
    for (let left = read, count = 0; left.length && left.length !== count; ) {
      const round = await labelled(
        datasets.map(({ pictures }) => pictures),
        left.map(({ labels }) => labels),
      );
      faults = round.faults;
      const changed = round.albums.flatMap((pictures, at) => {
        const dataset = datasets[at];
        const tables = pictures.table?.tables ?? [];
        const areMeant = !dataset.inUse || tables.every(({ columns }) => hasWords(columns));
        return tables.length && areMeant ? [{ dataset, pictures }] : [];
      });
      const albums = changed.map(({ pictures }) => pictures);
      for (const { table, labels } of left) {
        if (!albums.some((album) => album.table?.tables.includes(labels))) continue;
        this.used.add(table);
        await this.#labelling.use(table, labels, albums, faults.get(labels));
      }
      for (const { dataset, pictures } of changed) {
        const source = left.find(({ labels }) => labels === pictures.table?.tables[0]);
        if (source) await this.#take(dataset, pictures, source.table.entry);
      }
      count = left.length;
      left = left.filter(({ labels }) => !round.used.has(labels));
    }
    return faults;
  }

  /**
   * @param {Open} dataset  which changes
   * @param {Pictures} pictures  with their labels
   * @param {Entry} table  that has most of them
   */
  async #take(dataset, pictures, table) {
    const { inside, mappings, openFiles } = this.#parts;
    const known = dataset.inUse ? renumbered(pictures, dataset.inUse) : pictures;
    const file = await this.#fileOf(known, table);
    // The dataset may have been closed meanwhile.
    if (!file || !openFiles().includes(dataset.files)) return;
    inside.report(table.name, unnamed(pictures));
    const { labels } = dataset.files;
    // They were dropped before.
    if (labels?.size === file.size && labels.version === file.lastModified) return;
    const { name, archive } = dataset.images;
    const entry = dataset.inUse
      ? filesOf(table, { images: null, labels: file }, '')[0]
      : { file, name: name.replace(/(-images)?$/, '-labels'), archive };
    const folder = dataset.inUse ? table.name : pictures.folder;
    this.files.push({ ...entry, ...unlabelledIn(pictures) });
    this.mappings.push(...mappingsOf(mappings, known, `${folder}/metadata`, entry.archive ?? ''));
    dataset.inUse ??= known.names;
  }

  /**
   * The labels of pictures in their order; null if that is cancelled or fails.
   * @param {Pictures} pictures
   * @param {Entry} table  that they are from
   */
  async #fileOf({ entries, labels }, { file, name }) {
    const all = labels ?? [];
    const rows = { labels: all, columns: all.length / entries.length, lastModified: timeOf(file) };
    try {
      return await converted(this.#parts.converter(), this.#watch, 'labels', rows);
    } catch (error) {
      // The other files of the drop open all the same.
      this.#parts.inside.report(name, [/** @type {Fault} */ (error)]);
      return null;
    }
  }
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
