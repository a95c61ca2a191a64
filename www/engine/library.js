/** The open files, the datasets they make, and which of them is read when. */

import { Answers } from './answers.js';
import { Collection } from './collection.js';
import { Drops } from './drops.js';
import { EnginePool } from './engine-pool.js';
import { Files, wholeOf } from './files.js';
import { prepareInside } from './inside.js';
import { Intake } from './intake.js';
import { Mappings } from './mappings.js';
import { Opening } from './opening.js';
import { PredictionReader } from './prediction-reader.js';
import { Predictions } from './predictions.js';

/**
 * @import { Event } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { Entry } from './drops.js'
 * @import { Known, ReportFault } from './files.js'
 * @import { ClassNames } from './prediction-reader.js'
 * @import { Fault, Slot } from './protocol.js'
 *
 * @typedef {object} CalledNames
 * @property {(name: string, offset: number) => string} part  of an array behind the first of a file
 * @property {(set: string, name: string) => string} ofSet  of the dataset of a well-known set whose files have this name
 * @property {(id: number) => ClassNames} ofClasses  of an open dataset
 */

export class Library {
  /** Of all datasets; asked for lists of items, too. @type {Predictions} */
  predictions;
  /** To alerts. @type {Answers} */
  answers;
  /** @type {(event: Event) => void} */
  #dispatch;
  #names;
  #engines;
  #files;
  #collection;
  #mappings;
  #id = 0;
  #intake;
  #opening;
  #drops;

  /**
   * @param {(event: Event) => void} dispatch
   * @param {CalledNames} names
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
    const onreplaced = (/** @type {Dataset} */ dataset, /** @type {Known} */ labels) =>
      this.#opening.compareReplaced(dataset, labels);
    this.#collection = new Collection(scout, dispatch, number, names.ofSet, onreplaced);
    this.#mappings = new Mappings(scout, reportFault, dispatch, number);
    const openFiles = () => this.#collection.datasets.map(({ files }) => files);
    this.#intake = new Intake(converter, this.#files, this.#mappings, dispatch, openFiles);
    const reader = new PredictionReader((dataset) => this.#opening.read(dataset), names.ofClasses);
    this.predictions = new Predictions(number, reportFault, dispatch, () => this.#publish(null), reader);
    const close = (/** @type {Dataset[]} */ datasets) => this.#close(datasets);
    this.#drops = new Drops((fault) => reportFault('drop', '', fault));
    this.#opening = new Opening({
      engines: this.#engines,
      files: this.#files,
      collection: this.#collection,
      mappings: this.#mappings,
      intake: this.#intake,
      predictions: this.predictions,
      dispatch,
      reportFault,
      publish: (select) => this.#publish(select),
      close,
    });
    this.answers = new Answers({
      engines: this.#engines,
      files: this.#files,
      collection: this.#collection,
      intake: this.#intake,
      opening: this.#opening,
      mappings: this.#mappings,
      drops: this.#drops,
      dispatch,
      reportFault,
      close,
    });
  }

  /** Prepares for files that are likely to come. */
  expect() {
    this.#engines.prepareConversions();
    prepareInside();
  }

  /**
   * Opens files, and reports why others cannot be opened.
   * @param {Entry[]} entries
   * @param {number | null} shown  id of the dataset in view
   * @param {string} [sample]
   */
  add(entries, shown, sample = '') {
    return this.#drops.queue((isCancelled) => this.#opening.add(entries, shown, sample, isCancelled));
  }

  /** Inspects no more of the files that were added. Those that have been inspected are opened. */
  cancelIntake() {
    this.#drops.cancel();
  }

  /**
   * Opens the files at these addresses as one dataset, and what else is in them.
   * @param {Record<Slot, string>} addresses
   * @returns {Promise<Record<Slot, string>>}  the addresses of the dataset's files
   */
  async visit(addresses) {
    const had = { images: '', labels: '' };
    const isCancelled = this.#drops.begin();
    this.#dispatch({ type: 'inspecting', by: 1 });
    const wholes = new Set([addresses.images, addresses.labels].filter((address) => address).map(wholeOf));
    // Outside the queue: a host that does not answer would delay a drop.
    const found = await Promise.all([...wholes].map((address) => this.#files.locate(address)));
    this.#dispatch({ type: 'inspecting', by: -1 });
    const entries = found.filter((entry) => entry !== null);
    if (entries.length)
      await this.#drops.queue(async () => {
        const shown = await this.#opening.add(entries, null, '', isCancelled, addresses);
        Object.assign(had, shown?.addresses);
      }, isCancelled);
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
    const file = this.#files.all.find(({ id }) => id === labels) ?? null;
    const loose = file && this.#collection.datasets.find((other) => other !== dataset && other.holds(file));
    if (file?.source && file.mapping?.names.size && loose && dataset.files.images?.pictures) {
      // As a table that comes after pictures, it labels those that it names.
      this.close(loose.id);
      this.add([file.source], id);
      return;
    }
    dataset.paired = true;
    const former = dataset.files.labels;
    if (file !== former) dataset.put('labels', file);
    if (file && file !== former && former?.predictedIn) this.#opening.compareReplaced(dataset, former);
    if (file?.mapping) dataset.mapping = file.mapping;
    else if (file) this.#mappings.follow(dataset).then(() => this.#publish(null));
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
    const fault = await this.predictions.takeLabels([dataset], known);
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
    return this.#drops.queue(async () => {
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
      this.#opening.readAll([dataset]);
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
    if (dataset) this.#opening.read(dataset);
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
    const dataset = this.dataset(id);
    if (dataset) this.#close([dataset]);
  }

  /** @param {Dataset[]} closed */
  #close(closed) {
    for (const dataset of closed) {
      dataset.close();
      this.predictions.remove(
        dataset,
        dataset.predictions.map(({ id }) => id),
      );
    }
    this.#collection.datasets = this.#collection.datasets.filter((dataset) => !closed.includes(dataset));
    this.#files.all = this.#files.all.filter((file) =>
      this.#collection.datasets.some((dataset) => dataset.knows(file)),
    );
    this.#intake.forget(this.#files.all.map(({ place }) => place));
    this.#publish(null);
  }

  /** Ends every worker. The library cannot be used afterwards. */
  end() {
    for (const dataset of this.#collection.datasets) dataset.close();
    this.#collection.datasets = [];
    this.predictions.end();
    this.#engines.end();
  }

  /**
   * @param {string} key
   * @param {string} file
   * @param {Fault & { head?: number[] }} fault
   * @param {boolean} [severe]  by default true, but for a picture that can be cut: its alert is a question
   */
  #reportFault(key, file, fault, severe = !fault.sheet) {
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
