/** The workers: one for each dataset that is read, and an idle one whose core is already compiled. */

import { Engine } from './client.js';

/**
 * @import { Dataset } from './dataset.js'
 * @import { Fault } from './protocol.js'
 */

export class EnginePool {
  /** @type {Engine | null} */
  #idle = null;
  #timer = 0;
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
    this.#idle = new Engine();
    // A task that began before the end gets an engine that answers nothing.
    if (this.#ended) this.#idle.close();
    this.#idle.onfailed = this.#onfailed;
    return this.#idle;
  }

  /**
   * Reads a dataset, unless it is being read; resolves at the end.
   * @param {Dataset} dataset
   * @param {number} kept  bytes that all datasets keep in memory
   */
  read(dataset, kept) {
    if (!dataset.reading) {
      dataset.reading = dataset.start(this.scout(), kept);
      this.#idle = null;
      // The next engine starts after the first picture, which would wait for a processor otherwise.
      this.#timer = setTimeout(() => this.scout(), 1000);
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
