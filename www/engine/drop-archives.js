/** The archives of a drop: one in which nothing can be opened is refused at the end. */

import { refuseArchive } from './refusals.js';

/**
 * @import { Taken } from './drop-intake.js'
 * @import { Entry } from './drops.js'
 * @import { Refusal } from './predictions.js'
 * @import { Fault } from './protocol.js'
 */

export class DropArchives {
  /** Their names, and what to report of one without data. @type {Map<string, [string, Refusal]>} */
  #all = new Map();
  #taken;

  /** @param {Taken} taken */
  constructor(taken) {
    this.#taken = taken;
  }

  /**
   * Takes note of a file that was unpacked.
   * @param {Entry} entry
   * @param {Refusal} refusal  what to report if there is no data in it
   * @param {{ files: Entry[], damage: Fault | null, isArchive: boolean } | null} inside
   */
  note(entry, refusal, inside) {
    if (!inside) return;
    if (entry.archive) {
      if (inside.damage) this.pass(entry.archive);
      else if (!inside.files.length) this.#taken.passed.push(entry.name);
    } else if (inside.isArchive && !inside.damage && !entry.isDamaged)
      this.#all.set(entry.packed || entry.name, [entry.name, refusal]);
  }

  /**
   * Passes over an archive of which something else is reported.
   * @param {string} name
   */
  pass(name) {
    this.#all.delete(name);
  }

  refuseEmpty() {
    const { opened, mappings } = this.#taken;
    const full = new Set([...opened, ...mappings].map(({ archive }) => archive));
    for (const [name, [folder, refusal]] of this.#all) if (!full.has(name)) refuseArchive(folder, refusal, this.#taken);
  }
}
