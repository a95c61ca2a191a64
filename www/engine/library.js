/** The open files, the datasets they make, and which of them is read when. */

import { Engine } from './client.js';
import { Dataset } from './dataset.js';

/**
 * @import { Event } from '../state.js'
 * @import { Known } from './dataset.js'
 * @import { Fault } from './protocol.js'
 * @typedef {{ file: File, name: string }} Entry  a dropped file, named with its folder
 */

export class Library {
  /** @type {(event: Event) => void} */
  #dispatch;
  /** Idle, with its wasm compiled: looks at files, and becomes the next dataset's engine. @type {Engine | null} */
  #idle = null;
  /** @type {Known[]} */
  #files = [];
  /** @type {Dataset[]} */
  #datasets = [];
  #id = 0;
  /** One drop after the other. @type {Promise<void>} */
  #drops = Promise.resolve();

  /** @param {(event: Event) => void} dispatch */
  constructor(dispatch) {
    this.#dispatch = dispatch;
    this.#idle = this.#scout();
  }

  /**
   * Opens what can be opened, and says why the rest cannot.
   * @param {Entry[]} entries
   * @param {string} [sample]
   */
  add(entries, sample = '') {
    this.#drops = this.#drops.then(() => this.#add(entries, sample));
    return this.#drops;
  }

  /**
   * Gives a dataset other labels, or none.
   * @param {number} id
   * @param {number | null} labels  id of their file
   */
  pair(id, labels) {
    const dataset = this.#dataset(id);
    if (!dataset) return;
    dataset.paired = true;
    dataset.put('labels', this.#files.find((file) => file.id === labels) ?? null);
    this.#publish(null);
  }

  /**
   * The engine of a dataset, which starts to read if it has not yet.
   * @param {number} id
   */
  engine(id) {
    const dataset = this.#dataset(id);
    if (dataset) this.#read(dataset);
    return dataset?.engine ?? null;
  }

  /** @param {number} id */
  cancel(id) {
    this.#dataset(id)?.stop();
  }

  /** @param {number} id */
  close(id) {
    const closed = this.#dataset(id);
    closed?.close();
    this.#datasets = this.#datasets.filter((dataset) => dataset !== closed);
    this.#files = this.#files.filter((file) => !holds(closed, file) || this.#datasets.some((dataset) => holds(dataset, file)));
    this.#publish(null);
  }

  /**
   * @param {Entry[]} entries
   * @param {string} sample
   */
  async #add(entries, sample) {
    this.#dispatch({ type: 'inspecting', by: entries.length });
    /** @type {Known[]} */
    const opened = [];
    for (const entry of entries) {
      const file = this.#known(entry) ?? (await this.#inspect(entry, sample));
      if (file) opened.push(file);
      if (file && !this.#files.includes(file)) this.#files.push(file);
      this.#dispatch({ type: 'inspecting', by: -1 });
    }
    const skipped = entries.length - opened.length;
    if (skipped) this.#dispatch({ type: 'tally', opened: opened.length, skipped });
    if (!opened.length) return;

    const changed = await this.#arrange();
    const shown = changed[0] ?? this.#datasets.find((dataset) => opened.some((file) => holds(dataset, file)));
    this.#publish(shown?.id ?? null);
    this.#readAll(changed);
  }

  /** @param {Entry} entry */
  #known({ file, name }) {
    return this.#files.find(
      (known) => known.name === name && known.size === file.size && known.file.lastModified === file.lastModified,
    );
  }

  /**
   * @param {Entry} entry
   * @param {string} sample
   * @returns {Promise<Known | null>}
   */
  async #inspect({ file, name }, sample) {
    try {
      const { status, head } = await this.#scout().inspect(file, name);
      return { id: ++this.#id, name, role: status.role, size: file.size, file, status, head, sample };
    } catch (error) {
      const fault = /** @type {Fault & { head?: string }} */ (error);
      // That is said once, not for every file.
      if (fault.name === 'EngineUnavailable') return null;
      const alert = { key: `refused:${name}`, file: name, severe: true, faults: [fault], head: fault.head };
      this.#dispatch({ type: 'alert', alert });
      return null;
    }
  }

  /**
   * Makes datasets of the files that are in none yet, and completes those that lack something.
   * @returns {Promise<Dataset[]>} the new and the changed ones
   */
  async #arrange() {
    const settled = this.#datasets.filter((dataset) => dataset.settled);
    const loose = this.#files.filter((file) => !settled.some((dataset) => holds(dataset, file)));
    const candidates = loose.map(({ name, role, status }) => ({ name, role, items: status.promised }));
    const pairs = await this.#scout().pair(candidates);
    /** @type {Set<Dataset>} */
    const changed = new Set();
    for (const pair of pairs) {
      const images = pair.images === null ? null : loose[pair.images];
      const labels = pair.labels === null ? null : loose[pair.labels];
      const dataset =
        this.#datasets.find((known) => !known.settled && images && known.files.images === images) ??
        this.#datasets.find((known) => !known.settled && labels && known.files.labels === labels) ??
        this.#create(pair.name);
      for (const [slot, file] of /** @type {const} */ ([['images', images], ['labels', labels]])) {
        if (!file || dataset.files[slot] === file) continue;
        dataset.put(slot, file);
        changed.add(dataset);
      }
    }
    return [...changed];
  }

  /** @param {string} name */
  #create(name) {
    let unique = name;
    for (let n = 2; this.#datasets.some((dataset) => dataset.name === unique); n++) unique = `${name} ${n}`;
    const dataset = new Dataset(++this.#id, unique, this.#dispatch);
    this.#datasets.push(dataset);
    return dataset;
  }

  /**
   * The dataset in view first, the others one at a time.
   * @param {Dataset[]} datasets
   */
  async #readAll(datasets) {
    for (const dataset of datasets) {
      if (this.#datasets.includes(dataset)) await this.#read(dataset);
    }
  }

  /** @param {Dataset} dataset */
  #read(dataset) {
    if (!dataset.reading) {
      dataset.reading = dataset.start(this.#scout());
      this.#idle = null;
      // The next one boots when the first picture is not waiting for a processor.
      setTimeout(() => this.#scout(), 1000);
    }
    return dataset.reading;
  }

  /** @param {number} id */
  #dataset(id) {
    return this.#datasets.find((dataset) => dataset.id === id);
  }

  #scout() {
    if (this.#idle) return this.#idle;
    this.#idle = new Engine();
    this.#idle.onfailed = (fault) => {
      this.#dispatch({ type: 'alert', alert: { key: 'engine', file: '', severe: true, faults: [fault] } });
    };
    return this.#idle;
  }

  /** @param {number | null} select */
  #publish(select) {
    const files = this.#files.map(({ id, name, role, size }) => ({ id, name, role, size }));
    this.#dispatch({ type: 'library', files, datasets: this.#datasets.map(({ record }) => record), select });
  }
}

/**
 * @param {Dataset | undefined} dataset
 * @param {Known} file
 */
function holds(dataset, file) {
  return dataset?.files.images === file || dataset?.files.labels === file;
}
