/** The workers: one for each dataset that was shown lately, an idle one whose core is already compiled, and one that converts files. */

import { Engine } from './client.js';

/**
 * @import { Dataset } from './dataset.js'
 * @import { Fault } from './protocol.js'
 */

/** Datasets that keep their worker: those that were shown last. A worker that has read a file takes some 30 MB. */
const KEPT = 8;

/** Milliseconds until the next idle engine starts: after the first picture, which would wait for a processor otherwise. */
const PAUSE = 1000;

/** Milliseconds that files are waited for, after they were dragged over the page or the file dialog opened. */
const EXPECTED = 60_000;

export class EnginePool {
  /** @type {Engine | null} */
  #idle = null;
  /** @type {Engine | null} */
  #converter = null;
  /** Ends the engine that converts files, if it is prepared and not used; otherwise 0. */
  #expiry = 0;
  #timer = 0;
  /** The datasets that have a worker, the one that was shown last at the end. @type {Dataset[]} */
  #read = [];
  #ended = false;
  #onfailed;

  /** @param {(fault: Fault) => void} onfailed  called when there can be no worker */
  constructor(onfailed) {
    this.#onfailed = onfailed;
    this.#next();
  }

  /** The engine that inspects files: the idle one. Until it is there again, the one that converts files, if it is in use. */
  scout() {
    const converter = this.#expiry ? null : this.#converter;
    return this.#idle ?? converter ?? this.#next();
  }

  /** The idle engine, which becomes the next dataset's. */
  #next() {
    this.#idle ??= this.#start();
    return this.#idle;
  }

  /**
   * The engine that converts files. It is no dataset's, because memory that a core has taken stays with its worker, and
   * what goes wrong in it is about the file alone.
   */
  converter() {
    this.#expect(0);
    this.#converter ??= this.#start();
    return this.#converter;
  }

  /** Starts the engine that converts files, before one comes that may need it. */
  prepareConversions() {
    if (this.#converter) return;
    const engine = this.#start();
    this.#converter = engine;
    this.#expect(setTimeout(() => this.endConversions(), EXPECTED));
    engine.call('prepareConversions').catch(() => {
      // A browser may not ask again for a module that it could not load.
      if (engine === this.#converter && this.#expiry) this.endConversions();
    });
  }

  /** Ends the engine that converts files, if there is one. */
  endConversions() {
    this.#expect(0);
    this.#converter?.close();
    this.#converter = null;
  }

  /**
   * Reads a dataset, unless it is being read; resolves at the end. The worker of one that was not shown for long ends.
   * @param {Dataset} dataset
   * @param {number} kept  bytes that all datasets keep in memory
   */
  read(dataset, kept) {
    if (!dataset.reading) {
      dataset.reading = dataset.start(this.#next(), kept);
      this.#idle = null;
      this.#timer = setTimeout(() => this.#next(), PAUSE);
    }
    this.#read = [...this.#read.filter((other) => other !== dataset && other.engine && !other.isClosed), dataset];
    for (const other of this.#read.slice(0, -KEPT)) if (other.isIdle) other.release();
    return dataset.reading;
  }

  /** Ends the idle engine, and each that is asked for later. */
  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.endConversions();
    this.#idle?.close();
    this.#idle = null;
  }

  /** @param {number} expiry  what ends the engine that converts files; 0 if only its owner does */
  #expect(expiry) {
    clearTimeout(this.#expiry);
    this.#expiry = expiry;
  }

  #start() {
    const engine = new Engine();
    // A task that began before the end gets an engine that answers nothing.
    if (this.#ended) engine.close();
    engine.onfailed = (fault) => {
      // The next file gets another chance: the connection may be back.
      if (engine === this.#idle) this.#idle = null;
      const isOnlyPrepared = engine === this.#converter && this.#expiry !== 0;
      if (engine === this.#converter) {
        this.#converter = null;
        this.#expect(0);
      }
      if (!isOnlyPrepared) this.#onfailed(fault);
    };
    return engine;
  }
}
