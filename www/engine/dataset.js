/** A dataset as the page holds it: which file is in which slot, and the engine that reads them. */

import { DatasetAlerts } from './dataset-alerts.js';
import { DatasetReader } from './dataset-reader.js';
import { recordOf } from './dataset-record.js';
import { DatasetStatuses, SLOTS } from './dataset-statuses.js';
import { JobRunner } from './job-runner.js';
import { LabelCounts } from './label-counts.js';
import { MemoryBudget } from './memory-budget.js';
import { Presentation } from './presentation.js';
import { Search } from './search.js';
import { StatisticsPolicy } from './statistics.js';

/**
 * @import { DatasetRecord, Event } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Source } from './drops.js'
 * @import { Known } from './files.js'
 * @import { Mapping } from './mappings.js'
 * @import { Held } from './predictions.js'
 * @import { Fault, Slot } from './protocol.js'
 *
 * @typedef {{ whole: DatasetRecord, slot: Slot, as: string }} Part  an array behind the first of a file, and the dataset with that file
 */

export class Dataset {
  /** @type {{ images: Known | null, labels: Known | null }} */
  files = { images: null, labels: null };
  /** Whether the user chose the labels. */
  paired = false;
  /** Whether the number of its items, but not its name, speaks for the file of labels. */
  pairedByCount = false;
  /** Whether labels may still come out of the archive that its images are in. */
  expectsLabels = false;
  /** Set for an array behind the first of a file. @type {Part | null} */
  part = null;
  /** Class names that were dropped with it. @type {Mapping | null} */
  mapping = null;
  /** Predictions of its items. @type {Held[]} */
  predictions = [];
  #budget = new MemoryBudget();
  /** @type {Engine | null} */
  engine = null;
  /** Resolves when the files it had at the start are read. @type {Promise<void> | null} */
  reading = null;
  /** Every file that was in it. @type {Set<Known>} */
  #held = new Set();
  #hasRestarted = false;
  isClosed = false;
  #alerts;
  #reader;
  /** @type {(event: Event) => void} */
  #dispatch;

  /**
   * @param {number} id
   * @param {string} name  in links, too
   * @param {(event: Event) => void} dispatch
   */
  constructor(id, name, dispatch) {
    this.id = id;
    this.name = name;
    /** Its name in links, which does not depend on what the files turn out to be. */
    this.linkName = name;
    this.#dispatch = dispatch;
    this.#alerts = new DatasetAlerts(this, dispatch);
    this.#reader = new DatasetReader(this, this.#budget, this.#alerts);
    this.statuses = new DatasetStatuses(id, this.files, dispatch);
    this.jobs = new JobRunner(this, dispatch);
    this.labels = new LabelCounts(this, dispatch);
    this.presentation = new Presentation(this);
    this.search = new Search(this, dispatch);
    this.statistics = new StatisticsPolicy(this);
  }

  /**
   * The files on this device that its own are, or came out of, each with the handle by which the browser finds it again. Of an
   * archive it finds only the whole.
   * @returns {Source[]}
   */
  get sources() {
    const found = new Map();
    for (const slot of SLOTS) {
      const file = this.files[slot];
      if (!file) continue;
      const { sources, archive, packed = '', name, root } = file;
      for (const source of sources ?? [{ name: archive || packed || name, root }]) found.set(source.name, source);
    }
    return [...found.values()];
  }

