/** The jobs of the worker: work over a whole file, in slices between which the worker answers everything else. */

import { plain } from './loader.js';
import { Condition, SLICE, yieldToMessages } from './scheduling.js';
import { sourceOf } from './source.js';

/**
 * @import { Dataset } from '../pkg/idxlens.js'
 * @import { JobKind, JobRequests, JobResults, Place, Query, Slot } from './protocol.js'
 * @import { Loader } from './loader.js'
 * @import { Reader } from './reader.js'
 * @typedef {{ slot: Slot, start: (dataset: Dataset, request: any) => boolean, result: (dataset: Dataset, request: any, started: boolean) => any, report: (dataset: Dataset) => unknown }} Kind
 */

/** Bytes that the core takes at a time. */
const PIECE = 256 * 1024;
/** Milliseconds between two reports: a share of the time so far, within limits. Each report renders the page. */
const REPORT = { min: 100, max: 1000, share: 0.1 };
const NOTHING = new Uint8Array();

/**
 * Every kind of job, the most urgent first: the slot whose file it reads, how it starts (false: there is nothing to do),
 * its result at the end, and what of it can be shown before that. A new job is one more entry.
 */
export const KINDS = {
  profile: {
    slot: /** @type {Slot} */ ('labels'),
    /**
     * @param {Dataset} dataset
     * @param {{ anew: boolean, items?: Uint32Array }} request  whether it starts another line or goes on with the last one
     */
    start(dataset, { anew, items }) {
      if (anew) dataset.startProfile(items);
      return true;
    },
    result: () => null,
    report: () => null,
  },
  search: {
    slot: /** @type {Slot} */ ('labels'),
    /**
     * @param {Dataset} dataset
     * @param {Query} query
     */
    start: (dataset, query) => dataset.search(query),
    /**
     * @param {Dataset} dataset
     * @param {Query} query
     * @param {boolean} started
     */
    result: (dataset, query, started) => (started ? (dataset.results() ?? null) : dataset.select(query)),
    report: () => null,
  },
  filtered: {
    slot: /** @type {Slot} */ ('images'),
    /**
     * @param {Dataset} dataset
     * @param {Uint32Array} items
     */
    start: (dataset, items) => dataset.startFiltered(items),
    /**
     * @param {Dataset} dataset
     * @param {Uint32Array} _items
     * @param {boolean} started
     */
    result: (dataset, _items, started) => (started ? (dataset.filteredFigures() ?? null) : null),
    report: () => null,
  },
  distances: {
    slot: /** @type {Slot} */ ('images'),
    /**
     * @param {Dataset} dataset
     * @param {number} _item
     */
    start: (dataset, _item) => dataset.startDistances(),
    /**
     * Of one item.
     * @param {Dataset} dataset
     * @param {number} item
     */
    result: (dataset, item) => dataset.distance(item),
    report: () => null,
  },
  statistics: {
    slot: /** @type {Slot} */ ('images'),
    /** @param {Dataset} dataset */
    start: (dataset) => dataset.scan(),
    /** @param {Dataset} dataset */
    result: (dataset) => dataset.statistics() ?? null,
    /** @param {Dataset} dataset */
    report: (dataset) => dataset.statistics() ?? null,
  },
};

const ORDER = /** @type {JobKind[]} */ (Object.keys(KINDS));

export class Jobs {
  /** The job of each kind that runs. @type {Map<JobKind, object>} */
  #running = new Map();
  #ended = new Condition();
  #loader;
  #post;

  /**
   * @param {Loader} loader
   * @param {(message: object) => void} post  to the page
   */
  constructor(loader, post) {
    this.#loader = loader;
    this.#post = post;
  }

