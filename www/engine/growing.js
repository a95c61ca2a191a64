/** Files that are still being converted, in datasets that grow: they hold what has come out so far. */

import { versionOf } from './files.js';

/**
 * @import { Event } from '../state/index.js'
 * @import { Collection } from './collection.js'
 * @import { Files, Known, Origin } from './files.js'
 * @import { Mapping } from './mappings.js'
 *
 * @typedef {object} Parts  of the library
 * @property {Files} files
 * @property {Collection} collection
 * @property {(event: Event) => void} dispatch
 * @property {(files: Known[], mappings: Mapping[], isFirst: boolean) => Promise<unknown>} show  makes datasets of files, and shows
 *   the first of a drop
 * @property {() => void} publish
 */

export class Growing {
  /** Those of one drop. @type {Known[]} */
  all = [];
  #parts;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Whether images of what is being converted are shown. If that is cancelled, an alert says how many. */
  get showsPart() {
    return this.showsPartOf('');
  }

  /**
   * Whether images that come out of a file are shown in part.
   * @param {string} name  of the file; '' for any
   */
  showsPartOf(name) {
    const isOf = (/** @type {Known} */ file) => !name || file.name.startsWith(`${name}/`);
    return this.all.some((file) => file.grows && file.role === 'images' && isOf(file) && this.#isHeld(file));
  }

  /** Whether the user closed the dataset of what is being converted. */
  get isUnwanted() {
    return this.all.some((file) => file.grows && !this.#isHeld(file));
  }

  /**
   * Takes the files that come out of one that is being converted, with the items so far.
   * @param {(Origin & { isWhole?: boolean })[]} origins
   * @param {Mapping[]} mappings  class names that belong to them
   */
  async take(origins, mappings) {
    const { files, show } = this.#parts;
    /** @type {Known[]} */
    const begun = [];
    /** @type {Known[]} */
    const replaced = [];
    for (const { isWhole = false, ...origin } of origins) {
      // To close a dataset ends the conversion.
      if (this.isUnwanted) break;
      // It is recognised at the end.
      if (this.#isOpen(origin)) continue;
      try {
        const known = this.#find(origin);
        if (known) replaced.push(await this.#replace(known, origin, !isWhole));
        else begun.push(await files.add(origin, { grows: !isWhole }));
      } catch {
        // What is wrong is reported at the end.
      }
    }
    // A list of numbers that comes with images is taken for labels, not for predictions.
    const isCompany = (/** @type {Known} */ { grows, status: { shape } }) =>
      begun.some((file) => isWorthShowing(file) && (file.grows === grows || shape.length === 1));
    const shown = begun.filter((file) => isWorthShowing(file) || isCompany(file));
    files.all = files.all.filter((file) => shown.includes(file) || !begun.includes(file));
    if (shown.length)
      // Only then do they have datasets, which the user can close.
      await show(shown, mappings, this.all.length === 0).finally(() => this.all.push(...shown));
    this.#grow(replaced);
  }

  /**
   * Whether a file was shown, in part or as a whole, and the user closed its dataset since.
   * @param {Origin} origin
   */
  isClosed(origin) {
    // How large a file becomes that still grows is not known.
    const isIt = (/** @type {Known} */ file) => isSame(file, origin) && (file.grows || hasSizeOf(file, origin));
    return this.all.some((file) => isIt(file) && this.wasClosed(file));
  }

  /** Whether something was shown, and the user closed all of it. */
  get isAllClosed() {
    return this.all.length > 0 && !this.all.some((file) => this.#isHeld(file));
  }

  /**
   * Whether a file was shown, and is in no dataset any more.
   * @param {Known} file
   */
  wasClosed(file) {
    return this.all.includes(file) && !this.#isHeld(file);
  }

  /**
   * Whether a file is shown in part.
   * @param {Origin} origin
   */
  shows(origin) {
    const known = this.#find(origin);
    return known !== undefined && this.all.includes(known) && this.#isHeld(known);
  }

  /**
   * Takes one of the files at the end of its conversion; null if nothing of it was shown before.
   * @param {Origin} origin
   */
  async complete(origin) {
    const known = this.#find(origin);
    if (!known) return this.#whole(origin);
    const { name } = known;
    try {
      await this.#replace(known, origin, false);
      if (known.name !== name) await this.#parts.collection.rename(known);
    } catch {
      // It is opened like any other file, which reports why it cannot be.
      return null;
    }
    this.#grow([known]);
    return known;
  }

  /**
   * Ends those whose conversion was cancelled or failed: what is shown stays, unless its dataset was closed.
   * @param {boolean} isCancelled
   * @returns {Known[]}  all of the drop that stay, those that are whole, too
   */
  end(isCancelled) {
    const cut = this.all.filter(({ grows }) => grows);
    for (const file of cut) Object.assign(file, { grows: false, isCut: true });
    for (const file of cut) {
      const dataset = this.#holderOf(file);
      if (!dataset || file.role !== 'images') continue;
      // How many items a .gz holds is known once it is unpacked.
      const found = Math.max(file.status.items, dataset.statuses.now.images?.items ?? 0);
      const fault = { name: isCancelled ? 'ConversionCancelled' : 'ConversionFailed', found };
      const alert = { key: `cut:${file.name}`, file: file.archive || file.name, severe: false, faults: [fault] };
      this.#parts.dispatch({ type: 'alert', alert });
    }
    this.#grow(cut);
    return this.all.filter((file) => this.#isHeld(file));
  }

  /**
   * The file that grows, or whose conversion did not come to its end.
   * @param {Origin} origin
   */
  #find(origin) {
    return this.#parts.files.all.find((file) => (file.grows || file.isCut) && isSame(file, origin));
  }

  /**
   * The file of an archive that was shown as a whole. Two in an archive can have the same name.
   * @param {Origin} origin
   */
  #whole(origin) {
    const isWhole = (/** @type {Known} */ file) => file.name === origin.name && hasSizeOf(file, origin);
    return this.all.find((file) => isSame(file, origin) && isWhole(file)) ?? null;
  }

  /** @param {Origin} origin */
  #isOpen(origin) {
    return this.#parts.files.all.some((file) => !file.grows && !file.isCut && isSame(file, origin));
  }

  /** @param {Known} file */
  #isHeld(file) {
    return this.#holderOf(file) !== undefined;
  }

  /** @param {Known} file */
  #holderOf(file) {
    return this.#parts.collection.datasets.find((dataset) => dataset.holds(file));
  }

  /**
   * @param {Known} known
   * @param {Origin} origin
   * @param {boolean} grows  still
   */
  async #replace(known, origin, grows) {
    if (!this.all.includes(known)) this.all.push(known);
    await this.#parts.files.replace(known, origin, grows);
    this.#parts.dispatch({ type: 'dismiss', key: `cut:${origin.formerName ?? origin.name}` });
    return known;
  }

