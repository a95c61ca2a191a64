/** The pictures of one drop: which of them make datasets, and their labels. */

import { isPictureName } from '../text/picture-names.js';
import { isLines } from './files.js';
import { refuse } from './refusals.js';
import { isSample, mappingsOf, TableLabelling } from './table-labelling.js';

/**
 * @import { Watch } from './conversion.js'
 * @import { Parts, Taken } from './drop-intake.js'
 * @import { Entry } from './drops.js'
 * @import { WaitingTable } from './drop-tables.js'
 * @import { Known } from './files.js'
 * @import { Growing } from './growing.js'
 * @import { Mapping } from './mappings.js'
 * @import { LabelTable } from './label-tables.js'
 * @import { Album } from './pictures.js'
 * @import { Refusal } from './predictions.js'
 *
 * @typedef {object} Steps  of the intake
 * @property {(entry: Entry) => Promise<Refusal | null>} sort  adds a file to those of its kind
 * @property {(isCancelled: boolean) => void} keepPart  keeps what is shown of a conversion that did not come to its end
 * @property {(mappings: Mapping[]) => Watch['onfiles']} handOn
 */

/** Limit of the texts beside pictures that may label them: many are one for each picture. */
const MAX_TEXTS = 20;
/** The tables that loaders of image folders read. */
const METADATA = /\/metadata\.(csv|jsonl)$/i;

