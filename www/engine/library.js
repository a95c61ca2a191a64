/** The open files, the datasets they make, and which of them is read when. */

import { text } from '../text/index.js';
import { Engine } from './client.js';
import { Dataset } from './dataset.js';
import { Files, isAside } from './files.js';
import { Mappings } from './mappings.js';

/**
 * @import { Event, Query } from '../state/index.js'
 * @import { Arrangement, Known, Mapping } from './dataset.js'
 * @import { Complain } from './files.js'
 * @import { Fault, LabelSource, Slot } from './protocol.js'
 * @typedef {{ file: File, name: string }} Entry  a dropped file, named with its folder
 */

/** Datasets of one drop that are read before anybody looks at them: each has a worker of its own. */
const AT_ONCE = 8;
/** Files of one drop of which it is said why they cannot be opened. */
const LISTED = 50;

export class Library {
  /** @type {(event: Event) => void} */
  #dispatch;
  /** Idle, with its wasm compiled: looks at files, and becomes the next dataset's engine. @type {Engine | null} */
  #idle = null;
  #files;
  /** @type {Dataset[]} */
  #datasets = [];
  #mappings;
  #id = 0;
  #timer = 0;
  #ended = false;
  /** One drop or link after the other. @type {Promise<void>} */
  #drops = Promise.resolve();

  /** @param {(event: Event) => void} dispatch */
  constructor(dispatch) {
    this.#dispatch = dispatch;
    const scout = () => this.#scout();
    const number = () => ++this.#id;
    /** @type {Complain} */
    const complain = (...what) => this.#complain(...what);
    this.#files = new Files(scout, complain, number);
    this.#mappings = new Mappings(scout, complain, dispatch, number);
    this.#idle = this.#scout();
  }

  /**
   * Opens what can be opened, and says why the rest cannot.
   * @param {Entry[]} entries
   * @param {number | null} shown  id of the dataset in view
   * @param {string} [sample]
   */
  add(entries, shown, sample = '') {
    return this.#queue(() => this.#add(entries, shown, sample));
  }

