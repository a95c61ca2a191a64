/** A dataset as the page holds it: which file is in which slot, and the engine that reads them. */

import { ENGINE_FAULTS } from './client.js';
import { DatasetAlerts } from './dataset-alerts.js';
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
  /** Resolves when the engine has the core that its files need. @type {Promise<unknown>} */
  #ready = Promise.resolve();
  /** How often each slot was filled. A file that grows is read anew, while it is still being read. */
  #fills = { images: 0, labels: 0 };
  /** Every file that was in it. @type {Set<Known>} */
  #held = new Set();
  /** Why a file, or a part of it, could not be read. @type {{ images: Fault | null, labels: Fault | null }} */
  #faults = { images: null, labels: null };
  #hasRestarted = false;
  isClosed = false;
  #alerts;
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
    this.#alerts = new DatasetAlerts(id, dispatch);
    this.statuses = new DatasetStatuses(id, this.files, dispatch);
    this.jobs = new JobRunner(this, dispatch);
    this.labels = new LabelCounts(this, dispatch);
    this.presentation = new Presentation(this);
    this.search = new Search(this, dispatch);
    this.statistics = new StatisticsPolicy(this);
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
    this.#compare();
    if (this.engine) this.#fill(slot, ignoresIndex);
  }

  /** Reads its files anew, of which more has come out of a conversion. What is shown stays until that is read. */
  async grow() {
    this.#dispatch({ type: 'restart', dataset: this.id });
    if (this.engine) {
      this.statuses.renew();
      await this.#fillAll();
    } else SLOTS.forEach((slot) => this.statuses.begin(slot));
    this.#compare();
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
        !(this.statuses.now[slot]?.stopped || this.#faults[slot])
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
    await this.#fillAll();
  }

  /** Reads both files. */
  async #fillAll() {
    const { status, place } = this.files.images ?? {};
    // Of plain files, only those on the device are worth it: workers share their statistics.
    const isWorthIt = status?.gzip === 1 || (status?.gzip === 0 && place instanceof File);
    if (this.engine && status && isWorthIt && status.byteLength > this.#budget.bytes) {
      // Few files are so large. Without the core for them, nothing is kept of the file.
      this.#ready = this.engine.call('enlarge').catch(() => {});
      await this.#ready;
      // It is a fresh one.
      this.labels.apply();
    }
    await Promise.all(SLOTS.map((slot) => this.#fill(slot)));
  }

  /** Stops reading; what has arrived stays. */
  async stop() {
    // Files are opened only then.
    await this.#ready;
    await Promise.all(SLOTS.map((slot) => this.#stop(slot)));
  }

  /** @param {Slot} slot */
  async #stop(slot) {
    const file = this.files[slot];
    if (!file || !this.engine) return;
    await this.engine.call('stop', slot).catch(() => {});
    // The engine reports no status before it has read the header.
    if (file === this.files[slot]) this.statuses.end([slot]);
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
   * @param {Slot} slot
   * @param {boolean} [ignoresIndex]
   */
  async #fill(slot, ignoresIndex = false) {
    const { engine } = this;
    const file = this.files[slot];
    this.#fills[slot] += 1;
    const fill = this.#fills[slot];
    const isCurrent = () => fill === this.#fills[slot];
    this.#faults[slot] = null;
    try {
      // A plain file can be read anywhere at no cost, so its items need not stay. Labels are searched all at once.
      const budget = file?.status.gzip || slot === 'labels' ? this.#budget.bytes : 0;
      const filled = file
        ? engine?.call('open', slot, file.place, file.name, budget, ignoresIndex)
        : engine?.call('close', slot);
      this.presentation.apply(slot);
      await filled;
      if (!isCurrent()) return;
      if (this.statuses.now[slot]?.warnings.length) this.#alert(slot);
      await this.labels.count();
    } catch (error) {
      const fault = /** @type {Fault} */ (error);
      if (fault.name === 'EngineUnavailable') this.statuses.end([slot]);
      else if (isCurrent() && !ENGINE_FAULTS.includes(fault.name)) this.fail(slot, fault);
    }
  }

  /**
   * A file is not the one that an earlier visit made the index of.
   * @param {Slot} slot
   */
  #outdate(slot) {
    const file = this.files[slot];
    if (file) this.#alerts.file(file, null, [{ name: 'OutdatedIndex' }]);
    this.readAgain(slot);
  }

  /**
   * Reports a fault. If it ended the reading, the items that have arrived are all that there are.
   * @param {Slot} slot
   * @param {Fault} fault
   * @param {boolean} [ended]
   */
  fail(slot, fault, ended = true) {
    this.#faults[slot] = fault;
    this.#alert(slot);
    if (ended) this.statuses.end([slot]);
  }

  /**
   * Reports anew what is wrong with a file, and counts its labels: it is read in another layout.
   * @param {Slot} slot
   */
  async review(slot) {
    const file = this.files[slot];
    if (file) this.#alerts.settle(file);
    if (this.statuses.now[slot]?.warnings.length) this.#alert(slot);
    this.#compare();
    await this.labels.count().catch(() => {});
  }

  /**
   * Reports everything that is wrong with a file.
   * @param {Slot} slot
   */
  #alert(slot) {
    const file = this.files[slot];
    const status = this.statuses.now[slot];
    const isChosen = status?.layout.text === this.presentation.layout(slot);
    const chosen = isChosen ? status?.layout : undefined;
    const warnings = (status?.warnings ?? []).map((warning) => ({ ...warning, chosen }));
    if (file) this.#alerts.file(file, this.#faults[slot], warnings);
  }

  /** Opens the files again after the first trap. A second one is not tried again. */
  #restart() {
    this.#alerts.trap(this.files.images ?? this.files.labels, this.#hasRestarted);
    if (this.#hasRestarted) return this.statuses.end();
    this.#hasRestarted = true;
    this.labels.apply();
    SLOTS.forEach((slot) => this.statuses.begin(slot));
    this.#fillAll();
  }

  /** Compares the numbers of images and labels, unless there will be more. */
  #compare() {
    if (!this.grows) this.#alerts.counts(this.statuses.now, this.files.labels);
  }
}
