/** The open datasets: which files make one, and what each is called. */

import { Dataset } from './dataset.js';
import { wholeOf } from './files.js';
import { trainingFirst } from './splits.js';

/**
 * @import { Pair } from '../pkg/idxlens.js'
 * @import { Event } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Known } from './files.js'
 * @import { Slot } from './protocol.js'
 */

export class Collection {
  /** @type {Dataset[]} */
  datasets = [];
  #scout;
  #dispatch;
  #number;
  #nameOfSet;
  #onreplaced;

  /**
   * @param {() => Engine} scout  the engine that pairs files
   * @param {(event: Event) => void} dispatch
   * @param {() => number} number  a new one
   * @param {(set: string, name: string) => string} nameOfSet  names the dataset of a well-known set whose files have this name
   * @param {(dataset: Dataset, labels: Known) => void} onreplaced  takes predictions that were the labels of a dataset until others came
   */
  constructor(scout, dispatch, number, nameOfSet, onreplaced) {
    this.#scout = scout;
    this.#dispatch = dispatch;
    this.#number = number;
    this.#nameOfSet = nameOfSet;
    this.#onreplaced = onreplaced;
  }

  /**
   * Makes datasets of the files that a link opened: one of those that it names, and others of what else is in them.
   * @param {Record<Slot, string>} addresses
   * @param {Known[]} opened
   * @param {Known[]} all  that are open
   * @returns {Promise<Dataset[]>} that one, and the new and the changed ones
   */
  async follow(addresses, opened, all) {
    const images = named(addresses.images, 'images', opened);
    const labels = named(addresses.labels, 'labels', opened);
    const areAll = opened.every((file) => file === images || file === labels);
    // Files in the wrong part of the link are paired like dropped ones.
    const areMisnamed = images?.role === 'labels' || labels?.role === 'images';
    const areJoined = !areMisnamed && (areAll || (images && labels));
    if (areJoined) await this.#join(images, labels);
    const changed = areJoined && areAll ? [] : await this.arrange(opened, all);
    const main = images ?? labels;
    const holding = this.datasets.filter((dataset) => main && dataset.holds(main));
    const target = holding.find(({ files }) => files.images === images && files.labels === labels) ?? holding[0];
    return target ? [target, ...changed.filter((dataset) => dataset !== target)] : changed;
  }

