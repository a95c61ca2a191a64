/** Taking in the files of one drop: what each of them is, and what is in the archives among them. */

import { isPictureName } from '../text/picture-names.js';
import { decisionListIn } from './decision-lists.js';
import { DropArchives } from './drop-archives.js';
import { DropPictures } from './drop-pictures.js';
import { DropQueue } from './drop-queue.js';
import { openApart, refusalOf, SHARD_NOTES } from './drop-shards.js';
import { DropTables, isText } from './drop-tables.js';
import { linked } from './entries.js';
import { isAside, originOf } from './files.js';
import { isOther } from './inside.js';
import { itemListIn } from './item-lists.js';
import { refuse } from './refusals.js';
import { joinShards } from './shards.js';

/**
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { List } from './decision-lists.js'
 * @import { Files, Known, ReportFault } from './files.js'
 * @import { Entry, IsCancelled } from './drops.js'
 * @import { Growing } from './growing.js'
 * @import { Inside } from './inside.js'
 * @import { LabelColumn, Mapping, Mappings } from './mappings.js'
 * @import { Refusal } from './predictions.js'
 * @import { Slot } from './protocol.js'
 *
 * @typedef {object} Taken
 * @property {Known[]} opened
 * @property {Mapping[]} mappings
 * @property {List[]} lists
 * @property {string[]} passed  the names of files that are no data, which need no alert
 * @property {number} unlisted  files in archives that were not looked at
 * @property {Known[]} replaced  open labels that are those of pictures now
 * @property {Refusal[]} refusals
 * @property {number} partial  how many of the refused files others came out of
 * @property {number} unread  files that were not inspected, because the user cancelled
 *
 * @typedef {object} Parts  of the intake
 * @property {Inside} inside
 * @property {Files} files
 * @property {Mappings} mappings
 * @property {() => Record<Slot, Known | null>[]} openFiles  of each dataset
 * @property {() => Engine} converter  the engine that converts files
 * @property {(left: number) => void} report  how many files are left
 */

/** Milliseconds between two reports of how many files are left to inspect. */
const REPORT = 1000;
/** Limit of the files whose bytes are looked at before their names are believed. */
const FEW = 100;