  /**
   * Opens what lies at addresses as one dataset, as far as it can be had.
   * @param {Record<Slot, string>} addresses
   * @returns {Promise<Record<Slot, string>>}  those of what is open now
   */
  async visit(addresses) {
    const had = { images: '', labels: '' };
    this.#dispatch({ type: 'inspecting', by: 1 });
    // A host that does not answer keeps no drop waiting.
    const [images, labels] = await Promise.all([
      this.#files.find(addresses.images),
      this.#files.find(addresses.labels),
    ]);
    await this.#queue(async () => Object.assign(had, await this.#link(images, labels)));
    this.#dispatch({ type: 'inspecting', by: -1 });
    return had;
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
    dataset.put('labels', this.#files.all.find((file) => file.id === labels) ?? null);
    this.#publish(null);
  }

  /**
   * Opens an array behind the first of a dataset's file as a dataset of its own.
   * @param {number} id
   * @param {Slot} slot
   * @param {string} as  how it is read: see Status
   */
  separate(id, slot, as) {
    return this.#queue(async () => {
      const whole = this.#dataset(id);
      const file = whole?.files[slot];
      if (!whole || !file) return;
      const part = await this.#files.part(file, as);
      const known = this.#datasets.find((dataset) => dataset.part && dataset.holds(part));
      const dataset = known ?? this.#create(text.files.part(whole.name, part.status.layout.offset), part.name);
      if (!known) {
        dataset.part = { whole: whole.record, slot, as };
        dataset.paired = true;
        dataset.put(part.role, part);
      }
      this.#publish(dataset.id);
      this.#dispatch({ type: 'show-dataset', dataset: dataset.id });
      this.#readAll([dataset]);
    });
  }

  /**
   * Looks for items of a dataset.
   * @param {number} id
   * @param {Query} query
   * @param {number} queryId  a number for each query; 0 for all items
   */
  select(id, query, queryId) {
    this.#dataset(id)?.select(query, queryId);
  }

  /**
   * Measures a dataset's images, even where that takes some time if it is `asked` for.
   * @param {number} id
   * @param {boolean} asked
   */
  measure(id, asked) {
    this.#dataset(id)?.measure(asked);
  }

  /**
   * How many bytes of each file's unpacked items a dataset keeps in memory.
   * @param {number} id
   * @param {number} budget
   */
  keep(id, budget) {
    this.#dataset(id)?.keep(budget);
    this.#publish(null);
  }

  /**
   * How a dataset's images are turned, shaped and shown.
   * @param {number} id
   * @param {Arrangement} arrangement
   */
  arrange(id, arrangement) {
    this.#dataset(id)?.arrange(arrangement);
  }

  /**
   * How a dataset's files are read.
   * @param {number} id
   * @param {{ imagesLayout: string, labelsLayout: string }} readings
   */
  read(id, { imagesLayout, labelsLayout }) {
    this.#dataset(id)?.readAs('images', imagesLayout);
    this.#dataset(id)?.readAs('labels', labelsLayout);
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

  /**
   * Which column of a dataset's labels is the label; null: the one that seems best.
   * @param {number} id
   * @param {LabelSource | null} column
   */
  label(id, column) {
    this.#dataset(id)?.label(column);
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
    this.#files.all = this.#files.all.filter((file) => this.#datasets.some((dataset) => dataset.knows(file)));
    this.#publish(null);
  }

  /** Ends every worker. The library is of no use then. */
  end() {
    for (const dataset of this.#datasets) dataset.close();
    this.#datasets = [];
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#idle?.close();
    this.#idle = null;
  }

  /** @param {() => Promise<unknown>} task */
  #queue(task) {
    this.#drops = this.#drops.then(async () => void (await task())).catch((fault) => this.#complain('drop', '', fault));
    return this.#drops;
  }

  /**
   * @param {Entry[]} entries
   * @param {number | null} shown
   * @param {string} sample
   */
  async #add(entries, shown, sample) {
    this.#dispatch({ type: 'inspecting', by: entries.length });
    try {
      /** @type {Known[]} */
      const opened = [];
      /** @type {Mapping[]} */
      const mappings = [];
      /** @type {string[]} */
      const passed = [];
      let refused = 0;
      for (const { file: place, name } of entries) {
        const mapping = await this.#mappings.read(place, name);
        const file = mapping ? null : await this.#files.inspect({ place, name, sample, address: '' }, refused < LISTED);
        if (mapping) mappings.push(mapping);
        else if (file) opened.push(file);
        else if (isAside(name)) passed.push(name);
        else refused++;
      }
      const count = opened.length + mappings.length;
      this.#dispatch({
        type: 'tally',
        opened: count,
        skipped: entries.length - count,
        passed,
        unlisted: Math.max(0, refused - LISTED),
      });
      const changed = opened.length ? await this.#arrange(opened) : [];
      await this.#mappings.name(
        this.#datasets,
        mappings,
        changed.length ? changed : this.#datasets.filter(({ id }) => id === shown),
      );
      if (opened.length) this.#show(opened, changed);
      else if (mappings.length) this.#publish(null);
    } finally {
      this.#dispatch({ type: 'inspecting', by: -entries.length });
    }
  }

  /**
   * @param {Known | null} images
   * @param {Known | null} labels
   */
  async #link(images, labels) {
    const opened = [images, labels].filter((file) => file !== null);
    if (!opened.length) return null;
    // Files that are not what the link calls them find together like dropped ones.
    const misnamed = images?.role === 'labels' || labels?.role === 'images';
    const changed = misnamed ? await this.#arrange(opened) : await this.#join(images, labels);
    await this.#mappings.name(this.#datasets, [], []);
    const shown = this.#show(opened, changed);
    return shown.record.addresses;
  }

  /**
   * @param {Known[]} opened
   * @param {Dataset[]} changed
   */
  #show(opened, changed) {
    /** @param {Dataset} dataset */
    const count = (dataset) => opened.filter((file) => dataset.holds(file)).length;
    // Who opens it once more wants the rest of it.
    for (const dataset of this.#datasets) dataset.goOn(opened);
    const shown =
      changed.find(({ files }) => files.images) ??
      changed[0] ??
      this.#datasets.toSorted((one, other) => count(other) - count(one))[0];
    this.#publish(shown.id);
    this.#readAll(changed);
    return shown;
  }

  /**
   * Makes a dataset of what a link has put together, unless there is one.
   * @param {Known | null} images
   * @param {Known | null} labels
   * @returns {Promise<Dataset[]>} the new one
   */
  async #join(images, labels) {
    if (this.#datasets.some(({ files }) => files.images === images && files.labels === labels)) return [];
    const files = [images, labels].filter((file) => file !== null);
    const [{ name }] = await this.#scout().call('pair', files.map(candidate));
    const dataset = this.#create(name, files[0].address);
    dataset.paired = files.length > 1;
    dataset.put('images', images);
    dataset.put('labels', labels);
    return [dataset];
  }

  /**
   * Makes datasets of the files that are in none yet, and completes those that lack something.
   * @param {Known[]} opened
   * @returns {Promise<Dataset[]>} the new and the changed ones
   */
  async #arrange(opened) {
    const settled = this.#datasets.filter((dataset) => dataset.settled);
    const unsettled = this.#datasets.filter((dataset) => !dataset.settled);
    // Not those that a person has put aside. Those that came together find each other first.
    const wanted = new Set([
      ...opened,
      ...this.#files.all.filter((file) => unsettled.some((dataset) => dataset.holds(file))),
    ]);
    const loose = [...wanted].filter((file) => !settled.some((dataset) => dataset.holds(file)));
    const pairs = await this.#scout().call('pair', loose.map(candidate));
    /** @type {Set<Dataset>} */
    const changed = new Set();
    for (const pair of pairs) {
      const images = pair.images === null ? null : loose[pair.images];
      const labels = pair.labels === null ? null : loose[pair.labels];
      const dataset =
        this.#datasets.find((known) => !known.settled && images && known.files.images === images) ??
        this.#datasets.find((known) => !known.settled && labels && known.files.labels === labels) ??
        this.#create(pair.name, (images ?? labels)?.name ?? '');
      for (const [slot, file] of /** @type {const} */ ([
        ['images', images],
        ['labels', labels],
      ])) {
        if (!file || dataset.files[slot] === file) continue;
        dataset.put(slot, file);
        changed.add(dataset);
      }
    }
    return [...changed];
  }

  /**
   * A dataset by a name that no other has: if need be with its folder, else with a number.
   * @param {string} name
   * @param {string} path  of its file
   */
  #create(name, path) {
    const taken = new Set(this.#datasets.map((dataset) => dataset.name));
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    let unused = taken.has(name) ? folder + name : name;
    for (let n = 2; taken.has(unused); n++) unused = `${name} (${n})`;
    const dataset = new Dataset(++this.#id, unused, this.#dispatch);
    this.#datasets.push(dataset);
    return dataset;
  }

  /**
   * The dataset in view first, the others one at a time.
   * @param {Dataset[]} datasets
   */
  async #readAll(datasets) {
    for (const dataset of datasets.slice(0, AT_ONCE)) {
      if (this.#datasets.includes(dataset)) await this.#read(dataset);
    }
  }

  /** @param {Dataset} dataset */
  #read(dataset) {
    if (!dataset.reading) {
      dataset.reading = dataset.start(
        this.#scout(),
        this.#datasets.reduce((sum, { kept }) => sum + kept, 0),
      );
      this.#idle = null;
      // The next one boots when the first picture is not waiting for a processor.
      this.#timer = setTimeout(() => this.#scout(), 1000);
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
    // A task that began before the end gets an engine that answers nothing.
    if (this.#ended) this.#idle.close();
    this.#idle.onfailed = (fault) => {
      this.#dispatch({ type: 'alert', alert: { key: 'engine', file: '', severe: true, faults: [fault] } });
    };
    return this.#idle;
  }

  /**
   * @param {string} key
   * @param {string} file
   * @param {Fault & { head?: string }} fault
   * @param {boolean} [severe]
   */
  #complain(key, file, fault, severe = true) {
    // That is not about the file.
    const alert = fault.name === 'EngineUnavailable' ? { key: 'engine', file: '' } : { key, file, head: fault.head };
    this.#dispatch({ type: 'alert', alert: { ...alert, severe, faults: [fault] } });
  }

  /** @param {number | null} select */
  #publish(select) {
    const files = this.#files.all.map(({ id, name, role, size, items }) => ({ id, name, role, size, items }));
    this.#dispatch({ type: 'library', files, datasets: this.#datasets.map(({ record }) => record), select });
  }
}

/**
 * @param {Known} file
 */
function candidate({ name, role, status }) {
  return { name, role, items: status.promised };
}
