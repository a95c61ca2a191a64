/** Taking in dropped files: what each of them is, and what is in the archives among them. */

import { decisionListIn } from './decision-lists.js';
import { append, linked } from './entries.js';
import { isAside, isPictureName, originOf } from './files.js';
import { Inside, isOther, refuse, refuseArchive } from './inside.js';
import { itemListIn } from './item-lists.js';

/**
 * @import { Cell } from '../pkg/convert.js'
 * @import { Event } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { List } from './decision-lists.js'
 * @import { Files, Known, ReportFault } from './files.js'
 * @import { Entry, IsCancelled } from './drops.js'
 * @import { Growing } from './growing.js'
 * @import { Mapping, Mappings } from './mappings.js'
 * @import { Refusal } from './predictions.js'
 *
 * @typedef {object} Taken
 * @property {Known[]} opened
 * @property {Mapping[]} mappings
 * @property {List[]} lists
 * @property {string[]} passed  the names of files that are no data, which need no alert
 * @property {number} unlisted  files in archives that were not looked at
 * @property {Refusal[]} refusals
 * @property {number} partial  how many of the refused files others came out of
 * @property {number} unread  files that were not inspected, because the user cancelled
 *
 * @typedef {Watch & { growing: Growing | null }} IntakeWatch  `growing` has the files that are shown before their conversion ends
 */

/** Milliseconds between two reports of how many files are left to inspect. */
const REPORT = 1000;
/** Limit of the files whose bytes are looked at before their names are believed. */
const FEW = 100;
/** The tables that loaders of image folders read. */
const TABLE = /\/metadata\.(csv|jsonl)$/i;

