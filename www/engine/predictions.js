/** Predictions of the items of datasets: read from files, compared with the labels, and again when these change. */

import { total } from '../state/index.js';
import { keyOf } from './asked-tables.js';
import { canBePredictions, hasFields, isCalledPredictions, namesPictures } from './prediction-files.js';
import { differsInNames } from './prediction-reader.js';
import { splitIn } from './splits.js';
import { WaitingPredictions } from './waiting-predictions.js';

/**
 * @import { PredictionList } from '../pkg/insight.js'
 * @import { Event, Predicted } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { Known, ReportFault } from './files.js'
 * @import { PredictionReader } from './prediction-reader.js'
 * @import { Fault, Place } from './protocol.js'
 *
 * @typedef {Predicted & { place: Place, key: string }} Held  predictions, where they were read from, and the labels that they were
 *   compared with
 * @typedef {object} Refusal  a file that is no IDX
 * @property {Place} place
 * @property {Parameters<ReportFault>} report  of it
 * @property {boolean} [isNote]  whether it lies beside data, and needs no alert unless it is called predictions
 */

/** Limit of the alerts about files of one drop that cannot be opened. */
export const MOST_REFUSALS = 50;
/** Why predictions that fit no labels may be for others, which are still to come. */
const WAITING = ['AbortError', 'PredictionRows', 'PredictionPictures'];
/** Why some pictures have none. */
const LEFT_OUT = ['PredictionSharedName', 'PredictionLines'];

export class Predictions {
  #reader;
  #number;
  #reportFault;
  #dispatch;
  #onchange;
  /** The datasets whose predictions are being compared again. @type {Set<Dataset>} */
  #following = new Set();
  #waiting = new WaitingPredictions();

  /**
   * @param {() => number} number  a new one
   * @param {ReportFault} reportFault
   * @param {(event: Event) => void} dispatch
   * @param {() => void} onchange
   * @param {PredictionReader} reader
   */
  constructor(number, reportFault, dispatch, onchange, reader) {
    this.#reader = reader;
    this.#number = number;
    this.#dispatch = dispatch;
    this.#reportFault = reportFault;
    this.#onchange = onchange;
  }

  /**
   * Reads files that are no IDX as predictions, and reports those that are none. Without labels, predictions wait for them. Returns
   * how many of the files are predictions.
   * @param {Refusal[]} refusals
   * @param {() => Dataset[]} datasets  all
   * @param {number | null} shown  id of the dataset in view
   * @param {boolean} areData  whether a link names the files: they are no predictions of what is open
   * @param {string[]} [notes]  takes the names of those that need no alert
   */
  async takeAll(refusals, datasets, shown, areData, notes = []) {
    this.#waiting.forget(refusals);
    await this.#retry(datasets, shown);
    const labelled = labelledOf(datasets(), shown);
    let [taken, reported] = [0, 0];
    for (const refusal of refusals) {
      const { place, report } = refusal;
      const [key, file, fault] = report;
      const isPlausible = !areData && canBePredictions(fault);
      const why = isPlausible && labelled.length ? await this.take(labelled, place, file) : fault;
      if (!why) taken++;
      else if (isPlausible && !labelled.length && (await isCalledPredictions(place, file, fault))) {
        taken++;
        this.#waiting.add(refusal);
        this.#reportFault(key, file, { name: 'PredictionEarly' }, false);
      } else if (refusal.isNote && !(await isCalledPredictions(place, file, fault))) notes.push(file);
      else if (reported++ < MOST_REFUSALS) {
        const isOther = why.name === 'PredictionOther';
        const hasWords = isOther && hasFields(fault) && (await isCalledPredictions(place, file, fault));
        this.#reportFault(key, file, hasWords ? { name: 'PredictionWord' } : isOther ? fault : why);
      }
    }
    // Labels may have come meanwhile.
    await this.#retry(datasets, shown);
    return taken;
  }

