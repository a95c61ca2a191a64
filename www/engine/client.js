/** A worker, as seen from the page: one promise per call, stale pages dropped, replaced if it traps. */

import { script } from '../platform/trusted.js';

/**
 * @import { Candidate, Counts, Fault, Inspection, OwnHeader, Page, PageRequest, Pair, Place, PlainPage, Query, Reply, Slot, Statistics, Statuses } from './protocol.js'
 * @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void }} Call
 * @typedef {{ busy: boolean, next: { request: PageRequest, resolve: (page: Page | null) => void, reject: (error: Error) => void } | null }} Lane
 */

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

  /** Called with the statuses of both slots, about ten times a second while reading, and at the end. */
  onstatus = /** @type {(statuses: Statuses) => void} */ (() => {});
  /** Called when reading a slot's file failed, and whether that ended the pass; what has arrived stays. */
  onfault = /** @type {(slot: Slot, fault: Fault, ended: boolean) => void} */ (() => {});
  /** Called after a trap, when a fresh worker stands in: everything has to be opened again. */
  onrestart = () => {};
  /** Called with what has been measured, now and then and at the end. */
  onstatistics = /** @type {(statistics: Statistics) => void} */ (() => {});
  /** Called with how much of a search through labels that are not in memory is over, now and then. */
  onsearching = /** @type {(share: number) => void} */ (() => {});
  /** Called when there can be no worker at all. */
  onfailed = /** @type {(error: Fault) => void} */ (() => {});

  constructor() {
    this.#worker = this.#start();
  }

  /**
   * What a file is, from its first bytes. Rejects with the reason it cannot be opened, and its `head`.
   * @param {Place} place
   * @param {string} name
   * @param {string} [as]  how it is read, if not as its header says
   * @returns {Promise<Inspection>}
   */
  inspect(place, name, as = '') {
    return this.#call('inspect', place, name, as);
  }

  /**
   * @param {Candidate[]} files
   * @returns {Promise<Pair[]>}
   */
  pair(files) {
    return this.#call('pair', files);
  }

  /**
   * Reads a file into a slot, in place of what was there; resolves at its end.
   * @param {Slot} slot
   * @param {Place} place
   * @param {string} name
   * @param {number} budget  bytes of unpacked items to keep in memory
   * @returns {Promise<void>}
   */
  open(slot, place, name, budget) {
    return this.#call('open', slot, place, name, budget);
  }

  /**
   * The header that a file itself has.
   * @param {Slot} slot
   * @returns {Promise<OwnHeader | undefined>}
   */
  ownHeader(slot) {
    return this.#call('ownHeader', slot);
  }

  /**
   * A part of an item as it is stored, from where an element starts.
   * @param {Slot} slot
   * @param {number} item
   * @param {number} first
   * @param {number} count
   * @returns {Promise<Uint8Array>}
   */
  bytes(slot, item, first, count) {
    return this.#call('bytes', slot, item, first, count);
  }

  /**
   * The value of an element of an item that is here.
   * @param {Slot} slot
   * @param {number} item
   * @param {number} index
   * @returns {Promise<number | undefined>}
   */
  element(slot, item, index) {
    return this.#call('element', slot, item, index);
  }

  /**
   * Reads a file again as a word says, see Status, or as its header does; resolves at its end.
   * @param {Slot} slot
   * @param {string} word
   * @returns {Promise<void>}
   */
  readAs(slot, word) {
    return this.#call('readAs', slot, word);
  }

  /**
   * Shows the images turned, else as their file's name suggests, in another shape than the header's, and in a view of
   * those that make sense for them, as slices along these axes if they fit.
   * @param {string | undefined} orientation
   * @param {Uint32Array | undefined} shape
   * @param {string} view
   * @param {Int32Array | undefined} axes
   * @returns {Promise<void>}
   */
  arrange(orientation, shape, view, axes) {
    return this.#call('arrange', orientation, shape, view, axes);
  }

  /**
   * Stops reading; what has arrived stays.
   * @param {Slot} slot
   * @returns {Promise<void>}
   */
  stop(slot) {
    return this.#call('stop', slot);
  }

  /**
   * Empties a slot.
   * @param {Slot} slot
   * @returns {Promise<void>}
   */
  empty(slot) {
    return this.#call('close', slot);
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

  /**
   * A window of an item's values, row by row.
   * @param {number} item
   * @param {number} row
   * @param {number} column
   * @param {number} rows
   * @param {number} columns
   * @returns {Promise<Float64Array>}
   */
  values(item, row, column, rows, columns) {
    return this.#call('values', item, row, column, rows, columns);
  }

  /**
   * The values of some items, item by item: `columns` of each from `column` on.
   * @param {Float64Array} items
   * @param {number} column
   * @param {number} columns
   * @returns {Promise<Float64Array>}
   */
  table(items, column, columns) {
    return this.#call('table', items, column, columns);
  }

  /**
   * Prepares the line through the numbers of these items, in this order, or of all: `anew`, or on from where it ended.
   * Resolves when what is here is prepared, or when another line is.
   * @param {boolean} anew
   * @param {Uint32Array | undefined} items
   * @returns {Promise<void>}
   */
  prepare(anew, items) {
    return anew ? this.#call('profile', items) : this.#call('prepare');
  }

  /**
   * Chooses which column is the label; resolves when all is counted.
   * @param {number | null} column
   * @returns {Promise<void>}
   */
  label(column) {
    return this.#call('label', column);
  }

  /**
   * The numbers that an item's label is one of, the first `most`.
   * @param {number} item
   * @param {number} most
   * @returns {Promise<Float64Array>}
   */
  row(item, most) {
    return this.#call('row', item, most);
  }

  /**
   * Which of these files class names belong to, by the names of all.
   * @param {string} mapping
   * @param {string[]} files
   * @returns {Promise<Uint32Array>}
   */
  owners(mapping, files) {
    return this.#call('owners', mapping, files);
  }

  /**
   * The numbers of the items that a query asks for, as far as their labels have arrived; null if something else was asked
   * for meanwhile.
   * @param {Query} query
   * @returns {Promise<Uint32Array | null>}
   */
  select(query) {
    return this.#call('select', query);
  }

  /**
   * Looks for nothing any more.
   * @returns {Promise<void>}
   */
  cease() {
    return this.#call('cease');
  }

  /**
   * Where among other items is the first with the same label.
   * @param {number} item
   * @param {Uint32Array} among
   * @returns {Promise<number | undefined>}
   */
  alike(item, among) {
    return this.#call('alike', item, among);
  }

  /**
   * Measures the images; resolves when all are, or when that has begun anew.
   * @returns {Promise<void>}
   */
  survey() {
    return this.#call('survey');
  }

  /**
   * The least and the greatest value of an item, its mean, and its standard deviation.
   * @param {number} item
   * @returns {Promise<Float64Array>}
   */
  summary(item) {
    return this.#call('summary', item);
  }

  /** @returns {Promise<Counts>} */
  counts() {
    return this.#call('counts');
  }

  /** Ends the worker, which gives its memory back. */
  close() {
    this.#worker.terminate();
    this.#end({ name: 'AbortError', message: 'the dataset was closed' });
  }

  #start() {
    const worker = new Worker(script(new URL('./worker.js', import.meta.url).href), {
      type: 'module',
      name: 'idxlens',
    });
    worker.addEventListener('message', ({ data }) => this.#receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail(event.message ?? 'the worker could not be loaded');
    });
    return worker;
  }

  /**
   * @param {string} method
   * @param {...unknown} args
   * @returns {Promise<any>}
   */
  #call(method, ...args) {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, args });
    });
  }

  /** @param {Reply} reply */
  #receive(reply) {
    if ('event' in reply) {
      if (reply.event === 'status') this.onstatus(reply.statuses);
      else if (reply.event === 'statistics') this.onstatistics(reply.statistics);
      else if (reply.event === 'searching') this.onsearching(reply.share);
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

  /** @param {string} message */
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
        turn.resolve(painted(await this.#call('page', turn.request, name)));
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
