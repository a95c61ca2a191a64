/** The pictures of one drop: which of them make datasets, and their labels. */

import { baseName } from '../state/index.js';
import { isLines, isPictureName } from './files.js';
import { refuse } from './inside.js';

/**
 * @import { Watch } from './conversion.js'
 * @import { Parts, Taken } from './drop-intake.js'
 * @import { Entry } from './drops.js'
 * @import { WaitingTable } from './drop-tables.js'
 * @import { Growing } from './growing.js'
 * @import { Mapping } from './mappings.js'
 * @import { LabelTable } from './label-tables.js'
 * @import { Album } from './pictures.js'
 * @import { Refusal } from './predictions.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {object} Steps  of the intake
 * @property {(entry: Entry) => Promise<Refusal | null>} sort  adds a file to those of its kind
 * @property {(isCancelled: boolean) => void} keepPart  keeps what is shown of a conversion that did not come to its end
 * @property {(mappings: Mapping[]) => Watch['onfiles']} handOn
 */

/** The tables that loaders of image folders read. */
const METADATA = /\/metadata\.(csv|jsonl)$/i;
/** Tables that show the form of an answer, with labels that mean nothing. */
const SAMPLE = /sample|submission/i;
/** Limit of the tables that may label pictures: many are one for each picture. */
const MAX_TABLES = 20;

export class DropPictures {
  /** @type {Entry[]} */
  #all = [];
  /** @type {WaitingTable[]} */
  #metadata = [];
  /** Those without names, which belong to the pictures in their order. @type {Set<LabelTable>} */
  #inOrder = new Set();
  #parts;
  #taken;
  #growing;
  #watch;
  #steps;

  /**
   * @param {Parts} parts
   * @param {Taken} taken
   * @param {Growing | null} growing
   * @param {Watch} watch
   * @param {Steps} steps
   */
  constructor(parts, taken, growing, watch, steps) {
    this.#parts = parts;
    this.#taken = taken;
    this.#growing = growing;
    this.#watch = watch;
    this.#steps = steps;
  }

  /** How many files wait. */
  get count() {
    return this.#all.length + this.#metadata.length;
  }

  /** @param {Entry} entry  a picture */
  take(entry) {
    this.#all.push(entry);
  }

  /**
   * Takes a table that is for loaders of image folders. Returns whether it is one.
   * @param {Entry} entry
   */
  takeTable(entry) {
    const { name } = entry;
    if (!METADATA.test(name)) return false;
    // The file of a picture in an archive is made where it is asked for, which takes time.
    const { file } = entry;
    /** @type {Refusal} */
    const refusal = { place: file, report: [`refused:${name}`, name, { name: 'Csv' }] };
    this.#metadata.push({ entry, refusal, isAside: isLines(name) });
    return true;
  }

