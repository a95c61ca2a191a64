/** Takes in dropped files, and cuts images out of a picture; reports how many files are left, and how far one is. */

import { DropIntake } from './drop-intake.js';
import { Inside } from './inside.js';

/**
 * @import { Cell } from '../pkg/convert.js'
 * @import { Event } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Files, Known } from './files.js'
 * @import { Entry, IsCancelled } from './drops.js'
 * @import { Growing } from './growing.js'
 * @import { Mappings } from './mappings.js'
 * @import { Place, Slot } from './protocol.js'
 */

export class Intake {
  /** Files that are left to inspect, as reported. */
  #left = 0;
  #converter;
  #parts;
  /** @type {(event: Event) => void} */
  #dispatch;

  /** Reports the share of a file that is converted. */
  #onprogress = (/** @type {number} */ converted) => this.#dispatch({ type: 'inspecting', by: 0, converted });

  /**
   * @param {() => Engine} converter  the engine that converts files
   * @param {Files} files
   * @param {Mappings} mappings
   * @param {(event: Event) => void} dispatch
   * @param {() => Record<Slot, Known | null>[]} openFiles  of each dataset
   */
  constructor(converter, files, mappings, dispatch, openFiles) {
    this.#converter = converter;
    this.#dispatch = dispatch;
    const inside = new Inside(converter, dispatch);
    const report = (/** @type {number} */ left) => this.#report(left);
    this.#parts = { inside, files, mappings, openFiles, converter, report };
  }

  /**
   * Takes in the files of a drop.
   * @param {Entry[]} entries
   * @param {string} sample
   * @param {IsCancelled} isCancelled
   * @param {Growing | null} growing  takes what can be shown before its conversion ends, if that is wanted
   */
  async take(entries, sample, isCancelled, growing) {
    const drop = new DropIntake(this.#parts, sample, isCancelled, growing, this.#onprogress);
    return drop.run(entries).finally(() => this.#report(0));
  }

  /**
   * The images that are cut out of a picture; null if that is cancelled.
   * @param {Entry & { file: File }} picture
   * @param {Cell} cell
   * @param {IsCancelled} isCancelled
   */
  async cut(picture, cell, isCancelled) {
    const { cut } = await import('./sheets.js');
    this.#report(1);
    const cutting = cut(this.#converter(), picture, cell, this.#watch(isCancelled));
    const made = await cutting.finally(() => this.#report(0));
    if (made) this.#parts.inside.report(picture.name, made.faults);
    return made && made.images;
  }

  /**
   * A table with another label, as the user chose: see AskedTables.
   * @param {string} alert  the key of the one that asks
   * @param {number} column  its number from 1, or 0 for none
   * @param {IsCancelled} isCancelled
   */
  async relabelled(alert, column, isCancelled) {
    this.#report(1);
    return this.#parts.inside.tables.relabelled(alert, column, this.#watch(isCancelled)).finally(() => this.#report(0));
  }

  /**
   * An array whose last dimension counts its items with that dimension first; null if that is cancelled.
   * @param {Entry} entry
   * @param {IsCancelled} isCancelled
   * @returns {Promise<Entry | null>}
   */
  async withItemsFirst(entry, isCancelled) {
    const { converted } = await import('./conversion.js');
    this.#report(1);
    const table = { areItemsLast: true };
    const moving = converted(this.#converter(), this.#watch(isCancelled), 'reorder', entry.file, { table });
    const file = await moving.finally(() => this.#report(0));
    return file && { ...entry, file, itemsLast: entry };
  }

  /**
   * Takes back what was asked about a table that is read for something else now.
   * @param {string} file  its name
   */
  retract(file) {
    this.#parts.inside.tables.retract(file);
  }

  /**
   * Forgets what came out of tables and is not open any more.
   * @param {Place[]} open
   */
  forget(open) {
    this.#parts.inside.tables.forget(open);
  }

  /**
   * For a conversion whose files are not shown before its end.
   * @param {IsCancelled} isCancelled
   */
  #watch(isCancelled) {
    return { isCancelled, onprogress: this.#onprogress, onfiles: async () => {} };
  }

  /**
   * Reports how many files are left.
   * @param {number} left
   */
  #report(left) {
    this.#dispatch({ type: 'inspecting', by: left - this.#left });
    this.#left = left;
  }
}
