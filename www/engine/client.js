/** The worker of a dataset: stale pages are dropped, and it is replaced if it traps. */

import { errorOf, WorkerClient } from './worker-client.js';

/**
 * @import { EngineEvent, Fault, JobKind, JobReports, JobRequests, JobResults, Methods, Page, PageRequest, PlainPage, Slot, Statuses } from './protocol.js'
 * @typedef {{ busy: boolean, next: { request: PageRequest, resolve: (page: Page | null) => void, reject: (error: Error) => void } | null }} Lane
 */

/** Faults that end the engine. Its owner reports them, so its callers need not. */
export const ENGINE_FAULTS = ['RuntimeError', 'EngineUnavailable', 'AbortError'];

/** A module with an instruction of SIMD. Browsers without that cannot run the core. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

export class Engine {
  #worker;
  /** Why there is no worker. @type {Error | null} */
  #failure = null;
  /** @type {Map<string, Lane>} */
  #lanes = new Map();
  /** The listener for the progress of each kind of job. @type {Map<JobKind, (progress: number, report: any) => void>} */
  #listeners = new Map();

  /** Called with the statuses of both slots, about ten times a second while reading, and at the end. */
  onstatus = /** @type {(statuses: Omit<Statuses, 'version'>) => void} */ (() => {});
  /** Called when reading a slot's file failed, and whether that ended the pass; what has arrived stays. */
  onfault = /** @type {(slot: Slot, fault: Fault, ended: boolean) => void} */ (() => {});
  /** Called after a trap, when a fresh worker stands in: everything has to be opened again. */
  onrestart = () => {};
  /** Called when there can be no worker at all. */
  onfailed = /** @type {(error: Fault) => void} */ (() => {});

  constructor() {
    this.#worker = new WorkerClient(new URL('../engine/worker.js', import.meta.url), 'idxlens', {
      ontrap: (fault) => this.#restart(fault),
      onbroken: (fault) => this.#fail(fault),
      onevent: (/** @type {EngineEvent} */ event) => this.#hear(event),
    });
    this.#worker.start();
  }

  /** Whether a call has no answer yet. */
  get isBusy() {
    return this.#worker.isBusy;
  }

  /**
   * Calls a method of the worker: see worker.js for what each does.
   * @template {keyof Methods} M
   * @param {M} method
   * @param {Parameters<Methods[M]>} args
   * @returns {Promise<Awaited<ReturnType<Methods[M]>>>}
   */
  call(method, ...args) {
    return this.#failure ? Promise.reject(this.#failure) : this.#worker.call(method, args);
  }

  /**
   * Runs a job over a whole file, in place of the last one of its kind. Null if it was cancelled or replaced.
   * @template {JobKind} K
   * @param {K} kind
   * @param {JobRequests[K]} request
   * @param {(progress: number, report: JobReports[K]) => void} [onprogress]
   * @returns {Promise<JobResults[K] | null>}
   */
  run(kind, request, onprogress = () => {}) {
    this.#listeners.set(kind, onprogress);
    return /** @type {Promise<JobResults[K] | null>} */ (this.call('run', kind, request));
  }

  /**
   * A page, or null if a newer one was asked for in the same lane meanwhile.
   * @param {PageRequest} request
   * @param {string} [name] of the lane
   * @returns {Promise<Page | null>}
   */
  page(request, name = 'page') {
    const lane = this.#lanes.get(name) ?? { busy: false, next: null };
    this.#lanes.set(name, lane);
    lane.next?.resolve(null);
    return new Promise((resolve, reject) => {
      lane.next = { request, resolve, reject };
      if (!lane.busy) this.#run(lane, name);
    });
  }

  /** Ends the worker, which gives its memory back. */
  close() {
    this.#end({ name: 'AbortError', message: 'the dataset was closed' });
  }

  /** @param {EngineEvent} event */
  #hear(event) {
    if (event.event === 'status') this.onstatus(event.statuses);
    else if (event.event === 'job') this.#listeners.get(event.kind)?.(event.progress, event.report);
    else if (event.event === 'failed') this.#fail(event.error);
    else if (event.error.name === 'RuntimeError') this.#restart(event.error);
    else this.onfault(event.slot, event.error, event.ended);
  }

  /** @param {Fault} why */
  #fail({ message }) {
    const fault = { name: 'EngineUnavailable', message, supported: WebAssembly.validate(SIMD) };
    this.#end(fault);
    this.onfailed(fault);
  }

  /**
   * Without a worker every call fails, now and later.
   * @param {Fault} fault
   */
  #end(fault) {
    this.#failure = errorOf(fault);
    this.#abandon(fault);
  }

  /** @param {Fault} fault */
  #abandon(fault) {
    this.#lanes.clear();
    this.#worker.end(fault);
  }

  /**
   * A trap leaves the core in no state to go on.
   * @param {Fault} fault
   */
  #restart(fault) {
    this.#abandon(fault);
    this.#worker.start();
    this.onrestart();
  }

  /**
   * One page at a time, and after it only the newest of those asked for meanwhile.
   * @param {Lane} lane
   * @param {string} name
   */
  async #run(lane, name) {
    lane.busy = true;
    for (let turn; (turn = lane.next); ) {
      lane.next = null;
      try {
        turn.resolve(painted(await this.call('page', turn.request, name)));
      } catch (error) {
        turn.reject(/** @type {Error} */ (error));
      }
    }
    lane.busy = false;
  }
}

/**
 * @param {PlainPage} page
 * @returns {Page}
 */
function painted({ image, ...page }) {
  return { ...page, image: image && new ImageData(image.data, image.width, image.height) };
}
