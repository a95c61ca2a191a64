/** A dataset as the page holds it: which file is in which slot, and the engine that reads them. */

import { BUDGETS } from '../state/index.js';
import { ENDINGS } from './endings.js';
import { Search } from './search.js';
import { StatisticsPolicy } from './statistics.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { DatasetRecord, Event, OpenFile, Query } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Fault, JobKind, JobReports, JobRequests, LabelSource, Place, Slot, Status, Statuses } from './protocol.js'
 *
 * @typedef {object} Origin  how a file came here
 * @property {Place} place
 * @property {string} name
 * @property {string} sample  the built-in sample that it belongs to, or ''
 * @property {string} address  in the link that named it, or ''
 *
 * @typedef {{ id: number, name: string, names: Names }} Mapping  names of classes, of a file
 *
 * @typedef {{ orientation: string | null, shape: string, show: string, axes: string }} Arrangement  how images are turned, shaped, shown and cut
 *
 * @typedef {OpenFile & Origin & { version: string | number, status: Status, head: string, crc: string, as: string }} Known  a file that was looked at,
 *   what differs from it in another of its name and size, and how it is read if not as its header says
 *
 * @typedef {{ whole: DatasetRecord, slot: Slot, as: string }} Part  an array behind the first of a file, and the dataset that it was found in
 */

/** Gigabytes; browsers tell no more than 8, some nothing. */
const { deviceMemory = 8 } = /** @type {{ deviceMemory?: number }} */ (navigator);
/** Bytes of unpacked items that all datasets together keep in memory, about, unless a person chooses otherwise. */
const MOST = (deviceMemory <= 2 ? 128 : deviceMemory <= 4 ? 256 : 512) * 1e6;

/**
 * What tells a file from others of its name: its shape, element type and, if it is known, checksum.
 * @param {Known | null} file
 */
function print(file) {
  return file ? [file.status.shape.join('x'), file.status.elementType, file.crc].filter(Boolean).join('-') : '';
}

/** @type {Slot[]} */
const SLOTS = ['images', 'labels'];

export class Dataset {
  /** @type {{ images: Known | null, labels: Known | null }} */
  files = { images: null, labels: null };
  /** Whether a person chose the labels. */
  paired = false;
  /** Where it was found, if it is an array behind the first of a file. @type {Part | null} */
  part = null;
  /** Names of its classes that were dropped beside it. @type {Mapping | null} */
  mapping = null;
  /** Which number of an item is its label; null: as the values suggest. @type {LabelSource | null} */
  #column = null;
  /** Bytes of unpacked items that each file keeps in memory. */
  #budget = MOST;
  /** @type {Engine | null} */
  engine = null;
  /** Ends when the files it had at the start are read. @type {Promise<void> | null} */
  reading = null;
  /** Every file that was in it. @type {Set<Known>} */
  #held = new Set();
  /** @type {Statuses} */
  #statuses = { images: null, labels: null };
  /** Why a file, or a part of it, could not be read. @type {{ images: Fault | null, labels: Fault | null }} */
  #faults = { images: null, labels: null };
  #restarted = false;
  #counting = false;
  /** @type {Arrangement} */
  #arrangement = { orientation: null, shape: '', show: '', axes: '' };
  #search;
  #statistics;
  /** The job of each kind that was started last. @type {Partial<Record<JobKind, { progress: number }>>} */
  #jobs = {};
  /** How the files are read, if not as their headers say. @type {Record<Slot, string>} */
  #readings = { images: '', labels: '' };
  /** @type {(event: Event) => void} */
  #dispatch;

  /**
   * @param {number} id
   * @param {string} name
   * @param {(event: Event) => void} dispatch
   */
  constructor(id, name, dispatch) {
    this.id = id;
    this.name = name;
    this.#dispatch = dispatch;
    this.#search = new Search(this, dispatch);
    this.#statistics = new StatisticsPolicy(this);
  }

