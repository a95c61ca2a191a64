/** Taking in dropped files: what each of them is, and what is in the archives among them. */

import { decisionListIn } from './decision-lists.js';
import { isAside } from './files.js';
import { itemListIn } from './item-lists.js';

/**
 * @import { Event } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { List } from './decision-lists.js'
 * @import { Files, Known, ReportFault } from './files.js'
 * @import { Entry } from './library.js'
 * @import { Mapping, Mappings } from './mappings.js'
 * @import { Refusal } from './predictions.js'
 * @import { Fault } from './protocol.js'
 * @import { SplitFile } from './tables.js'
 *
 * @typedef {object} Taken
 * @property {Known[]} opened
 * @property {Mapping[]} mappings
 * @property {List[]} lists
 * @property {string[]} passed  the names of files that are no data, which need no alert
 * @property {number} unlisted  files in archives that were not looked at
 * @property {Refusal[]} refusals
 * @property {number} partial  how many of the refused files others came out of
 */

/** Milliseconds between two reports of how many files are left to inspect. */
const REPORT = 1000;
/** What is done with files that others come out of, by their formats. */
const CONTAINERS = /** @type {const} */ ({
  Zip: 'zip',
  NumpyZip: 'zip',
  Tar: 'tar',
  Matlab: 'matlab',
  Safetensors: 'safetensors',
  Xz: 'unpack',
  Bzip2: 'unpack',
  Zstd: 'unpack',
});
/** The names of CIFAR's binary files, and the lengths of their records. */
const CIFAR = { name: /\.bin$/i, records: [3073, 3074] };

export class Intake {
  /** Changes when the user cancels the files that are being taken in. */
  #generation = 0;
  #converter;
  #files;
  #mappings;
  /** @type {(event: Event) => void} */
  #dispatch;
  #hasLabels;

  /**
   * @param {() => Engine} converter  the engine that converts files
   * @param {Files} files
   * @param {Mappings} mappings
   * @param {(event: Event) => void} dispatch
   * @param {() => boolean} hasLabels  whether there are items that a table can hold predictions of
   */
  constructor(converter, files, mappings, dispatch, hasLabels) {
    this.#converter = converter;
    this.#files = files;
    this.#mappings = mappings;
    this.#dispatch = dispatch;
    this.#hasLabels = hasLabels;
  }

  /** Inspects no more of the files that were added. Those that have been inspected are opened. */
  cancel() {
    this.#generation++;
  }