export class Intake {
  /** Files that are left to inspect, as reported. */
  #left = 0;
  #converter;
  #inside;
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
    this.#inside = new Inside(converter, dispatch);
    this.#files = files;
    this.#mappings = mappings;
    this.#dispatch = dispatch;
    this.#hasLabels = hasLabels;
  }

  /**
   * Inspects files one after the other, and then those in the archives among them.
   * @param {Entry[]} entries
   * @param {string} sample
   * @param {IsCancelled} isCancelled
   * @param {Growing | null} growing  takes what can be shown before its conversion ends, if that is wanted
   * @returns {Promise<Taken>}
   */
  async take(entries, sample, isCancelled, growing) {
    // To close a dataset that grows ends its conversion.
    const isUnwanted = () => isCancelled() || !!growing?.isUnwanted;
    const watch = { ...this.#watch(isUnwanted), growing, onfiles: takenBy(growing, sample, []) };
    /** @type {Taken} */
    const taken = {
      opened: [],
      mappings: [],
      lists: [],
      passed: [],
      unlisted: 0,
      refusals: [],
      partial: 0,
      unread: 0,
    };
    const queue = [...entries];
    /** The archives among them: their names, and what to report of one without data. @type {Map<string, [string, Refusal]>} */
    const archives = new Map();
    /** Tables that may hold images or predictions. @type {{ entry: Entry, refusal: Refusal }[]} */
    const tables = [];
    /** @type {Entry[]} */
    const pictures = [];
    let time = -Infinity;
    let at = 0;
    try {
      for (; at < queue.length; at++) {
        if (isCancelled()) break;
        const entry = queue[at];
        if (performance.now() - time > REPORT) {
          // Whoever called counts the one at hand.
          this.#report(queue.length - at - 1);
          time = performance.now();
        }
        // A picture at an address is alone.
        const isCalledPicture = isPictureName(entry.name) && (entry.part || entry.file instanceof File);
        // Another format may have the name of a picture. To look into each of many takes long.
        if (isCalledPicture && (entry.part || queue.length > FEW || (await isPictureFile(entry)))) {
          pictures.push(entry);
          continue;
        }
        const records = await this.#inside.records(entry, watch);
        append(queue, entry, records);
        if (isCancelled()) break;
        const refusal = records ? null : await this.#sort(entry, sample, taken, watch);
        if (!refusal) continue;
        if (isCalledPicture && !isOther(refusal)) {
          pictures.push(entry);
          continue;
        }
        const whole = await this.#inside.whole(entry, refusal, watch);
        if (isCancelled()) break;
        if (whole) {
          append(queue, entry, [whole]);
          continue;
        }
        if (refusal.report[2].name === 'Csv') {
          const images = await this.#inside.table(entry, refusal, true, watch);
          if (isCancelled()) break;
          if (growing?.isUnwanted) growing.end(true);
          else if (images) queue.splice(at + 1, 0, ...linked(entry, images));
          else if (refusal.report[2].name === 'Csv') tables.push({ entry, refusal });
          else {
            taken.opened.push(...(growing?.end(false) ?? []));
            refuse(entry, refusal, taken);
          }
          continue;
        }
        const inside = await this.#inside.files(entry, refusal, taken, watch);
        if (isCancelled()) break;
        if (growing?.isUnwanted) {
          growing.end(true);
          continue;
        }
        if (!inside) taken.opened.push(...(growing?.end(false) ?? []));
        // What comes out of a conversion is taken before the next begins.
        if (inside && !inside.isArchive) queue.splice(at + 1, 0, ...linked(entry, inside.files));
        else append(queue, entry, inside?.files);
        const columns = inside?.columns ?? [];
        const [label] = columns;
        const areSeveral = columns.length > 1;
        if (label && (label.names.size || areSeveral))
          taken.mappings.push(
            this.#mappings.create(label.name, entry.packed || entry.name, label.names, areSeveral ? columns : []),
          );
        // One alert is enough.
        if (inside?.damage && inside.files.length) taken.partial++;
        if (!inside || inside.damage) refuse(entry, refusal, taken);
        if (entry.archive && inside) {
          if (inside.damage) archives.delete(entry.archive);
          else if (!inside.files.length) taken.passed.push(entry.name);
        } else if (inside?.isArchive && !inside.damage && !entry.isDamaged)
          archives.set(entry.packed || entry.name, [entry.name, refusal]);
      }
      // What is shown in part has an alert of its own.
      const shown = at < queue.length && growing?.showsPart ? 1 : 0;
      taken.unread += queue.length - at - shown + pictures.length + tables.length;
      if (!isCancelled()) await this.#gather(pictures, sample, taken, watch);
      if (!isCancelled()) await this.#open(tables, sample, taken, watch);
    } finally {
      this.#report(0);
    }
    // In an archive that was not inspected to its end there may be data.
    if (isCancelled()) return taken;
    taken.unread = 0;
    const full = new Set([...taken.opened, ...taken.mappings].map(({ archive }) => archive));
    for (const [name, [folder, refusal]] of archives) if (!full.has(name)) refuseArchive(folder, refusal, taken);
    return taken;
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
    return cut(this.#converter(), picture, cell, this.#watch(isCancelled)).finally(() => this.#report(0));
  }

  /**
   * Reports how many files are left.
   * @param {number} left
   */
  #report(left) {
    this.#dispatch({ type: 'inspecting', by: left - this.#left });
    this.#left = left;
  }

  /**
   * Reports on a file that takes long, until the user cancels.
   * @param {IsCancelled} isCancelled
   * @returns {Watch}
   */
  #watch(isCancelled) {
    return {
      isCancelled,
      onprogress: (share) => this.#dispatch({ type: 'inspecting', by: 0, converted: share }),
      onfiles: async () => {},
    };
  }

  /**
   * Adds a file to those of its kind; otherwise says why it cannot be opened.
   * @param {Entry} entry
   * @param {string} sample
   * @param {Taken} taken
   * @param {IntakeWatch} watch
   * @returns {Promise<Refusal | null>}
   */
  async #sort(entry, sample, taken, watch) {
    const origin = originOf(entry, sample);
    const { place, name, archive } = origin;
    // A link leads to data.
    const file = place instanceof File ? place : null;
    const mapping = file && (await this.#mappings.read(file, name, archive));
    if (mapping) taken.mappings.push(mapping);
    const list = file && !mapping ? ((await decisionListIn(file, name)) ?? (await itemListIn(file, name))) : null;
    if (list) taken.lists.push(list);
    if (mapping || list) return null;
    if (watch.growing?.isClosed(origin)) return null;
    /** @type {Refusal[]} */
    const refusals = [];
    const report = (/** @type {Parameters<ReportFault>} */ ...report) => void refusals.push({ place, report });
    const known = (await watch.growing?.complete(origin)) ?? (await this.#files.inspect(origin, report, watch));
    if (known) taken.opened.push(known);
    else if (isAside(name)) taken.passed.push(name);
    else if (!refusals.length && watch.isCancelled()) taken.unread++;
    return refusals[0] ?? null;
  }

  /**
   * Opens pictures that are datasets: those in classes, and without other data those in one folder.
   * @param {Entry[]} pictures
   * @param {string} sample
   * @param {Taken} taken
   * @param {IntakeWatch} watch
   */
  async #gather(pictures, sample, taken, watch) {
    if (!pictures.length) return;
    const { albumsOf } = await import('./pictures.js');
    const hasOthers = taken.opened.length > 0;
    for (const album of albumsOf(pictures)) {
      const { folder, entries, labels, names } = album;
      if (!labels && (hasOthers || entries.length === 1)) {
        // In a folder they belong to the description of the others.
        const areAside = hasOthers && folder !== '';
        for (const entry of entries) {
          if (watch.isCancelled()) return;
          taken.unread--;
          const refusal = areAside ? null : await this.#sort(entry, sample, taken, watch);
          if (refusal) await this.#inside.sheet(entry, refusal, watch);
          if (refusal) refuse(entry, refusal, taken);
          else if (areAside) taken.passed.push(entry.name);
        }
        continue;
      }
      /** @param {number} share */
      const onprogress = (share) => this.#report(Math.round(entries.length * (1 - share)));
      const [{ archive = '', link }] = entries;
      const mappings = names.size ? [this.#mappings.create(`${folder}/class names`, archive, names)] : [];
      const { growing } = watch;
      const onfiles = takenBy(growing, sample, mappings);
      const images = await this.#inside.images(album, { ...watch, onprogress, onfiles });
      if (!images && !growing?.isUnwanted) {
        if (growing?.showsPart) taken.unread -= entries.length;
        return;
      }
      const files = growing?.isUnwanted ? [] : (images ?? []);
      if (!files.length) taken.opened.push(...(growing?.end(!images) ?? []));
      taken.unread -= entries.length;
      for (const file of files.map((file) => ({ ...file, link }))) {
        const refusal = await this.#sort(file, sample, taken, watch);
        if (refusal) refuse(file, refusal, taken);
      }
      // A table beside the folders says the same.
      taken.passed = taken.passed.filter((name) => !TABLE.test(name));
      if (files.length) taken.mappings.push(...mappings);
    }
  }

  /**
   * Opens the tables that hold something else than images. Where there are labels, they are predictions: see predictions.js.
   * @param {{ entry: Entry, refusal: Refusal }[]} tables
   * @param {string} sample
   * @param {Taken} taken
   * @param {IntakeWatch} watch
   */
  async #open(tables, sample, taken, watch) {
    const hasLabels = () => this.#hasLabels() || taken.opened.some(({ role }) => role === 'labels');
    const isLabelled = tables.length > 0 && hasLabels();
    for (const { entry, refusal } of tables) {
      // A link names data, and no predictions of what is open.
      const files = isLabelled && !entry.link ? null : await this.#inside.table(entry, refusal, false, watch);
      if (watch.isCancelled()) return;
      taken.unread--;
      if (!files) refuse(entry, refusal, taken);
      for (const file of files ?? []) await this.#sort({ ...file, link: entry.link }, sample, taken, watch);
    }
  }
}

/**
 * Hands on what has come out of a conversion so far.
 * @param {Growing | null} growing
 * @param {string} sample
 * @param {Mapping[]} mappings
 * @returns {Watch['onfiles']}
 */
function takenBy(growing, sample, mappings) {
  return async (files) =>
    growing?.take(
      files.map((file) => ({ ...originOf(file, sample), isWhole: file.isWhole })),
      mappings,
    );
}

/** @param {Entry} entry */
async function isPictureFile({ file }) {
  const { isPictureFile } = await import('./picture-type.js');
  return isPictureFile(file);
}
