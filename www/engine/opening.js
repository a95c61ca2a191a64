/** How files that were taken in become datasets, one of which is shown, and all of which are read. */

import { baseName } from '../state/index.js';
import { CalledPredictions } from './called-predictions.js';
import { Growing } from './growing.js';
import { namesPictures } from './prediction-files.js';
import { labelledOf, MOST_REFUSALS } from './predictions.js';
import { isSplitOf } from './splits.js';

/**
 * @import { DatasetRecord, Event } from '../state/index.js'
 * @import { Collection } from './collection.js'
 * @import { Dataset } from './dataset.js'
 * @import { List } from './decision-lists.js'
 * @import { Entry, IsCancelled } from './drops.js'
 * @import { EnginePool } from './engine-pool.js'
 * @import { Files, Known, ReportFault } from './files.js'
 * @import { Intake } from './intake.js'
 * @import { Mapping, Mappings } from './mappings.js'
 * @import { Held, Predictions } from './predictions.js'
 * @import { Slot } from './protocol.js'
 *
 * @typedef {object} Parts  of the library
 * @property {EnginePool} engines
 * @property {Files} files
 * @property {Collection} collection
 * @property {Mappings} mappings
 * @property {Intake} intake
 * @property {Predictions} predictions
 * @property {(event: Event) => void} dispatch
 * @property {ReportFault} reportFault
 * @property {(select: number | null) => void} publish
 * @property {(datasets: Dataset[]) => void} close  closes them, and publishes what is left
 */

/** Datasets of one drop that are read before the user selects them. Each has a worker of its own. */
const AT_ONCE = 8;

export class Opening {
  #engines;
  #files;
  #collection;
  #mappings;
  #intake;
  #predictions;
  #dispatch;
  #reportFault;
  #publish;
  #close;
  #called;

