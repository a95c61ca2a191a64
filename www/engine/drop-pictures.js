/** The pictures of one drop: which of them make datasets, and their labels. */

import { refuse } from './inside.js';

/**
 * @import { Watch } from './conversion.js'
 * @import { Parts, Taken } from './drop-intake.js'
 * @import { Entry } from './drops.js'
 * @import { Growing } from './growing.js'
 * @import { Mapping } from './mappings.js'
 * @import { LabelTable } from './picture-labels.js'
 * @import { Album } from './pictures.js'
 * @import { Refusal } from './predictions.js'
 *
 * @typedef {{ entry: Entry, refusal: Refusal }} WaitingTable  a table that may hold values, labels or predictions
 *
 * @typedef {object} Steps  of the intake
 * @property {(entry: Entry) => Promise<Refusal | null>} sort  adds a file to those of its kind
 * @property {(isCancelled: boolean) => void} keepPart  keeps what is shown of a conversion that did not come to its end
 * @property {(mappings: Mapping[]) => Watch['onfiles']} handOn
 */

/** The table that loaders of image folders read. */
const METADATA = /\/metadata\.csv$/i;

export class DropPictures {
  /** @type {Entry[]} */
  all = [];
  /** Tables beside them. @type {Entry[]} */
  #metadata = [];
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

  /**
   * Takes a table that is for loaders of image folders. Returns whether it is one.
   * @param {Entry} entry
   */
  takeTable(entry) {
    const isTable = METADATA.test(entry.name);
    if (isTable) this.#metadata.push(entry);
    return isTable;
  }

  /**
   * Opens pictures that are datasets: those in classes, and without other data those in one folder.
   * @param {WaitingTable[]} tables  of the drop
   * @returns {Promise<WaitingTable[]>}  those that do not label the pictures
   */
  async open(tables) {
    if (!this.all.length) {
      this.#taken.passed.push(...this.#metadata.map(({ name }) => name));
      return tables;
    }
    const { albumsOf } = await import('./pictures.js');
    const hasOthers = this.#taken.opened.length > 0;
    const { albums, used } = await this.#labelled(albumsOf(this.all), hasOthers, [
      ...this.#metadata,
      ...tables.map(({ entry }) => entry),
    ]);
    // A table beside classes says the same.
    const isClassed = albums.some(({ labels, table }) => labels && !table);
    const aside = this.#metadata.filter((entry) => !isClassed && !used.has(entry));
    this.#taken.passed.push(...aside.map(({ name }) => name));
    for (const album of albums) {
      const isAlbum = album.labels || !(hasOthers || album.entries.length === 1);
      if (!(await (isAlbum ? this.#openAlbum(album) : this.#inspectSingly(album, hasOthers)))) break;
    }
    const rest = tables.filter(({ entry }) => !used.has(entry));
    this.#taken.unread -= tables.length - rest.length;
    return rest;
  }

  /**
   * Albums with the labels that tables have for them, and these tables.
   * @param {Album[]} albums
   * @param {boolean} hasOthers
   * @param {Entry[]} tables
   * @returns {Promise<{ albums: Album[], used: Set<Entry | undefined> }>}
   */
  async #labelled(albums, hasOthers, tables) {
    const areLoose = !hasOthers && albums.some(({ labels, entries }) => !labels && entries.length > 1);
    if (!areLoose || !tables.length) return { albums, used: new Set() };
    const { labelTableOf, labelled } = await import('./picture-labels.js');
    /** @type {Map<LabelTable, Entry>} */
    const found = new Map();
    for (const entry of tables) {
      const table = await this.#parts.inside.labels(entry, this.#watch);
      const labels = table && (await labelTableOf(entry.name, table));
      if (labels) found.set(labels, entry);
    }
    const { albums: all, used } = labelled(albums, [...found.keys()]);
    return { albums: all, used: new Set(used.map((table) => found.get(table))) };
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
    const { folder, entries, names, table } = album;
    const [{ archive = '', link }] = entries;
    const onprogress = (/** @type {number} */ share) => this.#parts.report(Math.round(entries.length * (1 - share)));
    const source = `${folder}/${table ? 'metadata' : 'class names'}`;
    const mappings = names.size ? [this.#parts.mappings.create(source, archive, names)] : [];
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