  /** @returns {DatasetRecord} */
  get record() {
    const { images, labels } = this.files;
    // A link names the file, and then the array in it.
    const whole = this.part?.whole;
    return {
      id: this.id,
      name: this.name,
      images: images?.id ?? null,
      labels: labels?.id ?? null,
      statuses: this.#statuses,
      paired: this.paired,
      mapping: this.mapping,
      paths: { images: images?.name ?? '', labels: labels?.name ?? '' },
      crc: labels?.crc ?? '',
      print: whole?.print ?? print(images ?? labels),
      of: whole?.of ?? this.name,
      part: this.part ? `${this.part.slot},${this.part.as}` : '',
      budget: this.#budget,
      sample: whole?.sample ?? images?.sample ?? '',
      addresses: whole?.addresses ?? { images: images?.address ?? '', labels: labels?.address ?? '' },
    };
  }

  /** Whether nothing is missing, or nothing wanted. */
  get settled() {
    return this.paired || (this.files.images !== null && this.files.labels !== null);
  }

  /** @param {Known} file */
  holds(file) {
    return this.files.images === file || this.files.labels === file;
  }

  /**
   * Whether a person may want the file back.
   * @param {Known} file
   */
  knows(file) {
    return this.#held.has(file);
  }

  /**
   * Puts a file into a slot, in place of what is there; it is read at once if the others are.
   * @param {Slot} slot
   * @param {Known | null} file
   */
  put(slot, file) {
    this.files[slot] = file;
    if (file) this.#held.add(file);
    this.#begin(slot);
    this.#compare();
    if (this.engine) this.#fill(slot);
  }