export class DropPictures {
  /** @type {Entry[]} */
  #all = [];
  /** @type {WaitingTable[]} */
  #metadata = [];
  /** Open labels that are those of the pictures. @type {Known[]} */
  #replaced = [];
  #labelling;
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
    this.#labelling = new TableLabelling(parts, taken, watch);
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
    if (!METADATA.test(name) && !(isLines(name) && this.#areOpen)) return false;
    this.#metadata.push(tableAs(entry, isLines(name)));
    return true;
  }

  /**
   * Opens pictures that are datasets: those in classes, and without other data those in one folder.
   * @param {WaitingTable[]} waiting  tables of the drop
   * @returns {Promise<WaitingTable[]>}  those that are not about the pictures
   */
  async open(waiting) {
    const taken = this.#taken;
    const texts = waiting.filter(({ isAside }) => isAside);
    const lines = this.#metadata.filter(({ isAside }) => isAside);
    // Many texts describe an item each, and lines of JSON are about pictures.
    const areNotes = !this.#all.length && !this.#areOpen;
    const notes = [...(texts.length > MAX_TEXTS ? texts : []), ...(areNotes ? lines : [])];
    taken.unread -= notes.length;
    for (const { entry } of notes) taken.passed.push(entry.name);
    const tables = [...this.#metadata, ...waiting].filter((table) => !notes.includes(table));
    // What came out of other files with the names of its pictures.
    const named = taken.opened.filter(({ pictures }) => pictures);
    if (!this.#all.length) return this.#labelOpen(tables, named);
    const { albumsOf } = await import('./pictures.js');
    const hasOthers = taken.opened.length > 0;
    const { albums, rest } = await this.#labelled(albumsOf(this.#all), hasOthers, tables);
    taken.unread -= tables.length - rest.length;
    for (const album of albums) {
      const isAlbum = album.labels || !(hasOthers || album.entries.length === 1);
      if (!(await (isAlbum ? this.#openAlbum(album) : this.#inspectSingly(album, hasOthers)))) break;
    }
    // The labels are those of pictures only if these were opened.
    const areOpen = taken.opened.some(({ pictures }) => pictures);
    if (areOpen && !this.#watch.isCancelled()) taken.replaced.push(...this.#replaced);
    return this.#labelOpen(rest, named);
  }

  /** Whether images are open that were made of pictures. */
  get #areOpen() {
    return this.#parts.openFiles().some(({ images }) => images?.pictures);
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
    const candidates = areMany ? tables : [];
    const loose = albums.filter(({ labels, entries }) => !labels && entries.length > 1);
    const found = await this.#labelling.read(candidates, loose);
    // A link names data, and not what belongs to open data.
    const areLinked = albums.some(({ entries: [{ link }] }) => link);
    const open = areMany && !areLinked ? this.#openTables() : [];
    const before = await this.#labelling.readApart(open, albums);
    const both = [...found.values(), ...before.map(({ labels }) => labels)];
    // Next to labels, tables of predictions are not labels.
    const haveLabels = isClassed || both.some(({ arePredictions }) => !arePredictions);
    const read = haveLabels ? both.filter(({ arePredictions }) => !arePredictions) : both;
    const predictions = [...found].flatMap(([table, labels]) => (read.includes(labels) ? [] : [table]));
    for (const table of predictions) found.delete(table);
    const {
      albums: all,
      used,
      described,
      faults,
    } = read.length
      ? await (await import('./picture-labels.js')).labelled(albums, read, [...found.values()])
      : { albums, used: new Set(), described: new Map(), faults: new Map() };
    for (const { table, labels } of before) {
      if (!used.has(labels)) continue;
      await this.#labelling.use(table, labels, all, faults.get(labels));
      if (table.labels) this.#replaced.push(table.labels);
    }
    const rest = [];
    for (const table of tables) {
      const labels = found.get(table);
      const fault = labels && faults.get(labels);
      const own = labels && described.get(labels);
      if (own) await this.#labelling.addColumns(table, labels, own);
      if (labels && used.has(labels)) await this.#labelling.use(table, labels, all, fault);
      else if (labels && fault && !isNoteOnItems(table, labels)) this.#labelling.refuse(table, labels.damage ?? fault);
      else if (own) this.#labelling.reportDamage(table, labels);
      else if (predictions.includes(table)) rest.push(table);
      else if (!labels && !this.#isAside(table, !hasOthers && loose.length > 0)) rest.push(table);
      // Other tables beside classes say nothing of their pictures.
      else if (!isClassed) this.#taken.passed.push(table.entry.name);
    }
    return { albums: all, rest };
  }

  /**
   * The open tables of labels that name their rows: they were dropped before the pictures, of which some may be meant.
   * @returns {WaitingTable[]}
   */
  #openTables() {
    return this.#parts.openFiles().flatMap(({ images, labels }) => {
      const source = !images && labels?.source;
      return source && !source.link ? [{ ...tableAs(source, true), labels }] : [];
    });
  }

  /**
   * Labels open pictures, and images that came with the names of theirs, by tables that name them. Returns the other tables.
   * @param {WaitingTable[]} tables
   * @param {Known[]} named  these images
   */
  async #labelOpen(tables, named) {
    // A link names data, and not what belongs to open data.
    const dropped = tables.filter(({ entry }) => !entry.link);
    const fresh = named.filter(({ address }) => !address);
    const all = [...(fresh.length ? this.#openTables() : []), ...dropped];
    if (!all.length || !(fresh.length || this.#areOpen)) return tables;
    const { OpenPictures } = await import('./open-pictures.js');
    const pictures = new OpenPictures(this.#datasets(fresh), fresh, this.#labelling, this.#parts, this.#watch);
    await pictures.label(all);
    const { files, mappings, used, replaced } = pictures;
    for (const file of files) await this.#steps.sort(file);
    this.#taken.mappings.push(...mappings);
    if (!this.#watch.isCancelled()) this.#taken.replaced.push(...replaced);
    const rest = tables.filter((table) => !used.has(table));
    this.#taken.unread -= tables.length - rest.length;
    return rest;
  }

  /**
   * The files of the datasets that images of this drop will be in, but for pictures that have their labels.
   * @param {Known[]} named  images that came with the names of their pictures
   */
  #datasets(named) {
    const { opened } = this.#taken;
    const open = this.#parts.openFiles();
    return opened.flatMap((images) => {
      const isAlbum = images.pictures && !named.includes(images);
      const isShown = open.some((files) => files.images === images) || this.#growing?.wasClosed(images);
      if (images.role !== 'images' || isAlbum || isShown) return [];
      const name = images.name.replace(/-images$/, '-labels');
      return [{ images, labels: opened.find((file) => file !== images && file.name === name) ?? null }];
    });
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
    const { entries } = album;
    const [{ archive = '', link }] = entries;
    const onprogress = (/** @type {number} */ share) => this.#parts.report(Math.round(entries.length * (1 - share)));
    const source = `${album.folder}/${album.table?.tables.length ? 'metadata' : 'class names'}`;
    const mappings = mappingsOf(this.#parts.mappings, album, source, archive);
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
 * A table that is read for its labels.
 * @param {Entry} entry
 * @param {boolean} isAside
 * @returns {WaitingTable}
 */
function tableAs(entry, isAside) {
  // The file of a picture in an archive is made where it is asked for, which takes time.
  const { name, file } = entry;
  return { entry, refusal: { place: file, report: [`refused:${name}`, name, { name: 'Csv' }] }, isAside };
}

/**
 * Whether a text beside the data says something of its items, without their names.
 * @param {WaitingTable} table
 * @param {LabelTable} labels
 */
function isNoteOnItems({ isAside }, { first }) {
  return isAside && !isPictureName(first);
}
