/** The check that runs, or ran last: started, cancelled, and asked for more when it is over. */

import { load } from '../platform/load.js';
import { comparedItem } from '../state/index.js';

/**
 * @import { NearDuplicates } from '../pkg/insight.js'
 * @import { CheckClient } from '../engine/check-client.js'
 * @import { Plan } from '../engine/check-plan.js'
 * @import { Checker } from '../engine/checker.js'
 * @import { Library } from '../engine/library.js'
 * @import { Check, Dataset, Event, State } from '../state/index.js'
 *
 * @typedef {{ dataset: number, item: number, plan: Plan, place: number }} Found  an image among those compared
 */

export class Checks {
  #library;
  #state;
  #dispatch;
  /** @type {Checker | null} */
  #checker = null;
  #dataset = 0;
  /** The threshold of near duplicates that is asked for. @type {number | null} */
  #threshold = null;

  /**
   * @param {Library} library
   * @param {() => State} state
   * @param {(event: Event) => void} dispatch
   */
  constructor(library, state, dispatch) {
    this.#library = library;
    this.#state = state;
    this.#dispatch = dispatch;
  }

  /**
   * Checks a dataset. An earlier check ends; what it found stays.
   * @param {Dataset} dataset
   */
  async start(dataset) {
    // The lists of blank items and of NaN belong to the statistics.
    this.#dispatch({ type: 'measure', dataset: dataset.id });
    const checker = await this.#create(dataset, (check) =>
      this.#dispatch({ type: 'check', dataset: dataset.id, check }),
    );
    await checker?.run(this.#state().mode === 'map');
  }

  /** Ends the workers. */
  end() {
    this.#checker?.end();
    this.#checker = null;
  }

  /**
   * Ends the workers of a dataset that was closed, and a check of one that changed.
   * @param {Dataset[]} datasets  the open ones
   */
  follow(datasets) {
    const checker = this.#checker;
    const dataset = datasets.find(({ id }) => id === this.#dataset);
    if (checker && (!dataset || (checker.isRunning && !checker.fits(dataset, datasets)))) this.end();
  }

  /**
   * The worker that has the images of a dataset, if there is one.
   * @param {Dataset} dataset
   * @returns {CheckClient | null}
   */
  worker(dataset) {
    const fits = this.#dataset === dataset.id && this.#checker?.fits(dataset, this.#state().datasets);
    return (fits && this.#checker?.worker) || null;
  }

  /**
   * Whether another dataset is being checked, so that no image can be found until that ends.
   * @param {Dataset} dataset
   */
  isBusy(dataset) {
    return !!this.#checker?.isChecking && !this.worker(dataset);
  }

  /**
   * The images that are most similar to an item, or to pixels of the size in which images are compared. The images are
   * collected first, if no worker has them.
   * @param {Dataset} dataset
   * @param {number | Uint8Array} sought
   * @param {number} count
   * @returns {Promise<Found[]>}
   */
  async similar(dataset, sought, count) {
    const worker = await this.#withImages(dataset);
    const plan = this.#checker?.plan;
    const engine = this.#library.engine(dataset.id);
    if (!worker || !plan || !engine) return [];
    const pixels =
      typeof sought === 'number'
        ? (await engine.call('grayImages', Float64Array.of(sought), plan.shrink)).pixels
        : sought;
    if (pixels.length !== plan.rows * plan.columns) return [];
    const { places } = await worker.call('similar', pixels, count + 1);
    const found = Array.from(places, (place) => ({ ...comparedItem(plan, place), plan, place }));
    return found.filter(({ dataset: id, item }) => id !== dataset.id || item !== sought).slice(0, count);
  }

  /**
   * Finds the near duplicates of a checked dataset at another threshold.
   * @param {Dataset} dataset
   * @param {number} threshold
   */
  async findNear(dataset, threshold) {
    const isAsked = this.#threshold !== null;
    this.#threshold = threshold;
    // One request at a time, for the newest threshold.
    while (!isAsked && this.#threshold !== null) {
      /** @type {number} */
      const asked = this.#threshold;
      const found = await this.worker(dataset)
        ?.call('nearDuplicates', asked)
        .catch(() => null);
      if (found) this.#replaceNear(dataset.id, found);
      if (this.#threshold === asked) this.#threshold = null;
    }
  }

  /**
   * @param {number} id  of the dataset
   * @param {NearDuplicates} nearDuplicates
   */
  #replaceNear(id, nearDuplicates) {
    const check = this.#state().datasets.find((dataset) => dataset.id === id)?.check;
    if (!check?.results.nearDuplicates) return;
    const results = { ...check.results, nearDuplicates };
    this.#dispatch({ type: 'check', dataset: id, check: { ...check, results } });
  }

  /**
   * A worker with all images of a dataset; null where there is none because another dataset is being checked.
   * @param {Dataset} dataset
   */
  async #withImages(dataset) {
    if (this.worker(dataset)) return (await this.#checker?.collected()) ?? null;
    if (this.isBusy(dataset)) return null;
    const checker = await this.#create(dataset, () => {});
    await checker?.collect();
    return checker?.worker ?? null;
  }

  /**
   * A checker in place of the last one.
   * @param {Dataset} dataset
   * @param {(check: Check) => void} onchange
   */
  async #create(dataset, onchange) {
    this.end();
    this.#dataset = dataset.id;
    try {
      const { Checker } = await load('engine/checker');
      // Another one may have begun while the module came.
      this.end();
      const engine = (/** @type {number} */ id) => this.#library.read(id)?.engine ?? null;
      this.#checker = new Checker(dataset, this.#state().datasets, engine, onchange);
      return this.#checker;
    } catch {
      const faults = [{ name: 'EngineUnavailable', supported: true }];
      this.#dispatch({ type: 'alert', alert: { key: 'engine', file: '', severe: true, faults } });
      return null;
    }
  }
}
