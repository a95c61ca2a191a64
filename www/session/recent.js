/** Remembers the files of datasets that the user looked at, where the browser can find files again. */

import { keep, kept } from './storage.js';

/** @import { Dataset } from '../engine/dataset.js' */

/** Storage keeps under this name whether there are recent datasets. */
const KEY = 'recent';

/** Whether there may be recent datasets. Asking the database itself takes longer. */
export function hasRecent() {
  return kept(KEY) === '1';
}

export class Recent {
  /** The key of the dataset that was remembered last. */
  #last = '';

  /**
   * Remembers the dataset in view.
   * @param {Dataset} dataset
   */
  async follow({ name, files: { images, labels } }) {
    const files = [images, labels].flatMap((file) => (file?.root ? [{ name: file.name, root: file.root }] : []));
    const key = files.map(({ name }) => name).join('\n');
    if (!key || key === this.#last) return;
    this.#last = key;
    try {
      const { putRecent } = await import('./recent-store.js');
      await putRecent({ key, name, files, time: Date.now() });
      keep(KEY, '1');
    } catch {
      // Where nothing may be stored, there is no list.
    }
  }
}
