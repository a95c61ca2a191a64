/** Checks a dataset: gives its images to workers, which compare them with one another, and collects what they find. */

import { checkKey, isUpToDate, sampled, withoutUnlabelled } from '../state/index.js';
import { planOf, VIEWS } from './check-plan.js';
import { CheckWorkers } from './check-workers.js';

/**
 * @import { CheckTask } from '../pkg/insight.js'
 * @import { Check, CheckStage, Dataset } from '../state/index.js'
 * @import { CheckClient } from './check-client.js'
 * @import { CheckedSet } from './check-plan.js'
 * @import { Engine } from './client.js'
 * @import { Fault } from './protocol.js'
 */

/** Bytes of images that are collected at a time. */
const BATCH = 1 << 20;
/** Milliseconds until items that were still to be read are asked for again. */
const PATIENCE = 50;
/** How often they are asked for while none of them arrives: for half a minute at least. */
const MAX_TRIES = 200;

export class Checker {
  #plan;
  #engine;
  #onchange;
  #workers = new CheckWorkers();
  #begun = performance.now();
  #compares = false;
  /** Resolves when the workers have all images, or when it ended before. @type {Promise<void>} */
  #collected = Promise.resolve();
  /** @type {Check} */
  #check;

  /**
   * @param {Dataset} dataset
   * @param {Dataset[]} open
   * @param {(dataset: number) => Engine | null} engine  of an open dataset
   * @param {(check: Check) => void} onchange  called when there is something new to show
   */
  constructor(dataset, open, engine, onchange) {
    const plan = planOf(dataset, open);
    this.#plan = plan;
    this.#engine = engine;
    this.#onchange = onchange;
    const key = checkKey(dataset);
    const others = open.filter(({ id }) => plan.sets.slice(1).some((set) => set.dataset === id));
    const siblings = Object.fromEntries(others.map((other) => [other.id, checkKey(other)]));
    this.#check = {
      key,
      siblings,
      plan,
      stage: 'collect',
      progress: 0,
      isProjected: false,
      isCompared: false,
      results: {},
      fault: null,
      duration: 0,
    };
  }

  /** The worker that still has the images when the check is over, for what is asked then. */
  get worker() {
    return this.#workers.first;
  }

  /** The images that are compared, and how. */
  get plan() {
    return this.#plan;
  }

  get isRunning() {
    return this.#check.stage !== null;
  }

  /** Whether it runs and compares images, and does not only collect them. */
  get isChecking() {
    return this.#compares && this.isRunning;
  }

  /**
   * Whether a dataset, and the others that take part, are as they were when the check began.
   * @param {Dataset} dataset
   * @param {Dataset[]} open
   */
  fits(dataset, open) {
    return isUpToDate(this.#check, dataset, open);
  }

  /**
   * Finds what is worth a look.
   * @param {boolean} forMap  whether the user waits for a map, which takes the neighbours alone
   */
  async run(forMap) {
    this.#compares = true;
    this.#workers.start(this.#plan.workers);
    await this.#ending(async () => {
      await (this.#collected = this.#collect());
      await this.#compare(forMap);
    });
  }

  /** Collects the images only, so that others can be compared with them. One worker is enough for that. */
  async collect() {
    this.#workers.start(1);
    await this.#ending(() => (this.#collected = this.#collect()));
  }

  /** Waits until a worker has all images. Resolves to null when it ended before. */
  async collected() {
    await this.#collected.catch(() => {});
    return this.worker;
  }

  /**
   * Does some work, and ends all workers but the first; all of them if it fails.
   * @param {() => Promise<void>} work
   */
  async #ending(work) {
    try {
      await work();
      this.#workers.keepFirst();
    } catch (error) {
      const { name, message } = /** @type {Fault} */ (error);
      this.end();
      this.#update({ fault: { name, message } });
    }
    this.#update({ stage: null, duration: performance.now() - this.#begun });
  }

  /** Ends the workers, which gives their memory back. What has been found stays. */
  end() {
    this.#workers.end();
  }

  /** @param {Partial<Check>} changes */
  #update(changes) {
    this.#check = { ...this.#check, ...changes };
    this.#onchange(this.#check);
  }

  /**
   * Reports the progress of a part of a stage.
   * @param {CheckStage} stage
   * @param {number[]} [part]  its start and its end, from 0 to 1
   */
  #reporter(stage, [from, to] = [0, 1]) {
    return (/** @type {number} */ progress) => this.#update({ stage, progress: from + (to - from) * progress });
  }

  /** Gives the images to all workers, some at a time. */
  async #collect() {
    const { sets, rows, columns } = this.#plan;
    const total = sets.reduce((sum, set) => sum + set.count, 0);
    this.#reporter('collect')(0);
    await this.#workers.callAll('begin', total, rows, columns);
    for (const set of sets) {
      const count = Math.max(1, Math.floor(BATCH / set.itemLength));
      for (let place = 0; place < set.count; place += count) {
        const {
          pixels,
          hashes,
          constant,
          labels: all,
        } = await this.#fetch(set, place, Math.min(count, set.count - place));
        const labels = withoutUnlabelled(all, set.unlabelled);
        await this.#workers.callAll('add', pixels, hashes, constant, labels);
        this.#update({ progress: (set.first + place) / total });
      }
    }
    const sizes = Uint32Array.from(sets, (set) => set.count);
    const teacher = sets.findIndex((set) => set.learns);
    await this.#workers.callAll('divide', sizes, teacher, sets.filter((set) => set.isRelated).length);
  }

  /**
   * Some of a dataset's images. Those that are not in memory are read first.
   * @param {CheckedSet} set
   * @param {number} place
   * @param {number} count
   */
  async #fetch({ dataset, count: size, total }, place, count) {
    const items = Float64Array.from({ length: count }, (_, index) => sampled(place + index, size, total));
    let missing = count;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const engine = this.#engine(dataset);
      if (!engine || !this.#workers.count) throw new DOMException('the check was ended', 'AbortError');
      const images = await engine.call('grayImages', items, this.#plan.shrink);
      if (!images.missing) return images;
      if (images.missing < missing) tries = 0;
      missing = images.missing;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    }
    // The page says elsewhere why a file cannot be read.
    throw new DOMException('the images cannot be read', 'NotReadableError');
  }

  /** @param {boolean} forMap */
  async #compare(forMap) {
    let { results } = this.#check;
    /** @param {Check['results']} found */
    const found = (found) => this.#update({ results: (results = { ...results, ...found }) });

    // Each worker needs them for what follows.
    const run = (/** @type {CheckClient} */ worker) => worker.run('duplicates');
    const [duplicates] = await this.#workers.callEach(run, this.#reporter('duplicates'));
    found({ duplicates });

    found({ differences: await this.#first('duplicates', 'differences') });

    if (forMap) await this.#findNeighbours();
    await this.#judge();
    const suspects = await this.#first('suspects', 'suspects');
    found({ suspects });

    if (!forMap) await this.#findNeighbours();
    found({ outliers: await this.#first('outliers', 'outliers') });

    await this.#exchange('shape-projection', 'near-duplicates', [0, 0.1]);
    await this.#exchange('shape-candidates', 'near-duplicates', [0.1, 0.8]);
    await this.#exchange('near-duplicates', 'near-duplicates', [0.8, 1]);
    const nearDuplicates = await this.#workers.alone.call('nearDuplicates');
    found({ nearDuplicates });
  }

  async #findNeighbours() {
    await this.#exchange('projection', 'neighbours', [0, 0.1]);
    this.#update({ isProjected: true });
    await this.#exchange('candidates', 'neighbours', [0.1, 0.7]);
    await this.#exchange('neighbours', 'neighbours', [0.7, 1]);
    this.#update({ isCompared: true });
  }

  /** Computes the scores of the labels: the workers share the views of the images. */
  async #judge() {
    const judges = Math.max(1, Math.min(this.#workers.count, VIEWS.length));
    for (let first = 0; first < VIEWS.length; first += judges) {
      const report = this.#reporter('suspects', [first / VIEWS.length, (first + judges) / VIEWS.length]);
      const scores = await this.#workers.callEach((worker, index) => worker.run(VIEWS[first + index]), report, judges);
      for (const [index, result] of scores.entries())
        await this.#workers.alone.callAndTransfer('give', VIEWS[first + index], [result]);
    }
  }

  /**
   * Has all workers do their shares of a task.
   * @param {CheckTask} task
   * @param {CheckStage} stage
   * @param {number[]} part  of the stage
   */
  async #exchange(task, stage, part) {
    await this.#workers.exchange(task, this.#reporter(stage, part));
  }

  /**
   * Has the first worker do a task alone.
   * @template {CheckTask} T
   * @param {CheckStage} stage
   * @param {T} task
   */
  async #first(stage, task) {
    const worker = this.#workers.alone;
    this.#update({ stage, progress: 0 });
    worker.onprogress = (progress) => this.#update({ progress });
    return await worker.run(task);
  }
}
