/** The workers: one for each dataset that is read, and an idle one whose core is already compiled. */

import { Engine } from './client.js';

/**
 * @import { Dataset } from './dataset.js'
 * @import { Fault } from './protocol.js'
 */

/** Limit of the datasets that keep a worker while nothing is read. */
export const MAX_ENGINES = 8;

export class EnginePool {
  /** @type {Engine | null} */
  #idle = null;
  #timer = 0;
  /** The datasets with an engine, the one that was shown last at the end. @type {Dataset[]} */
  #datasets = [];
  #ended = false;
  #onfailed;

  /** @param {(fault: Fault) => void} onfailed  called when there can be no worker */
  constructor(onfailed) {
    this.#onfailed = onfailed;
    this.scout();
  }

  /** The idle engine. It inspects files, and becomes the next dataset's engine. */
  scout() {
    if (this.#idle) return this.#idle;
    const engine = new Engine();
    this.#idle = engine;
    // A task that began before the end gets an engine that answers nothing.
    if (this.#ended) engine.close();
    engine.onfailed = (fault) => {
      if (this.#idle === engine) this.#idle = null;
      // One that could not be fetched is fetched again when it is needed.
      if (fault.name !== 'EngineMissing') this.#onfailed(fault);
    };
    return engine;
  }

  /**
   * Reads a dataset, unless it is being read; resolves at the end.
   * @param {Dataset} dataset
   * @param {number} kept  bytes that all datasets keep in memory
   */
  read(dataset, kept) {
    this.#datasets = [...this.#datasets.filter((other) => other !== dataset && other.engine), dataset];
    if (!dataset.reading) {
      dataset.reading = dataset.start(this.scout(), kept);
      this.#idle = null;
      // The next engine starts after the first picture, which would wait for a processor otherwise.
      this.#timer = setTimeout(() => this.scout(), 1000);
      const idle = this.#datasets.filter((other) => other !== dataset && other.isIdle);
      for (const other of idle.slice(0, Math.max(0, this.#datasets.length - MAX_ENGINES))) other.release();
    }
    return dataset.reading;
  }

  /** Ends the idle engine, and each that is asked for later. */
  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#idle?.close();
    this.#idle = null;
  }
}
