/** What the user answers to an alert that asks how a file is to be opened. */

/**
 * @import { Cell } from '../pkg/convert.js'
 * @import { Event } from '../state/index.js'
 * @import { Collection } from './collection.js'
 * @import { Dataset } from './dataset.js'
 * @import { Drops } from './drops.js'
 * @import { EnginePool } from './engine-pool.js'
 * @import { Files } from './files.js'
 * @import { Intake } from './intake.js'
 * @import { Opening } from './opening.js'
 *
 * @typedef {object} Parts  of the library
 * @property {EnginePool} engines
 * @property {Files} files
 * @property {Collection} collection
 * @property {Intake} intake
 * @property {Opening} opening
 * @property {Drops} drops
 * @property {(event: Event) => void} dispatch
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
   * Opens a table again with another column as the label, in place of the datasets that came out of it.
   * @param {string} alert  the key of the one about the table
   * @param {number} column  its number from 1, or 0 for none
   */
  chooseLabel(alert, column) {
    const { files, collection, intake, opening, drops, close } = this.#parts;
    return drops.queue(async (isCancelled) => {
      const table = intake.tableOf(alert);
      if (!table) return;
      const before = { files: files.all, datasets: collection.datasets };
      const isOfTable = (/** @type {{ name: string }} */ { name }) => name.startsWith(`${table.name}/`);
      const made = files.all.filter(isOfTable);
      const replaced = collection.datasets.filter((dataset) => made.some((file) => dataset.holds(file)));
      // They stay in view until others take their place and their names.
      files.all = files.all.filter((file) => !made.includes(file));
      collection.datasets = collection.datasets.filter((dataset) => !replaced.includes(dataset));
      const dataset = await opening.add([{ ...table, label: column }], null, '', isCancelled);
      if (dataset) return close(replaced);
      files.all = before.files;
      collection.datasets = before.datasets;
    });
  }
}