  /**
   * Makes a dataset of these files, unless there is one.
   * @param {Known | null} images
   * @param {Known | null} labels
   */
  async #join(images, labels) {
    if (this.datasets.some(({ files }) => files.images === images && files.labels === labels)) return;
    const files = [images, labels].filter((file) => file !== null);
    const [{ name }] = await this.#scout().call('pair', files.map(candidate));
    const dataset = this.create(name, files[0].address);
    dataset.paired = files.length > 1;
    dataset.put('images', images);
    dataset.put('labels', labels);
    this.#nameAfterSet(dataset, name);
  }

  /**
   * Makes datasets of the files that are in none yet, and completes those that lack a file.
   * @param {Known[]} opened
   * @param {Known[]} all  that are open
   * @returns {Promise<Dataset[]>} the new and the changed ones, those with images first
   */
  async arrange(opened, all) {
    const { datasets: exchanged, formerLabels } = await this.#exchangeLabels(opened);
    const settled = this.datasets.filter((dataset) => dataset.settled);
    const unsettled = this.datasets.filter((dataset) => !dataset.settled);
    // Without files that the user removed from a dataset. Files that were opened together are paired first.
    const wanted = new Set([
      ...opened,
      ...formerLabels,
      ...all.filter((file) => unsettled.some((dataset) => dataset.holds(file))),
    ]);
    // Of labels of the same number, predictions come last.
    const loose = [...wanted]
      .filter((file) => !settled.some((dataset) => dataset.holds(file)))
      .toSorted((one, other) => Number(!!one.predictedIn) - Number(!!other.predictedIn));
    const matched = await this.#scout().call('pair', loose.map(candidate));
    const pairs = [];
    for (const pair of matched) pairs.push(...((await this.#isNoPair(pair, loose)) ? divided(pair) : [pair]));
    /** @type {Set<Dataset>} */
    const changed = new Set(exchanged);
    const fileOf = (/** @type {Pair} */ { images, labels }) => loose[/** @type {number} */ (images ?? labels)];
    for (const pair of trainingFirst(pairs, (pair) => fileOf(pair).name)) {
      const images = pair.images === null ? null : loose[pair.images];
      const labels = pair.labels === null ? null : loose[pair.labels];
      const dataset =
        this.datasets.find((known) => !known.settled && images && known.files.images === images) ??
        this.datasets.find((known) => !known.settled && labels && known.files.labels === labels) ??
        this.create(pair.name, fileOf(pair).name);
      const hadLabels = !!dataset.files.labels && !dataset.files.images;
      for (const [slot, file] of /** @type {const} */ ([
        ['images', images],
        ['labels', labels],
      ])) {
        if (!file || dataset.files[slot] === file) continue;
        dataset.put(slot, file);
        changed.add(dataset);
      }
      if (!changed.has(dataset)) continue;
      // Labels may have come first. Their dataset is called after the images.
      if (images && labels && hadLabels)
        dataset.name = dataset.linkName = this.#unused(pair.name, images.name, dataset);
      this.#nameAfterSet(dataset, pair.name);
      dataset.pairedByCount = !!images && !!labels && (await this.#haveOtherNames(images, labels));
    }
    return [...changed].toSorted((one, other) => Number(!one.files.images) - Number(!other.files.images));
  }

  /**
   * Gives datasets the labels that are named like their images, where only the number of items spoke for those that they have, and
   * labels in place of predictions.
   * @param {Known[]} opened
   */
  async #exchangeLabels(opened) {
    /** @type {Dataset[]} */
    const datasets = [];
    /** @type {Known[]} */
    const formerLabels = [];
    const isNew = (/** @type {Known} */ file) =>
      !file.predictedIn && !this.datasets.some((dataset) => dataset.knows(file));
    // New images come first.
    const labels = opened.some(({ role }) => role === 'images') ? [] : opened.filter(isNew);
    for (const file of labels) {
      const found = await this.#datasetFor(file);
      if (!found) continue;
      const { dataset, former, haveOtherNames } = found;
      dataset.put('labels', file);
      dataset.mapping = file.mapping ?? null;
      dataset.pairedByCount = haveOtherNames;
      this.#nameAfterSet(dataset, dataset.linkName);
      datasets.push(dataset);
      if (former.predictedIn) this.#onreplaced(dataset, former);
      else formerLabels.push(former);
    }
    return { datasets, formerLabels };
  }

  /**
   * The dataset whose labels give way to these, if there is one, and its labels.
   * @param {Known} file
   */
  async #datasetFor(file) {
    const fitting = this.datasets.flatMap((dataset) => {
      const { images, labels: former } = dataset.files;
      const fits = images && former && former.status.promised === file.status.promised;
      return fits && !areOfOthers(images, file) && !dataset.paired && (dataset.pairedByCount || former.predictedIn)
        ? [{ dataset, images, former }]
        : [];
    });
    const candidates = await Promise.all(
      fitting.map(async (all) => ({ ...all, haveOtherNames: await this.#haveOtherNames(all.images, file) })),
    );
    // The user may have chosen meanwhile.
    const current = candidates.filter(
      ({ dataset, former }) => this.datasets.includes(dataset) && !dataset.paired && dataset.files.labels === former,
    );
    return current.find(({ haveOtherNames }) => !haveOtherNames) ?? current.find(({ former }) => former.predictedIn);
  }

  /**
   * Whether the number of items says nothing of a pair: the labels came with names, which are not those of its pictures, or are in
   * the order of other pictures; or the images are predictions of other ones.
   * @param {Pair} pair
   * @param {Known[]} files
   */
  async #isNoPair({ images, labels }, files) {
    if (images === null || labels === null) return false;
    const [one, other] = [files[images], files[labels]];
    return (
      (!!one.pictures && !!other.source) ||
      areOfOthers(one, other) ||
      (!!one.predictedIn && (await this.#haveOtherNames(one, other)))
    );
  }

  /**
   * Whether the names of two files do not make them a pair. The arrays of one archive belong together whatever they are called.
   * @param {Known} images
   * @param {Known} labels
   */
  async #haveOtherNames(images, labels) {
    if (images.archive && images.archive === labels.archive) return false;
    // With different counts, only their names can.
    const files = [images, labels].map((file, items) => ({ ...candidate(file), items }));
    return (await this.#scout().call('pair', files)).length > 1;
  }

  /**
   * A dataset with a name of its own: if necessary with its folder, else with a number.
   * @param {string} name
   * @param {string} path  of its file
   */
  create(name, path) {
    const dataset = new Dataset(this.#number(), this.#unused(name, path), this.#dispatch);
    this.datasets.push(dataset);
    return dataset;
  }

  /**
   * Renames the dataset of a file, once the file's own name is known.
   * @param {Known} file
   */
  async rename(file) {
    const [{ name }] = await this.#scout().call('pair', [candidate(file)]);
    const dataset = this.datasets.find((dataset) => dataset.holds(file));
    if (dataset) dataset.name = dataset.linkName = this.#unused(name, file.name, dataset);
  }

  /**
   * A name that no other dataset has.
   * @param {string} name
   * @param {string} path  of its file
   * @param {Dataset} [own]  that has the name, or will have it
   */
  #unused(name, path, own) {
    const others = this.datasets.filter((dataset) => dataset !== own);
    const taken = new Set(others.flatMap(({ name, linkName }) => [name, linkName]));
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    let unused = taken.has(name) ? folder + name : name;
    for (let n = 2; taken.has(unused); n++) unused = `${name} (${n})`;
    return unused;
  }

  /**
   * Names a dataset after the well-known one that it turns out to be, where files of several have its name.
   * @param {Dataset} dataset
   * @param {string} name  of its files
   */
  #nameAfterSet(dataset, name) {
    const set = ambiguousSet(dataset);
    if (!set) return;
    const called = this.#nameOfSet(set, name);
    const taken = this.datasets.filter((other) => other !== dataset).map((other) => other.name);
    dataset.name = called;
    for (let n = 2; taken.includes(dataset.name); n++) dataset.name = `${called} (${n})`;
  }
}

/**
 * The well-known dataset that the files belong to, if several have files of that name, so that the name does not tell; else ''.
 * @param {Dataset} dataset
 */
function ambiguousSet({ files: { images, labels } }) {
  if (!images?.status.hasSharedName && !labels?.status.hasSharedName) return '';
  return labels?.checksum?.set || labels?.status.set || images?.status.set || '';
}

/**
 * The file that a link names: the one with its address, or the only one of its role in the file that is there.
 * @param {string} address
 * @param {Slot} role
 * @param {Known[]} opened
 */
function named(address, role, opened) {
  const inside = opened.filter((file) => wholeOf(file.address) === wholeOf(address));
  const ofRole = inside.filter((file) => file.role === role);
  return inside.find((file) => file.address === address) ?? (ofRole.length === 1 ? ofRole[0] : null);
}

/**
 * Whether labels are in the order of other pictures than those that images were made of.
 * @param {Known} images
 * @param {Known} labels
 */
function areOfOthers(images, labels) {
  return !!labels.pictures && labels.pictures.names !== images.pictures?.names;
}

/**
 * A pair of its own for each of two files.
 * @param {Pair} pair
 * @returns {Pair[]}
 */
function divided({ name, images, labels }) {
  return [
    { name, images, labels: null },
    { name, images: null, labels },
  ];
}

/** @param {Known} file */
function candidate({ name, role, status }) {
  return { name, role, items: status.promised };
}
