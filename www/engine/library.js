/** The open files, the datasets they make, and which of them is read when. */

import { baseName } from '../state/index.js';
import { Collection } from './collection.js';
import { EnginePool } from './engine-pool.js';
import { Files, wholeOf } from './files.js';
import { Intake } from './intake.js';
import { Mappings } from './mappings.js';
import { MOST_REFUSALS, Predictions } from './predictions.js';

/**
 * @import { Cell } from '../pkg/convert.js'
 * @import { DatasetRecord, Event } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { List } from './decision-lists.js'
 * @import { ReportFault, Known } from './files.js'
 * @import { Part } from './picture-files.js'
 * @import { Fault, Place, Slot } from './protocol.js'
 * @typedef {object} Entry  a dropped file, one at an address, or one that came out of another
 * @property {Place} file
 * @property {string} name  with its folder
 * @property {FileSystemHandle | null} [root]  a handle by which the browser finds it again
 * @property {string} [archive]  the name of the archive that it is in
 * @property {string} [packed]  the name of the file in xz, bzip2 or Zstandard that it came out of
 * @property {boolean} [isDamaged]  whether more should have come out, which has been reported
 * @property {Part} [part]  where a picture is in an archive
 * @property {{ address: string, name: string }} [link]  of the file that a link led to, whose name begins those of the files in it
 */

/** Datasets of one drop that are read before the user selects them. Each has a worker of its own. */
const AT_ONCE = 8;

export class Library {
  /** Of all datasets; asked for lists of items, too. @type {Predictions} */
  predictions;
  /** @type {(event: Event) => void} */
  #dispatch;
  #names;
  #engines;
  #files;
  #collection;
  #mappings;
  #id = 0;
  #intake;
  /** One drop or link after the other. @type {Promise<void>} */
  #drops = Promise.resolve();

