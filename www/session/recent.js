/** Remembers the files of datasets that the user looked at, where the browser can find files again. */

import { keep, kept } from './storage.js';

/** @import { Dataset } from '../engine/dataset.js' */

/** Storage keeps under this name how many recent datasets there are. */
const KEY = 'recent';

/** How many recent datasets there are, so that the list has its room at once: the database answers later. */
export function countRecent() {
  return Number(kept(KEY)) || 0;
}

/** @param {number} count */
export function keepCount(count) {
  keep(KEY, String(count));
}

export class Recent {
  /** The numbers of the dataset that was remembered last, and of its files. */
  #last = '';

  /**
   * Remembers the dataset in view.
   * @param {Dataset} dataset
   */
  async follow(dataset) {
    const { id, name } = dataset;
    const { images, labels } = dataset.files;
    const shown = [id, images?.id, labels?.id].join();
    if (shown === this.#last) return;
    const files = dataset.sources.flatMap(({ name, root, isMore }) => (root ? [{ name, root, isMore }] : []));
    if (!files.length) return;
    this.#last = shown;
    try {
      const { putRecent } = await import('./recent-store.js');
      keepCount(await putRecent({ name, files, time: Date.now() }));
    } catch {
      // Where nothing may be stored, there is no list.
    }
  }
}
