/** Reading predictions in their worker: beside the labels of a dataset and the names of their classes. */

import { principal, total, withoutUnlabelled } from '../state/index.js';
import { PredictionClient } from './prediction-client.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Dataset } from './dataset.js'
 * @import { Place } from './protocol.js'
 *
 * @typedef {object} ClassNames  of a dataset
 * @property {Names} names  that the page shows
 * @property {Names} own  that came with the labels
 * @property {string} key  changes with them
 */

/**
 * The names of classes in files about a dataset.
 * @typedef {object} Called
 * @property {string} labels  what changes with the labels
 * @property {string} key  that of the names which were added last
 * @property {number} version  changes when there are others
 * @property {number} corrections  how often a name moved from one class to another
 * @property {Map<string, number>} classes  of the labels
 * @property {Map<string, number>} unknown  that the labels do not have: they have one number in all files
 */

export class PredictionReader {
  client = new PredictionClient();
  #open;
  #classNames;
  #version = 0;
  /** @type {WeakMap<Dataset, Called>} */
  #called = new WeakMap();
  /** The last of the files that are read, one after the other. @type {Promise<unknown>} */
  #last = Promise.resolve();

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
    await this.#labelsOf(dataset);
    // Unknown classes of one file are known to the next.
    const reading = this.#last.then(() => this.#readNow(dataset, id, place));
    this.#last = reading.catch(() => {});
    return reading;
  }

  /**
   * Waits for the labels of a dataset.
   * @param {Dataset} dataset
   */
  async #labelsOf(dataset) {
    while (!isLabelled(dataset)) {
      if (dataset.isClosed) throw new DOMException('the dataset was closed', 'AbortError');
      this.#open(dataset);
      await dataset.statuses.change();
    }
  }

  /**
   * @param {Dataset} dataset
   * @param {number} id
   * @param {Place} place
   */
  async #readNow(dataset, id, place) {
    // Its worker may have been needed elsewhere meanwhile.
    await this.#labelsOf(dataset);
    const key = this.keyOf(dataset);
    const { classes, unknown } = this.#namesOf(dataset);
    const all = (await dataset.engine?.call('labels', total(dataset.record))) ?? new Float64Array();
    const labels = withoutUnlabelled(all, dataset.record.unlabelled);
    const names = new Map([...unknown, ...classes]);
    const { evaluation, predicted } = await this.client.call('read', id, place, labels, names);
    if (dataset.isClosed) {
      this.client.call('remove', id).catch(() => {});
      throw new DOMException('the dataset was closed', 'AbortError');
    }
    for (const [label, name] of evaluation.unknownClasses) unknown.set(name, label);
    const unknownNames = new Map([...unknown].map(([name, label]) => [label, name]));
    return { version: ++this.#version, evaluation, predicted, names: unknownNames, key };
  }

  /**
   * Changes when the predictions of a dataset have to be read again; '' while they cannot be.
   * @param {Dataset} dataset
   */
  keyOf(dataset) {
    if (!isLabelled(dataset)) return '';
    const { labels, version, corrections } = this.#namesOf(dataset);
    return [this.client.generation, version, corrections, labels].join(' ');
  }

  /**
   * The names of a dataset's classes: above all those that came with the labels. Others that the user takes back or replaces still
   * tell what open files mean. Not so where a name moves from one class to another: the earlier ones were wrong then.
   * @param {Dataset} dataset
   * @returns {Called}
   */
  #namesOf(dataset) {
    const { names: shown, own, key } = this.#classNames(dataset.id);
    const labels = labelsKey(dataset);
    const last = this.#called.get(dataset);
    const known =
      last?.labels === labels
        ? last
        : { labels, key: '', version: 0, corrections: 0, classes: new Map(), unknown: new Map() };
    this.#called.set(dataset, known);
    if (known.key === key) return known;
    known.key = key;
    const names = [...shown, ...own];
    const others = names.filter(([label, name]) => known.classes.get(name) !== label);
    if (!others.length) return known;
    known.version++;
    const before = new Map([...known.classes].map(([name, label]) => [name.toLowerCase(), label]));
    const hasMoved = (/** @type {[number, string]} */ [label, name]) =>
      (known.classes.get(name) ?? before.get(name.toLowerCase()) ?? label) !== label;
    const isCorrected = [...shown].some(hasMoved);
    if (isCorrected) known.corrections++;
    if (isCorrected || !dataset.predictions.length) known.classes.clear();
    for (const [label, name] of names) {
      known.classes.set(name, label);
      // Its number may be that of a class now.
      for (const [word, number] of known.unknown) if (word === name || number === label) known.unknown.delete(word);
    }
    return known;
  }
}

/**
 * Whether a file was read with these labels, by the same worker, and only without names that were added.
 * @param {string} key  of the file
 * @param {string} current
 */
export function differsInNames(key, current) {
  const [before, now] = [key, current].map((text) => text.split(' ').toSpliced(1, 1).join(' '));
  return before === now;
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
