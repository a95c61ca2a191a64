/** Tables whose label was guessed, so that the user can choose another column. */

/**
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Entry } from './drops.js'
 * @import { Fault, Place } from './protocol.js'
 * @import { PartTable } from './tables.js'
 *
 * @typedef {object} Asked
 * @property {Entry} entry
 * @property {Place[]} made  the files that came out of it, as far as they are open
 * @property {Fault} fault  that asks
 * @property {Fault | null} damage  why it could not be read to its end
 * @property {boolean} isAlone  whether it has only labels, of what other files hold
 * @property {boolean} isJson
 */

/** What depends on the label. */
const TABLE_NOTES = ['CsvLeftOut', 'CsvFacts', 'CsvMissingValues', 'CsvOrder', 'CsvNames'].map((name) => ({ name }));
/** What asks for it. */
const LABEL_NOTE = { name: 'CsvLabel' };

export class AskedTables {
  /** By the keys of their alerts. @type {Map<string, Asked>} */
  #all = new Map();
  #converter;
  /** @type {(file: string, faults: Fault[]) => void} */
  #report;
  /** @type {(file: string, faults: { name: string }[]) => void} */
  #retract;

  /**
   * @param {() => Engine} converter  the engine that converts files
   * @param {(file: string, faults: Fault[]) => void} report
   * @param {(file: string, faults: { name: string }[]) => void} retract  what was reported
   */
  constructor(converter, report, retract) {
    this.#converter = converter;
    this.#report = report;
    this.#retract = retract;
  }

  /**
   * Reports what the user has to know about a table, and remembers it if the label can be chosen.
   * @param {Entry} entry
   * @param {PartTable} table
   * @param {boolean} isJson
   */
  ask(entry, { files, faults, damage }, isJson) {
    const made = files.map(({ file }) => file);
    const isAlone = !files.some(({ name }) => name.endsWith('-images'));
    for (const fault of faults)
      if (fault.labelColumn) this.#all.set(keyOf(fault, entry.name), { entry, made, fault, damage, isAlone, isJson });
    this.#report(entry.name, faults);
  }

  /**
   * Reads a table with another label; null if that is cancelled, or the column cannot be the label.
   * @param {string} alert  the key of the one that asks
   * @param {number} label  the number of the column from 1, or 0 for none
   * @param {Watch} watch
   */
  async relabelled(alert, label, watch) {
    const asked = this.#all.get(alert);
    if (!asked) return null;
    const { entry, made, fault, damage, isAlone, isJson } = asked;
    // What is beside another label stays a description.
    const alone = isAlone ? false : undefined;
    const { tableIn } = await import('./tables.js');
    const options = { only: /** @type {const} */ (''), label, alone, isJson };
    const table = await tableIn(this.#converter(), entry, options, watch).catch(() => null);
    if (watch.isCancelled()) return null;
    const [answer] = table?.faults ?? [];
    // With a label that has gaps, fewer rows would open.
    const isWhole = !table?.damage || table.damage.row === damage?.row;
    if (table && isWhole && answer?.labelColumn?.at === label) {
      this.#retract(entry.name, TABLE_NOTES);
      this.ask(entry, table, isJson);
      return { entry, made, table };
    }
    const { labelColumn } = fault;
    this.#report(entry.name, [{ ...fault, labelColumn: labelColumn && { ...labelColumn, refused: label } }]);
    return null;
  }

  /**
   * Takes back what was reported of a table that is read for something else now.
   * @param {string} file  its name
   */
  retract(file) {
    this.#all.delete(keyOf(LABEL_NOTE, file));
    this.#retract(file, [...TABLE_NOTES, LABEL_NOTE]);
  }

  /**
   * Forgets what came out of tables and is not open any more: it may be large.
   * @param {Place[]} open
   */
  forget(open) {
    for (const asked of this.#all.values()) asked.made = asked.made.filter((file) => open.includes(file));
  }
}

/**
 * The key of the alert about a fault of a file.
 * @param {{ name: string }} fault
 * @param {string} file
 */
export function keyOf({ name }, file) {
  return `${name}:${file}`;
}
