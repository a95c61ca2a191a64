/** Arrays that are predictions by their names, or because nothing else was dropped: they wait for labels, and are compared with them. */

import { baseName, total } from '../state/index.js';
import { isLabelsName } from '../text/prediction-names.js';
import { labelledOf } from './predictions.js';

/**
 * @import { Collection } from './collection.js'
 * @import { Dataset } from './dataset.js'
 * @import { Files, Known, ReportFault } from './files.js'
 * @import { Held, Predictions } from './predictions.js'
 *
 * @typedef {object} Parts  of the library
 * @property {Collection} collection
 * @property {Files} files
 * @property {Predictions} predictions
 * @property {ReportFault} reportFault
 * @property {(datasets: Dataset[]) => void} close  closes them, and publishes what is left
 * @property {(file: string) => void} retract  takes back what was asked about a table that holds predictions
 * @property {(file: Known) => Promise<void>} open  makes a dataset of a file
 */

export class CalledPredictions {
  #collection;
  #files;
  #predictions;
  #reportFault;
  #close;
  #retract;
  #open;

  /** @param {Parts} parts */
  constructor({ collection, files, predictions, reportFault, close, retract, open }) {
    this.#collection = collection;
    this.#files = files;
    this.#predictions = predictions;
    this.#reportFault = reportFault;
    this.#close = close;
    this.#retract = retract;
    this.#open = open;
  }

  /**
   * Reads NumPy arrays, and files that are called predictions, as these, if that is all that was dropped: rows of numbers, as many
   * as a dataset has labels. Arrays that are called labels are asked about. Returns those that are predictions.
   * @param {Known[]} opened
   * @param {Dataset[]} datasets  all
   * @param {number | null} shown  id of the dataset in view
   */
  async takeAlone(opened, datasets, shown) {
    const labelled = labelledOf(datasets, shown).filter(({ record }) => record.statuses.labels?.done);
    // The labels that a model was compared with are no other model.
    const areCalled = opened.some(({ predictedIn }) => predictedIn);
    /** @param {Known} file */
    const isLike = ({ name, status, items, predictedIn }) =>
      (predictedIn || (status.isNumpy && (areCalled || !isLabelsName(baseName(name))))) &&
      status.shape.length <= 2 &&
      labelled.some(({ record }) => total(record) === items);
    const isNew = opened.every((file) => isLike(file) && !datasets.some((dataset) => dataset.knows(file)));
    if (!isNew) return [];
    const [truths, others] = [true, false].map((are) =>
      opened.filter(({ name }) => (areCalled && isLabelsName(baseName(name))) === are),
    );
    /** @type {Known[]} */
    const taken = [];
    for (const file of truths) {
      const found = await this.#compared(labelled, file);
      found?.remove();
      if (found?.evaluation.accuracy === 1) taken.push(file);
    }
    for (const file of others) {
      // A new version of predictions takes their place, whatever is in it.
      const isKnown = labelled.some(({ predictions }) => predictions.some(({ name }) => name === file.name));
      const found = await this.#compared(labelled, file);
      // Numbers of other things are asked about.
      if (found && !isKnown && !file.predictedIn && !areClasses(found.evaluation)) found.remove();
      else if (found) taken.push(file);
    }
    return taken;
  }

  /**
   * How a file compares with the labels of one of these datasets as predictions, and what takes it back; null if it cannot be compared.
   * @param {Dataset[]} datasets
   * @param {Known} file
   */
  async #compared(datasets, file) {
    if (await this.#predictions.takeLabels(datasets, file)) return null;
    const names = [file.name, file.predictedIn?.name];
    const isHeld = (/** @type {Held} */ { name }) => names.includes(name);
    const dataset = datasets.find(({ predictions }) => predictions.some(isHeld));
    const held = dataset?.predictions.find(isHeld);
    if (!dataset || !held) return null;
    return { evaluation: held.evaluation, remove: () => this.#predictions.remove(dataset, [held.id]) };
  }

  /**
   * The files of a drop that are called predictions, and for which labels are there; and such files that came before.
   * @param {Known[]} files
   */
  comparable(files) {
    const { datasets } = this.#collection;
    const open = datasets.flatMap(({ files: { images, labels } }) =>
      images && labels ? [] : (images ?? labels ?? []),
    );
    const labels = [...files, ...datasets.flatMap(({ files }) => files.labels ?? [])];
    return [...new Set([...files, ...open])].filter(
      (file) => file.predictedIn && labels.some((labels) => areLabelsOf(labels, file)),
    );
  }

  /**
   * Reports files that are called predictions, and are shown as labels because no dataset has as many.
   * @param {Known[]} opened
   * @param {number | null} shown
   */
  reportRows(opened, shown) {
    const [labelled] = labelledOf(this.#collection.datasets, shown);
    const isLoose = (/** @type {Known} */ file) =>
      this.#collection.datasets.some((dataset) => dataset.holds(file) && !dataset.settled);
    for (const { name, items } of labelled ? opened.filter((file) => file.predictedIn && isLoose(file)) : []) {
      const fault = { name: 'PredictionRows', expected: labelled.files.labels?.items, found: items };
      this.#reportFault(`rows:${name}`, name, fault, false);
    }
  }

  /**
   * Compares files that are called predictions with labels of the same number. One that is none is shown as labels.
   * @param {Known[]} files
   * @param {Dataset[]} dropped  just now: their labels come first
   * @param {number | null} shown
   */
  async compare(files, dropped, shown) {
    for (const file of files) {
      const fitting = labelledOf(this.#collection.datasets, shown)
        .filter(({ files: { labels } }) => labels && areLabelsOf(labels, file))
        .toSorted((one, other) => Number(dropped.includes(other)) - Number(dropped.includes(one)));
      const fault = fitting.length ? await this.#predictions.takeLabels(fitting, file) : null;
      const { datasets } = this.#collection;
      const names = [file.name, file.predictedIn?.name];
      const isTaken =
        !fault && datasets.some(({ predictions }) => predictions.some(({ name }) => names.includes(name)));
      // The user can have opened or closed datasets meanwhile.
      const holding = datasets.find((dataset) => dataset.holds(file));
      if (isTaken) {
        if (file.predictedIn) this.#retract(file.predictedIn.name);
        if (holding) this.#close(holding.settled ? [] : [holding]);
        else this.#files.all = this.#files.all.filter((other) => other !== file);
        continue;
      }
      if (fault) this.#reportFault(`refused:${file.name}`, file.name, fault, false);
      if (holding) continue;
      this.#files.all = [...new Set([...this.#files.all, file])];
      await this.#open(file);
    }
  }
}

/**
 * Whether most of what is predicted are classes of the labels.
 * @param {Held['evaluation']} evaluation
 */
function areClasses({ figures, compared }) {
  const unknown = figures.reduce((sum, { support, predicted }) => sum + (support ? 0 : predicted), 0);
  return 2 * unknown <= compared;
}

/**
 * Whether a file has labels that predictions can be compared with: as many, and no predictions.
 * @param {Known} labels
 * @param {Known} predictions
 */
function areLabelsOf(labels, predictions) {
  return labels.role === 'labels' && !labels.predictedIn && labels.items === predictions.items;
}