  /**
   * Reads files anew. Images grow with their labels.
   * @param {Known[]} replaced
   */
  #grow(replaced) {
    const { collection, publish } = this.#parts;
    for (const dataset of collection.datasets) {
      const { images, labels } = dataset.files;
      const holds = replaced.some((file) => dataset.holds(file));
      // Images that are whole wait for their labels, which come next.
      const isWaiting = images && labels?.grows && !images.grows;
      if (holds && !isWaiting) dataset.grow();
    }
    if (replaced.length) publish();
  }
}

/**
 * @param {Known} file
 * @param {Origin} origin
 */
function isSame(file, origin) {
  const [known, other] = [file, origin].map(({ name, formerName = name }) => formerName);
  return known === other && file.version === versionOf(origin.place);
}

/**
 * @param {Known} file
 * @param {Origin} origin
 */
function hasSizeOf({ place }, origin) {
  return place.size === origin.place.size;
}

/** Elements of a row that is a flattened image rather than the probabilities of so many classes, if it is a square. */
const MIN_FLATTENED = 256;

/**
 * Whether a dataset begins with a file. A part of the labels waits for images, and an array that can hold predictions for its
 * end: only then it is known whether it does.
 * @param {Known} file
 */
function isWorthShowing({ role, grows, status: { isNumpy, shape, items } }) {
  const [, columns = 1] = shape;
  const isFlattened = columns >= MIN_FLATTENED && Number.isInteger(Math.sqrt(columns));
  return items > 0 && (role === 'images' || !grows) && !(isNumpy && shape.length <= 2 && !isFlattened);
}