  /**
   * Inspects files one after the other, and then those in the archives among them.
   * @param {Entry[]} entries
   * @param {string} sample
   * @returns {Promise<Taken>}
   */
  async take(entries, sample) {
    const generation = this.#generation;
    /** @type {Taken} */
    const taken = { opened: [], mappings: [], lists: [], passed: [], unlisted: 0, refusals: [], partial: 0 };
    const queue = [...entries];
    /** The archives among them, and what to report of one without data. @type {Map<string, Refusal>} */
    const archives = new Map();
    /** Tables that may hold images or predictions. @type {{ entry: Entry, refusal: Refusal }[]} */
    const tables = [];
    let reported = 0;
    let time = -Infinity;
    try {
      for (const [at, entry] of queue.entries()) {
        if (generation !== this.#generation) break;
        if (performance.now() - time > REPORT) {
          // Whoever called counts the one at hand.
          const left = queue.length - at - 1;
          this.#dispatch({ type: 'inspecting', by: left - reported });
          reported = left;
          time = performance.now();
        }
        const watch = this.#watch(generation);
        const records = await this.#records(entry, watch);
        queue.push(...(records ?? []));
        if (watch.isCancelled()) break;
        const refusal = records ? null : await this.#sort(entry, sample, taken, watch);
        if (!refusal) continue;
        if (refusal.report[2].name === 'Csv') {
          const images = await this.#table(entry, refusal, true, watch);
          if (watch.isCancelled()) break;
          queue.push(...(images ?? []));
          if (!images && refusal.report[2].name === 'Csv') tables.push({ entry, refusal });
          else if (!images) this.#refuse(entry, refusal, taken);
          continue;
        }
        const inside = await this.#unpack(entry, refusal, taken, watch);
        queue.push(...(inside?.files ?? []));
        // One alert is enough.
        if (inside?.damage && inside.files.length) taken.partial++;
        if (!inside || inside.damage) this.#refuse(entry, refusal, taken);
        else if (inside.isArchive && !entry.isDamaged)
          archives.set(entry.packed || entry.name, { ...refusal, report: other(refusal, inside.files.length) });
      }
      if (generation === this.#generation) await this.#open(tables, sample, taken, this.#watch(generation));
    } finally {
      this.#dispatch({ type: 'inspecting', by: -reported });
    }
    // In an archive that was not inspected to its end there may be data.
    if (generation !== this.#generation) return taken;
    const full = new Set([...taken.opened, ...taken.mappings].map(({ archive }) => archive));
    for (const [name, refusal] of archives) if (!full.has(name)) taken.refusals.push(refusal);
    return taken;
  }

  /**
   * Reports on a file that takes long, until the user cancels.
   * @param {number} generation  in which it is wanted
   * @returns {Watch}
   */
  #watch(generation) {
    return {
      isCancelled: () => generation !== this.#generation,
      onprogress: (share) => this.#dispatch({ type: 'inspecting', by: 0, converted: share }),
    };
  }

  /**
   * Adds a file to those of its kind; otherwise says why it cannot be opened.
   * @param {Entry} entry
   * @param {string} sample
   * @param {Taken} taken
   * @param {Watch} watch
   * @returns {Promise<Refusal | null>}
   */
  async #sort({ file: place, name, root = null, isDamaged = false, ...from }, sample, taken, watch) {
    const { packed = '', archive = packed } = from;
    const mapping = await this.#mappings.read(place, name, archive);
    if (mapping) taken.mappings.push(mapping);
    const list = mapping ? null : ((await decisionListIn(place, name)) ?? (await itemListIn(place, name)));
    if (list) taken.lists.push(list);
    if (mapping || list) return null;
    /** @type {Refusal[]} */
    const refusals = [];
    const origin = { place, name, sample, address: '', archive, root, packed, isDamaged };
    const report = (/** @type {Parameters<ReportFault>} */ ...report) => void refusals.push({ place, report });
    const file = await this.#files.inspect(origin, report, watch);
    if (file) taken.opened.push(file);
    else if (isAside(name)) taken.passed.push(name);
    return refusals[0] ?? null;
  }

  /**
   * The files that come out of another, if that is why it was refused and it can be read. Neither an archive in an archive is
   * read, nor what is packed more than once.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {Taken} taken
   * @param {Watch} watch
   * @returns {Promise<{ files: Entry[], damage: Fault | null, isArchive: boolean } | null>}
   */
  async #unpack(entry, refusal, taken, watch) {
    const [key, name, { name: format, head }] = refusal.report;
    const kind = CONTAINERS[/** @type {keyof typeof CONTAINERS} */ (format)];
    const isArchive = kind !== 'unpack';
    if (!kind || entry.archive || (!isArchive && entry.packed)) return null;
    try {
      // Few visits open one.
      const { filesIn, unpackedIn } = await import('./archives.js');
      const { files, passed, unlisted, damage } = await (isArchive
        ? filesIn(this.#converter(), entry, kind, watch)
        : unpackedIn(this.#converter(), entry, watch));
      taken.passed.push(...passed);
      taken.unlisted += unlisted;
      if (damage) refusal.report = [key, name, { ...damage, head }];
      return { files, damage, isArchive };
    } catch (error) {
      refusal.report = [key, name, Object.assign(/** @type {Error} */ (error), { head })];
      return null;
    }
  }

  /**
   * The images and labels in a binary file of CIFAR's; null if it is another file.
   * @param {Entry} entry
   * @param {Watch} watch
   */
  async #records(entry, watch) {
    const { name, file } = entry;
    if (!CIFAR.name.test(name) || !CIFAR.records.some((length) => file.size && file.size % length === 0)) return null;
    const { recordsIn } = await import('./tables.js');
    // A file that cannot be read is inspected like any other, which reports why.
    const records = await recordsIn(this.#converter(), entry, watch).catch(() => null);
    return records && this.#reported(entry, records);
  }

  /**
   * The images and labels in a table of numbers; null if it holds none, or something is wrong in it.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {boolean} imagesOnly
   * @param {Watch} watch
   */
  async #table(entry, refusal, imagesOnly, watch) {
    try {
      const { tableIn } = await import('./tables.js');
      const table = await tableIn(this.#converter(), entry, imagesOnly, watch);
      return table && this.#reported(entry, table);
    } catch (error) {
      const [key, file, { head }] = refusal.report;
      refusal.report = [key, file, Object.assign(/** @type {Error} */ (error), { head })];
      return null;
    }
  }

  /**
   * Opens the tables that hold something else than images. Where there are labels, they are predictions: see predictions.js.
   * @param {{ entry: Entry, refusal: Refusal }[]} tables
   * @param {string} sample
   * @param {Taken} taken
   * @param {Watch} watch
   */
  async #open(tables, sample, taken, watch) {
    const hasLabels = () => this.#hasLabels() || taken.opened.some(({ role }) => role === 'labels');
    const isLabelled = tables.length > 0 && hasLabels();
    for (const { entry, refusal } of tables) {
      const files = isLabelled ? null : await this.#table(entry, refusal, false, watch);
      if (watch.isCancelled()) return;
      if (!files) this.#refuse(entry, refusal, taken);
      for (const file of files ?? []) await this.#sort(file, sample, taken, watch);
    }
  }

  /**
   * @param {Entry} entry
   * @param {SplitFile} split
   */
  #reported({ name }, { files, faults }) {
    const alert = { key: `table:${name}`, file: name, severe: false, faults };
    if (faults.length) this.#dispatch({ type: 'alert', alert });
    return files;
  }

  /**
   * A file of another kind in an archive needs no alert, only a damaged one; and nothing is reported twice.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {Taken} taken
   */
  #refuse({ name, archive = '', isDamaged: isReported }, refusal, taken) {
    if (isReported) return;
    const isDamaged = /^(Npy|Csv.|Gzip|TooLarge|UnknownElementType|Not|Engine)/.test(refusal.report[2].name);
    if (archive && !isDamaged) taken.passed.push(name);
    else taken.refusals.push(refusal);
  }
}

/**
 * The report on an archive in which nothing can be opened.
 * @param {Refusal} refusal
 * @param {number} found  files in it that can be read
 * @returns {Parameters<ReportFault>}
 */
function other({ report: [key, file, fault] }, found) {
  return [key, file, { ...fault, name: `${fault.name === 'NumpyZip' ? 'Zip' : fault.name}Other`, found }];
}