  /** What the page knows of it. */
  get record() {
    return recordOf(this, this.#budget.bytes);
  }

  /** Whether more of its files is to come out of a conversion. */
  get grows() {
    return SLOTS.some((slot) => !!this.files[slot]?.grows);
  }

  /** Whether it has both files, or the user chose them. */
  get settled() {
    return this.paired || (this.files.images !== null && this.files.labels !== null);
  }

  /** @param {Known} file */
  holds(file) {
    return this.files.images === file || this.files.labels === file;
  }

  /**
   * Whether the user may put the file back.
   * @param {Known} file
   */
  knows(file) {
    return this.#held.has(file);
  }

  /**
   * Puts a file into a slot, in place of its file. It is read at once if the dataset is being read.
   * @param {Slot} slot
   * @param {Known | null} file
   * @param {boolean} [ignoresIndex]  whether an index from an earlier visit is of no use
   */
  put(slot, file, ignoresIndex = false) {
    this.files[slot] = file;
    if (file) this.#held.add(file);
    this.statuses.begin(slot);
    this.#alerts.compare();
    if (this.engine) this.#reader.fill(slot, ignoresIndex);
  }

  /** Reads its files anew, of which more has come out of a conversion. What is shown stays until that is read. */
  async grow() {
    this.#dispatch({ type: 'restart', dataset: this.id });
    if (this.engine) {
      this.statuses.renew();
      await this.#reader.fillAll();
    } else SLOTS.forEach((slot) => this.statuses.begin(slot));
    this.#alerts.compare();
  }

  /**
   * Reads a file to its end that was opened by an index from an earlier visit.
   * @param {Slot} slot
   */
  readAgain(slot) {
    this.put(slot, this.files[slot], true);
  }

  /**
   * Reads those of these files again whose reading was stopped or failed.
   * @param {Known[]} files
   */
  resume(files) {
    for (const slot of SLOTS) {
      const file = this.files[slot];
      if (
        !file ||
        !files.some(({ place }) => place === file.place) ||
        !(this.statuses.now[slot]?.stopped || this.#alerts.hasFault(slot))
      )
        continue;
      this.#alerts.settle(file);
      this.put(slot, file);
    }
  }

  /**
   * Changes how many bytes of each file's items stay in memory, and reads the files again for which that matters.
   * @param {number} budget
   */
  keep(budget) {
    const before = this.#budget.bytes;
    this.#budget.choose(budget);
    for (const slot of SLOTS) {
      const status = this.statuses.now[slot];
      const length = status?.byteLength ?? 0;
      // A plain file is read from its place in any case.
      if (status?.gzip && length <= budget !== length <= before) this.put(slot, this.files[slot]);
    }
  }

  /** Bytes of unpacked items that stay in memory, or will. */
  get kept() {
    if (!this.engine) return 0;
    const packed = SLOTS.map((slot) => this.statuses.now[slot]).filter((status) => status?.gzip);
    return packed
      .map((status) => status?.byteLength ?? 0)
      .reduce((sum, length) => (length <= this.#budget.bytes ? sum + length : sum), 0);
  }

  /**
   * Reads everything; resolves at the end.
   * @param {Engine} engine
   * @param {number} taken  bytes that other datasets keep in memory
   */
  async start(engine, taken) {
    this.engine = engine;
    this.#budget.divide(taken);
    engine.onstatus = (statuses) => {
      this.statuses.take(statuses);
      if (statuses.labels && !statuses.labels.done) this.labels.countSoFar();
    };
    engine.onfault = (slot, fault, ended) => {
      if (fault.name === 'Changed' && this.statuses.now[slot]?.recalled) this.#outdate(slot);
      else this.fail(slot, fault, ended);
    };
    engine.onrestart = () => this.#restart();
    engine.onfailed = (fault) => this.#alerts.engine(fault);
    // The worker before it knew which labels are wanted.
    if (this.statuses.areOld) this.labels.apply();
    await this.#reader.fillAll();
  }

  /** Stops reading; what has arrived stays. */
  stop() {
    return this.#reader.stop();
  }

  /** Whether its files are read, and its worker has nothing to do. */
  get isIdle() {
    return this.statuses.areDone && !this.engine?.isBusy;
  }

  /** Ends its worker. What is known of it stays, and its files are read anew when it is shown. */
  release() {
    this.engine?.close();
    this.engine = null;
    this.reading = null;
    this.statuses.areOld = true;
    this.statistics.clear();
  }

  close() {
    this.isClosed = true;
    this.engine?.close();
    this.statuses.wake();
  }

  /**
   * A file is not the one that an earlier visit made the index of.
   * @param {Slot} slot
   */
  #outdate(slot) {
    this.#alerts.outdated(slot);
    this.readAgain(slot);
  }

  /**
   * Reports a fault. If it ended the reading, the items that have arrived are all that there are.
   * @param {Slot} slot
   * @param {Fault} fault
   * @param {boolean} [ended]
   */
  fail(slot, fault, ended = true) {
    this.#alerts.fail(slot, fault);
    if (ended) this.statuses.end([slot]);
  }

  /**
   * Reports anew what is wrong with a file, and counts its labels: it is read in another layout.
   * @param {Slot} slot
   */
  async review(slot) {
    const file = this.files[slot];
    if (file) this.#alerts.settle(file);
    this.#alerts.warn(slot);
    this.#alerts.compare();
    await this.labels.count().catch(() => {});
  }

  /** Opens the files again after the first trap. A second one is not tried again. */
  #restart() {
    this.#alerts.trap(this.files.images ?? this.files.labels, this.#hasRestarted);
    if (this.#hasRestarted) return this.statuses.end();
    this.#hasRestarted = true;
    this.labels.apply();
    SLOTS.forEach((slot) => this.statuses.begin(slot));
    this.#reader.fillAll();
  }
}