  /**
   * Opens pictures that are datasets: those in classes, and without other data those in one folder.
   * @param {WaitingTable[]} waiting  tables of the drop
   * @returns {Promise<WaitingTable[]>}  those that are not about the pictures
   */
  async open(waiting) {
    const texts = waiting.filter(({ isAside }) => isAside);
    const lines = this.#metadata.filter(({ isAside }) => isAside);
    // Many texts describe an item each, and lines of JSON are about pictures.
    const notes = [...(texts.length > MAX_TABLES ? texts : []), ...(this.#all.length ? [] : lines)];
    this.#taken.unread -= notes.length;
    for (const { entry } of notes) this.#taken.passed.push(entry.name);
    const tables = [...this.#metadata, ...waiting].filter((table) => !notes.includes(table));
    if (!this.#all.length) return tables;
    const { albumsOf } = await import('./pictures.js');
    const hasOthers = this.#taken.opened.length > 0;
    const { albums, rest } = await this.#labelled(albumsOf(this.#all), hasOthers, tables);
    this.#taken.unread -= tables.length - rest.length;
    for (const album of albums) {
      const isAlbum = album.labels || !(hasOthers || album.entries.length === 1);
      if (!(await (isAlbum ? this.#openAlbum(album) : this.#inspectSingly(album, hasOthers)))) break;
    }
    return rest;
  }

  /**
   * Albums with the labels that tables have for them, and the tables that are not about pictures.
   * @param {Album[]} albums
   * @param {boolean} hasOthers
   * @param {WaitingTable[]} tables
   * @returns {Promise<{ albums: Album[], rest: WaitingTable[] }>}
   */
  async #labelled(albums, hasOthers, tables) {
    const isClassed = albums.some(({ labels }) => labels);
    // Beside classes, too: a table that names pictures holds no predictions.
    const areMany = !hasOthers && albums.some(({ entries }) => entries.length > 1);
    const candidates = areMany ? tables.filter((table) => !isSample(table)).slice(0, MAX_TABLES) : [];
    const loose = albums.filter(({ labels, entries }) => !labels && entries.length > 1);
    const found = await this.#labelTables(candidates, loose);
    const {
      albums: all,
      used,
      faults,
    } = found.size
      ? await (await import('./picture-labels.js')).labelled(albums, [...found.values()])
      : { albums, used: new Set(), faults: new Map() };
    const rest = [];
    for (const table of tables) {
      const labels = found.get(table);
      const damage = labels?.damage ?? null;
      const fault = labels && faults.get(labels);
      if (labels && used.has(labels)) {
        if (damage) this.#taken.partial++;
        if (fault) this.#parts.inside.report(table.entry.name, [fault]);
        if (this.#inOrder.has(labels)) this.#parts.inside.report(table.entry.name, [inOrder(loose[0])]);
        await this.#takeColumns(table, labels, all);
        this.#report(table, damage);
      } else if (labels && fault && !isNoteOnItems(table, labels)) this.#report(table, damage ?? fault);
      else if (!labels && !this.#isAside(table, !hasOthers && loose.length > 0)) rest.push(table);
      // A table beside classes says the same.
      else if (!isClassed) this.#taken.passed.push(table.entry.name);
    }
    return { albums: all, rest };
  }

  /**
   * Takes all columns of a table that can be the label of the albums that it alone labels. Reports which one is, if that was guessed.
   * @param {WaitingTable} table
   * @param {LabelTable} labels
   * @param {Album[]} albums  which change
   */
  async #takeColumns({ entry }, labels, albums) {
    const { inside } = this.#parts;
    const { guesses } = await import('./tables.js');
    const { labelTableOf } = await import('./label-tables.js');
    const { addColumns } = await import('./label-columns.js');
    const own = albums.filter(({ table }) => table?.tables.length === 1 && table.tables[0] === labels);
    const areSeveral = await addColumns(own, labels, async (column) => {
      const content = await inside.labels(entry, this.#watch, column);
      return content && labelTableOf(entry.name, content, labels);
    });
    // Beside two columns there is nothing to choose.
    if (!labels.columns || labels.columns.count < 3) return;
    const chosenAt = areSeveral ? 'labels' : 'file';
    inside.report(entry.name, guesses(labels.columns, { chosenAt }));
  }

  /**
   * Whether a table is no data of its own beside pictures.
   * @param {WaitingTable} table
   * @param {boolean} areLoose  whether there are pictures without classes
   */
  #isAside(table, areLoose) {
    return this.#metadata.includes(table) || table.isAside || (areLoose && isSample(table));
  }

  /**
   * What those of these tables say that hold labels: with the names of pictures, or as many as one folder has.
   * @param {WaitingTable[]} tables
   * @param {Album[]} loose  without classes
   * @returns {Promise<Map<WaitingTable, LabelTable>>}
   */
  async #labelTables(tables, loose) {
    const found = new Map();
    if (!tables.length) return found;
    const { labelTableOf } = await import('./label-tables.js');
    const pictures = loose.length === 1 ? loose[0].entries.map(({ name }) => name) : [];
    for (const table of tables) {
      const content = await this.#parts.inside.labels(table.entry, this.#watch);
      if (!content) continue;
      const isNamed = content.rowNames !== '';
      if (!isNamed && content.items !== pictures.length) continue;
      const rowNames = isNamed ? content.rowNames : pictures.map((name) => `${name}\n`).join('');
      const labels = await labelTableOf(table.entry.name, { ...content, rowNames });
      if (!labels) continue;
      found.set(table, labels);
      if (!isNamed) this.#inOrder.add(labels);
    }
    return found;
  }

  /**
   * Reports what is wrong with a table that is about pictures, if something is.
   * @param {WaitingTable} table
   * @param {Fault | null} fault
   */
  #report({ entry, refusal }, fault) {
    if (!fault) return;
    const [key, name] = refusal.report;
    refuse(entry, { ...refusal, report: [key, name, fault] }, this.#taken);
  }

  /**
   * Inspects pictures that are no dataset. Returns whether that came to its end.
   * @param {Album} album
   * @param {boolean} hasOthers  whether there is other data
   */
  async #inspectSingly({ folder, entries }, hasOthers) {
    const taken = this.#taken;
    // In a folder they belong to the description of the others.
    const areAside = hasOthers && folder !== '';
    for (const entry of entries) {
      if (this.#watch.isCancelled()) return false;
      taken.unread--;
      const refusal = areAside ? null : await this.#steps.sort(entry);
      if (refusal) await this.#parts.inside.sheet(entry, refusal, this.#watch);
      if (refusal) refuse(entry, refusal, taken);
      else if (areAside) taken.passed.push(entry.name);
    }
    return true;
  }

  /**
   * Makes a dataset of pictures. Returns whether that came to its end.
   * @param {Album} album
   */
  async #openAlbum(album) {
    const taken = this.#taken;
    const { folder, entries, names, columns = [], table } = album;
    const [{ archive = '', link }] = entries;
    const onprogress = (/** @type {number} */ share) => this.#parts.report(Math.round(entries.length * (1 - share)));
    const source = `${folder}/${table ? 'metadata' : 'class names'}`;
    const mappings = names.size || columns.length ? [this.#parts.mappings.create(source, archive, names, columns)] : [];
    const watch = { ...this.#watch, onprogress, onfiles: this.#steps.handOn(mappings) };
    const images = await this.#parts.inside.images(album, watch);
    const isUnwanted = !!this.#growing?.isUnwanted;
    if (!images && !isUnwanted) {
      if (this.#growing?.showsPart) taken.unread -= entries.length;
      return false;
    }
    const files = isUnwanted ? [] : (images ?? []);
    if (!files.length) this.#steps.keepPart(!images);
    taken.unread -= entries.length;
    for (const file of files.map((file) => ({ ...file, link }))) {
      const refusal = await this.#steps.sort(file);
      if (refusal) refuse(file, refusal, taken);
    }
    if (files.length) taken.mappings.push(...mappings);
    return true;
  }
}

/**
 * Reports that labels are taken in the order of the pictures.
 * @param {Album} album
 * @returns {Fault}
 */
function inOrder({ entries }) {
  return { name: 'CsvInOrder', pictures: { width: 0, height: 0, first: entries[0].name } };
}

/**
 * Whether a text beside the data says something of its items, without their names.
 * @param {WaitingTable} table
 * @param {LabelTable} labels
 */
function isNoteOnItems({ isAside }, { first }) {
  return isAside && !isPictureName(first);
}

/** @param {WaitingTable} table */
function isSample({ entry }) {
  return SAMPLE.test(baseName(entry.name));
}
