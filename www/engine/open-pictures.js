/** Labels of images that are open, or came out of a file with the names of their pictures, from tables that name these. */

import { isPictureName } from '../text/picture-names.js';
import { converted } from './conversion.js';
import { hasWords } from './label-tables.js';
import { labelled } from './picture-labels.js';
import { aboutLabels, picturesOf, unnamed } from './pictures.js';
import { haveSameBytes } from './same-bytes.js';
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
 * @import { Read, TableLabelling } from './table-labelling.js'
 *
 * @typedef {Record<Slot, Known | null>} DatasetFiles
 *
 * @typedef {object} Open  a dataset made of pictures
 * @property {DatasetFiles} files
 * @property {Known} images
 * @property {Pictures} pictures
 * @property {Names | null} inUse  the names of its classes, if it has labels
 * @property {boolean} arePredictions  whether these are predictions, which give way to labels
 */

/** The tables of one drop that label pictures which came before them, or in other files. */
export class OpenPictures {
  /** Labels in the order of the pictures. @type {Entry[]} */
  files = [];
  /** The names of their classes. @type {Mapping[]} */
  mappings = [];
  /** The tables that are about open pictures. @type {Set<WaitingTable>} */
  used = new Set();
  /** The labels of open tables that are those of pictures now. @type {Known[]} */
  replaced = [];
  #dropped;
  #fresh;
  #labelling;
  #parts;
  #watch;

  /**
   * @param {DatasetFiles[]} dropped  what makes datasets with the tables
   * @param {Known[]} fresh  images of the drop that name their pictures: only these take labels from open tables
   * @param {TableLabelling} labelling
   * @param {Parts} parts
   * @param {Watch} watch
   */
  constructor(dropped, fresh, labelling, parts, watch) {
    this.#dropped = dropped;
    this.#fresh = fresh;
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
    const open = [...this.#parts.openFiles(), ...this.#dropped].filter(({ images }) => images);
    /** @type {Open[]} */
    const datasets = open.flatMap((files) => {
      const { images, labels } = files;
      if (!images?.pictures) return [];
      const inUse = labels && (labels.mapping?.names ?? new Map());
      return [{ files, images, pictures: picturesOf(images.pictures), inUse, arePredictions: !!labels?.predictedIn }];
    });
    const albums = datasets.map(({ pictures }) => pictures);
    const read = await this.#labelling.readApart(tables, albums);
    /** @type {Map<LabelTable, Fault>} */
    const faults = new Map();
    const fresh = datasets.filter(({ images }) => this.#fresh.includes(images));
    // Next to labels, tables of predictions are not labels.
    for (const arePredictions of [false, true]) {
      const some = read.filter(({ labels }) => labels.arePredictions === arePredictions);
      const [open, dropped] = [true, false].map((isOpen) => some.filter(({ table }) => !!table.labels === isOpen));
      for (const [labels, fault] of await this.#labelInTurn(datasets, dropped)) faults.set(labels, fault);
      if (open.length) await this.#labelInTurn(fresh, open);
    }
    // Other images may be those that a table is about.
    if (datasets.length < open.length) return;
    const haveLabels = open.some(({ labels }) => labels);
    for (const { table, labels } of read) {
      const fault = faults.get(labels);
      const isMeant = hasWords(labels.columns) || !haveLabels;
      if (!fault || table.labels || this.used.has(table) || !isMeant || !isPictureName(labels.first)) continue;
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
        const areMeant =
          !dataset.inUse || replaces(tables, dataset) || tables.every(({ columns }) => hasWords(columns));
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
        if (!source || !(await this.#take(dataset, pictures, source.table.entry))) continue;
        const taken = left.filter(({ labels }) => pictures.table?.tables.includes(labels));
        this.replaced.push(...taken.flatMap(({ table }) => table.labels ?? []));
      }
      count = left.length;
      left = left.filter(({ labels }) => !round.used.has(labels));
    }
    return faults;
  }

  /**
   * Takes the labels of pictures. Returns whether that came to its end.
   * @param {Open} dataset  which changes
   * @param {Pictures} pictures  with their labels
   * @param {Entry} table  that has most of them
   */
  async #take(dataset, pictures, table) {
    const { inside, mappings } = this.#parts;
    const tables = pictures.table?.tables ?? [];
    const inUse = replaces(tables, dataset) ? null : dataset.inUse;
    const known = inUse ? renumbered(pictures, inUse) : pictures;
    const file = await this.#fileOf(known, table);
    if (!file || !this.#isOpen(dataset)) return false;
    inside.report(table.name, unnamed(pictures));
    // The same labels are in use already.
    const { version, place } = dataset.files.labels ?? {};
    const mayBeSame =
      place instanceof File && version === file.lastModified && areSameNames(known.names, dataset.inUse);
    if (inUse === dataset.inUse && mayBeSame && (await haveSameBytes(place, file))) return false;
    const { name, archive } = dataset.images;
    const entry = inUse
      ? filesOf(table, { images: null, labels: file }, '')[0]
      : { file, name: name.replace(/(-images)?$/, '-labels'), archive };
    const folder = inUse ? table.name : pictures.folder;
    const about = aboutLabels(pictures);
    this.files.push({ ...entry, ...about, pictures: dataset.images.pictures });
    this.mappings.push(...mappingsOf(mappings, known, `${folder}/metadata`, entry.archive ?? ''));
    if (!inUse) Object.assign(dataset, { inUse: known.names, arePredictions: !!about.predictedIn });
    return true;
  }

  /**
   * Whether a dataset was not closed meanwhile.
   * @param {Open} dataset
   */
  #isOpen({ files }) {
    return this.#dropped.includes(files) || this.#parts.openFiles().includes(files);
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
 * Whether tables have labels, and a dataset has predictions in their place.
 * @param {LabelTable[]} tables
 * @param {Open} dataset
 */
function replaces(tables, dataset) {
  return dataset.arePredictions && !tables.some(({ arePredictions }) => arePredictions);
}

/**
 * @param {Names} names
 * @param {Names | null} others
 */
function areSameNames(names, others) {
  return names.size === others?.size && [...names].every(([label, name]) => others.get(label) === name);
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
