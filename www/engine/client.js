/** A worker, as seen from the page: one promise per call, stale pages dropped, replaced if it traps. */

import { script } from '../platform/trusted.js';

/**
 * @import { Fault, JobKind, JobReports, JobRequests, JobResults, Methods, Page, PageRequest, PlainPage, Reply, Slot, Statuses } from './protocol.js'
 * @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void }} Call
 * @typedef {{ busy: boolean, next: { request: PageRequest, resolve: (page: Page | null) => void, reject: (error: Error) => void } | null }} Lane
 */

/** Faults that end the engine. Its owner reports them, so its callers need not. */
export const ENGINE_FAULTS = ['RuntimeError', 'EngineUnavailable', 'AbortError'];

export class Engine {
  /** @type {Worker} */
  #worker;
  /** @type {Map<number, Call>} */
  #calls = new Map();
  #id = 0;
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
    this.#worker = this.#start();
  }

  /**
   * Calls a method of the worker: see worker.js for what each does.
   * @template {keyof Methods} M
   * @param {M} method
   * @param {Parameters<Methods[M]>} args
   * @returns {Promise<Awaited<ReturnType<Methods[M]>>>}
   */
  call(method, ...args) {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, args });
    });
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
    this.#worker.terminate();
    this.#end({ name: 'AbortError', message: 'the dataset was closed' });
  }

  #start() {
    const worker = new Worker(script(new URL('../engine/worker.js', import.meta.url).href), {
      type: 'module',
      name: 'idxlens',
    });
    worker.addEventListener('message', ({ data }) => this.#receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail(event.message);
    });
    return worker;
  }

  /** @param {Reply} reply */
  #receive(reply) {
    if ('event' in reply) {
      if (reply.event === 'status') this.onstatus(reply.statuses);
      else if (reply.event === 'job') this.#listeners.get(reply.kind)?.(reply.progress, reply.report);
      else if (reply.event === 'failed') this.#fail(reply.error.message);
      else if (reply.error.name === 'RuntimeError') this.#restart(reply.error);
      else this.onfault(reply.slot, reply.error, reply.ended);
      return;
    }
    const call = this.#calls.get(reply.id);
    this.#calls.delete(reply.id);
    if ('result' in reply) {
      call?.resolve(reply.result);
      return;
    }
    call?.reject(Object.assign(new Error(reply.error.message), reply.error));
    if (reply.error.name === 'RuntimeError') this.#restart(reply.error);
  }

  /** @param {string} [message] */
  #fail(message) {
    const fault = { name: 'EngineUnavailable', message };
    this.#end(fault);
    this.onfailed(fault);
  }

  /**
   * Without a worker every call fails, now and later.
   * @param {Fault} fault
   */
  #end(fault) {
    this.#failure = Object.assign(new Error(fault.message), fault);
    this.#rejectAll(fault);
  }

  /** @param {Fault} fault */
  #rejectAll(fault) {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#lanes.clear();
    for (const call of calls) call.reject(Object.assign(new Error(fault.message), fault));
  }

  /**
   * A trap leaves the core in no state to go on.
   * @param {Fault} fault
   */
  #restart(fault) {
    this.#worker.terminate();
    this.#worker = this.#start();
    this.#rejectAll(fault);
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