  /**
   * @param {(event: Event) => void} dispatch
   * @param {{ part: (name: string, offset: number) => string, ofSet: (set: string, name: string) => string }} names  how an array
   *   behind the first of a file is called, and the dataset of a well-known set whose files have this name
   */
  constructor(dispatch, names) {
    this.#dispatch = dispatch;
    this.#names = names;
    this.#engines = new EnginePool((fault) => {
      dispatch({ type: 'alert', alert: { key: 'engine', file: '', severe: true, faults: [fault] } });
    });
    const scout = () => this.#engines.scout();
    const number = () => ++this.#id;
    /** @type {ReportFault} */
    const reportFault = (...what) => this.#reportFault(...what);
    const converter = () => this.#engines.converter();
    this.#files = new Files(scout, converter, reportFault, number);
    this.#collection = new Collection(scout, dispatch, number, names.ofSet);
    this.#mappings = new Mappings(scout, reportFault, dispatch, number);
    const hasLabels = () => this.#collection.datasets.some(({ files }) => files.labels);
    this.#intake = new Intake(converter, this.#files, this.#mappings, dispatch, hasLabels);
    this.predictions = new Predictions(number, reportFault, dispatch, () => this.#publish(null));
  }

  /**
   * Opens files, and reports why others cannot be opened.
   * @param {Entry[]} entries
   * @param {number | null} shown  id of the dataset in view
   * @param {string} [sample]
   */
  add(entries, shown, sample = '') {
    return this.#queue((generation) => this.#add(entries, shown, sample, generation));
  }

  /** Inspects no more of the files that were added. Those that have been inspected are opened. */
  cancelIntake() {
    this.#intake.cancel();
  }

  /**
   * Opens the files at these addresses as one dataset, and what else is in them.
   * @param {Record<Slot, string>} addresses
   * @returns {Promise<Record<Slot, string>>}  the addresses of the dataset's files
   */
  async visit(addresses) {
    const had = { images: '', labels: '' };
    const { generation } = this.#intake;
    this.#dispatch({ type: 'inspecting', by: 1 });
    const wholes = new Set([addresses.images, addresses.labels].filter((address) => address).map(wholeOf));
    // Outside the queue: a host that does not answer would delay a drop.
    const found = await Promise.all([...wholes].map((address) => this.#files.locate(address)));
    this.#dispatch({ type: 'inspecting', by: -1 });
    const entries = found.filter((entry) => entry !== null);
    if (entries.length)
      await this.#queue(async () =>
        Object.assign(had, (await this.#add(entries, null, '', generation, addresses))?.addresses),
      );
    return had;
  }

  /**
   * Where the file that an alert is about can be read.
   * @param {string} alert  its key
   */
  placeOf(alert) {
    const file = this.#files.all.find(({ id }) => alert === `file:${id}`);
    return file?.place ?? this.#files.refused.get(alert)?.place;
  }

  /**
   * Gives a dataset other labels, or none.
   * @param {number} id
   * @param {number | null} labels  id of their file
   */
  pair(id, labels) {
    const dataset = this.dataset(id);
    if (!dataset) return;
    dataset.paired = true;
    dataset.put('labels', this.#files.all.find((file) => file.id === labels) ?? null);
    this.#publish(null);
  }

  /**
   * Reads an open file as predictions of a dataset. The dataset that it made is closed.
   * @param {number} id
   * @param {number} file
   */
  async predict(id, file) {
    const dataset = this.dataset(id);
    const known = this.#files.all.find((other) => other.id === file);
    const loose = known && this.#collection.datasets.find((other) => other !== dataset && other.holds(known));
    if (!dataset || !loose) return;
    const fault = await this.predictions.take([dataset], known.place, known.name);
    if (fault) this.#reportFault(`refused:${known.name}`, known.name, fault);
    else this.close(loose.id);
  }

  /**
   * Removes predictions from a dataset.
   * @param {number} id
   * @param {number} predictions
   */
  removePredictions(id, predictions) {
    const dataset = this.dataset(id);
    if (dataset) this.predictions.remove(dataset, [predictions]);
    this.#publish(null);
  }

  /**
   * Opens an array behind the first of a dataset's file as a dataset of its own.
   * @param {number} id
   * @param {Slot} slot
   * @param {string} as  its layout
   */
  separate(id, slot, as) {
    return this.#queue(async () => {
      const whole = this.dataset(id);
      const file = whole?.files[slot];
      if (!whole || !file) return;
      const part = await this.#files.readAs(file, as);
      const known = this.#collection.datasets.find((dataset) => dataset.part && dataset.holds(part));
      const dataset =
        known ?? this.#collection.create(this.#names.part(whole.name, part.status.layout.offset), part.name);
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
   * Opens a file that was refused, in a layout that the user chose.
   * @param {string} alert  its key
   * @param {string} as  the layout
   */
  readRefused(alert, as) {
    return this.#queue(async () => {
      const origin = this.#files.refused.get(alert);
      if (!origin) return;
      const file = await this.#files.readAs(origin, as);
      this.#show([file], await this.#collection.arrange([file], this.#files.all));
      this.#dispatch({ type: 'dismiss', key: alert });
    });
  }

  /**
   * Opens the images that are cut out of a picture.
   * @param {string} alert  the key of the one about the picture
   * @param {Cell} cell
   */
  cut(alert, cell) {
    return this.#queue(async (generation) => {
      const origin = this.#files.refused.get(alert);
      if (!(origin?.place instanceof File)) return;
      const cutting = this.#intake.cut({ ...origin, file: origin.place }, cell, generation);
      const images = await cutting.finally(() => this.#engines.endConversions());
      if (images && (await this.#add([images], null, '', generation))) this.#dispatch({ type: 'dismiss', key: alert });
    });
  }

  /**
   * Compares the predictions of a dataset with its labels again, if these have changed.
   * @param {number} id
   */
  followPredictions(id) {
    const dataset = this.dataset(id);
    if (dataset) this.predictions.follow(dataset);
  }

  /**
   * Changes how many bytes of each file's unpacked items a dataset keeps in memory.
   * @param {number} id
   * @param {number} budget
   */
  keep(id, budget) {
    this.dataset(id)?.keep(budget);
    this.#publish(null);
  }

  /**
   * An open dataset.
   * @param {number} id
   */
  dataset(id) {
    return this.#collection.datasets.find((dataset) => dataset.id === id);
  }

  /**
   * Reads a dataset, unless it is being read.
   * @param {number} id
   */
  read(id) {
    const dataset = this.dataset(id);
    if (dataset) this.#read(dataset);
    return dataset;
  }

  /**
   * The engine of a dataset that is or was being read.
   * @param {number} id
   */
  engine(id) {
    return this.dataset(id)?.engine ?? null;
  }

  /** @param {number} id */
  cancel(id) {
    this.dataset(id)?.stop();
  }

  /** @param {number} id */
  close(id) {
    const closed = this.dataset(id);
    closed?.close();
    if (closed)
      this.predictions.remove(
        closed,
        closed.predictions.map(({ id }) => id),
      );
    this.#collection.datasets = this.#collection.datasets.filter((dataset) => dataset !== closed);
    this.#files.all = this.#files.all.filter((file) =>
      this.#collection.datasets.some((dataset) => dataset.knows(file)),
    );
    this.#publish(null);
  }

  /** Ends every worker. The library cannot be used afterwards. */
  end() {
    for (const dataset of this.#collection.datasets) dataset.close();
    this.#collection.datasets = [];
    this.predictions.end();
    this.#engines.end();
  }

  /** @param {(generation: number) => Promise<unknown>} task  for what was added until now */
  #queue(task) {
    const { generation } = this.#intake;
    this.#drops = this.#drops
      .then(async () => void (await task(generation)))
      .catch((fault) => this.#reportFault('drop', '', fault));
    return this.#drops;
  }

  /**
   * @param {Entry[]} entries
   * @param {number | null} shown
   * @param {string} sample
   * @param {number} generation  in which they were added
   * @param {Record<Slot, string> | null} [link]  the addresses of the files, if a link names them
   * @returns {Promise<DatasetRecord | null>}  the dataset that is shown, if files were opened
   */
  async #add(entries, shown, sample, generation, link = null) {
    this.#dispatch({ type: 'inspecting', by: 1 });
    try {
      const taken = await this.#intake.take(entries, sample, generation).finally(() => this.#engines.endConversions());
      const { opened: found, mappings, lists, passed, unlisted, refusals, partial } = taken;
      if (found.length) this.#dispatch({ type: 'dismiss', key: 'engine' });
      // A link names data, and no predictions of what is open.
      const others = link ? [] : this.#collection.datasets;
      const arrays = await this.predictions.takeArrays(found, others, shown);
      this.#files.all = this.#files.all.filter((file) => !arrays.includes(file));
      const opened = found.filter((file) => !arrays.includes(file));
      const changed = opened.length ? await this.#arrange(opened, link) : [];
      await this.#mappings.name(
        this.#collection.datasets,
        mappings,
        changed.length ? changed : this.#collection.datasets.filter(({ id }) => id === shown),
      );
      const dataset = opened.length ? this.#show(opened, changed) : null;
      const target = dataset?.id ?? shown;
      if (!opened.length && mappings.length) this.#publish(null);
      const count = found.length + mappings.length + lists.length;
      // Not awaited: labels can be long, and other files can be opened meanwhile.
      for (const list of lists) this.#apply(list, target);
      this.predictions.takeAll(refusals, link ? [] : this.#collection.datasets, target).then((predicted) =>
        this.#dispatch({
          type: 'tally',
          opened: count + predicted,
          skipped: passed.length + refusals.length - partial + unlisted - predicted,
          passed,
          unlisted: unlisted + Math.max(0, refusals.length - predicted - MOST_REFUSALS),
        }),
      );
      return dataset?.record ?? null;
    } finally {
      this.#dispatch({ type: 'inspecting', by: -1 });
    }
  }

  /**
   * Applies a list to the dataset that its name begins with, or else to the one in view.
   * @param {List} list
   * @param {number | null} shown
   */
  #apply(list, shown) {
    const { datasets } = this.#collection;
    const named = datasets.filter(({ name }) => baseName(list.name).startsWith(name));
    const [longest] = named.toSorted((one, other) => other.name.length - one.name.length);
    const dataset = longest ?? datasets.find(({ id }) => id === shown);
    if (dataset) this.#read(dataset);
    return list.apply(list, dataset, this.#dispatch, (...what) => this.#reportFault(...what));
  }

  /**
   * Makes datasets of files: the new and the changed ones, the one to be shown first.
   * @param {Known[]} opened
   * @param {Record<Slot, string> | null} link
   */
  #arrange(opened, link) {
    const { all } = this.#files;
    return link ? this.#collection.follow(link, opened, all) : this.#collection.arrange(opened, all);
  }

  /**
   * @param {Known[]} opened
   * @param {Dataset[]} changed
   */
  #show(opened, changed) {
    /** @param {Dataset} dataset */
    const count = (dataset) => opened.filter((file) => dataset.holds(file)).length;
    // Opening a file again resumes reading it.
    for (const dataset of this.#collection.datasets) dataset.resume(opened);
    const shown = changed[0] ?? this.#collection.datasets.toSorted((one, other) => count(other) - count(one))[0];
    this.#publish(shown.id);
    this.#readAll(changed);
    return shown;
  }

  /**
   * Reads datasets one after the other.
   * @param {Dataset[]} datasets
   */
  async #readAll(datasets) {
    for (const dataset of datasets.slice(0, AT_ONCE)) {
      if (this.#collection.datasets.includes(dataset)) await this.#read(dataset);
    }
  }

  /** @param {Dataset} dataset */
  #read(dataset) {
    const kept = this.#collection.datasets.reduce((sum, { kept }) => sum + kept, 0);
    return this.#engines.read(dataset, kept);
  }

  /**
   * @param {string} key
   * @param {string} file
   * @param {Fault & { head?: number[] }} fault
   * @param {boolean} [severe]
   */
  #reportFault(key, file, fault, severe = true) {
    // This fault is not about the file.
    const alert = fault.name === 'EngineUnavailable' ? { key: 'engine', file: '' } : { key, file, head: fault.head };
    this.#dispatch({ type: 'alert', alert: { ...alert, severe, faults: [fault] } });
  }

  /** @param {number | null} select */
  #publish(select) {
    const files = this.#files.all.map(({ id, name, role, size, items, packed }) => ({
      id,
      name,
      role,
      size,
      items,
      packed,
    }));
    this.#dispatch({ type: 'library', files, datasets: this.#collection.datasets.map(({ record }) => record), select });
  }
}
