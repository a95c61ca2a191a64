/** The tables of one drop that label pictures. */

import { baseName } from '../state/index.js';
import { refuse } from './refusals.js';

/**
 * @import { Watch } from './conversion.js'
 * @import { Parts, Taken } from './drop-intake.js'
 * @import { WaitingTable } from './drop-tables.js'
 * @import { LabelTable } from './label-tables.js'
 * @import { Mapping, Mappings } from './mappings.js'
 * @import { Pictures } from './pictures.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {{ table: WaitingTable, labels: LabelTable }} Read  a table, and what it says
 */

/** Tables that show the form of an answer, with labels that mean nothing. */
const SAMPLE = /sample|submission/i;
/** Limit of the tables that are read. */
const MAX_TABLES = 20;

export class TableLabelling {
  /** Those without names, which belong to the pictures in their order: the first of these. @type {Map<LabelTable, string>} */
  #inOrder = new Map();
  #parts;
  #taken;
  #watch;

  /**
   * @param {Parts} parts
   * @param {Taken} taken
   * @param {Watch} watch
   */
  constructor(parts, taken, watch) {
    this.#parts = parts;
    this.#taken = taken;
    this.#watch = watch;
  }

  /**
   * What those of these tables say that hold labels: with the names of pictures, or as many as there are if all are in one folder.
   * @param {WaitingTable[]} tables
   * @param {Pictures[]} loose  without classes
   * @returns {Promise<Map<WaitingTable, LabelTable>>}
   */
  async read(tables, loose) {
    const found = new Map();
    if (!tables.length) return found;
    const { labelTableOf } = await import('./label-tables.js');
    const pictures = loose.length === 1 ? loose[0].entries.map(({ name }) => name) : [];
    for (const table of tables.filter((table) => !isSample(table)).slice(0, MAX_TABLES)) {
      const content = await this.#parts.inside.labels(table.entry, this.#watch, table.entry.label);
      if (!content) continue;
      const isNamed = content.rowNames !== '';
      if (!isNamed && content.items !== pictures.length) continue;
      const rowNames = isNamed ? content.rowNames : pictures.map((name) => `${name}\n`).join('');
      const labels = await labelTableOf(table.entry.name, { ...content, rowNames });
      if (!labels) continue;
      found.set(table, labels);
      if (!isNamed) this.#inOrder.set(labels, pictures[0]);
    }
    return found;
  }

  /**
   * What those of these tables say that name pictures: as if they lay beside these, if all are in one folder.
   * @param {WaitingTable[]} tables
   * @param {{ folder: string }[]} pictures  of each dataset
   * @returns {Promise<Read[]>}
   */
  async readApart(tables, pictures) {
    const found = [...(await this.read(tables, []))];
    if (!found.length) return [];
    const { beside } = await import('./label-tables.js');
    const [only, ...others] = pictures;
    const isAlone = only && !others.length;
    return found.map(([table, labels]) => ({ table, labels: isAlone ? beside(labels, only.folder) : labels }));
  }

  /**
   * Takes the other columns of a table that labels pictures, and reports what is wrong with it.
   * @param {WaitingTable} table
   * @param {LabelTable} labels
   * @param {Pictures[]} albums  which change
   * @param {Fault | undefined} fault
   */
  async use(table, labels, albums, fault) {
    const { inside } = this.#parts;
    // What was reported of it when it was read alone.
    if (table.labels) inside.tables.retract(table.entry.name);
    const first = this.#inOrder.get(labels);
    if (fault) inside.report(table.entry.name, [fault]);
    for (const { table: naming } of labels.arePredictions ? albums : [])
      if (naming?.tables[0] === labels) naming.predictedIn = table.entry;
    if (first) inside.report(table.entry.name, [{ name: 'CsvInOrder', pictures: { width: 0, height: 0, first } }]);
    await this.#takeColumns(table, labels, albums);
    this.reportDamage(table, labels);
  }

  /**
   * Reports where a table ends too early, if it does.
   * @param {WaitingTable} table
   * @param {LabelTable} labels
   */
  reportDamage(table, { damage }) {
    if (!damage) return;
    this.#taken.partial++;
    this.refuse(table, damage);
  }

  /**
   * Reports what is wrong with a table that is about pictures.
   * @param {WaitingTable} table
   * @param {Fault} fault
   */
  refuse({ entry, refusal }, fault) {
    const [key, name] = refusal.report;
    refuse(entry, { ...refusal, report: [key, name, fault] }, this.#taken);
  }

  /**
   * Takes all columns of a table that can be the label of the albums that it alone labels. Reports which one is, if that was guessed.
   * @param {WaitingTable} table
   * @param {LabelTable} labels
   * @param {Pictures[]} albums  which change
   */
  async #takeColumns(table, labels, albums) {
    const { guesses } = await import('./tables.js');
    const own = albums.filter(({ table }) => table?.tables.length === 1 && table.tables[0] === labels);
    const areSeveral = await this.addColumns(table, labels, own);
    // Beside two columns there is nothing to choose.
    if (!labels.columns || labels.columns.count < 3) return;
    const chosenAt = areSeveral ? 'labels' : 'file';
    this.#parts.inside.report(table.entry.name, guesses(labels.columns, { chosenAt }));
  }

  /**
   * Gives labelled albums the other columns of a table that can be the label. Returns whether there are some.
   * @param {WaitingTable} table
   * @param {LabelTable} labels
   * @param {Pictures[]} albums  which change
   */
  async addColumns({ entry }, labels, albums) {
    const { labelTableOf } = await import('./label-tables.js');
    const { addColumns } = await import('./label-columns.js');
    return addColumns(albums, labels, async (column) => {
      const content = await this.#parts.inside.labels(entry, this.#watch, column);
      return content && labelTableOf(entry.name, content, labels);
    });
  }
}

/**
 * The names of the classes and columns of labelled pictures, if they have some.
 * @param {Mappings} mappings
 * @param {Pictures} pictures
 * @param {string} source  the file that they could be in
 * @param {string} archive
 * @returns {Mapping[]}
 */
export function mappingsOf(mappings, { names, columns = [] }, source, archive) {
  return names.size || columns.length ? [mappings.create(source, archive, names, columns)] : [];
}

/** @param {WaitingTable} table */
export function isSample({ entry }) {
  return SAMPLE.test(baseName(entry.name));
}
