/** What the user answers to an alert that asks how a file is to be opened. */

import { SLOTS } from './dataset-statuses.js';

/**
 * @import { Cell } from '../pkg/convert.js'
 * @import { Event } from '../state/index.js'
 * @import { Collection } from './collection.js'
 * @import { Dataset } from './dataset.js'
 * @import { Drops, Entry } from './drops.js'
 * @import { EnginePool } from './engine-pool.js'
 * @import { Files, Known, ReportFault } from './files.js'
 * @import { Intake } from './intake.js'
 * @import { Mappings } from './mappings.js'
 * @import { Opening } from './opening.js'
 *
 * @typedef {object} Parts  of the library
 * @property {EnginePool} engines
 * @property {Files} files
 * @property {Collection} collection
 * @property {Intake} intake
 * @property {Opening} opening
 * @property {Mappings} mappings
 * @property {Drops} drops
 * @property {(event: Event) => void} dispatch
 * @property {ReportFault} reportFault
 * @property {(datasets: Dataset[]) => void} close  closes them, and publishes what is left
 */

export class Answers {
  #parts;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Opens a file that was refused, in a layout that the user chose.
   * @param {string} alert  its key
   * @param {string} as  the layout
   */
  readRefused(alert, as) {
    const { files, collection, opening, drops, dispatch } = this.#parts;
    return drops.queue(async () => {
      const origin = files.refused.get(alert);
      if (!origin) return;
      const file = await files.readAs(origin, as);
      opening.show([file], await collection.arrange([file], files.all));
      dispatch({ type: 'dismiss', key: alert });
    });
  }

  /**
   * Opens the images that are cut out of a picture.
   * @param {string} alert  the key of the one about the picture
   * @param {Cell} cell
   */
  cut(alert, cell) {
    const { engines, files, intake, opening, drops, dispatch } = this.#parts;
    return drops.queue(async (isCancelled) => {
      const origin = files.refused.get(alert);
      if (!(origin?.place instanceof File)) return;
      const cutting = intake.cut({ ...origin, file: origin.place }, cell, isCancelled);
      const images = await cutting.finally(() => engines.endConversions());
      if (!images) return;
      // The focus was in it, and can go to the items then.
      dispatch({ type: 'dismiss', key: alert });
      await opening.add([images], null, '', isCancelled);
    });
  }

  /**
   * Reads a table again with another column as the label. What comes out takes the place of what came out before, which stays
   * in view until then.
   * @param {string} alert  the key of the one about the table
   * @param {number} column  its number from 1, or 0 for none
   * @param {() => void} [onread]  called before what is in view is replaced
   */
  chooseLabel(alert, column, onread = () => {}) {
    const { engines, collection, intake, mappings, drops } = this.#parts;
    return drops.queue(async (isCancelled) => {
      const reading = intake.relabelled(alert, column, isCancelled);
      const relabelled = await reading.finally(() => engines.endConversions());
      if (!relabelled) return;
      onread();
      const { entry, made, table } = relabelled;
      mappings.forget(`${entry.name}/metadata`, collection.datasets);
      await this.#replace(({ place }) => made.includes(place), { ...entry, table, label: column });
    });
  }

  /**
   * Opens the images of a dataset with the last dimension of their file first, which counts them, or again as they are stored.
   * @param {number} id  of the dataset
   * @param {boolean} areLast
   */
  moveItems(id, areLast) {
    const { engines, collection, intake, drops, dispatch, reportFault } = this.#parts;
    return drops.queue(async (isCancelled) => {
      const images = collection.datasets.find((dataset) => dataset.id === id)?.files.images;
      if (!images) return;
      const { place, name, root, archive, packed, itemsLast } = images;
      const stored = itemsLast ?? { file: place, name, root, archive, packed };
      const alert = `items-last:${name}`;
      const moving = areLast ? intake.withItemsFirst(stored, isCancelled) : Promise.resolve(stored);
      const entry = await moving
        .catch((error) => reportFault(alert, name, error))
        .finally(() => engines.endConversions());
      if (!entry) return;
      dispatch({ type: 'dismiss', key: alert });
      await this.#replace((file) => file === images, entry);
    });
  }

  /**
   * Opens a file in place of others, which stay if that fails.
   * @param {(file: Known) => boolean} isReplaced
   * @param {Entry} entry
   */
  async #replace(isReplaced, entry) {
    const { files, collection, opening, close } = this.#parts;
    const isOld = (/** @type {Known | null} */ file) => file !== null && isReplaced(file);
    const old = files.all.filter(isOld);
    files.all = files.all.filter((file) => !old.includes(file));
    /** @type {(() => void)[]} */
    const restore = [];
    // Images or labels of other files stay.
    for (const dataset of collection.datasets)
      for (const slot of SLOTS) {
        const [file, other] = [dataset.files[slot], dataset.files[slot === 'images' ? 'labels' : 'images']];
        if (!isOld(file) || !other || isOld(other)) continue;
        dataset.put(slot, null);
        restore.push(() => dataset.put(slot, file));
      }
    const closed = collection.datasets.filter(({ files }) => isOld(files.images) || isOld(files.labels));
    // Their names are free then.
    collection.datasets = collection.datasets.filter((dataset) => !closed.includes(dataset));
    if (await opening.add([{ ...entry, link: undefined }], null, '', () => false)) return close(closed);
    files.all.push(...old);
    collection.datasets.push(...closed);
    for (const put of restore) put();
  }
}
