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
  /** The dataset that was remembered last, and its files. */
  #last = '';

  /**
   * Remembers the dataset in view.
   * @param {Dataset} dataset
   */
  async follow({ id, name, files: { images, labels } }) {
    // Of an archive the browser finds only the whole.
    const found = [images, labels].flatMap((file) =>
      file?.root ? [{ name: file.archive || file.name, root: file.root }] : [],
    );
    const files = found.filter(({ name }, at) => found.findIndex((other) => other.name === name) === at);
    const shown = [id, ...files.map(({ name }) => name)].join('\n');
    if (!files.length || shown === this.#last) return;
    this.#last = shown;
    try {
      const { putRecent } = await import('./recent-store.js');
      keepCount(await putRecent({ name, files, time: Date.now() }));
    } catch {
      // Where nothing may be stored, there is no list.
    }
  }
}
