/** Reading predictions in their worker: beside the labels of a dataset and the names of their classes. */

import { principal, total, withoutUnlabelled } from '../state/index.js';
import { PredictionClient } from './prediction-client.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Dataset } from './dataset.js'
 * @import { Place } from './protocol.js'
 *
 * @typedef {{ names: Names, key: string }} ClassNames  the names of a dataset's classes; the key changes with them
 */

/**
 * How classes are called in files about a dataset.
 * @typedef {object} Called
 * @property {string} labels  what changes with the labels
 * @property {string} key  that of the names which were added last
 * @property {number} version  changes when there are more
 * @property {Map<string, number>} classes  of the labels. Names that the user takes back still tell what a file means.
 * @property {Map<string, number>} others  that the labels do not have: they have one number in all files
 */

export class PredictionReader {
  client = new PredictionClient();
  #open;
  #classNames;
  #readings = 0;
  /** @type {WeakMap<Dataset, Called>} */
  #called = new WeakMap();

  /**
   * @param {(dataset: Dataset) => void} open  reads a dataset, unless it is being read
   * @param {(id: number) => ClassNames} classNames  of a dataset
   */
  constructor(open, classNames) {
    this.#open = open;
    this.#classNames = classNames;
  }

  /**
   * Compares a file with the labels, as soon as these have been read. Throws an AbortError if the dataset is closed before.
   * @param {Dataset} dataset
   * @param {number} id
   * @param {Place} place
   */
  async read(dataset, id, place) {
    while (!isLabelled(dataset)) {
      if (dataset.isClosed) throw new DOMException('the dataset was closed', 'AbortError');
      this.#open(dataset);
      await dataset.statuses.change();
    }
    const key = this.keyOf(dataset);
    const { classes, others } = this.#namesOf(dataset);
    const names = new Map([...others, ...classes]);
    const all = (await dataset.engine?.call('labels', total(dataset.record))) ?? new Float64Array();
    const labels = withoutUnlabelled(all, dataset.record.unlabelled);
    const { evaluation, predicted } = await this.client.call('read', id, place, labels, names);
    for (const [label, name] of evaluation.others) others.set(name, label);
    const otherNames = new Map([...others].map(([name, label]) => [label, name]));
    return { reading: ++this.#readings, evaluation, predicted, names: otherNames, key };
  }

  /**
   * Changes when the predictions of a dataset have to be read again; '' while they cannot be.
   * @param {Dataset} dataset
   */
  keyOf(dataset) {
    if (!isLabelled(dataset)) return '';
    const { labels, version } = this.#namesOf(dataset);
    return [this.client.generation, version, labels].join(' ');
  }

  /**
   * @param {Dataset} dataset
   * @returns {Called}
   */
  #namesOf(dataset) {
    const { names, key } = this.#classNames(dataset.id);
    const labels = labelsKey(dataset);
    const before = this.#called.get(dataset);
    const known =
      before?.labels === labels ? before : { labels, key: '', version: 0, classes: new Map(), others: new Map() };
    this.#called.set(dataset, known);
    if (known.key === key) return known;
    known.key = key;
    const isNew = [...names].some(([label, name]) => known.classes.get(name) !== label);
    if (isNew) known.version++;
    for (const [label, name] of names) {
      known.classes.set(name, label);
      known.others.delete(name);
    }
    return known;
  }
}

/**
 * Whether the labels of a dataset have been read, as far as they can be.
 * @param {Dataset} dataset
 */
function isLabelled({ engine, statuses }) {
  return engine !== null && !statuses.areOld && statuses.now.labels?.done === true;
}

/**
 * Changes when the labels of the items may be others.
 * @param {Dataset} dataset
 */
function labelsKey({ record }) {
  const { labels } = record.statuses;
  const { column } = labels?.labelling ?? {};
  return [record.labels, labels?.layout.text, column, labels?.items, principal(record) && total(record)].join();
}