export class DropIntake {
  /** @type {Taken} */
  #taken = {
    opened: [],
    mappings: [],
    lists: [],
    passed: [],
    unlisted: 0,
    replaced: [],
    refusals: [],
    partial: 0,
    unread: 0,
  };
  #queue = new DropQueue([]);
  #archives = new DropArchives(this.#taken);
  #tables;
  #pictures;
  #parts;
  #sample;
  /** Whether the drop is cancelled. */
  #isCancelled;
  #growing;
  /** What a conversion reports to. Closing the dataset that grows ends the conversion, too. @type {Watch} */
  #watch;

  /**
   * @param {Parts} parts
   * @param {string} sample
   * @param {IsCancelled} isCancelled
   * @param {Growing | null} growing  takes what can be shown before its conversion ends, if that is wanted
   * @param {(share: number) => void} onprogress  called with the share of a file that is converted
   */
  constructor(parts, sample, isCancelled, growing, onprogress) {
    this.#parts = parts;
    this.#sample = sample;
    this.#isCancelled = isCancelled;
    this.#growing = growing;
    const isUnwanted = () => isCancelled() || !!growing?.isUnwanted;
    this.#watch = { isCancelled: isUnwanted, onprogress, onfiles: this.#handOn([]) };
    const steps = {
      sort: (/** @type {Entry} */ entry) => this.#sort(entry),
      keepPart: (/** @type {boolean} */ isCancelled) => this.#keepPart(isCancelled),
      takeNext: (/** @type {Entry[]} */ outputs) => this.#queue.insert(outputs),
      takeNames: (/** @type {Entry} */ entry, /** @type {LabelColumn[]} */ columns) => this.#takeNames(entry, columns),
      handOn: (/** @type {Mapping[]} */ mappings) => this.#handOn(mappings),
    };
    this.#tables = new DropTables(parts, this.#taken, growing, this.#watch, steps);
    this.#pictures = new DropPictures(parts, this.#taken, growing, this.#watch, steps);
  }

  /**
   * Inspects files one after the other, and then those in the archives among them.
   * @param {Entry[]} entries
   * @returns {Promise<Taken>}
   */
  async run(entries) {
    const isCancelled = this.#isCancelled;
    const queue = new DropQueue(entries);
    this.#queue = queue;
    let time = -Infinity;
    for (; queue.current && !isCancelled(); queue.advance()) {
      if (!queue.isOutput && performance.now() - time > REPORT) {
        // Whoever called counts the one at hand.
        this.#parts.report(queue.files - 1);
        time = performance.now();
      }
      if (!(await this.#inspect(queue.current))) break;
    }
    const left = queue.files - (await this.#complete());
    // What is shown in part has an alert of its own.
    const shown = left > 0 && this.#growing?.showsPart ? (queue.current?.shards?.all.length ?? 1) : 0;
    this.#taken.unread += left - shown + this.#pictures.count + this.#tables.waiting.length;
    if (!isCancelled()) this.#tables.waiting = await this.#pictures.open(this.#tables.waiting);
    if (!isCancelled()) await this.#tables.open();
    if (isCancelled()) return this.#taken;
    // In an archive that was not inspected to its end there may be data.
    this.#archives.refuseEmpty();
    this.#taken.unread = 0;
    return this.#taken;
  }

  /**
   * Inspects a file, and puts what comes out of it into the queue. Returns whether that came to its end: it is cancelled
   * otherwise.
   * @param {Entry} entry
   */
  async #inspect(entry) {
    if (entry.table) {
      const { table, ...source } = entry;
      const from = { ...(table.isNamed && { source }), ...(table.hasPredictedLabel && { predictedIn: source }) };
      this.#queue.insert(linked(entry, table.files).map((file) => ({ ...file, ...from })));
      this.#takeNames(entry, table.columns);
      return true;
    }
    if (this.#pictures.takeTable(entry)) return true;
    if (entry.shards) {
      // When it is read again without one, what was said of that is new.
      if (!entry.shards.setApart)
        for (const { name } of entry.shards.all) this.#parts.inside.retract(name, SHARD_NOTES);
      return this.#unpack(entry, refusalOf(entry));
    }
    const { inside } = this.#parts;
    const watch = this.#watch;
    // A picture at an address is alone.
    const isCalledPicture = isPictureName(entry.name) && (entry.part || entry.file instanceof File);
    // Another format may have the name of a picture. To look into each of many takes long.
    if (isCalledPicture && (entry.part || this.#queue.length > FEW || (await isPictureFile(entry)))) {
      this.#pictures.take(entry);
      return true;
    }
    const records = await inside.records(entry, watch);
    this.#queue.append(entry, records);
    if (this.#isCancelled()) return false;
    const refusal = records ? null : await this.#sort(entry);
    if (!refusal) return true;
    if (isAside(entry.name)) {
      this.#tables.takeAside(entry, refusal);
      return true;
    }
    if (isCalledPicture && !isOther(refusal)) {
      this.#pictures.take(entry);
      return true;
    }
    const whole = await inside.whole(entry, refusal, watch);
    if (this.#isCancelled()) return false;
    if (whole) {
      this.#queue.append(entry, [whole]);
      return true;
    }
    const { name: format } = refusal.report[2];
    const arrays = format === 'Json' ? await inside.arrays(entry, watch) : null;
    if (this.#isCancelled()) return false;
    if (arrays) {
      this.#queue.append(entry, arrays);
      return true;
    }
    if (isText(format) || entry.columnar) return this.#tables.take(entry, refusal);
    if (format === 'NpyTexts') {
      // The texts in an array of objects have its name, and what is reported of them is reported of it.
      const isAlone = this.#queue.isSingle && (!entry.archive || entry.archive === entry.name);
      if (isAlone) this.#archives.pass(entry.name);
      return this.#tables.takeTexts(entry, refusal, isAlone);
    }
    return this.#unpack(entry, refusal);
  }

  /**
   * After "Cancel", takes the rest of the files that came out of a conversion which has ended: those that are shown in part
   * would not fit each other. Returns how many there were.
   */
  async #complete() {
    const rest = this.#queue.rest.filter((entry) => this.#growing?.shows(originOf(entry, this.#sample)));
    for (const entry of rest) await this.#sort(entry);
    return rest.length;
  }

  /**
   * Adds a file to those of its kind; otherwise says why it cannot be opened.
   * @param {Entry} entry
   * @returns {Promise<Refusal | null>}
   */
  async #sort(entry) {
    const taken = this.#taken;
    const origin = originOf(entry, this.#sample);
    const { place, name, archive } = origin;
    // A link leads to data.
    const file = place instanceof File ? place : null;
    const mapping = file && (await this.#parts.mappings.read(file, name, archive));
    if (mapping) taken.mappings.push(mapping);
    if (mapping || this.#growing?.isClosed(origin)) return null;
    /** @type {Refusal[]} */
    const refusals = [];
    const report = (/** @type {Parameters<ReportFault>} */ ...report) => void refusals.push({ place, report });
    const complete = await this.#growing?.complete(origin);
    const known = complete ?? (await this.#parts.files.inspect(origin, report, this.#watch));
    const list = known || !file ? null : ((await decisionListIn(file, name)) ?? (await itemListIn(file, name)));
    if (known) taken.opened.push(known);
    else if (list) taken.lists.push(list);
    else if (!refusals.length && this.#watch.isCancelled()) taken.unread++;
    return list ? null : (refusals[0] ?? null);
  }

  /**
   * Puts the files in another into the queue; if there are none, that is refused. Returns whether that came to its end.
   * @param {Entry} entry
   * @param {Refusal} refusal
   */
  async #unpack(entry, refusal) {
    const taken = this.#taken;
    const open = { known: this.#tables.known(), labelled: entry.link ? [] : this.#tables.labelled() };
    const inside = await this.#parts.inside.files(entry, refusal, taken, open, this.#watch);
    if (this.#isCancelled()) return false;
    if (this.#growing?.isUnwanted) {
      this.#growing.end(true);
      return true;
    }
    if (inside?.waits && !entry.hasWaited && this.#queue.rest.length > 1) {
      this.#queue.append(entry, [{ ...entry, hasWaited: true }]);
      return true;
    }
    if (inside?.faults) this.#parts.inside.report(entry.name, inside.faults);
    const isShown = !!this.#growing?.showsPart;
    const isPartShown = !!this.#growing?.showsPartOf(entry.name);
    if (!inside) this.#keepPart(false);
    const apart = inside || !entry.shards ? null : openApart(entry, refusal.report[2], isPartShown);
    if (apart) {
      this.#parts.inside.report(apart.file, [apart.why]);
      this.#queue.insert(linked(entry, apart.rest));
      return true;
    }
    const files = inside?.isArchive ? joinShards(inside.files) : (inside?.files ?? []);
    // What comes out of a conversion is taken before the next begins, and so is all of what is shown in part.
    if (inside && (!inside.isArchive || isShown)) this.#queue.insert(linked(entry, files));
    else this.#queue.append(entry, files);
    this.#takeNames(entry, inside?.columns ?? []);
    // One alert is enough.
    if (inside?.damage && inside.files.length) taken.partial++;
    if (!inside || inside.damage) refuse(entry, refusal, taken);
    this.#archives.note(entry, refusal, inside);
    return true;
  }

  /**
   * Takes the names of the columns of labels in a file, and those of their classes.
   * @param {Entry} entry
   * @param {LabelColumn[]} columns
   */
  #takeNames(entry, columns) {
    const [label] = columns;
    const areSeveral = columns.length > 1;
    if (!label || !(label.names.size || areSeveral)) return;
    const archive = entry.packed || entry.name;
    const mapping = this.#parts.mappings.create(label.name, archive, label.names, areSeveral ? columns : []);
    this.#taken.mappings.push(mapping);
  }

  /**
   * Keeps what is shown of a file whose conversion did not come to its end.
   * @param {boolean} isCancelled
   */
  #keepPart(isCancelled) {
    this.#taken.opened.push(...(this.#growing?.end(isCancelled) ?? []));
  }

  /**
   * Hands on what has come out of a conversion so far.
   * @param {Mapping[]} mappings
   * @returns {Watch['onfiles']}
   */
  #handOn(mappings) {
    return async (files) =>
      this.#growing?.take(
        files.map((file) => ({ ...originOf(file, this.#sample), isWhole: file.isWhole })),
        mappings,
      );
  }
}

/** @param {Entry} entry */
async function isPictureFile({ file }) {
  const { isPictureFile } = await import('./picture-type.js');
  return isPictureFile(file);
}