  /** @param {Parts} parts */
  constructor({ engines, files, collection, mappings, intake, predictions, dispatch, reportFault, publish, close }) {
    this.#engines = engines;
    this.#files = files;
    this.#collection = collection;
    this.#mappings = mappings;
    this.#intake = intake;
    this.#predictions = predictions;
    this.#dispatch = dispatch;
    this.#reportFault = reportFault;
    this.#publish = publish;
    this.#close = close;
    this.#called = new CalledPredictions({
      collection,
      files,
      predictions,
      reportFault,
      close,
      retract: (file) => intake.retract(file),
      open: async (file) => {
        const changed = await this.#arrange([file], null);
        publish(null);
        this.readAll(changed);
      },
    });
  }

  /**
   * Takes files in, and makes datasets of them.
   * @param {Entry[]} entries
   * @param {number | null} shown
   * @param {string} sample
   * @param {IsCancelled} isCancelled
   * @param {Record<Slot, string> | null} [link]  the addresses of the files, if a link names them
   * @returns {Promise<DatasetRecord | null>}  the dataset that is shown, if files were opened
   */
  async add(entries, shown, sample, isCancelled, link = null) {
    this.#dispatch({ type: 'inspecting', by: 1 });
    try {
      const growing = this.#growing();
      // What a link names is put together at the end.
      const intake = this.#intake.take(entries, sample, isCancelled, link ? null : growing);
      /** @type {Known[]} */
      let cut = [];
      const taken = await intake.finally(() => (cut = growing.end(isCancelled())));
      const found = [...new Set([...taken.opened, ...cut])].filter((file) => !growing.wasClosed(file));
      const { lists, passed, unlisted, replaced, refusals, partial, unread } = taken;
      // Class names of a dataset that was closed are not those of another.
      const mappings = !found.length && growing.isAllClosed ? [] : taken.mappings;
      if (found.length) this.#dispatch({ type: 'dismiss', key: 'engine' });
      // A link names data, and no predictions of what is open.
      const others = link ? [] : this.#collection.datasets;
      const arrays = await this.#called.takeAlone(found, others, shown);
      this.#files.all = this.#files.all.filter((file) => !arrays.includes(file));
      const rest = found.filter((file) => !arrays.includes(file));
      const comparable = link ? [] : this.#called.comparable(rest);
      const opened = rest.filter((file) => !comparable.includes(file));
      const changed = opened.length ? await this.#arrange(opened, link) : [];
      // What was shown while it came is not new any more.
      const { datasets } = this.#collection;
      const isLeft = (/** @type {Known} */ file) => !changed.some((dataset) => dataset.holds(file));
      const left = opened.filter(isLeft);
      const holding = [...changed, ...datasets.filter((dataset) => left.some((file) => dataset.holds(file)))];
      await this.#mappings.name(datasets, mappings, holding.length ? holding : this.#withSplits(shown));
      const dataset = opened.length ? this.show(opened, changed, growing.all.length > 0) : null;
      const target = dataset?.id ?? shown;
      if (replaced.length) await this.#closeReplaced(replaced, target);
      if (!link) this.#called.reportRows(opened, target);
      this.#called.compare(comparable, holding, target);
      if (!opened.length && mappings.length) this.#publish(null);
      const count = found.length + mappings.length + lists.length;
      // Not awaited: labels can be long, and other files can be opened meanwhile.
      this.#applyAll(lists, target);
      /** @type {string[]} */
      const notes = [];
      this.#predictions
        .takeAll(refusals, () => this.#collection.datasets, target, !!link, notes)
        .then((predicted) =>
          this.#dispatch({
            type: 'tally',
            tally: {
              opened: count + predicted,
              skipped: passed.length + refusals.length - partial + unlisted - predicted,
              passed: [...passed, ...notes],
              unlisted: unlisted + Math.max(0, refusals.length - predicted - notes.length - MOST_REFUSALS),
              unread,
            },
          }),
        );
      return dataset?.record ?? null;
    } finally {
      const expecting = this.#collection.datasets.filter(({ expectsLabels }) => expectsLabels);
      for (const dataset of expecting) dataset.expectsLabels = false;
      if (expecting.length) this.#publish(null);
      this.#engines.endConversions();
      this.#dispatch({ type: 'inspecting', by: -1 });
    }
  }

  /**
   * Compares predictions that were the labels of a dataset with those that it has now.
   * @param {Dataset} dataset
   * @param {Known} former
   */
  async compareReplaced(dataset, former) {
    const fault = await this.#predictions.takeLabels([dataset], former);
    if (fault) this.#reportFault(`refused:${former.name}`, former.name, fault);
    else if (former.predictedIn) this.#intake.retract(former.predictedIn.name);
  }

  /**
   * Closes the datasets of labels that are those of pictures now. Predictions that name pictures are compared with these. A
   * dataset with others stays: they are in the order of its rows.
   * @param {Known[]} replaced
   * @param {number | null} shown
   */
  async #closeReplaced(replaced, shown) {
    const known = this.#collection.datasets.filter(
      ({ files: { images, labels } }) => !images && labels && replaced.includes(labels),
    );
    /** @type {Dataset[]} */
    const closed = [];
    for (const dataset of known) {
      const areNamed = dataset.predictions.map(({ place }) => namesPictures(place).catch(() => false));
      if (!(await Promise.all(areNamed)).includes(false)) closed.push(dataset);
    }
    const predictions = closed.flatMap(({ predictions }) => predictions);
    this.#close(closed);
    // Not awaited: the labels are read before.
    this.#compareNamed(predictions, shown);
  }

  /**
   * Compares predictions with the labels of the pictures that they name.
   * @param {Held[]} predictions
   * @param {number | null} shown
   */
  async #compareNamed(predictions, shown) {
    for (const { place, name } of predictions) {
      const labelled = labelledOf(this.#collection.datasets, shown).filter(({ files }) => files.images?.pictures);
      const fault = await this.#predictions.take(labelled, place, name);
      if (fault) this.#reportFault(`refused:${name}`, name, fault);
    }
  }

  /**
   * The dataset in view, and the others that are splits of the same one: they have the same classes.
   * @param {number | null} shown  its id
   */
  #withSplits(shown) {
    const { datasets } = this.#collection;
    const { record } = datasets.find(({ id }) => id === shown) ?? {};
    return datasets.filter((other) => record && (other.id === shown || isSplitOf(record, other.record)));
  }

  /** The files of a drop that can be shown before their conversion ends. */
  #growing() {
    /** @param {Known[]} files @param {Mapping[]} mappings @param {boolean} isFirst */
    const show = async (files, mappings, isFirst) => {
      const changed = await this.#arrange(files, null);
      for (const dataset of changed) {
        const { images } = dataset.files;
        dataset.expectsLabels = !!images?.archive && !images.packed;
      }
      await this.#mappings.name(this.#collection.datasets, mappings, changed);
      this.show(files, changed, !isFirst);
    };
    return new Growing({
      files: this.#files,
      collection: this.#collection,
      dispatch: this.#dispatch,
      show,
      publish: () => this.#publish(null),
    });
  }

  /**
   * Applies lists, each to the dataset that its name begins with, or else to the one in view. All their items are selected.
   * @param {List[]} lists
   * @param {number | null} shown
   */
  async #applyAll(lists, shown) {
    /** @type {Set<Dataset | undefined>} */
    const selected = new Set();
    for (const list of lists) {
      const { datasets } = this.#collection;
      const named = datasets.filter(({ name }) => baseName(list.name).startsWith(name));
      const [longest] = named.toSorted((one, other) => other.name.length - one.name.length);
      const dataset = longest ?? datasets.find(({ id }) => id === shown);
      if (dataset) this.read(dataset);
      const how = { dispatch: this.#dispatch, reportFault: this.#reportFault, more: selected.has(dataset) };
      if (await list.apply(list, dataset, how)) selected.add(dataset);
    }
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
   * Shows the first of the datasets that were changed, or else the one that holds the files that were opened again.
   * @param {Known[]} opened
   * @param {Dataset[]} changed
   * @param {boolean} [wereShown]  whether the user has seen them before, and may look at others now
   */
  show(opened, changed, wereShown = false) {
    /** @param {Dataset} dataset */
    const count = (dataset) => opened.filter((file) => dataset.holds(file)).length;
    // Opening a file again resumes reading it.
    for (const dataset of this.#collection.datasets) dataset.resume(opened);
    const shown = changed[0] ?? this.#collection.datasets.toSorted((one, other) => count(other) - count(one))[0];
    this.#publish(wereShown ? null : shown.id);
    this.readAll(changed);
    // Predictions may wait for the labels in them.
    this.#predictions.takeAll([], () => this.#collection.datasets, shown.id, false);
    return shown;
  }

  /**
   * Reads datasets one after the other.
   * @param {Dataset[]} datasets
   */
  async readAll(datasets) {
    for (const dataset of datasets.slice(0, AT_ONCE)) {
      if (this.#collection.datasets.includes(dataset)) await this.read(dataset);
    }
  }

  /**
   * Reads a dataset, unless it is being read; resolves at the end.
   * @param {Dataset} dataset
   */
  read(dataset) {
    const kept = this.#collection.datasets.reduce((sum, { kept }) => sum + kept, 0);
    return this.#engines.read(dataset, kept);
  }
}