  /**
   * Reads those of these files again of which the rest was not wanted, or could not be had.
   * @param {Known[]} files
   */
  goOn(files) {
    for (const slot of SLOTS) {
      const file = this.files[slot];
      // An array in a file is in what the file is in.
      if (
        !file ||
        !files.some(({ place }) => place === file.place) ||
        !(this.#statuses[slot]?.stopped || this.#faults[slot])
      )
        continue;
      this.#settle(file);
      this.put(slot, file);
    }
  }

  /**
   * Keeps so many bytes of each file's items in memory; reads those again that this makes a difference to.
   * @param {number} budget
   */
  keep(budget) {
    const before = this.#budget;
    this.#budget = budget;
    for (const slot of SLOTS) {
      const status = this.#statuses[slot];
      const length = status?.byteLength ?? 0;
      // What is not packed is read from its place, kept or not.
      if (status?.gzip && length <= budget !== length <= before) this.put(slot, this.files[slot]);
    }
  }

  /** Bytes of unpacked items that stay in memory, or will. */
  get kept() {
    if (!this.engine) return 0;
    const packed = SLOTS.map((slot) => this.#statuses[slot]).filter((status) => status?.gzip);
    return packed
      .map((status) => status?.byteLength ?? 0)
      .reduce((sum, length) => (length <= this.#budget ? sum + length : sum), 0);
  }

  /**
   * Reads everything; resolves at the end.
   * @param {Engine} engine
   * @param {number} taken  bytes that other datasets keep in memory
   */
  async start(engine, taken) {
    this.engine = engine;
    this.#budget = BUDGETS.findLast((budget) => budget <= MOST - taken) ?? BUDGETS[0];
    engine.onstatus = (statuses) => this.#report(statuses);
    engine.onfault = (slot, fault, ended) => this.fail(slot, fault, ended);
    engine.onrestart = () => this.#restart();
    engine.onfailed = (fault) => this.#complain('engine', null, [fault], true);
    await Promise.all(SLOTS.map((slot) => this.#fill(slot)));
  }

  /**
   * Takes another column for the label; null for the one that the values suggest.
   * @param {LabelSource | null} column
   */
  label(column) {
    if (column === this.#column) return;
    this.#column = column;
    this.#label();
  }

  async #label() {
    const column = this.#column;
    try {
      await this.engine?.call('label', column);
      if (column === this.#column) await this.#count();
    } catch {
      // After a restart it is told again.
    }
  }

  async #count() {
    const counts = await this.engine?.call('counts');
    if (counts) this.#dispatch({ type: 'counts', dataset: this.id, counts });
  }

  /**
   * Looks for items.
   * @param {Query} query
   * @param {number} queryId  a number for each query; 0 for all items
   */
  select(query, queryId) {
    this.#search.find(query, queryId);
  }

  /**
   * Measures the images, even where that takes some time if it is `asked` for.
   * @param {boolean} asked
   */
  measure(asked) {
    this.#statistics.measure(asked);
  }

  /**
   * Runs a job over one of the files, and dispatches its progress. Null without an engine, if the job was cancelled, or
   * if another of its kind took its place.
   * @template {JobKind} K
   * @param {K} kind
   * @param {JobRequests[K]} request
   */
  async run(kind, request) {
    const token = { progress: 0 };
    this.#jobs[kind] = token;
    /**
     * @param {number | null} progress
     * @param {JobReports[JobKind]} [report]
     */
    const tell = (progress, report) => {
      if (token !== this.#jobs[kind]) return;
      token.progress = progress ?? token.progress;
      this.#dispatch({ type: 'job', dataset: this.id, kind, progress, report });
    };
    try {
      const result = await this.engine?.run(kind, request, tell);
      return token === this.#jobs[kind] ? (result ?? null) : null;
    } finally {
      tell(null);
    }
  }

  /**
   * How much of the last job of a kind is done, from 0 to 1.
   * @param {JobKind} kind
   */
  progress(kind) {
    return this.#jobs[kind]?.progress ?? 0;
  }

  /**
   * Cancels a job: its result is of no use any more.
   * @param {JobKind} kind
   */
  cancel(kind) {
    delete this.#jobs[kind];
    this.#dispatch({ type: 'job', dataset: this.id, kind, progress: null });
    this.engine?.call('cancel', kind).catch(() => {});
  }

  /** Whether all that can be measured is. */
  get isMeasured() {
    return this.#statistics.isDone;
  }

  /**
   * Shows the images like this; the statuses say when it is so.
   * @param {Arrangement} arrangement
   */
  arrange({ orientation, shape, show, axes }) {
    const before = this.#arrangement;
    if (orientation === before.orientation && shape === before.shape && show === before.show && axes === before.axes)
      return;
    this.#arrangement = { orientation, shape, show, axes };
    this.#rearrange();
  }

  /**
   * Reads a file as a word says, see Status, or as its header does.
   * @param {Slot} slot
   * @param {string} word
   */
  async readAs(slot, word) {
    if (word === this.#readings[slot]) return;
    this.#readings[slot] = word;
    const file = this.files[slot];
    // Without an engine it is read so later.
    if (!file || !this.engine) return;
    // After a restart it is told again.
    await this.engine.call('readAs', slot, word || file.as || undefined).catch(() => {});
    if (file !== this.files[slot] || word !== this.#readings[slot]) return;
    this.#settle(file);
    if (this.#statuses[slot]?.warnings.length) this.#say(slot);
    this.#compare();
    await this.#count().catch(() => {});
  }

  #rearrange() {
    const { orientation, shape, show, axes } = this.#arrangement;
    // Without an engine there are no images.
    this.engine
      ?.call(
        'arrange',
        orientation ?? undefined,
        shape ? Uint32Array.from(shape.split('x'), Number) : undefined,
        show || undefined,
        axes ? axes.split(',') : undefined,
      )
      .catch(() => {});
  }

  /** Stops reading; what has arrived stays. */
  stop() {
    for (const slot of SLOTS) {
      // Without an engine nothing is read either.
      if (this.files[slot]) this.engine?.call('stop', slot).catch(() => {});
    }
  }

  close() {
    this.engine?.close();
  }

  /**
   * Nothing of a slot's file has been read.
   * @param {Slot} slot
   */
  #begin(slot) {
    const file = this.files[slot];
    this.#dispatch({ type: 'restart', dataset: this.id });
    this.#statuses = { ...this.#statuses, [slot]: file && { ...file.status, items: 0, read: 0, done: false } };
  }

  /** @param {Slot} slot */
  async #fill(slot) {
    const { engine } = this;
    const file = this.files[slot];
    this.#faults[slot] = null;
    try {
      // A plain file can be read anywhere at no cost, so nothing of it has to stay; but all labels are searched at once.
      const budget = file?.status.gzip || slot === 'labels' ? this.#budget : 0;
      const filled = file ? engine?.call('open', slot, file.place, file.name, budget) : engine?.call('close', slot);
      const { orientation, shape, show, axes } = this.#arrangement;
      if (slot === 'images' && (orientation !== null || shape || show || axes)) this.#rearrange();
      // That it is read again is what is waited for.
      const as = this.#readings[slot] || file?.as;
      if (as) engine?.call('readAs', slot, as).catch(() => {});
      await filled;
      if (file !== this.files[slot]) return;
      if (this.#statuses[slot]?.warnings.length) this.#say(slot);
      await this.#count();
    } catch (error) {
      const fault = /** @type {Fault} */ (error);
      if (fault.name === 'EngineUnavailable') this.#end([slot]);
      else if (file === this.files[slot] && !ENDINGS.includes(fault.name)) this.fail(slot, fault);
    }
  }

  /**
   * Says what failed, and, if that ended the reading, that what has arrived of the file is all there is.
   * @param {Slot} slot
   * @param {Fault} fault
   * @param {boolean} [ended]
   */
  fail(slot, fault, ended = true) {
    this.#faults[slot] = fault;
    this.#say(slot);
    if (ended) this.#end([slot]);
  }

  /**
   * What was said of a file is not so any more.
   * @param {Known} file
   */
  #settle({ id }) {
    this.#dispatch({ type: 'dismiss', key: `file:${id}` });
  }

  /**
   * Says all that is wrong with a file.
   * @param {Slot} slot
   */
  #say(slot) {
    const file = this.files[slot];
    const fault = this.#faults[slot];
    const status = this.#statuses[slot];
    const isChosen = status?.layout.text === (this.#readings[slot] || file?.as);
    const chosen = isChosen ? status?.layout : undefined;
    const warnings = (status?.warnings ?? []).map((warning) => ({ ...warning, chosen }));
    if (file) this.#complain(`file:${file.id}`, file, fault ? [fault, ...warnings] : warnings, fault !== null);
  }

  /** Nothing more will come. The worker says so too, but not of a file whose header it could not read. */
  #end(slots = SLOTS) {
    for (const slot of slots) {
      const status = this.#statuses[slot];
      if (status && !status.done)
        this.#statuses = { ...this.#statuses, [slot]: { ...status, done: true, stopped: true } };
    }
    this.#dispatch({ type: 'status', dataset: this.id, statuses: this.#statuses });
  }

  /** @param {Statuses} statuses */
  #report({ images, labels }) {
    this.#statuses = { images: images ?? this.#statuses.images, labels: labels ?? this.#statuses.labels };
    for (const slot of SLOTS) {
      if (!this.files[slot]) this.#statuses[slot] = null;
    }
    this.#dispatch({ type: 'status', dataset: this.id, statuses: this.#statuses });
    if (labels && !labels.done) this.#tally();
  }

  /** Counts what has been read so far. */
  async #tally() {
    if (this.#counting) return;
    this.#counting = true;
    // What goes wrong is told elsewhere.
    await this.#count().catch(() => {});
    this.#counting = false;
  }

  /** A trap is a bug of ours: said, and tried once more. */
  #restart() {
    const name = this.#restarted ? 'Trapped' : 'Restarted';
    this.#complain(
      `trap:${this.id}`,
      this.files.images ?? this.files.labels,
      [{ name, message: 'the decoder trapped' }],
      true,
    );
    if (this.#restarted) return this.#end();
    this.#restarted = true;
    this.#label();
    SLOTS.forEach((slot) => this.#begin(slot));
    SLOTS.forEach((slot) => this.#fill(slot));
  }

  /** Says so when images and labels differ in number. */
  #compare() {
    const key = `mismatch:${this.id}`;
    const { images, labels } = this.#statuses;
    if (images && labels && images.promised !== labels.promised) {
      const message = 'images and labels differ in number';
      const fault = { name: 'CountMismatch', message, expected: images.promised, found: labels.promised };
      this.#complain(key, this.files.labels, [fault], false);
    } else {
      this.#dispatch({ type: 'dismiss', key });
    }
  }

  /**
   * @param {string} key
   * @param {Known | null} file
   * @param {Fault[]} faults
   * @param {boolean} severe
   */
  #complain(key, file, faults, severe) {
    this.#dispatch({ type: 'alert', alert: { key, file: file?.name ?? '', severe, faults, head: file?.head } });
  }
}