  /**
   * Compares the predictions that came before the labels, if there are other labels now.
   * @param {() => Dataset[]} datasets
   * @param {number | null} shown
   */
  #retry(datasets, shown) {
    const labelled = () => labelledOf(datasets(), shown);
    const labels = () => labelled().map(({ id, files }) => `${id}:${files.labels?.id}`);
    return this.#waiting.retry(
      () => labels().sort().join(),
      async ({ place, report: [key, file, fault] }) => {
        const why = await this.#tryTake(labelled(), place, file);
        const waits = why !== null && WAITING.includes(why.name);
        if (why && why.name !== 'AbortError')
          this.#reportFault(key, file, why.name === 'PredictionOther' ? fault : why);
        return !waits;
      },
    );
  }

  /**
   * Reads a file as predictions of the first of these datasets that it fits, and shows them. Returns why it holds none;
   * null if it does.
   * @param {Dataset[]} datasets  with labels
   * @param {Place} place
   * @param {string} name
   * @returns {Promise<Fault | null>}
   */
  async take(datasets, place, name) {
    const fault = await this.#tryTake(datasets, place, name);
    // The dataset was closed.
    return fault?.name === 'AbortError' ? null : fault;
  }

  /**
   * The same, also if the dataset was closed meanwhile.
   * @param {Dataset[]} datasets
   * @param {Place} place
   * @param {string} name
   * @returns {Promise<Fault | null>}
   */
  async #tryTake(datasets, place, name) {
    try {
      // Of datasets that the number of rows fits, the name can say which.
      const split = splitIn(name);
      const isMeant = (/** @type {Dataset} */ dataset) => split !== '' && splitIn(dataset.name) === split;
      datasets = datasets.toSorted((one, other) => Number(isMeant(other)) - Number(isMeant(one)));
      const pictures = datasets.filter(({ files }) => files.images?.pictures);
      // Few visits open predictions of pictures.
      const named =
        place instanceof File && pictures.length
          ? await (await import('./named-predictions.js')).namedIn(pictures, place)
          : null;
      const hasNames = !named && (await namesPictures(place));
      // Line by line, each prediction could be that of another picture.
      const others = hasNames ? datasets.filter((dataset) => !pictures.includes(dataset)) : datasets;
      if (!others.length) return { name: 'PredictionPictures' };
      const dataset = await (named ? this.#add([named.dataset], named.file, name) : this.#add(others, place, name));
      this.#dispatch({ type: 'dismiss', key: `refused:${name}` });
      this.#dispatch({ type: 'predicted', dataset: dataset.id });
      if (hasNames) this.#reportFault(`names:${name}`, name, { name: 'PredictionNames' }, false);
      else this.#dispatch({ type: 'dismiss', key: `names:${name}` });
      for (const fault of pictures.length ? LEFT_OUT : [])
        this.#dispatch({ type: 'dismiss', key: keyOf({ name: fault }, name) });
      for (const fault of named?.faults ?? []) this.#reportFault(keyOf(fault, name), name, fault, false);
      return null;
    } catch (error) {
      return /** @type {Fault} */ (error);
    }
  }

  /**
   * Takes a file, which can be open as labels, as predictions of the first of these datasets that it fits. Returns why it has none;
   * null if it does.
   * @param {Dataset[]} datasets
   * @param {Known} labels
   * @returns {Promise<Fault | null>}
   */
  async takeLabels(datasets, labels) {
    try {
      const { predictedIn } = labels;
      const fault = predictedIn ? await this.take(datasets, predictedIn.file, predictedIn.name) : null;
      if (predictedIn && (!fault || predictedIn.file === labels.place)) return fault;
      // A table can name the pictures.
      if (labels.source && datasets[0]?.files.images?.pictures)
        return await this.take(datasets, labels.source.file, labels.name);
      const { wordsOf } = await import('./named-predictions.js');
      return await this.take(datasets, await wordsOf(labels), labels.name);
    } catch (error) {
      // The file is not there any more.
      return /** @type {Fault} */ (error);
    }
  }

  /**
   * Reads a file as predictions of a dataset, in place of those of that name. The dataset is the first of these for
   * whose labels the file has a row each; if there is none, the fault says what is wrong for the first dataset.
   * @param {Dataset[]} datasets  with labels
   * @param {Place} place
   * @param {string} name
   * @returns {Promise<Dataset>}
   */
  async #add(datasets, place, name) {
    const [first, ...others] = datasets;
    try {
      await this.#put(first, place, name);
      return first;
    } catch (error) {
      const fault = /** @type {Fault} */ (error);
      const other = fault.name === 'PredictionRows' && others.find((dataset) => total(dataset.record) === fault.found);
      if (!other) throw error;
      await this.#put(other, place, name);
      return other;
    }
  }

  /**
   * Compares the predictions of a dataset with its labels again, if these have changed.
   * @param {Dataset} dataset
   */
  async follow(dataset) {
    if (this.#following.has(dataset)) return;
    this.#following.add(dataset);
    const stale = () => {
      const current = this.#reader.keyOf(dataset);
      return current && dataset.predictions.find(({ key }) => key !== current);
    };
    for (let held; (held = stale()); ) {
      const { id, place, name } = held;
      try {
        const read = await this.#reader.read(dataset, id, place);
        const at = dataset.predictions.findIndex((other) => other.id === id);
        // They may have been removed meanwhile.
        if (at >= 0) dataset.predictions = dataset.predictions.with(at, { id, name, place, ...read });
      } catch (error) {
        const fault = /** @type {Fault} */ (error);
        // The dataset was closed.
        if (fault.name === 'AbortError') break;
        const current = this.#reader.keyOf(dataset);
        // Names that are being typed need not fit the file yet.
        const isKept = differsInNames(held.key, current);
        dataset.predictions = dataset.predictions.flatMap((other) => {
          if (other.id !== id) return [other];
          return isKept ? [{ ...other, key: current }] : [];
        });
        if (!isKept) this.#reportFault(`refused:${name}`, name, fault);
      }
      this.#onchange();
    }
    this.#following.delete(dataset);
  }

  /**
   * The items in a list of predictions.
   * @param {number} id
   * @param {PredictionList} name
   */
  list(id, name) {
    return this.#reader.client.call('list', id, name);
  }

  /**
   * The items in a cell of the confusion matrix: see prediction-worker.js.
   * @param {number} id
   * @param {number | null} label
   * @param {number | null} predicted
   */
  cell(id, label, predicted) {
    return this.#reader.client.call('cell', id, label, predicted);
  }

  /**
   * @param {number} id
   * @param {number} item
   * @param {number} limit
   */
  item(id, item, limit) {
    return this.#reader.client.call('item', id, item, limit);
  }

  /**
   * @param {number} id
   * @param {number} other
   */
  compare(id, other) {
    return this.#reader.client.call('compare', id, other);
  }

  /**
   * Removes predictions from a dataset.
   * @param {Dataset} dataset
   * @param {number[]} ids
   */
  remove(dataset, ids) {
    for (const id of ids) this.#reader.client.call('remove', id).catch(() => {});
    dataset.predictions = dataset.predictions.filter(({ id }) => !ids.includes(id));
  }

  /** Ends the worker. */
  end() {
    this.#reader.client.end();
  }

  /**
   * @param {Dataset} dataset
   * @param {Place} place
   * @param {string} name
   */
  async #put(dataset, place, name) {
    const id = this.#number();
    const held = { id, name, place, ...(await this.#reader.read(dataset, id, place)) };
    this.remove(
      dataset,
      dataset.predictions.filter((other) => other.name === name).map(({ id }) => id),
    );
    dataset.predictions = [...dataset.predictions, held];
    this.#onchange();
  }
}

/**
 * The datasets with labels, the one in view first. Predictions that are shown as labels until these come are none, unless the user
 * keeps them.
 * @param {Dataset[]} datasets
 * @param {number | null} shown
 */
export function labelledOf(datasets, shown) {
  return datasets
    .filter(({ files: { labels }, paired }) => labels && (paired || !labels.predictedIn))
    .sort((one, other) => Number(other.id === shown) - Number(one.id === shown));
}