  /**
   * Runs a job in place of the last one of its kind. Null if it was cancelled, or another file came into its slot.
   * @template {JobKind} K
   * @param {K} kind
   * @param {JobRequests[K]} request
   * @returns {Promise<JobResults[K] | null>}
   */
  async run(kind, request) {
    const { slot, start, result, report } = /** @type {Kind} */ (KINDS[kind]);
    const { dataset, readers } = this.#loader;
    const reader = readers[slot];
    const token = {};
    this.#running.set(kind, token);
    // The job that this one replaces stops at once.
    this.#ended.notify();
    const isCurrent = () => this.#running.get(kind) === token && reader === readers[slot];
    const begun = performance.now();
    let reported = begun;
    /** Lets everything more urgent go first. Whether the job goes on. */
    const pause = async () => {
      await yieldToMessages();
      await this.#loader.untilItemsArrive();
      while (isCurrent() && this.#isPreceded(kind)) await this.#ended.or(new Promise(() => {}));
      const now = performance.now();
      if (isCurrent() && now - reported > Math.min(Math.max(REPORT.min, REPORT.share * (now - begun)), REPORT.max)) {
        reported = now;
        this.#post({ event: 'job', kind, progress: dataset.progress(kind), report: report(dataset) });
      }
      return isCurrent();
    };
    try {
      const started = reader !== null && start(dataset, request);
      const done =
        started &&
        (kind === 'statistics' ? this.#scan(reader, pause, isCurrent) : this.#share(kind, reader, pause, isCurrent));
      if (started && !(await done)) return null;
      const found = result(dataset, request, started);
      // They may have seen brighter images than all before.
      if (kind === 'statistics' && isCurrent()) this.#loader.report();
      if (isCurrent()) this.#post({ event: 'job', kind, progress: 1, report: report(dataset) });
      return found;
    } catch (error) {
      const fault = plain(error);
      if (fault.name !== 'Changed' || !dataset.status(slot)?.recalled) throw error;
      // The index from an earlier visit is that of other data: the file is read again, and the job has no result.
      if (isCurrent()) this.#post({ event: 'fault', slot, error: fault, ended: false });
      return null;
    } finally {
      if (this.#running.get(kind) === token) this.#running.delete(kind);
      this.#ended.notify();
    }
  }

  /** @param {JobKind} kind */
  cancel(kind) {
    this.#running.delete(kind);
    this.#ended.notify();
    this.#loader.dataset.cancel(kind);
  }

  /** @param {JobKind} kind */
  #isPreceded(kind) {
    return ORDER.slice(0, ORDER.indexOf(kind)).some((other) => this.#running.has(other));
  }

  /**
   * Scans the images, unless an earlier visit did. Whether the scan came to its end.
   * @param {Reader} reader
   * @param {() => Promise<boolean>} pause
   * @param {() => boolean} isCurrent
   */
  async #scan(reader, pause, isCurrent) {
    const index = await reader.index;
    if (!isCurrent()) return false;
    if (await index?.useScan(isCurrent)) return true;
    if (!isCurrent()) return false;
    if (!(await this.#share('statistics', reader, pause, isCurrent))) return false;
    index?.keepScan();
    return true;
  }

  /**
   * Runs a job, together with other workers where it passes over items in a file on the device that do not stay in
   * memory. Whether it came to its end.
   * @param {JobKind} kind
   * @param {Reader} reader
   * @param {() => Promise<boolean>} pause
   * @param {() => boolean} isCurrent
   */
  async #share(kind, reader, pause, isCurrent) {
    const { dataset, large } = this.#loader;
    if (!large || !(reader.place instanceof File)) {
      return this.#pass(kind, reader, pause);
    }
    const control = new AbortController();
    const share = async () => {
      // Few files are so large. Without the module the job is done here.
      const { shareJob } = await import('./shared-job.js');
      if (isCurrent()) await shareJob(large, kind, reader.place, isCurrent, control.signal);
    };
    const helped = share().catch(() => {});
    let isHelped = true;
    helped.then(() => (isHelped = false));
    try {
      do {
        if (!(await this.#pass(kind, reader, pause))) return false;
        while (isHelped && isCurrent()) await this.#ended.or(helped);
        if (!isCurrent()) return false;
        // A span that another worker gave up is taken here.
      } while (dataset.wantedFor(kind));
      return true;
    } finally {
      control.abort();
    }
  }

  /**
   * Feeds a job with what it wants of its file. Whether it came to its end.
   * @param {JobKind} kind
   * @param {{ place: Place }} reader
   * @param {() => Promise<boolean>} pause
   */
  async #pass(kind, { place }, pause) {
    const { dataset } = this.#loader;
    const source = sourceOf(place);
    let begun = performance.now();
    try {
      for (let want; (want = dataset.wantedFor(kind)); ) {
        const bytes = want.length ? await source.read(want.offset, want.length, true) : NOTHING;
        let start = 0;
        do {
          // While bytes were read, another job may have started.
          if (want.length || performance.now() - begun > SLICE) {
            if (!(await pause())) return false;
            begun = performance.now();
          }
          const piece = bytes.subarray(start, start + PIECE);
          dataset.feed(kind, want.offset + start, piece);
          start += piece.length;
        } while (start < bytes.length);
      }
      return true;
    } finally {
      source.close();
    }
  }
}
